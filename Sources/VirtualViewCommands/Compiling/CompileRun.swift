import VirtualViewCompiler
import VirtualViewFormat

/// One run of `vvc compile`.
///
/// Every input is compiled, whatever the results of the others are. Outputs of an earlier run for an input with errors
/// are removed, so that no build ships them.
struct CompileRun {
    let command: CompileCommand
    private let terminal: Terminal
    let reporter: DiagnosticReporter

    init(_ command: CompileCommand, _ terminal: Terminal) {
        self.command = command
        self.terminal = terminal
        reporter = DiagnosticReporter(terminal, isJSON: command.diagnosticsAreJSON)
    }

    /// Compiles every input once, and says what was done.
    func run() throws(UsageError) -> ExitCode {
        let report = try run(OptionFiles())
        if command.showsSummary(on: terminal) { report.lastLine.map(terminal.report(line:)) }
        return report.code
    }

    /// What came of a run.
    struct Report {
        var code: ExitCode
        var summary = CompileSummary()
        /// The sources, and the files that compilers were made from, which a run that watches has to know.
        var inputs: [String] = []
        var optionPaths: [String] = []

        /// What was done; `nil` for nothing, after an error that says why.
        var lastLine: String? {
            code != .success && summary == CompileSummary() ? nil : summary.text
        }
    }

    /// Compiles every input once.
    ///
    /// - Parameter files: Reads the files that options name.
    /// - Returns: What came of it.
    /// - Throws: `UsageError` when the options do not go together.
    func run(_ files: OptionFiles) throws(UsageError) -> Report {
        files.startRun()
        var cache = CompilersByFolder(command.compiler, reporter, files)
        var result = ExitCode.success
        var inputs = findInputs(&result)
        if inputs.count > 1, command.name != nil { throw UsageError("'\(CompileCommand.name)' goes with one input") }
        let outputs = try CompileOutputs(
            command.output,
            inputCount: inputs.count,
            artefacts: command.artefacts,
            isTree: command.list != nil
        )
        for index in inputs.indices { inputs[index].standardInput?.templateName = outputs.file.map(Path.stem) }
        var lock: OutputFolderLock?
        if command.keepsRecord {
            lock = OutputFolderLock(outputs.folder) {
                guard !reporter.isJSON else { return }
                let folder = outputs.folder.isEmpty ? "." : outputs.folder
                terminal.report(line: "waiting for another vvc that writes into '\(folder)'")
            }
        }
        let build = lock.map { _ in IncrementalBuild(outputs.folder, command, files) }
        defer { withExtendedLifetime(lock) {} }
        let batch = CompileBatch(name: command.name, version: command.version, jobCount: command.jobCount)
        let outcomes = try batch.compile(inputs, &cache, build.map { ($0, outputs, command.listsTemplates) }) {
            CompileProgress(terminal, reporter).show($0, of: $1)
        }
        result = max(result, cache.result)
        if zip(inputs, outcomes).contains(where: { $0.isStandardInput && $1.template?.type == StandardInput.unnamed }) {
            let operand = StandardInput.operand
            throw UsageError("'\(operand)' needs '\(CompileCommand.name) NAME' or '\(CompileCommand.output) FILE.out'")
        }
        var report = Report(code: result)
        if command.watches {
            report.inputs = inputs.map { $0.path }
            report.optionPaths = Set(inputs.flatMap { cache.paths(for: $0) }).sorted()
        }
        if let build, !command.writesAboutRun, build.leavesEverything(outcomes) {
            report.summary.unchanged = outcomes.count
            return report
        }
        var jobs: [CompileJob] = []
        for (input, outcome) in zip(inputs, outcomes) {
            let template = outcome.template
            let type =
                template?.type ?? outcome.earlier?.name ?? input.entry?.type ?? command.name
                ?? Path.stem(of: input.path)
            let optionPaths = cache.paths(for: input)
            jobs.append(
                CompileJob(
                    input: input,
                    sources: [input.path] + optionPaths + (command.list.map { [$0] } ?? []),
                    optionPaths: optionPaths,
                    outcome: outcome,
                    files: outputs.files(for: type, input)
                )
            )
        }
        if command.writesAboutRun || jobs.contains(where: { $0.earlier == nil }) {
            try checkOutputs(jobs, outputs, cache.projectPaths)
        }
        // Diagnostics are in the order of the inputs, whatever their problems are.
        for job in jobs {
            if let template = job.template { reporter.report(template.diagnostics) }
            guard let problem = job.problem else { continue }
            reporter.report(problem, &result)
        }
        // A folder that is not there for the moment does not make everything in it superfluous.
        let folders =
            command.list.map { [Path.folder(of: $0)] }
            ?? command.operands.map { CompileInput.isSource($0) ? Path.folder(of: $0) : $0 }
        let areInputsKnown =
            result < .cannotRead || !folders.contains { !$0.isEmpty && FileSystem.kind(of: $0) == nil }
        build?.announce(jobs)
        let written = CompileWriter(command, reporter).write(jobs, after: result)
        report.code = written.code
        report.summary = CompileSummary(written.fates)
        if let build {
            let rest = build.finish(jobs, written.fates, prunes: command.prunes && areInputsKnown, reporter)
            report.code = max(report.code, rest.code)
            report.summary.removed = rest.removedCount
        }
        return report
    }

    /// Checks that no output replaces a file that was read or belongs to the sources, or another output.
    private func checkOutputs(
        _ jobs: [CompileJob],
        _ outputs: CompileOutputs,
        _ projectPaths: [String]
    ) throws(UsageError) {
        let summaries = [
            (CompileCommand.names, command.names), (CompileCommand.manifest, command.manifest),
            (CompileCommand.depfile, command.depfile),
        ]
        let inputs = jobs.map { $0.input.path }
        let samples = summaries.flatMap { _, path in
            path.map { SampleFile.paths(named: Path.name(of: $0), beside: inputs) } ?? []
        }
        let others = command.compiler.paths + (command.list.map { [$0] } ?? []) + projectPaths + samples
        var claims = OutputClaims(reading: jobs.flatMap(\.sources) + others)
        for job in jobs {
            for file in job.files { try claims.note(file.path, for: "'\(job.input.path)'") }
            if let parts = job.files.partsPath { try claims.note(parts, for: "'\(job.input.path)'") }
        }
        // A file of such a name would be taken for data by the next run.
        for path in samples where FileSystem.kind(of: path) == nil { try claims.note(path, for: "a template's data") }
        if command.keepsRecord {
            try claims.note(Path.join(outputs.folder, OutputRecord.name), for: "'\(CompileCommand.incremental)'")
        }
        for (option, path) in summaries {
            if let path { try claims.claim(path, for: "'\(option)'") }
        }
    }
}

/// Shows on a terminal how many of many sources are compiled.
struct CompileProgress {
    private let terminal: Terminal
    private let isShown: Bool

    init(_ terminal: Terminal, _ reporter: DiagnosticReporter) {
        self.terminal = terminal
        isShown = terminal.showsProgress && !reporter.isJSON
    }

    /// Shows the number of sources that are done and that of all.
    func show(_ done: Int, of count: Int) {
        guard isShown, count >= 100 else { return }
        if done == count {
            terminal.report(styled: "\r\u{1B}[K")
        } else {
            terminal.report(styled: "\rcompiling \(done + 1) of \(count)")
        }
    }
}

extension CompileRun {
    /// Finds the sources that the command line names, or those of a list.
    func findInputs(_ result: inout ExitCode) -> [CompileInput] {
        func report(_ error: FileError) { reporter.report(error, &result) }
        guard let list = command.list else {
            return CompileInput.find(command.operands, standardInput: command.standardInput, report: report)
        }
        do throws(FileError) {
            let options = command.compiler.others
            let found = try CompileInput.find(inList: list, isLenient: options.isLenient)
            var diagnostics = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
            for diagnostic in found.diagnostics { diagnostics.add(diagnostic) }
            reporter.report(diagnostics)
            if diagnostics.hasErrors { result = max(result, .inputErrors) }
            return found.inputs
        } catch {
            report(error)
            return []
        }
    }
}

/// An input of `vvc compile`, the result of compiling it, and where that goes.
struct CompileJob {
    /// What became of the outputs.
    enum Fate {
        /// They are as an earlier run left them.
        case unchanged
        case written([(path: String, content: [UInt8])])
        /// The source has errors, so there are none.
        case failed
        case notWritten
    }

    let input: CompileInput
    /// The files that the outputs depend on, besides those that the source names.
    let sources: [String]
    /// The files among them that the compiler is made from.
    let optionPaths: [String]
    let outcome: CompileBatch.Outcome
    /// The files that the template becomes.
    let files: [CompileOutputs.File]

    /// `nil` if the source is unchanged, or if it or its configuration could not be read.
    var template: CompiledTemplate? { outcome.template }
    /// What earlier runs left of an unchanged source.
    var earlier: OutputRecord.Template? { outcome.earlier }
    /// The binary that an earlier run wrote, if it was read.
    var earlierBytes: [UInt8]? { outcome.earlierBytes }
    /// The reason why the source could not be read.
    var problem: FileError? { outcome.problem }
    /// Whether the source is in the assemble language.
    var isAssemble: Bool { template?.source.file.isAssemble ?? input.isAssemble }
    /// Whether an earlier run wrote a file with parts.
    var hasEarlierParts: Bool { (earlier?.outputs.count ?? 0) > files.count }
    /// Whether there is something to write, or to leave as it is.
    var mayBeWritten: Bool { earlier != nil || template?.bytes != nil }
    /// The paths of everything that the template may become.
    var paths: [String] {
        files.map(\.path) + (isAssemble ? files.partsPath.map { [$0] } ?? [] : [])
    }

    /// Returns the content of the file with the parts; `nil` if the template gets none.
    func partsJSON(_ command: CompileCommand) -> String? {
        template?.source.partsJSON ?? (command.writesAllParts && isAssemble ? "{}\n" : nil)
    }

    /// Returns by what outputs are told apart.
    static func identity(_ path: String) -> ExactText {
        ExactText(Path.normalized(path))
    }
}

extension [CompileJob] {
    /// Returns the jobs in groups that share an output; most groups are of one.
    ///
    /// - Returns: The groups in the order of their first jobs, each with the first path that is shared.
    func groupedByOutput() -> [(jobs: [Int], sharedPath: String?)] {
        var groups: [(jobs: [Int], sharedPath: String?)] = []
        var groupOfPath: [ExactText: Int] = [:]
        /// The new index of each group that was joined to an earlier one.
        var joined: [Int: Int] = [:]
        for (index, job) in enumerated() {
            let paths = job.files.map { CompileJob.identity($0.path) }
            var touched: [(group: Int, path: String)] = []
            for (path, file) in zip(paths, job.files) {
                guard var group = groupOfPath[path] else { continue }
                while let next = joined[group] { group = next }
                if !touched.contains(where: { $0.group == group }) { touched.append((group, file.path)) }
            }
            let home = touched.map(\.group).min() ?? groups.count
            if home == groups.count { groups.append(([], nil)) }
            for (group, path) in touched {
                if groups[home].sharedPath == nil { groups[home].sharedPath = path }
                guard group != home else { continue }
                groups[home].jobs += groups[group].jobs
                groups[group].jobs = []
                joined[group] = home
            }
            groups[home].jobs.append(index)
            for path in paths { groupOfPath[path] = home }
        }
        return groups.filter { !$0.jobs.isEmpty }
    }
}
