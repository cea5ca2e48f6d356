import VirtualViewFormat

/// A list of templates: `templatelist.properties`.
///
/// Each entry is `file=type,version` or `file=type,version,platform`; fields are never trimmed, and empty ones at the end
/// do not count. What the list's other readers pass over in silence is reported (`Docs/Language.md`).
package struct TemplateList: Sendable {
    /// The clients that have a folder of their own.
    package enum Platform: String, CaseIterable, Sendable {
        /// The folder `android`.
        case android
        /// The folder `iphone`.
        case iphone
    }

    /// One template of the list.
    package struct Entry: Sendable {
        /// The source as the list has it, with or without its ending.
        package let file: DecodedText
        /// The template's name.
        package let type: String
        /// The template's own version; `nil` if it has an error.
        package let version: UInt16?
        /// The client it is for, if it is for one alone.
        package let platform: Platform?
        /// Whether the entry has an error, so that nothing is written for it.
        package fileprivate(set) var isWrong: Bool

        /// The type as it is in the names of files.
        package var outputName: String { type.underscored }
    }

    /// The entries in file order, without those that were skipped.
    package private(set) var entries: [Entry] = []

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - isLenient: Whether a version that is too large is cut to 16 bits, with a warning.
    /// - Returns: The entries, and everything that is wrong with the file, in file order.
    /// - Complexity: O(*n*) in the size of the file.
    package static func read(
        _ file: SourceFile,
        isLenient: Bool = false
    ) -> (list: TemplateList, diagnostics: [Diagnostic]) {
        let (properties, problems) = PropertiesFile.read(file)
        var reader = TemplateListReader(isLenient: isLenient, diagnostics: problems)
        for entry in properties.entries { reader.read(entry) }
        reader.checkOutputs()
        return (TemplateList(entries: reader.entries.map { $0.entry }), reader.diagnostics.inFileOrder())
    }

    /// Records that the source of an entry is not there.
    ///
    /// - Parameter index: The entry's index.
    /// - Returns: The diagnostic.
    package mutating func markMissing(_ index: Int) -> Diagnostic {
        entries[index].isWrong = true
        let file = entries[index].file
        return Diagnostic(ListMessage.missingSource(file.text), at: file.range)
    }
}

/// Reads the entries of a list from those of a properties file.
private struct TemplateListReader {
    let isLenient: Bool
    var diagnostics: [Diagnostic]
    var entries: [(entry: TemplateList.Entry, typeRange: SourceRange)] = []

    mutating func read(_ property: PropertiesFile.Entry) {
        let value = property.value
        var fields = value.text.split(separator: ",", omittingEmptySubsequences: false)
        while let last = fields.last, last.isEmpty { fields.removeLast() }
        guard fields.count == 2 || fields.count == 3 else {
            report(.skippedLine(fields.count), at: property.key.range)
            return
        }
        let version = version(fields[1], value)
        let isNamed = checkNames(property, type: fields[0])
        let platform = fields.count == 3 ? platform(fields[2], value) : nil
        let entry = TemplateList.Entry(
            file: property.key,
            type: String(fields[0]),
            version: version,
            platform: platform,
            isWrong: version == nil || !isNamed
        )
        entries.append((entry, value.range(of: fields[0])))
    }

    private mutating func checkNames(_ property: PropertiesFile.Entry, type: Substring) -> Bool {
        if property.key.text.isEmpty {
            report(.emptyName, at: property.key.range)
        } else if type.isEmpty {
            report(.emptyName, at: property.value.range)
        } else if type.unicodeScalars.contains(where: { $0 == "/" || $0.value < 0x20 }) || type == "." || type == ".." {
            report(.badType(String(type)), at: property.value.range(of: type))
        } else {
            return true
        }
        return false
    }

    private mutating func version(_ field: Substring, _ value: DecodedText) -> UInt16? {
        let range = value.range(of: field)
        switch IntLiteral.parse(field) {
        case .value(let number):
            if let version = UInt16(exactly: number) { return version }
            let stored = isLenient ? UInt16(truncatingIfNeeded: number) : nil
            report(.versionRange(String(field), stored: stored), at: range)
            return stored
        case .outOfRange:
            report(.versionRange(String(field)), at: range)
        case .blanks(let meant):
            let fixIt = Diagnostic.FixIt("remove the blanks", [.init(range, with: meant)])
            report(.badVersion(String(field)), at: range, fixIts: [fixIt])
        case .malformed:
            report(.badVersion(String(field)), at: range)
        }
        return nil
    }

    private mutating func platform(_ field: Substring, _ value: DecodedText) -> TemplateList.Platform? {
        let word = field.lowercased()
        if let platform = TemplateList.Platform(rawValue: word) { return platform }
        let suggestion = NearestWord.find(word, among: TemplateList.Platform.allCases.map { $0.rawValue })
        let range = value.range(of: field)
        let message = ListMessage.unknownPlatform(String(field), suggestion: suggestion)
        report(message, at: range, fixIts: .replacing(range, with: suggestion))
        return nil
    }

    /// Finds entries whose files would overwrite each other.
    mutating func checkOutputs() {
        var first: [ExactText: Int] = [:]
        for (index, current) in entries.enumerated() where !current.entry.type.isEmpty {
            let folder = current.entry.platform?.rawValue ?? ""
            let place = ExactText("\(folder)/\(current.entry.outputName)")
            guard let earlier = first[place] else {
                first[place] = index
                continue
            }
            let other = entries[earlier]
            report(
                .sameOutput(current.entry.type, other.entry.type),
                at: current.typeRange,
                noteAt: other.typeRange
            )
            entries[earlier].entry.isWrong = true
            entries[index].entry.isWrong = true
        }
    }

    private mutating func report(
        _ message: ListMessage,
        at range: SourceRange,
        noteAt second: SourceRange? = nil,
        fixIts: [Diagnostic.FixIt] = []
    ) {
        diagnostics.append(Diagnostic(message, at: range, noteAt: second, fixIts: fixIts))
    }
}

/// The ids of messages about lists of templates.
package enum ListMessageID: String, MessageID {
    case badType = "list.bad-type"
    case badVersion = "list.bad-version"
    case emptyName = "list.empty-name"
    case missingSource = "list.missing-source"
    case sameOutput = "list.same-output"
    case skippedLine = "list.skipped-line"
    case unknownPlatform = "list.unknown-platform"
    case versionRange = "list.version-range"

    package var severity: MessageSeverity {
        switch self {
        case .skippedLine, .unknownPlatform: .warning
        case .versionRange: .errorUnlessLenient
        default: .error
        }
    }
}

/// A message about a list of templates.
typealias ListMessage = Message<ListMessageID>

extension ListMessage {
    static func badType(_ type: String) -> Self {
        Self(.badType, "no file can be named after the type \(quoted(type)); expected no '/' and no control characters")
    }
    static func badVersion(_ found: String) -> Self {
        Self(.badVersion, "\(quoted(found)) is not a version; expected a whole number without blanks")
    }
    static var emptyName: Self {
        Self(.emptyName, "a name is missing; expected 'file=type,version' or 'file=type,version,platform'")
    }
    static func missingSource(_ file: String) -> Self {
        Self(
            .missingSource,
            "there is no source \(quoted(file)) in the folder 'template' beside the list, or beside the list"
        )
    }
    static func sameOutput(_ type: String, _ other: String) -> Self {
        Self(
            .sameOutput,
            type == other
                ? "the type \(quoted(type)) is listed twice; nothing is written for either"
                : "\(quoted(type)) and \(quoted(other)) have one output, because '-' becomes "
                    + "'_' in file names; nothing is written for either",
            note: "\(quoted(other)) is listed here"
        )
    }
    static func skippedLine(_ count: Int) -> Self {
        Self(
            .skippedLine,
            "the entry is skipped because it has \(count.counting("field")); expected 'file=type,version' or "
                + "'file=type,version,platform'"
        )
    }
    static func unknownPlatform(_ found: String, suggestion: String?) -> Self {
        Self(
            .unknownPlatform,
            "unknown platform \(quoted(found)); expected 'android', 'iphone' or nothing"
                + question(suggestion)
        )
    }
    /// A version that cannot be stored, and what is stored instead.
    static func versionRange(_ found: String, stored: UInt16? = nil) -> Self {
        Self(.versionRange, isLenient: stored != nil, MessageText.versionRange(found, stored: stored))
    }
}
