// The items for the visible part and around it, and their places.

extension WindowedList {
    /// Makes items for the visible part, and for some entries around it, and gives all their places.
    ///
    /// The first visible item keeps its place on the screen, whatever was only estimated before.
    ///
    /// - Parameters:
    ///   - outer: The engine that laid out the list.
    ///   - box: The list's box.
    ///   - count: The number of items that may be made although they are not visible.
    /// - Returns: The number of items that may still be made.
    func fill(in outer: LayoutEngine, _ box: LayoutBox.Pointer, ahead count: Int) -> Int {
        isFilling = true
        let rest = fillWindow(in: outer, box, ahead: count)
        isFilling = false
        // A callback of an item wins, whatever the filling did since; the next one makes what is seen there.
        if let offset = askedOffset {
            askedOffset = nil
            // The content may be shorter than it was then.
            node.scrollOffset = limited(isVertical ? offset.y : offset.x)
        }
        return rest
    }

    private func fillWindow(in outer: LayoutEngine, _ box: LayoutBox.Pointer, ahead count: Int) -> Int {
        var budget = count
        // Who asked where an entry is and did not go there does not go there any more.
        askedEntry = nil
        let kept = currentAnchor()
        keepEnd()
        read(box, outer)
        let isAtEnd = showsEnd
        var anchor = firstAnchor(kept)
        // Columns follow from all lengths, also from those of items that go.
        if entries.isStaggered { for place in live.indices { layOut(place, in: outer, box) } }
        releaseItems(farFrom: anchor)
        for place in live.indices where !show(liveStart + place, in: outer, box) { layOut(place, in: outer, box) }
        settle(&anchor, isAtEnd: isAtEnd, in: outer, box, &budget)
        if budget > 0, measureEarlier(in: outer, box, &budget) {
            settle(&anchor, isAtEnd: isAtEnd, in: outer, box, &budget)
        }
        isChanged = false
        return place(outer, box, budget)
    }

    /// Makes items around the anchor, and scrolls so that it has its place.
    private func settle(
        _ anchor: inout Anchor,
        isAtEnd: Bool,
        in outer: LayoutEngine,
        _ box: LayoutBox.Pointer,
        _ budget: inout Int
    ) {
        // A measured item may be shorter than it was estimated, so that the end comes into view.
        for _ in 0..<8 {
            // Live items are next to each other, so none stays live when the anchor is far from them.
            if !isNear(anchor) { releaseAll(startingAt: anchor.index) }
            isFull = false
            while cover(anchor, in: outer, box, &budget) {}
            if isAtEnd, let end = endAnchor(), abs(end.distance - anchor.distance) >= 1e-6 {
                anchor = end
                continue
            }
            if scroll(to: anchor) {
                anchor = currentAnchor() ?? startAnchor
            } else {
                // The items around an anchor that is far away may not reach the visible part.
                guard let first = currentAnchor(), !liveRange.contains(first.index), !isFull else { break }
                anchor = first
            }
        }
    }

    /// Measures what stands before the live items of a staggered list, because their columns follow from that.
    ///
    /// - Returns: Whether anything was measured.
    private func measureEarlier(in outer: LayoutEngine, _ box: LayoutBox.Pointer, _ budget: inout Int) -> Bool {
        guard entries.isStaggered else { return false }
        let indices = entries.estimates(before: liveStart, atMost: budget)
        var count = 0
        for index in indices where !isFull {
            measure(index, in: outer, box)
            if entries.entry(index).measure.isExact { count += 1 }
        }
        budget -= count
        return count > 0
    }

    /// Returns the size that all items need, and measures them for that, whether they are live or not.
    func measureAll(in outer: LayoutEngine, _ box: LayoutBox.Pointer) -> LayoutSize {
        let isVertical = box.pointee.isVertical
        keepEnd()
        if anchor == nil, !showsEnd { anchor = currentAnchor() }
        let spaces = readSpaces(box)
        var thickness = 0.0
        isFull = false
        node.tree?.measuringItems {
            for index in 0..<entries.count where !isFull {
                measure(index, in: outer, box) { item in
                    let own = item.engine.thickness(in: box)
                    let isInColumn = entries.isStaggered && !entries.entry(index).measure.isAcross
                    thickness = max(thickness, isInColumn ? own * 2 + box.pointee.numbers.3 : own)
                }
            }
        }
        let length = spaces.first + entries.length + spaces.last
        // They are those of another room.
        lengthsDidChange()
        return isVertical
            ? LayoutSize(width: thickness, height: length) : LayoutSize(width: length, height: thickness)
    }

    private func read(_ box: LayoutBox.Pointer, _ outer: LayoutEngine) {
        let paddings = box.pointee.paddings
        let numbers = box.pointee.numbers
        let isVertical = box.pointee.isVertical
        let new = Measures(
            size: box.pointee.size,
            paddings: LayoutRect(x: paddings.left, y: paddings.top, width: paddings.right, height: paddings.bottom),
            numbers: LayoutRect(x: numbers.0, y: numbers.1, width: numbers.2, height: numbers.3),
            isVertical: isVertical,
            columns: box.pointee.columns,
            textScale: outer.textScale
        )
        guard new != measures || outer.ignoresEarlierPasses else { return }
        viewport = isVertical ? new.size.height : new.size.width
        let spaces = readSpaces(box)
        lead = (isVertical ? paddings.top : paddings.left) + spaces.first
        trail = (isVertical ? paddings.bottom : paddings.right) + spaces.last
        measures = new
        lengthsDidChange()
    }

    private func readSpaces(_ box: LayoutBox.Pointer) -> (first: Double, between: Double, last: Double) {
        let spaces = box.listSpaces
        entries.gap = spaces.between
        let isStaggered = box.pointee.columns == 2
        if entries.isStaggered != isStaggered {
            entries.isStaggered = isStaggered
            entries.outdate()
        }
        return spaces
    }

    /// Forgets the items that wait, whose lengths in points were those of another environment.
    func environmentDidChange() {
        emptyPool()
        keepEnd()
        lengthsDidChange()
    }

    /// Notes that the end is shown, which nobody can tell from lengths that are only estimated.
    private func keepEnd() {
        if staysAtEnd { showsEnd = true }
    }

    /// Measures the items of a staggered list again, live or not, because their columns follow from all lengths.
    func textMetricsDidChange() {
        guard entries.isStaggered else { return }
        keepEnd()
        lengthsDidChange()
        node.invalidate(.childLayout)
    }

    /// Measures the items of a staggered list again that have the size of an image.
    func imageDidArrive(_ source: String) {
        guard entries.isStaggered else { return }
        keepEnd()
        guard entries.outdate(withImage: source) else { return }
        isChanged = true
        node.invalidate(.childLayout)
    }

    /// Makes the list measure all items again, because the room for them or their environment is another one.
    private func lengthsDidChange() {
        measuresNumber += 1
        isChanged = true
        covered = nil
        if entries.isStaggered { entries.outdate() }
    }

    /// Returns the item around which the list is filled.
    private func firstAnchor(_ kept: Anchor?) -> Anchor {
        defer {
            anchor = nil
            showsEnd = false
        }
        if showsEnd, let end = endAnchor() { return end }
        guard let kept, entries.count > 0 else { return startAnchor }
        return Anchor(index: max(0, min(kept.index, entries.count - 1)), distance: kept.distance)
    }

    /// Whether an item is live, or next to one.
    func isNear(_ anchor: Anchor) -> Bool {
        anchor.index >= liveStart - 1 && anchor.index <= liveStart + live.count
    }

    /// Returns the last item at the end of the visible part.
    private func endAnchor() -> Anchor? {
        guard entries.count > 0 else { return nil }
        let last = entries.count - 1
        return Anchor(index: last, distance: viewport - trail - (entries.length - entries.start(of: last)))
    }

    /// Makes and measures items from the anchor to both ends of the visible part, and beyond as far as the budget allows.
    ///
    /// - Returns: Whether columns became exact above the anchor, so that there may be room below it again.
    private func cover(
        _ anchor: Anchor,
        in outer: LayoutEngine,
        _ box: LayoutBox.Pointer,
        _ budget: inout Int
    ) -> Bool {
        let reach = reach
        // Items of less than a point must not make the window grow without end. Those without room are there to be looked behind.
        var most = 64 + Int(min(max(0, viewport), 1_000_000))
        var mostEmpty = Self.mostEmpty
        _ = measureBlock(before: min(anchor.index, liveStart), in: outer, box)
        var end = anchor.index
        var position = anchor.distance
        var isNothing = true
        func count(_ index: Int) {
            if entries.extent(of: index) == 0 {
                mostEmpty -= 1
            } else {
                most -= 1
                isNothing = false
            }
        }
        // The anchor is measured wherever it is, because everything else has its place from it. The content may end in
        // the gap at the end of the visible part, if nothing more takes a place.
        while end < entries.count, most > 0, mostEmpty > 0, !isFull,
            end == anchor.index || position - entries.gap < viewport
                || (budget > 0 && position < viewport + reach.after)
        {
            if show(end, in: outer, box), position - entries.gap >= viewport { budget -= 1 }
            count(end)
            end += 1
            position =
                entries.isStaggered
                ? distance(to: entries.freeStart(before: end), from: anchor) : position + entries.extent(of: end - 1)
        }
        // At the end of the content the visible part begins earlier.
        let bottom = end == entries.count ? distance(to: entries.length, from: anchor) : .infinity
        let missing = max(0, viewport - trail - bottom)
        // If nothing takes room from the anchor on, what is before it says where the content ends.
        isNothing = isNothing && end == entries.count
        var measuredCount = 0
        var start = anchor.index
        var top = distance(to: entries.end(before: start), from: anchor)
        while start > 0, most > 0, mostEmpty > 0, !isFull,
            top > -missing || (isNothing && !entries.entry(start - 1).measure.isExact)
                || (budget > 0 && top > -missing - reach.before)
        {
            start -= 1
            let measured = measureBlock(before: start, in: outer, box)
            measuredCount += measured
            if top <= -missing { budget -= measured }
            if show(start, in: outer, box), top <= -missing { budget -= 1 }
            count(start)
            top =
                entries.isStaggered
                ? distance(to: entries.end(before: start), from: anchor) : top - entries.extent(of: start)
        }
        return measuredCount > 0
    }

    /// The number of entries that take no room for which a window has items, because only those tell that they take none.
    private static var mostEmpty: Int { 2_000 }

    /// Returns how far behind the start of the visible part a position is if an anchor has its place.
    private func distance(to position: Double, from anchor: Anchor) -> Double {
        anchor.distance + position - entries.start(of: anchor.index)
    }

    /// Measures the items of a staggered list that stand before one in its block, because its column follows from them.
    ///
    /// - Returns: The number of measured items.
    private func measureBlock(before index: Int, in outer: LayoutEngine, _ box: LayoutBox.Pointer) -> Int {
        guard entries.isStaggered, index < entries.count else { return 0 }
        var count = 0
        for index in entries.blockStart(of: index)..<index where !entries.entry(index).measure.isExact {
            measure(index, in: outer, box)
            count += 1
        }
        return count
    }

    /// Scrolls so that an item has its place; returns whether that place is beyond an end of the content.
    private func scroll(to anchor: Anchor) -> Bool {
        let exact = position(of: anchor.index) - anchor.distance
        let isSame = abs(exact - offset) < 1e-6
        // An app may scroll farther than the content, as long as a finger pulls it there.
        if isSame, !isChanged { return false }
        let new = limited(exact)
        // A list whose orientation has changed is scrolled along the other axis.
        let across = isVertical ? node.scrollOffset.x : node.scrollOffset.y
        let along = isVertical ? new.y : new.x
        if abs(along - offset) >= 1e-6 || across != 0 {
            scrollToPlace(new)
        }
        return abs(along - exact) >= 1e-6
    }

    /// Scrolls to where items are placed, which is not what a callback asks for.
    private func scrollToPlace(_ offset: LayoutPoint) {
        let asked = askedOffset
        node.scrollOffset = offset
        askedOffset = asked
    }

    /// Gives the live items their places, and the list its content's size.
    ///
    /// - Returns: The number of items that may still be made.
    private func place(_ outer: LayoutEngine, _ box: LayoutBox.Pointer, _ budget: Int) -> Int {
        let placed = node.scrollOffset
        var nodes: [Node] = []
        nodes.reserveCapacity(live.count)
        let columnStep = box.columnStep
        let width = max(box.pointee.size.width, box.pointee.isVertical ? 0 : contentLength)
        let places = entries.places(of: liveRange)
        for (index, item) in live.enumerated() {
            guard let item else { continue }
            let shift = places[index].column.map { Double($0) * columnStep }
            item.engine.moveRoot(in: box, to: lead + places[index].start, shift: shift, width: width)
            nodes.append(item.tree.root)
        }
        // An entry at an edge may have been gone when it was measured, and be so no longer.
        let end = liveStart + live.count
        let first = liveStart == 0 ? -.infinity : (lead + entries.end(before: liveStart)).nextUp
        let last = end >= entries.count ? .infinity : (lead + entries.freeStart(before: end) - entries.gap).nextDown
        covered = first <= last ? first...last : nil
        node.showLive(nodes)
        outer.noteLength(contentLength, of: box)
        var budget = budget
        for item in live {
            guard let item else { continue }
            item.engine.publishFrames { $0.frameDidChange() }
            item.engine.turnPages()
            if item.engine.hasListWork { item.engine.fillWindows() }
            if budget > 0 { budget = item.engine.fillWindowsAhead(budget) }
            outer.scrollers += item.engine.takeScrollers()
        }
        // Callbacks of lists within items ran meanwhile; what they ask for is a change of this place.
        if askedOffset != nil { scrollToPlace(placed) }
        return budget
    }
}
