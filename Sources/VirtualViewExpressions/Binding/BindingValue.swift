/// A piece of the data that bindings read: what a JSON text can say.
///
/// Integers and decimal numbers are told apart for printing, but compare by what they are worth, so `1` equals `1.0`.
/// A `bool` never equals a number.
///
///     let card: BindingValue = ["title": "Tea", "price": 4.5, "tags": ["hot", "green"]]
///     let title = BindingExpression("${title}").evaluate(on: card)       // .string("Tea")
///
/// Data is at most ``maximumDepth`` deep: the readers refuse what is deeper, and making it by hand is an error of the
/// program, which stops. Where the shape of data comes from elsewhere, look at ``depth`` before putting it into more.
///
/// "Missing" is not a value: look-ups and evaluations return `nil` for it (`Docs/Expressions.md`, "Look-up").
public enum BindingValue: Sendable {
    /// JSON `null`: present, and empty.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction that fits into 64 bits.
    case int(Int64)
    /// Any other number.
    case double(Double)
    /// A text.
    case string(String)
    /// A list.
    case array(BindingArray)
    /// Named values.
    case object(BindingObject)
}

extension BindingValue {
    /// The entry of an object, or `nil` when this is no object or has no such entry.
    ///
    /// - Parameter key: The entry's name, compared byte by byte.
    public subscript(key: String) -> BindingValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    /// The element of an array, or `nil` when this is no array or is too short.
    ///
    /// - Parameter index: The place, from 0; a negative one is never there.
    public subscript(index: Int) -> BindingValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether the value can hold others, that is, is an array or an object.
    package var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .int, .double, .string: false
        }
    }

    /// Whether both are the same stored array or object; other values are compared as usual.
    ///
    /// Data updates use it to see that nothing new arrived.
    ///
    /// - Complexity: O(1) for arrays and objects.
    package func isIdentical(to other: BindingValue) -> Bool {
        switch (self, other) {
        case (.array(let own), .array(let others)): own.isIdentical(to: others)
        case (.object(let own), .object(let others)): own.isIdentical(to: others)
        case (.array, _), (.object, _): false
        default: self == other
        }
    }
}

// MARK: - Equality

extension BindingValue: Hashable {
    /// Whether two values say the same; numbers are compared by what they are worth.
    public static func == (lhs: BindingValue, rhs: BindingValue) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.int(let first), .int(let second)): first == second
        case (.double(let first), .double(let second)): first == second
        case (.int(let integer), .double(let number)), (.double(let number), .int(let integer)):
            Int64(whole: number) == integer
        case (.string(let first), .string(let second)): first == second
        case (.array(let first), .array(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        default: false
        }
    }

    /// Hashes the value so that equal numbers hash alike.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let flag): hasher.combine(flag)
        case .int(let integer): hasher.combine(integer)
        case .double(let number):
            if let integer = Int64(whole: number) {
                hasher.combine(integer)
            } else {
                hasher.combine(number)
            }
        case .string(let text): hasher.combine(text)
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}
