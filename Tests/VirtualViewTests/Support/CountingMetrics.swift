import VirtualView
import VirtualViewCore

/// Counts how many texts are broken into lines.
final class CountingMetrics: TextMeasuring {
    private let metrics = FixedTextMetrics()
    private let count = Locked(0)
    var brokenTexts: Int { count.withLock { $0 } }

    func lineHeight(of font: TextFont) -> Double { metrics.lineHeight(of: font) }
    func ascent(of font: TextFont) -> Double { metrics.ascent(of: font) }

    func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
        metrics.measure(text, in: font, within: limits)
    }

    func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount most: Int,
        ellipsis: TextNode.Ellipsis
    ) -> [TextLine] {
        count.withLock { $0 += 1 }
        return metrics.lines(of: text, in: font, width: width, maximumCount: most, ellipsis: ellipsis)
    }
}
