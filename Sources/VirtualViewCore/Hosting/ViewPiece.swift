/// What one view of a host shows of a display list.
package struct ViewPiece: Hashable, Sendable {
    /// The kinds of views that a host has.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// Clips and fades what is inside.
        case group
        /// Also scrolls it.
        case scroller
        /// A box that needs no drawing: a colour, a border, round corners.
        case fill
        /// Something that is drawn.
        case drawing
        /// The place of a view of the app.
        case slot

        /// Whether a view may show one node now and another one later.
        var isShared: Bool { self != .scroller && self != .slot }
    }

    /// The kind of view.
    package var kind: ViewPiece.Kind
    /// The frame of the view, on whole pixels, in the coordinates of its parent's content.
    package var frame: LayoutRect
    /// What the view shows; places count from the corner of ``frame``, and nothing is scrolled.
    package var content: DisplayList.Item.Content
    /// The frame of the item, from the corner of ``frame``.
    package var itemFrame: LayoutRect
    /// Whether the node is read from right to left.
    package var isRightToLeft: Bool
}

extension ViewPiece {
    /// Makes the piece of an item.
    ///
    /// - Parameters:
    ///   - item: The item; no end of a group.
    ///   - origin: The corner of the parent's content in the display list.
    ///   - scale: The number of pixels in a point.
    init(_ item: DisplayList.Item, from origin: LayoutPoint, scale: Double) {
        kind = Kind(item.content)
        isRightToLeft = item.isRightToLeft
        let toParent = LayoutPoint(x: -origin.x, y: -origin.y)
        let local = item.content.moved(by: toParent)
        let frame = item.frame.moved(by: toParent)
        switch local {
        case .beginGroup(let group): self.frame = (group.clip ?? frame).onPixels(scale)
        case .slot(let slot): self.frame = slot.box.onPixels(scale)
        default: self.frame = kind == .fill ? frame.onPixels(scale) : local.area(frame).aroundPixels(scale)
        }
        let inside = LayoutPoint(x: -self.frame.origin.x, y: -self.frame.origin.y)
        itemFrame = frame.moved(by: inside)
        content = local.moved(by: inside)
        guard case .beginGroup(var group) = content, group.scrolling != nil else { return }
        // A view that scrolls is no other one because it scrolled.
        group.scrolling?.offset = .zero
        content = .beginGroup(group)
    }
}

extension ViewPiece.Kind {
    init(_ content: DisplayList.Item.Content) {
        switch content {
        case .beginGroup(let group): self = group.scrolling == nil ? .group : .scroller
        case .box(let box): self = box.backgroundImage == nil && box.radii.isUniform ? .fill : .drawing
        case .slot: self = .slot
        case .endGroup, .text, .image, .line, .shape, .bar: self = .drawing
        }
    }
}

extension DisplayList.CornerRadii {
    /// Whether all corners are alike.
    package var isUniform: Bool { topLeft == topRight && topLeft == bottomLeft && topLeft == bottomRight }
}

extension DisplayList.Group.Scrolling {
    /// Returns how far the content is scrolled from its upper left corner.
    ///
    /// - Parameters:
    ///   - view: The size of the visible part.
    ///   - isRightToLeft: Whether the offset counts from the right end.
    /// - Returns: The place in the content that is at the upper left corner.
    package func place(in view: LayoutSize, isRightToLeft: Bool) -> LayoutPoint {
        let most = max(0, contentSize.width - view.width)
        return LayoutPoint(x: isRightToLeft ? most - offset.x : offset.x, y: offset.y)
    }
}

extension DisplayList.Item.Content {
    /// Returns the rectangle in which a content draws; `frame` is that of a box.
    fileprivate func area(_ frame: LayoutRect) -> LayoutRect {
        switch self {
        case .text(let text): return text.area
        case .image(let image): return image.box
        case .line(let line): return line.area
        case .shape(let shape): return shape.box
        case .bar(let bar): return bar.box
        case .beginGroup, .endGroup, .box, .slot: return frame
        }
    }
}

extension DisplayList.Text {
    /// The lines, with room for letters that reach out of theirs.
    fileprivate var area: LayoutRect {
        let room = font.size / 2
        var (left, right) = (box.origin.x, box.origin.x + box.size.width)
        var (top, bottom) = (box.origin.y, box.origin.y + box.size.height)
        for line in lines {
            left = min(left, line.baseline.x - room)
            right = max(right, line.baseline.x + line.width + room)
            top = min(top, line.baseline.y - max(lineHeight, font.size) - room)
            bottom = max(bottom, line.baseline.y + font.size)
        }
        return LayoutRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension DisplayList.Line {
    fileprivate var area: LayoutRect {
        let reach = width / 2
        let left = min(start.x, end.x) - reach
        let top = min(start.y, end.y) - reach
        return LayoutRect(
            x: left,
            y: top,
            width: max(start.x, end.x) + reach - left,
            height: max(start.y, end.y) + reach - top
        )
    }
}

extension LayoutRect {
    /// Returns the rectangle with its edges at the nearest pixels.
    fileprivate func onPixels(_ scale: Double) -> LayoutRect {
        edges(scale) { ($0.rounded(), $1.rounded()) }
    }

    /// Returns the smallest rectangle on whole pixels that has the rectangle inside.
    fileprivate func aroundPixels(_ scale: Double) -> LayoutRect {
        edges(scale) { ($0.rounded(.down), $1.rounded(.up)) }
    }

    private func edges(_ scale: Double, _ round: (Double, Double) -> (Double, Double)) -> LayoutRect {
        let (left, right) = round(origin.x * scale, (origin.x + size.width) * scale)
        let (top, bottom) = round(origin.y * scale, (origin.y + size.height) * scale)
        return LayoutRect(
            x: left / scale,
            y: top / scale,
            width: (right - left) / scale,
            height: (bottom - top) / scale
        )
    }
}
