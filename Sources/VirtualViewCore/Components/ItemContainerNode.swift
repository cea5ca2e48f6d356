import VirtualViewExpressions

/// A node whose children come from data: the base class of `Page`, `Grid`, `Scroller`, `Slider`, `VH` and
/// `VirtualContainer`.
///
/// Its `dataTag` is bound to an array. Each entry with a `type` becomes an item: a tree of the template of that name,
/// which shows the entry. Items are reused for entries of the same type.
open class ItemContainerNode: Node {
    private var shownItems: [NodeTree] = []
    private(set) final var lastEntries: BindingArray? {
        didSet { if lastEntries?.count != oldValue?.count { invalidate(.drawing) } }
    }
    /// Whether an app changed the entries, so that they are not those of the data.
    private(set) final var hasChangedEntries = false
    /// The place of the entries in the data, once somebody asked for it; `nil` again when the binding is evaluated.
    private final var source: [BindingPath.Step]?
    /// The entries and live items, if there are items only for a window.
    private(set) final var list: WindowedList?
    /// The distance by which the content is scrolled, in points; layout scrolls a `Page` to its current page if that gets
    /// another place.
    ///
    /// It counts from where reading begins: `x` from the right end of the content if ``Node/isRightToLeft``.
    /// Setting it sends no event; ``Container/scroll(_:to:)`` does.
    public final var scrollOffset = LayoutPoint.zero {
        didSet {
            guard scrollOffset != oldValue else { return }
            invalidate(.drawing)
            if let list { list.offsetDidChange(from: oldValue) } else { showsEnd = contentSize != .zero && isAtEnd }
        }
    }
    /// Whether a list without a window shows its end, or was not laid out yet.
    final var showsEnd = true
    /// How often somebody scrolled the content, without what a list did itself to keep the place of what is seen; `nil`
    /// without a ``ListWindow``.
    package final var scrollCount: Int? { list?.scrollCount }
    /// The size of the whole content that can be scrolled, in points; set by layout.
    public final internal(set) var contentSize = LayoutSize.zero

    /// The items, in the order in which they are shown; with a ``ListWindow`` the live ones only.
    public final override var items: [NodeTree] { list?.items ?? shownItems }

    final override var laidOutChildCount: Int { list == nil ? childNodes.count : 0 }

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
        scrollBack(to: nil)
    }

    /// Returns `scrollX` and `scrollY`: the distances by which the content is scrolled, in points.
    override func eventState(named name: String) -> EventValue? {
        switch name {
        case "scrollX": .float(Float(scrollOffset.x))
        case "scrollY": .float(Float(scrollOffset.y))
        default: super.eventState(named: name)
        }
    }

    /// Returns the place in the data of a tree where the entries are; no steps if they have none.
    final func source(in tree: NodeTree) -> [BindingPath.Step] {
        if let source { return source }
        let found = prototype.itemsBinding.flatMap { BindingUpdate(tree).source(of: $0)?.steps } ?? []
        source = found
        return found
    }

    override func applyItems(_ value: JSONValue?, of tree: NodeTree) {
        source = nil
        let entries: BindingArray
        if case .array(let given)? = value {
            entries = given
        } else {
            // The reference client keeps its items if the data has no array for them.
            guard !tree.prepared.resolver.quirks.contains(.coercion) else { return }
            entries = BindingArray([])
        }
        hasChangedEntries = false
        if !showsOtherEntries, let lastEntries, lastEntries.isSame(as: entries) { return }
        // After changes by an app, the list alone knows its entries.
        if lastEntries == nil, let list, !showsOtherEntries, list.hasEntries(entries) {
            lastEntries = entries
            return
        }
        if canHaveWindow, list == nil { beginWindow(in: tree) }
        lastEntries = entries
        showItems(of: entries, in: tree)
    }

    private func showItems(of entries: BindingArray, in tree: NodeTree) {
        entriesDidChange()
        if tree.isShowingOther { scrollToStart() }
        let keys = ListKeys(of: entries, in: self)
        if let list {
            list.replace(with: entries, keys, startsOver: tree.isShowingOther)
            return
        }
        var kept: [Int: [NodeTree]] = [:]
        if let keys {
            // Of equal keys, the first entry has the place. A `Page` has two items of some entries.
            for (_, items) in ItemBuilder.byEntry(shownItems).sorted(by: { $0.key < $1.key }) {
                if let value = items.first?.data, let key = keys.key(of: value), let index = keys.places[key] {
                    kept[index] = kept[index] ?? items
                }
            }
        }
        var builder = ItemBuilder(self, in: tree)
        show(builder.items(for: shownEntries(entries), of: entries, keeping: keys == nil ? nil : kept))
    }

    /// Takes entries that are shown already, but for parts of them.
    final func take(_ entries: BindingArray) {
        lastEntries = entries
    }

    /// Shows other entries of the same data, if a property requires it.
    final func updateShownEntries(in tree: NodeTree) {
        guard showsOtherEntries, let lastEntries else { return }
        showItems(of: lastEntries, in: tree)
    }

    override func removeItems() {
        scrollToStart()
        lastEntries = nil
        source = nil
        hasChangedEntries = false
        if list != nil {
            showLive([])
            invalidate(.childLayout)
        }
        list?.releaseAll(startingAt: 0)
        list = nil
        show([])
    }

    /// Removes what programs and apps did to entries and items.
    ///
    /// - Returns: Whether an app changed the entries, so that those of the data are to be shown.
    final func forgetChanges() -> Bool {
        guard !hasChangedEntries else {
            removeItems()
            return true
        }
        if let list {
            list.forgetChanges()
        } else if let lastEntries {
            for item in shownItems where lastEntries.indices.contains(item.entryIndex) {
                item.showOther(lastEntries[item.entryIndex])
            }
        }
        return false
    }

    /// Makes items the node's only ones.
    final func show(_ newItems: [NodeTree]) {
        guard !shownItems.elementsEqual(newItems, by: { $0 === $1 }) else { return }
        for item in shownItems { item.container = nil }
        for item in newItems { item.container = self }
        shownItems = newItems
        replaceChildren(with: childNodes.prefix(prototype.childCount) + newItems.map { $0.root })
        invalidate(.ownSize)
    }

    deinit {
        for item in items { item.container = nil }
    }
}

// MARK: - Windows

extension ItemContainerNode {
    /// Whether items are made only for a window: the node scrolls, and its own size does not depend on its items.
    final var canHaveWindow: Bool {
        guard let tree, tree.context.listWindow != nil, prototype.childCount == 0 else { return false }
        let layout = properties.layout
        guard Double(layout.layoutWidth) != LayoutBox.wrap, Double(layout.layoutHeight) != LayoutBox.wrap else {
            return false
        }
        // With a negative gap, items overlap, and what is visible does not follow from lengths.
        switch self {
        case let node as ScrollerNode: return node.lineSpace >= 0
        case let node as SliderNode: return node.itemMargin >= 0 && node.span >= 0
        default: return false
        }
    }

    /// Begins or ceases to make items for a window only.
    final func updateWindow() {
        guard let tree, canHaveWindow != (list != nil) else { return }
        if list == nil {
            beginWindow(in: tree)
        } else {
            endWindow(in: tree)
        }
        invalidate(.ownSize)
    }

    private func beginWindow(in tree: NodeTree) {
        let list = WindowedList(self, in: tree)
        if let lastEntries { list.take(shownItems, of: lastEntries) }
        if hasChangedEntries { lastEntries = nil }
        self.list = list
        shownItems = []
    }

    private func endWindow(in tree: NodeTree) {
        guard let list else { return }
        let entries = list.entries.all.map { $0.value }
        let live = list.items
        let states = list.states()
        showsEnd = list.staysAtEnd
        self.list = nil
        shownItems = live
        lastEntries = BindingArray(entries)
        var builder = ItemBuilder(self, in: tree)
        var kept: [Int: [NodeTree]] = [:]
        for item in live { kept[item.entryIndex] = [item] }
        let items = builder.items(for: Array(entries.indices), of: BindingArray(entries), keeping: kept)
        for item in items where kept[item.entryIndex] == nil { item.restore(states[item.entryIndex]) }
        show(items)
    }

    /// What keeps its place on the screen at the next layout.
    package enum KeptPlace: Hashable, Sendable {
        case start, end
        /// An entry, and the distance from the start of the visible part to its item.
        case entry(Int, distance: Double)
    }

    /// What keeps its place on the screen at the next layout; for comparisons with a list that has all items.
    package final var keptPlace: KeptPlace {
        guard let list, !list.staysAtEnd else { return list == nil ? .start : .end }
        guard let anchor = list.currentAnchor() else { return .start }
        return .entry(anchor.index, distance: anchor.distance)
    }

    /// Makes the roots of live items the node's children.
    final func showLive(_ roots: [Node]) {
        guard !childNodes.elementsEqual(roots, by: { $0 === $1 }) else { return }
        replaceChildren(with: roots)
        invalidate(.drawing)
    }
}

// MARK: - Changes by an app

extension ItemContainerNode {
    /// Shows entries that an app made of those of the data.
    final func showOwnEntries(_ entries: BindingArray, in tree: NodeTree) {
        if canHaveWindow, list == nil { beginWindow(in: tree) }
        lastEntries = entries
        showItems(of: entries, in: tree)
        hasChangedEntries = true
        if list != nil { lastEntries = nil }
    }

    /// Makes changes to the entries, which were checked.
    final func make(_ changes: ListChanges, in tree: NodeTree) {
        if canHaveWindow, list == nil { beginWindow(in: tree) }
        hasChangedEntries = true
        if let list {
            entriesDidChange()
            list.make(changes)
            lastEntries = nil
            return
        }
        var entries = Array(lastEntries ?? [])
        let itemsByEntry = ItemBuilder.byEntry(items)
        var places = entries.indices.map { itemsByEntry[$0] ?? [] }
        for step in changes.steps {
            switch step {
            case .insert(let entry, let index):
                entries.insert(entry, at: index)
                places.insert([], at: index)
            case .remove(let index):
                entries.remove(at: index)
                places.remove(at: index)
            case .move(let from, let to):
                entries.insert(entries.remove(at: from), at: to)
                places.insert(places.remove(at: from), at: to)
            case .change(let index, let entry):
                if entries[index]["type"] != entry["type"] { places[index] = [] }
                entries[index] = entry
            }
        }
        lastEntries = BindingArray(entries)
        entriesDidChange()
        let kept = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0.offset, $0.element) })
        var builder = ItemBuilder(self, in: tree)
        show(builder.items(for: shownEntries(BindingArray(entries)), of: BindingArray(entries), keeping: kept))
    }
}
