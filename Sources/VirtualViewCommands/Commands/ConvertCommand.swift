import VirtualViewCompiler
import VirtualViewFormat

/// `vvc convert`: prints the XML that an assemble source stands for.
struct ConvertCommand: Command {
    static let specification = CommandSpecification(
        name: "convert",
        summary: "Prints the XML that an assemble source stands for",
        operands: "FILE.asv",
        operandCount: 1...1,
        example: ("vvc convert Card.asv -o Card.xml", "writes a template in XML that compiles to the same bytes")
    )

    private let path: String
    private let output: String?
    private let client: Client?
    private let assemble: AssembleArguments
    private let warningsAreErrors: Bool
    private let standardInput: StandardInput
    let diagnosticsAreJSON: Bool

    init(_ line: inout ArgumentReader) throws(UsageError) {
        path = line.operand
        output = line.text(Option("-o", "FILE.xml", help: "Writes into this file instead of standard output"))
        client = line.client(help: CompileCommand.targetHelp)
        assemble = try AssembleArguments(&line)
        warningsAreErrors = line.warningsAreErrors()
        standardInput = try line.standardInput(.asv)
        diagnosticsAreJSON = line.diagnosticsAreJSON()
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let reporter = DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON)
        let files = OptionFiles()
        var result = ExitCode.success
        let folder = Path.folder(of: standardInput.place(of: path))
        let project = Project.above(folder, files, reporter, &result)
        var assemble = assemble
        if let project { assemble.complete(with: project) }
        let read = [path] + assemble.fragments.map(\.file.path) + (project?.paths ?? [])
        if let output { try OutputClaims(reading: read).check(output) }
        var options = TemplateCompiler.Options(warningsAreErrors: warningsAreErrors)
        options.client = client ?? project?.client(isSimulated: false) ?? .swift
        guard project?.isBroken != true else { return max(result, .inputErrors) }
        let bytes = try StandardInput.read(path)
        let file = path == StandardInput.operand ? standardInput.source(bytes) : SourceFile(path: path, bytes: bytes)
        guard file.isAssemble else {
            throw UsageError("'\(path)' is no assemble source: its name does not end with .asv")
        }
        guard let assemble = assemble.read(files, reporter, &result) else { return result }
        options.assemble = assemble
        let compiled = TemplateCompiler(options: options).compile(file)
        reporter.report(compiled.diagnostics)
        guard !compiled.diagnostics.hasErrors, let tree = compiled.source.tree else {
            return max(result, .inputErrors)
        }
        let text = XMLPrinter().print(tree, comments: compiled.source.comments)
        return try OutputFile.write(text, to: output, or: terminal)
    }
}
