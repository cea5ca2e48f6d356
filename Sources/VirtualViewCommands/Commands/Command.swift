/// A subcommand of `vvc`.
protocol Command {
    static var specification: CommandSpecification { get }

    /// Does the work.
    ///
    /// - Throws: `UsageError` for a wrong command line and `FileError` for a file that ends the command.
    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode
}
