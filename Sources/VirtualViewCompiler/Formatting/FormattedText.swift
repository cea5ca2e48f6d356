/// The text that a formatter writes, line by line.
struct FormattedText {
    /// The maximum number of characters of a line, where it can be broken.
    static let lineLength = 120
    /// The number of blanks of a level.
    private static let step = 4
    /// The maximum number of levels that are indented, so that deep nesting costs no more than its own length.
    private static let deepestLevel = 40

    /// The text so far.
    private(set) var bytes: [UInt8] = []
    private let lineEnd: [UInt8]

    /// Creates an empty text.
    ///
    /// - Parameters:
    ///   - breaks: Counts the line ends that the source has; the text has the most frequent sort.
    ///   - source: The source, whose byte order mark is kept.
    init(_ breaks: LineBreaks, source: SourceBytes) {
        lineEnd = breaks.areTwoBytes ? [0x0D, 0x0A] : [0x0A]
        bytes.reserveCapacity(source.count + source.count / 4)
        if source.has("\u{FEFF}", at: 0) { append(source, 0..<3) }
    }

    /// Returns the number of blanks before a line of a level.
    static func indentation(of level: Int) -> Int { min(level, deepestLevel) * step }

    /// Appends a part of the source.
    mutating func append(_ source: SourceBytes, _ range: Range<Int>) {
        bytes.append(contentsOf: source.slice(range))
    }

    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Ends the line.
    mutating func endLine() {
        bytes.append(contentsOf: lineEnd)
    }

    /// Ends the line, perhaps adds a blank one, and begins one of a level.
    mutating func beginLine(_ level: Int, isAfterBlank: Bool) {
        endLine()
        if isAfterBlank { endLine() }
        indent(level)
    }

    /// Indents a line that nothing was written to.
    mutating func indent(_ level: Int) {
        bytes.append(contentsOf: repeatElement(0x20, count: Self.indentation(of: level)))
    }
}

// MARK: - Comments

extension FormattedText {
    /// Appends a comment; what follows its first line moves as far as the line on which it begins.
    mutating func append(comment range: Range<Int>, of source: SourceBytes) {
        var shift: Int?
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, source[end] != 0x0A, source[end] != 0x0D { end += 1 }
            let next = source[end] == 0x0D && source[end + 1] == 0x0A ? end + 2 : end + 1
            if start > range.lowerBound {
                endLine()
                let (columns, text) = Self.blanks(source.slice(start..<end))
                start += text
                if start < end { bytes.append(contentsOf: repeatElement(0x20, count: max(0, columns + (shift ?? 0)))) }
            } else if next < range.upperBound {
                let before = Self.indentation(ofLastLine: source.slice(0..<start))
                shift = Self.indentation(ofLastLine: bytes) - before
            }
            var last = end
            while last > start, Self.isBlank(source[last - 1]) { last -= 1 }
            append(source, start..<last)
            start = next
        }
        // An empty last line cannot be: a comment ends with what closes it, or with its line.
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns the columns that the blanks at the start of a text take, and how many bytes they are.
    private static func blanks(_ text: some Collection<UInt8>) -> (columns: Int, bytes: Int) {
        var columns = 0
        var count = 0
        for byte in text {
            guard isBlank(byte) else { break }
            columns = byte == 0x09 ? (columns / step + 1) * step : columns + 1
            count += 1
        }
        return (columns, count)
    }

    /// Returns the columns before the first character of the last line of a text.
    private static func indentation(ofLastLine text: some BidirectionalCollection<UInt8>) -> Int {
        let end = text.lastIndex { $0 == 0x0A || $0 == 0x0D }
        let line = text[(end.map { text.index(after: $0) } ?? text.startIndex)...]
        return blanks(line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line).columns
    }
}

/// Counts line ends by their sort.
struct LineBreaks {
    private var oneByte = 0
    private var twoBytes = 0

    /// Whether most are a carriage return and a line feed.
    var areTwoBytes: Bool { twoBytes > oneByte }

    /// Counts the line ends of a part of a source.
    ///
    /// - Returns: Their number.
    @discardableResult
    mutating func count(_ source: SourceBytes, _ range: Range<Int>) -> Int {
        let before = oneByte + twoBytes
        var offset = range.lowerBound
        while offset < range.upperBound {
            if source[offset] == 0x0D, source[offset + 1] == 0x0A, offset + 1 < range.upperBound {
                twoBytes += 1
                offset += 2
                continue
            }
            if source[offset] == 0x0A || source[offset] == 0x0D { oneByte += 1 }
            offset += 1
        }
        return oneByte + twoBytes - before
    }
}

extension SourceBytes {
    /// Returns the number of characters in a range.
    func characterCount(_ range: Range<Int>) -> Int {
        var count = 0
        for byte in slice(range) where byte & 0xC0 != 0x80 { count += 1 }
        return count
    }

    /// Returns whether there is a line end in a range.
    func hasLineEnd(_ range: Range<Int>) -> Bool {
        for byte in slice(range) where byte == 0x0A || byte == 0x0D { return true }
        return false
    }
}
