public import VirtualViewExpressions

/// A value in a running event program (`Docs/Expressions.md`, "What runs").
///
/// Values of properties are ``int(_:)``, ``float(_:)`` and ``string(_:)``; values of data keep their type. JSON's
/// `null`, missing values and a property without a value are all ``none``.
@nonexhaustive
public enum EventValue {
    /// No value.
    case none
    /// `true` or `false` of the data; counts as 1 or 0 in calculations.
    case bool(Bool)
    /// A whole number; calculations wrap at 32 bits.
    case int(Int32)
    /// A whole number of the data that needs more than 32 bits; calculations convert it to ``double(_:)``.
    case long(Int64)
    /// A decimal number of a property or a literal.
    case float(Float)
    /// A decimal number of the data, and the results of calculations with one.
    case double(Double)
    /// A text.
    case string(String)
    /// An array of the data.
    case list(BindingArray)
    /// An object of the data.
    case object(BindingObject)
    /// A node.
    case node(Node)
}

extension EventValue {
    /// Whether `if`, `? :`, `!`, `&&` and `||` treat the value as true.
    ///
    /// ``none``, `false`, every zero, NaN and the empty text are false. Everything else is true, including empty lists
    /// and the text `false`.
    public var isTrue: Bool {
        switch self {
        case .none: false
        case .bool(let flag): flag
        case .int(let number): number != 0
        case .long(let number): number != 0
        case .float(let number): number != 0 && !number.isNaN
        case .double(let number): number != 0 && !number.isNaN
        case .string(let text): !text.isEmpty
        case .list, .object, .node: true
        }
    }

    /// Converts a value of the data.
    ///
    /// - Parameter data: The value; `nil` if it is missing.
    public init(_ data: JSONValue?) {
        switch data {
        case nil, .null: self = .none
        case .bool(let flag): self = .bool(flag)
        case .int(let number): self = Int32(exactly: number).map(EventValue.int) ?? .long(number)
        case .double(let number): self = .double(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(elements)
        case .object(let entries): self = .object(entries)
        }
    }

    /// The value in the form of data; `nil` for a node.
    public var data: JSONValue? {
        switch self {
        case .none: .null
        case .bool(let flag): .bool(flag)
        case .int(let number): .int(Int64(number))
        case .long(let number): .int(number)
        case .float(let number): .double(Double(number))
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .list(let elements): .array(elements)
        case .object(let entries): .object(entries)
        case .node: nil
        }
    }
}

// MARK: - Properties

extension EventValue {
    /// Converts the value of a property.
    init(_ value: NodeValue) {
        switch value {
        case .none: self = .none
        case .int(let number): self = .int(number)
        case .float(let number): self = .float(number)
        case .string(let text): self = .string(text)
        case .data(let data): self = EventValue(data)
        }
    }

    /// The value in the form of properties; `nil` if no property can have it.
    var nodeValue: NodeValue? {
        switch self {
        case .none: NodeValue.none
        case .bool(let flag): .int(flag ? 1 : 0)
        case .int(let number): .int(number)
        case .long(let number): .float(Float(number))
        case .float(let number): .float(number)
        case .double(let number): .float(Float(number))
        case .string(let text): .string(text)
        case .list, .object, .node: nil
        }
    }
}

extension EventValue: Equatable {
    /// Returns whether two values have the same kind and value; nodes must be identical, and NaN is not equal to
    /// anything.
    ///
    /// The operator `==` of programs is less strict: `1` and `1.0` are equal there.
    public static func == (lhs: EventValue, rhs: EventValue) -> Bool {
        switch (lhs, rhs) {
        case (.none, .none): true
        case (.bool(let first), .bool(let second)): first == second
        case (.int(let first), .int(let second)): first == second
        case (.long(let first), .long(let second)): first == second
        case (.float(let first), .float(let second)): first == second
        case (.double(let first), .double(let second)): first == second
        case (.string(let first), .string(let second)): first == second
        case (.list(let first), .list(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        case (.node(let first), .node(let second)): first === second
        default: false
        }
    }
}
