import VirtualViewCompiler
import VirtualViewFormat

/// `vvc contract`: prints what templates read from their data.
struct ContractCommand: Command {
    static let specification = CommandSpecification(
        name: "contract",
        summary: "Prints what a template reads from its data, as JSON Schema",
        operands: "[INPUT…]",
        operandCount: 0...Int.max,
        example: ("vvc contract ProductCard.xml", "prints the schema of the data that the card shows")
    )

    private let paths: [String]
    private let compiler: CompilerOptions
    let diagnosticsAreJSON: Bool

    init(_ line: inout ArgumentReader) throws(UsageError) {
        paths = line.operands
        let client = line.client(help: "Compiles for this client")
        compiler = try CompilerOptions(&line, client: client)
        diagnosticsAreJSON = line.diagnosticsAreJSON()
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let reporter = DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON)
        var templates: [(type: String, template: ComparedTemplate)] = []
        var seen = SeenFiles()
        var result = ExitCode.success
        let paths = try Project.inputs(paths, orElse: "'vvc contract' needs INPUT…", reporter, &result)
        for path in paths {
            let side = try DiffSide(path, compiler, reporter)
            result = max(result, side.result)
            templates += side.templates.filter { seen.insert($0.value.path) }.map { ($0, $1) }
        }
        guard result == .success else { return result }
        templates.sort { String.inByteOrder($0.type, $1.type) }
        let contracts = templates.map { DataContract(of: $0.type, DataNeeds($0.template.dataReads)).json() }
        // Several schemas are one array.
        let isOne = contracts.count == 1
        let text =
            isOne ? contracts[0] : "[\n" + contracts.map { String($0.dropLast()) }.joined(separator: ",\n") + "\n]\n"
        return terminal.print(json: text) ? .success : .cannotWrite
    }
}
