// Scrolling and turning pages: what the user does with containers, told to their programs and to the app.

extension Container {
    /// Scrolls the content of a container, as a user's finger does.
    ///
    /// The offset is limited to what there is. When it changes, the program of `onScroll` runs and the app is told. A
    /// `Page` that comes to rest on another page tells that too (`onPageFlip`), and one that comes to rest on the copy at
    /// an end goes on from the page that it shows; one that cannot be slid stays. A `Scroller` whose end comes near asks
    /// for more (`onAutoRefresh`).
    ///
    /// - Parameters:
    ///   - node: A container of the tree, those in items included.
    ///   - offset: How far to scroll, in points from the start of the content.
    /// - Complexity: O(*n*) in the number of items.
    public func scroll(_ node: ItemContainerNode, to offset: LayoutPoint) {
        let page = node as? PageNode
        if let page, !page.canSlide { return }
        let size = node.frame.size
        let place = LayoutPoint(
            x: Self.limit(offset.x, to: node.contentSize.width - size.width),
            y: Self.limit(offset.y, to: node.contentSize.height - size.height)
        )
        guard place != node.scrollOffset else { return }
        node.scrollOffset = place
        let landed = page?.page(at: place, size: size)
        send(.scroll, to: node)
        // The program may have scrolled or turned it elsewhere.
        if let page, let landed, page.scrollOffset == place { turn(page, to: landed) }
        if let scroller = node as? ScrollerNode { refreshIfNeeded(scroller) }
    }

    /// Turns a `Page` to one of its pages; when it is another one, its program of `onPageFlip` runs and the app is told.
    ///
    /// - Parameters:
    ///   - page: A page container of the tree, those in items included.
    ///   - index: The page, from 0; beyond the last it goes on with the first, and before the first with the last.
    /// - Returns: What the app was told; `nil` when the page was shown already, or there is none.
    /// - Complexity: O(*n*) in the number of items.
    @discardableResult
    public func turn(_ page: PageNode, to index: Int) -> NodeEvent? {
        let count = page.pageCount
        guard count > 0 else { return nil }
        let remainder = index % count
        let target = remainder < 0 ? remainder + count : remainder
        let isOther = target != page.currentPage
        page.currentPage = target
        page.scrollToCurrentPage(size: page.frame.size)
        return isOther ? send(.pageFlip, to: page) : nil
    }

    /// Asks for more data when the end of what a scroller has is near; once for the same entries.
    func refreshIfNeeded(_ node: ScrollerNode) {
        guard !node.hasAskedForMore, node.isNearEnd else { return }
        node.hasAskedForMore = true
        let isDelivered = tree.deliver(tree.event(.autoRefresh, on: node), to: node) { onEvent?($0) }
        if !isDelivered { node.hasAskedForMore = false }
    }

    private static func limit(_ offset: Double, to most: Double) -> Double {
        guard offset > 0, most > 0 else { return 0 }
        return min(offset, most)
    }
}

extension ScrollerNode {
    /// Whether the item from which on more data is wanted is in sight.
    fileprivate var isNearEnd: Bool {
        guard !items.isEmpty else { return false }
        let threshold = max(1, min(items.count, Int(autoRefreshThreshold)))
        let index = items.count - threshold
        let item = items[index].root.frame.origin
        return orientation == .vertical
            ? frame.size.height > 0 && item.y < scrollOffset.y + frame.size.height
            : frame.size.width > 0 && item.x < scrollOffset.x + frame.size.width
    }
}
