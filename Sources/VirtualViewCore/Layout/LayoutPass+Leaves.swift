import VirtualViewFormat

// Images, shapes and an app's own leaves.

extension LayoutPass {
    func measureImage(_ box: Box, _ room: LayoutSize) {
        let ratio = box.pointee.numbers.0
        guard ratio > 0 else { return measureNaturalImage(box) }
        let paddings = box.pointee.paddings
        let size = box.pointee.size
        // The ratio determines only a side that has no size yet; `autoDim` may have set one.
        if box.wrapsHeight, size.height <= 0, size.width > 0 {
            let height = (size.width - paddings.left - paddings.right) / ratio + paddings.top + paddings.bottom
            box.pointee.size.height = min(room.height, height)
        } else if box.wrapsWidth, size.width <= 0, size.height > 0 {
            let width = (size.height - paddings.top - paddings.bottom) * ratio + paddings.left + paddings.right
            box.pointee.size.width = min(room.width, width)
        } else if box.wrapsWidth, box.wrapsHeight, size.width <= 0, size.height <= 0 {
            measureLeastImage(box, room, ratio)
        }
    }

    /// Gives an image of which both sides follow from each other the smallest size that its minimums allow.
    private func measureLeastImage(_ box: Box, _ room: LayoutSize, _ ratio: Double) {
        guard box.pointee.isBounded else { return }
        let (least, paddings) = (box.pointee.least, box.pointee.paddings)
        let height = max((least.width - paddings.horizontal) / ratio, least.height - paddings.vertical)
        guard height > 0 else { return }
        box.pointee.size.width = min(room.width, height * ratio + paddings.horizontal)
        box.pointee.size.height = min(room.height, height + paddings.vertical)
        box.pointee.applyAutoDim()
    }

    /// Uses the image's own size, if the host knows it.
    private func measureNaturalImage(_ box: Box) {
        guard box.hasOpenSide, engine.imageMeasuring != nil,
            let natural = engine.naturalImageSize(of: box.number)
        else { return }
        let paddings = box.pointee.paddings
        let size = box.pointee.size
        let hasAspect = natural.width > 0 && natural.height > 0
        if box.wrapsWidth, size.width <= 0 {
            let followsHeight = !box.wrapsHeight && hasAspect && size.height > paddings.vertical
            let width =
                followsHeight ? (size.height - paddings.vertical) * natural.width / natural.height : natural.width
            box.pointee.size.width = width + paddings.horizontal
        }
        if box.wrapsHeight, size.height <= 0 {
            let followsWidth = !box.wrapsWidth && hasAspect && size.width > paddings.horizontal
            let height =
                followsWidth ? (size.width - paddings.horizontal) * natural.height / natural.width : natural.height
            box.pointee.size.height = height + paddings.vertical
        }
        if box.pointee.isBounded, box.wrapsWidth, box.wrapsHeight, hasAspect { scaleIntoBounds(box, natural) }
        box.pointee.applyAutoDim()
    }

    /// Gives an image that is as large as its file the nearest size within its limits that is not distorted.
    private func scaleIntoBounds(_ box: Box, _ natural: LayoutSize) {
        let (least, most, paddings) = (box.pointee.least, box.pointee.most, box.pointee.paddings)
        let largest = min(
            (most.width - paddings.horizontal) / natural.width,
            (most.height - paddings.vertical) / natural.height,
            1
        )
        let smallest = max(
            (least.width - paddings.horizontal) / natural.width,
            (least.height - paddings.vertical) / natural.height
        )
        let scale = max(largest, smallest)
        box.pointee.size.width = natural.width * scale + paddings.horizontal
        box.pointee.size.height = natural.height * scale + paddings.vertical
    }

    func measureGraph(_ box: Box) {
        guard box.hasOpenSide else { return }
        if box.wrapsWidth { box.pointee.size.width = box.pointee.numbers.0 + box.pointee.paddings.horizontal }
        if box.wrapsHeight { box.pointee.size.height = box.pointee.numbers.1 + box.pointee.paddings.vertical }
        box.pointee.applyAutoDim()
    }

    /// Measures the content of an app's own component.
    func measureOwnContent(_ box: Box, _ room: LayoutSize) {
        guard box.hasOpenSide, engine.measuresItself(box.number) else { return }
        let old = box.pointee.size
        fillOpenSides(box, room)
        let content = box.contentSize
        box.pointee.size = old
        guard let size = engine.ownContentSize(of: box.number, in: content) else { return }
        if box.wrapsWidth { box.pointee.size.width = size.width + box.pointee.paddings.horizontal }
        if box.wrapsHeight { box.pointee.size.height = size.height + box.pointee.paddings.vertical }
        box.pointee.applyAutoDim()
    }
}

extension LayoutEngine {
    @inline(never)
    fileprivate func naturalImageSize(of index: Int) -> LayoutSize? {
        guard let node = nodes[index] as? ImageNode, let source = node.src, !source.isEmpty else { return nil }
        return imageMeasuring?.size(ofImage: source)
    }

    fileprivate func measuresItself(_ index: Int) -> Bool {
        nodes[index].prototype.component.isOwn
    }

    @inline(never)
    fileprivate func ownContentSize(of index: Int, in room: LayoutSize) -> LayoutSize? {
        let node = nodes[index]
        guard let tree = node.tree else { return node.measureContent(in: room) }
        let outer = tree.context.enter(.layout, item: tree.itemNumber)
        defer { tree.context.leave(to: outer) }
        return node.measureContent(in: room)
    }
}

// `NText` and `VText`.

extension LayoutPass {
    func measureText(_ box: Box, _ room: LayoutSize) {
        let lines = box.pointee.textLines ?? engine.textLines(of: box.number)
        box.pointee.textLines = lines
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
    /// `maxLines`; 0 for no limit, or if `lines` counts instead.
    let maximum: Int32
    let height: Double
    let spacing: Double
    /// Whether `lineHeight` is greater than the font's.
    let hasOwnHeight: Bool

    var fullHeight: Double { height + spacing }

    /// The largest number of lines that are drawn.
    var mostDrawn: Int {
        min(count > 0 ? Int(count) : .max, maximum > 0 ? Int(maximum) : .max)
    }

    /// Reads a text node.
    init(_ content: PresentContent, naturalHeight: Double, _ quirks: Quirks) {
        let own = Double(content[.lineHeight] as Float)
        count = content[.lines]
        maximum = count > 0 && !quirks.contains(.maxLinesCapsLines) ? 0 : content[.maxLines]
        hasOwnHeight = own > naturalHeight
        height = hasOwnHeight ? own : naturalHeight
        spacing = Double(content[.lineSpaceExtra] as Float)
    }
}

extension LayoutEngine {
    @inline(never)
    func textLines(of index: Int) -> TextLineMetrics {
        let content = nodes[index].present
        let font = TextFont(content, scale: textScale, quirks)
        return TextLineMetrics(content, naturalHeight: textMeasuring.lineHeight(of: font), quirks)
    }

    @inline(never)
    func measureText(of index: Int, in room: LayoutSize, _ lines: TextLineMetrics) -> LayoutSize {
        let content = nodes[index].present
        guard let text: String = content[.text], !text.isEmpty else { return .zero }
        let font = TextFont(content, scale: textScale, quirks)
        let limits = TextLimits(room: room, lineHeight: lines.height, lineSpacing: lines.spacing)
        return textMeasuring.measure(text, in: font, within: limits)
    }
}
