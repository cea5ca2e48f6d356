/// A node of a template, from which a live node and its children can be created.
///
/// A `NodeCreater`, which has its name from the reference client, is a small view (a reference to the template and a number)
/// that is cheap to copy. It may be used from any thread.
public struct NodeCreater: Sendable {
    @usableFromInline let storage: TemplateStorage
    /// The node's number in pre-order; the root is 0.
    public let index: Int

    @inlinable
    @inline(__always)
    init(storage: TemplateStorage, index: Int) {
        self.storage = storage
        self.index = index
    }
}

extension NodeCreater {
    /// The id of the node's component.
    @inlinable
    public var componentID: UInt16 {
        storage.uint16(at: storage.offset(ofNode: index))
    }

    /// The component's element name in the standard schema; `nil` for a component that is not in it.
    public var componentName: String? {
        LanguageSchema.standard.component(id: componentID)?.name
    }

    /// The node's property setters in file order: int, int in rp, float, float in rp, string, expression.
    @inlinable
    public var setters: PropertySetterList {
        PropertySetterList(storage: storage, node: index)
    }

    /// The node's user variables in file order.
    public var variables: UserVariableList {
        UserVariableList(storage: storage, node: index)
    }

    /// The nodes directly below this one.
    @inlinable
    public var children: ChildList {
        ChildList(storage: storage, parent: index)
    }

    /// The pre-order number after the node's last descendant, at which a traversal that skips the subtree continues.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var subtreeEnd: Int {
        storage.subtreeEnd(ofNode: index)
    }

    /// The template that the node belongs to.
    @inlinable
    public var template: Template {
        Template(storage: storage)
    }

    /// The number of entries of the node's longest table, user variables included.
    package var largestTable: Int {
        var cursor = storage.offset(ofNode: index) + 2
        var largest = 0
        for _ in 0..<NodeTables.count {
            let entries = Int(storage.uint8(at: cursor))
            largest = max(largest, entries)
            cursor += 1 + entries * NodeTables.entrySize
        }
        return max(largest, Int(storage.uint8(at: cursor)))
    }

    /// The file offset of the byte that opens the node.
    public var byteOffset: Int {
        storage.offset(ofNode: index) - 1
    }
}

extension Template {
    @inlinable
    @inline(__always)
    init(storage: TemplateStorage) {
        self.storage = storage
    }
}

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

/// The bytes that open and close a node.
@usableFromInline
enum NodeTag {
    @inlinable static var open: UInt8 { 0 }
    static let close: UInt8 = 1
}

/// The sizes of the tables after a node's component id (`Docs/Format.md §4`).
@usableFromInline
enum NodeTables {
    /// The number of property tables: int, int-rp, float, float-rp, string, expression.
    @inlinable static var count: Int { 6 }
    /// The bytes of an entry: a key and a value.
    @inlinable static var entrySize: Int { 8 }
    /// The bytes of a user variable: a type, a name id and a value.
    @inlinable static var variableSize: Int { 9 }
    /// The types of user variables: 1 int, 2 float, 3 string.
    static let variableTypes: ClosedRange<UInt8> = 1...3
}
