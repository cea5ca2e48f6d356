public import VirtualViewExpressions

/// The live nodes of one template, and the data they show.
///
/// A tree has one owner and is not `Sendable`. Make it anywhere, for instance in the background, hand it over and use
/// it in one place at a time.
///
/// ```swift
/// let tree = try PreparedTemplate(template).makeTree(environment: ScreenEnvironment(width: 390))
/// tree.update(data: ["title": "Tea"])
/// ```
public final class NodeTree {
    /// The root node.
    public let root: Node
    /// The template that the nodes come from.
    public let prepared: PreparedTemplate
    /// The data that the nodes show; `nil` before the first update and after ``reset()``.
    public internal(set) var data: JSONValue?
    let context: TreeContext
    /// The nodes with bindings, in pre-order.
    var bound: [Node]
    /// Whether data was set, even if it is `nil`.
    var hasData = false
    /// Whether the data that is being shown belongs to another entry than before.
    var isShowingOther = false
    /// The container whose item this is, while it is alive.
    unowned(unsafe) var container: ItemContainerNode?
    /// The index of the data's entry that this item shows.
    var entryIndex = 0
    /// The name of the template in the data.
    let requestedType: String

    init(_ prepared: PreparedTemplate, context: TreeContext, requestedType: String? = nil) {
        let prototypes = prepared.prototypes(pointsPerRP: context.pointsPerRP)
        var bound: [Node] = []
        bound.reserveCapacity(prepared.boundCount)
        root = Self.makeNodes(prototypes, bound: &bound)
        self.bound = bound
        self.prepared = prepared
        self.context = context
        self.requestedType = requestedType ?? prepared.origin.type
        context.nodeCount += prototypes.count
        root.treeLink = self
    }

    deinit {
        root.treeLink = nil
        context.nodeCount -= prepared.nodeCount
        // The bound nodes are released first, so that the root finds its nodes unshared and releases them one by one.
        bound = []
    }

    /// Makes the nodes of a list of prototypes in pre-order.
    ///
    /// The loop runs backwards, so that a node's children exist when it is made and it gets their list at once.
    private static func makeNodes(_ prototypes: [NodePrototype], bound: inout [Node]) -> Node {
        // The nodes without a parent so far, the one that is first in the file at the end.
        var orphans: [Node] = []
        orphans.reserveCapacity(prototypes.count)
        var index = prototypes.count
        while index > 0 {
            index -= 1
            let prototype = prototypes[index]
            let node = prototype.makeNode()
            if prototype.childCount > 0 { node.adopt(last: prototype.childCount, of: &orphans) }
            if prototype.isBound { bound.append(node) }
            orphans.append(node)
        }
        bound.reverse()
        return orphans[0]
    }
}

// MARK: - Making

extension PreparedTemplate {
    /// Makes a tree of live nodes.
    ///
    /// - Parameters:
    ///   - environment: The screen and the user's settings.
    ///   - source: The source of the templates that data names; without one, containers stay empty.
    ///   - limits: The limits for nodes made from data.
    /// - Returns: The tree, which may be handed to another thread.
    /// - Complexity: O(*n*) in the number of nodes.
    public func makeTree(
        environment: ScreenEnvironment = ScreenEnvironment(),
        source: (any TemplateSource)? = nil,
        limits: TreeLimits = TreeLimits()
    ) -> sending NodeTree {
        NodeTree(self, context: TreeContext(environment: environment, source: source, limits: limits))
    }
}

// MARK: - Looking up

extension NodeTree {
    /// The name of the template.
    public var templateType: String {
        prepared.origin.type
    }

    /// The version of the template.
    public var templateVersion: FormatVersion {
        prepared.origin.version
    }

    /// All nodes, each before its children, including those of items.
    public var nodes: NodeSequence {
        root.subtree
    }

    /// Returns the first node with an id, including nodes of items.
    ///
    /// - Parameter id: The id; 0 stands for none and is never found.
    /// - Returns: The first node in pre-order, or `nil`.
    /// - Complexity: O(*n*) in the number of nodes.
    public func node(withID id: Int32) -> Node? {
        id == 0 ? nil : nodes.first { $0.properties.id == id }
    }

    /// The problems that data caused, each reported once.
    public var issues: [NodeIssue] {
        context.issues
    }

    /// Receives each problem that data causes, the first time.
    public var onIssue: ((NodeIssue) -> Void)? {
        get { context.onIssue }
        set { context.onIssue = newValue }
    }
}
