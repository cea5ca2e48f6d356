import VirtualViewCompiler
import VirtualViewExpressions
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
        var seen = SeenFiles()
        let inputs = CompileInput.find(operands, standardInput: standardInput, report: report).filter { input in
            // Its fixes are made once, whatever names of it are given.
            !fixes || seen.insert(FileSystem.resolved(input.path) ?? input.path)
        }
        let compilers = try inputs.map { input throws(UsageError) in try cache.compiler(for: input) }
        result = max(result, cache.result)
        let batch = CompileBatch(name: nil, version: nil, jobCount: jobCount)
        let outcomes = batch.compile(inputs, compilers, progress: { _, _ in })
        var runtimes = Runtimes(inputs, outcomes.map { $0.template })
        var subjects: [LintSubject] = []
        for (index, outcome) in outcomes.enumerated() {
            guard let compiler = compilers[index] else { continue }
            var subject = LintSubject(inputs[index].path, compiler, outcome)
            if subject.template != nil {
                subject.values = cache.values(in: Path.folder(of: subject.path))
                subject.readSample()
                if subject.sample != nil {
                    subject.runtime = runtimes.runtime(for: inputs[index], compiler, &cache)
                }
            }
            subjects.append(subject)
        }
        let workers = Workers(jobCount)
        if fixes {
            let unfixed = subjects
            subjects = workers.map(unfixed.indices) { unfixed[$0].fixed() }
            for index in subjects.indices { subjects[index].write() }
        }
        var collisions = RunCollisions()
        for index in subjects.indices { subjects[index].check(&collisions) }
        let checked = subjects
        let findings = workers.map(checked.indices) { checked[$0].lint() }
        for (subject, findings) in zip(checked, findings) {
            for problem in subject.problems { report(problem) }
            if !writesJSON {
                var formatter = DiagnosticFormatter()
                for diagnostic in subject.fixes { terminal.report(line: Self.line(about: diagnostic, &formatter)) }
            }
            if let findings { reporter.report(findings) }
        }
        return result
    }

    /// Returns the line that says what was corrected.
    private static func line(about diagnostic: Diagnostic, _ formatter: inout DiagnosticFormatter) -> String {
        let position = formatter.position(of: diagnostic.range.offsets.lowerBound, in: diagnostic.range.file)
        let place = "\(diagnostic.range.file.path):\(position.line):\(position.column)"
        let fix = diagnostic.fixIts.first?.message ?? ""
        return "\(place): fixed: \(diagnostic.message) [\(diagnostic.id)]: \(fix)"
    }
}

/// A source that is looked at, and what is known of it so far.
private struct LintSubject: Sendable {
    let path: String
    private let compiler: TemplateCompiler
    /// The result of compiling it as it is now; `nil` if it could not be read.
    private(set) var template: CompiledTemplate?
    /// What was corrected in it, and the result of compiling it then.
    private(set) var fixes: [Diagnostic] = []
    private var correction: CompiledTemplate?
    /// What cannot be read or written.
    private(set) var problems: [FileError] = []
    /// The sample data, the values of `env`, and the runtime that shows them.
    private(set) var sample: SourceFile?
    var values: BindingObject = [:]
    var runtime: RuntimeFindings?

    init(_ path: String, _ compiler: TemplateCompiler, _ outcome: CompileBatch.Outcome) {
        self.path = path
        self.compiler = compiler
        template = outcome.template
        problems = [outcome.problem].compactMap { $0 }
    }

    /// Reads the sample data: a file with the name of the source that ends with `.json`.
    mutating func readSample() {
        let path = SampleFile.path(beside: path)
        guard FileSystem.kind(of: path) == .file else { return }
        do throws(FileError) {
            sample = SourceFile(path: path, bytes: try FileSystem.read(path))
        } catch {
            problems.append(error)
        }
    }

    /// Returns everything that is found in it; `nil` if it could not be read.
    func lint() -> DiagnosticList? { template.map(lint) }

    private func lint(_ template: CompiledTemplate) -> DiagnosticList {
        TemplateLinter.lint(
            template,
            compiledBy: compiler,
            sample: sample,
            values: values,
            issues: sample.flatMap { runtime?.find(in: template, showing: $0) } ?? []
        )
    }

    /// Adds the strings that it shares with templates before it by their ids.
    mutating func check(_ collisions: inout RunCollisions) {
        guard var template else { return }
        collisions.check(&template, path: path, client: compiler.options.client)
        self.template = template
    }

    /// Returns it with what can be corrected for certain; nothing is written.
    func fixed() -> LintSubject {
        guard let template else { return self }
        var versions = [template.source.file: template]
        func version(_ file: SourceFile) -> CompiledTemplate {
            if let known = versions[file] { return known }
            let compiled = compiler.compile(file)
            versions[file] = compiled
            return compiled
        }
        let fixer = SourceFixer(template.source.file) { lint(version($0)) }
        guard fixer.file != template.source.file else { return self }
        var subject = self
        subject.fixes = fixer.fixed
        subject.correction = version(fixer.file)
        return subject
    }

    /// Writes what was corrected; a source that cannot be written, or that somebody has changed meanwhile, stays.
    mutating func write() {
        guard let template, let correction else { return }
        do throws(FileError) {
            let (old, new) = (template.source.file.bytes, correction.source.file.bytes)
            try OutputFile.rewrite(new, to: path, replacing: old)
            self.template = correction
        } catch {
            problems.append(error)
            fixes = []
        }
    }
}

/// The runtimes in which the templates of a run are shown, one for each folder and project.
private struct Runtimes {
    /// The runtimes by the folder and the path of the project file.
    private var known: [[ExactText?]: RuntimeFindings] = [:]
    /// The templates of the run by the folders that they are in and their names; all projects of a folder share them.
    private var templates: [ExactText: [String: [CompiledTemplate]]] = [:]
    private var registries = NodeRegistries()

    init(_ inputs: [CompileInput], _ templates: [CompiledTemplate?]) {
        for (index, input) in inputs.enumerated() {
            guard let template = templates[index] else { continue }
            let folder = ExactText(Self.folder(of: input))
            self.templates[folder, default: [:]][template.type, default: []].append(template)
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
        let samples = cache.samples(in: Path.folder(of: input.path), for: compiler)
        let registry = registries.registry(for: compiler, samples.functions)
        // What is in folders there is not beside it.
        let names = input.root == nil ? (try? FileSystem.list(folder.isEmpty ? "." : folder)) ?? [] : []
        let paths = names.filter { $0.isText && CompileInput.isSource($0.name) }.map { Path.join(folder, $0.name) }
        let named = RuntimeTemplates(templates[ExactText(folder)] ?? [:], beside: paths, compiler, registry)
        let runtime = RuntimeFindings(samples, named)
        known[key] = runtime
        return runtime
    }
}
