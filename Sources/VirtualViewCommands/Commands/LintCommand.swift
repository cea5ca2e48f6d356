import VirtualViewCompiler
import VirtualViewFormat

/// `vvc lint`: finds templates that compile but will not work.
struct LintCommand: Command {
    static let specification = CommandSpecification(
        name: "lint",
        summary: "Finds what compiles but will not work",
        operands: "[INPUT…]",
        operandCount: 0...Int.max,
        example: ("vvc lint Templates --target ios-1.2", "lists what will not work on that client")
    )

    private let operands: [String]
    private let jobCount: Int?
    private let writesJSON: Bool
    private let fixes: Bool
    private let compiler: CompilerOptions
    private let standardInput: StandardInput

    private static let fix = Option("--fix", help: "Makes the corrections that are certain, and reports what is left")

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        let client = line.client(help: "Looks for what this client does not know or treats differently")
        jobCount = try line.jobCount(help: "Looks at so many sources at a time (default: one for each processor)")
        writesJSON = line.flag(Option("--json", help: "Writes a JSON object a line to standard output"))
        fixes = line.flag(Self.fix)
        compiler = try CompilerOptions(&line, client: client)
        standardInput = try line.standardInput()
        try StandardInput.check(operands)
        if fixes, operands.contains(StandardInput.operand) {
            throw UsageError("'\(Self.fix)' writes files, and '\(StandardInput.operand)' is none")
        }
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        // With `--json` what is found is the result, and goes where results go.
        var isWritten = true
        // Every report counts, including those about configurations and other files that options name.
        var hasFindings = false
        let output = Terminal(
            usesColor: terminal.usesColor,
            out: { _ in true },
            error: { bytes in
                hasFindings = true
                let text = String(decoding: bytes, as: UTF8.self)
                if writesJSON {
                    isWritten = terminal.print(json: text) && isWritten
                } else {
                    terminal.report(styled: text)
                }
            }
        )
        var result = try lint(DiagnosticReporter(output, isJSON: writesJSON), terminal)
        if hasFindings { result = max(result, .inputErrors) }
        if !isWritten { result = max(result, .cannotWrite) }
        return result
    }

    private func lint(_ reporter: DiagnosticReporter, _ terminal: Terminal) throws(UsageError) -> ExitCode {
        var cache = CompilersByFolder(compiler, reporter)
        var result = ExitCode.success
        func report(_ error: FileError) { reporter.report(error, &result) }
        let operands = try Project.inputs(operands, orElse: "'vvc lint' needs INPUT…", reporter, &result)
        let inputs = CompileInput.find(operands, standardInput: standardInput, report: report)
        let compilers = try inputs.map { input throws(UsageError) in try cache.compiler(for: input) }
        result = max(result, cache.result)
        let batch = CompileBatch(name: nil, version: nil, jobCount: jobCount)
        var collisions = RunCollisions()
        let outcomes = batch.compile(inputs, compilers, progress: { _, _ in })
        var runtimes = Runtimes(inputs, outcomes.map { $0.template })
        for (index, outcome) in outcomes.enumerated() {
            if let problem = outcome.problem { report(problem) }
            guard let compiler = compilers[index], var template = outcome.template else { continue }
            let path = inputs[index].path
            let sample = Self.sample(beside: path, report)
            let runtime = sample == nil ? nil : runtimes.runtime(for: inputs[index], compiler, &cache)
            let values = cache.values(in: Path.folder(of: path))
            func lint(_ template: CompiledTemplate) -> DiagnosticList {
                let issues = sample.flatMap { runtime?.find(in: template, showing: $0) } ?? []
                return TemplateLinter.lint(
                    template,
                    compiledBy: compiler,
                    sample: sample,
                    values: values,
                    issues: issues
                )
            }
            if fixes {
                do throws(FileError) {
                    template = try fix(template, compiler, path, terminal, lint)
                } catch {
                    report(error)
                }
            }
            collisions.check(&template, path: path, client: compiler.options.client)
            reporter.report(lint(template))
        }
        return result
    }

    /// Corrects a source as far as that is certain.
    ///
    /// - Returns: The result of compiling what the source is now.
    /// - Throws: ``FileError`` when it cannot be written; it is as it was then.
    private func fix(
        _ template: CompiledTemplate,
        _ compiler: TemplateCompiler,
        _ path: String,
        _ terminal: Terminal,
        _ lint: (CompiledTemplate) -> DiagnosticList
    ) throws(FileError) -> CompiledTemplate {
        var versions = [template.source.file: template]
        func version(_ file: SourceFile) -> CompiledTemplate {
            if let known = versions[file] { return known }
            let compiled = compiler.compile(file)
            versions[file] = compiled
            return compiled
        }
        let fixer = SourceFixer(template.source.file) { lint(version($0)) }
        guard fixer.file != template.source.file else { return template }
        try OutputFile.rewrite(fixer.file.bytes, to: path)
        if !writesJSON {
            var formatter = DiagnosticFormatter()
            for diagnostic in fixer.fixed { terminal.report(line: Self.line(about: diagnostic, &formatter)) }
        }
        return version(fixer.file)
    }

    /// Returns the line that says what was corrected.
    private static func line(about diagnostic: Diagnostic, _ formatter: inout DiagnosticFormatter) -> String {
        let position = formatter.position(of: diagnostic.range.offsets.lowerBound, in: diagnostic.range.file)
        let place = "\(diagnostic.range.file.path):\(position.line):\(position.column)"
        let fix = diagnostic.fixIts.first?.message ?? ""
        return "\(place): fixed: \(diagnostic.message) [\(diagnostic.id)]: \(fix)"
    }

    /// Returns the sample data: a file with the name of the source that ends with `.json`.
    private static func sample(beside path: String, _ report: (FileError) -> Void) -> SourceFile? {
        let sample = SampleFile.path(beside: path)
        guard FileSystem.kind(of: sample) == .file else { return nil }
        do throws(FileError) {
            return SourceFile(path: sample, bytes: try FileSystem.read(sample))
        } catch {
            report(error)
            return nil
        }
    }
}

/// The runtimes in which the templates of a run are shown, one for each folder and project.
private struct Runtimes {
    /// The runtimes by the folder and the path of the project file.
    private var known: [[ExactText?]: RuntimeFindings] = [:]
    /// The templates of the run by the folders that they are in.
    private var templates: [ExactText: [CompiledTemplate]] = [:]

    init(_ inputs: [CompileInput], _ templates: [CompiledTemplate?]) {
        for (index, input) in inputs.enumerated() {
            guard let template = templates[index] else { continue }
            self.templates[ExactText(Self.folder(of: input)), default: []].append(template)
        }
    }

    /// The folder in which the data of a template finds others: that of the command line, or else its own.
    private static func folder(of input: CompileInput) -> String { input.root ?? Path.folder(of: input.path) }

    /// Returns the runtime for an input.
    ///
    /// A source that is given alone is shown with the sources beside it.
    mutating func runtime(
        for input: CompileInput,
        _ compiler: TemplateCompiler,
        _ cache: inout CompilersByFolder
    ) -> RuntimeFindings {
        let folder = Self.folder(of: input)
        let project = cache.project(in: Path.folder(of: input.path))
        let key = [folder, project?.path].map { $0.map(ExactText.init) }
        if let known = known[key] { return known }
        var runtime = RuntimeFindings(compiler, cache.samples(in: Path.folder(of: input.path), for: compiler))
        for template in templates[ExactText(folder)] ?? [] { runtime.add(template) }
        if input.root == nil {
            // What is in folders there is not beside it.
            let names = (try? FileSystem.list(folder.isEmpty ? "." : folder)) ?? []
            for (name, isText, _) in names
            where isText && CompileInput.isSource(name) {
                let path = Path.join(folder, name)
                guard FileSystem.kind(of: path) == .file, let bytes = try? FileSystem.read(path) else { continue }
                runtime.add(compiler.compile(SourceFile(path: path, bytes: bytes)))
            }
        }
        known[key] = runtime
        return runtime
    }
}
