// What the user does: finding the node that was touched, and telling the app.

extension Container {
    /// Finds the node that takes touches at a place.
    ///
    /// Nodes in front come first. A node that takes neither clicks nor long clicks lets touches through, and a node
    /// outside the frame of one above it cannot be reached. What is scrolled is taken into account.
    ///
    /// - Parameter point: The place in the container, in points.
    /// - Returns: The node, or `nil` when none takes touches there.
    public func hitTest(_ point: LayoutPoint) -> Node? {
        Self.hit(tree.root, point)
    }

    /// Tells the node at a place that something happened to it: its event program runs, and the app is told.
    ///
    /// As on the reference client a node that takes clicks or long clicks is told of both; ask ``Node/accepts(_:)``.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - point: The place in the container, in points.
    /// - Returns: What the app was told; `nil` when no node takes touches there.
    @discardableResult
    public func send(_ kind: NodeEvent.Kind, at point: LayoutPoint) -> NodeEvent? {
        guard let node = hitTest(point) else { return nil }
        return send(kind, to: node)
    }

    /// Tells a node that something happened to it: its event program runs, and then the app is told.
    ///
    /// The app is told what was true before the program ran. Both may change anything, lay out, and send further events,
    /// which happen at once.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - node: A node of the tree, those of items included.
    /// - Returns: What the app was told.
    @discardableResult
    public func send(_ kind: NodeEvent.Kind, to node: Node) -> NodeEvent {
        let event = tree.event(kind, on: node)
        tree.deliver(event, to: node) { onEvent?($0) }
        return event
    }

    /// The node in front at a point of the root's parent: the last child first, and a node after its children.
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

    /// A point in a node's own coordinates, scrolled; `nil` when the node cannot be touched there.
    private static func inside(_ node: Node, _ point: LayoutPoint) -> LayoutPoint? {
        let frame = node.frame
        guard node.properties.layout.visibility == .visible, frame.contains(point) else { return nil }
        let scrolled = (node as? ItemContainerNode)?.scrollOffset ?? .zero
        return LayoutPoint(x: point.x - frame.origin.x + scrolled.x, y: point.y - frame.origin.y + scrolled.y)
    }
}

extension LayoutRect {
    /// Whether a place is inside: on the left and upper edge it is, on the others not.
    func contains(_ point: LayoutPoint) -> Bool {
        point.x >= origin.x && point.y >= origin.y && point.x < origin.x + size.width
            && point.y < origin.y + size.height
    }
}
