/// The parts of an XML source that has no errors: tags, comments and what else stands between them.
struct XMLPieces {
    /// A part of a source; together with the white space before them the pieces are all of it.
    struct Piece {
        enum Kind {
            case comment
            /// The declaration, another instruction, a DOCTYPE, a CDATA section or text.
            case verbatim
            /// The start tag of the next element; an end tag that follows with nothing between belongs to it.
            case startTag(isEmpty: Bool)
            case endTag
        }

        let kind: Kind
        let range: Range<Int>
        /// The number of line ends in the white space before it.
        let breaks: Int
    }

    private let source: SourceBytes
    private let tree: SyntaxTree
    /// The pieces in the order of the source.
    private(set) var pieces: [Piece] = []
    /// The line ends between pieces and between attributes.
    private(set) var breaks = LineBreaks()
    private var position = 0
    /// The next element.
    private var element = 0

    private init(_ source: SourceBytes, _ tree: SyntaxTree) {
        self.source = source
        self.tree = tree
    }

    /// Divides a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - tree: Its elements.
    /// - Returns: The pieces; `nil` if something in the source is not known here.
    static func read(_ source: SourceBytes, _ tree: SyntaxTree) -> Self? {
        var result = XMLPieces(source, tree)
        result.position = source.has("\u{FEFF}", at: 0) ? 3 : 0
        while true {
            let start = result.position
            result.position = source.skipSpace(from: start)
            let breaks = result.breaks.count(source, start..<result.position)
            guard result.position < source.count else { break }
            guard let (kind, end) = result.next() else { return nil }
            result.pieces.append(Piece(kind: kind, range: result.position..<end, breaks: breaks))
            result.position = end
        }
        return result.element == tree.elementRecords.count ? result : nil
    }

    /// Returns the kind and the end of what is at the position.
    private mutating func next() -> (Piece.Kind, end: Int)? {
        let start = position
        guard source[start] == UInt8(ascii: "<") else {
            var end = start
            while end < source.count, source[end] != UInt8(ascii: "<") { end += 1 }
            while end > start, XMLCharacters.isSpace(source[end - 1]) { end -= 1 }
            return (.verbatim, end)
        }
        switch source[start + 1] {
        case UInt8(ascii: "/"): return source.find(">", from: start).map { (.endTag, $0 + 1) }
        case UInt8(ascii: "?"): return source.find("?>", from: start + 2).map { (.verbatim, $0 + 2) }
        case UInt8(ascii: "!") where source.has("<!--", at: start):
            return source.find("-->", from: start + 4).map { (.comment, $0 + 3) }
        case UInt8(ascii: "!") where source.has("<![CDATA[", at: start):
            return source.find("]]>", from: start + 9).map { (.verbatim, $0 + 3) }
        case UInt8(ascii: "!"): return source.endOfDoctype(at: start).map { (.verbatim, $0) }
        default: return startTag()
        }
    }

    private mutating func startTag() -> (Piece.Kind, end: Int)? {
        guard element < tree.elementRecords.count else { return nil }
        let record = tree.elements[element]
        let tag = record.openTag.offsets
        guard tag.lowerBound == position, tag.count > 2 else { return nil }
        element += 1
        var last = record.nameSpan.offsets.upperBound
        for index in record.attributeIndices {
            let attribute = tree.attributeRecords[Int(index)]
            guard last <= Int(attribute.nameLower), attribute.nameUpper < attribute.valueLower else { return nil }
            breaks.count(source, last..<Int(attribute.nameLower))
            last = Int(attribute.valueUpper) + 1
        }
        if source[tag.upperBound - 2] == UInt8(ascii: "/") { return (.startTag(isEmpty: true), tag.upperBound) }
        let next = source.skipSpace(from: tag.upperBound)
        guard source.has("</", at: next), let end = source.find(">", from: next) else {
            return (.startTag(isEmpty: false), tag.upperBound)
        }
        return (.startTag(isEmpty: true), end + 1)
    }
}
