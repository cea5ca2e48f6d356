import VirtualViewFormat

/// A range in a source as small numbers; a ``SyntaxTree`` knows the files.
///
/// A span is kept for every name and value of a template, so it must be small and free of reference counting.
/// ``SyntaxTree/range(_:)`` turns it into a ``SourceRange`` when a diagnostic needs one.
package struct SourceSpan: Hashable, Sendable {
    /// The start: a UTF-8 byte offset into the file.
    package var lower: UInt32
    /// The end: the offset after its last byte; equal to ``lower`` for a place between two characters.
    package var upper: UInt32
    /// The file: an index into ``SyntaxTree/files``.
    package var file: UInt16

    /// Creates a span.
    package init(lower: UInt32, upper: UInt32, file: UInt16 = 0) {
        self.lower = lower
        self.upper = max(lower, upper)
        self.file = file
    }

    /// Creates a span from offsets that are known to fit, as those of a source within the size limit do.
    package init(_ offsets: Range<Int>, file: UInt16 = 0) {
        self.init(
            lower: UInt32(clamping: offsets.lowerBound),
            upper: UInt32(clamping: offsets.upperBound),
            file: file
        )
    }

    /// The byte offsets as a range.
    package var offsets: Range<Int> { Int(lower)..<Int(upper) }

    /// Whether it covers no byte.
    package var isEmpty: Bool { lower == upper }

    /// The empty span at the start.
    package var start: SourceSpan { SourceSpan(lower: lower, upper: lower, file: file) }

    /// The empty span at the end.
    package var end: SourceSpan { SourceSpan(lower: upper, upper: upper, file: file) }
}

/// Leads from a decoded value back to the source it was decoded from.
///
/// A value and its source text differ at an escape for a character (`&amp;`, `\n`) and at a line end of two bytes that
/// became one space. Only these places are stored, so the map of a verbatim value is empty and costs nothing.
package struct PositionMap: Hashable, Sendable {
    /// A part of the value that does not appear verbatim in the source.
    package struct Piece: Hashable, Sendable {
        /// The start in the decoded value, in UTF-8 bytes.
        package var decoded: UInt32
        /// Its length in the decoded value.
        package var decodedLength: UInt32
        /// The start of its source text in the file.
        package var source: UInt32
        /// The length of its source text.
        var sourceLength: UInt32

        /// Records that source text was decoded to something else.
        package init(decoded: Range<Int>, source: Range<Int>) {
            self.decoded = UInt32(clamping: decoded.lowerBound)
            self.decodedLength = UInt32(clamping: decoded.count)
            self.source = UInt32(clamping: source.lowerBound)
            self.sourceLength = UInt32(clamping: source.count)
        }
    }

    /// The pieces in ascending order, none overlapping; between them the value stands verbatim in the source.
    package private(set) var pieces: [Piece]

    /// Creates a map.
    package init(_ pieces: [Piece] = []) {
        self.pieces = pieces
    }

    /// The map of a value that appears verbatim in the source.
    package static let verbatim = PositionMap()

    /// Returns the map of a value that has no text of its own in the source: every part of it is at `span`.
    ///
    /// - Parameters:
    ///   - span: The source of the value.
    ///   - decodedLength: The length of the value in UTF-8 bytes.
    /// - Returns: A map of one piece.
    package static func opaque(_ span: SourceSpan, decodedLength: Int) -> PositionMap {
        PositionMap([Piece(decoded: 0..<decodedLength, source: span.offsets)])
    }

    /// Whether the value appears verbatim in the source.
    package var isVerbatim: Bool { pieces.isEmpty }

    /// Finds the source of a part of the value.
    ///
    /// The source of a part that begins or ends inside an escape is the whole escape.
    ///
    /// - Parameters:
    ///   - decoded: UTF-8 byte offsets into the decoded value.
    ///   - valueSpan: The position of the whole value.
    /// - Returns: The span of the source, within `valueSpan`.
    /// - Complexity: O(log *n*) in the number of pieces.
    package func span(of decoded: Range<Int>, in valueSpan: SourceSpan) -> SourceSpan {
        let lower = source(at: decoded.lowerBound, in: valueSpan).lower
        guard !decoded.isEmpty else { return SourceSpan(lower: lower, upper: lower, file: valueSpan.file) }
        let upper = source(at: decoded.upperBound - 1, in: valueSpan).upper
        return SourceSpan(lower: lower, upper: upper, file: valueSpan.file)
    }

    /// Returns the source of one byte of the value, limited to the value's span.
    private func source(at offset: Int, in valueSpan: SourceSpan) -> (lower: UInt32, upper: UInt32) {
        let offset = UInt32(clamping: offset)
        let next = pieces.partitioningIndex { $0.decoded > offset }
        var base = valueSpan.lower
        var distance = offset
        if next > 0 {
            let piece = pieces[next - 1]
            distance = offset - piece.decoded
            if distance < piece.decodedLength {
                return (
                    min(piece.source, valueSpan.upper),
                    min(piece.source &+ piece.sourceLength, valueSpan.upper)
                )
            }
            distance -= piece.decodedLength
            base = piece.source &+ piece.sourceLength
        }
        let (sum, overflow) = base.addingReportingOverflow(distance)
        let lower = overflow ? valueSpan.upper : min(sum, valueSpan.upper)
        return (lower, lower < valueSpan.upper ? lower + 1 : lower)
    }
}
