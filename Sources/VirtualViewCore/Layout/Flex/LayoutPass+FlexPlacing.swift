// Placing the lines of a flex layout and the items on them.

extension LayoutPass {
    /// Distributes the free cross space among the lines.
    func placeLines(_ problem: inout FlexProblem) {
        let lines = problem.lines
        guard let room = problem.cross, problem.style.wraps, !lines.isEmpty else { return }
        var free = room
        for line in lines { free -= engine.flexScratch.lines[line].cross }
        let count = Double(lines.count)
        var position = 0.0
        var gap = 0.0
        switch problem.style.alignContent {
        case .flexStart: break
        case .flexEnd: position = free
        case .center: position = free / 2
        case .spaceBetween: if free > 0, lines.count > 1 { gap = free / (count - 1) }
        case .spaceAround:
            // Lines that do not fit begin at the left or upper edge, wherever lines start.
            gap = max(0, free / count)
            position = free > 0 ? gap / 2 : problem.style.wrapsReversed ? free : 0
        case .stretch:
            if free > 0 {
                for line in lines { engine.flexScratch.lines[line].cross += free / count }
            }
        }
        for line in lines {
            engine.flexScratch.lines[line].position = position
            position += engine.flexScratch.lines[line].cross + gap
        }
    }

    /// Gives the items of a line their frames.
    func placeItems(ofLine line: Int, in box: Box, _ problem: inout FlexProblem) {
        let current = engine.flexScratch.lines[line]
        let room = problem.main ?? 0
        let free = room - length(of: line, &problem)
        var (position, gap) = start(problem.style, free, count: current.end - current.first)
        for index in current.first..<current.end {
            var item = engine.flexScratch.items[index]
            let child = item.box
            let axes = problem.axes
            if item.align == .stretch, isStretchable(child, &problem) {
                item.cross = item.boundedCross(current.cross - axes.crossMargins(child))
            }
            let leadMargin = problem.style.isVertical ? child.pointee.margins.top : child.pointee.margins.left
            let trailMargin = problem.style.isVertical ? child.pointee.margins.bottom : child.pointee.margins.right
            let outer = item.main + leadMargin + trailMargin
            let near = problem.style.isReversed ? room - position - outer : position
            let cross = crossPosition(of: item, on: current, &problem)
            place(item, in: box, main: near + leadMargin, cross: cross, &problem)
            position += outer + gap
        }
    }

    private func isStretchable(_ child: Box, _ problem: inout FlexProblem) -> Bool {
        if case .content = problem.axes.crossLength(child) { return child.pointee.autoDim == .none }
        return false
    }

    /// Returns the space before the first item and between two items.
    private func start(_ style: FlexStyle, _ free: Double, count: Int) -> (start: Double, gap: Double) {
        switch style.justifyContent {
        case .flexStart: (0, 0)
        case .flexEnd: (free, 0)
        case .center: (free / 2, 0)
        case .spaceBetween: free > 0 && count > 1 ? (0, free / Double(count - 1)) : (0, 0)
        case .spaceAround:
            // Items that do not fit begin at the left or upper edge, wherever lines start.
            free > 0 ? (free / Double(count) / 2, free / Double(count)) : (style.isReversed ? free : 0, 0)
        }
    }

    /// Returns the start of an item's frame on the cross axis, from the start of the content.
    private func crossPosition(of item: FlexItem, on line: FlexLine, _ problem: inout FlexProblem) -> Double {
        let child = item.box
        let lead = problem.style.isVertical ? child.pointee.margins.left : child.pointee.margins.top
        let outer = item.cross + problem.axes.crossMargins(child)
        var position = line.position
        switch item.align {
        case .flexStart, .stretch: break
        case .flexEnd: position += line.cross - outer
        case .center: position += (line.cross - outer) / 2
        case .baseline: position += line.baseline - item.baseline
        }
        if problem.style.wrapsReversed { position = (problem.cross ?? 0) - position - outer }
        return position + lead
    }

    private func place(
        _ item: FlexItem,
        in box: Box,
        main: Double,
        cross: Double,
        _ problem: inout FlexProblem
    ) {
        let child = item.box
        let place = problem.axes.size(main: main, cross: cross)
        child.pointee.origin = LayoutPoint(
            x: box.pointee.paddings.left + place.width,
            y: box.pointee.paddings.top + place.height
        )
        child.pointee.size = problem.axes.size(main: item.main, cross: item.cross)
    }
}
