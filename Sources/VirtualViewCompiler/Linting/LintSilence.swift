/// The rules that comments in a source silence.
///
/// `<!-- vvc-ignore lint.missing-size: the app sets it -->` silences that rule for the tag of the element that follows;
/// in an assemble source `// vvc-ignore …` does so for its own lines and for the next line that is not a comment.
/// `vvc-ignore-file` holds for the whole source. Any number of ids may follow; a colon ends them.
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
    /// The problem with the comments themselves.
    private(set) var diagnostics: [Diagnostic] = []

    init(_ file: SourceFile, _ tree: SyntaxTree) {
        self.file = file
        let comments = LintComments.find(in: file)
        var places = file.isAssemble ? LintPlaces(lines: file.bytes, comments) : LintPlaces(tags: tree)
        for (index, comment) in comments.enumerated() {
            var offset = comment.text.lowerBound
            while offset < comment.text.upperBound, [0x20, 0x09, 0x0A, 0x0D].contains(file.bytes[offset]) {
                offset += 1
            }
            let text = file.bytes[offset..<comment.text.upperBound]
            guard text.starts(with: Self.marker) else { continue }
            offset += Self.marker.count
            let isWhole = text.dropFirst(Self.marker.count).starts(with: Self.fileSuffix)
            if isWhole { offset += Self.fileSuffix.count }
            guard offset < comment.text.upperBound, [0x20, 0x09, 0x0A, 0x0D].contains(file.bytes[offset]) else {
                continue
            }
            let ids = readIDs(offset..<comment.text.upperBound)
            if isWhole {
                wholeIDs.formUnion(ids)
            } else {
                let range = places.range(after: index, comment)
                for id in ids { ranges[id, default: []].append(range) }
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
            if id.hasPrefix("lint."), diagnostics.count < Self.mostReports, LintMessageID(rawValue: id) == nil {
                reportUnknown(id, start..<offset)
            }
        }
        return ids
    }

    private mutating func reportUnknown(_ id: String, _ range: Range<Int>) {
        let suggestion = NearestWord.find(id, among: LintMessageID.allCases.map { $0.rawValue })
        let place = SourceRange(file, range)
        let fixIts = suggestion.map { [Diagnostic.FixIt("replace with '\($0)'", [.init(place, with: $0)])] } ?? []
        diagnostics.append(Diagnostic(LintMessage.unknownRule(id, suggestion: suggestion), at: place, fixIts: fixIts))
    }
}

extension LintSilence {
    private static func isPartOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
