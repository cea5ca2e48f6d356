import VirtualViewExpressions

extension ItemContainerNode {
    /// The number of entries.
    final var entryCount: Int { list?.entries.count ?? lastEntries?.count ?? 0 }

    /// The entries for which there may be items; with a ``ListWindow`` those in the window.
    public final var liveRange: Range<Int> {
        list?.liveRange ?? 0..<entryCount
    }

    /// Returns the item of an entry.
    ///
    /// - Parameter index: The index of the entry in the data.
    /// - Returns: The item; `nil` if there is no live one.
    /// - Complexity: O(*n*) in the number of live items.
    public final func item(forEntry index: Int) -> NodeTree? {
        if let list { return list.item(index) }
        return items.first { $0.entryIndex == index && !isPageCopy($0) }
    }

    /// Whether an item is the copy of a page, which another item is for.
    private func isPageCopy(_ item: NodeTree) -> Bool {
        (self as? PageNode)?.isCopy(item) ?? false
    }

    /// Returns the distance to scroll so that the item of an entry, with its margin, is at the start of the visible part.
    ///
    /// Before an item was live its length is estimated by the others of its type. Lay out first: without a length of any item it
    /// is zero.
    ///
    /// - Parameter index: The index of the entry in the data.
    /// - Returns: The distance in points, limited to the content; zero without such an entry.
    /// - Complexity: O(*n* / 64) in the number of entries with a ``ListWindow``, else O(*n*) in that of items.
    public final func scrollOffset(ofEntry index: Int) -> LayoutPoint {
        guard index >= 0, index < entryCount else { return .zero }
        list?.askedEntry = index
        return limited(start(ofEntry: index))
    }

    /// Returns where the item of an entry starts in the content, with its margin.
    final func start(ofEntry index: Int) -> LayoutPoint {
        if let list { return list.start(of: index) }
        let place =
            items.firstIndex { $0.entryIndex == index && !isPageCopy($0) }
            ?? items.firstIndex { $0.entryIndex > index && !isPageCopy($0) }
        // One that is gone, or has no template, has no place: the next one stands there, or the end.
        guard let item = items[(place ?? items.endIndex)...].first(where: { $0.root.visibility != .gone }) else {
            return LayoutPoint(x: contentSize.width, y: contentSize.height)
        }
        return start(of: item)
    }

    /// Returns where an item starts in the content, with its margin.
    final func start(of item: NodeTree) -> LayoutPoint {
        frameFromStart(of: item.root).outset(by: item.root.properties.layout.margins.insets).origin
    }

    /// The entries that are shown, those that an app changed among them; `nil` before there are any.
    final var presentEntries: BindingArray? {
        guard hasChangedEntries, let list else { return lastEntries }
        return BindingArray(list.entries.all.map { $0.value })
    }

    /// Whether an app changed the entries, so that they are not those of the data.
    final func hasOwnEntries(in tree: NodeTree) -> Bool {
        guard list == nil, let lastEntries else { return hasChangedEntries }
        guard let binding = prototype.itemsBinding else { return true }
        guard case .array(let entries)? = BindingUpdate(tree).value(of: binding) else { return lastEntries.count > 0 }
        return !lastEntries.isSame(as: entries)
    }
}

extension ItemContainerNode {
    /// The text of `dataTag` if it is not a binding.
    public final var dataTag: String? {
        self[.dataTag]
    }

    /// The path of an entry's key in its data, such as `id`: an entry with the same key is the same one, wherever it
    /// stands in new data; without a path it is the one at the same place.
    public final var itemKey: String? {
        get { self[.itemKey] }
        set { self[.itemKey] = newValue }
    }

    /// Whether a list begins at its end, and stays there when entries are added.
    final var isAnchoredAtEnd: Bool {
        let anchor: String? =
            switch self {
            case let node as ScrollerNode: node.anchor
            case let node as SliderNode: node.anchor
            default: nil
            }
        // The reference clients do not know it.
        return anchor == "end" && tree?.prepared.client == .swift
    }

    /// Whether the next layout shows the end, because the list is anchored there and shows it, or nothing yet.
    final var staysAtEnd: Bool { isAnchoredAtEnd && (list?.staysAtEnd ?? showsEnd) }

    /// Scrolls to where the content was; to the start if it was nowhere, or at the next layout to the end of a list that is
    /// anchored there.
    final func scrollBack(to offset: LayoutPoint?) {
        scrollOffset = offset ?? .zero
        showsEnd = offset == nil
        if staysAtEnd { invalidate(.childLayout) }
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
