/// What the functions and sums of one evaluation of a binding may make.
struct BindingBudget {
    /// The bytes that are left; less than 0 if more was wanted.
    var bytes = 4 << 20

    /// Whether more was wanted, so that nothing else is made.
    var isSpent: Bool { bytes < 0 }

    /// Takes bytes; returns whether there were enough.
    mutating func take(_ count: Int) -> Bool {
        bytes -= count
        return !isSpent
    }

    /// Takes what a function made.
    ///
    /// - Parameter made: A text, a list, or null, which costs nothing; `nil` is a text that is too long.
    /// - Returns: It, or null if it is too long, or too much with all before it.
    mutating func take(_ made: JSONValue?) -> JSONValue {
        let count =
            switch made {
            case nil: BoundedText.maximumSize
            case .string(let text): text.utf8.count
            case .array(let elements): elements.count * 16
            default: 0
            }
        return take(count) ? made ?? .null : .null
    }
}
