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
