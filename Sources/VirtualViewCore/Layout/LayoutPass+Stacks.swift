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
        let isRow = box.pointee.kind != .frame && box.pointee.kind != .page
        let content = box.contentSize
        let extent =
            isRow && sharesLength(box)
            ? measureSharedChildren(of: box, in: content) : measureChildren(of: box, in: content)
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
            let width = room.width - box.pointee.margins.left - box.pointee.margins.right
            box.pointee.size.width = box.pointee.boundedWidth(width)
        }
        if box.pointee.size.height <= 0, fillsFixed || box.wrapsHeight || box.matchesHeight {
            let height = room.height - box.pointee.margins.top - box.pointee.margins.bottom
            box.pointee.size.height = box.pointee.boundedHeight(height)
        }
    }

    /// Measures the children that are not gone.
    ///
    /// A child as wide as its parent does not count for the parent's width.
    func measureChildren(of box: Box, in content: LayoutSize) -> Extent {
        let sumsMatching = quirks.contains(.wrapSumIncludesMatchParent)
        var extent = Extent()
        for child in box.shownChildren {
            measure(child, content)
            extent.add(child, child.pointee.size, sumsMatching: sumsMatching)
        }
        return extent
    }
}

extension LayoutPass.Extent {
    /// Counts a child; one as large as its parent does not count on that side, or only along others.
    @inline(__always)
    mutating func add(_ child: LayoutBox.Pointer, _ size: LayoutSize, sumsMatching: Bool = false) {
        let size = child.wrappedSize(size)
        if !child.matchesWidth { widest = max(widest, size.width) }
        if !child.matchesWidth || sumsMatching { widthSum += size.width }
        if !child.matchesHeight { highest = max(highest, size.height) }
        if !child.matchesHeight || sumsMatching { heightSum += size.height }
    }
}

// `FrameLayout` and `Page`: children on top of each other.

extension LayoutPass {
    func placeFrame(_ box: Box) {
        let content = box.contentSize
        for child in box.shownChildren {
            measure(child, content)
            let own = child.pointee.layoutGravity
            let gravity = own.isEmpty ? box.pointee.gravity : own
            child.pointee.origin.x = placeAcross(child, in: box, gravity)
            child.pointee.origin.y = placeDown(child, in: box, gravity)
            layout(child)
        }
    }

    /// Places each child on a page of its own; the pages follow each other.
    func placePages(_ box: Box) {
        let content = box.contentSize
        let size = box.pointee.size
        var page = 0.0
        for child in box.shownChildren {
            measure(child, content)
            let gravity = child.pointee.layoutGravity
            let x = placeAcross(child, in: box, gravity)
            let y = placeDown(child, in: box, gravity)
            child.pointee.origin.x = box.pointee.isVertical ? x : x + page * size.width
            child.pointee.origin.y = box.pointee.isVertical ? y + page * size.height : y
            layout(child)
            page += 1
        }
        engine.noteContentSize(
            LayoutSize(
                width: box.pointee.isVertical ? size.width : size.width * page,
                height: box.pointee.isVertical ? size.height * page : size.height
            ),
            of: box
        )
    }
}

// `VHLayout`: children in a row or column.

extension LayoutPass {
    func placeRow(_ box: Box) {
        let content = box.contentSize
        let isVertical = box.pointee.isVertical
        let isShared = shareLength(of: box, content)
        var position = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        position += lead(of: box, content, isShared)
        for child in box.shownChildren {
            if !isShared { measure(child, content) }
            let own = child.pointee.layoutGravity
            let gravity = own.isEmpty ? box.pointee.gravity : own
            if isVertical {
                child.pointee.origin.x = placeAcross(child, in: box, gravity)
                child.pointee.origin.y = position + child.pointee.margins.top
                position += child.outerHeight
            } else {
                child.pointee.origin.x = position + child.pointee.margins.left
                child.pointee.origin.y = placeDown(child, in: box, gravity)
                position += child.outerWidth
            }
            layout(child, isFresh: isShared)
        }
    }

    /// Returns the space before the first child, which is negative if the children do not fit.
    private func lead(of box: Box, _ content: LayoutSize, _ isShared: Bool) -> Double {
        let isVertical = box.pointee.isVertical
        let gravity = box.pointee.gravity
        let atEnd = gravity.contains(isVertical ? .bottom : .right)
        let isCentered = gravity.contains(isVertical ? .verticalCenter : .horizontalCenter)
        guard atEnd || isCentered else { return 0 }
        var free = isVertical ? content.height : content.width
        for child in box.shownChildren {
            if !isShared { measure(child, content) }
            free -= isVertical ? child.outerHeight : child.outerWidth
        }
        // On the main axis the end has priority over the middle, unlike everywhere else.
        return atEnd ? free : free / 2
    }
}

// `VH2Layout`: children in a row or column that is filled from both ends.

extension LayoutPass {
    func placeTwoEndedRow(_ box: Box) {
        let content = box.contentSize
        let isVertical = box.pointee.isVertical
        let isShared = shareLength(of: box, content)
        let size = box.pointee.size
        var lead = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        var tail = isVertical ? size.height - box.pointee.paddings.bottom : size.width - box.pointee.paddings.right
        for child in box.shownChildren {
            if !isShared { measure(child, content) }
            let length = isVertical ? child.outerHeight : child.outerWidth
            var position = lead
            if child.pointee.direction.contains(isVertical ? .bottom : .right) {
                tail -= length
                position = tail
            } else {
                lead += length
            }
            placeInList(child, in: box, at: position)
            layout(child, isFresh: isShared)
        }
    }
}

// `RatioLayout`: children in a row or column that share the space that the others leave.

extension LayoutPass {
    func placeRatio(_ box: Box) {
        let content = box.contentSize
        let isVertical = box.pointee.isVertical
        let isShared = shareLength(of: box, content)
        let share = isShared ? nil : share(of: box, content)
        var position = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        for child in box.shownChildren {
            if !isShared { measure(child, content) }
            if let share, child.pointee.layoutRatio > 0 {
                let length = share.free / share.total * child.pointee.layoutRatio
                if isVertical {
                    child.pointee.size.height = length
                } else {
                    child.pointee.size.width = length
                }
                child.pointee.applyAutoDim()
            }
            if isVertical {
                child.pointee.origin.x = placeRatioAcross(child, in: box)
                child.pointee.origin.y = position + child.pointee.margins.top
                position += child.outerHeight
            } else {
                child.pointee.origin.x = position + child.pointee.margins.left
                child.pointee.origin.y = placeRatioAcross(child, in: box)
                position += child.outerWidth
            }
            layout(child, isFresh: isShared)
        }
    }

    /// Returns the space that the children with a ratio share, and the sum of their ratios.
    private func share(of box: Box, _ content: LayoutSize) -> (free: Double, total: Double) {
        let isVertical = box.pointee.isVertical
        var free = isVertical ? content.height : content.width
        var total = 0.0
        for child in box.shownChildren {
            if child.pointee.layoutRatio > 0 {
                total += child.pointee.layoutRatio
                free -= isVertical ? child.pointee.margins.vertical : child.pointee.margins.horizontal
            } else {
                measure(child, content)
                free -= isVertical ? child.outerHeight : child.outerWidth
            }
        }
        return (free, total)
    }

    private func placeRatioAcross(_ child: Box, in box: Box) -> Double {
        let gravity = child.pointee.layoutGravity
        let size = quirks.contains(.ratioPaddingShift) ? child.contentSize : child.pointee.size
        return box.pointee.isVertical
            ? placeAcross(child, in: box, gravity, width: size.width)
            : placeDown(child, in: box, gravity, height: size.height)
    }
}
