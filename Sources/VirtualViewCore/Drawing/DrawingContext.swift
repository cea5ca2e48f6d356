import VirtualViewFormat

/// The settings for drawing that do not depend on the node.
package struct DrawingContext {
    let textMeasuring: any TextMeasuring
    let imageMeasuring: (any ImageMeasuring)?
    let textScale: Double
    let quirks: Quirks

    package init(_ container: Container) {
        textMeasuring = container.engine.textMeasuring
        imageMeasuring = container.engine.imageMeasuring
        textScale = container.tree.environment.textScale
        quirks = container.engine.quirks
    }

    /// Returns the place of the host's view for a node; `nil` if the component is not a slot.
    func slot(of node: Node, _ frame: LayoutRect) -> DisplayList.Slot? {
        let component = node.prototype.component
        guard component.schema.isSlot else { return nil }
        var properties: [String: NodeValue] = [:]
        for property in component.content { properties[property.schema.name] = node.content.value(of: property) }
        let box = frame.inset(by: node.properties.layout.paddings.insets)
        return DisplayList.Slot(
            component: component.schema.name,
            box: node.isRightToLeft ? box.mirrored(in: frame) : box,
            properties: properties
        )
    }

    /// Returns what a node of an app's own class draws.
    func ownContents(of node: Node, _ frame: LayoutRect) -> [NodeDrawing.Piece] {
        var drawing = NodeDrawing(self, node, frame)
        node.draw(in: &drawing)
        guard node.isRightToLeft else { return drawing.pieces }
        return drawing.pieces.map { piece in
            NodeDrawing.Piece(content: piece.content.mirrored(in: frame), frame: piece.frame.mirrored(in: frame))
        }
    }

    /// Whether to draw only what the reference iOS runtime supports.
    private var isPlain: Bool {
        quirks.contains(.plainUnknownComponents)
    }
}

// MARK: - Boxes and groups

extension DrawingContext {
    /// Returns the area in which a node may draw: its frame, and the space that a thick line or a large shape needs around it.
    ///
    /// An image that has not arrived may have an empty frame, and arrives only if a host finds it among what is to be drawn.
    func reach(of node: Node, _ frame: LayoutRect) -> LayoutRect {
        var reach: Float = 0
        switch node {
        case let node as LineNode where node.isDrawn: reach = node.paintWidth
        case let node as GraphNode where node.isDrawn: reach = max(0, node.diameterX, node.diameterY)
        case let node as ImageNode where node.usesNaturalSize && !(frame.size.width > 0 && frame.size.height > 0):
            reach = 1
        default: break
        }
        return frame.outset(by: LayoutInsets(left: reach, top: reach, right: reach, bottom: reach))
    }

    /// Returns the node's own drawing, from back to front.
    func contents(of node: Node, _ frame: LayoutRect, isPressed: Bool) -> [DisplayList.Item.Content] {
        var contents: [DisplayList.Item.Content] = []
        let box = box(of: node, frame, isPressed: isPressed)
        if let box { contents.append(.box(box)) }
        // Everything is drawn as if it were read from left to right, and mirrored in the end.
        let content = frame.inset(by: node.properties.layout.paddings.insets)
        switch node {
        case let node as TextNode:
            if let text = text(of: node, content) { contents.append(.text(text)) }
        case let node as ImageNode:
            if let image = image(of: node, content, frame) { contents.append(.image(image)) }
        case let node as LineNode:
            if node.isDrawn { contents.append(.line(line(of: node, content))) }
        case let node as GraphNode where !isPlain:
            if node.isDrawn { contents.append(.shape(shape(of: node, content))) }
        case let node as ProgressNode where !isPlain:
            if let bar = bar(of: node, content) { contents.append(.bar(bar)) }
        default:
            break
        }
        if let box, box.borderWidth > 0, contents.count > 1, node is ImageNode || node is ProgressNode {
            // These fill their box, and would cover the border.
            contents = box.below(contents[1])
        }
        return node.isRightToLeft ? contents.map { $0.mirrored(in: frame) } : contents
    }

    private func box(of node: Node, _ frame: LayoutRect, isPressed: Bool) -> DisplayList.Box? {
        var style = node.properties.box
        if isPressed, !isPlain {
            let background = node.pressedBackground
            if background.alpha > 0 { style.background = background }
        }
        let image = isPlain ? nil : node.backgroundImage.flatMap { $0.isEmpty ? nil : $0 }
        let borderWidth = frame.size.limited(borderWidth: Double(style.borderWidth))
        let hasBorder = borderWidth > 0 && style.borderColor.alpha > 0
        guard style.background.alpha > 0 || hasBorder || image != nil else { return nil }
        return DisplayList.Box(
            background: style.background,
            backgroundImage: image,
            borderColor: style.borderColor,
            borderWidth: hasBorder ? borderWidth : 0,
            radii: radii(of: node, frame.size)
        )
    }

    /// Returns whether a node's children have places, without which they are not drawn.
    func placesChildren(of node: Node) -> Bool {
        let component = node.prototype.component
        return component.schema.children == .any
            || (isPlain ? component.layoutKindOnIOS : component.layoutKind).placesChildren
    }

    /// Returns the opacity of a node and everything below it, from 0 to 1.
    func opacity(of node: Node, isPressed: Bool = false) -> Double {
        guard !isPlain else { return 1 }
        let pressed = isPressed ? node.pressedAlpha : -1
        let alpha = Double(pressed < 0 ? node.properties.box.alpha : pressed)
        return alpha.isNaN ? 1 : min(1, max(0, alpha))
    }

    /// Returns how a node's children are clipped, scrolled and faded.
    package func group(of node: Node, _ frame: LayoutRect, isPressed: Bool) -> DisplayList.Group {
        var group = DisplayList.Group(clip: nil, radii: .zero, opacity: 1, scrolling: nil)
        group.opacity = opacity(of: node, isPressed: isPressed)
        var radii = radii(of: node, frame.size)
        if node.isRightToLeft { radii = radii.mirrored }
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

    /// Returns whether a node's children are seen only inside of its frame.
    func clipsChildren(of node: Node) -> Bool {
        group(of: node, node.frame, isPressed: false).clip != nil
    }

    private func scrolling(of node: ItemContainerNode) -> DisplayList.Group.Scrolling? {
        let page = node as? PageNode
        guard page != nil || (!isPlain && (node is ScrollerNode || node is SliderNode)) else { return nil }
        return DisplayList.Group.Scrolling(
            offset: node.scrollOffset,
            contentSize: node.contentSize,
            isPaged: page != nil,
            isLocked: page.map { !$0.canSlide || $0.pageCount < 2 } ?? false
        )
    }

    /// Returns the radii of a node's corners: its own, else `borderRadius`, limited to half a side.
    func radii(of node: Node, _ size: LayoutSize) -> DisplayList.CornerRadii {
        let style = node.properties.box
        func radius(_ corner: Float) -> Double {
            Double(corner > 0 ? corner : style.borderRadius)
        }
        return DisplayList.CornerRadii(
            topLeft: radius(style.borderTopLeftRadius),
            topRight: radius(style.borderTopRightRadius),
            bottomLeft: radius(style.borderBottomLeftRadius),
            bottomRight: radius(style.borderBottomRightRadius)
        ).limited(to: size)
    }
}

extension Node {
    /// Whether the node is a native view of its own on the reference client, which can clip its content.
    fileprivate var ownsNativeView: Bool {
        self is ItemContainerNode
            || (!childNodes.isEmpty && !prototype.component.isOwn && componentName.hasPrefix("N"))
    }
}

extension DisplayList.CornerRadii {
    /// Returns radii that are neither negative nor greater than half a side.
    func limited(to size: LayoutSize) -> DisplayList.CornerRadii {
        let most = max(0, min(size.width, size.height) / 2)
        return map { $0 > 0 ? min($0, most) : 0 }
    }
}

extension DrawingContext {
    /// Returns an image and its place in the box.
    func image(of node: ImageNode, _ box: LayoutRect, _ frame: LayoutRect) -> DisplayList.Image? {
        guard let source = node.src, !source.isEmpty else { return nil }
        var image = image(source, in: box, node.scaleType, radii: radii(of: node, frame.size).limited(to: box.size))
        image.isMirrored = node.isRightToLeft && node.mirrorsImage
        return image
    }

    /// Returns an image in a box.
    func image(
        _ source: String,
        in box: LayoutRect,
        _ type: ImageNode.ScaleType,
        radii: DisplayList.CornerRadii
    ) -> DisplayList.Image {
        DisplayList.Image(
            source: source,
            scaleType: type,
            box: box,
            destination: type.destination(of: imageMeasuring?.size(ofImage: source), in: box),
            isMirrored: false,
            radii: radii
        )
    }
}

extension ImageNode.ScaleType {
    /// Returns the place of a whole image, by the rules of `scaleType` (`Docs/Layout.md`, "Images").
    ///
    /// - Parameters:
    ///   - natural: The image's own size; `nil` if it is not known.
    ///   - box: The box that the image fills.
    /// - Returns: The place; `nil` if it depends on the size.
    package func destination(of natural: LayoutSize?, in box: LayoutRect) -> LayoutRect? {
        if self == .matrix || self == .fitXY { return box }
        guard let natural, natural.width > 0, natural.height > 0 else { return nil }
        let across = box.size.width / natural.width
        let down = box.size.height / natural.height
        let scale: Double
        switch self {
        case .center: scale = 1
        case .centerCrop: scale = max(across, down)
        case .centerInside: scale = min(1, min(across, down))
        default: scale = min(across, down)
        }
        let size = LayoutSize(width: natural.width * scale, height: natural.height * scale)
        let share: Double =
            switch self {
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
        // Without room there is not even an ellipsis.
        guard let text = node.text, !text.isEmpty, color.alpha > 0, !box.isEmpty else { return nil }
        let font = TextFont(node.present, scale: textScale, quirks)
        let metrics = TextLineMetrics(node.present, naturalHeight: textMeasuring.lineHeight(of: font), quirks)
        let limits = TextLimits(room: box.size, lineHeight: metrics.height, lineSpacing: metrics.spacing)
        let style = node.textStyle.shown(quirks)
        var drawn = self.text(
            text,
            in: box,
            limits,
            font,
            color,
            alignment(node.gravity),
            maximumCount: metrics.mostDrawn,
            node.ellipsize
        )
        drawn?.isUnderlined = style.contains(.underline)
        drawn?.isStruckThrough = style.contains(.strike)
        return drawn
    }

    /// Breaks a text into as many lines as fit in the height of a box, vertically centred; `nil` if there are none.
    func text(
        _ text: String,
        in box: LayoutRect,
        _ limits: TextLimits,
        _ font: TextFont,
        _ color: ARGBColor,
        _ alignment: DisplayList.Text.Alignment,
        maximumCount most: Int,
        _ ellipsis: TextNode.Ellipsis
    ) -> DisplayList.Text? {
        let broken = textMeasuring.lines(
            of: text,
            in: font,
            width: box.size.width,
            maximumCount: min(most, limits.lineCount),
            ellipsis: ellipsis
        )
        guard !broken.isEmpty else { return nil }
        let height = limits.lineHeight
        let ascent = textMeasuring.ascent(of: font) + (height - textMeasuring.lineHeight(of: font))
        let top = box.origin.y + (box.size.height - limits.height(of: broken.count)) / 2
        let lines = broken.enumerated().map { number, line in
            let left = box.origin.x + (box.size.width - line.width) * alignment.share
            let baseline = top + Double(number) * (height + limits.lineSpacing) + ascent
            return DisplayList.Text.Line(
                text: line.text,
                baseline: LayoutPoint(x: left, y: baseline),
                width: line.width
            )
        }
        return DisplayList.Text(
            lines: lines,
            font: font,
            color: color,
            alignment: alignment,
            isUnderlined: false,
            isStruckThrough: false,
            box: box,
            lineHeight: height,
            lineSpacing: limits.lineSpacing
        )
    }

    private func alignment(_ gravity: Gravity) -> DisplayList.Text.Alignment {
        if gravity.contains(.right) { return .right }
        return gravity.contains(.horizontalCenter) ? .center : .left
    }
}

extension DisplayList.Text.Alignment {
    /// The share of the free space that is before a line.
    fileprivate var share: Double {
        switch self {
        case .left: 0
        case .center: 0.5
        case .right: 1
        }
    }
}

extension DisplayList.Box {
    /// Returns the box below something that fills it, and its border above that.
    fileprivate func below(_ content: DisplayList.Item.Content) -> [DisplayList.Item.Content] {
        var fill = self
        fill.borderWidth = 0
        var border = self
        border.background = ARGBColor(rawValue: 0)
        border.backgroundImage = nil
        let isFilled = background.alpha > 0 || backgroundImage != nil
        return (isFilled ? [.box(fill)] : []) + [content, .box(border)]
    }
}
