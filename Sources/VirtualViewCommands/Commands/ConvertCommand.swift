import VirtualViewCompiler
import VirtualViewFormat

/// `vvc convert`: prints the XML that an assemble source stands for.
enum ConvertCommand: Command {
    static let specification = CommandSpecification(
        name: "convert",
        summary: "Prints the XML that an assemble source stands for",
        operands: "FILE.asv",
        operandCount: 1...1,
        options: [
            .init("-o", "FILE.xml", help: "Writes into this file instead of standard output")
        ] + AssembleOptions.commandLineOptions + [
            .init("--werror", help: "Treats warnings as errors"),
            .init("--diagnostics", "text|json", choices: ["text", "json"], help: "Chooses how problems are written"),
        ],
        example: ("vvc convert Card.asv -o Card.xml", "writes a template in XML that compiles to the same bytes")
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        let path = arguments.operands[0]
        let output = arguments.value("-o")
        if let output {
            try OutputClaims(reading: [path] + AssembleOptions.argumentPaths(arguments)).check(output)
        }
        var options = TemplateCompiler.Options(warningsAreErrors: arguments.isSet("--werror"))
        let file = try OutputFile.removing(output) {
            let file = SourceFile(path: path, bytes: try FileSystem.read(path))
            guard file.isAssemble else {
                throw UsageError("'\(path)' is no assemble source: its name does not end with .asv")
            }
            options.assemble = try AssembleOptions(arguments)
            return file
        }
        let result = TemplateCompiler(options: options).compile(file)
        DiagnosticReporter(terminal, isJSON: arguments.value("--diagnostics") == "json").report(result.diagnostics)
        guard !result.diagnostics.hasErrors, let tree = result.source.tree else {
            if let output { try FileSystem.removeFile(output) }
            return .inputErrors
        }
        let text = XMLPrinter().print(tree, comments: result.source.comments)
        guard let output else { return terminal.print(text) ? .success : .cannotWrite }
        try OutputFile.write(Array(text.utf8), to: output)
        return .success
    }
}
