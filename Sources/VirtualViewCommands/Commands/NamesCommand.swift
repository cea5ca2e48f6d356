import VirtualViewCompiler

/// `vvc names`: writes the names of templates as Swift constants, without reading a template.
///
/// `vvc compile --names` knows the names only after it compiled everything. A build system that compiles each source by
/// itself knows them from the start, and would compile everything again for one list.
enum NamesCommand: Command {
    static let specification = CommandSpecification(
        name: "names",
        summary: "Writes a Swift file with the names of templates",
        operands: "[NAME…]",
        operandCount: 0...Int.max,
        options: [
            .init("-o", "FILE.swift", help: "Writes into this file instead of standard output"),
            .init("--bundle", help: "Adds where the files of the templates are in the bundle of the module"),
        ],
        example: (
            "vvc names ProductCard TagItem -o Templates.swift", "writes Templates.productCard and Templates.tagItem"
        )
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        if arguments.operands.contains("") { throw UsageError("the name of a template is empty") }
        let text = SwiftSource.names(of: arguments.operands, isBundled: arguments.isSet("--bundle"))
        guard let output = arguments.value("-o") else { return terminal.print(text) ? .success : .cannotWrite }
        try OutputFile.write(Array(text.utf8), to: output)
        return .success
    }
}
