// The steps of the flexbox algorithm, in the order of the CSS specification.

extension LayoutPass {
    /// Finds the children's sizes and positions, and the height of all lines.
    ///
    /// - Parameters:
    ///   - box: The flex layout.
    ///   - problem: Its known values.
    ///   - places: Whether the children get their frames.
    /// - Returns: The height that the content needs.
    func solveFlex(_ box: Box, _ problem: FlexProblem, places: Bool) -> Double {
        let firstItem = engine.flexScratch.items.count
        let firstLine = engine.flexScratch.lines.count
        collectItems(box, problem)
        let items = firstItem..<engine.flexScratch.items.count
        breakLines(items, problem)
        let lines = firstLine..<engine.flexScratch.lines.count
        for line in lines {
            let range = engine.flexScratch.lines[line].first..<engine.flexScratch.lines[line].end
            resolveLengths(range, problem)
            for item in range { findCross(item, problem) }
            findCross(ofLine: line, problem)
        }
        var content = 0.0
        if problem.style.isVertical {
            for line in lines { content = max(content, length(of: line, problem)) }
        } else {
            for line in lines { content += engine.flexScratch.lines[line].cross }
        }
        if places {
            placeLines(lines, problem)
            for line in lines { placeItems(ofLine: line, in: box, problem) }
        }
        engine.flexScratch.items.removeSubrange(items)
        engine.flexScratch.lines.removeSubrange(lines)
        return content
    }

    /// Returns the length of the items on a line, including their margins.
    func length(of line: Int, _ problem: FlexProblem) -> Double {
        var length = 0.0
        for item in engine.flexScratch.lines[line].first..<engine.flexScratch.lines[line].end {
            length +=
                engine.flexScratch.items[item].main
                + problem.axes.mainMargins(engine.flexScratch.items[item].box)
        }
        return length
    }

    // MARK: Items

    private func collectItems(_ box: Box, _ problem: FlexProblem) {
        let first = engine.flexScratch.items.count
        var isSorted = true
        var lastOrder = Int32.min
        var number = 0
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            number += 1
            if child.pointee.isGone { continue }
            let item = makeItem(child, number, problem)
            engine.flexScratch.items.append(item)
            isSorted = isSorted && child.pointee.flexItem.order >= lastOrder
            lastOrder = child.pointee.flexItem.order
        }
        guard !isSorted else { return }
        engine.flexScratch.items[first...].sort { one, other in
            let (a, b) = (one.box.pointee.flexItem.order, other.box.pointee.flexItem.order)
            return a == b ? one.number < other.number : a < b
        }
    }

    private func makeItem(_ child: Box, _ number: Int, _ problem: FlexProblem) -> FlexItem {
        var item = FlexItem(child, number: number, problem.axes)
        item.align = child.pointee.flexItem.alignSelf ?? problem.style.alignItems
        item.grow = child.pointee.flexItem.grow
        item.base = max(base(of: child, item, problem), problem.axes.mainPaddings(child))
        item.hypothetical = item.boundedMain(item.base)
        return item
    }

    /// Returns the length of an item before free space is distributed.
    func base(of child: Box, _ item: FlexItem, _ problem: FlexProblem) -> Double {
        switch child.pointee.flexItem.basis {
        case .points(let points): return points
        case .share(let share):
            if let main = problem.main { return main * share }
        case .auto: break
        }
        switch problem.axes.mainLength(child) {
        case .points(let points): return points
        case .match:
            if let main = problem.main { return main - problem.axes.mainMargins(child) }
        case .content: break
        }
        return contentMain(of: child, item, problem)
    }

    /// Returns the main length of an item's content.
    private func contentMain(of child: Box, _ item: FlexItem, _ problem: FlexProblem) -> Double {
        guard problem.style.isVertical else {
            let room = LayoutSize(width: .infinity, height: problem.height ?? .infinity)
            let height = definiteCross(of: child, item, problem)
            return measureUnlimited(child, room, problem.axes, cross: height).width
        }
        let room = LayoutSize(width: problem.width, height: .infinity)
        return measureUnlimited(child, room, problem.axes, cross: definiteCross(of: child, item, problem)).height
    }

    /// Returns the cross length of an item, if it does not depend on its content.
    private func definiteCross(of child: Box, _ item: FlexItem, _ problem: FlexProblem) -> Double? {
        switch problem.axes.crossLength(child) {
        case .points(let points): return item.boundedCross(points)
        case .match:
            guard let cross = problem.cross else { return nil }
            return item.boundedCross(cross - problem.axes.crossMargins(child))
        case .content:
            guard item.align == .stretch, !problem.style.wraps, let cross = problem.cross,
                child.pointee.autoDim == .none
            else { return nil }
            return item.boundedCross(cross - problem.axes.crossMargins(child))
        }
    }

    // MARK: Lines

    private func breakLines(_ items: Range<Int>, _ problem: FlexProblem) {
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

    func findCross(_ index: Int, _ problem: FlexProblem) {
        let item = engine.flexScratch.items[index]
        let child = item.box
        var cross: Double
        if case .points(let points) = problem.axes.crossLength(child) {
            cross = points
        } else if case .match = problem.axes.crossLength(child), let room = problem.cross {
            cross = room - problem.axes.crossMargins(child)
        } else {
            let isVertical = problem.style.isVertical
            let size = measureFresh(
                child,
                problem.room,
                width: isVertical ? nil : item.main,
                height: isVertical ? item.main : nil
            )
            cross = problem.axes.cross(size)
        }
        cross = item.boundedCross(cross)
        engine.flexScratch.items[index].cross = cross
        if item.align == .baseline {
            engine.flexScratch.items[index].baseline = baseline(of: child, cross, problem)
        }
    }

    /// Returns the distance from the cross start of the line to the child's baseline; in a column that is its left
    /// edge.
    private func baseline(of child: Box, _ cross: Double, _ problem: FlexProblem) -> Double {
        let lead = problem.style.isVertical ? child.pointee.margins.left : child.pointee.margins.top
        let own = problem.style.isVertical ? 0 : engine.baseline(of: child.number, height: cross)
        guard problem.style.wrapsReversed else { return lead + own }
        return cross + problem.axes.crossMargins(child) - lead - own
    }

    private func findCross(ofLine line: Int, _ problem: FlexProblem) {
        var largest = 0.0
        var above = 0.0
        var below = 0.0
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
    /// Returns the distance from a child's upper edge to its baseline, which is the lower edge for a child without
    /// text.
    @inline(never)
    fileprivate func baseline(of index: Int, height: Double) -> Double {
        guard let node = nodes[index] as? TextNode, node.text?.isEmpty == false else { return height }
        let font = TextFont(node.present, scale: textScale)
        let natural = textMeasuring.lineHeight(of: font)
        let metrics = TextLineMetrics(node.present, naturalHeight: natural)
        return Double(node.properties.layout.paddings.insets.top) + textMeasuring.ascent(of: font)
            + metrics.height - natural
    }
}
