import VirtualViewCompiler

/// `vvc test`: compares what templates show with what they are expected to show.
struct TestCommand: Command {
    static let specification = CommandSpecification(
        name: "test",
        summary: "Compares what templates show with what is expected",
        operands: "[INPUT…]",
        operandCount: 0...Int.max,
        example: ("vvc test Templates", "compares every template with its file in Templates/Snapshots")
    )

    let operands: [String]
    /// Whether what templates show is what is expected from now on.
    let isUpdate: Bool
    /// A part of the paths of the templates that are tested.
    let filter: String?
    private let writesJSON: Bool
    private let reportFolder: String?
    private let junit: String?
    let jobCount: Int?
    let compiler: CompilerOptions
    let diagnosticsAreJSON: Bool

    static let filter = Option("--filter", "TEXT", help: "Tests only templates with this text in their path")

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        isUpdate = line.flag(
            Option("--update", help: "Writes what templates show as expected, and removes snapshots of none")
        )
        filter = line.text(Self.filter)
        writesJSON = line.flag(Option("--json", help: "Writes what was found as JSON"))
        reportFolder = line.text(
            Option("--report", "DIR", help: "Writes a page with what is different, old beside new")
        )
        junit = line.text(Option("--junit", "FILE", help: "Writes what was found as JUnit XML, for CI"))
        jobCount = try line.jobCount(help: "Tests so many templates at a time (default: one for each processor)")
        let client = line.client(help: "Shows templates as this client does", isSimulated: true)
        compiler = try CompilerOptions(&line, client: client, areDrawn: true)
        diagnosticsAreJSON = line.diagnosticsAreJSON()
        if filter == "" { throw UsageError("'\(Self.filter)' needs a text") }
    }

    /// Checks that no report replaces a file that was read, or the other report, or will be read as a template.
    ///
    /// - Parameters:
    ///   - operands: The files and folders that were given.
    ///   - paths: The files that were read.
    ///   - snapshots: The files that are written before the reports.
    /// - Throws: `UsageError` when one does.
    func checkReports(of operands: [String], reading paths: [String], updating snapshots: [String]) throws(UsageError) {
        var claims = OutputClaims(reading: paths + compiler.paths)
        // Those that are there are among the files that were read.
        for path in snapshots where FileSystem.kind(of: path) == nil { try claims.note(path, for: "'--update'") }
        if let reportFolder { try claims.claim(Path.join(reportFolder, "index.html"), for: "'--report'") }
        guard let junit else { return }
        try claims.claim(junit, for: "'--junit'")
        guard CompileInput.isSource(junit) else { return }
        let place = FileSystem.place(ofFile: junit)
        for folder in operands where FileSystem.kind(of: folder) == .folder {
            let top = FileSystem.place(ofFolder: folder)
            // Names with a point in front are not searched.
            guard Path.isIn(top, place), !"/\(Path.way(from: top, to: place))".contains("/.") else { continue }
            throw UsageError(
                "'--junit \(junit)' would be taken for a template of '\(folder)'; write it elsewhere, or into a folder such as '.build'"
            )
        }
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        var run = TestRun(self, DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON))
        try run.run()
        var result = max(run.result, run.isSuccess ? .success : .inputErrors)
        let report = TestReport(run)
        let isWritten = writesJSON ? terminal.print(json: report.json()) : terminal.print(report.text())
        if !isWritten { result = max(result, .cannotWrite) }
        func write(_ text: String, to path: String) {
            do throws(FileError) {
                try OutputFile.write(Array(text.utf8), to: path)
            } catch {
                run.reporter.report(error, &result)
            }
        }
        if let junit { write(report.junit(), to: junit) }
        if let reportFolder { write(TestPage(run).html(), to: Path.join(reportFolder, "index.html")) }
        return result
    }
}
