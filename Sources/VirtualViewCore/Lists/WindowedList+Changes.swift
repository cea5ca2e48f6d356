import VirtualViewExpressions

// Changes of single entries, by apps and by data that says what is another.

extension WindowedList {
    /// Removes what programs and apps did to items.
    func forgetChanges() {
        for (place, item) in live.enumerated() { item?.tree.showOther(entries.entry(liveStart + place).value) }
        entries.updateStates { _, state in state.withoutChanges(isOfOther: false) }
    }

    /// Makes the changes of an app, which were checked.
    func make(_ changes: ListChanges) {
        keepPlace(startsOver: false)
        if types.forgetMissing(), entries.isStaggered { entries.outdate() }
        let kept = anchor
        for step in changes.steps {
            switch step {
            case .insert(let value, let index):
                insert(makeEntry(value), nil, at: index)
                if let kept = anchor, index <= kept.index { anchor?.index += 1 }
            case .remove(let index):
                if let kept = anchor, index <= kept.index { moveAnchor(kept, beforeRemovalAt: index) }
                if let item = remove(at: index).item { putAway(item) }
            case .move(let from, let to):
                let (entry, item) = remove(at: from)
                insert(entry, item, at: to)
                guard let kept = anchor else { break }
                if kept.index == from {
                    anchor?.index = to
                } else {
                    if from < kept.index { anchor?.index -= 1 }
                    if let now = anchor, to <= now.index { anchor?.index += 1 }
                }
            case .change(let index, let value): change(index, to: value)
            }
        }
        if let kept, let heir = anchor, heir.distance != kept.distance {
            anchor?.distance = place(of: heir.index, at: heir.distance, after: kept)
        }
        entriesDidChange()
    }

    /// Lets the anchor be the same entry after a removal; if that goes, it is the next one, else the one before.
    private func moveAnchor(_ kept: Anchor, beforeRemovalAt index: Int) {
        guard index == kept.index else {
            anchor?.index -= 1
            return
        }
        let heir = index + 1 < entries.count ? index + 1 : index - 1
        guard heir >= 0 else {
            anchor = nil
            return
        }
        let shift = entries.start(of: heir) - entries.start(of: index)
        anchor = Anchor(index: min(heir, index), distance: kept.distance + shift)
    }

    private func insert(_ entry: ListEntries.Entry, _ item: ListItem?, at index: Int) {
        entries.insert(entry, at: index)
        if index > liveStart, index < liveStart + live.count {
            live.insert(item, at: index - liveStart)
            return
        }
        if index <= liveStart { liveStart += 1 }
        release(item, at: index)
    }

    private func remove(at index: Int) -> (entry: ListEntries.Entry, item: ListItem?) {
        let entry = entries.remove(at: index)
        if index < liveStart {
            liveStart -= 1
            return (entry, nil)
        }
        guard index < liveStart + live.count else { return (entry, nil) }
        return (entry, live.remove(at: index - liveStart))
    }

    /// Shows entries of which only the contents of some are others.
    func show(_ values: BindingArray, changedAt changes: EntryChanges) {
        keepPlace(startsOver: false)
        for (index, paths) in changes.paths.sorted(by: { $0.key < $1.key }) where index < entries.count {
            change(index, to: values[index], at: paths)
        }
        entriesDidChange()
    }

    /// Shows another value of an entry, which differs at some places, if they are known.
    private func change(_ index: Int, to value: JSONValue, at paths: [DataPath]? = nil) {
        let new = makeEntry(value)
        let isSameType = entries.entry(index).measure.type == new.measure.type
        entries.update(index) { entry in
            // A tree may show the value already, and its state not.
            if let state = entry.state, !isSameType || paths != nil || !entry.value.isSame(as: value) {
                entry.state = isSameType ? state.outdated(at: paths) : nil
            }
            entry.value = value
            entry.measure.type = new.measure.type
            entry.measure.isAcross = new.measure.isAcross
            entry.measure.isExact = false
        }
        guard liveRange.contains(index), let item = live[index - liveStart] else { return }
        guard isSameType else {
            putAway(item)
            live[index - liveStart] = nil
            return
        }
        item.tree.entryIndex = index
        if let paths { item.tree.show(value, changedAt: paths) } else { item.tree.show(value) }
    }
}
