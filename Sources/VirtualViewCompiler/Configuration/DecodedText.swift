import VirtualViewFormat

/// A name or value of a file with its place and the way back to its bytes.
package struct DecodedText: Hashable, Sendable {
    /// The text after escapes were decoded.
    package let text: String
    /// The file that contains it.
    package let file: SourceFile
    /// The position.
    package let span: SourceSpan
    /// The map from its bytes back to the file.
    package let map: PositionMap

    /// The range of the whole text.
    package var range: SourceRange { SourceRange(file, span.offsets) }

    /// Returns the range of a part of the text.
    ///
    /// - Parameter decoded: UTF-8 byte offsets into ``text``.
    /// - Returns: The source of the part.
    package func range(_ decoded: Range<Int>) -> SourceRange {
        SourceRange(file, map.span(of: decoded, in: span).offsets)
    }

    /// Returns the range of a part of the text.
    ///
    /// - Parameter part: A part of ``text`` itself.
    /// - Returns: The source of the part.
    package func range(of part: Substring) -> SourceRange {
        let lower = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        return range(lower..<lower + part.utf8.count)
    }
}

/// Collects the bytes of a text and remembers where they differ from the source.
struct DecodedTextBuilder {
    private(set) var bytes: [UInt8] = []
    private var pieces: [PositionMap.Piece] = []
    private var spanStart: Int?
    private var spanEnd = 0

    var isEmpty: Bool { bytes.isEmpty }

    /// Adds a byte that appears verbatim in the source.
    mutating func append(_ byte: UInt8, at offset: Int) {
        bytes.append(byte)
        include(offset..<offset + 1)
    }

    /// Appends a character that an escape stands for.
    mutating func append(_ scalar: Unicode.Scalar, from source: Range<Int>) {
        let start = bytes.count
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        include(source)
        pieces.append(PositionMap.Piece(decoded: start..<bytes.count, source: source))
    }

    /// Skips source text that produces no text.
    mutating func skip(_ source: Range<Int>) {
        guard spanStart != nil else { return }
        pieces.append(PositionMap.Piece(decoded: bytes.count..<bytes.count, source: source))
    }

    /// Returns the text as it was collected.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - place: The position that an empty text gets.
    /// - Returns: The text with its place.
    func text(in file: SourceFile, at place: Int) -> DecodedText {
        let lower = spanStart ?? place
        return DecodedText(
            text: String(decoding: bytes, as: UTF8.self),
            file: file,
            span: SourceSpan(lower..<max(lower, spanEnd)),
            map: pieces.isEmpty ? .verbatim : PositionMap(pieces)
        )
    }

    private mutating func include(_ source: Range<Int>) {
        if spanStart == nil { spanStart = source.lowerBound }
        spanEnd = source.upperBound
    }
}
