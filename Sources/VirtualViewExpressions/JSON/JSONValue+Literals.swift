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
