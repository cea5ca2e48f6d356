public import VirtualViewExpressions

/// The live nodes of one template, and the data they show.
///
/// A tree has one owner and is not `Sendable`. Make it anywhere, in the background for instance, hand it over and use it
/// from one place at a time.
///
/// ```swift
/// let tree = try PreparedTemplate(template).makeTree(environment: ScreenEnvironment(width: 390))
/// tree.update(data: ["title": "Tea"])
/// ```
public final class NodeTree {
    /// The uppermost node.
    public let root: Node
    /// The template that the nodes come from.
    public let prepared: PreparedTemplate
    /// What the nodes show; `nil` before the first update and after ``reset()``.
    public internal(set) var data: JSONValue?
    let context: TreeContext
    /// The nodes with bindings, in pre-order.
    var bound: [Node]
    /// Whether data was given, be it `nil`.
    var hasData = false
    /// Whether the data that is being shown is that of something else than before.
    var isShowingOther = false
    /// The container whose item this is, while it is alive.
    unowned(unsafe) var container: ItemContainerNode?
    /// The number of the data's entry that this item shows.
    var entryIndex = 0
    /// The name by which the data asked for the template.
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
        // What is bound is let go first, so that the root finds its nodes unshared and releases them one by one.
        bound = []
    }

    /// Makes the nodes of a list of prototypes in pre-order.
    ///
    /// The walk goes backwards, so that a node's children are there when it is made and get their list at once.
    private static func makeNodes(_ prototypes: [NodePrototype], bound: inout [Node]) -> Node {
        // The nodes that have no parent yet, the last one made first in the file.
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
    ///   - source: Where the templates come from that data names; without one, containers stay empty.
    ///   - limits: Bounds for what data may add.
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

    /// Every node, each before its children, those of items included.
    public var nodes: NodeSequence {
        root.subtree
    }

    /// The first node with an id, items included.
    ///
    /// - Parameter id: The id; 0 stands for none and is never found.
    /// - Returns: The first in pre-order, or `nil`.
    /// - Complexity: O(*n*) in the number of nodes.
    public func node(withID id: Int32) -> Node? {
        id == 0 ? nil : nodes.first { $0.properties.id == id }
    }

    /// What data made the tree go on without, each said once.
    public var issues: [NodeIssue] {
        context.issues
    }

    /// Is called with each issue that data shows, the first time.
    public var onIssue: ((NodeIssue) -> Void)? {
        get { context.onIssue }
        set { context.onIssue = newValue }
    }
}
