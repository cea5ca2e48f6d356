import Dispatch
import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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

    /// Compiles every input.
    func run() throws(UsageError) -> ExitCode {
        var cache = CompilersByFolder(command.compiler, reporter)
        var result = ExitCode.success
        let inputs = findInputs(&result)
        if inputs.count > 1, command.name != nil { throw UsageError("'\(CompileCommand.name)' goes with one input") }
        let outputs = try CompileOutputs(
            command.output,
            inputCount: inputs.count,
            artefacts: command.artefacts,
            isTree: command.list != nil
        )
        let batch = CompileBatch(name: command.name, version: command.version, jobCount: command.jobCount)
        let outcomes = try batch.compile(inputs, &cache) { CompileProgress(terminal, reporter).show($0, of: $1) }
        result = max(result, cache.result)
        var jobs: [CompileJob] = []
        for (input, outcome) in zip(inputs, outcomes) {
            let template = outcome.template
            let type = template?.type ?? input.entry?.type ?? command.name ?? Path.stem(of: input.path)
            let files = outputs.files(for: type, input)
            let sources = [input.path] + cache.paths(for: input) + (command.list.map { [$0] } ?? [])
            jobs.append(
                CompileJob(
                    input: input,
                    sources: sources,
                    template: template,
                    problem: outcome.problem,
                    files: files
                )
            )
        }
        try checkOutputs(jobs)
        // Diagnostics are in the order of the inputs, whatever their problems are.
        for job in jobs {
            if let template = job.template { reporter.report(template.diagnostics) }
            guard let problem = job.problem else { continue }
            reporter.report(problem)
            result = max(result, problem.exitCode)
        }
        return CompileWriter(command, reporter).write(jobs, after: result)
    }

    /// Checks that no output replaces a file that was read, or another output.
    private func checkOutputs(_ jobs: [CompileJob]) throws(UsageError) {
        var claims = OutputClaims(
            reading: jobs.flatMap(\.sources) + command.compiler.paths + (command.list.map { [$0] } ?? [])
        )
        for job in jobs {
            for file in job.files { try claims.note(file.path, for: "'\(job.input.path)'") }
            if let parts = job.files.partsPath { try claims.note(parts, for: "'\(job.input.path)'") }
        }
        let outputs = [
            (CompileCommand.names, command.names), (CompileCommand.manifest, command.manifest),
            (CompileCommand.depfile, command.depfile),
        ]
        for (option, path) in outputs {
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
        } else if done % 20 == 0 {
            terminal.report(styled: "\rcompiling \(done + 1) of \(count)")
        }
    }
}

extension CompileRun {
    /// Finds the sources that the command line names, or those of a list.
    func findInputs(_ result: inout ExitCode) -> [CompileInput] {
        func report(_ error: FileError) {
            reporter.report(error)
            result = max(result, error.exitCode)
        }
        guard let list = command.list else { return CompileInput.find(command.operands, report: report) }
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

/// Reads and compiles the sources of a run, several at a time.
///
/// Sources are independent of each other, so the results do not depend on how many are compiled at a time.
struct CompileBatch: Sendable {
    /// The result of compiling a source.
    enum Outcome: Sendable {
        case compiled(CompiledTemplate)
        case unreadable(FileError)
        /// No compiler could be made for it.
        case skipped

        var template: CompiledTemplate? {
            guard case .compiled(let template) = self else { return nil }
            return template
        }

        var problem: FileError? {
            guard case .unreadable(let error) = self else { return nil }
            return error
        }
    }

    /// The number of sources that are handed out before progress is shown again.
    private static let portion = 64

    private let name: String?
    private let version: UInt16?
    private let jobCount: Int

    /// Prepares a batch.
    ///
    /// - Parameters:
    ///   - name: The template's name, if the command line has one.
    ///   - version: The template's version, if the command line has one.
    ///   - jobCount: The number of sources that are compiled at a time; one for each processor by default.
    init(name: String?, version: UInt16?, jobCount: Int?) {
        self.name = name
        self.version = version
        self.jobCount = jobCount ?? max(1, min(64, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    }

    /// Compiles every source with the compiler of its folder, and finds strings of different templates that collide.
    ///
    /// - Parameters:
    ///   - inputs: The sources.
    ///   - cache: Makes the compilers, and reports what is wrong with the files that they are made from.
    ///   - progress: Called with the number of sources that are done and the number of all.
    /// - Returns: The results, in the order of the inputs.
    /// - Throws: `UsageError` when options do not go together.
    func compile(
        _ inputs: [CompileInput],
        _ cache: inout CompilersByFolder,
        progress: (Int, Int) -> Void
    ) throws(UsageError) -> [Outcome] {
        let compilers = try inputs.map { input throws(UsageError) in try cache.compiler(for: input) }
        var collisions = RunCollisions()
        var outcomes = compile(inputs, compilers, progress: progress)
        for index in outcomes.indices {
            guard var template = outcomes[index].template, let client = compilers[index]?.options.client else {
                continue
            }
            collisions.check(&template, path: inputs[index].path, client: client)
            outcomes[index] = .compiled(template)
        }
        return outcomes
    }

    /// Compiles every source with a compiler of its own.
    ///
    /// - Parameters:
    ///   - inputs: The sources.
    ///   - compilers: The compiler of each.
    ///   - progress: Called with the number of sources that are done and the number of all.
    /// - Returns: The results, in the order of the inputs.
    func compile(
        _ inputs: [CompileInput],
        _ compilers: [TemplateCompiler?],
        progress: (Int, Int) -> Void
    ) -> [Outcome] {
        var outcomes: [Outcome] = []
        for start in stride(from: 0, to: inputs.count, by: Self.portion) {
            progress(start, inputs.count)
            outcomes += compile(start..<min(start + Self.portion, inputs.count), inputs, compilers)
        }
        progress(inputs.count, inputs.count)
        return outcomes
    }

    private func compile(_ range: Range<Int>, _ inputs: [CompileInput], _ compilers: [TemplateCompiler?]) -> [Outcome] {
        let workers = min(jobCount, range.count)
        guard workers > 1 else { return range.map { compile(inputs[$0], compilers[$0]) } }
        let next = Locked(range.lowerBound)
        let outcomes = Locked([Outcome](repeating: .skipped, count: range.count))
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            while true {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < range.upperBound else { return }
                let outcome = compile(inputs[index], compilers[index])
                outcomes.withLock { $0[index - range.lowerBound] = outcome }
            }
        }
        return outcomes.withLock { $0 }
    }

    private func compile(_ input: CompileInput, _ compiler: TemplateCompiler?) -> Outcome {
        guard let compiler, input.entry?.isWrong != true else { return .skipped }
        do throws(FileError) {
            let source = SourceFile(path: input.path, bytes: try FileSystem.read(input.path))
            return .compiled(
                compiler.compile(source, name: input.entry?.type ?? name, version: input.entry?.version ?? version)
            )
        } catch {
            return .unreadable(error)
        }
    }
}

/// An input of `vvc compile`, what became of it, and where that goes.
struct CompileJob {
    let input: CompileInput
    /// The files that the outputs depend on, besides those that the source names.
    let sources: [String]
    /// `nil` if the source or its configuration could not be read.
    let template: CompiledTemplate?
    /// The reason why the source could not be read.
    let problem: FileError?
    /// The files that the template becomes.
    let files: [CompileOutputs.File]
}

extension [CompileJob] {
    /// Returns the jobs in groups that share an output; most groups are of one.
    ///
    /// - Returns: The groups in the order of their first jobs, each with the first path that is shared.
    func groupedByOutput() -> [(jobs: [Int], sharedPath: String?)] {
        var groups: [(jobs: [Int], sharedPath: String?)] = []
        var groupOfPath: [String: Int] = [:]
        /// The new index of each group that was joined to an earlier one.
        var joined: [Int: Int] = [:]
        for (index, job) in enumerated() {
            let paths = job.files.map { Path.normalized($0.path) }
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

/// Finds strings of different templates that share an id.
///
/// One file cannot hold two strings with one id, which the compiler reports. Two files can, but a client that keeps one
/// string table for all templates shows the wrong one (`Docs/Format.md §5`).
struct RunCollisions {
    private var seen: [StringID: (text: String, path: String)] = [:]

    /// Adds a template's strings, and what collides to its diagnostics.
    mutating func check(_ template: inout CompiledTemplate, path: String, client: Client) {
        guard let bytes = template.bytes, let decoded = try? Template(decoding: bytes) else { return }
        for entry in decoded.strings {
            guard let first = seen[entry.id] else {
                seen[entry.id] = (entry.text, path)
                continue
            }
            if !first.text.utf8.elementsEqual(entry.text.utf8) {
                template.reportCollision(of: entry.text, with: first.text, in: first.path, client: client)
            }
        }
    }
}
