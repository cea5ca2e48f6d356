import VirtualViewCompiler

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
        var cache = CompilerCache(command.compiler, reporter)
        var result = ExitCode.success
        let inputs = findInputs(&result)
        if inputs.count > 1, command.name != nil { throw UsageError("'\(CompileCommand.name)' goes with one input") }
        let outputs = try CompileOutputs(
            command.output,
            inputCount: inputs.count,
            artefacts: command.artefacts,
            isTree: command.list != nil
        )
        let compilers = try inputs.map { input throws(UsageError) in try cache.compiler(for: input) }
        result = max(result, cache.result)
        let batch = CompileBatch(name: command.name, version: command.version, jobCount: command.jobCount)
        var collisions = RunCollisions()
        var jobs: [CompileJob] = []
        for (index, outcome) in batch.compile(inputs, compilers, progress: showProgress).enumerated() {
            let input = inputs[index]
            var template = outcome.template
            if let client = compilers[index]?.options.client {
                collisions.check(&template, path: input.path, client: client)
            }
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

    private func showProgress(_ done: Int, of count: Int) {
        guard terminal.showsProgress, !reporter.isJSON, count >= 100 else { return }
        if done == count {
            terminal.report(styled: "\r\u{1B}[K")
        } else if done % 20 == 0 {
            terminal.report(styled: "\rcompiling \(done + 1) of \(count)")
        }
    }
}
