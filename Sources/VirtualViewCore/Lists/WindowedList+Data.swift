import VirtualViewExpressions

// Other entries: what is kept of the old ones, and which live items stay.

extension WindowedList {
    /// Returns the states of the entries, live or not, by index.
    func states(isFollowed: Bool = false) -> [Int: ItemState] {
        var states: [Int: ItemState] = [:]
        for (index, state) in entries.states { states[index] = state }
        for (place, item) in live.enumerated() {
            if let item, let state = ItemState(of: item.tree, isFollowed: isFollowed) {
                states[liveStart + place] = state
            }
        }
        return states
    }

    /// Gives the entries their states, by index, and takes it from all others.
    func restore(_ states: [Int: ItemState]) {
        entries.updateStates { _, _ in nil }
        for (index, state) in states where index < entries.count && item(index) == nil {
            entries.update(index) { entry in
                entry.state = state
                entry.measure.isExact = false
            }
        }
        for (place, item) in live.enumerated() { item?.tree.restore(states[liveStart + place]) }
    }

    /// Takes over the items of a container that had one for each entry.
    func take(_ items: [NodeTree], of values: BindingArray) {
        entries = Self.keptEntries(values, nil, of: ListEntries(), &types)
        liveStart = 0
        live = Array(repeating: nil, count: min(entries.count, Self.firstCount))
        for tree in items {
            if live.indices.contains(tree.entryIndex) {
                live[tree.entryIndex] = ListItem(tree)
            } else if entries.count > tree.entryIndex {
                if let state = ItemState(of: tree) { entries.update(tree.entryIndex) { $0.state = state } }
                tree.container = nil
                tree.root.parentLink = nil
            }
        }
        anchor = firstVisible(of: items)
        if node.isAnchoredAtEnd, node.showsEnd { showsEnd = true }
        entriesDidChange()
    }

    /// Returns the first of the items that end behind what is scrolled away, and its place.
    private func firstVisible(of items: [NodeTree]) -> Anchor? {
        let isVertical = node[.orientation] == Orientation.vertical
        let offset = isVertical ? node.scrollOffset.y : node.scrollOffset.x
        guard offset > 0 else { return nil }
        for item in items where item.root.visibility != .gone {
            let frame = node.frameFromStart(of: item.root)
            let end = isVertical ? frame.origin.y + frame.size.height : frame.origin.x + frame.size.width
            let start = node.start(of: item)
            if end > offset {
                return Anchor(index: item.entryIndex, distance: (isVertical ? start.y : start.x) - offset)
            }
        }
        return nil
    }

    /// The number of items that stay live when a list begins to make items for its window only.
    private static var firstCount: Int { 64 }

    func makeEntry(_ value: JSONValue) -> ListEntries.Entry {
        types.makeEntry(value, isStaggered: entries.isStaggered)
    }

    /// Whether the list has these entries.
    func hasEntries(_ values: BindingArray) -> Bool {
        entries.count == values.count && entries.all.elementsEqual(values) { $0.value.isSame(as: $1) }
    }

    /// Shows other entries.
    ///
    /// - Parameters:
    ///   - values: The entries.
    ///   - keys: Which entries are the same as old ones; `nil` for those at the same place.
    ///   - startsOver: Whether the list shows its start.
    func replace(with values: BindingArray, _ keys: ListKeys?, startsOver: Bool) {
        keepPlace(startsOver: startsOver)
        _ = types.forgetMissing()
        let newPlaces = keys.map { places(in: $0) }
        followAnchor(to: newPlaces)
        entries = Self.keptEntries(values, newPlaces, of: entries, &types)
        if let newPlaces {
            moveItems(to: newPlaces)
        } else {
            showOtherEntries()
        }
        entriesDidChange()
    }

    /// Tells live items which entries they are of, removes from the node what is no longer live, because a list that is
    /// gone is not filled, and asks for a filling.
    func entriesDidChange() {
        covered = nil
        for (place, item) in live.enumerated() { item?.tree.entryIndex = liveStart + place }
        node.showLive(items.map { $0.root })
        node.invalidate(.childLayout)
    }

    /// Notes what is to keep its place on the screen when entries change.
    func keepPlace(startsOver: Bool) {
        isChanged = true
        if startsOver {
            anchor = nil
            showsEnd = node.isAnchoredAtEnd
        } else if node.isAnchoredAtEnd, showsEnd || isAtEnd {
            anchor = nil
            showsEnd = true
        } else {
            if anchor == nil { anchor = currentAnchor() }
            showsEnd = false
        }
    }

    /// Returns the new index of each old entry; `nil` for those that are gone.
    private func places(in keys: ListKeys) -> [Int?] {
        var taken: Set<Int> = []
        return entries.all.map { entry in
            guard let key = keys.key(of: entry.value), let place = keys.places[key], taken.insert(place).inserted else {
                return nil
            }
            return place
        }
    }

    /// Lets the anchor follow its entry; without that, it is the next one that stays, else the one before.
    ///
    /// That one stays where it is, or if it is not visible there, stands where the first visible one stood.
    private func followAnchor(to newPlaces: [Int?]?) {
        guard let kept = anchor, let newPlaces, newPlaces.indices.contains(kept.index) else { return }
        let next = newPlaces.indices.first { $0 >= kept.index && newPlaces[$0] != nil }
        guard let old = next ?? newPlaces.indices.last(where: { $0 < kept.index && newPlaces[$0] != nil }),
            let new = newPlaces[old]
        else {
            anchor = nil
            return
        }
        let distance = kept.distance + entries.start(of: old) - entries.start(of: kept.index)
        anchor = Anchor(index: new, distance: old == kept.index ? distance : place(of: old, at: distance, after: kept))
    }

    /// Returns where an entry is to stand that takes the place of one that is gone.
    func place(of index: Int, at distance: Double, after kept: Anchor) -> Double {
        let isVisible = distance < viewport && distance + entries.extent(of: index) > 0
        return isVisible ? distance : max(0, kept.distance)
    }

    /// Returns the new entries, with what is known of those that are the same as old ones.
    ///
    /// The types are lent for all entries at once: each use of a property of an object is checked.
    private static func keptEntries(
        _ values: BindingArray,
        _ newPlaces: [Int?]?,
        of entries: ListEntries,
        _ types: inout ListTypes
    ) -> ListEntries {
        var former: [Int: Int] = [:]
        if let newPlaces {
            for (old, new) in newPlaces.enumerated() { if let new { former[new] = old } }
        }
        let old = entries.count > 0 ? entries.all : []
        var kept = ListEntries()
        kept.gap = entries.gap
        kept.isStaggered = entries.isStaggered
        for (index, value) in values.enumerated() {
            var entry = types.makeEntry(value, isStaggered: kept.isStaggered)
            if let place = newPlaces == nil ? index : former[index], place < old.count {
                keep(old[place], in: &entry, hasKey: newPlaces != nil)
            }
            kept.append(entry)
        }
        return kept
    }

    /// Keeps in an entry what is known of an old one that is the same.
    private static func keep(_ old: ListEntries.Entry, in entry: inout ListEntries.Entry, hasKey: Bool) {
        guard old.measure.type == entry.measure.type else { return }
        let isEqual = old.value.isSame(as: entry.value)
        // The length of other data at the same place tells nothing.
        if isEqual || hasKey {
            entry.measure.length = old.measure.length
            entry.measure.isGone = old.measure.isGone
            entry.images = old.images
            // An item without a template may have one now, and one that was changed by programs is reset.
            let isReset = old.measure.isGone || (!hasKey && old.state != nil)
            entry.measure.isExact = isEqual && old.measure.isExact && !isReset
        }
        if hasKey {
            entry.state = isEqual ? old.state : old.state?.outdated()
        } else {
            entry.state = old.state?.withoutChanges(isOfOther: !isEqual)
        }
    }

    /// Moves the live items to the new places of their entries; what is too far away to stay live is released.
    private func moveItems(to newPlaces: [Int?]) {
        var moved: [Int: ListItem] = [:]
        for (place, item) in live.enumerated() {
            guard let item else { continue }
            let old = liveStart + place
            if let new = newPlaces.indices.contains(old) ? newPlaces[old] : nil,
                types.number(of: item.tree.requestedType) == entries.entry(new).measure.type
            {
                moved[new] = item
            } else {
                putAway(item)
            }
        }
        let start = moved.keys.min() ?? min(liveStart, entries.count)
        let end = (moved.keys.max() ?? start - 1) + 1
        if end - start <= moved.count * 2 + 16 {
            liveStart = start
            live = (start..<end).map { moved[$0] }
            for (index, item) in moved {
                item.tree.entryIndex = index
                item.tree.show(entries.entry(index).value)
            }
        } else {
            liveStart = min(anchor?.index ?? 0, entries.count)
            live = []
            for (index, item) in moved {
                let isOutdated = !item.tree.data.isSame(as: entries.entry(index).value)
                release(item, at: index)
                // The item showed the data from before.
                if isOutdated { entries.update(index) { $0.state = $0.state?.outdated() } }
            }
        }
    }

    /// Shows the new entries at the places of live items; items without an entry, or of another type, are released.
    private func showOtherEntries() {
        for (place, item) in live.enumerated() {
            let index = liveStart + place
            guard let item else { continue }
            guard index < entries.count, types.number(of: item.tree.requestedType) == entries.entry(index).measure.type
            else {
                putAway(item)
                live[place] = nil
                continue
            }
            item.tree.showOther(entries.entry(index).value)
            // The entry's length is read again, even if the new data changes nothing.
            item.measuresNumber = 0
            entries.update(index) { $0.measure.isExact = false }
        }
        live.removeLast(max(0, liveStart + live.count - max(liveStart, entries.count)))
        if live.isEmpty { liveStart = min(liveStart, entries.count) }
    }
}
