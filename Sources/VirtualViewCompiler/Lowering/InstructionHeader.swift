import VirtualViewFormat

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
