// The lengths of the items of a line: growing and shrinking into its free room.

extension LayoutPass {
    /// Finds the main lengths of the items of a line.
    func resolveLengths(_ items: Range<Int>, _ problem: FlexProblem) {
        guard let room = problem.main else {
            for index in items { engine.flexScratch.items[index].main = engine.flexScratch.items[index].hypothetical }
            return
        }
        var used = 0.0
        for index in items {
            let item = engine.flexScratch.items[index]
            used += item.hypothetical + problem.axes.mainMargins(item.box)
        }
        let grows = used < room
        for index in items { freezeInflexible(index, grows: grows) }
        let initial = freeRoom(items, room, problem)
        // Each round freezes at least one item.
        for _ in items {
            guard !shareRoom(items, room, initial, grows: grows, problem) else { return }
        }
    }

    private func freezeInflexible(_ index: Int, grows: Bool) {
        let item = engine.flexScratch.items[index]
        let factor = grows ? item.box.pointee.flexItem.grow : item.box.pointee.flexItem.shrink
        engine.flexScratch.items[index].main = item.hypothetical
        engine.flexScratch.items[index].isFrozen =
            factor == 0 || (grows ? item.base > item.hypothetical : item.base < item.hypothetical)
    }

    /// Returns the space that the frozen items and the bases of the others leave.
    private func freeRoom(_ items: Range<Int>, _ room: Double, _ problem: FlexProblem) -> Double {
        var free = room
        for index in items {
            let item = engine.flexScratch.items[index]
            free -= (item.isFrozen ? item.main : item.base) + problem.axes.mainMargins(item.box)
        }
        return free
    }

    /// Runs one round; returns whether it was the last.
    private func shareRoom(
        _ items: Range<Int>,
        _ room: Double,
        _ initial: Double,
        grows: Bool,
        _ problem: FlexProblem
    ) -> Bool {
        var factors = 0.0
        var weights = 0.0
        for index in items where !engine.flexScratch.items[index].isFrozen {
            let item = engine.flexScratch.items[index]
            let factor = grows ? item.box.pointee.flexItem.grow : item.box.pointee.flexItem.shrink
            factors += factor
            weights += factor * innerBase(item, problem)
        }
        guard factors > 0 else { return true }
        var free = freeRoom(items, room, problem)
        // Factors with a sum below one distribute only that part of the space.
        if factors < 1, abs(initial * factors) < abs(free) { free = initial * factors }
        var total = 0.0
        for index in items where !engine.flexScratch.items[index].isFrozen {
            let item = engine.flexScratch.items[index]
            var length = item.base
            if grows {
                length += free * item.box.pointee.flexItem.grow / factors
            } else if weights > 0 {
                length += free * item.box.pointee.flexItem.shrink * innerBase(item, problem) / weights
            }
            let bounded = max(length, item.leastMain)
            engine.flexScratch.items[index].main = bounded
            engine.flexScratch.items[index].violation = bounded - length
            total += bounded - length
        }
        return freeze(items, total)
    }

    /// Returns the part of the base that can shrink, which does not include the padding.
    private func innerBase(_ item: FlexItem, _ problem: FlexProblem) -> Double {
        max(0, item.base - problem.axes.mainPaddings(item.box))
    }

    /// Freezes the items that violate their bounds; returns whether all are frozen.
    private func freeze(_ items: Range<Int>, _ total: Double) -> Bool {
        var isDone = true
        for index in items where !engine.flexScratch.items[index].isFrozen {
            // Lengths have only lower bounds, so a violation is never negative.
            if total <= 0 || engine.flexScratch.items[index].violation > 0 {
                engine.flexScratch.items[index].isFrozen = true
            } else {
                isDone = false
            }
        }
        return isDone
    }
}

// Measuring with given sides, as if nothing had been measured before: this is how flex layouts measure their children.

extension LayoutPass {
    /// Finds the size of a box in a room if some of its sides are given.
    ///
    /// The result depends only on the box, the room and the given sides.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - room: The room, which may be unlimited.
    ///   - width: The width, if it is given.
    ///   - height: The height, if it is given.
    /// - Returns: The size.
    func measureFresh(_ box: Box, _ room: LayoutSize, width: Double? = nil, height: Double? = nil) -> LayoutSize {
        measureFresh(box, room, given: LayoutSize(width: width ?? .nan, height: height ?? .nan))
    }

    /// Finds the size of a box in a room as if it wrapped its width.
    func measureFreshWrappingWidth(_ box: Box, _ room: LayoutSize) -> LayoutSize {
        measureFresh(box, room, given: LayoutSize(width: LayoutBox.wrap, height: .nan))
    }

    /// Measures as above; a side that is not given is NaN, and a width that wraps is -2.
    private func measureFresh(_ box: Box, _ room: LayoutSize, given: LayoutSize) -> LayoutSize {
        let width = given.width.isNaN ? nil : given.width
        let height = given.height.isNaN ? nil : given.height
        let wraps = given.width == LayoutBox.wrap
        let index = box.number
        if box.pointee.isChanged { engine.forgetFreshCalls(of: index) }
        if let known = engine.freshCall(of: index, room, given) { return known }
        let own = (box.pointee.layoutWidth, box.pointee.layoutHeight, box.pointee.autoDim)
        if let width { box.pointee.layoutWidth = width }
        if let height { box.pointee.layoutHeight = height }
        if width != nil, !wraps, height != nil { box.pointee.autoDim = .none }
        let pass = freshPass()
        pass.enter(box)
        box.pointee.forgetCalls()
        pass.measure(box, room)
        var size = box.pointee.size
        (box.pointee.layoutWidth, box.pointee.layoutHeight, box.pointee.autoDim) = own
        if let width, !wraps { size.width = width }
        if let height { size.height = height }
        engine.keepFreshCall(of: index, FreshCalls.Call(room: room, given: given, result: size))
        return size
    }

    /// Gives a box its final size and places everything in it, as if nothing had been measured before.
    func layoutFresh(_ box: Box, _ size: LayoutSize) {
        if box.pointee.isChanged { engine.forgetFreshCalls(of: box.number) }
        let pass = freshPass()
        pass.enter(box)
        box.pointee.size = size
        pass.layout(box)
    }

    private func freshPass() -> LayoutPass {
        engine.makePass(isFull: isFull)
    }
}
