import VirtualViewCompiler
import VirtualViewFormat

/// `vvc schema`: prints a schema of the template language, of project files or of tests.
struct SchemaCommand: Command {
    static let specification = CommandSpecification(
        name: "schema",
        summary: "Prints a schema of the template language (XSD), of project files or of tests (JSON), for editors",
        operands: "",
        operandCount: 0...0,
        example: ("vvc schema --config Templates/config.properties -o templates.xsd", "writes what an editor needs")
    )

    private let language: LanguageOptions
    private let output: String?
    /// The schema of project files or of tests, which depends on nothing; `nil` for that of the language.
    private let fixed: String?

    private static let project = Option("--project", help: "Prints the schema of vvc.json instead, as JSON Schema")
    private static let tests = Option("--tests", help: "Prints the schema of NAME.test.json instead, as JSON Schema")

    init(_ line: inout ArgumentReader) throws(UsageError) {
        language = LanguageOptions(&line)
        output = line.text(Option("-o", "FILE", help: "Writes into this file instead of standard output"))
        let (isOfProjects, isOfTests) = (line.flag(Self.project), line.flag(Self.tests))
        fixed = isOfProjects ? ProjectSchema.text : isOfTests ? ProjectSchema.tests : nil
        let option = isOfProjects ? Self.project : Self.tests
        guard fixed != nil, let other = line.given.subtracting(["-o", option.name]).sorted().first else { return }
        throw UsageError("'\(other)' does not go with '\(option)'")
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        if let fixed {
            if let output { try OutputClaims(reading: [Project.path(above: "")].compactMap { $0 }).check(output) }
            return try OutputFile.write(fixed, to: output, or: terminal)
        }
        let files = OptionFiles()
        let reporter = DiagnosticReporter(terminal, isJSON: false)
        var result = ExitCode.success
        var language = language
        if let project = Project.ofCurrentFolder(reporter, &result) { language.complete(with: project) }
        if let output { try OutputClaims(reading: language.paths + (language.project?.paths ?? [])).check(output) }
        guard language.project?.isBroken != true else { return max(result, .inputErrors) }
        try language.check()
        let base = language.read(files, reporter, &result)
        var configuration = base
        if let config = language.config {
            // It is read in any case, so that all mistakes are told.
            let file = config.read(files, reporter, &result)
            configuration = file.flatMap { base?.applying($0, reporter) }
        }
        guard let configuration else { return max(result, .inputErrors) }
        return try OutputFile.write(SchemaDocument(configuration).text, to: output, or: terminal)
    }
}
