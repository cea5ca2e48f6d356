import VirtualViewCompiler
import VirtualViewFormat

/// `vvc lint`: finds what compiles and will not work.
enum LintCommand: Command {
    static let specification = CommandSpecification(
        name: "lint",
        summary: "Finds what compiles but will not work",
        operands: "INPUT…",
        operandCount: 1...Int.max,
        options: [
            .init(
                "--target",
                "NAME",
                choices: Client.allCases.map(\.name),
                help: "Looks for what this client does not know or treats differently"
            ),
            .init("--jobs", "N", help: "Looks at so many sources at a time (default: one for each processor)"),
            .init("--json", help: "Writes a JSON object a line to standard output"),
        ] + CompilerArguments.options,
        example: ("vvc lint Templates --target ios-1.2", "lists what will not work on that client")
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        let compilers = try CompilerArguments(
            arguments,
            target: arguments.value("--target").flatMap { Client(rawValue: $0) } ?? .swift
        )
        let jobCount = try arguments.number("--jobs", in: 1...256)
        let isJSON = arguments.isSet("--json")
        // With `--json` what is found is the result, and goes where results go.
        var isWritten = true
        // Whatever is said counts, also of configurations and other files that options name.
        var hasFindings = false
        let output = Terminal(
            usesColor: terminal.usesColor,
            out: { _ in true },
            error: { bytes in
                hasFindings = true
                let text = String(decoding: bytes, as: UTF8.self)
                if isJSON { isWritten = terminal.print(json: text) && isWritten } else { terminal.report(styled: text) }
            }
        )
        let reporter = DiagnosticReporter(output, isJSON: isJSON)
        var result = run(arguments.operands, compilers, jobCount, reporter)
        if hasFindings { result = max(result, .inputErrors) }
        if !isWritten { result = max(result, .cannotWrite) }
        return result
    }

    private static func run(
        _ operands: [String],
        _ arguments: CompilerArguments,
        _ jobCount: Int?,
        _ reporter: DiagnosticReporter
    ) -> ExitCode {
        var result = ExitCode.success
        func report(_ error: FileError) {
            reporter.report(error)
            result = max(result, error.exitCode)
        }
        let inputs = CompileInput.find(operands, report: report)
        guard var cache = arguments.makeCache(reporter, &result) else { return result }
        let compilers = cache.compilers(for: inputs, reporter, &result)
        if compilers.contains(where: { $0 == nil }) { result = max(result, .inputErrors) }
        let batch = CompileBatch(name: nil, version: nil, jobCount: jobCount)
        var collisions = RunCollisions(target: arguments.options.target)
        for (index, outcome) in batch.compile(inputs, compilers, progress: { _, _ in }).enumerated() {
            if let problem = outcome.problem { report(problem) }
            guard let compiler = compilers[index], var template = Optional(outcome.template) else { continue }
            collisions.check(&template, path: inputs[index].path)
            guard let template else { continue }
            let sample = sample(beside: inputs[index].path, report)
            let found = TemplateLinter.lint(template, compiledBy: compiler, sample: sample)
            reporter.report(found)
        }
        return result
    }

    /// The sample data: a file with the name of the source that ends with `.json`.
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
