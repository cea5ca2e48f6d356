import VirtualViewExpressions

// The live items, and the pool of those that wait for an entry.

extension WindowedList {
    /// The live items, in the order of their entries.
    var items: [NodeTree] { live.compactMap { $0?.tree } }

    /// The entries for which there may be live items.
    var liveRange: Range<Int> { liveStart..<liveStart + live.count }

    /// Returns the live item of an entry.
    func item(_ index: Int) -> NodeTree? {
        liveRange.contains(index) ? live[index - liveStart]?.tree : nil
    }

    /// Makes an item live, if it is not; returns whether that was necessary.
    func show(_ index: Int, in outer: LayoutEngine, _ box: LayoutBox.Pointer) -> Bool {
        if index < liveStart {
            live.insert(nil, at: 0)
            liveStart -= 1
        } else if index >= liveStart + live.count {
            live.append(nil)
        }
        let place = index - liveStart
        guard live[place] == nil else { return false }
        guard let item = takeItem(for: index) else { return false }
        live[place] = item
        layOut(place, in: outer, box)
        return true
    }

    /// Takes an item from the pool, or makes one, and shows an entry in it.
    ///
    /// An entry for which none can be made takes no place; one for which there is only no room now keeps its length.
    func takeItem(for index: Int) -> ListItem? {
        let entry = entries.entry(index)
        let type = entry.measure.type
        guard let name = types.name(type), !types.isMissing(type) else {
            setLength(nil, of: index)
            return nil
        }
        let item: ListItem
        if type < pool.count, let pooled = pool[type].popLast() {
            item = pooled
            item.tree.forgetHostNumbers()
        } else {
            guard let tree = node.tree else { return nil }
            var builder = ItemBuilder(node, in: tree)
            switch builder.makeItem(of: name) {
            case .made(let made): item = ListItem(made)
            case .noRoom:
                isFull = true
                return nil
            case .leftOut:
                types.noteMissing(type)
                setLength(nil, of: index)
                return nil
            }
        }
        item.measuresNumber = 0
        item.tree.container = node
        item.tree.root.parentLink = node
        item.tree.entryIndex = index
        item.tree.showOther(entry.value, isRecycled: true)
        item.tree.restore(entry.state)
        if entry.state != nil { entries.update(index) { $0.state = nil } }
        return item
    }

    /// Lays out what changed in a live item.
    func layOut(_ place: Int, in outer: LayoutEngine, _ box: LayoutBox.Pointer) {
        guard let item = live[place] else { return }
        let index = liveStart + place
        // An entry itself says whether its item takes both columns.
        guard !isLaidOut(item) || (entries.isStaggered && !entries.entry(index).measure.isExact) else { return }
        measure(item, at: index, in: outer, box)
    }

    /// Whether nothing changed in an item since it was laid out.
    private func isLaidOut(_ item: ListItem) -> Bool {
        item.measuresNumber == measuresNumber && item.tree.root.needs.isDisjoint(with: .layout)
            && !item.engine.hasUnplacedChanges
    }

    /// Lays out an item, and notes its length.
    func measure(_ item: ListItem, at index: Int, in outer: LayoutEngine, _ box: LayoutBox.Pointer) {
        let context = item.tree.context
        let phase = context.enter(.layout, item: item.tree.itemNumber)
        defer { context.leave(to: phase) }
        item.engine.follow(outer)
        item.measuresNumber = measuresNumber
        let isAcross = !entries.isStaggered || entries.entry(index).measure.isAcross
        setLength(item.engine.layOutItem(item.tree.root, of: box, isAcross: isAcross), of: index)
        if entries.isStaggered, outer.imageMeasuring != nil { noteImages(of: item, at: index) }
    }

    /// Notes the images whose arrival changes the length of an item, also when it is no longer live.
    private func noteImages(of item: ListItem, at index: Int) {
        var images: [String] = []
        for node in item.tree.nodes {
            if let image = node as? ImageNode, image.usesNaturalSize, let source = image.src { images.append(source) }
        }
        if images != entries.entry(index).images { entries.update(index) { $0.images = images } }
    }

    /// Measures the item of an entry that stays as it is, live or not.
    func measure(_ index: Int, in outer: LayoutEngine, _ box: LayoutBox.Pointer, _ use: (ListItem) -> Void = { _ in }) {
        let liveItem = liveRange.contains(index) ? live[index - liveStart] : nil
        guard let item = liveItem ?? takeItem(for: index) else { return }
        measure(item, at: index, in: outer, box)
        use(item)
        if liveItem == nil {
            release(item, at: index)
        } else {
            // It is laid out again for the list's real size.
            item.measuresNumber = 0
        }
    }

    func setLength(_ length: Double?, of index: Int) {
        var item = entries.entry(index).measure
        let old = (item.length, item.isGone, item.isExact)
        item.isGone = length == nil
        item.isExact = true
        // An item cannot end before it begins; if it says so, it takes no place.
        item.length = length.map { $0.isFinite ? min(max(0, $0), LayoutSize.longest) : 0 } ?? 0
        guard old != (item.length, item.isGone, item.isExact) else { return }
        isChanged = true
        entries.update(index) { $0.measure = item }
    }

    /// Releases the live items that are outside the window, so that others can use their trees.
    func releaseItems(farFrom anchor: Anchor) {
        guard isNear(anchor) else { return }
        let reach = reach
        let top = entries.start(of: anchor.index) - anchor.distance
        while let last = live.indices.last, liveStart + last > anchor.index,
            entries.freeStart(before: liveStart + last) - entries.gap >= top + viewport + reach.after
        {
            release(live.removeLast(), at: liveStart + last)
        }
        var count = 0
        while count < live.count, liveStart + count < anchor.index,
            entries.end(before: liveStart + count + 1) <= top - reach.before
        {
            release(live[count], at: liveStart + count)
            count += 1
        }
        live.removeFirst(count)
        liveStart += count
    }

    func releaseAll(startingAt index: Int) {
        for (place, item) in live.enumerated() { release(item, at: liveStart + place) }
        live = []
        liveStart = max(0, min(index, entries.count))
    }

    /// Puts an item into the pool; its entry keeps what was done to it.
    func release(_ item: ListItem?, at index: Int) {
        guard let item else { return }
        if entries.isStaggered, !isLaidOut(item) { entries.update(index) { $0.measure.isExact = false } }
        if let state = ItemState(of: item.tree) { entries.update(index) { $0.state = state } }
        putAway(item)
    }

    /// Lets go of the items that wait, so that there is room for others.
    func emptyPool() { pool = [] }

    func putAway(_ item: ListItem) {
        // What was laid out but never placed: the next layout only tells what it changes.
        item.engine.publishFrames { $0.frameDidChange() }
        item.tree.container = nil
        item.tree.root.parentLink = nil
        let type = types.number(of: item.tree.requestedType)
        while pool.count <= type { pool.append([]) }
        pool[type].append(item)
    }
}

extension LayoutSize {
    /// The longest side that is taken as it is, in points: sums of lengths must keep their small parts.
    package static var longest: Double { 1e9 }
}
