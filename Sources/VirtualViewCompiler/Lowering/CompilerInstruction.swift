import VirtualViewFormat

/// The content of the `<?vvc …?>` instructions before the root.
///
/// Most sources have none, or one with a name and a version. `vvc decompile` writes everything else: what a file holds
/// and XML cannot say. The reference compiler ignores instructions, so a source stays one that both compilers read.
///
/// An instruction whose first item is `node`, `string`, `program` or `component` is a record, and there may be any
/// number of them. The items of all other instructions are those of one list (`Docs/Language.md`).
struct CompilerInstruction {
    /// The template's name.
    private(set) var name: String?
    /// The template's own version.
    private(set) var version: UInt16?
    /// The statements about the file besides its name and version.
    private(set) var header = InstructionHeader()
    /// The statements about single nodes, strings, programs and components.
    private(set) var records = InstructionRecords()

    private static let items = ["name", "version"] + InstructionHeader.items

    /// Reads the instructions of a tree.
    init(_ tree: SyntaxTree, isLenient: Bool, into diagnostics: inout DiagnosticList) {
        guard !tree.instructions.isEmpty else { return }
        var seen: [String: SourceRange] = [:]
        for instruction in tree.instructions {
            let items = InstructionItems(instruction, in: tree, into: &diagnostics)
            guard let first = items.list.first else { continue }
            if InstructionRecords.heads.contains(first.key) {
                var own: [String: SourceRange] = [:]
                let distinct = items.list.filter { Self.isNew($0, &own, &diagnostics) }
                records.add(distinct, tree.elements.count, &diagnostics)
                continue
            }
            for item in items.list where Self.isNew(item, &seen, &diagnostics) {
                take(item, isLenient, &diagnostics)
            }
        }
    }

    private static func isNew(
        _ item: InstructionItem,
        _ seen: inout [String: SourceRange],
        _ diagnostics: inout DiagnosticList
    ) -> Bool {
        guard let first = seen[item.key] else {
            seen[item.key] = item.keyRange
            return true
        }
        diagnostics.add(.duplicateItem(item.key), at: item.keyRange, noteAt: first)
        return false
    }

    private mutating func take(_ item: InstructionItem, _ isLenient: Bool, _ diagnostics: inout DiagnosticList) {
        switch item.key {
        case "name" where item.value.isEmpty:
            diagnostics.add(.emptyName, at: item.valueRange)
        case "name":
            name = item.value
        case "version":
            if let number = UInt16(item.value) {
                version = number
                return
            }
            // Without a number there are no low bits to use.
            let stored = isLenient ? Int32(item.value).map { UInt16(truncatingIfNeeded: $0) } : nil
            if let stored { version = stored }
            diagnostics.add(.versionRange(item.value, stored: stored), at: item.valueRange)
        case _ where InstructionHeader.items.contains(item.key):
            header.take(item, &diagnostics)
        default:
            // The other items are for files that an author did not write.
            diagnostics.addUnknownItem(item, among: Self.items, expected: "'name' or 'version'")
        }
    }
}

extension CompilerInstruction {
    /// Adds to the file everything that does not belong to a node.
    func apply(to builder: inout TemplateBuilder) {
        header.apply(to: &builder)
        for program in records.programs { builder.appendExpression(verbatim: program.code, id: program.id) }
    }

    /// Returns the configuration with the elements that this source alone knows.
    func applied(to configuration: Configuration) -> Configuration {
        guard !records.components.isEmpty else { return configuration }
        var configuration = configuration
        for component in records.components { configuration.setID(component.id, of: component.name) }
        return configuration
    }
}

extension DiagnosticList {
    /// Adds what is wrong with an instruction.
    mutating func add(
        _ message: InstructionMessage,
        at range: SourceRange,
        noteAt second: SourceRange? = nil,
        fixIts: [Diagnostic.FixIt] = []
    ) {
        add(Diagnostic(message, at: range, noteAt: second, fixIts: fixIts))
    }

    /// Adds that an item means nothing in its place.
    mutating func addUnknownItem(_ item: InstructionItem, among known: [String], expected: String? = nil) {
        let expected = expected ?? (known.isEmpty ? "nothing more" : MessageText.alternatives(known))
        let suggestion = NearestWord.find(item.key, among: known)
        let fixIts = suggestion.map { [Diagnostic.FixIt("replace with '\($0)'", [.init(item.keyRange, with: $0)])] }
        add(.unknownItem(item.key, expected, suggestion: suggestion), at: item.keyRange, fixIts: fixIts ?? [])
    }

    /// Adds that the value of an item is not of its form.
    mutating func addBadValue(_ item: InstructionItem, _ expected: String) {
        add(.badValue(item.value, of: item.key, expected), at: item.valueRange)
    }
}
