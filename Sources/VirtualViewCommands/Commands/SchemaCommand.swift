import VirtualViewCompiler
import VirtualViewFormat

/// `vvc schema`: prints an XML schema of the template language.
struct SchemaCommand: Command {
    static let specification = CommandSpecification(
        name: "schema",
        summary: "Prints a schema of the template language (XSD) or of project files (JSON), for editors",
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
            return try write(fixed, terminal)
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
        return try write(SchemaDocument(configuration).text, terminal)
    }

    private func write(_ text: String, _ terminal: Terminal) throws(FileError) -> ExitCode {
        guard let output else { return terminal.print(text) ? .success : .cannotWrite }
        try OutputFile.write(Array(text.utf8), to: output)
        return .success
    }
}

/// `vvc names`: writes the names of templates as Swift constants, without reading a template.
///
/// `vvc compile --names` knows the names only after it compiled everything. A build system that compiles each source by
/// itself knows them from the start, and would compile everything again for one list.
struct NamesCommand: Command {
    static let specification = CommandSpecification(
        name: "names",
        summary: "Writes a Swift file with the names of templates",
        operands: "[NAME…]",
        operandCount: 0...Int.max,
        example: (
            "vvc names ProductCard TagItem -o Templates.swift", "writes Templates.productCard and Templates.tagItem"
        )
    )

    private let names: [String]
    private let output: String?
    private let isBundled: Bool

    init(_ line: inout ArgumentReader) throws(UsageError) {
        names = line.operands
        output = line.text(Option("-o", "FILE.swift", help: "Writes into this file instead of standard output"))
        isBundled = line.flag(
            Option("--bundle", help: "Adds where the files of the templates are in the bundle of the module")
        )
        if names.contains("") { throw UsageError("the name of a template is empty") }
        guard isBundled else { return }
        var owners: [ExactText: String] = [:]
        for name in names {
            let file = SwiftSource.file(of: name)
            guard let other = owners.updateValue(name, forKey: ExactText(file)), !other.hasSameBytes(as: name) else {
                continue
            }
            let both = [other, name].sorted(by: String.inByteOrder).map { "'\($0)'" }.joined(separator: " and ")
            throw UsageError("\(both) have one file, '\(file)'")
        }
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let text = SwiftSource.names(of: names, isBundled: isBundled)
        guard let output else { return terminal.print(text) ? .success : .cannotWrite }
        try OutputFile.write(Array(text.utf8), to: output)
        return .success
    }
}
