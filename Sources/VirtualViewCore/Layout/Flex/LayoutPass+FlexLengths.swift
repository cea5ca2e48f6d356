// The lengths of the items of a line: growing and shrinking into its free room.

extension LayoutPass {
    /// Finds the main lengths of the items of a line.
    func resolveLengths(_ items: Range<Int>, _ problem: inout FlexProblem) {
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
        let initial = freeRoom(items, room, &problem)
        // Each round freezes at least one item.
        for _ in items {
            guard !shareRoom(items, room, initial, grows: grows, &problem) else { return }
        }
    }

    private func freezeInflexible(_ index: Int, grows: Bool) {
        let item = engine.flexScratch.items[index]
        let factor = grows ? item.grow : item.shrink
        engine.flexScratch.items[index].main = item.hypothetical
        engine.flexScratch.items[index].isFrozen =
            factor == 0 || (grows ? item.base > item.hypothetical : item.base < item.hypothetical)
    }

    /// Returns the space that the frozen items and the bases of the others leave.
    private func freeRoom(_ items: Range<Int>, _ room: Double, _ problem: inout FlexProblem) -> Double {
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
        _ problem: inout FlexProblem
    ) -> Bool {
        var factors = 0.0
        var weights = 0.0
        for index in items where !engine.flexScratch.items[index].isFrozen {
            let item = engine.flexScratch.items[index]
            let factor = grows ? item.grow : item.shrink
            factors += factor
            weights += factor * innerBase(item, &problem)
        }
        guard factors > 0 else { return true }
        var free = freeRoom(items, room, &problem)
        // Factors with a sum below one distribute only that part of the space.
        if factors < 1, abs(initial * factors) < abs(free) { free = initial * factors }
        var total = 0.0
        for index in items where !engine.flexScratch.items[index].isFrozen {
            let item = engine.flexScratch.items[index]
            var length = item.base
            if grows {
                length += free * item.grow / factors
            } else if weights > 0 {
                length += free * item.shrink * innerBase(item, &problem) / weights
            }
            let bounded = item.boundedMain(length)
            engine.flexScratch.items[index].main = bounded
            engine.flexScratch.items[index].violation = bounded - length
            total += bounded - length
        }
        return freeze(items, total)
    }

    /// Returns the part of the base that can shrink, which does not include the padding.
    private func innerBase(_ item: FlexItem, _ problem: inout FlexProblem) -> Double {
        max(0, item.base - problem.axes.mainPaddings(item.box))
    }

    /// Freezes the items that violate their bounds; returns whether all are frozen.
    private func freeze(_ items: Range<Int>, _ total: Double) -> Bool {
        var isDone = true
        for index in items where !engine.flexScratch.items[index].isFrozen {
            let violation = engine.flexScratch.items[index].violation
            if total > 0 ? violation > 0 : total < 0 ? violation < 0 : true {
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
    /// The result depends only on the box, the room and the given sides. A box that fills a height without an end wraps
    /// its content instead.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - call: The room, which may be unlimited, and the given sides; gets the size.
    @inline(never)
    func measureFresh(_ box: Box, _ call: inout FreshCalls.Call) {
        guard begin(&call, of: box) else { return }
        engine.makePass().measure(box, call.room)
        end(&call, of: box)
    }

    /// Prepares a box for a call; returns whether its result is not known.
    @inline(never)
    private func begin(_ call: inout FreshCalls.Call, of box: Box) -> Bool {
        if box.pointee.isChanged { engine.forgetFreshCalls(of: box.number) }
        if engine.answer(&call, of: box.number) { return false }
        engine.flexScratch.sides.append(FlexScratch.Sides(box))
        let (width, height) = (call.given.width, call.given.height)
        if width == LayoutBox.unlimited {
            box.pointee.least.width = 0
            box.pointee.most.width = .infinity
        }
        if height == LayoutBox.unlimited {
            box.pointee.least.height = 0
            box.pointee.most.height = .infinity
        }
        if width >= 0 || width == LayoutBox.wrap { box.pointee.layoutWidth = width }
        if height >= 0 {
            box.pointee.layoutHeight = height
        } else if box.matchesHeight, call.room.height == .infinity {
            // Where the height follows from the content, there is none yet that a child could have.
            box.pointee.layoutHeight = LayoutBox.wrap
        }
        box.pointee.forgetCalls()
        return true
    }

    /// Gives a call its result, and the box its own sides again.
    @inline(never)
    private func end(_ call: inout FreshCalls.Call, of box: Box) {
        // A row measures its children like this only while one of them gives way: no other pass may repeat this call.
        box.pointee.forgetCalls()
        call.result = LayoutSize(
            width: call.given.width >= 0 ? call.given.width : box.pointee.size.width,
            height: call.given.height >= 0 ? call.given.height : box.pointee.size.height
        )
        engine.flexScratch.sides.popLast()?.apply(to: box)
        engine.keepFreshCall(of: box.number, call)
    }

    /// Gives a box its final size and places everything in it, as if nothing had been measured before.
    func layoutFresh(_ box: Box, _ size: LayoutSize) {
        if box.pointee.isChanged { engine.forgetFreshCalls(of: box.number) }
        let pass = engine.makePass()
        pass.enter(box)
        box.pointee.size = size
        pass.layout(box)
    }

    /// Places a child of a row, which measured it from the start or as usual.
    @inline(__always)
    func layout(_ child: Box, isFresh: Bool) {
        if isFresh { layoutFresh(child, child.pointee.size) } else { layout(child) }
    }
}

extension LayoutBox {
    /// Stands for a side that is measured without its limits.
    static var unlimited: Double { -3 }
}
