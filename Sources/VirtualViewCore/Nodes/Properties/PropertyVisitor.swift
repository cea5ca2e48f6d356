/// An operation on one stored property of any type: reading it, or writing a value into it.
///
/// Each group of properties lists its fields once, in `visit(_:with:)`; reading and writing by slot both use that list.
protocol PropertyVisitor {
    /// Visits a field.
    ///
    /// - Returns: Whether the field accepted a value.
    @discardableResult
    mutating func visit<Field: PropertyStorable>(_ field: inout Field, where accepts: (Field) -> Bool) -> Bool

    /// Reports a change beyond the visited field.
    mutating func noteChange()
}

extension PropertyVisitor {
    @discardableResult
    @inline(__always)
    mutating func visit<Field: PropertyStorable>(_ field: inout Field) -> Bool {
        visit(&field, where: { _ in true })
    }
}

/// The result of writing a value into a node's property.
enum PropertyOutcome {
    /// The value changed.
    case changed
    /// The property already had that value.
    case unchanged
    /// The value does not fit.
    case refused
    /// The group does not have the property.
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

/// A group of stored properties that can be accessed by slot.
protocol PropertyGroup: Sendable {
    /// Lets a visitor visit the field of a slot; does nothing if the group does not have it.
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
