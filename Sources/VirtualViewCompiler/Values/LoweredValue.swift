import VirtualViewFormat

/// What the text of an attribute means.
package enum LoweredValue: Hashable, Sendable {
    /// A whole number: also colours (ARGB), words and flags.
    case int(Int32, LengthUnit)
    /// A decimal number.
    case float(Float, LengthUnit)
    /// The attribute's text as it stands, untrimmed: a text or a data binding.
    case string
    /// The attribute's text as it stands is an event program.
    case expression
}

/// The outcome of reading one value.
package struct ValueResult: Hashable, Sendable {
    /// What the text means; `nil` when there is an error.
    package let value: LoweredValue?
    /// What should be reported; empty for nearly every value.
    package let problems: [ValueProblem]

    /// Takes a value that needs no comment.
    init(_ value: LoweredValue) {
        self.value = value
        self.problems = []
    }

    /// Takes a value and what is to be said about it.
    init(_ value: LoweredValue?, _ problems: [ValueProblem]) {
        self.value = problems.contains { $0.message.severity == .error } ? nil : value
        self.problems = problems
    }

    /// Takes an error.
    init(_ problem: ValueProblem) {
        self.init(nil, [problem])
    }
}
