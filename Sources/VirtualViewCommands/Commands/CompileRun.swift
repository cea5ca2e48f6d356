import VirtualViewCompiler
import VirtualViewFormat

/// One run of `vvc compile`.
///
/// Every input is compiled, whatever becomes of the others. What an input with errors left behind in an earlier run is
/// removed, so that no build ships it.
struct CompileRun {
    private let arguments: ParsedArguments
    private let terminal: Terminal
    private let options: TemplateCompiler.Options
    private let version: UInt16?
    private let components: [ComponentSchema]
    private let reporter: DiagnosticReporter

    init(_ arguments: ParsedArguments, _ terminal: Terminal) throws {
        self.arguments = arguments
        self.terminal = terminal
        reporter = DiagnosticReporter(terminal, isJSON: arguments.value("--diagnostics") == "json")
        version = try arguments.number("--template-version", in: 0...65_535).map { UInt16(clamping: $0) }
        var options = TemplateCompiler.Options(
            target: arguments.value("--target").flatMap { Target.named($0) } ?? .swift,
            isLenient: arguments.isSet("--lenient"),
            warningsAreErrors: arguments.isSet("--werror"),
            embedsDigest: arguments.isSet("--embed")
        )
        options.assemble = try AssembleOptions(arguments)
        self.options = options
        if let name = arguments.value("--name"), name.isEmpty { throw UsageError("the template's name is empty") }
        var components: [ComponentSchema] = []
        var found = DiagnosticList()
        for path in arguments.allValues("--components") {
            let read = ComponentsReader.read(SourceFile(path: path, bytes: try FileSystem.read(path)))
            for diagnostic in read.diagnostics { found.add(diagnostic) }
            components += read.components
        }
        self.components = components
        reporter.report(found)
        if found.hasErrors { throw CompileStopped() }
    }

    /// Compiles every input.
    func run() throws -> ExitCode {
        var result = ExitCode.success
        let inputs = CompileInput.find(arguments.operands) { error in
            terminal.reportError(error.message)
            result = max(result, error.exitCode)
        }
        if inputs.count > 1, arguments.value("--name") != nil { throw UsageError("'--name' goes with one input") }
        let outputs = try CompileOutputs(arguments.value("-o"), inputCount: inputs.count)
        var compilers = CompilerCache(options: options, components: components, configPath: arguments.value("--config"))
        var collisions = RunCollisions(target: options.target)
        var jobs: [Job] = []
        for (index, input) in inputs.enumerated() {
            showProgress(index, of: inputs.count)
            var template: CompiledTemplate?
            do throws(FileError) {
                if let compiler = try compilers.compiler(for: input, reporter) {
                    let source = SourceFile(path: input.path, bytes: try FileSystem.read(input.path))
                    template = compiler.compile(source, name: arguments.value("--name"), version: version)
                }
            } catch {
                terminal.reportError(error.message)
                result = max(result, error.exitCode)
            }
            if template != nil { collisions.check(&template, path: input.path) }
            let type = template?.type ?? arguments.value("--name") ?? Path.stem(of: input.path)
            jobs.append(Job(input: input, template: template, output: outputs.path(for: type, input)))
        }
        showProgress(inputs.count, of: inputs.count)
        for job in jobs { if let template = job.template { reporter.report(template.diagnostics) } }
        return max(result, write(jobs))
    }

    /// An input, what became of it, and where that goes.
    private struct Job {
        let input: CompileInput
        /// `nil` when the source or its configuration could not be read.
        let template: CompiledTemplate?
        let output: String
    }

    /// Writes what compiled, and nothing for two inputs with one output.
    private func write(_ jobs: [Job]) -> ExitCode {
        var result = ExitCode.success
        let byOutput = Dictionary(grouping: jobs) { Path.normalized($0.output) }
        for job in jobs {
            let rivals = byOutput[Path.normalized(job.output)] ?? []
            guard rivals.count > 1 else {
                result = max(result, write(job.template, isAssemble: job.input.isAssemble, to: job.output))
                continue
            }
            result = max(result, .inputErrors)
            // One message for all of them, at the last.
            guard rivals.last?.input.path == job.input.path else { continue }
            let names = rivals.map { "'\($0.input.path)'" }.joined(separator: " and ")
            terminal.reportError("\(names) have the same output '\(job.output)'; nothing is written for them")
        }
        return result
    }

    /// Writes a template and what goes with it, or removes what an earlier run left of it.
    private func write(_ template: CompiledTemplate?, isAssemble: Bool, to output: String) -> ExitCode {
        do throws(FileError) {
            let parts = Path.join(Path.folder(of: output), Path.stem(of: output) + ".parts.json")
            guard let template, let bytes = template.bytes else {
                try FileSystem.removeFile(output)
                if isAssemble { try FileSystem.removeFile(parts) }
                return .inputErrors
            }
            try FileSystem.makeFolder(Path.folder(of: output))
            try OutputFile.write(bytes, to: output)
            if let json = template.source.partsJSON {
                try OutputFile.write(Array(json.utf8), to: parts)
            } else if isAssemble {
                try FileSystem.removeFile(parts)
            }
            return .success
        } catch {
            terminal.reportError(error.message)
            return error.exitCode
        }
    }

    private func showProgress(_ done: Int, of count: Int) {
        guard terminal.showsProgress, count >= 100 else { return }
        if done == count {
            terminal.report("\r\u{1B}[K")
        } else if done % 20 == 0 {
            terminal.report("\rcompiling \(done + 1) of \(count)")
        }
    }
}

/// Ends a run whose problems have been reported.
struct CompileStopped: Error {}
