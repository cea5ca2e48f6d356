import VirtualViewFormat

/// An operation on one stored field of any type: reading it, or writing a value into it.
///
/// Each group of fields lists them once, in `visit(_:with:)`; reading and writing by name both use that list.
protocol PropertyVisitor {
    /// Visits a field.
    ///
    /// - Returns: Whether the field accepted a value.
    @discardableResult
    mutating func visit<Field: PropertyStorable>(_ field: inout Field) -> Bool
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
    mutating func visit<Field: PropertyStorable>(_ field: inout Field) -> Bool {
        guard let new = Field(nodeValue: value) else {
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
}

/// Reads one field.
struct PropertyReader: PropertyVisitor {
    private(set) var value: NodeValue?

    @discardableResult
    mutating func visit<Field: PropertyStorable>(_ field: inout Field) -> Bool {
        value = field.nodeValue
        return false
    }
}

/// A group of stored fields that can be accessed by the names of their properties.
protocol PropertyGroup: Sendable {
    /// Lets a visitor visit the field of a property; does nothing if the group does not have it.
    mutating func visit(_ name: PropertyName, with visitor: inout some PropertyVisitor)
}

extension PropertyGroup {
    @inline(__always)
    mutating func write(_ value: NodeValue, to name: PropertyName) -> PropertyOutcome {
        var writer = PropertyWriter(value)
        visit(name, with: &writer)
        return writer.outcome
    }

    func value(of name: PropertyName) -> NodeValue? {
        var reader = PropertyReader()
        var copy = self
        copy.visit(name, with: &reader)
        return reader.value
    }
}
