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
        case .float, .double: "a decimal number"
        case .long: "a number of 64 bits"
        default: kind.noun
        }
    }
}
