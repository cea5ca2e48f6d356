/// A node of a template, from which a live node and its children can be created.
///
/// A `NodeCreater` is a small view (a reference to the template and a number), which is cheap to copy. It may be used
/// from any thread.
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
