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
        for child in box.shownChildren {
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
        var problem = FlexProblem(box.pointee.isVertical, content)
        solveRow(box, &problem, isOpen: false)
        for index in problem.items {
            let item = engine.flexScratch.items[index]
            item.box.pointee.size = box.axes.size(item)
            // A length that is computed is that, whatever the share.
            if box.hasRatio(item.box), item.box.pointee.autoDim == (box.pointee.isVertical ? .x : .y) {
                item.box.pointee.applyAutoDim()
                item.box.applyBounds()
            }
        }
        engine.flexScratch.end(problem)
        return true
    }

    /// Returns the space that the children of a row that shares its length out need.
    ///
    /// - Parameters:
    ///   - box: The row or column, of which a side wraps.
    ///   - content: The size of its content, which is that of the room for a side that wraps.
    /// - Returns: The space.
    @inline(never)
    func measureSharedChildren(of box: Box, in content: LayoutSize) -> Extent {
        let isOpen = box.pointee.isVertical ? box.wrapsHeight : box.wrapsWidth
        var problem = FlexProblem(box.pointee.isVertical, content)
        solveRow(box, &problem, isOpen: isOpen)
        var extent = Extent()
        addItems(of: box, &problem, to: &extent)
        if isOpen { addMatching(of: box, &problem, to: &extent) }
        return extent
    }

    /// Adds the items of a row to the space that its children need, and removes them.
    @inline(never)
    private func addItems(of box: Box, _ problem: inout FlexProblem, to extent: inout Extent) {
        for index in problem.items {
            let item = engine.flexScratch.items[index]
            extent.add(item.box, box.axes.size(item))
        }
        engine.flexScratch.end(problem)
    }

    /// Adds the children that are as long as the row itself.
    @inline(never)
    private func addMatching(of box: Box, _ problem: inout FlexProblem, to extent: inout Extent) {
        var call = FreshCalls.Call(room: problem.room)
        for child in box.shownChildren where box.isMatchedAlong(by: child) {
            measureFresh(child, &call)
            extent.add(child, call.result)
        }
    }

    /// Finds the sizes of the children of a row.
    ///
    /// The items stay in the scratch storage.
    ///
    /// - Parameters:
    ///   - box: The row or column.
    ///   - problem: The known values, which get the items.
    ///   - isOpen: Whether its length follows from its children: then one as long as the row itself is no item, and a
    ///     `layoutRatio` has no effect.
    @inline(__always)
    private func solveRow(_ box: Box, _ problem: inout FlexProblem, isOpen: Bool) {
        engine.flexScratch.begin(&problem)
        let (smallest, givesWay) = sharing(of: box)
        var call = FreshCalls.Call()
        for child in box.shownChildren where !isOpen || !box.isMatchedAlong(by: child) {
            if !isOpen, box.hasRatio(child) {
                // Factors of at least 1 share out everything, even if others have their limit.
                addItem(child, base: 0, grow: child.pointee.layoutRatio / smallest, &problem)
            } else if givesWay {
                addItem(child, base: base(of: child, &problem, &call), grow: 0, &problem)
            } else {
                call = FreshCalls.Call(room: problem.room)
                measureFresh(child, &call)
                addItem(child, base: problem.axes.main(call.result), grow: 0, &problem)
            }
        }
        resolveLengths(problem.items, &problem)
        for item in problem.items { findCross(item, &problem, &call) }
    }

    /// Returns the smallest ratio of a row's children, and whether one of them gives way.
    @inline(never)
    private func sharing(of box: Box) -> (smallest: Double, givesWay: Bool) {
        var smallest = Double.infinity
        var givesWay = false
        for child in box.shownChildren {
            givesWay = givesWay || child.pointee.givesWay
            if box.hasRatio(child) { smallest = min(smallest, child.pointee.layoutRatio) }
        }
        return (smallest, givesWay)
    }

    @inline(never)
    private func addItem(_ child: Box, base: Double, grow: Double, _ problem: inout FlexProblem) {
        var item = FlexItem(child, number: 0, problem.axes)
        item.grow = grow
        add(&item, base: base, &problem)
    }
}

extension LayoutPass.FlexProblem {
    /// The known values of a row or column.
    fileprivate init(_ isVertical: Bool, _ content: LayoutSize) {
        var style = FlexStyle()
        style.isVertical = isVertical
        self.init(style, width: content.width, height: content.height)
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

    /// Returns whether a child is as long as this row or column, or measured so.
    fileprivate func isMatchedAlong(by child: LayoutBox.Pointer) -> Bool {
        pointee.isVertical
            ? child.matchesHeight || child.pointee.sharesHeight : child.matchesWidth || child.pointee.sharesWidth
    }
}
