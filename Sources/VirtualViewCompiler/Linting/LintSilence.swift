import VirtualViewFormat

/// The comments of a source, found in one pass.
///
/// Text that looks like a comment inside a value, an instruction, a CDATA section or a DOCTYPE is not a comment.
struct LintComments {
    /// One comment.
    struct Comment {
        /// The comment with what opens and closes it.
        let whole: Range<Int>
        /// The text of the comment without its delimiters.
        let text: Range<Int>
    }

    private let bytes: [UInt8]
    private var offset = 0
    private var found: [Comment] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Finds the comments of a source, in its order.
    ///
    /// - Complexity: O(*n*) in the size of the source.
    static func find(in file: SourceFile) -> [Comment] {
        var scan = LintComments(file.bytes)
        if file.isAssemble { scan.readAssemble(file) } else { scan.readXML() }
        return scan.found
    }

    /// Moves after the next occurrence of a text, or to the end if there is none.
    ///
    /// - Returns: The start of the text.
    private mutating func skip(past text: StaticString) -> Int {
        while offset < bytes.count {
            if bytes.has(text, at: offset) {
                defer { offset += text.utf8CodeUnitCount }
                return offset
            }
            offset += 1
        }
        return offset
    }

    private mutating func keep(from start: Int, opener: Int, end: Int) {
        found.append(Comment(whole: start..<offset, text: min(start + opener, end)..<end))
    }
}

// MARK: - XML

extension LintComments {
    private mutating func readXML() {
        while offset < bytes.count {
            let start = offset
            if bytes.has("<!--", at: offset) {
                offset += 4
                let end = skip(past: "-->")
                keep(from: start, opener: 4, end: end)
            } else if bytes.has("<?", at: offset) {
                _ = skip(past: "?>")
            } else if bytes.has("<![CDATA[", at: offset) {
                _ = skip(past: "]]>")
            } else if bytes.has("<!DOCTYPE", at: offset) {
                let end = bytes.withUnsafeBufferPointer { SourceBytes($0).endOfDoctype(at: start) }
                offset = end ?? bytes.count
            } else if bytes[offset] == UInt8(ascii: "<"), !bytes.has("<!", at: offset) {
                skipTag()
            } else {
                offset += 1
            }
        }
    }

    private mutating func skipTag() {
        var quote: UInt8?
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if XMLCharacters.isQuote(byte) {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return
            }
        }
    }
}

// MARK: - The assemble language

extension LintComments {
    private mutating func readAssemble(_ file: SourceFile) {
        found = AssembleFrontEnd.comments(of: file).map { whole in
            let isBlock = bytes[whole.lowerBound + 1] == UInt8(ascii: "*")
            return Comment(whole: whole, text: whole.lowerBound + 2..<whole.upperBound - (isBlock ? 2 : 0))
        }
    }
}

/// The rules that comments in a source silence.
///
/// `<!-- vvc-ignore lint.missing-size: the app sets it -->` silences that rule for the tag of the element that follows;
/// in an assemble source `// vvc-ignore …` does so for its own lines and for the next line that is not a comment.
/// `vvc-ignore-file` holds for the whole source. Any number of ids may follow; a colon ends them. Rules about breaking
/// changes (``BreakingRules``) are silenced only where a reason follows the colon.
struct LintSilence {
    private static let marker = Array("vvc-ignore".utf8)
    private static let fileSuffix = Array("-file".utf8)
    /// The maximum number of unknown ids that are reported.
    private static let mostReports = 1000

    private let file: SourceFile
    /// The ids that are silenced for the whole source.
    private var wholeIDs: Set<String> = []
    /// The bytes for which ids are silenced.
    private var ranges: [String: [Range<Int>]] = [:]
    /// The same of comments that give a reason.
    private var reasonedWholeIDs: Set<String> = []
    private var reasonedRanges: [String: [Range<Int>]] = [:]
    /// The problem with the comments themselves.
    private(set) var diagnostics: [Diagnostic] = []

    init(_ file: SourceFile, _ tree: SyntaxTree) {
        self.file = file
        let comments = LintComments.find(in: file)
        var places = file.isAssemble ? LintPlaces(lines: file.bytes, comments) : LintPlaces(tags: tree)
        for (index, comment) in comments.enumerated() {
            var offset = comment.text.lowerBound
            while offset < comment.text.upperBound, XMLCharacters.isSpace(file.bytes[offset]) { offset += 1 }
            let text = file.bytes[offset..<comment.text.upperBound]
            guard text.starts(with: Self.marker) else { continue }
            offset += Self.marker.count
            let isWhole = text.dropFirst(Self.marker.count).starts(with: Self.fileSuffix)
            if isWhole { offset += Self.fileSuffix.count }
            let rest = file.bytes[offset..<comment.text.upperBound]
            guard rest.first.map({ XMLCharacters.isSpace($0) || $0 == UInt8(ascii: ":") }) ?? true else { continue }
            let (ids, hasReason) = readIDs(offset..<comment.text.upperBound)
            if ids.isEmpty, diagnostics.count < Self.mostReports {
                let place = SourceRange(
                    file,
                    offset - (isWhole ? Self.fileSuffix.count : 0) - Self.marker.count..<offset
                )
                diagnostics.append(Diagnostic(LintMessage.missingRule(), at: place))
            }
            if isWhole {
                wholeIDs.formUnion(ids)
                if hasReason { reasonedWholeIDs.formUnion(ids) }
            } else {
                let range = places.range(after: index, comment)
                for id in ids {
                    ranges[id, default: []].append(range)
                    if hasReason { reasonedRanges[id, default: []].append(range) }
                }
            }
        }
    }

    /// Returns whether a comment silences a warning.
    func covers(_ diagnostic: Diagnostic) -> Bool {
        guard diagnostic.severity == .warning else { return false }
        if wholeIDs.contains(diagnostic.id) { return true }
        guard let ranges = ranges[diagnostic.id], diagnostic.range.file == file else { return false }
        return ranges.contains { $0.contains(diagnostic.range.offsets.lowerBound) }
    }

    /// Returns whether a comment with a reason silences a finding about a breaking change.
    func coversBreaking(_ diagnostic: Diagnostic) -> Bool {
        if reasonedWholeIDs.contains(diagnostic.id) { return true }
        guard let ranges = reasonedRanges[diagnostic.id], diagnostic.range.file == file else { return false }
        return ranges.contains { $0.contains(diagnostic.range.offsets.lowerBound) }
    }

    /// Reads the ids of a comment and reports those that no rule has.
    ///
    /// - Returns: The ids, and whether there is a reason after them.
    private mutating func readIDs(_ range: Range<Int>) -> (ids: Set<String>, hasReason: Bool) {
        var ids: Set<String> = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            if XMLCharacters.isSpace(file.bytes[offset]) || file.bytes[offset] == UInt8(ascii: ",") {
                offset += 1
                continue
            }
            let start = offset
            while offset < range.upperBound, Self.isPartOfID(file.bytes[offset]) { offset += 1 }
            guard offset > start else { break }
            let id = String(decoding: file.bytes[start..<offset], as: UTF8.self)
            ids.insert(id)
            if diagnostics.count < Self.mostReports, Self.isUnknown(id) { reportUnknown(id, start..<offset) }
        }
        let rest = file.bytes[offset..<range.upperBound]
        let hasReason =
            rest.first == UInt8(ascii: ":") && rest.dropFirst().contains { !XMLCharacters.isSpace($0) }
        return (ids, hasReason)
    }

    /// What stands before the first dot of the ids that comments silence.
    private static let families = Set(TemplateLinter.silencedIDs.compactMap { family(of: $0) })

    private static func family(of id: String) -> String? {
        id.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(id[..<$0]) }
    }

    /// Returns whether a word has the form of an id, and no rule has it; other words are for readers.
    private static func isUnknown(_ id: String) -> Bool {
        if TemplateLinter.silencedIDs.contains(id) { return false }
        guard let family = family(of: id) else {
            return id.hasPrefix("W") && id.utf8.count > 1 && id.utf8.dropFirst().allSatisfy { $0.decimalDigit != nil }
        }
        return families.contains(family) || NearestWord.find(id, among: TemplateLinter.silencedIDs) != nil
    }

    private mutating func reportUnknown(_ id: String, _ range: Range<Int>) {
        let place = SourceRange(file, range)
        guard !TemplateLinter.errorIDs.contains(id) else {
            return diagnostics.append(Diagnostic(LintMessage.errorRule(id), at: place))
        }
        let suggestion = NearestWord.find(id, among: TemplateLinter.silencedIDs)
        let message = LintMessage.unknownRule(id, suggestion: suggestion)
        diagnostics.append(Diagnostic(message, at: place, fixIts: .replacing(place, with: suggestion)))
    }
}

extension LintSilence {
    private static func isPartOfID(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.decimalDigit != nil || ".-".utf8.contains(byte)
    }
}
