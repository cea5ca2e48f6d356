// `FlexLayout`: CSS flexbox, for children with margins, padding and minimum sizes.

extension LayoutPass {
    /// The known values of a flex layout before it is solved; lengths are those inside its padding.
    struct FlexProblem {
        let style: FlexStyle
        let axes: FlexAxes
        /// The width and height; `nil` for a height that depends on the content.
        let width: Double
        let height: Double?

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
    func measureFlex(_ box: Box, _ room: LayoutSize) {
        guard box.hasOpenSide else { return }
        let opensWidth = box.wrapsWidth && box.pointee.size.width <= 0
        let opensHeight = box.wrapsHeight && box.pointee.size.height <= 0
        fillOpenSides(box, room)
        var content = box.contentSize
        if opensWidth {
            content.width = fittingFlexWidth(box, content, height: opensHeight ? nil : content.height)
            box.pointee.size.width = box.pointee.boundedWidth(content.width + box.pointee.paddings.horizontal)
            content.width = box.contentSize.width
        }
        if opensHeight {
            let problem = FlexProblem(box.pointee.flex, width: content.width, height: nil)
            box.pointee.size.height = solveFlex(box, problem, places: false) + box.pointee.paddings.vertical
        }
        box.pointee.applyAutoDim()
    }

    func placeFlex(_ box: Box) {
        let content = box.contentSize
        _ = solveFlex(
            box,
            FlexProblem(box.pointee.flex, width: content.width, height: content.height),
            places: true
        )
    }

    /// Returns the width that the children prefer, within the room but not less than they need.
    private func fittingFlexWidth(_ box: Box, _ content: LayoutSize, height: Double?) -> Double {
        let wanted = flexContentWidth(box, room: .infinity, height: height)
        // If lines break, a child may need more than its basis.
        guard wanted > content.width || box.pointee.flex.wraps else { return wanted }
        let needed = flexContentWidth(box, room: 0, height: height)
        return min(max(wanted, needed), max(content.width, needed))
    }

    /// Returns the width of the children side by side, or of the widest if they are below each other or may be on
    /// separate lines.
    private func flexContentWidth(_ box: Box, room: Double, height: Double?) -> Double {
        let isRow = !box.pointee.flex.isVertical
        let isSummed = isRow && (!box.pointee.flex.wraps || room > 0)
        var width = 0.0
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            var own: Double
            if case .points(let points) = FlexLength.width(of: child) {
                own = points
            } else {
                own = wrappedWidth(of: child, LayoutSize(width: room, height: height ?? .infinity))
            }
            if isSummed { own = boundedByBasis(own, of: child) }
            own = max(min(own, child.pointee.most.width), child.pointee.least.width, child.pointee.paddings.horizontal)
            own += child.pointee.margins.horizontal
            width = isSummed ? width + own : max(width, own)
        }
        return width
    }

    /// Limits a width by the basis: a child that cannot grow needs no more, one that cannot shrink no less.
    private func boundedByBasis(_ width: Double, of child: Box) -> Double {
        guard case .points(let basis) = child.pointee.flexItem.basis else { return width }
        var width = width
        if child.pointee.flexItem.grow == 0 { width = min(width, basis) }
        if child.pointee.shrink == 0 { width = max(width, basis) }
        return width
    }

    /// Returns the width of a child's content, also for a child that will be as wide as its parent.
    private func wrappedWidth(of child: Box, _ room: LayoutSize) -> Double {
        let size = child.matchesWidth ? measureFreshWrappingWidth(child, room) : measureFresh(child, room)
        return size.width
    }
}
