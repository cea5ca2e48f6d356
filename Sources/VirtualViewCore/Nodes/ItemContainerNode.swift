import VirtualViewExpressions

/// A node whose children come from data: what `Page`, `Grid`, `Scroller`, `Slider`, `VH` and `VirtualContainer` have in
/// common.
///
/// Its `dataTag` is bound to an array. Each entry with a `type` becomes an item: a tree of the template of that name,
/// which shows the entry. Items are used again for entries of the same type.
open class ItemContainerNode: Node {
    private var shownItems: [NodeTree] = []
    private(set) final var lastEntries: BindingArray?
    /// How far the content is scrolled, in points; layout scrolls a `Page` to the page that it shows.
    ///
    /// Setting it tells nobody; ``Container/scroll(_:to:)`` does.
    public final var scrollOffset = LayoutPoint.zero {
        didSet {
            if scrollOffset != oldValue { invalidate(.drawing) }
        }
    }
    /// The size of everything that can be scrolled into sight, in points; set by layout.
    public final internal(set) var contentSize = LayoutSize.zero

    /// The items, in the order in which they are shown.
    public final override var items: [NodeTree] { shownItems }

    /// Where the children come from.
    var itemSource: ItemSourceProperties { ItemSourceProperties() }

    /// The entries that get an item, by their number in the data.
    func shownEntries(_ entries: BindingArray) -> [Int] {
        Array(entries.indices)
    }

    /// Whether it is not the entries of the last time that are to be shown of the same data.
    var showsOtherEntries: Bool { false }

    /// Is called when other entries are shown, before their items are.
    func entriesDidChange() {}

    /// Goes back to where nothing was scrolled, because the entries are those of something else.
    func scrollToStart() {
        scrollOffset = .zero
    }

    /// `scrollX` and `scrollY`: how far the content is scrolled, in points.
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
            // The reference client keeps its items when the data has none for it.
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

    /// Shows other entries of the same data, if a property says so.
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
    /// The text of `dataTag` when it is no binding.
    public final var dataTag: String? {
        itemSource.dataTag
    }

    /// What becomes of old items when new data comes, on some clients.
    public final var dataMode: DataMode {
        itemSource.dataMode
    }
}

extension Node {
    /// The next node in pre-order that belongs to the same tree: items are trees of their own.
    final func nextOwn(below root: Node) -> Node? {
        var node = next(below: root)
        while let current = node, current.treeLink != nil {
            node = current.nextSkippingChildren(below: root)
        }
        return node
    }
}
