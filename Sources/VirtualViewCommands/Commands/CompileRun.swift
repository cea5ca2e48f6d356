import VirtualViewCompiler
import VirtualViewFormat

/// One run of `vvc compile`.
///
/// Every input is compiled, whatever becomes of the others. What an input with errors left behind in an earlier run is
/// removed, so that no build ships it.
struct CompileRun {
    let arguments: ParsedArguments
    private let terminal: Terminal
    private let compilers: CompilerArguments
    private let version: UInt16?
    let reporter: DiagnosticReporter

    init(_ arguments: ParsedArguments, _ terminal: Terminal) throws {
        self.arguments = arguments
        self.terminal = terminal
        reporter = DiagnosticReporter(terminal, isJSON: arguments.value("--diagnostics") == "json")
        version = try arguments.number("--template-version", in: 0...65_535).map { UInt16(clamping: $0) }
        let embedded = try arguments.value("--embed").map(EmbeddedRecord.parse) ?? []
        var compilers = try CompilerArguments(
            arguments,
            target: arguments.value("--target").flatMap { Client(rawValue: $0) } ?? .swift
        )
        compilers.options.embedsDigest = embedded.contains(.digest)
        compilers.options.embedsSourceMap = embedded.contains(.sourceMap)
        self.compilers = compilers
        if let name = arguments.value("--name"), name.isEmpty { throw UsageError("the template's name is empty") }
    }

    var options: TemplateCompiler.Options { compilers.options }

    /// The files that are read whatever the sources are.
    private var sharedInputs: [String] {
        CompilerArguments.files(of: arguments) + arguments.allValues("--list")
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
        let compilers = makeCompilers(for: inputs, &result)
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
        try checkOutputs(jobs)
        // In the order of the inputs, whatever is the matter with each.
        for job in jobs {
            if let template = job.template { reporter.report(template.diagnostics) }
            guard let problem = job.problem else { continue }
            reporter.report(problem)
            result = max(result, problem.exitCode)
        }
        let writer = CompileWriter(arguments, sharedInputs: sharedInputs, reporter)
        return writer.write(jobs, after: result)
    }

    /// The compiler of each input; `nil` where what it is made from cannot be used, which is reported.
    private func makeCompilers(for inputs: [CompileInput], _ result: inout ExitCode) -> [TemplateCompiler?] {
        guard var cache = compilers.makeCache(reporter, &result) else { return inputs.map { _ in nil } }
        return cache.compilers(for: inputs, reporter, &result)
    }

    /// Nothing that is written may take the place of what was read, or of another output.
    private func checkOutputs(_ jobs: [CompileJob]) throws(UsageError) {
        var claims = OutputClaims(reading: jobs.map(\.input.path) + sharedInputs)
        for job in jobs {
            for file in job.files { try claims.note(file.path, for: "'\(job.input.path)'") }
            if let parts = job.files.partsPath { try claims.note(parts, for: "'\(job.input.path)'") }
        }
        for option in ["--names", "--manifest", "--depfile"] {
            if let path = arguments.value(option) { try claims.claim(path, for: "'\(option)'") }
        }
    }

    private func showProgress(_ done: Int, of count: Int) {
        guard terminal.showsProgress, !reporter.isJSON, count >= 100 else { return }
        if done == count {
            terminal.report(styled: "\r\u{1B}[K")
        } else if done % 20 == 0 {
            terminal.report(styled: "\rcompiling \(done + 1) of \(count)")
        }
    }
}
