import VirtualViewFormat

/// Reads the content of a `config.properties` file; see ``Configuration/applying(_:)``.
///
/// The ids are read first, so that entries about one component's attributes find all components.
struct ConfigurationReader {
    private(set) var configuration: Configuration
    private(set) var diagnostics: [Diagnostic] = []
    private let base: Configuration
    /// The names of all components, once an unknown one was looked for.
    private lazy var knownNames = configuration.elementNames
    private var search = NearestWordSearch()

    fileprivate static let idPrefix = "VIEW_ID_"
    fileprivate static let internedPrefix = "DEFAULT_PROPERTY_"
    /// A common mistake for ``internedPrefix``.
    private static let internedPlural = "DEFAULT_PROPERTIES_"

    init(_ base: Configuration) {
        self.base = base
        self.configuration = base
    }

    /// Applies every entry of a file.
    mutating func read(_ file: SourceFile) {
        let (properties, problems) = PropertiesFile.read(file)
        diagnostics = problems
        let ids = properties.entries.filter { $0.key.text.hasBytes(Self.idPrefix) }
        readIDs(ids)
        let owners = ElementPrefixes(configuration.elements.keys.map { $0.text })
        for entry in properties.entries where !entry.key.text.hasBytes(Self.idPrefix) {
            if entry.key.text.hasBytes(Self.internedPrefix) {
                readInternedNames(entry)
            } else {
                readKind(entry, owners)
            }
        }
    }
}

// MARK: - Component ids

extension ConfigurationReader {
    private mutating func readIDs(_ entries: [PropertiesFile.Entry]) {
        var listed: Set<ExactText> = []
        var owners: [UInt16: PropertiesFile.Entry] = [:]
        for entry in entries {
            let name = String(entry.key.text.utf8.dropFirst(Self.idPrefix.utf8.count)) ?? ""
            guard !name.isEmpty else {
                report(.emptyName, at: entry.key.range)
                continue
            }
            listed.insert(ExactText(name))
            let known = base.element(named: name)
            guard let id = id(entry.value) else {
                if known == nil { configuration.setID(0, of: name) }
                continue
            }
            if let other = owners[id] {
                report(.duplicateID(id), at: entry.value.range, noteAt: other.value.range)
            } else {
                owners[id] = entry
                if let known, known.id != id {
                    report(.renumbered(name, known.id, isBuiltIn: isBuiltIn(known)), at: entry.value.range)
                }
            }
            configuration.setID(id, of: name)
        }
        for name in base.elementNames where !listed.contains(ExactText(name)) {
            guard let element = base.element(named: name), let taker = owners[element.id] else { continue }
            configuration.forget(element.name)
            report(.takenID(element.id, element.name, isBuiltIn: isBuiltIn(element)), at: taker.value.range)
        }
    }

    /// Returns whether a component is the language's, not one that an app declares.
    private func isBuiltIn(_ element: Configuration.Element) -> Bool {
        LanguageSchema.standard.component(named: element.name)?.id == element.id
    }

    private mutating func id(_ value: DecodedText) -> UInt16? {
        switch IntLiteral.parse(value.text) {
        case .value(let number):
            guard let id = UInt16(exactly: number), id != 0 else {
                report(.idOutOfRange(value.text), at: value.range)
                return nil
            }
            if id > Int16.max { report(.largeID(id), at: value.range) }
            return id
        case .outOfRange:
            report(.idOutOfRange(value.text), at: value.range)
            return nil
        case .blanks(let trimmed):
            report(.blanks(trimmed), at: value.range, replacing: value.range, with: trimmed)
            return nil
        case .malformed:
            report(.badID(value.text), at: value.range)
            return nil
        }
    }
}

// MARK: - Interned names

extension ConfigurationReader {
    private mutating func readInternedNames(_ entry: PropertiesFile.Entry) {
        let name = String(entry.key.text.utf8.dropFirst(Self.internedPrefix.utf8.count)) ?? ""
        guard configuration.element(named: name) != nil else {
            reportUnknownComponent(name, in: entry.key, at: Self.internedPrefix.utf8.count)
            return
        }
        let names = entry.value.text[...].pieces(between: "|").filter { !$0.isEmpty }
        for name in names
        where name.utf8.first.map({ $0 <= 0x20 }) ?? false || name.utf8.last.map({ $0 <= 0x20 }) ?? false {
            let range = entry.value.range(of: name)
            report(.blankInName(String(name)), at: range, replacing: range, with: String(name.trimmedLikeJava))
        }
        configuration.setInternedNames(names.map(String.init), of: name)
    }

    private mutating func reportUnknownComponent(_ name: String, in key: DecodedText, at start: Int) {
        let range = key.range(start..<start + name.utf8.count)
        let nearest = search.find(name, among: knownNames)
        report(.unknownComponent(name, suggestion: nearest), at: range, replacing: range, with: nearest)
    }
}

// MARK: - What is known already

extension Configuration {
    /// Returns whether an entry of a file gives the configuration what it already has.
    ///
    /// - Parameter entry: The entry.
    /// - Returns: Whether it has that id, these names or that kind.
    package func says(_ entry: PropertiesFile.Entry) -> Bool {
        let (key, value) = (entry.key.text, entry.value.text)
        func owner(after prefix: String) -> Element? {
            element(named: String(key.utf8.dropFirst(prefix.utf8.count)) ?? "")
        }
        if key.hasBytes(ConfigurationReader.idPrefix) {
            return owner(after: ConfigurationReader.idPrefix).map { String($0.id) } == value
        }
        if key.hasBytes(ConfigurationReader.internedPrefix) {
            let known = owner(after: ConfigurationReader.internedPrefix)
            return known?.internedNames.joined(separator: "|") == value
        }
        var parser = KindParser(entry.value)
        guard let kind = parser.parse() else { return false }
        return kinds[ExactText(key)] == kind
    }
}

// MARK: - Kinds

extension ConfigurationReader {
    private mutating func readKind(_ entry: PropertiesFile.Entry, _ owners: ElementPrefixes) {
        guard !entry.key.text.isEmpty else {
            report(.emptyName, at: entry.key.range)
            return
        }
        var parser = KindParser(entry.value)
        let kind = parser.parse()
        if kind == nil, let prefix = nearPrefix(entry.key.text) {
            let range = entry.key.range(0..<prefix.found.utf8.count)
            report(.unknownPrefix(prefix.found, prefix.meant), at: range, replacing: range, with: prefix.meant)
            return
        }
        diagnostics += parser.diagnostics
        // The kind of an attribute with a wrong entry stays open: it becomes a text.
        configuration.setKind(kind ?? .string, of: entry.key.text)
        let scopes = owners.find(in: entry.key.text)
        for (owner, attribute) in scopes {
            if attribute.isEmpty { report(.emptyName, at: entry.key.range) }
            configuration.setKind(kind ?? .string, of: attribute, on: owner)
        }
        if scopes.isEmpty, let dot = entry.key.text.utf8.firstIndex(of: UInt8(ascii: ".")) {
            reportUnknownComponent(String(entry.key.text[..<dot]), in: entry.key, at: 0)
        }
    }

    /// Returns a misspelt prefix of a key whose value is not a kind.
    private func nearPrefix(_ key: String) -> (found: String, meant: String)? {
        // The prefix ends at the first, second or third underscore.
        var ends: [String.Index] = []
        for index in key.utf8.indices.prefix(24) where key.utf8[index] == UInt8(ascii: "_") {
            ends.append(key.utf8.index(after: index))
        }
        for end in ends.prefix(3).reversed() where end < key.endIndex {
            let found = String(key[..<end])
            if found == Self.internedPlural { return (found, Self.internedPrefix) }
            if let meant = NearestWord.find(found, among: [Self.idPrefix, Self.internedPrefix]) {
                return (found, meant)
            }
        }
        return nil
    }
}

// MARK: - Problems

extension ConfigurationReader {
    private mutating func report(
        _ message: ConfigurationMessage,
        at range: SourceRange,
        noteAt second: SourceRange? = nil,
        replacing replaced: SourceRange? = nil,
        with text: String? = nil
    ) {
        diagnostics.append(Diagnostic(message, at: range, noteAt: second, replacing: replaced, with: text))
    }
}

extension StringProtocol {
    /// Returns whether the text begins with the bytes of another.
    func hasBytes(_ prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }
}

extension Substring {
    /// Returns the parts between the occurrences of an ASCII character, byte for byte; empty ones are kept.
    func pieces(between separator: Unicode.Scalar) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// The text without the bytes up to U+0020 at both ends.
    var trimmedLikeJava: Substring {
        var bytes = utf8
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return Substring(bytes)
    }
}
