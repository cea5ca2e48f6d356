extension DrawingContext {
    /// Breaks a node's text into as many lines as fit in its height, vertically centred.
    func text(of node: TextNode, _ box: LayoutRect) -> TextDrawing? {
        let color = node.textColor
        guard let text = node.text, !text.isEmpty, color.alpha > 0 else { return nil }
        let font = TextFont(node, scale: textScale)
        let natural = textMeasuring.lineHeight(of: font)
        let metrics = TextLineMetrics(node, naturalHeight: natural)
        let limits = TextLimits(room: box.size, lineHeight: metrics.height, lineSpacing: metrics.spacing)
        var most = limits.lineCount
        if metrics.count > 0 { most = min(most, Int(metrics.count)) }
        if metrics.maximum > 0 { most = min(most, Int(metrics.maximum)) }
        let broken = textMeasuring.lines(
            of: text,
            in: font,
            width: box.size.width,
            maximumCount: most,
            ellipsis: node.ellipsize
        )
        guard !broken.isEmpty else { return nil }
        let alignment = alignment(node.gravity)
        let ascent = textMeasuring.ascent(of: font) + (metrics.height - natural)
        let top = box.origin.y + (box.size.height - limits.height(of: broken.count)) / 2
        let lines = broken.enumerated().map { number, line in
            let left = box.origin.x + (box.size.width - line.width) * alignment.share
            let baseline = top + Double(number) * (metrics.height + metrics.spacing) + ascent
            return TextDrawing.Line(
                text: line.text,
                baseline: LayoutPoint(x: left, y: baseline),
                width: line.width
            )
        }
        let style = node.textStyle
        return TextDrawing(
            lines: lines,
            font: font,
            color: color,
            alignment: alignment.alignment,
            isUnderlined: style.contains(.underline),
            isStruckThrough: style.contains(.strike) && !style.contains(.underline),
            box: box,
            lineHeight: metrics.height,
            lineSpacing: metrics.spacing
        )
    }

    /// Returns the alignment, and the share of the free space that is before a line.
    private func alignment(_ gravity: Gravity) -> (alignment: TextDrawing.Alignment, share: Double) {
        if gravity.contains(.right) { return (.right, 1) }
        if gravity.contains(.horizontalCenter) { return (.center, 0.5) }
        return (.left, 0)
    }
}
