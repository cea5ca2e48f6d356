import VirtualViewCompiler
import VirtualViewFormat

/// `vvc compile`: turns sources into template files.
enum CompileCommand: Command {
    static let specification = CommandSpecification(
        name: "compile",
        summary: "Compiles templates",
        operands: "INPUT…",
        operandCount: 0...Int.max,
        options: [
            .init(
                "-o",
                "DIR",
                help: "Writes NAME.out into this folder (default: the current one); FILE.out for one input"
            )
        ] + CompilerArguments.options + [
            .init("--name", "NAME", help: "Names the template (one input; default: the file's stem)"),
            .init("--template-version", "N", help: "Sets the template's own version, 0 to 65535 (default: 1)"),
            .init(
                "--target",
                "NAME",
                choices: Client.allCases.map(\.name),
                help: "Reports what this client cannot read or treats differently"
            ),
            .init("--werror", help: "Treats warnings as errors"),
            .init(
                "--embed",
                "RECORD,…",
                help: "Puts records into the file: digest, a SHA-256; source-map, the places of nodes and programs"
            ),
            .init("--list", "FILE", help: "Compiles what a templatelist.properties lists, into out/ java/ txt/ sign/"),
            .init(
                "--emit",
                "KIND,…",
                help: "Chooses the files for each template: out, hex, java, swift, md5, dump (default: out)"
            ),
            .init("--manifest", "FILE", help: "Writes a JSON list of the templates with version, size and SHA-256"),
            .init("--names", "FILE", help: "Writes a Swift file with the templates' names as constants"),
            .init("--parts", help: "Writes NAME.parts.json for each assemble source, also where no part has a name"),
            .init("--depfile", "FILE", help: "Writes what was made from what, for Make and Ninja"),
            .init("--jobs", "N", help: "Compiles so many sources at a time (default: one for each processor)"),
            .init(
                "--diagnostics",
                "text|json",
                choices: ["text", "json"],
                help: "Chooses how problems are written to standard error"
            ),
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
