import VirtualViewExpressions
import VirtualViewFormat

// The state of a tree for a tree of another version of its template: what belongs to nodes that both versions have.

extension ItemState {
    /// A value that an app or a program set on a node.
    struct Assignment {
        /// The property or the variable.
        let name: String
        let isVariable: Bool
        let value: NodeValue

        func apply(to node: Node) {
            if isVariable { node.setVariable(value, named: name) } else { node.setProperty(value, named: name) }
        }
    }

    /// Returns the state for another version of the template.
    ///
    /// - Parameter tree: The tree of the other version, which shows the data already.
    /// - Returns: The state.
    func state(in tree: NodeTree) -> ItemState {
        let matching = NodeMatching(from: template, to: tree.prepared)
        let fresh = freshNodes(with: tree.data)
        var nodes: [NodeState] = []
        for node in self.nodes {
            guard matching.positions.indices.contains(node.position), let position = matching.positions[node.position]
            else { continue }
            var node = node
            if case .values(let values)? = node.changes {
                let assignments = values.assignments(unlike: fresh[node.position])
                node.changes = assignments.isEmpty ? nil : .assignments(assignments)
            }
            node.position = position
            nodes.append(node)
        }
        return ItemState(
            nodes.sorted { $0.position < $1.position },
            of: tree.prepared,
            exposed: Set(exposed.compactMap { matching.newIndex(ofNode: $0, in: template, tree.prepared) }),
            tree.context.environment,
            change,
            isOfPlace: isOfPlace
        )
    }

    /// Returns the nodes as the template and data make them, without programs, by their positions; none if no node was
    /// changed.
    private func freshNodes(with data: JSONValue?) -> [Int: Node] {
        var changed: Set<Int> = []
        for node in nodes { if case .values? = node.changes { changed.insert(node.position) } }
        guard !changed.isEmpty else { return [:] }
        let context = TreeContext(environment: environment, source: nil, limits: NodeTree.Limits(), recorded: nil)
        let tree = NodeTree(template, context: context)
        tree.data = data
        let update = BindingUpdate(tree)
        var fresh: [Int: Node] = [:]
        for node in tree.nodes where changed.contains(node.prototype.position) {
            for binding in node.prototype.bindings where binding.place != .items { update.apply(binding, to: node) }
            fresh[node.prototype.position] = node
        }
        return fresh
    }
}

extension ItemState.Values {
    /// Returns the values that differ from those of another node of the same template, but for those that follow from the
    /// data by programs, or from other values.
    ///
    /// - Parameter fresh: The other node, in which what the values reset becomes 0.
    /// - Returns: The values, one that resets another before all that do not.
    fileprivate func assignments(unlike fresh: Node?) -> [ItemState.Assignment] {
        guard let fresh else { return [] }
        let node = prototype.makeNode()
        node.restore(self)
        let derived = kept.part { $0.derived } ?? []
        var assignments: [ItemState.Assignment] = []
        for (name, place) in prototype.component.assignablePlaces where !node.followsShorthand(at: place) {
            guard let value = node.value(at: place) else { continue }
            let isDerived = derived.contains(place)
            guard isDerived || value != fresh.value(at: place) || fresh.followsShorthand(at: place) else { continue }
            if !isDerived { assignments.append(ItemState.Assignment(name: name, isVariable: false, value: value)) }
            // What was reset with it differs only if it was set since, after a program for data maybe by a binding.
            guard let other = prototype.component.place(resetBy: place) else { continue }
            let isBound = prototype.bindings.contains { $0.place == other }
            if !isDerived || !isBound { fresh.write(.int(0), to: other) }
        }
        for (index, variable) in node.variables.enumerated() where !derived.contains(.variable(variable)) {
            let others = fresh.variables
            guard !others.indices.contains(index) || others[index] != variable else { continue }
            assignments.append(ItemState.Assignment(name: variable.name, isVariable: true, value: variable.value))
        }
        return assignments
    }
}

extension NodeMatching {
    /// Returns the index of a node in its new template; `nil` if that does not have it.
    fileprivate func newIndex(ofNode index: Int, in old: PreparedTemplate, _ new: PreparedTemplate) -> Int? {
        guard let position = old.prototypes.firstIndex(where: { $0.templateIndex == index }) else { return nil }
        return positions[position].map { new.prototypes[$0].templateIndex }
    }
}

// MARK: - Entries

extension ItemContainerNode {
    /// Shows the entries of a state if an app made them, or else finds the entries of the state among those that are shown.
    ///
    /// - Returns: The state with the places that the entries have now.
    func showEntries(of state: ItemState.NodeState, in tree: NodeTree) -> ItemState.NodeState {
        if let entries = state.entries, entries.isOwn {
            showOwnEntries(entries.values, in: tree)
            return state
        }
        guard let old = state.entries?.values ?? state.scrolling?.entries else { return state }
        let new = presentEntries ?? BindingArray([])
        guard !new.isSame(as: old) else { return state }
        let keys = ListKeys(of: new, in: self)
        func place(of index: Int) -> Int? {
            guard old.indices.contains(index) else { return nil }
            let entry = old[index]
            if let keys { return keys.key(of: entry).flatMap { keys.places[$0] } }
            return new.indices.contains(index) && new[index] == entry ? index : nil
        }
        var items: [Int: ItemState] = [:]
        // Of equal keys, the first entry has the place.
        for (index, item) in state.items.sorted(by: { $0.key > $1.key }) {
            guard let place = place(of: index), new[place]["type"] == old[index]["type"] else { continue }
            // Without a key, new data removes the values.
            items[place] =
                keys == nil
                ? item.withoutChanges(isOfOther: false)
                : new[place].isSame(as: old[index]) ? item : item.outdated()
        }
        var state = state
        state.items = items
        // Without a key, the entry at the same place is the same; with keys it is the next that stays, else the one before.
        if let anchor = state.scrolling?.anchor, keys != nil {
            let first = min(anchor.index, old.count)
            let index =
                (first..<old.count).lazy.compactMap(place).first
                ?? (0..<first).reversed().lazy.compactMap(place).first
            state.scrolling?.anchor = index.map { WindowedList.Anchor(index: $0, distance: anchor.distance) }
        }
        return state
    }
}
