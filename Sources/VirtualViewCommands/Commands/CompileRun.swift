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
    private let reporter: DiagnosticReporter
    /// Why a file that an option names cannot be read; then nothing is compiled.
    private let optionProblem: FileError?
    /// What is to be said about files that options name.
    private let optionDiagnostics: DiagnosticList

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
        let inputs = CompileInput.find(arguments.operands) { error in
            reporter.report(error)
            result = max(result, error.exitCode)
        }
        if inputs.count > 1, arguments.value("--name") != nil { throw UsageError("'--name' goes with one input") }
        let outputs = try CompileOutputs(arguments.value("-o"), inputCount: inputs.count)
        if let optionProblem {
            reporter.report(optionProblem)
            result = max(result, optionProblem.exitCode)
        }
        reporter.report(optionDiagnostics)
        if optionDiagnostics.hasErrors { result = max(result, .inputErrors) }
        let components = readComponents(&result)
        let isReady = components != nil && optionProblem == nil && !optionDiagnostics.hasErrors
        var compilers = CompilerCache(
            options: options,
            components: components ?? [],
            configPath: arguments.value("--config")
        )
        var collisions = RunCollisions(target: options.target)
        var jobs: [Job] = []
        for (index, input) in inputs.enumerated() {
            showProgress(index, of: inputs.count)
            var template: CompiledTemplate?
            var problem: FileError?
            do throws(FileError) {
                template = isReady ? try compile(input, &compilers) : nil
            } catch {
                problem = error
            }
            if template != nil { collisions.check(&template, path: input.path) }
            let type = template?.type ?? arguments.value("--name") ?? Path.stem(of: input.path)
            let output = outputs.path(for: type, input)
            jobs.append(Job(input: input, template: template, problem: problem, output: output))
        }
        showProgress(inputs.count, of: inputs.count)
        // In the order of the inputs, whatever is the matter with each.
        for job in jobs {
            if let template = job.template { reporter.report(template.diagnostics) }
            guard let problem = job.problem else { continue }
            reporter.report(problem)
            result = max(result, problem.exitCode)
        }
        return max(result, write(jobs))
    }

    /// Reads an app's own components; `nil` when one of the files is not right, which is reported.
    private func readComponents(_ result: inout ExitCode) -> [ComponentSchema]? {
        var components: [ComponentSchema] = []
        var schema = Schema.standard
        var isRight = true
        for path in arguments.allValues("--components") {
            do throws(FileError) {
                let file = SourceFile(path: path, bytes: try FileSystem.read(path))
                let read = ComponentsReader.read(file, extending: schema)
                var diagnostics = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
                for diagnostic in read.diagnostics { diagnostics.add(diagnostic) }
                reporter.report(diagnostics)
                if diagnostics.hasErrors { isRight = false }
                components += read.components
                schema = Schema(components: schema.components + read.components, properties: schema.properties)
            } catch {
                reporter.report(error)
                result = max(result, error.exitCode)
                isRight = false
            }
        }
        return isRight ? components : nil
    }

    /// Compiles one source; `nil` when its configuration has errors.
    private func compile(
        _ input: CompileInput,
        _ compilers: inout CompilerCache
    ) throws(FileError) -> CompiledTemplate? {
        guard let compiler = try compilers.compiler(for: input, reporter) else { return nil }
        let source = SourceFile(path: input.path, bytes: try FileSystem.read(input.path))
        return compiler.compile(source, name: arguments.value("--name"), version: version)
    }

    /// An input, what became of it, and where that goes.
    private struct Job {
        let input: CompileInput
        /// `nil` when the source or its configuration could not be read.
        let template: CompiledTemplate?
        /// Why nothing could be read.
        let problem: FileError?
        let output: String
    }

    /// Writes what compiled, and nothing for two inputs with one output.
    private func write(_ jobs: [Job]) -> ExitCode {
        var result = ExitCode.success
        var byOutput = Dictionary(grouping: jobs) { Path.normalized($0.output) }
        for job in jobs {
            // The first of several takes them all, so that there is one message.
            guard let rivals = byOutput.removeValue(forKey: Path.normalized(job.output)) else { continue }
            if rivals.count > 1 {
                let names = rivals.map { "'\($0.input.path)'" }.joined(separator: " and ")
                let message = "\(names) have one output, '\(job.output)'; nothing is written for them"
                reporter.report(.sameOutput, message, path: rivals[1].input.path)
            }
            let template = rivals.count == 1 ? job.template : nil
            let isAssemble = rivals.contains { $0.input.isAssemble }
            result = max(result, write(template, isAssemble: isAssemble, to: job.output))
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
            reporter.report(error)
            return error.exitCode
        }
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
