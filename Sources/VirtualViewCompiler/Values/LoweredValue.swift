import VirtualViewFormat

/// The meaning of an attribute's text.
package enum LoweredValue: Hashable, Sendable {
    /// A whole number: also colours (ARGB), words and flags.
    case int(Int32, LengthUnit)
    /// A decimal number.
    case float(Float, LengthUnit)
    /// The attribute's text as it is, untrimmed: a text or a data binding.
    case string
    /// The attribute's text, as it is, is an event program.
    case expression
}

/// The outcome of reading one value.
package struct ValueResult: Hashable, Sendable {
    /// The meaning of the text; `nil` if there is an error.
    package let value: LoweredValue?
    /// The problems to report; empty for nearly every value.
    package let problems: [ValueProblem]

    /// Creates the result for a value without problems.
    init(_ value: LoweredValue) {
        self.value = value
        self.problems = []
    }

    /// Creates the result for a value with problems.
    init(_ value: LoweredValue?, _ problems: [ValueProblem]) {
        self.value = problems.contains { $0.message.severity == .error } ? nil : value
        self.problems = problems
    }

    /// Creates the result for an error.
    init(_ problem: ValueProblem) {
        self.init(nil, [problem])
    }
}
