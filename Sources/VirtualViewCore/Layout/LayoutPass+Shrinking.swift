// Rows and columns with children that give way: what is too little is shared out among these, as in CSS.
//
// All children of such a row are measured like those of a `FlexLayout`: each from the start, so that the sizes depend
// only on the row's own size. A child without `flexShrink` is as long as its content wants to be, too.

extension LayoutPass {
    /// Returns whether a row or column shares its length out among its children.
    ///
    /// A `RatioLayout` does so, too, if a child with a `layoutRatio` has a limit: the others get what that one leaves.
    func sharesLength(_ box: Box) -> Bool {
        guard engine.mayShareLengths else { return false }
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            if child.pointee.givesWay { return true }
            if child.pointee.isBounded, box.hasRatio(child) { return true }
        }
        return false
    }

    /// Gives the children of a row that shares its length out their final sizes.
    ///
    /// - Parameters:
    ///   - box: The row or column, which has its final size.
    ///   - content: The size of its content.
    /// - Returns: Whether it shares its length out; if not, its children are measured as usual.
    func shareLength(of box: Box, _ content: LayoutSize) -> Bool {
        guard sharesLength(box) else { return false }
        let items = solveRow(box, content, isOpen: false)
        for index in items {
            let item = engine.flexScratch.items[index]
            item.box.pointee.size = box.axes.size(item)
        }
        engine.flexScratch.items.removeSubrange(items)
        return true
    }

    /// Returns the space that the children of a row that shares its length out need.
    ///
    /// - Parameters:
    ///   - box: The row or column, of which a side wraps.
    ///   - content: The size of its content, which is that of the room for a side that wraps.
    /// - Returns: The space.
    func measureSharedChildren(of box: Box, in content: LayoutSize) -> Extent {
        let isOpen = box.pointee.isVertical ? box.wrapsHeight : box.wrapsWidth
        var extent = Extent()
        let items = solveRow(box, content, isOpen: isOpen)
        for index in items {
            let item = engine.flexScratch.items[index]
            extent.add(item.box, box.axes.size(item))
        }
        engine.flexScratch.items.removeSubrange(items)
        guard isOpen else { return extent }
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            guard !child.pointee.isGone, box.isMatchedAlong(by: child) else { continue }
            extent.add(child, measureFresh(child, content))
        }
        return extent
    }

    /// Finds the sizes of the children of a row.
    ///
    /// - Parameters:
    ///   - box: The row or column.
    ///   - content: The size of its content.
    ///   - isOpen: Whether its length follows from its children: then one as long as the row itself is no item, and a
    ///     `layoutRatio` has no effect.
    /// - Returns: The items, which the caller removes.
    private func solveRow(_ box: Box, _ content: LayoutSize, isOpen: Bool) -> Range<Int> {
        var style = FlexStyle()
        style.isVertical = box.pointee.isVertical
        let problem = FlexProblem(style, width: content.width, height: content.height)
        let first = engine.flexScratch.items.count
        var smallest = Double.infinity
        var givesWay = false
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            givesWay = givesWay || child.pointee.givesWay
            if box.hasRatio(child) { smallest = min(smallest, child.pointee.layoutRatio) }
        }
        next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone || isOpen && box.isMatchedAlong(by: child) { continue }
            var item = FlexItem(child, number: 0, box.axes)
            if !isOpen, box.hasRatio(child) {
                // Factors of at least 1 share out everything, even if others have their limit.
                item.grow = child.pointee.layoutRatio / smallest
            } else if givesWay {
                item.base = base(of: child, item, problem)
            } else {
                item.base = box.axes.main(measureFresh(child, content))
            }
            item.base = max(item.base, box.axes.mainPaddings(child))
            item.hypothetical = item.boundedMain(item.base)
            engine.flexScratch.items.append(item)
        }
        let items = first..<engine.flexScratch.items.count
        resolveLengths(items, problem)
        for item in items { findCross(item, problem) }
        return items
    }
}

extension LayoutPass.Extent {
    /// Counts a child; one as large as its parent does not count on that side.
    fileprivate mutating func add(_ child: LayoutBox.Pointer, _ size: LayoutSize) {
        if !child.matchesWidth {
            let width = size.width + child.pointee.margins.horizontal
            widest = max(widest, width)
            widthSum += width
        }
        if !child.matchesHeight {
            let height = size.height + child.pointee.margins.vertical
            highest = max(highest, height)
            heightSum += height
        }
    }
}

extension FlexAxes {
    fileprivate func size(_ item: FlexItem) -> LayoutSize {
        size(main: item.main, cross: item.cross)
    }
}

extension LayoutBox.Pointer {
    /// The axes of a row or column.
    fileprivate var axes: FlexAxes { FlexAxes(isVertical: pointee.isVertical) }

    /// Returns whether a child takes a share of what the others leave.
    fileprivate func hasRatio(_ child: LayoutBox.Pointer) -> Bool {
        pointee.kind == .ratio && child.pointee.layoutRatio > 0
    }

    /// Returns whether a child is as long as this row or column.
    fileprivate func isMatchedAlong(by child: LayoutBox.Pointer) -> Bool {
        pointee.isVertical ? child.matchesHeight : child.matchesWidth
    }
}
