public import VirtualViewExpressions
import VirtualViewFormat

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
        case .float(let number): .double(Double(decimal: number))
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
        case (.string(let first), .string(let second)): first.hasSameBytes(as: second)
        case (.list(let first), .list(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        case (.node(let first), .node(let second)): first === second
        default: false
        }
    }
}

extension EventValue {
    /// A kind of value, by which functions declare their arguments and results.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Any value, including ``nothing``.
        case any
        /// ``EventValue/none``; a function without a result declares this.
        case nothing
        /// `true` or `false` of the data; numbers are accepted too: 0 is `false`, all others are `true`.
        case bool
        /// A whole number of 32 bits; `true` and `false` are accepted as 1 and 0.
        case int
        /// Any number.
        case number
        /// A text.
        case string
        /// An array of the data.
        case list
        /// An object of the data.
        case object
        /// A node.
        case node
    }
}

extension EventValue.Kind {
    /// The name of the kind in messages.
    var noun: String {
        switch self {
        case .any: "a value"
        case .nothing: "nothing"
        case .bool: "true or false"
        case .int: "a whole number"
        case .number: "a number"
        case .string: "a text"
        case .list: "a list"
        case .object: "an object"
        case .node: "a node"
        }
    }

    /// Converts a value to the kind; returns `nil` if it does not fit.
    func fit(_ value: EventValue) -> EventValue? {
        switch (self, value) {
        case (.any, _), (.nothing, .none), (.bool, .bool), (.int, .int), (.string, .string): value
        case (.list, .list), (.object, .object), (.node, .node): value
        case (.number, .int), (.number, .long), (.number, .float), (.number, .double): value
        case (.int, .bool(let flag)), (.number, .bool(let flag)): .int(flag ? 1 : 0)
        case (.bool, .int), (.bool, .long), (.bool, .float), (.bool, .double): .bool(value.isTrue)
        default: nil
        }
    }
}

extension EventValue {
    /// The narrowest kind of the value.
    public var kind: Kind {
        switch self {
        case .none: .nothing
        case .bool: .bool
        case .int: .int
        case .long, .float, .double: .number
        case .string: .string
        case .list: .list
        case .object: .object
        case .node: .node
        }
    }

    /// The name of the kind in messages.
    var noun: String {
        switch self {
        case .float(let number): Self.noun(of: Double(number))
        case .double(let number): Self.noun(of: number)
        case .long: "a number of 64 bits"
        default: kind.noun
        }
    }

    private static func noun(of decimal: Double) -> String {
        decimal.isFinite ? "a decimal number" : decimal.isNaN ? "NaN" : "an infinite number"
    }
}

extension EventValue {
    /// The text that the value adds to a joined text; `nil` for a node, which has no text, and for data whose text would be
    /// too long.
    ///
    /// ``none`` adds an empty text. A decimal number of a property is written as on the reference client, `0.5`, `1.0`,
    /// `1.0E8`; values of the data as in computed bindings.
    var joinedText: String? {
        switch self {
        case .none: ""
        case .int(let number): String(number)
        case .float(let number): Self.javaText(of: number)
        case .string(let text): text
        case .double(let number) where !number.isFinite: Self.javaText(of: Float(number))
        case .double(let number): BindingCoercion.text(of: .double(DecimalNumber.roundedTo15Digits(number)))
        case .bool, .long, .list, .object: BindingCoercion.text(of: data)
        case .node: nil
        }
    }

    /// Returns the form of Java's `Float.toString`, with the shortest digits that read back to the same number.
    static func javaText(of number: Float) -> String {
        guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
        let sign = number.sign == .minus ? "-" : ""
        let size = number.magnitude
        if size == 0 { return sign + "0.0" }
        let (digits, exponent) = decimal(size.description)
        if size >= 1e-3, size < 1e7 { return sign + plain(digits, exponent) }
        let fraction = digits.count > 1 ? String(digits.dropFirst()) : "0"
        return "\(sign)\(digits.prefix(1)).\(fraction)E\(exponent)"
    }

    /// Returns the digits of a number without leading and trailing zeros, and the power of ten of the first digit.
    private static func decimal(_ text: String) -> (digits: Substring, exponent: Int) {
        let halves = text.split(separator: "e")
        let mantissa = halves.first ?? "0"
        var exponent = halves.count > 1 ? Int(halves[1]) ?? 0 : 0
        let point = mantissa.firstIndex(of: ".") ?? mantissa.endIndex
        exponent += mantissa.distance(from: mantissa.startIndex, to: point) - 1
        var digits = Substring(mantissa.filter { $0 != "." })
        while digits.count > 1, digits.first == "0" {
            digits.removeFirst()
            exponent -= 1
        }
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return (digits, exponent)
    }

    /// Returns a number without an exponent, with a digit on both sides of the point.
    private static func plain(_ digits: Substring, _ exponent: Int) -> String {
        if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + digits }
        let whole = digits.prefix(exponent + 1)
        let fraction = digits.dropFirst(exponent + 1)
        let padding = String(repeating: "0", count: exponent + 1 - whole.count)
        return "\(whole)\(padding).\(fraction.isEmpty ? "0" : fraction)"
    }
}
