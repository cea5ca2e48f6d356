/// What a command accepts: the one place that its parser, its help and the shell completions read.
struct CommandSpecification: Sendable {
    /// One option.
    struct Option: Sendable {
        /// The name with its dashes.
        let name: String
        /// What the value is called in the help; `nil` for a flag.
        let value: String?
        /// What it does, one line.
        let help: String
        /// The only values there are, where they are known.
        let choices: [String]
        /// Whether it may be given more than once.
        let isRepeatable: Bool

        init(
            _ name: String,
            _ value: String? = nil,
            choices: [String] = [],
            isRepeatable: Bool = false,
            help: String
        ) {
            self.name = name
            self.value = value
            self.help = help
            self.choices = choices
            self.isRepeatable = isRepeatable
        }
    }

    let name: String
    /// What it does, one line.
    let summary: String
    /// The positional arguments as the help shows them; empty when there are none.
    let operands: String
    /// How many positional arguments it takes.
    let operandCount: ClosedRange<Int>
    let options: [Option]
    /// A complete call, and what it does.
    let example: (call: String, effect: String)

    /// The option with a name.
    func option(_ name: String) -> Option? {
        options.first { $0.name == name } ?? (name == Self.help.name ? Self.help : nil)
    }

    /// Every command has it.
    static let help = Option("--help", help: "Shows this help")
}

extension CommandSpecification {
    /// The text of `vvc NAME --help`.
    var helpText: String {
        var usage = "usage: vvc \(name)"
        if !operands.isEmpty { usage += " \(operands)" }
        usage += " [options]"
        let rows = (options + [Self.help]).map { option in
            (option.name + (option.value.map { " \($0)" } ?? ""), option.help)
        }
        return """
            \(summary).

            \(usage)

            options:
            \(HelpTable.text(rows))

            example:
              \(example.call)
              \(example.effect)

            """
    }
}

/// Two columns, the first as wide as it needs to be.
enum HelpTable {
    static func text(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { row in
            "  \(row.0)\(String(repeating: " ", count: width - row.0.count))  \(row.1)"
        }.joined(separator: "\n")
    }
}
