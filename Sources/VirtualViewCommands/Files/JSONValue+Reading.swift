import VirtualViewExpressions

extension JSONValue {
    /// The text, if it is one.
    var textValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number, if it is one.
    var numberValue: Int? {
        if case .int(let number) = self { Int(exactly: number) } else { nil }
    }

    /// Whether it is `true`.
    var isTrue: Bool { self == .bool(true) }

    /// The elements, if it is an array.
    var elements: [JSONValue] {
        if case .array(let array) = self { Array(array) } else { [] }
    }

    /// Returns the value at the end of a way of members.
    func at(_ way: String...) -> JSONValue? {
        var value: JSONValue? = self
        for name in way { value = value?[name] }
        return value
    }
}
