// Shared by frames, rows, ratio layouts and pages: sides that wrap the children.

extension LayoutPass {
    /// The space that the children of a box need.
    struct Extent {
        var widest = 0.0
        var highest = 0.0
        var widthSum = 0.0
        var heightSum = 0.0
    }

    /// Finds the sides that wrap the children.
    func measureStack(_ box: Box, _ room: LayoutSize) {
        guard box.hasOpenSide else { return }
        fillOpenSides(box, room)
        if box.pointee.kind == .ratio, quirks.contains(.ratioWrapIsMatch) {
            return box.pointee.applyAutoDim()
        }
        let extent = measureChildren(of: box, in: box.contentSize)
        let isRow = box.pointee.kind != .frame && box.pointee.kind != .page
        let sumsWidth = isRow && !box.pointee.isVertical
        let sumsHeight = isRow && box.pointee.isVertical
        if box.wrapsWidth {
            let width = sumsWidth ? extent.widthSum : extent.widest
            box.pointee.size.width = width + box.pointee.paddings.left + box.pointee.paddings.right
        }
        if box.wrapsHeight {
            let height = sumsHeight ? extent.heightSum : extent.highest
            box.pointee.size.height = height + box.pointee.paddings.top + box.pointee.paddings.bottom
        }
        box.pointee.applyAutoDim()
        markDependentsDirty(box)
    }

    /// Gives sides without a size the whole room, temporarily.
    func fillOpenSides(_ box: Box, _ room: LayoutSize) {
        let fillsFixed = quirks.contains(.zeroFixedSideBecomesMax)
        if box.pointee.size.width <= 0, fillsFixed || box.wrapsWidth || box.matchesWidth {
            box.pointee.size.width = room.width - box.pointee.margins.left - box.pointee.margins.right
        }
        if box.pointee.size.height <= 0, fillsFixed || box.wrapsHeight || box.matchesHeight {
            box.pointee.size.height = room.height - box.pointee.margins.top - box.pointee.margins.bottom
        }
    }

    /// Measures the children that are not gone.
    ///
    /// A child as wide as its parent does not count for the parent's width.
    func measureChildren(of box: Box, in content: LayoutSize) -> Extent {
        let sumsMatching = quirks.contains(.wrapSumIncludesMatchParent)
        var extent = Extent()
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, content)
            let width = child.outerWidth
            if !child.matchesWidth {
                extent.widest = max(extent.widest, width)
                extent.widthSum += width
            } else if sumsMatching {
                extent.widthSum += width
            }
            let height = child.outerHeight
            if !child.matchesHeight {
                extent.highest = max(extent.highest, height)
                extent.heightSum += height
            } else if sumsMatching {
                extent.heightSum += height
            }
        }
        return extent
    }
}
