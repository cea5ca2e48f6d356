// The links of a tree. All of this is iterative: a file of 64 KB can nest nodes 5,900 deep.

extension Node {
    /// The node that this one is a child of.
    public final var parent: Node? {
        parentLink
    }

    /// The nodes directly below, in the order in which they are drawn.
    public final var children: [Node] {
        childNodes
    }

    /// The nearest tree that the node belongs to: for a node of an item, the item's tree.
    ///
    /// - Complexity: O(*d*) in the node's depth.
    public final var tree: NodeTree? {
        var node: Node? = self
        while let current = node {
            if let tree = current.treeLink { return tree }
            node = current.parentLink
        }
        return nil
    }

    /// The number of nodes above.
    ///
    /// - Complexity: O(*d*) in that number.
    public final var depth: Int {
        var depth = 0
        var node = parentLink
        while let current = node {
            depth += 1
            node = current.parentLink
        }
        return depth
    }

    /// The node and everything below it, each before its children.
    public final var subtree: NodeSequence {
        NodeSequence(root: self)
    }

    /// Returns the next node in pre-order, or `nil` after the last one below `root`.
    @inline(__always)
    final func next(below root: Node) -> Node? {
        childNodes.first ?? nextSkippingChildren(below: root)
    }

    /// Returns the next node in pre-order that is not below this one.
    final func nextSkippingChildren(below root: Node) -> Node? {
        var node = self
        while node !== root, let parent = node.parentLink {
            let next = node.indexInParent + 1
            if next < parent.childNodes.count { return parent.childNodes[next] }
            node = parent
        }
        return nil
    }

    /// Takes the last nodes of a list as the first children, the very last one first.
    final func adopt(last count: Int, of orphans: inout [Node]) {
        let children = [Node](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count {
                let child = orphans.removeLast()
                child.parentLink = self
                child.indexInParent = index
                buffer.initializeElement(at: index, to: child)
            }
            initialized = count
        }
        childNodes = children
    }

    /// Replaces the children; those that are not among the new ones lose their parent.
    final func replaceChildren(with nodes: [Node]) {
        // Held to the end: an app's node may read the list in its deinitializer, and must find it complete and linked.
        let old = childNodes
        for child in old where child.parentLink === self {
            child.parentLink = nil
        }
        childNodes = nodes
        for (index, child) in nodes.enumerated() {
            child.parentLink = self
            child.indexInParent = index
        }
        withExtendedLifetime(old) {}
    }

    /// Releases the subtree without recursion, so that deep nesting cannot overflow the stack.
    final func releaseChildren() {
        var withChildren: [Node] = []
        detachChildren(into: &withChildren)
        while var node = withChildren.popLast() {
            // A node that is also referenced elsewhere stays alive, with everything below it.
            guard isKnownUniquelyReferenced(&node) else { continue }
            node.detachChildren(into: &withChildren)
        }
    }

    /// Removes the children; those with children of their own are kept in a list, so that they are not released here.
    private final func detachChildren(into withChildren: inout [Node]) {
        // Taken out first: an app's node may read this one in its deinitializer, and must find the list complete.
        let children = childNodes
        childNodes = []
        for child in children where child.parentLink === self {
            child.parentLink = nil
            if !child.childNodes.isEmpty { withChildren.append(child) }
        }
        withExtendedLifetime(children) {}
    }
}

/// A node and everything below it, each before its children.
///
/// Do not change the tree while walking it.
public struct NodeSequence: Sequence {
    let root: Node

    /// Walks a subtree.
    public struct Iterator: IteratorProtocol {
        private let root: Node
        private var upcoming: Node?

        init(root: Node) {
            self.root = root
            upcoming = root
        }

        /// Returns the next node, or `nil` after the last.
        public mutating func next() -> Node? {
            let current = upcoming
            upcoming = current?.next(below: root)
            return current
        }
    }

    /// Starts at the top node.
    public func makeIterator() -> Iterator {
        Iterator(root: root)
    }
}
