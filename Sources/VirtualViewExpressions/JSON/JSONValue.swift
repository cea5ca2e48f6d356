import VirtualViewFormat

/// A value of the data that bindings read, with the kinds of values of JSON.
///
/// Integers and decimal numbers are printed differently, but compare by their value, so `1` equals `1.0`.
/// A `bool` never equals a number.
///
///     let card: JSONValue = ["title": "Tea", "price": 4.5, "tags": ["hot", "green"]]
///     let title = BindingExpression("${title}").evaluate(on: card)       // .string("Tea")
///
/// Data is at most ``maximumDepth`` deep: the readers refuse deeper data, and making it by hand is a programmer error,
/// which stops the program. Check the ``depth`` of data from elsewhere before putting it into an array or object.
///
/// "Missing" is not a value: look-ups and evaluations return `nil` for it (`Docs/Expressions.md`, "Look-up").
public enum JSONValue: Sendable {
    /// JSON `null`, which is present but empty.
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

extension JSONValue {
    /// The entry of an object, or `nil` if this is not an object or has no such entry.
    ///
    /// - Parameter key: The entry's name, compared byte by byte.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    /// The element of an array, or `nil` if this is not an array or is too short.
    ///
    /// - Parameter index: The position, from 0; for a negative one the result is `nil`.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether the value is an array or an object.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .int, .double, .string: false
        }
    }

    /// Returns whether both are the same data, so that whatever reads them does the same.
    ///
    /// Event programs divide `1` and `1.0` differently, and by `0.0` and `-0.0`, which are equal otherwise.
    ///
    /// - Complexity: O(1) for arrays and objects with the same storage.
    package func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.int, .double), (.double, .int): false
        case (.double(let own), .double(let others)): own.bitPattern == others.bitPattern
        case (.array(let own), .array(let others)): own.isSame(as: others)
        case (.object(let own), .object(let others)): own.isSame(as: others)
        default: self == other
        }
    }
}

extension JSONValue? {
    /// Returns whether both are the same data, or both are missing (``JSONValue/isSame(as:)``).
    package func isSame(as other: JSONValue?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }
}

// MARK: - Equality

extension JSONValue: Hashable {
    /// Returns whether two values are equal; numbers are compared by their value, texts by their bytes.
    @inline(never)
    public static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.int(let first), .int(let second)): first == second
        case (.double(let first), .double(let second)): first == second
        case (.int(let integer), .double(let number)), (.double(let number), .int(let integer)):
            Int64(whole: number) == integer
        case (.string(let first), .string(let second)): first.hasSameBytes(as: second)
        case (.array(let first), .array(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        default: false
        }
    }

    /// Hashes the value so that equal numbers have the same hash.
    @inline(never)
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

// There is no `ExpressibleByNilLiteral`: `nil` means missing, and `.null` is a value.

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Makes a ``JSONValue/bool(_:)``.
    ///
    /// - Parameter value: The flag.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Makes an ``JSONValue/int(_:)``.
    ///
    /// - Parameter value: The number.
    public init(integerLiteral value: Int64) {
        self = .int(value)
    }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Makes a ``JSONValue/double(_:)``.
    ///
    /// - Parameter value: The number.
    public init(floatLiteral value: Double) {
        self = .double(value)
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Makes a ``JSONValue/string(_:)``.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Makes an array.
    ///
    /// - Parameter elements: The elements in order.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an ``JSONValue/object(_:)``; of two entries with the same name the last counts.
    ///
    /// - Parameter elements: The entries.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(BindingObject(elements))
    }
}

/// An error that says why a JSON text could not be read, and where.
public struct BindingDataError: Error, Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable {
        /// The text ends inside a value, or is empty.
        case unexpectedEnd = "unexpected-end"
        /// A character that is not allowed here.
        case unexpectedCharacter = "unexpected-character"
        /// Something follows the value.
        case trailingCharacters = "trailing-characters"
        /// A number that is not in the form of JSON.
        case invalidNumber = "invalid-number"
        /// A number beyond the range of 64 bits of floating point.
        case numberOutOfRange = "number-out-of-range"
        /// A backslash followed by something other than an escape.
        case invalidEscape = "invalid-escape"
        /// A control character inside a string, where JSON requires an escape.
        case unescapedControl = "unescaped-control"
        /// Bytes that are not UTF-8.
        case invalidUTF8 = "invalid-utf-8"
        /// More nested arrays and objects than allowed.
        case tooDeep = "too-deep"
    }

    /// The kind of problem.
    public let code: Code
    /// The offset of the first wrong byte, from 0; the length of the text if it ends too early.
    public let offset: Int

    init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension BindingDataError: CustomStringConvertible {
    /// The message for people, with the offset, in one line.
    public var description: String {
        "\(message) at byte \(offset)"
    }

    /// The message without the offset: lower case, one line, no full stop.
    package var message: String {
        switch code {
        case .unexpectedEnd: "the JSON text ends too early"
        case .unexpectedCharacter: "unexpected character in JSON"
        case .trailingCharacters: "characters after the JSON value"
        case .invalidNumber: "malformed number in JSON"
        case .numberOutOfRange: "number out of range in JSON"
        case .invalidEscape: "unknown escape in a JSON string"
        case .unescapedControl: "control character in a JSON string"
        case .invalidUTF8: "invalid UTF-8 in JSON"
        case .tooDeep: "JSON nested too deep"
        }
    }
}

// MARK: - Depth

extension JSONValue {
    /// The largest depth of nested arrays and objects.
    ///
    /// Comparing, hashing, printing and releasing data recurses, so the depth must be limited; every depth up to this
    /// one is safe on a thread with 256 KB of stack.
    public static let maximumDepth = 256

    /// The depth of nested arrays and objects: 0 for a simple value, 1 for `[]`.
    ///
    /// - Complexity: O(1).
    public var depth: Int {
        switch self {
        case .array(let array): Int(array.depth)
        case .object(let object): Int(object.depth)
        case .null, .bool, .int, .double, .string: 0
        }
    }

    /// Returns the depth of an array or object around values.
    ///
    /// - Parameter deepest: The greatest depth of these values; `nil` if there are none.
    /// - Returns: The depth, which is one more.
    static func depth(around deepest: Int?) -> UInt16 {
        let depth = (deepest ?? 0) + 1
        precondition(depth <= maximumDepth, "arrays and objects are nested deeper than JSONValue.maximumDepth")
        return UInt16(depth)
    }

    /// Makes an array of elements; see ``BindingArray/init(_:)``.
    ///
    /// - Parameter elements: The elements in order.
    /// - Returns: The array.
    public static func array(_ elements: [JSONValue]) -> JSONValue {
        .array(BindingArray(elements))
    }
}
