/// What a host's text system says about its fonts.
package protocol FontMeasuring: AnyObject, Sendable {
    /// Returns the width of a text on one line, in points.
    func width(of text: String, in font: TextFont) -> Double
    /// Returns the height of a line, in points.
    func lineHeight(of font: TextFont) -> Double
    /// Returns the distance from a line's upper edge to its baseline, in points.
    func ascent(of font: TextFont) -> Double
}

/// Texts as a host's text system draws them, broken into lines by this package.
///
/// Lines break where the widths of single characters, and of pairs of them, say; the width of a line is the one that the
/// system gives the whole line, so that what is measured is what is drawn. A system is asked once for a character, and
/// once for a pair, as long as there are not very many of them.
package final class SystemTextMetrics: TextMeasuring {
    /// The numbers of fonts, and of characters and pairs in one, that are kept; beyond that all are forgotten.
    fileprivate static let mostFonts = 256, mostWidths = 1 << 14
    private let fonts: any FontMeasuring
    private let known = Locked(KnownFonts())

    /// Makes metrics.
    ///
    /// - Parameter fonts: The system's fonts.
    package init(_ fonts: any FontMeasuring) {
        self.fonts = fonts
    }

    /// Forgets all widths, because fonts have arrived.
    package func forgetFonts() {
        known.withLock { known in
            known.metrics = [:]
            known.age += 1
        }
    }

    package func lineHeight(of font: TextFont) -> Double { metrics(of: font).lineHeight }

    package func ascent(of font: TextFont) -> Double { metrics(of: font).ascent }

    package func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
        guard !text.isEmpty else { return .zero }
        var size = LayoutSize.zero
        var count = 0
        breaker(font, limits.room.width).forEachPiece(of: text) { piece in
            let drawn = width(of: String(text[piece.range]), in: font)
            // Pairs may say more, where letters join: the line is to fit into its own width.
            size.width = max(
                size.width,
                piece.width > drawn + LineBreaker<SystemWidths>.tolerance ? piece.width : drawn
            )
            count += 1
            return count < limits.lineCount
        }
        size.height = limits.height(of: count)
        return size
    }

    package func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount count: Int,
        ellipsis: TextNode.Ellipsis
    ) -> [TextLine] {
        breaker(font, width).lines(of: text, maximumCount: count, ellipsis: ellipsis).map { line in
            TextLine(text: line.text, width: self.width(of: line.text, in: font))
        }
    }

    private func breaker(_ font: TextFont, _ width: Double) -> LineBreaker<SystemWidths> {
        LineBreaker(SystemWidths(metrics: metrics(of: font), font: font, fonts: fonts), width: width)
    }

    private func width(of text: String, in font: TextFont) -> Double {
        let width = fonts.width(of: text, in: font)
        return width.isFinite ? max(0, width) : 0
    }

    private func metrics(of font: TextFont) -> FontWidths {
        let (found, age) = known.withLock { ($0.metrics[font], $0.age) }
        if let found { return found }
        // The system is asked outside of the lock; another thread that asks meanwhile gets the same answers. What was
        // asked before fonts arrived is not kept.
        let metrics = FontWidths(lineHeight: fonts.lineHeight(of: font), ascent: fonts.ascent(of: font))
        known.withLock { known in
            guard known.age == age else { return }
            if known.metrics.count >= Self.mostFonts { known.metrics = [:] }
            known.metrics[font] = metrics
        }
        return metrics
    }
}

private struct KnownFonts {
    var metrics: [TextFont: FontWidths] = [:]
    /// How often all were forgotten because fonts had arrived.
    var age = 0
}

/// What is known of a font.
private final class FontWidths: Sendable {
    let lineHeight: Double
    let ascent: Double
    /// Widths of characters, and of pairs beyond those of their characters, by the numbers of the characters.
    let widths = Locked<[UInt64: Double]>([:])

    init(lineHeight: Double, ascent: Double) {
        self.lineHeight = lineHeight
        self.ascent = ascent
    }
}

private struct SystemWidths: CharacterWidths {
    let metrics: FontWidths
    let font: TextFont
    let fonts: any FontMeasuring

    func width(of scalar: Unicode.Scalar) -> Double {
        width(UInt64(scalar.value)) { measured(String(scalar)) }
    }

    func kerning(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Double {
        // A system draws one emoji, whatever it says of two characters.
        if BuiltInTextMetrics.joins(first, second) { return -width(of: second) }
        // No pair has the number of a character, not even one that begins with NUL.
        return width(UInt64(first.value + 1) << 32 | UInt64(second.value)) {
            measured(String(first) + String(second)) - width(of: first) - width(of: second)
        }
    }

    private func width(_ number: UInt64, _ measure: () -> Double) -> Double {
        if let width = metrics.widths.withLock({ $0[number] }) { return width }
        let width = measure()
        metrics.widths.withLock { widths in
            if widths.count >= SystemTextMetrics.mostWidths { widths = [:] }
            widths[number] = width
        }
        return width
    }

    private func measured(_ text: String) -> Double {
        let width = fonts.width(of: text, in: font)
        return width.isFinite ? width : 0
    }
}
