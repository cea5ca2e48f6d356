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
    private let compiler: CompilerOptions
    private let standardInput: StandardInput

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        let client = line.client(help: "Looks for what this client does not know or treats differently")
        jobCount = try line.jobCount(help: "Looks at so many sources at a time (default: one for each processor)")
        writesJSON = line.flag(Option("--json", help: "Writes a JSON object a line to standard output"))
        compiler = try CompilerOptions(&line, client: client)
        standardInput = line.standardInput()
        try StandardInput.check(operands)
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
        var result = try lint(DiagnosticReporter(output, isJSON: writesJSON))
        if hasFindings { result = max(result, .inputErrors) }
        if !isWritten { result = max(result, .cannotWrite) }
        return result
    }

    private func lint(_ reporter: DiagnosticReporter) throws(UsageError) -> ExitCode {
        var cache = CompilersByFolder(compiler, reporter)
        var result = ExitCode.success
        func report(_ error: FileError) {
            reporter.report(error)
            result = max(result, error.exitCode)
        }
        let operands = try Project.inputs(operands, orElse: "'vvc lint' needs INPUT…", reporter, &result)
        let inputs = CompileInput.find(operands, standardInput: standardInput, report: report)
        let compilers = try inputs.map { input throws(UsageError) in try cache.compiler(for: input) }
        result = max(result, cache.result)
        let batch = CompileBatch(name: nil, version: nil, jobCount: jobCount)
        var collisions = RunCollisions()
        for (index, outcome) in batch.compile(inputs, compilers, progress: { _, _ in }).enumerated() {
            if let problem = outcome.problem { report(problem) }
            guard let compiler = compilers[index], var template = outcome.template else { continue }
            collisions.check(&template, path: inputs[index].path, client: compiler.options.client)
            let sample = Self.sample(beside: inputs[index].path, report)
            let found = TemplateLinter.lint(template, compiledBy: compiler, sample: sample)
            reporter.report(found)
        }
        return result
    }

    /// Returns the sample data: a file with the name of the source that ends with `.json`.
    private static func sample(beside path: String, _ report: (FileError) -> Void) -> SourceFile? {
        let sample = Path.join(Path.folder(of: path), Path.stem(of: path) + ".json")
        guard FileSystem.kind(of: sample) == .file else { return nil }
        do throws(FileError) {
            return SourceFile(path: sample, bytes: try FileSystem.read(sample))
        } catch {
            report(error)
            return nil
        }
    }
}
