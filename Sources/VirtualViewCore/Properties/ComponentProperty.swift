/// A property of an app's own component, with the Swift type of its value.
///
/// ```swift
/// final class BadgeNode: Node {
///     static let count = ComponentProperty<Int32>("count", default: 0)
///     static let component = ComponentSchema(id: 1001, name: "Badge", properties: [count.schema])
/// }
/// let count = badge[BadgeNode.count]
/// ```
public struct ComponentProperty<Value: PropertyStorable>: Hashable, Sendable {
    /// The property in the language's schema.
    public let schema: PropertySchema

    /// Declares a property.
    ///
    /// - Parameters:
    ///   - name: The attribute's name.
    ///   - kind: The way in which its text is read; by default the kind that fits `Value`.
    ///   - defaultValue: Its value in a template that does not set it.
    ///   - isBindable: Whether a data binding may set it.
    ///   - eventAccess: The access of event programs.
    ///   - invalidation: The work that a change of it makes necessary.
    public init(
        _ name: String,
        kind: ValueKind = Value.valueKind,
        default defaultValue: Value,
        isBindable: Bool = true,
        eventAccess: PropertySchema.EventAccess = .none,
        invalidates invalidation: PropertySchema.Invalidation = .drawing
    ) {
        schema = PropertySchema(
            name,
            kind,
            default: PropertySchema.DefaultValue(defaultValue.nodeValue),
            isBindable: isBindable,
            eventAccess: eventAccess,
            invalidates: invalidation
        )
    }
}

extension PropertySchema.DefaultValue {
    /// The stored form of a value as the default of a schema.
    fileprivate init(_ value: NodeValue) {
        switch value {
        case .int(let number): self = .int(number)
        case .float(let number): self = .float(number)
        case .string(let text): self = .string(text)
        case .none, .data: self = .none
        }
    }
}
