// Shared by `Scroller`, `Slider` and `VH`: cells of given sizes that items fill.

extension LayoutPass {
    func measureList(_ box: Box, _ room: LayoutSize) {
        guard box.hasOpenSide else { return }
        fillOpenSides(box, room)
        let content = box.contentSize
        let needed =
            switch box.pointee.kind {
            case .scroller: measureScroller(box, content)
            case .slider: measureSlider(box, content)
            default: measureEqualItems(box, content)
            }
        if box.wrapsWidth { box.pointee.size.width = needed.width + box.pointee.paddings.horizontal }
        if box.wrapsHeight { box.pointee.size.height = needed.height + box.pointee.paddings.vertical }
        box.pointee.applyAutoDim()
        markDependentsDirty(box)
    }

    func placeList(_ box: Box) {
        let content = box.contentSize
        switch box.pointee.kind {
        case .scroller: placeScroller(box, content)
        case .slider: placeSlider(box, content)
        default: placeEqualItems(box, content)
        }
    }

    /// Returns the number of children that are not gone.
    func liveCount(of box: Box) -> Int {
        var count = 0
        var next = box.pointee.firstChild
        while let child = next {
            if !child.pointee.isGone { count += 1 }
            next = child.pointee.nextSibling
        }
        return count
    }

    /// Gives a child the size of a cell, without its margins, on the axes that the cell determines.
    func fill(_ child: Box, width: Double?, height: Double?) {
        if let width { child.pointee.size.width = max(0, width - child.pointee.margins.horizontal) }
        if let height { child.pointee.size.height = max(0, height - child.pointee.margins.vertical) }
    }

    /// Places a child on the main axis of a list, and across by its gravity.
    func placeInList(_ child: Box, in box: Box, at position: Double) {
        let gravity = child.pointee.layoutGravity
        if box.pointee.isVertical {
            child.pointee.origin.x = placeAcross(child, in: box, gravity)
            child.pointee.origin.y = position + child.pointee.margins.top
        } else {
            child.pointee.origin.x = position + child.pointee.margins.left
            child.pointee.origin.y = placeDown(child, in: box, gravity)
        }
    }

    /// Sets the size of a list's scrolled content: a length along its main axis, the list's own size across.
    func noteLength(_ length: Double, of box: Box) {
        var size = box.pointee.size
        if box.pointee.isVertical {
            size.height = max(size.height, length)
        } else {
            size.width = max(size.width, length)
        }
        engine.noteContentSize(size, of: box)
    }
}
