// The boxes of the nodes.

extension LayoutEngine {
    /// Updates the boxes of the nodes that changed, and clears the nodes' marks.
    func synchronize(_ root: Node) {
        guard let first = nodes.first, first === root else { return rebuild(root) }
        guard !root.needs.isDisjoint(with: .layout) else { return }
        var node: Node? = root
        while let current = node {
            guard !current.needs.isDisjoint(with: .layout) else {
                node = current.nextSkippingChildren(below: root)
                continue
            }
            let index = Int(current.layoutIndex)
            guard index < nodes.count, nodes[index] === current, hasSameChildren(current, index) else {
                return rebuild(root)
            }
            refresh(current, &boxes[index])
            node =
                boxes[index].firstChild == nil ? current.nextSkippingChildren(below: root) : current.next(below: root)
        }
    }

    private func refresh(_ node: Node, _ box: inout LayoutBox) {
        if !node.needs.isDisjoint(with: [.measuring, .placing]) {
            let wasVertical = box.isVertical
            box.read(node, quirks)
            if box.kind == .ratio, box.isVertical != wasVertical {
                // They are visited after it.
                for child in node.childNodes { child.needs.insert(.measuring) }
            }
            if box.givesWay || box.isBounded { mayShareLengths = true }
            updateDirection(of: node, &box)
            if box.kind == .scroller || box.kind == .slider { noteMisfit(node) }
        }
        box.isChanged = true
        hasUnplacedChanges = true
        node.needs.subtract(.layout)
    }

    /// Returns whether the boxes below one are those of the node's children.
    private func hasSameChildren(_ node: Node, _ index: Int) -> Bool {
        guard Int(boxes[index].childCount) == node.laidOutChildCount else { return false }
        guard node.laidOutChildCount > 0, node is ItemContainerNode else { return true }
        var child = boxes[index].firstChild
        for node in node.childNodes {
            guard let box = child else { return isTooDeep }
            guard nodes[box.number] === node else { return false }
            child = box.pointee.nextSibling
        }
        return true
    }

    /// Makes the boxes again; the results of passes for nodes that still exist are kept.
    private func rebuild(_ root: Node) {
        var newNodes: [Node] = []
        newNodes.reserveCapacity(nodes.count)
        isTooDeep = false
        var depth = 1
        var node: Node? = root
        while let current = node {
            newNodes.append(current)
            let count = current.laidOutChildCount
            if depth < Self.maximumDepth, count > 0 {
                node = current.next(below: root)
            } else {
                if count > 0 { isTooDeep = true }
                node = current.nextSkippingChildren(below: root)
            }
            depth = node.map { next in next.parentLink === current ? depth + 1 : next.depth(below: root) } ?? depth
        }
        replaceBoxes(newNodes)
    }

    private func replaceBoxes(_ newNodes: [Node]) {
        // Held to the end: an app's node may change the tree in its deinitializer, and must find the boxes linked.
        let oldNodes = nodes
        let new = UnsafeMutableBufferPointer<LayoutBox>.allocate(capacity: newNodes.count)
        for (index, node) in newNodes.enumerated() {
            let old = Int(node.layoutIndex)
            let isKnown = nodes.indices.contains(old) && nodes[old] === node
            new.initializeElement(at: index, to: isKnown ? boxes[old] : LayoutBox())
            if !isKnown || !node.needs.isDisjoint(with: .layout) {
                if !isKnown {
                    node.needs.insert(.measuring)
                    // The node may have been laid out by another engine, as the item of a list.
                    new[index].shownFrame = node.frame
                }
                refresh(node, &new[index])
            }
        }
        boxes.deinitialize()
        boxes.deallocate()
        moved.indices.deallocate()
        boxes = new
        nodes = newNodes
        freshCalls = []
        moved = MovedBoxes(indices: .allocate(capacity: newNodes.count), count: moved.count)
        link()
        // Boxes that were placed since frames were published stay among the moved ones.
        moved.count.pointee = 0
        for box in boxes.indices where boxes[box].isMoved {
            moved.indices[moved.count.pointee] = Int32(truncatingIfNeeded: box)
            moved.count.pointee += 1
        }
        withExtendedLifetime(oldNodes) {}
    }

    private func link() {
        for (index, node) in nodes.enumerated() {
            node.layoutIndex = Int32(truncatingIfNeeded: index)
            boxes[index].index = Int32(truncatingIfNeeded: index)
            boxes[index].childCount = Int32(truncatingIfNeeded: node.laidOutChildCount)
            boxes[index].firstChild = nil
            boxes[index].nextSibling = nil
        }
        pages = boxes.indices.filter { boxes[$0].kind == .page }
        lists = boxes.indices.filter { boxes[$0].kind == .scroller || boxes[$0].kind == .slider }
        guard let base = boxes.baseAddress else { return }
        // Backwards, so that each box becomes the first of its parent's children and finds the next one there.
        for index in nodes.indices.dropFirst().reversed() {
            guard let parent = nodes[index].parentLink else { continue }
            // The node was found from its parent, so the parent has a box and got its number above.
            precondition(nodes.indices.contains(Int(parent.layoutIndex)), "the parent of a node with a box has one")
            let above = base + Int(parent.layoutIndex)
            let box = base + index
            box.pointee.nextSibling = above.pointee.firstChild
            above.pointee.firstChild = box
        }
    }
}

extension NodeNeeds {
    /// All marks that make layout run again.
    static let layout: NodeNeeds = [.placing, .measuring, .layoutBelow]
}

extension Node {
    /// Returns the number of nodes from a root to this one, including both.
    fileprivate func depth(below root: Node) -> Int {
        var depth = 1
        var node = self
        while node !== root, let parent = node.parentLink {
            depth += 1
            node = parent
        }
        return depth
    }
}
