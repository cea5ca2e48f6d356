// `FlexLayout`: CSS flexbox, for children with margins, padding and minimum sizes.

extension LayoutPass {
    /// A flex layout that is being solved; lengths are those inside its padding.
    ///
    /// Steps get it by its address: it waits on the stack while the children are measured, and so do all those around it.
    struct FlexProblem {
        let style: FlexStyle
        let axes: FlexAxes
        /// The width and height; `nil` for a height that depends on the content.
        let width: Double
        let height: Double?
        /// The items and lines in the scratch storage.
        var items = 0..<0
        var lines = 0..<0

        init(_ style: FlexStyle, width: Double, height: Double?) {
            self.style = style
            axes = FlexAxes(isVertical: style.isVertical)
            self.width = width
            self.height = height
        }

        var main: Double? { style.isVertical ? height : width }
        var cross: Double? { style.isVertical ? width : height }
        /// The available space for children.
        var room: LayoutSize { LayoutSize(width: width, height: height ?? .infinity) }
    }

    /// Finds the sides that wrap the children.
    @inline(__always)
    func measureFlex(_ box: Box, _ room: LayoutSize) {
        guard box.hasOpenSide else { return }
        let opensWidth = box.wrapsWidth && box.pointee.size.width <= 0
        let opensHeight = box.wrapsHeight && box.pointee.size.height <= 0
        fillOpenSides(box, room)
        if opensWidth { findWidth(box, opensHeight: opensHeight) }
        if opensHeight { findHeight(box) }
        box.pointee.applyAutoDim()
    }

    func placeFlex(_ box: Box) {
        // What finds the sizes is off the stack before anything below is placed.
        findPlaces(box)
        for child in box.shownChildren {
            layoutFresh(child, child.pointee.size)
        }
    }

    /// Gives the children their sizes and positions.
    @inline(never)
    private func findPlaces(_ box: Box) {
        let content = box.contentSize
        var problem = FlexProblem(box.pointee.flex, width: content.width, height: content.height)
        solveFlex(box, &problem)
        placeLines(&problem)
        for line in problem.lines { placeItems(ofLine: line, in: box, &problem) }
        engine.flexScratch.end(problem)
    }

    /// Gives a flex layout the height of its children on lines of its width.
    @inline(never)
    private func findHeight(_ box: Box) {
        var problem = FlexProblem(box.pointee.flex, width: box.contentSize.width, height: nil)
        solveFlex(box, &problem)
        box.pointee.size.height = height(&problem) + box.pointee.paddings.vertical
        engine.flexScratch.end(problem)
    }

    /// Gives a flex layout the width that its children prefer, within the room but not less than they need.
    @inline(never)
    private func findWidth(_ box: Box, opensHeight: Bool) {
        let height = opensHeight ? .infinity : box.contentSize.height
        var width = contentWidth(box, LayoutSize(width: .infinity, height: height))
        // If lines break, a child may need more than its basis.
        if width <= box.contentSize.width, !box.pointee.flex.wraps { return setWidth(box, width) }
        let needed = contentWidth(box, LayoutSize(width: 0, height: height))
        width = min(max(width, needed), max(box.contentSize.width, needed))
        setWidth(box, width)
    }

    private func setWidth(_ box: Box, _ content: Double) {
        box.pointee.size.width = box.pointee.boundedWidth(content + box.pointee.paddings.horizontal)
    }

    /// Returns the width of the children side by side, or of the widest if they are below each other or may be on
    /// separate lines.
    private func contentWidth(_ box: Box, _ room: LayoutSize) -> Double {
        let isRow = !box.pointee.flex.isVertical
        let isSummed = isRow && (!box.pointee.flex.wraps || room.width > 0)
        var call = FreshCalls.Call(room: room)
        var width = 0.0
        for child in box.shownChildren {
            if case .points(let points) = FlexLength.width(of: child) {
                call.result.width = points
            } else {
                // Also a child that will be as wide as its parent is as wide as its content.
                call.given.width = child.matchesWidth ? LayoutBox.wrap : .nan
                measureFresh(child, &call)
            }
            let own = outerWidth(of: child, call.result.width, isSummed: isSummed)
            width = isSummed ? width + own : max(width, own)
        }
        return width
    }

    /// Returns the width of a child within its limits, with its margins.
    @inline(never)
    private func outerWidth(of child: Box, _ content: Double, isSummed: Bool) -> Double {
        let own = isSummed ? boundedByBasis(content, of: child) : content
        let least = max(child.pointee.least.width, child.pointee.paddings.horizontal)
        return max(min(own, child.pointee.most.width), least) + child.pointee.margins.horizontal
    }

    /// Limits a width by the basis: a child that cannot grow needs no more, one that cannot shrink no less.
    private func boundedByBasis(_ width: Double, of child: Box) -> Double {
        guard case .points(let basis) = child.pointee.flexItem.basis else { return width }
        var width = width
        if child.pointee.flexItem.grow == 0 { width = min(width, basis) }
        if child.pointee.shrink == 0 { width = max(width, basis) }
        return width
    }
}
