import VirtualViewCompiler

/// `vvc decompile`: turns a template file back into XML.
struct DecompileCommand: Command {
    static let specification = CommandSpecification(
        name: "decompile",
        summary: "Turns a compiled template into XML that compiles to the same bytes",
        operands: "FILE",
        operandCount: 1...1,
        example: ("vvc decompile build/Card.out -o Card.xml", "writes a source of the template")
    )

    private let path: String
    private let output: String?

    init(_ line: inout ArgumentReader) {
        path = line.operand
        output = line.text(Option("-o", "FILE.xml", help: "Writes into this file instead of standard output"))
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        if let output { try OutputClaims(reading: [path]).check(output) }
        func fail(_ message: String) -> ExitCode {
            terminal.report(line: "\(path): error: \(message)")
            return .inputErrors
        }
        guard let template = try terminal.template(path) else { return .inputErrors }
        if let excess = template.excess { return fail(excess) }
        guard let source = Decompiler(template).run()?.source else {
            return fail("no source gives this template back; it has no name, or is too large")
        }
        return try OutputFile.write(source, to: output, or: terminal)
    }
}
