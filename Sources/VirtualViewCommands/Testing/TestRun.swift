import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

/// One run of `vvc test`.
struct TestRun {
    let command: TestCommand
    let reporter: DiagnosticReporter
    /// The exit code as far as files are concerned.
    private(set) var result = ExitCode.success
    /// The templates, in the order of the inputs.
    private(set) var subjects: [TestSubject] = []
    /// What came of them.
    private(set) var outcomes: [TestOutcome] = []
    /// The files of snapshots that no template has.
    private(set) var unused: [String] = []
    /// The files of tests with steps beside which there is no template.
    private(set) var idleScripts: [String] = []
    /// The files that were written or removed.
    private(set) var updates: [String] = []
    private var folders: [TestFolder] = []

    init(_ command: TestCommand, _ reporter: DiagnosticReporter) {
        self.command = command
        self.reporter = reporter
    }

    /// Tests everything.
    mutating func run() throws {
        var cache = CompilersByFolder(command.compiler, reporter)
        let operands = try Project.inputs(command.operands, orElse: "'vvc test' needs INPUT…", reporter, &result)
        var code = result
        var seen = SeenFiles()
        let found = CompileInput.find(operands) { error in
            reporter.report(error, &code)
        }.filter { seen.insert($0.path) }
        result = code
        if let filter = command.filter, !found.contains(where: isTested), !found.isEmpty {
            throw UsageError("'\(TestCommand.filter.name) \(filter)' is in the path of none of the templates")
        }
        // What is beside a file that is tested alone is not of this run.
        let hasFolder = operands.contains { FileSystem.kind(of: $0) == .folder }
        try prepare(found, tellsIdle: hasFolder && command.filter == nil, &cache)
        result = max(result, cache.result)
        var old: [String?] = []
        for index in subjects.indices { old.append(readSnapshots(at: index)) }
        outcomes = play(old)
        // While something cannot be read, nobody knows what it is for.
        if command.filter == nil, result == .success { findUnused(operands) }
        let read = subjects.flatMap(\.paths) + found.flatMap { cache.paths(for: $0) } + cache.projectPaths
        let updated = command.isUpdate ? subjects.map(\.snapshotPath) : []
        try command.checkReports(of: operands, reading: read + folders.flatMap(\.paths), updating: updated)
        if command.isUpdate { update() }
    }

    /// Whether everything is as expected.
    var isSuccess: Bool {
        result == .success && outcomes.allSatisfy(\.failures.isEmpty) && (unused.isEmpty || command.isUpdate)
            && idleScripts.isEmpty
    }

    // MARK: - Preparing

    /// Whether a template is tested; data of those that are may name the others too.
    private func isTested(_ input: CompileInput) -> Bool {
        command.filter.map(input.path.contains) ?? true
    }

    private mutating func prepare(
        _ inputs: [CompileInput],
        tellsIdle: Bool,
        _ cache: inout CompilersByFolder
    ) throws(UsageError) {
        let compilers = try inputs.map { input throws(UsageError) in
            // Steps find parts of assemble sources by their names.
            try cache.compiler(for: input)?.embeddingPartNames
        }
        let batch = CompileBatch(name: nil, version: nil, jobCount: command.jobCount)
        let compiled = batch.compile(inputs, compilers) { _, _ in }
        var folders: [ExactText: TestFolder] = [:]
        var scripts = SeenFiles()
        // The first one of a name counts.
        var templates: [String: PreparedTemplate] = [:]
        for (index, input) in inputs.enumerated() {
            guard let compiler = compilers[index] else {
                if isTested(input) { subjects.append(TestSubject(unconfigured: input.path)) }
                continue
            }
            let path = Path.folder(of: input.path)
            let key = ExactText(path)
            let folder = folders[key] ?? TestFolder(path, compiler, &cache)
            if folders[key] == nil, tellsIdle {
                idleScripts += folder.idleScripts.filter { scripts.insert($0) }
            }
            folders[key] = folder
            guard isTested(input) else {
                let bytes = compiled[index].template?.bytes
                let template = bytes.flatMap { try? folder.take($0, of: input.path, compiler) }
                if let template { templates.merge([(template.template.type, template)]) { first, _ in first } }
                continue
            }
            var subject = folder.subject(input.path)
            if let problem = compiled[index].problem {
                reporter.report(problem, &result)
                subject.failure = problem.reason
            } else if let template = compiled[index].template {
                folder.take(template, compiler, &subject, reporter, &result)
            }
            if let template = subject.template {
                templates.merge([(template.template.type, template)]) { first, _ in first }
            }
            readScript(&subject)
            subjects.append(subject)
        }
        // What data names is known once every template is there.
        for index in subjects.indices where subjects[index].template != nil {
            guard let folder = folders[ExactText(Path.folder(of: subjects[index].path))] else { continue }
            folder.connect(&subjects[index], others: templates, reporter)
        }
        self.folders = Array(folders.values)
    }

    private mutating func readScript(_ subject: inout TestSubject) {
        guard let path = subject.scriptPath else { return }
        do throws(FileError) {
            let (script, problems) = TestScript.read(SourceFile(path: path, bytes: try FileSystem.read(path)))
            subject.script = script
            if reporter.report(problems) {
                subject.failure = "'\(Path.name(of: path))' has errors"
            } else if script.tests.isEmpty {
                subject.failure = "'\(Path.name(of: path))': the file has no tests"
            }
        } catch {
            reporter.report(error, &result)
            subject.failure = error.reason
        }
    }

    /// Returns the file with what a template is expected to show; `nil` if there is none.
    private mutating func readSnapshots(at index: Int) -> String? {
        let path = subjects[index].snapshotPath
        guard !FileSystem.isGone(path) else { return nil }
        do throws(FileError) {
            // Whoever keeps files with other line ends has the same snapshots.
            return String(decoding: try FileSystem.read(path), as: UTF8.self).replacing("\r\n", with: "\n")
        } catch {
            reporter.report(error, &result)
            subjects[index].failure = subjects[index].failure ?? "'\(Path.name(of: path))': \(error.reason)"
            return nil
        }
    }

    // MARK: - Playing

    /// Tests the templates, several at a time; the order of what comes of them is theirs.
    private func play(_ old: [String?]) -> [TestOutcome] {
        let subjects = subjects
        let isUpdate = command.isUpdate
        return Workers(command.jobCount).map(subjects.indices) {
            subjects[$0].run(comparingWith: old[$0], isUpdate: isUpdate)
        }
    }

    // MARK: - Files

    /// Finds files of snapshots below the folders that were given, which no template has.
    private mutating func findUnused(_ operands: [String]) {
        var seen = SeenFiles()
        for subject in subjects { seen.insert(subject.snapshotPath) }
        let places = Set(folders.map(\.snapshots))
        for operand in operands where FileSystem.kind(of: operand) == .folder {
            let found = (try? FileSystem.search(operand, for: ["txt"], alsoIn: places, report: { _ in })) ?? []
            for (path, _) in found where seen.insert(path) {
                let start = (try? FileSystem.read(path)).map { $0.prefix(SnapshotFile.heading.utf8.count) }
                if start?.elementsEqual(SnapshotFile.heading.utf8) == true { unused.append(path) }
            }
        }
    }

    private mutating func update() {
        let leftovers = Leftovers()
        for outcome in outcomes where outcome.differs {
            update(outcome.snapshotPath) { path throws(FileError) in
                try OutputFile.write(Array(outcome.expected.utf8), to: path, leftovers)
            }
        }
        for path in unused {
            update(path) { path throws(FileError) in
                try FileSystem.removeFile(path)
                return true
            }
        }
    }

    /// Changes a file, or reports why that is not possible, which does not hold up the others.
    private mutating func update(_ path: String, _ change: (String) throws(FileError) -> Bool) {
        do throws(FileError) {
            if try change(path) { updates.append(path) }
        } catch {
            reporter.report(error, &result)
        }
    }
}
