/// Something that is done with one stored property, whatever its type: reading it, or writing a value into it.
///
/// Each group of properties lists its fields once, in `visit(_:with:)`; reading and writing by slot both use that list.
protocol PropertyVisitor {
    /// Visits a field.
    ///
    /// - Returns: Whether the field took a value.
    @discardableResult
    mutating func visit<Field: PropertyStorable>(_ field: inout Field, where accepts: (Field) -> Bool) -> Bool

    /// Says that more than the visited field changed.
    mutating func noteChange()
}

extension PropertyVisitor {
    @discardableResult
    @inline(__always)
    mutating func visit<Field: PropertyStorable>(_ field: inout Field) -> Bool {
        visit(&field, where: { _ in true })
    }
}

/// What came of writing a value into a node's property.
enum PropertyOutcome {
    /// The node shows something else now.
    case changed
    /// It had that value already.
    case unchanged
    /// The value does not fit.
    case refused
    /// There is no such property here.
    case unknown
}

/// Writes one value into a field.
struct PropertyWriter: PropertyVisitor {
    let value: NodeValue
    private(set) var outcome = PropertyOutcome.unknown

    init(_ value: NodeValue) {
        self.value = value
    }

    @discardableResult
    @inline(__always)
    mutating func visit<Field: PropertyStorable>(_ field: inout Field, where accepts: (Field) -> Bool) -> Bool {
        guard let new = Field.stored(value), accepts(new) else {
            outcome = .refused
            return false
        }
        if field == new {
            outcome = .unchanged
        } else {
            field = new
            outcome = .changed
        }
        return true
    }

    mutating func noteChange() {
        outcome = .changed
    }
}

/// Reads one field.
struct PropertyReader: PropertyVisitor {
    private(set) var value: NodeValue?

    @discardableResult
    mutating func visit<Field: PropertyStorable>(_ field: inout Field, where accepts: (Field) -> Bool) -> Bool {
        value = field.nodeValue
        return false
    }

    mutating func noteChange() {}
}

/// A group of stored properties that are reached by slot.
protocol PropertyGroup: Sendable {
    /// Shows the field of a slot to a visitor; does nothing when the group does not have it.
    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor)
}

extension PropertyGroup {
    @inline(__always)
    mutating func write(_ value: NodeValue, to slot: PropertySlot) -> PropertyOutcome {
        var writer = PropertyWriter(value)
        visit(slot, with: &writer)
        return writer.outcome
    }

    func value(of slot: PropertySlot) -> NodeValue? {
        var reader = PropertyReader()
        var copy = self
        copy.visit(slot, with: &reader)
        return reader.value
    }
}
