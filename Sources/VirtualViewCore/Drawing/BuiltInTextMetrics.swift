/// Metrics of a common sans-serif face, for hosts without a text system.
///
/// Letters have the widths and the kerning of Liberation Sans; its widths are those of Arial and Helvetica. Chinese,
/// Japanese and Korean characters and emoji are as wide as they are high, and so are symbols that Liberation Sans does
/// not have, such as stars. Combining marks have no width, and any other character has that of a digit. The font's name
/// and italics make no difference.
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
        ellipsis: TextEllipsis
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
    private let kerning: KerningTable

    init(_ font: TextFont) {
        size = font.size
        isBold = font.isBold
        kerning = font.isBold ? .bold : .regular
    }

    func width(of scalar: Unicode.Scalar) -> Double {
        BuiltInTextMetrics.advance(of: scalar, isBold: isBold) * size
    }

    func kerning(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Double {
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
        if value >= 0x20, value <= 0x7E { return Double(widths[Int(value) - 0x20]) / 1_000 }
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
        default: nil
        }
    }

    private static func digitWidth(_ widths: [UInt16]) -> UInt16 {
        widths[0x30 - 0x20]
    }

    private static func hasNoWidth(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return true }
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return true
        default: return false
        }
    }
}
