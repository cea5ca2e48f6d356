/// A subcommand of `vvc`, with the options that it was given.
protocol Command {
    static var specification: CommandSpecification { get }

    /// Reads the options: all of them, whatever their values are, in the order of the help.
    ///
    /// - Throws: `UsageError` for a value that is not valid; for what does not go together, after the last option.
    init(_ line: inout ArgumentReader) throws(UsageError)

    /// Whether problems are written as JSON.
    var diagnosticsAreJSON: Bool { get }

    /// Does the work.
    ///
    /// - Throws: `UsageError` for a wrong command line and `FileError` for a file that ends the command.
    func run(_ terminal: Terminal) throws -> ExitCode
}

extension Command {
    /// Most commands write only text.
    var diagnosticsAreJSON: Bool { false }
}

extension Command {
    /// The options: what the command reads from a line without arguments, and the one that every command has.
    static var options: [Option] {
        var line = ArgumentReader()
        // An empty line lacks required values, which is an error, but only after the last option was read.
        _ = try? Self(&line)
        return line.options + [.help]
    }

    /// The text of `vvc NAME --help`.
    static var helpText: String {
        let rows = options.map { option in (option.name + (option.value.map { " \($0)" } ?? ""), option.help) }
        let operands = specification.operands.isEmpty ? "" : " \(specification.operands)"
        return """
            \(specification.summary).

            usage: vvc \(specification.name)\(operands) [options]

            options:
            \(HelpTable.text(rows))

            example:
              \(specification.example.call)
              \(specification.example.effect)

            """
    }
}
