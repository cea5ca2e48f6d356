import VirtualViewCompiler
import VirtualViewFormat

/// `vvc format`: lays sources out anew.
struct FormatCommand: Command {
    static let specification = CommandSpecification(
        name: "format",
        summary: "Indents sources, sets blanks and breaks long lines",
        operands: "[INPUT…]",
        operandCount: 0...Int.max,
        example: ("vvc format Templates", "formats every .xml and .asv file there, and names those that changed")
    )

    private let operands: [String]
    private let onlyChecks: Bool
    private let standardInput: StandardInput
    let diagnosticsAreJSON: Bool

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        onlyChecks = line.flag(
            Option("--check", help: "Names the files that would change and writes nothing; then the exit code is 1")
        )
        standardInput = try line.standardInput()
        diagnosticsAreJSON = line.diagnosticsAreJSON()
        if operands.contains(StandardInput.operand), operands.count > 1 {
            throw UsageError("'\(StandardInput.operand)' is the only input if it is one")
        }
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let reporter = DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON)
        guard operands != [StandardInput.operand] else { return try formatStandardInput(terminal, reporter) }
        var result = ExitCode.success
        func report(_ error: FileError) { reporter.report(error, &result) }
        var changed = ""
        let operands = try Project.inputs(operands, orElse: "'vvc format' needs INPUT…", reporter, &result)
        for input in CompileInput.find(operands, report: report) {
            do throws(FileError) {
                let file = SourceFile(path: input.path, bytes: try FileSystem.read(input.path))
                guard let formatted = format(file, reporter) else {
                    result = max(result, .inputErrors)
                    continue
                }
                guard formatted != file.bytes else { continue }
                if onlyChecks {
                    result = max(result, .inputErrors)
                } else {
                    try OutputFile.rewrite(formatted, to: input.path, replacing: file.bytes)
                }
                changed += VisibleText.line(input.path) + "\n"
            } catch {
                report(error)
            }
        }
        guard changed.isEmpty || terminal.print(changed) else { return max(result, .cannotWrite) }
        return result
    }

    /// Formats a source, or reports why it is left alone.
    private func format(_ file: SourceFile, _ reporter: DiagnosticReporter) -> [UInt8]? {
        var diagnostics = DiagnosticList()
        let formatted = SourceFormatter.format(file, into: &diagnostics)
        // What else there is to say of a source is for the other commands.
        if formatted == nil { reporter.report(diagnostics) }
        return formatted
    }

    private func formatStandardInput(_ terminal: Terminal, _ reporter: DiagnosticReporter) throws -> ExitCode {
        let file = try standardInput.source()
        guard let formatted = format(file, reporter) else { return .inputErrors }
        if onlyChecks { return formatted == file.bytes ? .success : .inputErrors }
        return terminal.print(source: formatted) ? .success : .cannotWrite
    }
}
