/// What comments in a source silence.
///
/// `<!-- vvc-ignore lint.missing-size: the app sets it -->` silences that rule for the tag of the element that follows;
/// in an assemble source `// vvc-ignore …` does so for its own line and for the next line that is no comment.
/// `vvc-ignore-file` holds for the whole source. Any number of ids may follow; a colon ends them.
struct LintSilence {
    private struct Scope {
        let ids: Set<String>
        /// The bytes that the scope covers; `nil` for the whole source.
        let range: Range<Int>?
    }

    private static let marker = Array("vvc-ignore".utf8)
    private static let fileSuffix = Array("-file".utf8)

    private let file: SourceFile
    private var scopes: [Scope] = []
    /// What is wrong with the comments themselves.
    private(set) var diagnostics: [Diagnostic] = []

    init(_ file: SourceFile, _ tree: SyntaxTree) {
        self.file = file
        let bytes = file.bytes
        var offset = 0
        while let start = Self.find(Self.marker, in: bytes, from: offset) {
            offset = start + Self.marker.count
            guard
                let end = file.isAssemble ? Self.lineComment(bytes, around: start) : Self.comment(bytes, around: start)
            else { continue }
            let isWhole = bytes[offset..<end].starts(with: Self.fileSuffix)
            if isWhole { offset += Self.fileSuffix.count }
            guard offset < end, bytes[offset] == 0x20 || bytes[offset] == 0x09 else { continue }
            let ids = readIDs(offset..<end)
            let range = file.isAssemble ? Self.nextLine(bytes, after: start) : Self.nextTag(tree, after: end)
            scopes.append(Scope(ids: ids, range: isWhole ? nil : range))
        }
    }

    /// Whether a comment silences a warning.
    func covers(_ diagnostic: Diagnostic) -> Bool {
        guard diagnostic.severity == .warning else { return false }
        return scopes.contains { scope in
            guard scope.ids.contains(diagnostic.id) else { return false }
            guard let range = scope.range else { return true }
            return diagnostic.range.file == file && range.contains(diagnostic.range.offsets.lowerBound)
        }
    }

    /// Reads the ids of a comment and reports those that no rule has.
    private mutating func readIDs(_ range: Range<Int>) -> Set<String> {
        var ids: Set<String> = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            if [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ",")].contains(file.bytes[offset]) {
                offset += 1
                continue
            }
            let start = offset
            while offset < range.upperBound, Self.isPartOfID(file.bytes[offset]) { offset += 1 }
            guard offset > start else { break }
            let id = String(decoding: file.bytes[start..<offset], as: UTF8.self)
            ids.insert(id)
            if id.hasPrefix("lint."), !LintMessage.allIDs.contains(id) { reportUnknown(id, start..<offset) }
        }
        return ids
    }

    private mutating func reportUnknown(_ id: String, _ range: Range<Int>) {
        let suggestion = NearestWord.find(id, among: LintMessage.allIDs)
        let place = SourceRange(file, range)
        let fixIts = suggestion.map { [Diagnostic.FixIt("replace with '\($0)'", [.init(place, with: $0)])] } ?? []
        diagnostics.append(LintMessage.unknownRule(id, suggestion: suggestion).diagnostic(at: place, fixIts: fixIts))
    }
}

// MARK: - Finding comments

extension LintSilence {
    private static func isPartOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func find(_ word: [UInt8], in bytes: [UInt8], from offset: Int) -> Int? {
        guard bytes.count >= word.count else { return nil }
        var start = offset
        while start <= bytes.count - word.count {
            if bytes[start] == word[0], bytes[start..<start + word.count].elementsEqual(word) { return start }
            start += 1
        }
        return nil
    }

    /// Where the XML comment ends that a marker begins; `nil` when it begins none.
    private static func comment(_ bytes: [UInt8], around marker: Int) -> Int? {
        var start = marker
        while start > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start - 1]) { start -= 1 }
        guard start >= 4, bytes[start - 4..<start].elementsEqual(Array("<!--".utf8)) else { return nil }
        return find(Array("-->".utf8), in: bytes, from: marker)
    }

    /// Where the comment ends, on the marker's line, that a marker begins; `nil` when it begins none.
    private static func lineComment(_ bytes: [UInt8], around marker: Int) -> Int? {
        var start = marker
        while start > 0, [0x20, 0x09].contains(bytes[start - 1]) { start -= 1 }
        guard start >= 2, bytes[start - 2] == UInt8(ascii: "/") else { return nil }
        let isBlock = bytes[start - 1] == UInt8(ascii: "*")
        guard isBlock || bytes[start - 1] == UInt8(ascii: "/") else { return nil }
        let line = bytes[marker...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        guard isBlock, let end = find(Array("*/".utf8), in: bytes, from: marker) else { return line }
        return min(end, line)
    }

    /// The start tag that follows a comment.
    private static func nextTag(_ tree: SyntaxTree, after end: Int) -> Range<Int> {
        tree.elements.first { Int($0.openTag.lower) >= end }?.openTag.offsets ?? end..<end
    }

    /// A comment's line up to the end of the next one that holds more than a comment.
    private static func nextLine(_ bytes: [UInt8], after marker: Int) -> Range<Int> {
        let start = bytes[..<marker].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
        var end = bytes[marker...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        while end < bytes.count {
            let next = end + 1
            end = bytes[next...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let text = bytes[next..<end].drop { $0 == 0x20 || $0 == 0x09 }
            if !text.isEmpty, !text.starts(with: Array("//".utf8)) { break }
        }
        return start..<end
    }
}
