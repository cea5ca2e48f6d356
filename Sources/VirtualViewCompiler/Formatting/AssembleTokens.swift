/// The tokens of an assemble source that has no errors.
///
/// The form of a value depends on its place, so the values are those that the parser found; everything else is read
/// here.
struct AssembleTokens {
    /// A token.
    struct Token {
        enum Kind {
            /// `{`, `[` or `(`.
            case opener
            /// `}`, `]` or `)`.
            case closer
            case comma
            case equals
            /// The word `def` before a fragment.
            case definition
            /// The name of a fragment, a part or an attribute, or a head.
            case word
            /// The colon and the value of an attribute.
            case value
            case lineComment
            case blockComment
        }

        let kind: Kind
        /// The token in the source; of a value without the colon, which white space may part from it.
        let range: Range<Int>
        /// The byte that distinguishes brackets.
        let first: UInt8
        /// The number of line ends in the white space before it.
        var breaks: Int
        /// The index of the token that closes the opener, or opens what the closer closes.
        var partner = 0
        /// The index of the opener around the token.
        var parent: Int?

        var isComment: Bool { kind == .lineComment || kind == .blockComment }
    }

    private let source: SourceBytes
    /// The names of attributes with their values, in the order of the source.
    private let attributes: [(name: Range<Int>, value: Range<Int>)]
    /// The tokens in the order of the source.
    private(set) var tokens: [Token] = []
    /// The line ends between tokens.
    private(set) var breaks = LineBreaks()
    private var position: Int
    private var attribute = 0
    private var open: [Int] = []

    private init(_ source: SourceBytes, _ document: AssembleDocument) {
        self.source = source
        attributes = AssembleOutline(document).attributes.map { (name: $0.nameRange, value: $0.wholeRange) }
            .sorted { $0.name.lowerBound < $1.name.lowerBound }
        position = source.has("\u{FEFF}", at: 0) ? 3 : 0
    }

    /// Reads the tokens of a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - document: What the parser made of it.
    /// - Returns: The tokens; `nil` if something in the source is not known here, such as the old wrapper.
    static func read(_ source: SourceBytes, _ document: AssembleDocument) -> Self? {
        var result = AssembleTokens(source, document)
        while true {
            let start = result.position
            result.position = source.endOfSpace(at: start, upTo: source.count)
            let breaks = result.breaks.count(source, start..<result.position)
            guard result.position < source.count else { break }
            guard let kind = result.readToken(after: breaks) else { return nil }
            result.link(kind)
        }
        return result.open.isEmpty && result.attribute == result.attributes.count ? result : nil
    }

    /// Reads the token at the position.
    ///
    /// - Returns: Its kind; `nil` if nothing known stands here.
    private mutating func readToken(after breaks: Int) -> Token.Kind? {
        let start = position
        let first = source[start]
        var kind: Token.Kind
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): (kind, position) = (.opener, start + 1)
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"): (kind, position) = (.closer, start + 1)
        case UInt8(ascii: ","): (kind, position) = (.comma, start + 1)
        case UInt8(ascii: "="): (kind, position) = (.equals, start + 1)
        case UInt8(ascii: ":"):
            guard attribute < attributes.count, attributes[attribute].name.lowerBound < start,
                attributes[attribute].value.lowerBound > start
            else { return nil }
            let value = attributes[attribute].value
            attribute += 1
            position = value.upperBound
            tokens.append(Token(kind: .value, range: value, first: first, breaks: breaks))
            return .value
        case UInt8(ascii: "/"):
            guard let (comment, end) = endOfComment else { return nil }
            (kind, position) = (comment, end)
        default:
            let end = source.endOfName(at: start, upTo: source.count)
            guard end > start else { return nil }
            let isDefinition = open.isEmpty && end - start == 3 && source.has("def", at: start)
            (kind, position) = (isDefinition && !isNameOfFragment ? .definition : .word, end)
        }
        tokens.append(Token(kind: kind, range: start..<position, first: first, breaks: breaks))
        return kind
    }

    /// Whether the token before makes the next one the name of a fragment.
    private var isNameOfFragment: Bool {
        for token in tokens.reversed() where !token.isComment {
            return token.kind == .definition
        }
        return false
    }

    private var endOfComment: (Token.Kind, Int)? {
        if source.has("//", at: position) {
            var end = position
            while end < source.count, source[end] != 0x0A, source[end] != 0x0D { end += 1 }
            return (.lineComment, end)
        }
        guard source.has("/*", at: position), let close = source.find("*/", from: position + 2) else { return nil }
        return (.blockComment, close + 2)
    }

    /// Connects the last token with what it belongs to.
    private mutating func link(_ kind: Token.Kind) {
        let index = tokens.count - 1
        if kind == .closer, let opener = open.popLast() {
            tokens[index].partner = opener
            tokens[opener].partner = index
        }
        tokens[index].parent = open.last
        if kind == .opener { open.append(index) }
    }
}
