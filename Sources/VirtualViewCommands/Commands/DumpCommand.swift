import VirtualViewCompiler

/// `vvc dump`: shows what is in a template file.
struct DumpCommand: Command {
    static let specification = CommandSpecification(
        name: "dump",
        summary: "Shows what is in a compiled template",
        operands: "FILE",
        operandCount: 1...1,
        example: ("vvc dump build/ProductCard.out", "prints the sections, strings and node tree of the file")
    )

    private let path: String
    private let writesJSON: Bool
    private let writesHex: Bool

    private static let json = Option("--json", help: "Writes JSON instead of text")
    private static let hex = Option("--hex", help: "Writes every byte with its meaning")

    init(_ line: inout ArgumentReader) throws(UsageError) {
        path = line.operand
        writesJSON = line.flag(Self.json)
        writesHex = line.flag(Self.hex)
        if writesJSON, writesHex { throw UsageError("'\(Self.json)' and '\(Self.hex)' exclude each other") }
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        guard let template = try terminal.template(path) else { return .inputErrors }
        let dump = TemplateDump(template)
        let isWritten =
            writesJSON ? terminal.print(json: dump.json()) : terminal.print(writesHex ? dump.hex() : dump.text())
        return isWritten ? .success : .cannotWrite
    }
}
