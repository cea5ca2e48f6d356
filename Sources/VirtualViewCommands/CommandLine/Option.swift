/// An option of a command: the one declaration that the parser, the help and the shell completions read.
struct Option: Sendable {
    /// The name with its dashes.
    let name: String
    /// The name of the value in the help; `nil` for a flag.
    let value: String?
    /// The allowed values, if they are known.
    let choices: [String]
    /// The effect, on one line.
    let help: String
    /// Whether it may be given more than once.
    private(set) var isRepeatable = false

    init(_ name: String, _ value: String? = nil, choices: [String] = [], help: String) {
        self.name = name
        self.value = value
        self.choices = choices
        self.help = help
    }

    /// The option that every command has.
    static let help = Option("--help", help: "Shows this help")
}

/// Messages show an option by its name.
extension Option: CustomStringConvertible {
    var description: String { name }

    /// The option, as one that may be given more than once.
    var repeatable: Option {
        var option = self
        option.isRepeatable = true
        return option
    }
}
