import VirtualViewExpressions

/// What the user and programs did to an item: its entry keeps it while no live item shows the entry.
///
/// That is: values that programs and apps set, how far containers in it are scrolled, their pages, and what was exposed.
final class ItemState {
    /// The state of one node.
    fileprivate struct NodeState {
        /// The index of the node in its template.
        let position: Int
        var changes: Changes?
        var scrolling: Scrolling?
        /// The states of items in it, by their entries.
        var items: [Int: ItemState] = [:]

        var isEmpty: Bool { changes == nil && scrolling == nil && items.isEmpty }
    }

    /// The values of a node that are not those of its template and data.
    fileprivate struct Changes {
        let prototype: NodePrototype
        let properties: NodeProperties
        let content: ContentValues
        let kept: SharedBox<KeptValues>
    }

    /// Where a container is scrolled to.
    fileprivate struct Scrolling {
        let offset: LayoutPoint
        let page: Int
        let hasAskedForMore: Bool
        /// The first visible entry of a windowed list, which knows only some lengths.
        let anchor: WindowedList.Anchor?
        let entries: BindingArray?
    }

    fileprivate let nodes: [NodeState]
    /// The nodes that were exposed.
    fileprivate let exposed: [Int]
    fileprivate let environment: ScreenEnvironment
    /// Whether the entry's data changed since.
    fileprivate let isOutdated: Bool
    /// Whether another entry may be shown in its place, so that only what belongs to equal data is kept.
    fileprivate let isOfPlace: Bool

    private init(
        _ nodes: [NodeState],
        exposed: [Int],
        _ environment: ScreenEnvironment,
        isOutdated: Bool,
        isOfPlace: Bool
    ) {
        self.nodes = nodes
        self.exposed = exposed
        self.environment = environment
        self.isOutdated = isOutdated
        self.isOfPlace = isOfPlace
    }
}

extension ItemState {
    /// The state after the data of the entry changed.
    func outdated() -> ItemState {
        ItemState(nodes, exposed: exposed, environment, isOutdated: true, isOfPlace: isOfPlace)
    }

    /// The state without values that programs and apps set, which new data for a list removes.
    ///
    /// - Parameter isOfOther: Whether another entry takes the place.
    /// - Returns: The state; `nil` if nothing is left.
    func withoutChanges(isOfOther: Bool) -> ItemState? {
        let nodes = nodes.compactMap { node in
            var node = node
            node.changes = nil
            node.items = node.items.compactMapValues { $0.withoutChanges(isOfOther: isOfOther) }
            return node.isEmpty ? nil : node
        }
        let exposed = isOfOther ? [] : exposed
        if nodes.isEmpty && exposed.isEmpty { return nil }
        let isOfPlace = isOfPlace || isOfOther
        return ItemState(nodes, exposed: exposed, environment, isOutdated: isOutdated, isOfPlace: isOfPlace)
    }
}

// MARK: - Reading

extension ItemState {
    /// Reads the state of a tree; `nil` if nothing was done to it.
    convenience init?(of tree: NodeTree) {
        var nodes: [NodeState] = []
        var node: Node? = tree.root
        while let current = node {
            let state = NodeState(of: current)
            if !state.isEmpty { nodes.append(state) }
            node = current.nextOwn(below: tree.root)
        }
        if nodes.isEmpty && tree.exposed.isEmpty { return nil }
        self.init(nodes, exposed: tree.exposed, tree.context.environment, isOutdated: false, isOfPlace: false)
    }
}

extension ItemState.NodeState {
    fileprivate init(of node: Node) {
        position = node.prototype.position
        if node.isModified {
            changes = ItemState.Changes(
                prototype: node.prototype,
                properties: node.properties,
                content: node.content,
                kept: node.kept
            )
        }
        guard let container = node as? ItemContainerNode else { return }
        scrolling = ItemState.Scrolling(of: container)
        // The entries that an app changed are those of the data when the item comes back.
        if !container.hasChangedEntries { items = container.itemStates }
    }
}

extension ItemState.Scrolling {
    fileprivate init?(of container: ItemContainerNode) {
        let page = (container as? PageNode)?.shownPage ?? 0
        let hasAsked = (container as? ScrollerNode)?.hasAskedForMore ?? false
        // Layout scrolls pages to the current one.
        let isScrolled = container.scrollOffset != .zero && !(container is PageNode)
        guard isScrolled || page != 0 || hasAsked || container.isAnchoredAtEnd else { return nil }
        offset = container.scrollOffset
        self.page = page
        hasAskedForMore = hasAsked
        anchor = container.hasChangedEntries ? nil : container.list?.currentAnchor()
        entries = container.lastEntries
    }
}

// MARK: - Writing

extension NodeTree {
    /// Makes the tree look as when a state was read, after it got the data of the same entry.
    ///
    /// - Parameter state: The state; `nil` for that of an item to which nothing was done.
    func restore(_ state: ItemState?) {
        var states = ArraySlice(state?.nodes ?? [])
        var node: Node? = root
        while let current = node {
            let own = states.first.flatMap { $0.position == current.prototype.position ? $0 : nil }
            if own != nil { states.removeFirst() }
            if let changes = own?.changes { current.restore(changes) }
            if let container = current as? ItemContainerNode {
                container.restore(own?.scrolling, isOfPlace: state?.isOfPlace ?? false)
                container.itemStates = own?.items ?? [:]
            }
            node = current.nextOwn(below: root)
        }
        guard let state else { return }
        exposed = state.exposed
        if state.environment != context.environment {
            // More than the last change of the environment may lie between, and other data too.
            environmentDidChange(isSameData: false)
        } else if state.isOutdated {
            applyBindings()
        }
    }
}

extension Node {
    fileprivate func restore(_ changes: ItemState.Changes) {
        prototype = changes.prototype
        properties = changes.properties
        content = changes.content
        kept = changes.kept
        isModified = true
        invalidate(.ownSize)
    }
}

extension ItemContainerNode {
    fileprivate func restore(_ scrolling: ItemState.Scrolling?, isOfPlace: Bool) {
        var scrolling = scrolling
        if isOfPlace, let entries = scrolling?.entries, entries != lastEntries { scrolling = nil }
        (self as? PageNode)?.shownPage = scrolling?.page ?? 0
        (self as? ScrollerNode)?.hasAskedForMore = scrolling?.hasAskedForMore ?? false
        if let list {
            list.restore(offset: scrolling?.offset, anchor: scrolling?.anchor)
        } else {
            scrollOffset = scrolling?.offset ?? .zero
        }
    }

    /// The states of the items, by their entries.
    fileprivate var itemStates: [Int: ItemState] {
        get {
            if let list { return list.states }
            var states: [Int: ItemState] = [:]
            for item in items { states[item.entryIndex] = ItemState(of: item) }
            return states
        }
        set {
            if let list {
                list.states = newValue
            } else {
                for item in items { item.restore(newValue[item.entryIndex]) }
            }
        }
    }
}
