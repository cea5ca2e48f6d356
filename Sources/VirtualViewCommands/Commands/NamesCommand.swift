import VirtualViewFormat

/// `vvc names`: writes the names of templates as Swift constants, without reading a template.
///
/// `vvc compile --names` knows the names only after it compiled everything. A build system that compiles each source by
/// itself knows them from the start, and would compile everything again for one list.
struct NamesCommand: Command {
    static let specification = CommandSpecification(
        name: "names",
        summary: "Writes a Swift file with the names of templates",
        operands: "[NAME…]",
        operandCount: 0...Int.max,
        example: (
            "vvc names ProductCard TagItem -o Templates.swift", "writes Templates.productCard and Templates.tagItem"
        )
    )

    private let names: [String]
    private let output: String?
    private let isBundled: Bool

    init(_ line: inout ArgumentReader) throws(UsageError) {
        names = line.operands
        output = line.text(Option("-o", "FILE.swift", help: "Writes into this file instead of standard output"))
        isBundled = line.flag(
            Option("--bundle", help: "Adds where the files of the templates are in the bundle of the module")
        )
        if names.contains("") { throw UsageError("the name of a template is empty") }
        guard isBundled else { return }
        var owners: [ExactText: String] = [:]
        for name in names {
            let file = SwiftSource.file(of: name)
            guard let other = owners.updateValue(name, forKey: ExactText(file)), !other.hasSameBytes(as: name) else {
                continue
            }
            let both = [other, name].sorted(by: String.inByteOrder).map { "'\($0)'" }.joined(separator: " and ")
            throw UsageError("\(both) have one file, '\(file)'")
        }
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        try OutputFile.write(SwiftSource.names(of: names, isBundled: isBundled), to: output, or: terminal)
    }
}
