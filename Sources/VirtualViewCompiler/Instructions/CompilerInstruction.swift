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
        let fixIts = [Diagnostic.FixIt].replacing(item.keyRange, with: suggestion)
        add(.unknownItem(item.key, expected, suggestion: suggestion), at: item.keyRange, fixIts: fixIts)
    }

    /// Adds that the value of an item is not of its form.
    mutating func addBadValue(_ item: InstructionItem, _ expected: String) {
        add(.badValue(item.value, of: item.key, expected), at: item.valueRange)
    }
}

/// The statements of instructions about the file as a whole, besides its name and version.
struct InstructionHeader {
    static let items = ["format", "page", "dependencies", "target", "sections", "embed", "extra"]

    /// The revision of the format, after the point of `1.0`.
    private(set) var minor: UInt16?
    /// The page id.
    private(set) var page: UInt16?
    /// The pages that the template depends on.
    private(set) var dependencies: [UInt16] = []
    /// The client whose built-in strings the file leaves out.
    private(set) var client: Client?
    /// The order of the sections.
    private(set) var sections: [FileSection] = []
    /// Whether the file ends with a digest.
    private(set) var embedsDigest = false
    /// The content of the extra section.
    private(set) var extra: [UInt8]?
    /// The place of that content.
    private(set) var extraRange: SourceRange?

    /// Reads an item.
    mutating func take(_ item: InstructionItem, _ diagnostics: inout DiagnosticList) {
        switch item.key {
        case "format":
            let parts = item.value.split(separator: ".", omittingEmptySubsequences: false)
            minor = parts.count == 2 && parts[0] == "1" ? UInt16(parts[1]) : nil
            if minor == nil { diagnostics.addBadValue(item, "'1.' and a number from 0 to 65535") }
        case "page":
            page = UInt16(item.value)
            if page == nil { diagnostics.addBadValue(item, "a number from 0 to 65535") }
        case "dependencies":
            let numbers = item.value.split(separator: " ").map { UInt16($0) }
            dependencies = numbers.compactMap { $0 }
            if numbers.contains(nil) {
                diagnostics.addBadValue(item, "numbers from 0 to 65535, with blanks between them")
            }
        case "target":
            client = Client(rawValue: item.value)
            if client == nil {
                diagnostics.addBadValue(item, MessageText.alternatives(Client.allCases.map { $0.name }))
            }
        case "sections":
            let words = item.value.split(separator: " ").map { FileSection(rawValue: String($0)) }
            sections = words.compactMap { $0 }.filter { $0 != .header }
            let isRight = sections.count == words.count && Set(sections).count == words.count
            if !isRight { diagnostics.addBadValue(item, "'code', 'strings', 'expressions' and 'extra', each once") }
        case "embed":
            embedsDigest = item.value == "digest"
            if !embedsDigest { diagnostics.addBadValue(item, "'digest'") }
        default:
            extra = HexText.bytes(item.value)
            extraRange = item.valueRange
            if extra == nil { diagnostics.addBadValue(item, "hexadecimal digits, two for each byte") }
        }
    }

    /// Applies the items to the file.
    func apply(to builder: inout TemplateBuilder) {
        if let page { builder.pageID = page }
        builder.dependencies = dependencies
        if !sections.isEmpty { builder.setSectionOrder(sections) }
        if embedsDigest { builder.embedsDigest = true }
        if let extra { builder.extra = ExtraSection(bytes: extra) }
    }
}

/// The ids of messages about a `<?vvc …?>` instruction.
package enum InstructionMessageID: String, MessageID {
    case badValue = "instruction.bad-value"
    case duplicateItem = "instruction.duplicate-item"
    case emptyName = "instruction.empty-name"
    case malformed = "instruction.malformed"
    case missingItem = "instruction.missing-item"
    case unknownItem = "instruction.unknown-item"
    case versionRange = "instruction.version-range"

    package var severity: MessageSeverity { self == .versionRange ? .errorUnlessLenient : .error }
}

/// A message about a `<?vvc …?>` instruction.
typealias InstructionMessage = Message<InstructionMessageID>

extension InstructionMessage {
    static func badValue(_ found: String, of item: String, _ expected: String) -> Self {
        Self(.badValue, "\(quoted(found)) is not a value of \(quoted(item)); expected \(expected)")
    }
    static var badTables: Self { Self(.badValue, "these bytes are not the tables of a node") }
    static var keptExtra: Self {
        Self(.badValue, "these bytes are not records, and would be lost beside what is embedded in the file")
    }
    static func duplicateItem(_ name: String) -> Self {
        Self(
            .duplicateItem,
            "\(quoted(name)) is given twice in the instruction",
            note: "\(quoted(name)) first given here"
        )
    }
    static var emptyName: Self { Self(.emptyName, "the template's name is empty") }
    static func malformed(_ found: String) -> Self {
        Self(.malformed, "\(quoted(found)) is not an item of the instruction; expected 'name=\"value\"'")
    }
    static func missingItem(_ item: String, _ expected: String) -> Self {
        Self(.missingItem, "an instruction that begins with \(quoted(item)) needs \(expected) next")
    }
    static func unknownItem(_ name: String, _ expected: String, suggestion: String?) -> Self {
        Self(
            .unknownItem,
            "unknown item \(quoted(name)) in the instruction; expected \(expected)"
                + question(suggestion)
        )
    }
    /// A version that cannot be stored, and what is stored instead.
    static func versionRange(_ found: String, stored: UInt16?) -> Self {
        Self(.versionRange, isLenient: stored != nil, MessageText.versionRange(found, stored: stored))
    }
}
