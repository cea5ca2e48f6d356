/// A source of the widths of characters in points.
protocol CharacterWidths {
    func width(of scalar: Unicode.Scalar) -> Double

    /// Returns the distance to add between two characters on a line.
    func kerning(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Double
}

extension CharacterWidths {
    func kerning(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Double { 0 }
}

/// Breaks a text into lines by the widths of its characters.
///
/// `Docs/Layout.md`, "Text", says where lines break. Spaces at the end of a line hang over and do not count.
struct LineBreaker<Widths: CharacterWidths> {
    /// Widths with a smaller difference count as equal, so that sums of decimals do not break lines too early.
    static var tolerance: Double { 1e-6 }
    private static var ellipsisText: String { "…" }

    private let width: Double
    private let breaksAnywhere: Bool
    private let widths: Widths

    /// A line as a piece of the text.
    struct Piece {
        var range: Range<String.Index>
        var width: Double
    }

    init(_ widths: Widths, width: Double, breaksAnywhere: Bool = false) {
        self.widths = widths
        self.width = width
        self.breaksAnywhere = breaksAnywhere
    }

    /// Returns the width of a text on one line.
    func width(of text: some StringProtocol) -> Double {
        var previous: Unicode.Scalar?
        var total = 0.0
        for scalar in text.unicodeScalars {
            total += advance(of: scalar, behind: previous)
            previous = scalar
        }
        return total
    }

    /// Returns the width of a character after another one, which is `nil` at the start of a line.
    @inline(__always)
    private func advance(of scalar: Unicode.Scalar, behind previous: Unicode.Scalar?) -> Double {
        let width = widths.width(of: scalar)
        guard let previous else { return width }
        return width + widths.kerning(between: previous, and: scalar)
    }

    /// Finds the lines, one after the other, until the caller stops.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - body: Receives a line; returning `false` ends the search.
    func forEachPiece(of text: String, _ body: (Piece) -> Bool) {
        var start = text.startIndex
        while true {
            let (piece, next) = nextPiece(of: text, from: start)
            guard body(piece), let next else { return }
            start = next
        }
    }

    /// Returns the line that starts at a position, and the start of the next one, if there is one.
    private func nextPiece(of text: String, from start: String.Index) -> (Piece, String.Index?) {
        var index = start
        var current = Piece(range: start..<start, width: 0)
        // The line up to the last possible break, and the start of the next one.
        var best: (piece: Piece, next: String.Index)?
        var total = 0.0
        var previous: Character?
        var previousScalar: Unicode.Scalar?
        while index < text.endIndex {
            let character = text[index]
            let after = text.index(after: index)
            if character.isNewline { return (current, after) }
            let isSpace = character == " " || character == "\t"
            if let previous, !isSpace, mayBreak(between: previous, and: character) {
                best = (current, index)
            }
            // A flag is no pair with the one before it, though a letter of each may be one.
            if character.isFlag { previousScalar = nil }
            for scalar in character.unicodeScalars {
                total += advance(of: scalar, behind: previousScalar)
                previousScalar = scalar
            }
            if !isSpace || breaksAnywhere {
                if total > width + Self.tolerance, index > start {
                    return best ?? (current, index)
                }
                current = Piece(range: start..<after, width: total)
            }
            previous = character
            index = after
        }
        return (current, nil)
    }

    private func mayBreak(between first: Character, and second: Character) -> Bool {
        if breaksAnywhere || first == " " || first == "\t" || first == "\u{200B}" { return true }
        guard first == "-" || first.breaksFreely || second.breaksFreely,
            let last = first.unicodeScalars.last, let next = second.unicodeScalars.first
        else { return false }
        return mayBreak(between: last, and: next)
    }

    /// Returns whether a line may break between two characters without a space, of which one allows it.
    private func mayBreak(between last: Unicode.Scalar, and next: Unicode.Scalar) -> Bool {
        !last.opens && !next.closes && !(last == "-" && "0"..."9" ~= next)
    }
}

// MARK: - Plain texts

extension LineBreaker {
    /// The space that the counted lines of a text need.
    struct Extent: Equatable {
        var lineCount = 0
        var longest = 0.0
    }

    /// Measures the lines of a text, up to a number of lines.
    func extent(of text: String, maximumCount most: Int) -> Extent {
        if !breaksAnywhere, let extent = text.utf8.withContiguousStorageIfAvailable({ plainExtent(of: $0, most) }),
            let extent
        {
            return extent
        }
        return generalExtent(of: text, maximumCount: most)
    }

    /// Measures like ``extent(of:maximumCount:)``, character by character.
    func generalExtent(of text: String, maximumCount most: Int) -> Extent {
        var extent = Extent()
        forEachPiece(of: text) { piece in
            extent.lineCount += 1
            extent.longest = max(extent.longest, piece.width)
            return extent.lineCount < most
        }
        return extent
    }

    /// Measures a text of ASCII characters only, each of which is one byte; returns `nil` for any other text.
    ///
    /// This is many times faster: taking characters out of a string one by one costs far more than adding up their
    /// widths.
    private func plainExtent(of bytes: UnsafeBufferPointer<UInt8>, _ most: Int) -> Extent? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var extent = Extent()
        var start: Int? = 0
        while let first = start {
            let (line, next) = nextLine(of: bytes, from: first)
            extent.lineCount += 1
            extent.longest = max(extent.longest, line.width)
            start = extent.lineCount < most ? next : nil
        }
        return extent
    }

    /// A line as a piece of the bytes.
    private struct PlainPiece {
        let start: Int
        var end: Int
        var width = 0.0
    }

    /// Returns the line that starts at a position, and the start of the next one, if there is one.
    private func nextLine(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (PlainPiece, Int?) {
        var index = start
        var current = PlainPiece(start: start, end: start)
        var best: (piece: PlainPiece, next: Int?)?
        var total = 0.0
        var isBreak = false
        var previous: Unicode.Scalar?
        while index < bytes.count {
            let byte = bytes[index]
            if (0x0A...0x0D).contains(byte) {
                let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
                return (current, index + (isPair ? 2 : 1))
            }
            let isSpace = byte == 0x20 || byte == 0x09
            let scalar = Unicode.Scalar(byte)
            if isBreak, !isSpace, previous != "-" || mayBreak(between: "-", and: scalar) { best = (current, index) }
            total += advance(of: scalar, behind: previous)
            previous = scalar
            if !isSpace {
                if total > width + Self.tolerance, index > start { return best ?? (current, index) }
                current.end = index + 1
                current.width = total
            }
            isBreak = isSpace || byte == 0x2D
            index += 1
        }
        return (current, nil)
    }

    /// Returns the lines of a text of ASCII characters only; `nil` for any other, and for one that has to be cut.
    private func plainLines(of bytes: UnsafeBufferPointer<UInt8>, _ most: Int) -> [TextLine]? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var lines: [TextLine] = []
        var start: Int? = 0
        while let first = start {
            guard lines.count < most else { return nil }
            let (line, next) = nextLine(of: bytes, from: first)
            let text = String(decoding: bytes[line.start..<line.end], as: UTF8.self)
            lines.append(TextLine(text: text, width: line.width))
            start = next
        }
        return lines
    }
}

// MARK: - Lines to draw

extension LineBreaker {
    /// Returns the lines of a text, up to a number of lines; a text that does not fit is cut and marked.
    func lines(of text: String, maximumCount count: Int, ellipsis: TextNode.Ellipsis) -> [TextLine] {
        guard !text.isEmpty, count > 0 else { return [] }
        if !breaksAnywhere, let lines = text.utf8.withContiguousStorageIfAvailable({ plainLines(of: $0, count) }),
            let lines
        {
            return lines
        }
        return generalLines(of: text, maximumCount: count, ellipsis: ellipsis)
    }

    /// Works like ``lines(of:maximumCount:ellipsis:)`` for a text that is not empty, character by character.
    func generalLines(of text: String, maximumCount count: Int, ellipsis: TextNode.Ellipsis) -> [TextLine] {
        var pieces: [Piece] = []
        var hasMore = false
        forEachPiece(of: text) { piece in
            hasMore = pieces.count == count
            if !hasMore { pieces.append(piece) }
            return !hasMore
        }
        var lines = pieces.map { TextLine(text: String(text[$0.range]), width: $0.width) }
        guard hasMore, let last = pieces.last, ellipsis != .none, ellipsis != .marquee else { return lines }
        // Nothing is lost where nothing but empty lines is left out.
        guard text[last.range.upperBound...].contains(where: { !$0.isNewline && $0 != " " && $0 != "\t" }) else {
            return lines
        }
        lines[lines.count - 1] = cut(text[last.range.lowerBound...], ellipsis)
        return lines
    }

    /// Cuts the rest of a text so that it fits on one line: what stands on other lines of the text is not drawn on it.
    private func cut(_ rest: Substring, _ ellipsis: TextNode.Ellipsis) -> TextLine {
        let mark = width(of: Self.ellipsisText)
        let room = max(0, width - mark) + Self.tolerance
        let first = rest.lazy.prefix { !$0.isNewline }
        // Going back over the characters of a text would take quadratic time for a row of flags.
        func last() -> (line: Substring, characters: [Character]) {
            let line = rest.split(whereSeparator: { $0.isNewline }).last ?? ""
            return (line, Array(line))
        }
        switch ellipsis {
        case .start:
            let tail = fitting(last().characters.reversed(), room).characters
            return line(Self.ellipsisText + String(tail.reversed()))
        case .middle:
            let (head, headLength) = fitting(first, room / 2)
            let last = last()
            let behind =
                last.line.startIndex == rest.startIndex ? last.characters.dropFirst(head.count) : last.characters[...]
            let tail = fitting(behind.reversed(), room - headLength).characters
            return line(String(head) + Self.ellipsisText + String(tail.reversed()))
        default:
            return line(String(fitting(first, room).characters) + Self.ellipsisText)
        }
    }

    private func line(_ text: String) -> TextLine {
        TextLine(text: text, width: width(of: text))
    }

    /// Returns the first characters that fit in a width, without kerning between them.
    private func fitting(
        _ characters: some Sequence<Character>,
        _ room: Double
    ) -> (characters: [Character], width: Double) {
        var taken: [Character] = []
        var total = 0.0
        for character in characters {
            let length = width(of: String(character))
            guard total + length <= room else { break }
            total += length
            taken.append(character)
        }
        return (taken, total)
    }
}

extension Character {
    /// Whether the character is two letters that are shown as a flag, or one of them.
    fileprivate var isFlag: Bool {
        guard let first = unicodeScalars.first else { return false }
        return (0x1F1E6...0x1F1FF).contains(first.value)
    }

    /// Whether lines break before and after the character: it belongs to a script without spaces, or is an emoji.
    fileprivate var breaksFreely: Bool {
        guard let first = unicodeScalars.first, first.value >= 0x80 || unicodeScalars.count > 1 else { return false }
        switch first.value {
        // The narrow forms of katakana.
        case 0xFF61...0xFF9F: return true
        default: return isFlag || WideCharacters.contains(first) || unicodeScalars.contains { $0.value == 0xFE0F }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it belongs to what follows, so that no line ends behind it.
    fileprivate var opens: Bool {
        switch self {
        case "(", "[", "{", "\"", "'", "“", "‘", "«", "｢", "（", "［", "｛", "〔", "〈", "《", "「", "『", "【", "〖", "〘", "〝":
            true
        default: false
        }
    }

    /// Whether it belongs to what is before it, so that no line begins with it.
    fileprivate var closes: Bool {
        switch self {
        case "!", "%", ")", ",", "-", ".", "/", ":", ";", "?", "]", "}", "\"", "'", "”", "’", "»", "…", "‥", "､", "｡",
            "｣", "･", "、", "。",
            "，", "．",
            "・", "：", "；", "？", "！", "％", "）", "］", "｝", "〕", "〉", "》", "」", "』", "】", "〗", "〙", "〟", "ー", "々", "ゝ",
            "ゞ", "ヽ",
            "ヾ":
            true
        default: false
        }
    }
}
