import VirtualView

/// The rules of layout (`Docs/Layout.md`, "How sizes are found"), as far as the layout rows need them, over nodes that
/// are asked for their properties by name.
struct DictionaryLayout {
    let metrics: any TextMeasuring

    /// Lays out a tree from nothing.
    func layout(_ root: DictionaryNode, width: Double, height: Double) {
        invalidate(root)
        root.size = LayoutSize(width: width, height: height)
        root.origin = .zero
        root.isDirty = false
        placeChildren(of: root)
    }

    /// The size that a tree wants.
    func size(of root: DictionaryNode, width: Double) -> LayoutSize {
        invalidate(root)
        measure(root, LayoutSize(width: width, height: .infinity))
        return root.size
    }

    private func invalidate(_ node: DictionaryNode) {
        node.isDirty = true
        for child in node.children { invalidate(child) }
    }

    // MARK: Measuring

    private func hasOpenSide(_ node: DictionaryNode) -> Bool {
        (node.size.width <= 0 && node.number("layoutWidth") == -2)
            || (node.size.height <= 0 && node.number("layoutHeight") == -2)
    }

    private func measure(_ node: DictionaryNode, _ room: LayoutSize) {
        if !node.isDirty, !hasOpenSide(node) { return }
        if node.isDirty {
            node.size = LayoutSize(
                width: side(node, "layoutWidth", room.width, "layoutMarginLeft", "layoutMarginRight"),
                height: side(node, "layoutHeight", room.height, "layoutMarginTop", "layoutMarginBottom")
            )
            node.isDirty = false
        }
        switch node.kind {
        case .text: measureText(node, room)
        case .frame, .row: if hasOpenSide(node) { measureStack(node, room) }
        case .leaf: break
        }
    }

    private func side(
        _ node: DictionaryNode,
        _ name: String,
        _ room: Double,
        _ near: String,
        _ far: String
    ) -> Double {
        let value = node.number(name)
        return value > 0 ? value : value == -1 ? room - node.number(near) - node.number(far) : 0
    }

    private func measureText(_ node: DictionaryNode, _ room: LayoutSize) {
        let size = node.properties["textSize"] == nil ? 17 : node.number("textSize")
        let font = TextFont(size: size)
        let lineHeight = metrics.lineHeight(of: font)
        if node.size.height <= 0, node.number("layoutHeight") == -2 {
            node.size.height = lineHeight + node.number("paddingTop") + node.number("paddingBottom")
        }
        if hasOpenSide(node) {
            fillOpenSides(node, room)
            let limits = TextLimits(room: content(node), lineHeight: lineHeight)
            let text = node.text("text")
            let measured = text.isEmpty ? .zero : metrics.measure(text, in: font, within: limits)
            if node.number("layoutWidth") == -2 {
                node.size.width = measured.width + node.number("paddingLeft") + node.number("paddingRight")
            }
            if node.number("layoutHeight") == -2 {
                node.size.height = measured.height + node.number("paddingTop") + node.number("paddingBottom")
            }
        }
        node.size.width = node.size.width.rounded(.up)
        node.size.height = node.size.height.rounded(.up)
    }

    private func fillOpenSides(_ node: DictionaryNode, _ room: LayoutSize) {
        if node.size.width <= 0, node.number("layoutWidth") < 0 {
            node.size.width = room.width - node.number("layoutMarginLeft") - node.number("layoutMarginRight")
        }
        if node.size.height <= 0, node.number("layoutHeight") < 0 {
            node.size.height = room.height - node.number("layoutMarginTop") - node.number("layoutMarginBottom")
        }
    }

    private func content(_ node: DictionaryNode) -> LayoutSize {
        LayoutSize(
            width: node.size.width - node.number("paddingLeft") - node.number("paddingRight"),
            height: node.size.height - node.number("paddingTop") - node.number("paddingBottom")
        )
    }

    private func outer(_ node: DictionaryNode) -> LayoutSize {
        LayoutSize(
            width: node.size.width + node.number("layoutMarginLeft") + node.number("layoutMarginRight"),
            height: node.size.height + node.number("layoutMarginTop") + node.number("layoutMarginBottom")
        )
    }

    private func measureStack(_ node: DictionaryNode, _ room: LayoutSize) {
        fillOpenSides(node, room)
        let content = content(node)
        var (width, height) = (0.0, 0.0)
        let isRow = node.kind == .row
        let isVertical = node.number("orientation") == 0 && node.properties["orientation"] != nil
        for child in node.children {
            measure(child, content)
            let outer = outer(child)
            if child.number("layoutWidth") != -1 {
                width = isRow && !isVertical ? width + outer.width : max(width, outer.width)
            }
            if child.number("layoutHeight") != -1 {
                height = isRow && isVertical ? height + outer.height : max(height, outer.height)
            }
        }
        if node.number("layoutWidth") == -2 {
            node.size.width = width + node.number("paddingLeft") + node.number("paddingRight")
        }
        if node.number("layoutHeight") == -2 {
            node.size.height = height + node.number("paddingTop") + node.number("paddingBottom")
        }
        invalidateDependents(node)
    }

    private func invalidateDependents(_ node: DictionaryNode) {
        for child in node.children where !child.isDirty {
            guard child.number("layoutWidth") == -1 || child.number("layoutHeight") == -1 else { continue }
            child.isDirty = true
            invalidateDependents(child)
        }
    }

    // MARK: Placing

    private func placeChildren(of node: DictionaryNode) {
        let kind = node.kind
        guard kind == .frame || kind == .row else { return }
        let content = content(node)
        let isVertical = node.number("orientation") == 0 && node.properties["orientation"] != nil
        var position = isVertical ? node.number("paddingTop") : node.number("paddingLeft")
        for child in node.children {
            measure(child, content)
            let own = child.number("layoutGravity")
            let gravity = Int(own == 0 ? node.number("gravity") : own)
            child.origin.x = place(
                child.size.width,
                node.number("paddingLeft") + child.number("layoutMarginLeft"),
                node.number("paddingRight") + child.number("layoutMarginRight"),
                node.size.width,
                gravity & 4 != 0,
                gravity & 2 != 0
            )
            child.origin.y = place(
                child.size.height,
                node.number("paddingTop") + child.number("layoutMarginTop"),
                node.number("paddingBottom") + child.number("layoutMarginBottom"),
                node.size.height,
                gravity & 32 != 0,
                gravity & 16 != 0
            )
            if kind == .row, isVertical {
                child.origin.y = position + child.number("layoutMarginTop")
                position += outer(child).height
            } else if kind == .row {
                child.origin.x = position + child.number("layoutMarginLeft")
                position += outer(child).width
            }
            placeChildren(of: child)
        }
    }

    private func place(
        _ size: Double,
        _ near: Double,
        _ far: Double,
        _ length: Double,
        _ isCentered: Bool,
        _ isAtEnd: Bool
    ) -> Double {
        if isCentered { return (length + near - far) / 2 - size / 2 }
        return isAtEnd ? length - far - size : near
    }
}
