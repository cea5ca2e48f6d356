/// Formats an XML source that has no errors.
///
/// A tag is on one line if it was and if it fits. Otherwise its attributes are below its name, on the lines that the
/// author chose; a line that is too long goes on in the next.
struct XMLFormatter {
    /// An attribute of a start tag.
    private struct Word {
        let name: Range<Int>
        /// The value with its quotes.
        let value: Range<Int>
        /// The number of line ends before it.
        let breaks: Int
        /// The number of characters; `nil` if the value has several lines.
        let width: Int?
    }

    private let source: SourceBytes
    private let tree: SyntaxTree
    private let pieces: [XMLPieces.Piece]
    private var text: FormattedText
    /// The next element.
    private var element = 0
    /// The elements that are open, the innermost last.
    private var open: [Int] = []
    /// Whether nothing was written but a start tag whose end tag follows later.
    private var isAfterOpenTag = false

    init(_ source: SourceBytes, _ tree: SyntaxTree, _ pieces: XMLPieces) {
        self.source = source
        self.tree = tree
        self.pieces = pieces.pieces
        text = FormattedText(pieces.breaks, source: source)
    }

    /// Formats the source.
    ///
    /// - Returns: The text; `nil` if something in the source is not known here.
    mutating func format() -> [UInt8]? {
        for (index, piece) in pieces.enumerated() {
            // A comment that ends its line is about what is before it, any other about what follows.
            let isLast = index + 1 == pieces.count || pieces[index + 1].breaks > 0
            guard write(piece, isFirst: index == 0, endsLine: isLast) else { return nil }
        }
        text.endLine()
        return open.isEmpty ? text.bytes : nil
    }

    private mutating func write(_ piece: XMLPieces.Piece, isFirst: Bool, endsLine: Bool) -> Bool {
        let wasAfterOpenTag = isAfterOpenTag
        isAfterOpenTag = false
        func beginLine(_ formatter: inout Self, mayFollowBlank: Bool = true) {
            guard !isFirst else { return }
            let isAfterBlank = piece.breaks > 1 && !wasAfterOpenTag && mayFollowBlank
            formatter.text.beginLine(formatter.open.count, isAfterBlank: isAfterBlank)
        }
        switch piece.kind {
        case .comment:
            let staysBehind = piece.breaks == 0 && endsLine && !isFirst
            if staysBehind { text.append(" ") } else { beginLine(&self) }
            text.append(comment: piece.range, of: source)
            isAfterOpenTag = wasAfterOpenTag && staysBehind
        case .verbatim:
            // White space before the declaration is a problem that is reported, and not one of style.
            if isFirst, isMisplaced(piece) { text.endLine() }
            beginLine(&self)
            text.append(source, piece.range)
        case .startTag(let isEmpty):
            beginLine(&self)
            return writeStartTag(isEmpty: isEmpty)
        case .endTag:
            guard let index = open.popLast() else { return false }
            beginLine(&self, mayFollowBlank: false)
            text.append("</")
            text.append(source, tree.elements[index].nameSpan.offsets)
            text.append(">")
        }
        return true
    }

    /// Returns whether the first piece is a declaration with white space before it.
    private func isMisplaced(_ piece: XMLPieces.Piece) -> Bool {
        let start = piece.range.lowerBound
        let next = source[start + 5]
        return start > (source.has("\u{FEFF}", at: 0) ? 3 : 0) && source.has("<?xml", at: start)
            && (XMLCharacters.isSpace(next) || next == UInt8(ascii: "?"))
    }
}

// MARK: - Start tags

extension XMLFormatter {
    private mutating func writeStartTag(isEmpty: Bool) -> Bool {
        let name = tree.elements[element].nameSpan.offsets
        guard let words = words(of: tree.elements[element]) else { return false }
        text.append("<")
        text.append(source, name)
        write(words, nameLength: source.characterCount(name), endLength: isEmpty ? 2 : 1)
        text.append(isEmpty ? "/>" : ">")
        if !isEmpty { open.append(element) }
        isAfterOpenTag = !isEmpty
        element += 1
        return true
    }

    /// Writes the attributes.
    ///
    /// - Parameters:
    ///   - words: The attributes.
    ///   - nameLength: The number of characters of the element's name.
    ///   - endLength: The number of characters that follow the last attribute.
    private mutating func write(_ words: [Word], nameLength: Int, endLength: Int) {
        var width: Int? = FormattedText.indentation(of: open.count) + 1 + nameLength + endLength
        for word in words {
            width = word.breaks > 0 ? nil : width.flatMap { sum in word.width.map { sum + 1 + $0 } }
        }
        let isOneLine = width.map { $0 <= FormattedText.lineLength } ?? false
        /// The end of the attribute before, unless nothing may follow it.
        var column: Int?
        for (index, word) in words.enumerated() {
            let room = FormattedText.lineLength - (index == words.count - 1 ? endLength : 0)
            if isOneLine {
                text.append(" ")
            } else if let before = column, let own = word.width, word.breaks == 0, before + 1 + own <= room {
                text.append(" ")
                column = before + 1 + own
            } else {
                text.beginLine(open.count + 1, isAfterBlank: index > 0 && word.breaks > 1)
                column = word.width.map { FormattedText.indentation(of: open.count + 1) + $0 }
            }
            text.append(source, word.name)
            text.append("=")
            text.append(source, word.value)
        }
    }

    /// Returns the attributes of an element; `nil` if one is not written as usual.
    private func words(of element: SyntaxTree.Element) -> [Word]? {
        var words: [Word] = []
        var end = element.nameSpan.offsets.upperBound
        var breaks = LineBreaks()
        for index in element.attributeIndices {
            let record = tree.attributeRecords[Int(index)]
            let name = Int(record.nameLower)..<Int(record.nameUpper)
            let value = Int(record.valueLower) - 1..<Int(record.valueUpper) + 1
            let quote = source[value.lowerBound]
            guard XMLCharacters.isQuote(quote), source[value.upperBound - 1] == quote
            else {
                return nil
            }
            let width = source.characterCount(name) + 1 + source.characterCount(value)
            words.append(
                Word(
                    name: name,
                    value: value,
                    breaks: breaks.count(source, end..<name.lowerBound),
                    width: source.hasLineEnd(value) ? nil : width
                )
            )
            end = value.upperBound
        }
        return words
    }
}
