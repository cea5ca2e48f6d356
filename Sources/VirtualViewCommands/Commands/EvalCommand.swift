import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// `vvc eval`: evaluates a data binding.
enum EvalCommand: Command {
    static let specification = CommandSpecification(
        name: "eval",
        summary: "Evaluates a data binding",
        operands: "EXPR",
        operandCount: 1...1,
        options: [
            .init("--data", "FILE", help: "Reads the data from a JSON file; 'null' is none (default: no data)"),
            .init("--target", "NAME", choices: Client.allCases.map(\.name), help: "Evaluates as this client does"),
            .init(
                "--as",
                "KIND",
                choices: BindingCoercion.kinds.map { $0.name },
                help: "Applies the result to a property of this kind"
            ),
            .init("--diagnostics", "text|json", choices: ["text", "json"], help: "Chooses how problems are written"),
        ],
        example: ("vvc eval '${user.name}' --data user.json", "prints the name as JSON, or null")
    )

    /// What diagnostics call the expression.
    private static let expressionPath = "<expression>"

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        let client = try client(arguments.value("--target"))
        let reporter = DiagnosticReporter(terminal, isJSON: arguments.value("--diagnostics") == "json")
        var data: BindingValue?
        if let path = arguments.value("--data") {
            guard let file = try DataFile.read(path, reporter) else { return .inputErrors }
            data = file.value == .null ? nil : file.value
        }
        let source = SourceFile(path: expressionPath, text: arguments.operands[0])
        var issues: [BindingIssue] = []
        let expression = BindingExpression(arguments.operands[0], client: client, issues: &issues)
        var found = DiagnosticList()
        for issue in issues {
            found.add(Diagnostic(.warning, id: issue.id, issue.message, at: SourceRange(source, issue.range)))
        }
        let result = expression.evaluate(on: data)
        let kind = arguments.value("--as").flatMap { name in BindingCoercion.kinds.first { $0.name == name } }
        let shown = kind.map { apply(result, $0.kind, client, source, &found) } ?? result ?? .null
        reporter.report(found)
        return terminal.print(json: shown.json + "\n") ? .success : .cannotWrite
    }

    private static func client(_ target: String?) throws(UsageError) -> Client {
        guard let target, target != Client.swift.name else { return .swift }
        guard let client = Client(rawValue: target), client.isSimulated else {
            throw UsageError("bindings cannot be evaluated as '\(target)' does; expected 'swift' or 'ios-1.2'")
        }
        return client
    }

    private static func apply(
        _ result: BindingValue?,
        _ kind: ValueKind?,
        _ client: Client,
        _ source: SourceFile,
        _ found: inout DiagnosticList
    ) -> BindingValue {
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
