import VirtualView
import VirtualViewCore

/// Metrics that are those of `FixedTextMetrics` but for what a type has for itself.
protocol AlmostFixedMetrics: TextMeasuring {
    /// The font that stands for another.
    func shown(_ font: TextFont) -> TextFont
}

extension AlmostFixedMetrics {
    func shown(_ font: TextFont) -> TextFont { font }

    func lineHeight(of font: TextFont) -> Double { FixedTextMetrics().lineHeight(of: shown(font)) }
    func ascent(of font: TextFont) -> Double { FixedTextMetrics().ascent(of: shown(font)) }

    func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
        FixedTextMetrics().measure(text, in: shown(font), within: limits)
    }

    func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount most: Int,
        ellipsis: TextNode.Ellipsis
    ) -> [TextLine] {
        FixedTextMetrics().lines(of: text, in: shown(font), width: width, maximumCount: most, ellipsis: ellipsis)
    }
}

/// Counts how many texts are broken into lines.
final class CountingMetrics: AlmostFixedMetrics {
    private let count = Locked(0)
    var brokenTexts: Int { count.withLock { $0 } }

    func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount most: Int,
        ellipsis: TextNode.Ellipsis
    ) -> [TextLine] {
        count.withLock { $0 += 1 }
        return FixedTextMetrics().lines(of: text, in: font, width: width, maximumCount: most, ellipsis: ellipsis)
    }
}
