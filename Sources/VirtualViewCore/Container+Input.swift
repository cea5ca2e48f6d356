// Scrolling and turning pages: the user's actions on containers, reported to their programs and to the app.

extension Container {
    /// Scrolls the content of a container, as a user's finger does.
    ///
    /// The offset is limited to the size of the content. If it changes, the program of `onScroll` runs and the app gets
    /// the event. A `Page` that stops at another page also reports that (`onPageFlip`), and one that stops at the copy
    /// at an end moves to the page that the copy shows; a `Page` that the user cannot slide does not move. A `Scroller`
    /// whose end is near asks for more data (`onAutoRefresh`).
    ///
    /// - Parameters:
    ///   - node: A container of the tree, including those in items; one that is gone does not scroll.
    ///   - offset: The distance to scroll to, in points from the start of the content, which is its right end in a node
    ///     that is mirrored (``Node/isRightToLeft``).
    /// - Complexity: O(*n*) in the number of items.
    public func scroll(_ node: ItemContainerNode, to offset: LayoutPoint) {
        deliver?()
        // The nodes of an entry that is gone wait for another one.
        guard node.isInside(tree.root) else { return }
        let page = node as? PageNode
        if let page, !page.canSlide { return }
        let size = node.frame.size
        let place = node.limited(offset)
        guard place != node.scrollOffset else { return }
        node.scrollOffset = place
        page?.turnTime = nil
        tree.context.withTouch { $0.cancel(below: node) }
        let landed = page?.page(at: place, size: size)
        send(.scroll, to: node)
        // The program may have scrolled the page or turned it to another one.
        if let page, let landed, page.scrollOffset == place, page.isInside(tree.root) { turn(page, to: landed) }
        // A list makes the items that came into view, so that it can be drawn.
        if node.list != nil, needsLayout { layout(in: self.size) }
        refreshIfNeeded((node as? ScrollerNode).map { [$0] } ?? [])
    }

    /// Turns a `Page` to one of its pages; if that is another page, its program of `onPageFlip` runs and the app gets
    /// the event.
    ///
    /// - Parameters:
    ///   - page: A page container of the tree, including those in items.
    ///   - index: The page, from 0; an index after the last page continues with the first, and one before the first
    ///     with the last.
    /// - Returns: The event that the app got; `nil` if the page was already shown, there are no pages, or the container is
    ///   gone.
    /// - Complexity: O(*n*) in the number of items.
    @discardableResult
    public func turn(_ page: PageNode, to index: Int) -> NodeEvent? {
        deliver?()
        let count = page.pageCount
        guard count > 0, page.isInside(tree.root) else { return nil }
        let remainder = index % count
        let target = remainder < 0 ? remainder + count : remainder
        let isOther = target != page.currentPage
        page.currentPage = target
        page.turnTime = nil
        page.scrollToCurrentPage(size: page.frame.size)
        if isOther { tree.context.withTouch { $0.cancel(below: page) } }
        // What is in the copy of a page turns with it, and tells nobody.
        let event = isOther && !page.isInCopy() ? send(.pageFlip, to: page) : nil
        refreshIfNeeded([])
        return event
    }

    /// Asks for more data for the scrollers that were placed or scrolled, and for those that may be seen now.
    func refreshIfNeeded(_ scrollers: [ScrollerNode]) {
        let unseen = unseenScrollers
        unseenScrollers = []
        if unseen.isEmpty {
            for scroller in scrollers { refreshIfNeeded(scroller) }
            return
        }
        var known: Set<ObjectIdentifier> = []
        for scroller in unseen + scrollers where known.insert(ObjectIdentifier(scroller)).inserted {
            refreshIfNeeded(scroller)
        }
    }

    /// Asks for more data if the end of a scroller's content is near, as soon as the scroller is inside of the visible part
    /// of all containers above it; once for the same entries.
    private func refreshIfNeeded(_ node: ScrollerNode) {
        guard !node.hasAskedForMore, node.isInside(tree.root), node.isNearEnd, !node.isInCopy() else { return }
        guard !seenFrame(of: node, isClipped: true).isEmpty else {
            unseenScrollers.append(node)
            return
        }
        node.hasAskedForMore = true
        let isDelivered = tree.deliver(tree.event(.autoRefresh, on: node), to: node) { onEvent?($0) }
        if !isDelivered { node.hasAskedForMore = false }
    }
}

extension ItemContainerNode {
    /// Returns the next offset at which the content fills the container.
    func limited(_ offset: LayoutPoint) -> LayoutPoint {
        // A list counts the entries that came or went since the last layout.
        if let list, list.measures != nil { return list.limited(list.isVertical ? offset.y : offset.x) }
        return LayoutPoint(
            x: Self.limit(offset.x, to: contentSize.width - frame.size.width),
            y: Self.limit(offset.y, to: contentSize.height - frame.size.height)
        )
    }

    private static func limit(_ offset: Double, to most: Double) -> Double {
        guard offset > 0, most > 0 else { return 0 }
        return min(offset, most)
    }

    /// Whether the content is scrolled to its end.
    var isAtEnd: Bool {
        let end = limited(LayoutPoint(x: .infinity, y: .infinity))
        return scrollOffset.x >= end.x - 0.5 && scrollOffset.y >= end.y - 0.5
    }

    /// Scrolls back what is scrolled farther than the content, and a list that stays at its end to where that is now.
    func limitScrolling() {
        scrollOffset = limited(staysAtEnd ? LayoutPoint(x: .infinity, y: .infinity) : scrollOffset)
        showsEnd = isAtEnd
    }
}

extension ScrollerNode {
    /// Whether the item that triggers the request for more data is visible, or the end of the content.
    fileprivate var isNearEnd: Bool {
        let count = list?.entries.count ?? items.count
        let isVertical = orientation == .vertical
        let (offset, length, content) =
            isVertical
            ? (scrollOffset.y, frame.size.height, contentSize.height)
            : (scrollOffset.x, frame.size.width, contentSize.width)
        guard count > 0, length > 0 else { return false }
        // The items at the end may all be gone.
        if offset >= content - length { return true }
        let index = count - max(1, min(count, Int(autoRefreshThreshold)))
        if let list {
            // What is visible is live. So the place of an entry far away is not even looked for.
            return index < list.liveRange.upperBound && list.position(of: index) < offset + length
        }
        // One that is gone has no place: the next one stands there.
        guard let item = items[index...].first(where: { $0.root.visibility != .gone }) else { return false }
        let start = start(of: item)
        return (isVertical ? start.y : start.x) < offset + length
    }
}

// The user's touches: finding the touched node, and reporting the event to the app.

extension Container {
    /// Finds the node that takes touches at a point.
    ///
    /// Nodes in front come first. A node that takes neither clicks nor long clicks lets touches through, and a node
    /// outside the frame of a node above it cannot be reached. Scrolling is taken into account.
    ///
    /// - Parameter point: The point in the container, in points.
    /// - Returns: The node, or `nil` if none takes touches there.
    public func hitTest(_ point: LayoutPoint) -> Node? {
        Self.hit(tree.root, point)
    }

    /// Sends an event to the node at a point: its event program runs, and the app gets the event.
    ///
    /// As on the reference client, a node that takes clicks or long clicks gets both; use ``Node/accepts(_:)`` to
    /// check.
    ///
    /// - Parameters:
    ///   - kind: The kind of event.
    ///   - point: The point in the container, in points.
    /// - Returns: The event that the app got; `nil` if no node takes touches there.
    @discardableResult
    public func send(_ kind: NodeEvent.Kind, at point: LayoutPoint) -> NodeEvent? {
        deliver?()
        guard let node = hitTest(point) else { return nil }
        return send(kind, to: node)
    }

    /// Sends an event to a node: its event program runs, and then the app gets the event.
    ///
    /// The event that the app gets describes the node before the program ran. Both may change anything, lay out, and
    /// send further events, which are handled immediately.
    ///
    /// - Parameters:
    ///   - kind: The kind of event.
    ///   - node: A node of the tree, including those of items.
    /// - Returns: The event that the app got.
    @discardableResult
    public func send(_ kind: NodeEvent.Kind, to node: Node) -> NodeEvent {
        deliver?()
        let event = tree.event(kind, on: node)
        tree.deliver(event, to: node) { onEvent?($0) }
        return event
    }

    /// Returns the node in front at a point of the root's parent: the last child first, and a node after its children.
    private static func hit(_ root: Node, _ point: LayoutPoint) -> Node? {
        guard let inner = inside(root, point) else { return nil }
        var open: [(node: Node, inner: LayoutPoint, child: Int)] = [(root, inner, root.childNodes.count)]
        while let last = open.last {
            guard last.child > 0 else {
                if last.node.takesTouches { return last.node }
                open.removeLast()
                continue
            }
            open[open.count - 1].child -= 1
            let child = last.node.childNodes[last.child - 1]
            guard open.count < LayoutEngine.maximumDepth, let place = inside(child, last.inner) else { continue }
            open.append((child, place, child.childNodes.count))
        }
        return nil
    }

    /// Converts a point to a node's own, scrolled coordinates; returns `nil` if the node cannot be touched there.
    private static func inside(_ node: Node, _ point: LayoutPoint) -> LayoutPoint? {
        guard node.properties.layout.visibility == .visible, node.frame.contains(point) else { return nil }
        return TouchStep(node).inside(point)
    }
}
