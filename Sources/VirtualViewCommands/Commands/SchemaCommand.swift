import VirtualViewCompiler
import VirtualViewFormat

/// `vvc schema`: prints an XML schema of the template language.
enum SchemaCommand: Command {
    static let specification = CommandSpecification(
        name: "schema",
        summary: "Prints an XML schema (XSD) of the template language, for editors",
        operands: "",
        operandCount: 0...0,
        options: CompilerArguments.languageOptions + [
            .init("-o", "FILE.xsd", help: "Writes into this file instead of standard output")
        ],
        example: ("vvc schema --config Templates/config.properties -o templates.xsd", "writes what an editor needs")
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        try CompilerArguments.checkLanguage(arguments)
        var result = ExitCode.success
        let reporter = DiagnosticReporter(terminal, isJSON: false)
        let output = arguments.value("-o")
        if let output { try OutputClaims(reading: CompilerArguments.files(of: arguments)).check(output) }
        guard let components = ComponentFiles.read(arguments, OptionFiles(), .init(), reporter, &result) else {
            if let output { try FileSystem.removeFile(output) }
            return max(result, .inputErrors)
        }
        var configuration = CompilerArguments.language(arguments, components)
        if let path = arguments.value("--config") {
            let (applied, diagnostics) = configuration.applying(
                SourceFile(path: path, bytes: try OutputFile.removing(output) { try FileSystem.read(path) })
            )
            var problems = DiagnosticList()
            for diagnostic in diagnostics { problems.add(diagnostic) }
            reporter.report(problems)
            guard !problems.hasErrors else {
                if let output { try FileSystem.removeFile(output) }
                return .inputErrors
            }
            configuration = applied
        }
        let text = SchemaDocument(configuration).text
        guard let output else { return terminal.print(text) ? .success : .cannotWrite }
        try OutputFile.write(Array(text.utf8), to: output)
        return .success
    }
}
