// The steps of the flexbox algorithm, in the order of the CSS specification.

extension LayoutPass {
    /// Finds the children's sizes, and breaks them into lines.
    ///
    /// The items and lines stay in the scratch storage.
    ///
    /// - Parameters:
    ///   - box: The flex layout.
    ///   - problem: Its known values, which get the items and lines.
    func solveFlex(_ box: Box, _ problem: inout FlexProblem) {
        engine.flexScratch.begin(&problem)
        // Children are measured from here, and the other steps are done by then: in a deep tree, the stack holds as
        // many of these calls as there are levels.
        var call = FreshCalls.Call()
        for child in box.shownChildren {
            addItem(child, base: base(of: child, &problem, &call), &problem)
        }
        findLengths(&problem)
        for item in problem.items { findCross(item, &problem, &call) }
        for line in problem.lines { findCross(ofLine: line, &problem) }
    }

    /// Returns the height of all lines.
    func height(_ problem: inout FlexProblem) -> Double {
        var height = 0.0
        for line in problem.lines {
            if problem.style.isVertical {
                height = max(height, length(of: line, &problem))
            } else {
                height += engine.flexScratch.lines[line].cross
            }
        }
        return height
    }

    /// Returns the length of the items on a line, including their margins.
    func length(of line: Int, _ problem: inout FlexProblem) -> Double {
        var length = 0.0
        for item in engine.flexScratch.lines[line].first..<engine.flexScratch.lines[line].end {
            length +=
                engine.flexScratch.items[item].main
                + problem.axes.mainMargins(engine.flexScratch.items[item].box)
        }
        return length
    }

    // MARK: Items

    @inline(never)
    private func addItem(_ child: Box, base: Double, _ problem: inout FlexProblem) {
        var item = FlexItem(child, number: engine.flexScratch.items.count, problem.axes)
        item.align = child.pointee.flexItem.alignSelf ?? problem.style.alignItems
        item.grow = child.pointee.flexItem.grow
        add(&item, base: base, &problem)
    }

    /// Adds an item with the length that it has before free space is distributed.
    func add(_ item: inout FlexItem, base: Double, _ problem: inout FlexProblem) {
        item.base = max(base, problem.axes.mainPaddings(item.box))
        item.hypothetical = item.boundedMain(item.base)
        engine.flexScratch.items.append(item)
        problem.items = problem.items.lowerBound..<engine.flexScratch.items.count
    }

    /// Returns the length of an item before free space is distributed.
    @inline(__always)
    func base(of child: Box, _ problem: inout FlexProblem, _ call: inout FreshCalls.Call) -> Double {
        if let known = knownBase(of: child, &problem, &call) { return known }
        measureFresh(child, &call)
        return problem.axes.main(call.result)
    }

    /// Returns the same if it does not depend on the item's content; otherwise the call is the one that finds it.
    @inline(never)
    private func knownBase(of child: Box, _ problem: inout FlexProblem, _ call: inout FreshCalls.Call) -> Double? {
        switch child.pointee.flexItem.basis {
        case .points(let points): return points
        case .share(let share):
            if let main = problem.main, problem.style.countsParts { return main * share }
        case .auto: break
        }
        switch problem.axes.mainLength(child) {
        case .points(let points): return points
        case .match:
            if let main = problem.main { return main - problem.axes.mainMargins(child) }
        case .content: break
        }
        let isVertical = problem.style.isVertical
        call.room.width = isVertical ? problem.width : .infinity
        call.room.height = isVertical ? .infinity : problem.height ?? .infinity
        call.given = problem.axes.size(
            main: child.pointee.isBounded ? LayoutBox.unlimited : .nan,
            cross: definiteCross(of: child, &problem) ?? .nan
        )
        return nil
    }

    /// Returns the cross length of an item, if it does not depend on its content.
    private func definiteCross(of child: Box, _ problem: inout FlexProblem) -> Double? {
        let item = FlexItem(child, number: 0, problem.axes)
        switch problem.axes.crossLength(child) {
        case .points(let points): return item.boundedCross(points)
        case .match:
            guard let cross = problem.cross else { return nil }
            return item.boundedCross(cross - problem.axes.crossMargins(child))
        case .content:
            let align = child.pointee.flexItem.alignSelf ?? problem.style.alignItems
            guard align == .stretch, !problem.style.wraps, let cross = problem.cross, child.pointee.autoDim == .none
            else { return nil }
            return item.boundedCross(cross - problem.axes.crossMargins(child))
        }
    }

    // MARK: Lines

    /// Sorts the items, breaks lines, and finds the main lengths.
    @inline(never)
    private func findLengths(_ problem: inout FlexProblem) {
        sortItems(problem.items)
        breakLines(&problem)
        problem.lines = problem.lines.lowerBound..<engine.flexScratch.lines.count
        for line in problem.lines {
            resolveLengths(engine.flexScratch.lines[line].first..<engine.flexScratch.lines[line].end, &problem)
        }
    }

    private func sortItems(_ items: Range<Int>) {
        var isSorted = true
        var lastOrder = Int32.min
        for index in items {
            let order = engine.flexScratch.items[index].box.pointee.flexItem.order
            isSorted = isSorted && order >= lastOrder
            lastOrder = order
        }
        guard !isSorted else { return }
        engine.flexScratch.items[items].sort { one, other in
            let (a, b) = (one.box.pointee.flexItem.order, other.box.pointee.flexItem.order)
            return a == b ? one.number < other.number : a < b
        }
    }

    private func breakLines(_ problem: inout FlexProblem) {
        let items = problem.items
        guard !items.isEmpty else { return }
        guard problem.style.wraps, let main = problem.main else {
            engine.flexScratch.lines.append(FlexLine(first: items.lowerBound, end: items.upperBound))
            return
        }
        var first = items.lowerBound
        var length = 0.0
        for index in items {
            let item = engine.flexScratch.items[index]
            let outer = item.hypothetical + problem.axes.mainMargins(item.box)
            if index > first, length + outer > main + 1e-9 {
                engine.flexScratch.lines.append(FlexLine(first: first, end: index))
                first = index
                length = 0
            }
            length += outer
        }
        engine.flexScratch.lines.append(FlexLine(first: first, end: items.upperBound))
    }

    // MARK: Cross sizes

    @inline(__always)
    func findCross(_ index: Int, _ problem: inout FlexProblem, _ call: inout FreshCalls.Call) {
        let child = engine.flexScratch.items[index].box
        if !knowsCross(index, &problem, &call) { measureFresh(child, &call) }
        takeCross(index, &problem, call.result)
    }

    /// Puts the cross length of an item into the call's result, if it does not depend on the item's content; otherwise the
    /// call is the one that finds it.
    @inline(never)
    private func knowsCross(_ index: Int, _ problem: inout FlexProblem, _ call: inout FreshCalls.Call) -> Bool {
        let child = engine.flexScratch.items[index].box
        let main = engine.flexScratch.items[index].main
        if case .points(let points) = problem.axes.crossLength(child) {
            call.result = problem.axes.size(main: main, cross: points)
        } else if case .match = problem.axes.crossLength(child), let room = problem.cross {
            call.result = problem.axes.size(main: main, cross: room - problem.axes.crossMargins(child))
        } else {
            call.room = problem.room
            call.given = problem.axes.size(main: main, cross: .nan)
            return false
        }
        return true
    }

    @inline(never)
    private func takeCross(_ index: Int, _ problem: inout FlexProblem, _ size: LayoutSize) {
        let item = engine.flexScratch.items[index]
        let cross = item.boundedCross(problem.axes.cross(size))
        engine.flexScratch.items[index].cross = cross
        if item.align == .baseline {
            engine.flexScratch.items[index].baseline = baseline(of: item.box, item.main, cross, &problem)
        }
    }

    /// Returns the distance from the cross start of the line to the child's baseline; in a column that is its left
    /// edge.
    private func baseline(
        of child: Box,
        _ main: Double,
        _ cross: Double,
        _ problem: inout FlexProblem
    ) -> Double {
        let lead = problem.style.isVertical ? child.pointee.margins.left : child.pointee.margins.top
        let size = problem.axes.size(main: main, cross: cross)
        let own = problem.style.isVertical ? 0 : engine.baseline(of: child.number, in: size)
        guard problem.style.wrapsReversed else { return lead + own }
        return cross + problem.axes.crossMargins(child) - lead - own
    }

    @inline(never)
    private func findCross(ofLine line: Int, _ problem: inout FlexProblem) {
        var largest = 0.0
        // A baseline may be outside of the margins.
        var above = -Double.infinity
        var below = -Double.infinity
        for index in engine.flexScratch.lines[line].first..<engine.flexScratch.lines[line].end {
            let item = engine.flexScratch.items[index]
            let outer = item.cross + problem.axes.crossMargins(item.box)
            if item.align == .baseline {
                above = max(above, item.baseline)
                below = max(below, outer - item.baseline)
            } else {
                largest = max(largest, outer)
            }
        }
        engine.flexScratch.lines[line].baseline = above
        let content = max(largest, above + below)
        let fillsBox = !problem.style.wraps
        engine.flexScratch.lines[line].cross = fillsBox ? problem.cross ?? content : content
    }
}

extension LayoutEngine {
    /// Returns the distance from a child's upper edge to the baseline of the first line that is drawn, or to the lower
    /// edge of a child without text.
    @inline(never)
    fileprivate func baseline(of index: Int, in size: LayoutSize) -> Double {
        guard let node = nodes[index] as? TextNode, node.text?.isEmpty == false else { return size.height }
        let lines = textLines(of: index)
        let content = LayoutRect(size: size).inset(by: node.properties.layout.paddings.insets)
        var room = content.size
        room.height = min(room.height, Double(lines.mostDrawn) * lines.fullHeight - lines.spacing)
        // Lines are drawn in the middle of the height.
        let above = (content.size.height - measureText(of: index, in: room, lines).height) / 2
        let font = TextFont(node.present, scale: textScale, quirks)
        let lead = lines.height - textMeasuring.lineHeight(of: font)
        return content.origin.y + above + lead + textMeasuring.ascent(of: font)
    }
}
