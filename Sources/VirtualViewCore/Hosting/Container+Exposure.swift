// Exposure: telling an app which nodes the user has seen.

extension Container {
    /// Sends ``NodeEvent/Kind/exposure`` to each node with that flag of which at least half is visible.
    ///
    /// Nothing is visible of a node with the opacity 0, nor of those in it.
    ///
    /// A node is exposed once for the data of an entry: again only after ``reuse(for:)``, or for another entry of a list.
    /// Call this after a layout, and after something was scrolled; while one is needed, nothing is known to be visible.
    ///
    /// - Parameter visible: The part of the container that is on the screen, in points; `nil` for all of it.
    /// - Returns: The events, in the order of the nodes.
    /// - Complexity: O(*n*) in the number of nodes, plus the depth of each that has the flag.
    @discardableResult
    public func exposeNodes(in visible: LayoutRect? = nil) -> [NodeEvent] {
        deliver?()
        guard !needsLayout else { return [] }
        let (area, tree) = (visible ?? LayoutRect(size: size), tree)
        // An app that is told of one may change the nodes, or follow another version: what was seen was seen.
        var seen: [(event: NodeEvent, node: Node)] = []
        for node in tree.nodes where node.accepts(.exposure) && !node.isExposed && !node.isInCopy() {
            let size = node.frame.size
            let part = visiblePart(of: node).intersection(area).size
            guard size.width * size.height > 0, part.width * part.height * 2 >= size.width * size.height else {
                continue
            }
            node.tree?.exposed.insert(node.templateIndex)
            seen.append((tree.event(.exposure, on: node), node))
        }
        return seen.map { event, node in
            tree.deliver(event, to: node) { onEvent?($0) }
            return event
        }
    }

    /// Returns the part of a node that is inside the frames of what clips it, in the container; empty for a
    /// node that is hidden.
    private func visiblePart(of node: Node) -> LayoutRect {
        isHidden(node) || isTransparent(node) ? LayoutRect(size: .zero) : seenFrame(of: node, isClipped: true)
    }

    private func isTransparent(_ node: Node) -> Bool {
        let context = DrawingContext(self)
        var current: Node? = node
        while let box = current {
            if context.opacity(of: box) == 0 { return true }
            current = box.parentLink
        }
        return false
    }

    /// Returns the frame of a node in the container as it is seen: with everything around it scrolled as it is.
    ///
    /// - Parameters:
    ///   - node: A node of the tree, including those of items.
    ///   - isClipped: Whether only the part inside of the frames of what clips it counts.
    /// - Returns: The frame in points.
    /// - Complexity: O(*d*) in the node's depth.
    package func seenFrame(of node: Node, isClipped: Bool = false) -> LayoutRect {
        let context = DrawingContext(self)
        var frame = node.frame
        var current = node
        while let parent = current.parentLink {
            let inner = TouchStep(parent).inside(.zero)
            frame.origin.x -= inner.x
            frame.origin.y -= inner.y
            if isClipped, context.clipsChildren(of: parent) { frame = frame.intersection(parent.frame) }
            current = parent
        }
        return frame
    }
}

extension Node {
    /// Whether the node was exposed since its tree shows its entry.
    fileprivate var isExposed: Bool { tree?.exposed.contains(templateIndex) ?? true }

    /// Returns whether the node is in the copy of a page, which is seen only on the way to the page itself.
    ///
    /// - Parameter outer: The tree around the node beyond which it does not matter what is a copy; `nil` for the outermost.
    /// - Returns: Whether it is.
    package func isInCopy(below outer: NodeTree? = nil) -> Bool {
        var tree = tree
        while let item = tree, item !== outer, let container = item.container {
            if (container as? PageNode)?.isCopy(item) == true { return true }
            tree = container.tree
        }
        return false
    }
}
