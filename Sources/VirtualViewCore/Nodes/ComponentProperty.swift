/// A property of an app's own component, with the Swift type of its value.
///
/// ```swift
/// final class BadgeNode: Node {
///     static let count = ComponentProperty<Int32>("count", default: 0)
///     static let component = ComponentSchema(id: 1001, name: "Badge", properties: [count.schema])
/// }
/// let count = badge[BadgeNode.count]
/// ```
public struct ComponentProperty<Value: OwnPropertyValue>: Hashable, Sendable {
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
        kind: ValueKind = Value.ownKind,
        default defaultValue: Value,
        isBindable: Bool = true,
        eventAccess: PropertySchema.EventAccess = .none,
        invalidates invalidation: PropertySchema.Invalidation = .drawing
    ) {
        schema = PropertySchema(
            name,
            kind,
            default: defaultValue.ownDefault,
            isBindable: isBindable,
            eventAccess: eventAccess,
            invalidates: invalidation
        )
    }
}

/// A Swift type that a property of an app's own component may have: `Int32`, `Float`, `Bool`, `String?`, ``ARGBColor``.
public protocol OwnPropertyValue: Hashable, Sendable {
    /// The usual kind of such a property, by which its text is read.
    static var ownKind: ValueKind { get }
    /// Converts a stored value; one of another type gives the type's zero.
    ///
    /// - Parameter ownValue: The stored value.
    init(ownValue: NodeValue)
    /// The stored form.
    var ownValue: NodeValue { get }
}

extension OwnPropertyValue {
    /// The stored form as the default of a schema.
    var ownDefault: PropertySchema.DefaultValue {
        switch ownValue {
        case .int(let number): .int(number)
        case .float(let number): .float(number)
        case .string(let text): .string(text)
        case .none, .data: .none
        }
    }
}

extension Int32: OwnPropertyValue {
    /// A whole number.
    public static var ownKind: ValueKind { .int }

    /// Converts a whole number.
    ///
    /// - Parameter ownValue: The stored value.
    public init(ownValue: NodeValue) {
        self = Int32.stored(ownValue) ?? 0
    }

    /// The stored form.
    public var ownValue: NodeValue { .int(self) }
}

extension Float: OwnPropertyValue {
    /// A decimal number.
    public static var ownKind: ValueKind { .number }

    /// Converts a number.
    ///
    /// - Parameter ownValue: The stored value.
    public init(ownValue: NodeValue) {
        self = Float.stored(ownValue) ?? 0
    }

    /// The stored form.
    public var ownValue: NodeValue { .float(self) }
}

extension Bool: OwnPropertyValue {
    /// `true` or `false`.
    public static var ownKind: ValueKind { .bool }

    /// Converts 1 and 0.
    ///
    /// - Parameter ownValue: The stored value.
    public init(ownValue: NodeValue) {
        self = Bool.stored(ownValue) ?? false
    }

    /// The stored form: 1 or 0.
    public var ownValue: NodeValue { .int(self ? 1 : 0) }
}

extension String?: OwnPropertyValue {
    /// A text.
    public static var ownKind: ValueKind { .string }

    /// Converts a text.
    ///
    /// - Parameter ownValue: The stored value.
    public init(ownValue: NodeValue) {
        self = Optional<String>.stored(ownValue) ?? nil
    }

    /// The stored form.
    public var ownValue: NodeValue { map(NodeValue.string) ?? .none }
}

extension ARGBColor: OwnPropertyValue {
    /// A colour.
    public static var ownKind: ValueKind { .color }

    /// Converts a colour's number.
    ///
    /// - Parameter ownValue: The stored value.
    public init(ownValue: NodeValue) {
        self = ARGBColor.stored(ownValue) ?? .clear
    }

    /// The stored form.
    public var ownValue: NodeValue { .int(stored) }
}
