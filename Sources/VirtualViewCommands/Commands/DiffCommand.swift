import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// `vvc diff`: shows what differs between two versions of templates.
struct DiffCommand: Command {
    static let specification = CommandSpecification(
        name: "diff",
        summary: "Shows what differs between two versions of templates",
        operands: "[[OLD] NEW]",
        operandCount: 0...2,
        example: (
            "vvc diff Templates --against '.git#branch=main' --breaking",
            "finds what breaks apps and servers that know the templates of that branch"
        )
    )

    private let operands: [String]
    private let commit: GitCommit?
    private let findsBreaking: Bool
    private let writesJSON: Bool
    private let sarifPath: String?
    private let dataPath: String?
    private let widths: [Double]?
    private let client: Client?
    private let compiler: CompilerOptions
    var diagnosticsAreJSON: Bool { writesJSON && findsBreaking }

    private static let against = Option(
        "--against",
        "REPOSITORY#STATE",
        help: "Compares NEW with itself in a commit: .git#branch=NAME, #tag=NAME or #commit=HASH"
    )
    private static let breaking = Option(
        "--breaking",
        help: "Finds what breaks those who know the old version; the exit code is then 1"
    )

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        let against = line.text(Self.against)
        let findsBreaking = line.flag(Self.breaking)
        writesJSON = line.flag(Option("--json", help: "Writes JSON to standard output"))
        sarifPath = line.text(
            Option(
                "--sarif",
                "FILE",
                help: "Writes what '--breaking' finds as SARIF, for reviews; implies '--breaking'"
            )
        )
        self.findsBreaking = findsBreaking || sarifPath != nil
        dataPath = line.text(
            Option("--data", "F.json", help: "Compares frames with this data (default: NAME.json beside the template)")
        )
        widths = try line.widths(
            help: "Compares frames at these widths in points (default: those of the project file, or 375)"
        )
        client = line.client(help: "Looks for what this client cannot load any more")
        // What the client cannot load is a finding, and does not keep the new version from being compared.
        compiler = try CompilerOptions(&line)
        commit = try against.map { text throws(UsageError) in try GitCommit(text) }
        guard operands.count < 2 || commit == nil else {
            throw UsageError("'\(Self.against)' takes the place of OLD")
        }
    }

    private static let need =
        "'vvc diff' needs OLD NEW, or NEW and '\(Self.against)', or NEW and \"since\" in the project file"

    /// What the new version is compared with.
    private enum Old {
        case path(String)
        case commit(GitCommit)
    }

    /// Returns what the command line says, or else the project.
    private func old(_ project: Project?) throws(UsageError) -> Old {
        if let commit { return .commit(commit) }
        guard operands.count < 2 else { return .path(operands[0]) }
        guard let project, let since = project.file?.compatibility.since else {
            throw UsageError(Self.need)
        }
        let path = project.path(of: since.text)
        guard let commit = try? GitCommit(path) else { return .path(path) }
        return .commit(commit)
    }

    /// The exit code, and what '--breaking' finds; `nil` if the versions could not be compared.
    private typealias Outcome = (result: ExitCode, findings: [Diagnostic]?)

    func run(_ terminal: Terminal) throws -> ExitCode {
        guard let sarifPath else { return try diff(terminal).result }
        let outcome: Outcome
        do {
            outcome = try diff(terminal)
        } catch let error where !(error is UsageError) {
            try removeLog(sarifPath)
            throw error
        }
        if let findings = outcome.findings {
            try OutputFile.write(Array(SARIFReport(findings).json().utf8), to: sarifPath)
        } else {
            try removeLog(sarifPath)
        }
        return outcome.result
    }

    /// Removes the log of an earlier run, which would be taken for one of this; what is no log may be a file that is
    /// read, and stays.
    private func removeLog(_ path: String) throws {
        try checkLog(reading: operands)
        guard let bytes = try? FileSystem.read(path, isRegular: true), SARIFReport.isReport(bytes) else { return }
        try FileSystem.removeFile(path)
    }

    private func diff(_ terminal: Terminal) throws -> Outcome {
        let reporter = DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON)
        var request = DiffRun.Request(widths: widths)
        if let dataPath {
            guard let data = try DataFile.read(dataPath, reporter) else { return (.inputErrors, nil) }
            request.data = data.value
        }
        var result = ExitCode.success
        let inputs = try operands.last.map { [$0] } ?? Project.inputs([], orElse: Self.need, reporter, &result)
        guard result == .success, let new = inputs.first else { return (max(result, .inputErrors), nil) }
        guard inputs.count == 1 else {
            throw UsageError("'vvc diff' compares one file or folder, but the project file has several \"templates\"")
        }
        let place = Project.path(above: FileSystem.kind(of: new) == .folder ? new : Path.folder(of: new))
        let project = place.map { Project($0, OptionFiles(), reporter, &result) }
        guard result == .success else { return (result, nil) }
        request.clients = client.map { [$0] } ?? project?.file?.compatibility.clients ?? []
        switch try old(project) {
        case .path(let path):
            var old = try DiffSide(path, compiler, reporter)
            return try compare(&old, new, request, reporter, terminal)
        case .commit(let commit): return try compare(commit, new, request, reporter, terminal)
        }
    }

    /// Compares a path with itself in a commit.
    private func compare(
        _ commit: GitCommit,
        _ new: String,
        _ request: DiffRun.Request,
        _ reporter: DiagnosticReporter,
        _ terminal: Terminal
    ) throws -> Outcome {
        try commit.checkOut(new) { checkout in
            guard FileSystem.kind(of: checkout.path) != nil else {
                throw FileError(reading: checkout.path, "the commit does not have it")
            }
            var old = try DiffSide(checkout.path, compiler, reporter, shown: checkout.shown)
            return try compare(&old, new, request, reporter, terminal)
        }
    }

    private func compare(
        _ old: inout DiffSide,
        _ path: String,
        _ request: DiffRun.Request,
        _ reporter: DiagnosticReporter,
        _ terminal: Terminal
    ) throws -> Outcome {
        var new = try DiffSide(path, compiler, reporter)
        try checkLog(reading: old.paths + new.paths)
        guard max(old.result, new.result) == .success else { return (max(old.result, new.result), nil) }
        let run = try DiffRun(&old, &new, request)
        // Data name further templates.
        try checkLog(reading: old.paths + new.paths)
        guard max(old.result, new.result) == .success else { return (max(old.result, new.result), nil) }
        guard findsBreaking else {
            let isWritten = writesJSON ? terminal.print(json: run.json()) : terminal.print(run.text())
            return (isWritten ? .success : .cannotWrite, nil)
        }
        var list = DiagnosticList()
        for diagnostic in run.breaking(for: request.clients) { list.add(diagnostic) }
        var result: ExitCode = list.hasErrors ? .inputErrors : .success
        if writesJSON {
            var formatter = DiagnosticFormatter(style: .json)
            if !terminal.print(json: formatter.format(list.ordered)) { result = .cannotWrite }
        } else {
            reporter.report(list)
        }
        return (result, list.ordered)
    }

    /// Refuses a log in the place of a file that is read.
    private func checkLog(reading paths: [String]) throws(UsageError) {
        guard let sarifPath else { return }
        try OutputClaims(reading: paths + compiler.paths + [dataPath].compactMap { $0 }).check(sarifPath)
    }
}
