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
            .init("--target", "NAME", choices: Target.all.map(\.name), help: "Evaluates as this client does"),
            .init("--as", "KIND", choices: CoercionKind.names, help: "Applies the result to a property of this kind"),
            .init("--diagnostics", "text|json", choices: ["text", "json"], help: "Chooses how problems are written"),
        ],
        example: ("vvc eval '${user.name}' --data user.json", "prints the name as JSON, or null")
    )

    /// What diagnostics call the expression.
    private static let expressionPath = "<expression>"

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        let dialect = try dialect(arguments.value("--target"))
        let reporter = DiagnosticReporter(terminal, isJSON: arguments.value("--diagnostics") == "json")
        var data: BindingValue?
        if let path = arguments.value("--data") {
            guard let file = try DataFile.read(path, reporter) else { return .inputErrors }
            data = file.value == .null ? nil : file.value
        }
        let source = SourceFile(path: expressionPath, text: arguments.operands[0])
        var issues: [BindingIssue] = []
        let expression = BindingExpression(arguments.operands[0], dialect: dialect, issues: &issues)
        var found = DiagnosticList()
        for issue in issues {
            found.add(Diagnostic(.warning, id: issue.id, issue.message, at: SourceRange(source, issue.range)))
        }
        let result = expression.evaluate(on: data)
        let shown = apply(result, arguments.value("--as").flatMap { CoercionKind(named: $0) }, dialect, source, &found)
        reporter.report(found)
        return terminal.print(json: shown.json + "\n") ? .success : .cannotWrite
    }

    private static func dialect(_ target: String?) throws(UsageError) -> BindingDialect {
        guard let target, target != Target.swift.name else { return .swift }
        guard let dialect = BindingDialect(rawValue: target) else {
            throw UsageError("bindings cannot be evaluated as '\(target)' does; expected 'swift' or 'ios-1.2'")
        }
        return dialect
    }

    private static func apply(
        _ result: BindingValue?,
        _ kind: CoercionKind?,
        _ dialect: BindingDialect,
        _ source: SourceFile,
        _ found: inout DiagnosticList
    ) -> BindingValue {
        guard let kind else { return result ?? .null }
        var issues: [BindingCoercion.Issue] = []
        let value = BindingCoercion(dialect).coerce(result, to: kind, default: kind.emptyValue, issues: &issues)
        for issue in issues {
            let range = SourceRange(source, 0..<source.bytes.count)
            found.add(Diagnostic(.warning, id: issue.id, issue.message, at: range))
        }
        return value.jsonValue
    }
}

extension CoercionKind {
    /// What `vvc eval --as` takes for the default of a property: 0, or nothing for a text or object.
    fileprivate var emptyValue: CoercedValue {
        switch self {
        case .int: .int(0, .plain)
        case .float, .size: .float(0, .plain)
        case .words: .words(0)
        case .bool: .bool(false)
        case .visibility: .visibility(.gone)
        case .color: .color(0)
        case .string: .string(nil)
        case .object: .object(nil)
        @unknown default: .object(nil)
        }
    }
}
