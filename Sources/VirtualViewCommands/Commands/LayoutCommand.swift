import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

/// `vvc layout`: prints the frames of a template's nodes.
enum LayoutCommand: Command {
    static let specification = CommandSpecification(
        name: "layout",
        summary: "Prints the frames of a template's nodes",
        operands: "FILE",
        operandCount: 1...1,
        options: [
            .init("--width", "W", help: "Sets the container's width in points (default: 375)"),
            .init("--height", "H", help: "Sets the container's height in points (default: the height that fits)"),
            .init("--screen-width", "S", help: "Sets the screen's width, 750 rp, in points (default: 375)"),
            .init(
                "--data",
                "FILE",
                isRepeatable: true,
                help: "Shows the data of a JSON file; several are shown one after the other; 'null' is none"
            ),
            .init("--with", "FILE", isRepeatable: true, help: "Loads a template that the data names"),
            .init("--hit", "X,Y", isRepeatable: true, help: "Tells which node takes touches at this point"),
            .init("--target", "NAME", choices: Client.allCases.map(\.name), help: "Lays out as this client does"),
            .init("--metrics", "NAME", choices: TextMetricsName.names, help: "Chooses how texts are measured"),
            .init("--json", help: "Writes JSON instead of text"),
        ] + CompilerArguments.options + [
            .init("--diagnostics", "text|json", choices: ["text", "json"], help: "Chooses how problems are written")
        ],
        example: ("vvc layout Card.xml --data Card.json", "prints every node with its frame in points")
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        let request = try LayoutRequest(arguments)
        let reporter = DiagnosticReporter(terminal, isJSON: arguments.value("--diagnostics") == "json")
        var result = ExitCode.success
        guard let compiler = try CompilerArguments(arguments, target: request.target).makeCompiler(reporter, &result)
        else { return result }
        var input = TemplateInput(target: request.target, compiler: compiler)
        guard let template = try input.load(arguments.operands[0], reporter) else { return .inputErrors }
        for path in arguments.allValues("--with") {
            guard try input.load(path, reporter) != nil else { return .inputErrors }
        }
        var updates: [BindingValue] = []
        for path in arguments.allValues("--data") {
            guard let data = try DataFile.read(path, reporter)?.value else { return .inputErrors }
            if data != .null { updates.append(data) }
        }
        let report = LayoutReport(template, input.source, request, updates)
        for warning in input.issues.map(RuntimeWarning.init) + report.warnings {
            reporter.report(.warning, id: warning.id, warning.message, path: arguments.operands[0])
        }
        let isWritten =
            arguments.isSet("--json") ? terminal.print(json: report.json()) : terminal.print(report.text())
        return isWritten ? .success : .cannotWrite
    }
}

/// The names of the built-in text metrics.
enum TextMetricsName: String, CaseIterable {
    /// A common sans-serif face.
    case builtin
    /// One width for every character.
    case fixed

    static let names = allCases.map(\.rawValue)

    var metrics: any TextMeasuring {
        switch self {
        case .builtin: BuiltInTextMetrics()
        case .fixed: FixedTextMetrics()
        }
    }
}
