import VirtualViewCompiler
import VirtualViewFormat

/// One run of `vvc compile`.
///
/// Every input is compiled, whatever becomes of the others. What an input with errors left behind in an earlier run is
/// removed, so that no build ships it.
struct CompileRun {
    let arguments: ParsedArguments
    private let terminal: Terminal
    let options: TemplateCompiler.Options
    private let version: UInt16?
    let reporter: DiagnosticReporter
    /// Why a file that an option names cannot be read; then nothing is compiled.
    private let optionProblem: FileError?
    /// What is to be said about files that options name.
    private let optionDiagnostics: DiagnosticList

    init(_ arguments: ParsedArguments, _ terminal: Terminal) throws {
        self.arguments = arguments
        self.terminal = terminal
        reporter = DiagnosticReporter(terminal, isJSON: arguments.value("--diagnostics") == "json")
        version = try arguments.number("--template-version", in: 0...65_535).map { UInt16(clamping: $0) }
        let embedded = try arguments.value("--embed").map(EmbeddedRecord.parse) ?? []
        var options = TemplateCompiler.Options(
            target: arguments.value("--target").flatMap { Target.named($0) } ?? .swift,
            isLenient: arguments.isSet("--lenient"),
            warningsAreErrors: arguments.isSet("--werror"),
            embedsDigest: embedded.contains(.digest),
            embedsSourceMap: embedded.contains(.sourceMap)
        )
        var problem: FileError?
        var found = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
        do {
            options.assemble = try AssembleOptions(arguments)
            for path in arguments.allValues("--blocks") {
                let file = SourceFile(path: path, bytes: try FileSystem.read(path))
                options.blocks.read(file, isLenient: options.isLenient, into: &found)
            }
        } catch let error as FileError {
            problem = error
        }
        optionProblem = problem
        optionDiagnostics = found
        self.options = options
        if let name = arguments.value("--name"), name.isEmpty { throw UsageError("the template's name is empty") }
    }

    /// Compiles every input.
    func run() throws(UsageError) -> ExitCode {
        var result = ExitCode.success
        let inputs = try findInputs(&result)
        if inputs.count > 1, arguments.value("--name") != nil { throw UsageError("'--name' goes with one input") }
        let isList = arguments.isSet("--list")
        let artefacts = try arguments.value("--emit").map(Artefact.parse) ?? (isList ? Artefact.ofLists : [.out])
        let outputs = try CompileOutputs(
            arguments.value("-o"),
            inputCount: inputs.count,
            artefacts: artefacts,
            isTree: isList
        )
        let jobCount = try arguments.number("--jobs", in: 1...256)
        if let optionProblem {
            reporter.report(optionProblem)
            result = max(result, optionProblem.exitCode)
        }
        reporter.report(optionDiagnostics)
        if optionDiagnostics.hasErrors { result = max(result, .inputErrors) }
        let isReady = optionProblem == nil && !optionDiagnostics.hasErrors
        let components = ComponentFiles.read(arguments, options, reporter, &result).flatMap { isReady ? $0 : nil }
        let compilers =
            components.map { makeCompilers(for: inputs, components: $0, &result) } ?? inputs.map { _ in nil }
        let batch = CompileBatch(name: arguments.value("--name"), version: version, jobCount: jobCount)
        var collisions = RunCollisions(target: options.target)
        var jobs: [CompileJob] = []
        for (input, outcome) in zip(inputs, batch.compile(inputs, compilers, progress: showProgress)) {
            var template = outcome.template
            if template != nil { collisions.check(&template, path: input.path) }
            let type = template?.type ?? input.entry?.type ?? arguments.value("--name") ?? Path.stem(of: input.path)
            let files = outputs.files(for: type, input)
            jobs.append(CompileJob(input: input, template: template, problem: outcome.problem, files: files))
        }
        // In the order of the inputs, whatever is the matter with each.
        for job in jobs {
            if let template = job.template { reporter.report(template.diagnostics) }
            guard let problem = job.problem else { continue }
            reporter.report(problem)
            result = max(result, problem.exitCode)
        }
        let writer = CompileWriter(arguments, reporter)
        return writer.write(jobs, after: result)
    }

    private func showProgress(_ done: Int, of count: Int) {
        guard terminal.showsProgress, !reporter.isJSON, count >= 100 else { return }
        if done == count {
            terminal.report("\r\u{1B}[K")
        } else if done % 20 == 0 {
            terminal.report("\rcompiling \(done + 1) of \(count)")
        }
    }
}
