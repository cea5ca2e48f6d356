import VirtualViewFormat

/// `vvc dump`: shows what is in a template file.
enum DumpCommand: Command {
    static let specification = CommandSpecification(
        name: "dump",
        summary: "Shows what is in a compiled template",
        operands: "FILE",
        operandCount: 1...1,
        options: [
            .init("--json", help: "Writes JSON instead of text"),
            .init("--hex", help: "Writes every byte with its meaning"),
        ],
        example: ("vvc dump build/ProductCard.out", "prints the sections, strings and node tree of the file")
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        guard !(arguments.isSet("--json") && arguments.isSet("--hex")) else {
            throw UsageError("'--json' and '--hex' exclude each other")
        }
        let path = arguments.operands[0]
        let bytes = try FileSystem.read(path)
        let template: Template
        do throws(FormatError) {
            template = try Template(decoding: bytes)
        } catch {
            terminal.report(line: "\(path): error: \(Problem(error, path).text)")
            return .inputErrors
        }
        let dump = TemplateDump(template)
        let isWritten =
            arguments.isSet("--json")
            ? terminal.print(json: dump.json()) : terminal.print(arguments.isSet("--hex") ? dump.hex() : dump.text())
        return isWritten ? .success : .cannotWrite
    }
}
