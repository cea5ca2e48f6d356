// `NText` and `VText`.

extension LayoutPass {
    func measureText(_ box: Box, _ room: LayoutSize) {
        let lines = engine.textLines(of: box.number)
        if box.pointee.size.height <= 0, box.wrapsHeight, lines.count > 0 {
            var height = Double(lines.count) * lines.fullHeight + box.pointee.paddings.vertical
            if lines.count > 1 || !lines.hasOwnHeight { height -= lines.spacing }
            box.pointee.size.height = height
            box.pointee.applyAutoDim()
        }
        if box.hasOpenSide { wrapText(box, room, lines) }
        box.pointee.size.width = box.pointee.size.width.rounded(.up)
        box.pointee.size.height = box.pointee.size.height.rounded(.up)
    }

    private func wrapText(_ box: Box, _ room: LayoutSize, _ lines: TextLineMetrics) {
        fillOpenSides(box, room)
        var content = box.contentSize
        if lines.maximum > 0 { content.height = min(content.height, Double(lines.maximum) * lines.fullHeight) }
        let measured: LayoutSize
        if let known = box.pointee.textCall, known.hasRoom(content) {
            measured = known.result
        } else {
            measured = engine.measureText(of: box.number, in: content, lines)
            box.pointee.textCall = LayoutBox.Call(room: content, result: measured)
        }
        if box.wrapsWidth { box.pointee.size.width = measured.width + box.pointee.paddings.horizontal }
        if box.wrapsHeight { box.pointee.size.height = measured.height + box.pointee.paddings.vertical }
        box.pointee.applyAutoDim()
    }
}

/// The height of a text node's lines, and the number of lines that it requests.
struct TextLineMetrics {
    /// `lines`; 0 for as many as the text has.
    let count: Int32
    /// `maxLines`; 0 for no limit.
    let maximum: Int32
    let height: Double
    let spacing: Double
    /// Whether `lineHeight` is greater than the font's.
    let hasOwnHeight: Bool

    var fullHeight: Double { height + spacing }

    init(_ properties: TextProperties, naturalHeight: Double) {
        let own = Double(properties.lineHeight)
        count = properties.lines
        maximum = properties.maxLines
        hasOwnHeight = own > naturalHeight
        height = hasOwnHeight ? own : naturalHeight
        spacing = Double(properties.lineSpaceExtra)
    }
}

extension LayoutEngine {
    @inline(never)
    func textLines(of index: Int) -> TextLineMetrics {
        let properties = textProperties(of: index)
        let font = TextFont(properties, scale: textScale)
        return TextLineMetrics(properties, naturalHeight: textMeasuring.lineHeight(of: font))
    }

    @inline(never)
    func measureText(of index: Int, in room: LayoutSize, _ lines: TextLineMetrics) -> LayoutSize {
        let properties = textProperties(of: index)
        guard let text = properties.text, !text.isEmpty else { return .zero }
        let font = TextFont(properties, scale: textScale)
        let limits = TextLimits(room: room, lineHeight: lines.height, lineSpacing: lines.spacing)
        return textMeasuring.measure(text, in: font, within: limits)
    }

    private func textProperties(of index: Int) -> TextProperties {
        (nodes[index] as? TextNode)?.content ?? TextProperties()
    }
}
