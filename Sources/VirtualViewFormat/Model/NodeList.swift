/// The nodes of a template in pre-order.
public struct NodeList: RandomAccessCollection, Sendable {
    @usableFromInline let storage: TemplateStorage

    @inlinable
    init(storage: TemplateStorage) {
        self.storage = storage
    }

    /// The number of the root: 0.
    @inlinable
    public var startIndex: Int {
        0
    }

    /// The number of nodes.
    @inlinable
    public var endIndex: Int {
        storage.nodeCount
    }

    /// The node with a pre-order number.
    ///
    /// - Parameter position: A number from 0 up to the number of nodes.
    @inlinable
    public subscript(position: Int) -> NodeCreater {
        precondition(position >= 0 && position < storage.nodeCount, "the node number is in range")
        return NodeCreater(storage: storage, index: position)
    }
}

/// The children of a node.
///
/// Each step skips the whole subtree of a child at once.
public struct ChildList: Collection, Sendable {
    @usableFromInline let storage: TemplateStorage
    @usableFromInline let parent: Int

    @inlinable
    init(storage: TemplateStorage, parent: Int) {
        self.storage = storage
        self.parent = parent
    }

    /// The pre-order number of the first child.
    @inlinable
    public var startIndex: Int {
        parent + 1
    }

    /// The pre-order number after the last descendant.
    @inlinable
    public var endIndex: Int {
        storage.subtreeEnd(ofNode: parent)
    }

    /// Returns the pre-order number of the next child.
    ///
    /// - Parameter index: The pre-order number of a child.
    /// - Returns: The number of its next sibling, or ``endIndex``.
    /// - Complexity: O(1).
    @inlinable
    public func index(after index: Int) -> Int {
        storage.subtreeEnd(ofNode: index)
    }

    /// The child with a pre-order number.
    ///
    /// - Parameter position: The pre-order number of a child of this node.
    @inlinable
    public subscript(position: Int) -> NodeCreater {
        precondition(position > parent && position < endIndex, "the node is a descendant")
        return NodeCreater(storage: storage, index: position)
    }
}
