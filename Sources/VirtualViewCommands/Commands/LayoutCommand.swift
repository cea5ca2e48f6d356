import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

/// `vvc layout`: prints the frames of a template's nodes.
struct LayoutCommand: Command {
    static let specification = CommandSpecification(
        name: "layout",
        summary: "Prints the frames of a template's nodes",
        operands: "FILE",
        operandCount: 1...1,
        example: ("vvc layout Card.xml --data Card.json", "prints every node with its frame in points")
    )

    private let path: String
    /// `nil` for that of the project file.
    private let givenWidth: Double?
    /// `nil` for the height that fits.
    let height: Double?
    let screenWidth: Double
    let direction: ScreenEnvironment.LayoutDirection
    private let locale: String
    private let dataPaths: [String]
    private let valuesPath: String?
    private let others: [String]
    /// The points where something is touched.
    let hits: [LayoutPoint]
    /// Whether to print what a screen reader presents instead of the frames.
    let showsAccessibility: Bool
    let metrics: TextMetricsName
    private let writesJSON: Bool
    private let compiler: CompilerOptions
    private let standardInput: StandardInput
    let diagnosticsAreJSON: Bool

    private static let hit = Option("--hit", "X,Y", help: "Tells which node takes touches at this point")

    init(_ line: inout ArgumentReader) throws(UsageError) {
        path = line.operand
        givenWidth = try line.length(
            Option(
                "--width",
                "W",
                help: "Sets the container's width in points (default: the first of the project file, or 375)"
            )
        )
        height = try line.length(
            Option("--height", "H", help: "Sets the container's height in points (default: the height that fits)")
        )
        screenWidth =
            try line.length(
                Option("--screen-width", "S", help: "Sets the screen's width, 750 rp, in points (default: 375)")
            ) ?? 375
        direction = line.direction()
        locale = try line.locale() ?? ScreenEnvironment().locale
        dataPaths = line.texts(
            Option(
                "--data",
                "FILE",
                help: "Shows the data of a JSON file; several are shown one after the other; 'null' is none"
            )
        )
        valuesPath = line.environment()
        others = line.texts(Option("--with", "FILE", help: "Loads a template that the data names"))
        hits = try line.texts(Self.hit).map { text throws(UsageError) in try ArgumentReader.point(text, Self.hit) }
        showsAccessibility = line.flag(
            Option("--accessibility", help: "Prints what a screen reader presents instead of the nodes")
        )
        let client = line.client(help: "Lays out as this client does", isSimulated: true)
        metrics = line.metrics()
        writesJSON = line.flag(Option("--json", help: "Writes JSON instead of text"))
        compiler = try CompilerOptions(&line, client: client, areDrawn: true)
        standardInput = try line.standardInput()
        diagnosticsAreJSON = line.diagnosticsAreJSON()
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let reporter = DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON)
        var compilers = CompilersByFolder(compiler, reporter)
        let place = standardInput.place(of: path)
        let folder = Path.folder(of: place)
        guard let compiler = try compilers.compiler(in: folder) else { return compilers.result }
        let samples = compilers.samples(in: folder, for: compiler)
        var input = TemplateInput(compiler: compiler, functions: samples.functions)
        guard let template = try input.load(path, standardInput: standardInput, reporter) else { return .inputErrors }
        for path in others {
            guard try input.load(path, reporter) != nil else { return .inputErrors }
        }
        var updates: [JSONValue] = []
        for path in dataPaths {
            guard let data = try DataFile.read(path, reporter)?.value else { return .inputErrors }
            if data != .null { updates.append(data) }
        }
        guard let values = try DataFile.environmentValues(valuesPath, orElse: samples.values, reporter) else {
            return .inputErrors
        }
        let environment = ScreenEnvironment(
            width: screenWidth,
            layoutDirection: direction,
            locale: locale,
            values: values
        )
        let report = LayoutReport(
            template,
            input.source,
            self,
            width: givenWidth ?? samples.widths.first ?? 375,
            images: ImageFolder(templates: folder, slots: [:], sizes: samples.imageSizes)
                .measuring(screenWidth: screenWidth),
            environment,
            updates
        )
        for warning in input.issues.map(RuntimeWarning.init) + report.warnings {
            reporter.report(.warning, id: warning.id, warning.message, path: place)
        }
        let isWritten = writesJSON ? terminal.print(json: report.json()) : terminal.print(report.text())
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
