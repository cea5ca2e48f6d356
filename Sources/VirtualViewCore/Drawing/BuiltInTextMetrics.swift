import VirtualViewFormat

/// Metrics of a common sans-serif face, for hosts without a text system.
///
/// Letters have the widths and the kerning of Liberation Sans; its widths are those of Arial and Helvetica. Chinese,
/// Japanese and Korean characters and emoji are as wide as they are high, and so are symbols that Liberation Sans does
/// not have, such as stars. A tab is as wide as a space, combining marks and other control characters have no width, and
/// any other character has that of a digit. The font's name and italics make no difference.
public final class BuiltInTextMetrics: TextMeasuring, Sendable {
    /// Makes the metrics.
    public init() {}

    /// Returns the height of one line: 1.15 times the font size.
    ///
    /// - Parameter font: The font.
    /// - Returns: The height in points.
    public func lineHeight(of font: TextFont) -> Double {
        font.size * Double(TextWidths.lineHeight) / 1_000
    }

    /// Returns the distance from the upper edge of a line to its baseline: 0.905 times the font size.
    ///
    /// - Parameter font: The font.
    /// - Returns: The distance in points.
    public func ascent(of font: TextFont) -> Double {
        font.size * Double(TextWidths.ascent) / 1_000
    }

    /// Measures a text that is broken at spaces and between characters of scripts without spaces.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - font: The font.
    ///   - limits: The available space.
    /// - Returns: The width of the longest line that counts, and the height of all of them.
    /// - Complexity: O(*n*) in the length of the text.
    public func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
        guard !text.isEmpty else { return .zero }
        let extent = breaker(font, limits.room.width).extent(of: text, maximumCount: limits.lineCount)
        return LayoutSize(width: extent.longest, height: limits.height(of: extent.lineCount))
    }

    /// Breaks a text at spaces and between characters of scripts without spaces.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - font: The font.
    ///   - width: The largest width of a line in points.
    ///   - count: The largest number of lines.
    ///   - ellipsis: The place to cut a text that needs more lines.
    /// - Returns: The lines.
    public func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount count: Int,
        ellipsis: TextNode.Ellipsis
    ) -> [TextLine] {
        breaker(font, width).lines(of: text, maximumCount: count, ellipsis: ellipsis)
    }

    private func breaker(_ font: TextFont, _ width: Double) -> LineBreaker<SansSerifWidths> {
        LineBreaker(SansSerifWidths(font), width: width)
    }
}

/// The widths of a font's characters.
struct SansSerifWidths: CharacterWidths {
    private let size: Double
    private let isBold: Bool
    /// The widths of the characters from U+0020, in thousandths, looked up once for a text.
    private let widths: [UInt16]
    private let kerning: KerningTable

    init(_ font: TextFont) {
        size = font.size
        isBold = font.isBold
        widths = font.isBold ? TextWidths.bold : TextWidths.regular
        kerning = font.isBold ? .bold : .regular
    }

    func width(of scalar: Unicode.Scalar) -> Double {
        let value = scalar.value
        if value >= 0x20, value <= 0x7E { return Double(widths[Int(value) - 0x20]) / 1_000 * size }
        if value == 0x09 { return Double(widths[0]) / 1_000 * size }
        return BuiltInTextMetrics.advance(of: scalar, isBold: isBold) * size
    }

    func kerning(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Double {
        if BuiltInTextMetrics.joins(first, second) { return -width(of: second) }
        if second.value == 0xFE0F, BuiltInTextMetrics.becomesEmoji(first) { return size - width(of: first) }
        let thousandths = kerning.distance(between: first, and: second)
        return thousandths == 0 ? 0 : Double(thousandths) * size / 1_000
    }
}

// MARK: - Characters

extension BuiltInTextMetrics {
    /// Returns the width of a character as a fraction of the font size.
    static func advance(of scalar: Unicode.Scalar, isBold: Bool) -> Double {
        let widths = isBold ? TextWidths.bold : TextWidths.regular
        let value = scalar.value
        if WideCharacters.contains(scalar) { return 1 }
        if hasNoWidth(scalar) { return 0 }
        var place = 0
        for range in TextWidths.ranges {
            if value < range.first { break }
            if value <= range.last {
                let width = widths[place + Int(value - range.first)]
                if width > 0 { return Double(width) / 1_000 }
                break
            }
            place += Int(range.last - range.first) + 1
        }
        return symbolWidth(value) ?? Double(digitWidth(widths)) / 1_000
    }

    /// Returns the width of a symbol that the font does not have, in the fonts that replace it; `nil` for other
    /// characters.
    private static func symbolWidth(_ value: UInt32) -> Double? {
        switch value {
        // Check marks are narrower than the others.
        case 0x2713, 0x2714: 0.683
        case 0x203B, 0x2100...0x2BFF: 1
        // Two letters are a flag.
        case 0x1F1E6...0x1F1FF: 0.5
        default: nil
        }
    }

    /// Whether two characters are part of one emoji, as wide as the first one alone.
    static func joins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        guard isSymbol(second) else { return false }
        if first.value == 0x200D { return true }
        // The skin's colour.
        return (0x1F3FB...0x1F3FF).contains(second.value) && (isSymbol(first) || first.value == 0xFE0F)
    }

    /// Whether U+FE0F behind a character shows it as an emoji of its own: a digit, or a sign such as © or ♥.
    static func becomesEmoji(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // ↔, ↕, ♀ and ♂ may be a part of the one before them.
        case 0x2194, 0x2195, 0x2640, 0x2642: false
        case 0x23, 0x2A, 0x30...0x39, 0xA9, 0xAE, 0x203C, 0x2049, 0x2100...0x2BFF, 0x1F000...0x1F1E5: true
        default: false
        }
    }

    private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
        (0x2190...0x2BFF).contains(scalar.value) || scalar.value >= 0x1F000
    }

    private static func digitWidth(_ widths: [UInt16]) -> UInt16 {
        widths[0x30 - 0x20]
    }

    private static func hasNoWidth(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return true }
        guard scalar.value >= 0x300 else { return scalar.value == 0xAD }
        // The vowels and finals of a Korean syllable stand in the square of its first letter.
        if (0x1160...0x11FF).contains(scalar.value) { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return true
        default: return false
        }
    }
}

/// The kerning of pairs of ASCII characters: the distance to add to their widths, negative for most pairs.
///
/// Other pairs of characters have no kerning.
struct KerningTable {
    private static let first: UInt32 = 0x20
    private static let count: UInt32 = 95

    /// The distance of each pair in thousandths of the font size, row by row.
    private let distances: [Int16]

    /// The kerning of letters of regular weight.
    static let regular = KerningTable(
        TextWidths.regularPairStarts,
        TextWidths.regularPairSeconds,
        TextWidths.regularPairDistances
    )
    /// The kerning of bold letters.
    static let bold = KerningTable(
        TextWidths.boldPairStarts,
        TextWidths.boldPairSeconds,
        TextWidths.boldPairDistances
    )

    private init(_ starts: [UInt16], _ seconds: [UInt8], _ values: [Int16]) {
        let count = Int(Self.count)
        var distances = [Int16](repeating: 0, count: count * count)
        for row in 0..<count {
            for place in Int(starts[row])..<Int(starts[row + 1]) {
                distances[row * count + Int(seconds[place]) - Int(Self.first)] = values[place]
            }
        }
        self.distances = distances
    }

    @inline(__always)
    func distance(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Int16 {
        let row = first.value &- Self.first
        let column = second.value &- Self.first
        guard row < Self.count, column < Self.count else { return 0 }
        return distances[Int(row * Self.count + column)]
    }
}

/// The characters that are as wide as they are high: Chinese, Japanese, Korean and emoji.
enum WideCharacters {
    /// The first and last character of each range, in order.
    private static let ranges: [(first: UInt32, last: UInt32)] = [
        (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
        (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
        (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
        (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705), (0x270A, 0x270B),
        (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797),
        (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x303E),
        (0x3041, 0x33FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA000, 0xA4CF), (0xA960, 0xA97F), (0xAC00, 0xD7A3),
        (0xF900, 0xFAFF), (0xFE30, 0xFE6F), (0xFF00, 0xFF60), (0xFFE0, 0xFFE6), (0x1F004, 0x1F004),
        (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F200, 0x1F265), (0x1F300, 0x1F64F),
        (0x1F680, 0x1F6FF), (0x1F7E0, 0x1F7EB), (0x1F90C, 0x1F9FF), (0x1FA70, 0x1FAFF), (0x20000, 0x3FFFD),
    ]

    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        guard value >= ranges[0].first else { return false }
        let place = ranges.partitioningIndex { $0.last >= value }
        return place < ranges.count && ranges[place].first <= value
    }
}
