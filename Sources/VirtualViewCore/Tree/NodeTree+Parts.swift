import VirtualViewExpressions

// Data that is the same but for some values: only what reads them is evaluated.

extension NodeTree {
    /// Shows data of which only some values are others.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - paths: The places of the values.
    func show(_ data: JSONValue?, changedAt paths: [DataPath]) {
        guard hasData, !hasOwnData else { return show(data) }
        let outer = context.enter(.bind, item: itemNumber)
        defer { context.leave(to: outer) }
        runPrograms(of: .before)
        self.data = data
        noteChange()
        applyBindings(reading: paths)
    }

    /// Sets what is bound to some places of the data.
    func applyBindings(reading paths: [DataPath]) {
        let update = BindingUpdate(self)
        let reads = prepared.reads
        var isOrderRead = false
        for number in reads.index.readers(of: paths) {
            let reader = reads.readers[number]
            let node = bound[reader.node]
            // Where a node may have bindings that the template does not have, it follows below.
            guard !hasAddedBindings || !node.prototype.isOwn else { continue }
            let binding = node.prototype.bindings[reader.binding]
            apply(binding, to: node, update, changedAt: paths)
            if binding.place == .common(.order) { isOrderRead = true }
        }
        if hasAddedBindings {
            for node in bound where node.prototype.isOwn {
                for binding in node.prototype.bindings where binding.reads(paths) {
                    apply(binding, to: node, update, changedAt: paths)
                    if binding.place == .common(.order) { isOrderRead = true }
                }
            }
        }
        // The order of a container says which entry it shows.
        if isOrderRead { showOtherEntries() }
    }

    private func apply(
        _ binding: PropertyBinding,
        to node: Node,
        _ update: BindingUpdate,
        changedAt paths: [DataPath]
    ) {
        guard let container = node as? ItemContainerNode, let parts = entryChanges(of: container, binding, at: paths),
            case .array(let entries)? = update.value(of: binding), container.show(entries, changedAt: parts)
        else { return update.apply(binding, to: node) }
    }

    /// Returns the changes of a container's entries by changes of the data; `nil` if they may concern more than the
    /// contents of entries.
    func entryChanges(
        of container: ItemContainerNode,
        _ binding: PropertyBinding,
        at paths: [DataPath]
    ) -> EntryChanges? {
        // A change may hide the environment, with all entries that are in it.
        guard binding.place == .items, !binding.readsEnvironment,
            !prepared.resolver.quirks.contains(.pathFallThrough),
            case .path(let path) = binding.expression.root
        else { return nil }
        return EntryChanges(paths, in: DataPath(prepared: path.steps), keyPath: container.itemKey)
    }
}

/// Changes inside entries of a list, by which no entry comes, goes, or becomes another one.
struct EntryChanges {
    /// The places of changed values in entries, by the indices of these.
    private(set) var paths: [Int: [DataPath]] = [:]

    /// Sorts changes by entries; `nil` if one may concern more than the contents of entries.
    ///
    /// - Parameters:
    ///   - changes: The places of changed values in the data.
    ///   - list: The place of the list.
    ///   - keyPath: The text of the path of an entry's key.
    init?(_ changes: [DataPath], in list: DataPath, keyPath: String?) {
        var identity: [DataPath] = [DataPath([.key("type")]), DataPath([.key("span")])]
        if let keyPath, !keyPath.isEmpty {
            guard let key = DataPath(keyPath) else { return nil }
            identity.append(key)
        }
        for change in changes {
            guard list.isPrefix(of: change) else {
                if change.isPrefix(of: list) { return nil }
                continue
            }
            let steps = change.prepared.dropFirst(list.prepared.count)
            guard case .index(let index)? = steps.first else { return nil }
            // A whole entry has no steps left, and those begin every path.
            let part = DataPath(prepared: Array(steps.dropFirst()))
            guard !identity.contains(where: { $0.isPrefix(of: part) || part.isPrefix(of: $0) }) else { return nil }
            paths[index, default: []].append(part)
        }
    }
}

extension ItemContainerNode {
    /// Shows entries of which only the contents of some are others.
    ///
    /// - Returns: Whether that was possible: not if the app changed the entries.
    func show(_ entries: BindingArray, changedAt changes: EntryChanges) -> Bool {
        guard !hasChangedEntries, entryCount == entries.count, !showsOtherEntries else { return false }
        take(entries)
        if let list {
            list.show(entries, changedAt: changes)
            return true
        }
        for item in items {
            guard let paths = changes.paths[item.entryIndex] else { continue }
            item.show(entries[item.entryIndex], changedAt: paths)
        }
        return true
    }
}
