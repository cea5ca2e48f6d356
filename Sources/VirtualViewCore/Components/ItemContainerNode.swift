import VirtualViewExpressions

/// A node whose children come from data: the base class of `Page`, `Grid`, `Scroller`, `Slider`, `VH` and
/// `VirtualContainer`.
///
/// Its `dataTag` is bound to an array. Each entry with a `type` becomes an item: a tree of the template of that name,
/// which shows the entry. Items are reused for entries of the same type.
open class ItemContainerNode: Node {
    private var shownItems: [NodeTree] = []
    private(set) final var lastEntries: BindingArray?
    /// The distance by which the content is scrolled, in points; layout scrolls a `Page` to its current page.
    ///
    /// Setting it sends no event; ``Container/scroll(_:to:)`` does.
    public final var scrollOffset = LayoutPoint.zero {
        didSet {
            if scrollOffset != oldValue { invalidate(.drawing) }
        }
    }
    /// The size of the whole content that can be scrolled, in points; set by layout.
    public final internal(set) var contentSize = LayoutSize.zero

    /// The items, in the order in which they are shown.
    public final override var items: [NodeTree] { shownItems }

    /// Returns the indices of the entries that get an item.
    func shownEntries(_ entries: BindingArray) -> [Int] {
        Array(entries.indices)
    }

    /// Whether other entries of the same data than the last time are to be shown.
    var showsOtherEntries: Bool { false }

    /// Called when other entries are shown, before their items are made.
    func entriesDidChange() {}

    /// Resets scrolling, because the entries belong to other data.
    func scrollToStart() {
        scrollOffset = .zero
    }

    /// Returns `scrollX` and `scrollY`: the distances by which the content is scrolled, in points.
    override func eventState(named name: String) -> EventValue? {
        switch name {
        case "scrollX": .float(Float(scrollOffset.x))
        case "scrollY": .float(Float(scrollOffset.y))
        default: super.eventState(named: name)
        }
    }

    override func applyItems(_ value: JSONValue?, of tree: NodeTree) {
        let entries: BindingArray
        if case .array(let given)? = value {
            entries = given
        } else {
            // The reference client keeps its items if the data has no array for them.
            guard !tree.prepared.resolver.quirks.contains(.coercion) else { return }
            entries = BindingArray([])
        }
        if !showsOtherEntries, let lastEntries,
            lastEntries.isIdentical(to: entries) || lastEntries == entries
        {
            return
        }
        lastEntries = entries
        showItems(of: entries, in: tree)
    }

    private func showItems(of entries: BindingArray, in tree: NodeTree) {
        entriesDidChange()
        if tree.isShowingOther { scrollToStart() }
        var builder = ItemBuilder(self, in: tree)
        let built = builder.items(for: shownEntries(entries), of: entries)
        show(built)
    }

    /// Shows other entries of the same data, if a property requires it.
    final func updateShownEntries(in tree: NodeTree) {
        guard showsOtherEntries, let lastEntries else { return }
        showItems(of: lastEntries, in: tree)
    }

    override func removeItems() {
        lastEntries = nil
        show([])
    }

    override func restore(from prototype: NodePrototype) {
        super.restore(from: prototype)
        lastEntries = nil
    }

    private func show(_ newItems: [NodeTree]) {
        guard !shownItems.elementsEqual(newItems, by: { $0 === $1 }) else { return }
        for item in shownItems { item.container = nil }
        for item in newItems { item.container = self }
        shownItems = newItems
        replaceChildren(with: childNodes.prefix(prototype.childCount) + newItems.map { $0.root })
        invalidate(.ownSize)
    }

    deinit {
        for item in shownItems { item.container = nil }
    }
}

extension ItemContainerNode {
    /// The text of `dataTag` if it is not a binding.
    public final var dataTag: String? {
        self[.dataTag]
    }

    /// The treatment of old items when new data comes, on some clients.
    public final var dataMode: ItemContainerNode.DataMode {
        self[.dataMode]
    }
}

extension Node {
    /// Returns the next node in pre-order that belongs to the same tree: items are separate trees.
    final func nextOwn(below root: Node) -> Node? {
        var node = next(below: root)
        while let current = node, current.treeLink != nil {
            node = current.nextSkippingChildren(below: root)
        }
        return node
    }
}

/// A container for one entry of the data: `VirtualContainer`.
open class VirtualContainerNode: ItemContainerNode {
    override class var languageComponent: String? { "VirtualContainer" }

    /// The number of another container, on some clients.
    public final var containerID: Int32 {
        get { self[.containerID] }
        set { self[.containerID] = newValue }
    }

    /// The `order` for which the items were made.
    private final var shownOrder: Int32 = 0

    /// Returns one entry: the one with the index `order`.
    override func shownEntries(_ entries: BindingArray) -> [Int] {
        let place = Int(properties.layout.order)
        return entries.indices.contains(place) ? [place] : []
    }

    override var showsOtherEntries: Bool { shownOrder != properties.layout.order }

    override func entriesDidChange() {
        shownOrder = properties.layout.order
    }

    override func orderDidChange() {
        tree?.change(.entries)
    }
}

/// A container that an app fills: `TotalContainer`.
open class TotalContainerNode: Node {
    override class var languageComponent: String? { "TotalContainer" }
}
