/// Metrics without a font: a UTF-16 unit has a width of 0.6 and a line a height of 1.2 times the font size, and lines
/// break between any two characters.
///
/// Use it in tests, and wherever results must not depend on fonts.
public final class FixedTextMetrics: TextMeasuring, Sendable {
    private static let advance = 0.6

    /// Makes the metrics.
    public init() {}

    /// Returns 1.2 times the font size.
    ///
    /// - Parameter font: The font.
    /// - Returns: The height in points.
    public func lineHeight(of font: TextFont) -> Double {
        font.size * 1.2
    }

    /// Returns 0.95 times the font size.
    ///
    /// - Parameter font: The font.
    /// - Returns: The distance in points.
    public func ascent(of font: TextFont) -> Double {
        font.size * 0.95
    }

    /// Measures a text; lines break when they are full, and at each newline.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - font: The font.
    ///   - limits: The available space.
    /// - Returns: The width of the longest line that counts, and the height of all of them.
    /// - Complexity: O(*n*) in the length of the text.
    public func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
        guard !text.isEmpty else { return .zero }
        let advance = font.size * Self.advance
        let perLine = Self.unitsPerLine(limits.room.width, advance)
        if let plain = Self.plainExtent(of: text, perLine, limits.lineCount) {
            return LayoutSize(width: Double(plain.longest) * advance, height: limits.height(of: plain.lines))
        }
        let breaker = Self.breaker(width: limits.room.width, advance)
        let extent = breaker.extent(of: text, maximumCount: limits.lineCount)
        // A whole number of units, without what a sum of them loses.
        let units = (extent.longest / advance).rounded()
        return LayoutSize(width: units.isFinite ? units * advance : 0, height: limits.height(of: extent.lineCount))
    }

    /// Measures a text of plain characters; `nil` for one that has others, which may be several units or newlines.
    private static func plainExtent(of text: String, _ perLine: Int, _ most: Int) -> (lines: Int, longest: Int)? {
        var lines = 1
        var units = 0
        var longest = 0
        for byte in text.utf8 {
            let isBreak = byte == 0x0A
            guard isBreak || (0x20..<0x80).contains(byte) else { return nil }
            if isBreak || units == perLine {
                guard lines < most else { break }
                lines += 1
                units = 0
            }
            if !isBreak {
                units += 1
                longest = max(longest, units)
            }
        }
        return (lines, longest)
    }

    /// Breaks a text into lines; they break when they are full, and at each newline.
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
        let advance = font.size * Self.advance
        return Self.breaker(width: width, advance).lines(of: text, maximumCount: count, ellipsis: ellipsis)
    }

    private static func breaker(width: Double, _ advance: Double) -> LineBreaker<UnitWidths> {
        let perLine = Double(unitsPerLine(width, advance)) * advance
        return LineBreaker(UnitWidths(width: advance), width: max(width, perLine), breaksAnywhere: true)
    }

    private static func unitsPerLine(_ width: Double, _ advance: Double) -> Int {
        let count = (width / advance + 1e-6).rounded(.down)
        guard count >= 1 else { return 1 }
        return count < 1e9 ? Int(count) : Int.max
    }
}

/// The same width for every UTF-16 unit.
private struct UnitWidths: CharacterWidths {
    let width: Double

    func width(of scalar: Unicode.Scalar) -> Double {
        Double(UTF16.width(scalar)) * width
    }
}
