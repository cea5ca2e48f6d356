import VirtualViewCompiler
import VirtualViewFormat

/// `vvc compile`: turns sources into template files.
enum CompileCommand: Command {
    static let specification = CommandSpecification(
        name: "compile",
        summary: "Compiles templates",
        operands: "INPUT…",
        operandCount: 1...Int.max,
        options: [
            .init(
                "-o",
                "DIR",
                help: "Writes NAME.out into this folder (default: the current one); FILE.out for one input"
            ),
            .init("--config", "FILE", help: "Reads components and value kinds from a config.properties"),
            .init("--components", "FILE", isRepeatable: true, help: "Reads an app's own components from a JSON file"),
            .init(
                "--blocks",
                "FILE",
                isRepeatable: true,
                help: "Reads named event programs that handlers may refer to"
            ),
            .init("--name", "NAME", help: "Names the template (one input; default: the file's stem)"),
            .init("--template-version", "N", help: "Sets the template's own version, 0 to 65535 (default: 1)"),
            .init(
                "--target",
                "NAME",
                choices: Target.all.map(\.name),
                help: "Reports what this client cannot read or treats differently"
            ),
            .init("--lenient", help: "Turns some errors into warnings, with the reference compiler's bytes"),
            .init("--werror", help: "Treats warnings as errors"),
            .init("--embed", "digest", choices: ["digest"], help: "Ends the file with a SHA-256 of its content"),
        ] + AssembleOptions.commandLineOptions + [
            .init(
                "--diagnostics",
                "text|json",
                choices: ["text", "json"],
                help: "Chooses how problems are written to standard error"
            )
        ],
        example: (
            "vvc compile Templates -o build", "writes build/NAME.out for every .xml and .asv file below Templates"
        )
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        let run = try CompileRun(arguments, terminal)
        return try run.run()
    }
}
