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
                if !last.node.properties.flag.isDisjoint(with: [.clickable, .longClickable]) { return last.node }
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
        let frame = node.frame
        guard node.properties.layout.visibility == .visible, frame.contains(point) else { return nil }
        let scrolled = (node as? ItemContainerNode)?.scrollOffset ?? .zero
        return LayoutPoint(x: point.x - frame.origin.x + scrolled.x, y: point.y - frame.origin.y + scrolled.y)
    }
}

extension LayoutRect {
    /// Returns whether a point is inside; the left and upper edges are inside, the others are not.
    func contains(_ point: LayoutPoint) -> Bool {
        point.x >= origin.x && point.y >= origin.y && point.x < origin.x + size.width
            && point.y < origin.y + size.height
    }
}
