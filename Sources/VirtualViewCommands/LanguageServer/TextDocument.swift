import VirtualViewFormat

/// The text of an open document, with the starts of its lines; edits change both in place.
///
/// The text is UTF-8. LF, CR LF and a lone CR each end one line, as in the protocol.
package struct TextDocument: Hashable, Sendable {
    /// The text.
    package private(set) var bytes: [UInt8]
    /// The offset at which each line starts; the first is 0.
    private var lineStarts: [Int]

    /// Reads a text.
    ///
    /// - Complexity: O(*n*) in its size.
    package init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
        lineStarts = [0] + Self.starts(in: bytes, 1..<bytes.count + 1)
    }

    /// The number of lines; the last one may be empty.
    var lineCount: Int { lineStarts.count }

    /// Returns the line that an offset is on, from 0.
    ///
    /// - Complexity: O(log *n*) in the number of lines.
    package func line(at offset: Int) -> Int {
        max(0, lineStarts.partitioningIndex { $0 > offset } - 1)
    }

    /// Returns the bytes of a line without its end.
    package func contents(ofLine line: Int) -> Range<Int> {
        let start = lineStarts[line]
        guard line + 1 < lineStarts.count else { return start..<bytes.count }
        var end = lineStarts[line + 1] - 1
        if end > start, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// Replaces a part of the text.
    ///
    /// - Parameters:
    ///   - range: The part, cut to the text.
    ///   - text: The new text.
    /// - Returns: The number of bytes that were looked at for line ends.
    /// - Complexity: O(*m*) in the size of the new text, apart from moving what follows.
    @discardableResult
    package mutating func replace(_ range: Range<Int>, with text: [UInt8]) -> Int {
        let range = range.clamped(to: 0..<bytes.count)
        bytes.replaceSubrange(range, with: text)
        // A line starts depending on the byte before it and on its first one, so those beside the edit may change too.
        let first = firstStart(notBefore: max(1, range.lowerBound))
        let after = firstStart(notBefore: range.upperBound + 1)
        let end = range.lowerBound + text.count
        let lower = max(1, range.lowerBound)
        let found = Self.starts(in: bytes, lower..<max(lower, end + 1))
        let change = text.count - range.count
        if change != 0 {
            for index in after..<lineStarts.count { lineStarts[index] += change }
        }
        lineStarts.replaceSubrange(first..<after, with: found)
        return text.count + 1
    }

    /// Returns the index of the first line that starts at an offset or after it.
    private func firstStart(notBefore offset: Int) -> Int {
        lineStarts.partitioningIndex { $0 >= offset }
    }

    /// Returns the offsets in a range at which lines start.
    private static func starts(in bytes: [UInt8], _ range: Range<Int>) -> [Int] {
        bytes.withUnsafeBufferPointer { bytes in
            var starts: [Int] = []
            var offset = range.lowerBound
            while offset < range.upperBound {
                let before = bytes[offset - 1]
                if before == 0x0A || before == 0x0D && (offset == bytes.count || bytes[offset] != 0x0A) {
                    starts.append(offset)
                }
                offset += 1
            }
            return starts
        }
    }
}
