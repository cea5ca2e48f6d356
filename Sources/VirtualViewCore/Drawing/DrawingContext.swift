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
    func contents(of node: Node, _ frame: LayoutRect) -> [DisplayItem.Content] {
        var contents: [DisplayItem.Content] = []
        if let box = box(of: node, frame) { contents.append(.box(box)) }
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

    private func box(of node: Node, _ frame: LayoutRect) -> BoxDrawing? {
        let style = node.properties.box
        let image = isPlain ? nil : node.backgroundImage.flatMap { $0.isEmpty ? nil : $0 }
        let hasBorder = style.borderWidth > 0 && style.borderColor.alpha > 0
        guard style.background.alpha > 0 || hasBorder || image != nil else { return nil }
        return BoxDrawing(
            background: style.background,
            backgroundImage: image,
            borderColor: style.borderColor,
            borderWidth: hasBorder ? Double(style.borderWidth) : 0,
            radii: radii(of: node, frame.size)
        )
    }

    /// Returns how a node's children are clipped, scrolled and faded.
    func group(of node: Node, _ frame: LayoutRect) -> DisplayGroup {
        var group = DisplayGroup(clip: nil, radii: .zero, opacity: 1, scrolling: nil)
        if !isPlain {
            let alpha = Double(node.properties.box.alpha)
            group.opacity = alpha.isNaN ? 1 : min(1, max(0, alpha))
        }
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

    private func scrolling(of node: ItemContainerNode) -> DisplayGroup.Scrolling? {
        let isPaged = node is PageNode
        guard isPaged || (!isPlain && (node is ScrollerNode || node is SliderNode)) else { return nil }
        return DisplayGroup.Scrolling(offset: node.scrollOffset, contentSize: node.contentSize, isPaged: isPaged)
    }

    /// Returns the radii of a node's corners: its own, else `borderRadius`, limited to half a side.
    func radii(of node: Node, _ size: LayoutSize) -> CornerRadii {
        let style = node.properties.box
        let most = max(0, min(size.width, size.height) / 2)
        func radius(_ corner: Float) -> Double {
            let radius = Double(corner > 0 ? corner : style.borderRadius)
            return radius > 0 ? min(radius, most) : 0
        }
        return CornerRadii(
            topLeft: radius(style.borderTopLeftRadius),
            topRight: radius(style.borderTopRightRadius),
            bottomLeft: radius(style.borderBottomLeftRadius),
            bottomRight: radius(style.borderBottomRightRadius)
        )
    }

    /// Returns the text for screen readers of a node.
    func accessibilityText(of node: Node) -> String? {
        if let custom = node.customProperty(named: "contentDescription") {
            switch custom {
            case .string(let text): return text
            case .data(.string(let text)): return text
            default: break
            }
        }
        return (node as? TextNode)?.text
    }
}

extension Node {
    /// Whether the node is a native view of its own on the reference client, which can clip its content.
    fileprivate var ownsNativeView: Bool {
        self is ItemContainerNode || (componentName.hasPrefix("N") && !childNodes.isEmpty)
    }
}
