import VirtualViewExpressions

/// What the user and programs did to an item: its entry keeps it while no live item shows the entry.
///
/// That is: values that programs and apps set, how far containers in it are scrolled, their pages, and what was exposed.
final class ItemState {
    /// The state of one node.
    struct NodeState {
        /// The index of the node in its template.
        var position: Int
        var changes: Changes?
        var scrolling: Scrolling?
        /// The states of items in it, by their entries.
        var items: [Int: ItemState] = [:]
        /// The entries that the container shows, if they matter for the rest: items belong to them.
        var entries: Entries?
        /// The time at which a page turns by itself, if it is to turn then.
        var turnTime: Double?

        var isEmpty: Bool {
            changes == nil && scrolling == nil && items.isEmpty && entries == nil && turnTime == nil
        }
    }

    /// The values of a node that are not those of its template and data.
    enum Changes {
        /// All values of a node of the same template.
        case values(Values)
        /// Those that were set, for a node of another version.
        case assignments([Assignment])
    }

    /// All values of a node.
    struct Values {
        let prototype: NodePrototype
        let properties: NodeProperties
        let content: ContentValues
        let kept: SharedBox<KeptValues>
    }

    /// The entries that a container shows.
    struct Entries {
        let values: BindingArray
        /// Whether an app changed them, so that they are not those of the data.
        let isOwn: Bool
    }

    /// A change of an entry's data.
    enum DataChange {
        case nothing
        /// Other values at some places, at most ``mostParts``.
        case parts(Set<DataPath>)
        case everything

        /// With more places an entry that is away would cost more than to show all of it anew.
        static let mostParts = 64
    }

    /// Where a container is scrolled to.
    struct Scrolling {
        /// How far it is scrolled; `nil` for a list that shows its end.
        let offset: LayoutPoint?
        let page: Int
        let hasAskedForMore: Bool
        /// The first visible entry of a windowed list, which knows only some lengths.
        var anchor: WindowedList.Anchor?
        /// The entries that the container shows, unless an app changed them.
        let entries: BindingArray?
    }

    /// The template whose nodes these are.
    let template: PreparedTemplate
    let nodes: [NodeState]
    /// The nodes that were exposed.
    let exposed: Set<Int>
    let environment: ScreenEnvironment
    /// What changed in the entry's data since.
    let change: DataChange
    /// Whether another entry may be shown in its place, so that only what belongs to equal data is kept.
    let isOfPlace: Bool

    init(
        _ nodes: [NodeState],
        of template: PreparedTemplate,
        exposed: Set<Int>,
        _ environment: ScreenEnvironment,
        _ change: DataChange,
        isOfPlace: Bool
    ) {
        self.nodes = nodes
        self.template = template
        self.exposed = exposed
        self.environment = environment
        self.change = change
        self.isOfPlace = isOfPlace
    }
}

extension ItemState {
    /// The state after the data of the entry changed.
    ///
    /// - Parameter paths: The places of the values that changed; `nil` if they are not known.
    /// - Returns: The state.
    func outdated(at paths: [DataPath]? = nil) -> ItemState {
        let change: DataChange =
            switch (self.change, paths) {
            case (.nothing, let paths?): .parts(Set(paths))
            case (.parts(let earlier), let paths?) where earlier.count + paths.count <= DataChange.mostParts:
                .parts(earlier.union(paths))
            case (.parts, _), (.everything, _), (_, nil): .everything
            }
        return ItemState(nodes, of: template, exposed: exposed, environment, change, isOfPlace: isOfPlace)
    }

    /// The state without values that programs and apps set, which new data for a list removes.
    ///
    /// - Parameter isOfOther: Whether another entry takes the place.
    /// - Returns: The state; `nil` if nothing is left.
    func withoutChanges(isOfOther: Bool) -> ItemState? {
        let nodes = nodes.compactMap { node in
            var node = node
            node.changes = nil
            // These are of the same entries: others are left out when the state is shown.
            node.items = node.items.compactMapValues { $0.withoutChanges(isOfOther: false) }
            if node.items.isEmpty { node.entries = nil }
            return node.isEmpty ? nil : node
        }
        let exposed = isOfOther ? [] : exposed
        if nodes.isEmpty && exposed.isEmpty { return nil }
        let isOfPlace = isOfPlace || isOfOther
        return ItemState(nodes, of: template, exposed: exposed, environment, change, isOfPlace: isOfPlace)
    }
}

// MARK: - Reading

extension ItemState {
    /// Reads the state of a tree; `nil` if nothing was done to it.
    ///
    /// - Parameters:
    ///   - tree: The tree.
    ///   - isFollowed: Whether another tree takes the place of this one at once, so that what an app did to entries, and
    ///     the times of pages, are still right.
    convenience init?(of tree: NodeTree, isFollowed: Bool = false) {
        var nodes: [NodeState] = []
        var node: Node? = tree.root
        while let current = node {
            let state = NodeState(of: current, in: tree, isFollowed: isFollowed)
            if !state.isEmpty { nodes.append(state) }
            node = current.nextOwn(below: tree.root)
        }
        if nodes.isEmpty && tree.exposed.isEmpty { return nil }
        self.init(
            nodes,
            of: tree.prepared,
            exposed: tree.exposed,
            tree.context.environment,
            tree.hasOwnData || !tree.hasData ? .everything : .nothing,
            isOfPlace: false
        )
    }
}

extension ItemState.NodeState {
    fileprivate init(of node: Node, in tree: NodeTree, isFollowed: Bool) {
        position = node.prototype.position
        if node.isModified {
            let values = ItemState.Values(
                prototype: node.prototype,
                properties: node.properties,
                content: node.content,
                kept: node.kept
            )
            changes = .values(values)
        }
        guard let container = node as? ItemContainerNode else { return }
        // The entries that an app changed are those of the data when an item comes back.
        let hasItems = isFollowed || !container.hasChangedEntries
        scrolling = ItemState.Scrolling(of: container, withAnchor: hasItems)
        if hasItems { items = container.itemStates(isFollowed: isFollowed) }
        guard isFollowed else {
            if !items.isEmpty { entries = container.presentEntries.map { .init(values: $0, isOwn: false) } }
            return
        }
        turnTime = (container as? PageNode)?.turnTime
        let isOwn = container.hasOwnEntries(in: tree)
        if let values = container.presentEntries, isOwn || !isEmpty {
            entries = ItemState.Entries(values: values, isOwn: isOwn)
        }
    }
}

extension ItemState.Scrolling {
    fileprivate init?(of container: ItemContainerNode, withAnchor: Bool) {
        let page = (container as? PageNode)?.shownPage ?? 0
        let hasAsked = (container as? ScrollerNode)?.hasAskedForMore ?? false
        let staysAtEnd = container.staysAtEnd
        // Layout scrolls pages to the current one.
        let isScrolled = container.scrollOffset != .zero && !(container is PageNode) && !staysAtEnd
        let hasPlace = container.isAnchoredAtEnd && !staysAtEnd
        guard isScrolled || page != 0 || hasAsked || hasPlace else { return nil }
        offset = staysAtEnd ? nil : container.scrollOffset
        self.page = page
        hasAskedForMore = hasAsked
        anchor = withAnchor ? container.list?.currentAnchor() : nil
        entries = container.lastEntries
    }
}

// MARK: - Writing

extension NodeTree {
    /// Makes the tree look as when a state was read, after it got the data of the same entry; no touch goes on from the
    /// entry that it showed before.
    ///
    /// - Parameter state: The state; `nil` for that of an item to which nothing was done. It may be that of another
    ///   version of the template.
    func restore(_ state: ItemState?) {
        forgetEntry()
        // What was done for another entry is left in containers only, as the tree shows the data already.
        guard state != nil || prepared.makesItems || hasAddedBindings else { return }
        let state = state.map { $0.template === prepared ? $0 : $0.state(in: self) }
        var states = ArraySlice(state?.nodes ?? [])
        var node: Node? = root
        while let current = node {
            let own = states.first.flatMap { $0.position == current.prototype.position ? $0 : nil }
            if own != nil { states.removeFirst() }
            if let changes = own?.changes {
                current.restore(changes)
                if current.prototype.isOwn, current.prototype.isBound { addBound(current) }
            }
            if let container = current as? ItemContainerNode {
                let isShown = hasOnlyParts(state?.change, container)
                // What was restored may say that it shows others of them.
                container.updateShownEntries(in: self)
                let own = isShown ? own : own.map { container.showEntries(of: $0, in: self) }
                container.restore(own?.scrolling, isOfPlace: state?.isOfPlace ?? false)
                (container as? PageNode)?.turnTime = own?.turnTime
                container.restore(own?.items ?? [:])
            }
            node = current.nextOwn(below: root)
        }
        guard let state else { return }
        exposed = state.exposed
        if !state.environment.isSame(as: context.environment) {
            // More than the last change of the environment may lie between.
            environmentDidChange(hasOtherLengths: state.environment.pointsPerRP != context.pointsPerRP)
        }
        switch state.change {
        case .nothing: break
        case .parts(let paths): applyBindings(reading: Array(paths))
        case .everything: applyBindings()
        }
    }

    /// Whether a change leaves a container its entries but for their contents, which are shown part by part.
    private func hasOnlyParts(_ change: ItemState.DataChange?, _ container: ItemContainerNode) -> Bool {
        guard case .parts(let paths)? = change, !container.showsOtherEntries,
            let binding = container.prototype.itemsBinding
        else { return false }
        return entryChanges(of: container, binding, at: Array(paths)) != nil
    }
}

extension Node {
    fileprivate func restore(_ changes: ItemState.Changes) {
        switch changes {
        case .values(let values): restore(values)
        case .assignments(let assignments): for assignment in assignments { assignment.apply(to: self) }
        }
    }

    final func restore(_ values: ItemState.Values) {
        prototype = values.prototype
        properties = values.properties
        kept = values.kept
        isModified = true
        invalidate(.ownSize)
        take(values.content)
    }
}

extension ItemContainerNode {
    fileprivate func restore(_ scrolling: ItemState.Scrolling?, isOfPlace: Bool) {
        var scrolling = scrolling
        if isOfPlace, let entries = scrolling?.entries, entries != lastEntries { scrolling = nil }
        (self as? PageNode)?.restore(page: scrolling?.page ?? 0)
        (self as? ScrollerNode)?.hasAskedForMore = scrolling?.hasAskedForMore ?? false
        if let list {
            list.restore(offset: scrolling?.offset, anchor: scrolling?.anchor)
        } else {
            scrollBack(to: scrolling?.offset)
            let isScrolled = scrollOffset != .zero
            // The content may be shorter than it was then: that of the entry before does not tell.
            if isScrolled { contentSize = .zero }
            // Only what is placed is looked at; what comes back as it was would not be.
            if isScrolled || (self as? ScrollerNode)?.hasAskedForMore == false { invalidate(.childLayout) }
        }
    }

    /// Returns the states of the items, by their entries.
    fileprivate func itemStates(isFollowed: Bool) -> [Int: ItemState] {
        if let list { return list.states(isFollowed: isFollowed) }
        var states: [Int: ItemState] = [:]
        // The copies of pages are at both ends, and count only where nothing was done to the pages themselves.
        let pages = self is PageNode && items.count > 2 ? items.dropFirst().dropLast() : items[...]
        for item in pages + items {
            if states[item.entryIndex] == nil { states[item.entryIndex] = ItemState(of: item, isFollowed: isFollowed) }
        }
        return states
    }

    fileprivate func restore(_ states: [Int: ItemState]) {
        if let list {
            list.restore(states)
        } else {
            for item in items { item.restore(states[item.entryIndex]) }
        }
    }
}
