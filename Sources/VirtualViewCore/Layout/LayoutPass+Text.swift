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

    /// Reads a text node.
    init(_ node: Node, naturalHeight: Double) {
        let own = Double(node[.lineHeight] as Float)
        count = node[.lines]
        maximum = node[.maxLines]
        hasOwnHeight = own > naturalHeight
        height = hasOwnHeight ? own : naturalHeight
        spacing = Double(node[.lineSpaceExtra] as Float)
    }
}

extension LayoutEngine {
    @inline(never)
    func textLines(of index: Int) -> TextLineMetrics {
        let node = nodes[index]
        let font = TextFont(node, scale: textScale)
        return TextLineMetrics(node, naturalHeight: textMeasuring.lineHeight(of: font))
    }

    @inline(never)
    func measureText(of index: Int, in room: LayoutSize, _ lines: TextLineMetrics) -> LayoutSize {
        let node = nodes[index]
        guard let text: String = node[.text], !text.isEmpty else { return .zero }
        let font = TextFont(node, scale: textScale)
        let limits = TextLimits(room: room, lineHeight: lines.height, lineSpacing: lines.spacing)
        return textMeasuring.measure(text, in: font, within: limits)
    }
}
