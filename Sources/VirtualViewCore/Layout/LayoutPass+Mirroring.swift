import VirtualViewFormat

// Right to left (`Docs/Layout.md`, "Right to left"): everything is measured and placed as if it were read from left to
// right. Then left and right change places in each node, here for the frames of its children, and in
// `DrawingContext+Mirroring.swift` for what it draws itself.

extension LayoutPass {
    /// Gives the children of a mirrored box their frames; all of them were placed, so that the whole content is known.
    @inline(never)
    func mirrorChildren(of box: Box) {
        guard box.pointee.kind.placesChildren else { return }
        let width = engine.contentWidth(of: box)
        for child in box.shownChildren {
            let frame = LayoutRect(origin: child.pointee.origin, size: child.pointee.size)
            setFrame(frame.mirrored(in: width), of: child)
        }
    }
}

extension LayoutEngine {
    /// Returns the width in which the children of a box are mirrored.
    fileprivate func contentWidth(of box: LayoutBox.Pointer) -> Double {
        let width = box.pointee.size.width
        return (nodes[box.number] as? ItemContainerNode).map { max(width, $0.contentSize.width) } ?? width
    }

    /// Finds the direction of a node that changed.
    ///
    /// If it is another one than before, the nodes below take it over when their boxes are read, which is after this one.
    func updateDirection(of node: Node, _ box: inout LayoutBox) {
        let outer = node.parentLink.map { $0.isRightToLeft } ?? isRightToLeft
        box.isPlacedMirrored = outer && node.parentLink != nil
        let isMirrored =
            switch node.properties.layout.direction {
            case .leftToRight: false
            case .rightToLeft: !quirks.contains(.neverMirrors)
            default: outer
            }
        box.isMirrored = isMirrored
        guard isMirrored != node.isRightToLeft else { return }
        node.isRightToLeft = isMirrored
        for child in node.childNodes { child.needs.formUnion(.otherDirection) }
        guard let list = (node as? ItemContainerNode)?.list else { return }
        for items in list.pool { for item in items { item.tree.root.needs.formUnion(.otherDirection) } }
    }
}

extension NodeNeeds {
    /// The needs of a node whose parent has another direction than before.
    fileprivate static let otherDirection: NodeNeeds = [.drawing, .placing, .measuring]
}

extension LayoutRect {
    /// Returns the rectangle after left and right changed places in a width; one without an end stays where it is.
    func mirrored(in width: Double) -> LayoutRect {
        let x = width - origin.x - size.width
        return LayoutRect(origin: LayoutPoint(x: x.isFinite ? x : origin.x, y: origin.y), size: size)
    }
}

// Where children are seen: the only place that knows where scrolled content begins.

extension Node {
    /// Where the coordinates of the children begin as if nothing were scrolled, from the node's upper left corner.
    ///
    /// Scrolled content that begins at the right and is wider than the node has its left edge outside.
    package final var contentOrigin: LayoutPoint {
        guard isRightToLeft, self is ItemContainerNode else { return .zero }
        return LayoutPoint(x: frame.size.width - contentWidth, y: 0)
    }

    /// Where the coordinates of the children begin, from the node's upper left corner.
    package final var scrolledOrigin: LayoutPoint {
        guard let offset = (self as? ItemContainerNode)?.scrollOffset else { return .zero }
        return LayoutPoint(x: isRightToLeft ? contentOrigin.x + offset.x : -offset.x, y: -offset.y)
    }

    /// The width in which children are mirrored.
    private final var contentWidth: Double {
        max(frame.size.width, (self as? ItemContainerNode)?.contentSize.width ?? 0)
    }

    /// Returns the frame of a child as if the content began at the left, from where offsets count then.
    package final func frameFromStart(of child: Node) -> LayoutRect {
        isRightToLeft ? child.frame.mirrored(in: contentWidth) : child.frame
    }
}
