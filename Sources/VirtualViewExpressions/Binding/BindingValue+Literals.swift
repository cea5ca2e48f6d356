// There is no `ExpressibleByNilLiteral`: `nil` means missing, and `.null` is a value.

extension BindingValue: ExpressibleByBooleanLiteral {
    /// Makes a ``BindingValue/bool(_:)``.
    ///
    /// - Parameter value: The flag.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}

extension BindingValue: ExpressibleByIntegerLiteral {
    /// Makes an ``BindingValue/int(_:)``.
    ///
    /// - Parameter value: The number.
    public init(integerLiteral value: Int64) {
        self = .int(value)
    }
}

extension BindingValue: ExpressibleByFloatLiteral {
    /// Makes a ``BindingValue/double(_:)``.
    ///
    /// - Parameter value: The number.
    public init(floatLiteral value: Double) {
        self = .double(value)
    }
}

extension BindingValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Makes a ``BindingValue/string(_:)``.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension BindingValue: ExpressibleByArrayLiteral {
    /// Makes an array.
    ///
    /// - Parameter elements: The elements in order.
    public init(arrayLiteral elements: BindingValue...) {
        self = .array(elements)
    }
}

extension BindingValue: ExpressibleByDictionaryLiteral {
    /// Makes an ``BindingValue/object(_:)``; of two entries with the same name the last counts.
    ///
    /// - Parameter elements: The entries.
    public init(dictionaryLiteral elements: (String, BindingValue)...) {
        self = .object(BindingObject(elements))
    }
}
