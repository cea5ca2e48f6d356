import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// `vvc eval`: evaluates a data binding.
struct EvalCommand: Command {
    static let specification = CommandSpecification(
        name: "eval",
        summary: "Evaluates a data binding",
        operands: "EXPR",
        operandCount: 1...1,
        example: ("vvc eval '${user.name}' --data user.json", "prints the name as JSON, or null")
    )

    /// The path of the expression in diagnostics.
    private static let expressionPath = "<expression>"

    private let text: String
    private let dataPath: String?
    private let valuesPath: String?
    private let requested: Client?
    private let kind: (name: String, kind: ValueKind?)?
    let diagnosticsAreJSON: Bool

    init(_ line: inout ArgumentReader) throws(UsageError) {
        text = line.operand
        dataPath = line.text(
            Option("--data", "FILE", help: "Reads the data from a JSON file; 'null' is none (default: no data)")
        )
        valuesPath = line.environment()
        requested = line.client(help: "Evaluates as this client does", isSimulated: true)
        let kindName = line.text(
            Option(
                "--as",
                "KIND",
                choices: BindingCoercion.kinds.map { $0.name },
                help: "Applies the result to a property of this kind"
            )
        )
        kind = kindName.flatMap { name in BindingCoercion.kinds.first { $0.name == name } }
        diagnosticsAreJSON = line.diagnosticsAreJSON()
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        var client = requested ?? .swift
        let reporter = DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON)
        var code = ExitCode.success
        var functions: [String: SampleFunction] = [:]
        var projectValues: BindingObject = [:]
        if let project = Project.ofCurrentFolder(reporter, &code) {
            guard !project.isBroken else { return code }
            functions = project.file?.functions ?? [:]
            projectValues = project.file?.env ?? [:]
            if requested == nil { client = project.client(isSimulated: true) ?? .swift }
        }
        var data: JSONValue?
        if let dataPath {
            guard let file = try DataFile.read(dataPath, reporter) else { return .inputErrors }
            data = file.value == .null ? nil : file.value
        }
        guard let values = try DataFile.environmentValues(valuesPath, orElse: projectValues, reporter) else {
            return .inputErrors
        }
        let source = SourceFile(path: Self.expressionPath, text: text)
        var issues: [BindingIssue] = []
        let expression = BindingExpression(text, client: client, issues: &issues)
        var found = DiagnosticList()
        for issue in issues { found.add(issue.diagnostic(in: source)) }
        guard !issues.contains(where: { $0.severity == .error }) else {
            reporter.report(found)
            return .inputErrors
        }
        let result = expression.evaluate(
            on: data,
            environment: valuesPath == nil && projectValues.isEmpty ? nil : ["env": .object(values)],
            functions: SampleFunctions(functions)
        )
        let shown = kind.map { apply(result, $0.kind, client, source, &found) } ?? result ?? .null
        reporter.report(found)
        return terminal.print(json: shown.json + "\n") ? .success : .cannotWrite
    }

    private func apply(
        _ result: JSONValue?,
        _ kind: ValueKind?,
        _ client: Client,
        _ source: SourceFile,
        _ found: inout DiagnosticList
    ) -> JSONValue {
        var issues: [BindingCoercion.Issue] = []
        // 0 is the default of every number and word.
        let value = BindingCoercion(client).coerce(result, to: kind, default: .int(0, .none), issues: &issues)
        for issue in issues {
            let range = SourceRange(source, 0..<source.bytes.count)
            found.add(Diagnostic(.warning, id: issue.id, issue.message, at: range))
        }
        return value.jsonValue(as: kind)
    }
}
