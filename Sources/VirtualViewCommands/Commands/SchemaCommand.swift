import VirtualViewCompiler
import VirtualViewFormat

/// `vvc schema`: prints an XML schema of the template language.
struct SchemaCommand: Command {
    static let specification = CommandSpecification(
        name: "schema",
        summary: "Prints an XML schema (XSD) of the template language, for editors",
        operands: "",
        operandCount: 0...0,
        example: ("vvc schema --config Templates/config.properties -o templates.xsd", "writes what an editor needs")
    )

    private let language: LanguageOptions
    private let output: String?

    init(_ line: inout ArgumentReader) throws(UsageError) {
        language = LanguageOptions(&line)
        output = line.text(Option("-o", "FILE.xsd", help: "Writes into this file instead of standard output"))
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let files = OptionFiles()
        let reporter = DiagnosticReporter(terminal, isJSON: false)
        var result = ExitCode.success
        var language = language
        if let project = Project.ofCurrentFolder(reporter, &result) { language.complete(with: project) }
        if let output { try OutputClaims(reading: language.paths).check(output) }
        let configuration = try OutputFile.removing(output) { () throws -> Configuration? in
            guard language.project?.isBroken != true else { return nil }
            try language.check()
            guard let base = language.read(files, reporter, &result) else { return nil }
            guard let config = language.config else { return base }
            return try base.applying(config, files, reporter)
        }
        guard let configuration else {
            if let output { try FileSystem.removeFile(output) }
            return max(result, .inputErrors)
        }
        let text = SchemaDocument(configuration).text
        guard let output else { return terminal.print(text) ? .success : .cannotWrite }
        try OutputFile.write(Array(text.utf8), to: output)
        return .success
    }
}
