import VirtualViewFormat

/// The settings for drawing that do not depend on the node.
struct DrawingContext {
    let textMeasuring: any TextMeasuring
    let imageMeasuring: (any ImageMeasuring)?
    let textScale: Double
    let quirks: Quirks

    init(_ container: Container) {
        textMeasuring = container.engine.textMeasuring
        imageMeasuring = container.engine.imageMeasuring
        textScale = container.tree.environment.textScale
        quirks = container.engine.quirks
    }

    /// Whether to draw only what the reference iOS runtime supports.
    private var isPlain: Bool {
        quirks.contains(.plainUnknownComponents)
    }
}

// MARK: - Boxes and groups

extension DrawingContext {
    /// Returns the area in which a node may draw: its frame, and the space that a thick line needs around it.
    func reach(of node: Node, _ frame: LayoutRect) -> LayoutRect {
        guard let node = node as? LineNode, node.isDrawn else { return frame }
        let reach = -node.paintWidth
        return frame.inset(by: LayoutInsets(left: reach, top: reach, right: reach, bottom: reach))
    }

    /// Returns the node's own drawing, from back to front.
    func contents(of node: Node, _ frame: LayoutRect, isPressed: Bool) -> [DisplayList.Item.Content] {
        var contents: [DisplayList.Item.Content] = []
        if let box = box(of: node, frame, isPressed: isPressed) { contents.append(.box(box)) }
        let content = frame.inset(by: node.properties.layout.paddings.insets)
        switch node {
        case let node as TextNode:
            if let text = text(of: node, content) { contents.append(.text(text)) }
        case let node as ImageNode:
            if let image = image(of: node, content, frame) { contents.append(.image(image)) }
        case let node as LineNode:
            if node.isDrawn { contents.append(.line(line(of: node, content))) }
        case let node as GraphNode where !isPlain:
            contents.append(.shape(shape(of: node, content)))
        case let node as ProgressNode where !isPlain:
            if let bar = bar(of: node, content) { contents.append(.bar(bar)) }
        default:
            break
        }
        return contents
    }

    private func box(of node: Node, _ frame: LayoutRect, isPressed: Bool) -> DisplayList.Box? {
        var style = node.properties.box
        if isPressed {
            let background = node.pressedBackground
            if background.alpha > 0 { style.background = background }
        }
        let image = isPlain ? nil : node.backgroundImage.flatMap { $0.isEmpty ? nil : $0 }
        let hasBorder = style.borderWidth > 0 && style.borderColor.alpha > 0
        guard style.background.alpha > 0 || hasBorder || image != nil else { return nil }
        return DisplayList.Box(
            background: style.background,
            backgroundImage: image,
            borderColor: style.borderColor,
            borderWidth: hasBorder ? Double(style.borderWidth) : 0,
            radii: radii(of: node, frame.size)
        )
    }

    /// Returns the opacity of a node and everything below it, from 0 to 1.
    func opacity(of node: Node, isPressed: Bool = false) -> Double {
        guard !isPlain else { return 1 }
        let pressed = isPressed ? node.pressedAlpha : -1
        let alpha = Double(pressed < 0 ? node.properties.box.alpha : pressed)
        return alpha.isNaN ? 1 : min(1, max(0, alpha))
    }

    /// Returns how a node's children are clipped, scrolled and faded.
    func group(of node: Node, _ frame: LayoutRect, isPressed: Bool) -> DisplayList.Group {
        var group = DisplayList.Group(clip: nil, radii: .zero, opacity: 1, scrolling: nil)
        group.opacity = opacity(of: node, isPressed: isPressed)
        let radii = radii(of: node, frame.size)
        if let container = node as? ItemContainerNode, let scrolling = scrolling(of: container) {
            group.scrolling = scrolling
            group.clip = frame
            group.radii = radii
        } else if !radii.isZero, node.ownsNativeView {
            group.clip = frame
            group.radii = radii
        }
        return group
    }

    private func scrolling(of node: ItemContainerNode) -> DisplayList.Group.Scrolling? {
        let isPaged = node is PageNode
        guard isPaged || (!isPlain && (node is ScrollerNode || node is SliderNode)) else { return nil }
        return DisplayList.Group.Scrolling(offset: node.scrollOffset, contentSize: node.contentSize, isPaged: isPaged)
    }

    /// Returns the radii of a node's corners: its own, else `borderRadius`, limited to half a side.
    func radii(of node: Node, _ size: LayoutSize) -> DisplayList.CornerRadii {
        let style = node.properties.box
        let most = max(0, min(size.width, size.height) / 2)
        func radius(_ corner: Float) -> Double {
            let radius = Double(corner > 0 ? corner : style.borderRadius)
            return radius > 0 ? min(radius, most) : 0
        }
        return DisplayList.CornerRadii(
            topLeft: radius(style.borderTopLeftRadius),
            topRight: radius(style.borderTopRightRadius),
            bottomLeft: radius(style.borderBottomLeftRadius),
            bottomRight: radius(style.borderBottomRightRadius)
        )
    }
}

extension Node {
    /// Whether the node is a native view of its own on the reference client, which can clip its content.
    fileprivate var ownsNativeView: Bool {
        self is ItemContainerNode || (componentName.hasPrefix("N") && !childNodes.isEmpty)
    }
}

extension DrawingContext {
    /// Returns an image and its place in the box.
    func image(of node: ImageNode, _ box: LayoutRect, _ frame: LayoutRect) -> DisplayList.Image? {
        guard let source = node.src, !source.isEmpty else { return nil }
        let natural = imageMeasuring?.size(ofImage: source)
        return DisplayList.Image(
            source: source,
            scaleType: node.scaleType,
            box: box,
            naturalSize: natural,
            destination: destination(of: natural, node.scaleType, in: box),
            radii: radii(of: node, frame.size)
        )
    }

    /// Returns the place of the whole image, by the rules of `scaleType` (`Docs/Layout.md`, "Images").
    private func destination(of natural: LayoutSize?, _ type: ImageNode.ScaleType, in box: LayoutRect) -> LayoutRect? {
        if type == .matrix || type == .fitXY { return box }
        guard let natural, natural.width > 0, natural.height > 0 else { return nil }
        let across = box.size.width / natural.width
        let down = box.size.height / natural.height
        let scale: Double
        switch type {
        case .center: scale = 1
        case .centerCrop: scale = max(across, down)
        case .centerInside: scale = min(1, min(across, down))
        default: scale = min(across, down)
        }
        let size = LayoutSize(width: natural.width * scale, height: natural.height * scale)
        let share: Double =
            switch type {
            case .fitStart: 0
            case .fitEnd: 1
            default: 0.5
            }
        return LayoutRect(
            x: box.origin.x + (box.size.width - size.width) * share,
            y: box.origin.y + (box.size.height - size.height) * share,
            width: size.width,
            height: size.height
        )
    }
}

extension DrawingContext {
    /// Breaks a node's text into as many lines as fit in its height, vertically centred.
    func text(of node: TextNode, _ box: LayoutRect) -> DisplayList.Text? {
        let color = node.textColor
        guard let text = node.text, !text.isEmpty, color.alpha > 0 else { return nil }
        let font = TextFont(node.present, scale: textScale)
        let natural = textMeasuring.lineHeight(of: font)
        let metrics = TextLineMetrics(node.present, naturalHeight: natural)
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
            return DisplayList.Text.Line(
                text: line.text,
                baseline: LayoutPoint(x: left, y: baseline),
                width: line.width
            )
        }
        let style = node.textStyle
        return DisplayList.Text(
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
    private func alignment(_ gravity: Gravity) -> (alignment: DisplayList.Text.Alignment, share: Double) {
        if gravity.contains(.right) { return (.right, 1) }
        if gravity.contains(.horizontalCenter) { return (.center, 0.5) }
        return (.left, 0)
    }
}
