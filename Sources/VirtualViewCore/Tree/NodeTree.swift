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
    ///
    /// It is that of the container's ``Container/model`` if there is one, with the changes that wait for their delivery.
    public internal(set) var data: JSONValue? {
        get { if let model { model.data } else { ownData } }
        set { ownData = model == nil ? newValue : nil }
    }
    /// The data, if it does not come from a model.
    private var ownData: JSONValue?
    /// The model of the container.
    ///
    /// The tree does not hold its data too, which could then not change without being copied.
    unowned(unsafe) var model: DataModel? {
        willSet { if newValue == nil { ownData = data } }
        didSet { if model != nil { ownData = nil } }
    }
    let context: TreeContext
    /// Lets the model of the container go.
    var letGo: (() -> Void)?
    /// The nodes with bindings, in pre-order; those that apps gave a first binding come at the end.
    var bound: [Node]
    /// Whether an app gave nodes bindings that the template does not have.
    var hasAddedBindings = false
    /// The nodes that were exposed since the tree shows its entry, by their indices in the template.
    var exposed: Set<Int> = []
    /// Whether data was set, even if it is `nil`.
    var hasData = false
    /// Whether the data that is being shown belongs to another entry than before.
    var isShowingOther = false
    /// Whether an app gave the tree of an item other data than that of its entry.
    var hasOwnData = false
    /// The container whose item this is, while it is alive.
    unowned(unsafe) var container: ItemContainerNode?
    /// The index of the data's entry that this item shows; what is drawn is found by it.
    var entryIndex = 0 {
        didSet { if entryIndex != oldValue { container?.invalidate(.drawing) } }
    }
    /// The name of the template in the data.
    let requestedType: String
    /// The number by which the recorder of phases knows the template of an item; 0 for an outermost tree.
    let itemNumber: UInt32
    /// Whether a container made the tree.
    let isItem: Bool

    init(_ prepared: PreparedTemplate, context: TreeContext, requestedType: String? = nil, isItem: Bool = false) {
        self.isItem = isItem
        itemNumber = isItem ? context.number(ofItem: prepared) : 0
        let outer = context.enter(.create, item: itemNumber)
        defer { context.leave(to: outer) }
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

extension NodeTree {
    /// Notes a node with a binding that the template does not have.
    func addBound(_ node: Node) {
        hasAddedBindings = true
        if !bound.contains(where: { $0 === node }) { bound.append(node) }
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
        limits: NodeTree.Limits = NodeTree.Limits()
    ) -> sending NodeTree {
        makeTree(as: nil, environment: environment, source: source, limits: limits)
    }

    /// Makes a tree of live nodes for somebody who knows the template by another name, such as an alias.
    ///
    /// - Parameters:
    ///   - requestedType: The name under which the source has the template; `nil` for its own.
    ///   - environment: The screen and the user's settings.
    ///   - source: The source of the templates that data names.
    ///   - limits: The limits for nodes made from data.
    /// - Returns: The tree, which may be handed to another thread.
    package func makeTree(
        as requestedType: String?,
        environment: ScreenEnvironment,
        source: (any TemplateSource)?,
        limits: NodeTree.Limits
    ) -> sending NodeTree {
        let context = TreeContext(environment: environment, source: source, limits: limits, recorded: recorded)
        return NodeTree(self, context: context, requestedType: requestedType)
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

    /// Returns the places of nodes of the tree among ``nodes``.
    package func places(of some: [Node]) -> [Int] {
        var places: [ObjectIdentifier: Int] = [:]
        for (place, node) in nodes.enumerated() { places[ObjectIdentifier(node)] = place }
        return some.map { places[ObjectIdentifier($0)] ?? 0 }
    }

    /// Calls a closure with all nodes, also with those of items that wait to show an entry.
    func forEachNode(_ body: (Node) -> Void) {
        for node in nodes {
            body(node)
            guard let list = (node as? ItemContainerNode)?.list else { continue }
            for items in list.pool { for item in items { item.tree.forEachNode(body) } }
        }
    }

    /// Returns the first node with an id, including nodes of items, but not those of the copies that a `Page` has at its ends.
    ///
    /// - Parameter id: The id; 0 stands for none and is never found.
    /// - Returns: The first node in pre-order, or `nil`.
    /// - Complexity: O(*n*) in the number of nodes, plus the depth of each in a copy that has the id.
    public func node(withID id: Int32) -> Node? {
        id == 0 ? nil : nodes.first { $0.properties.id == id && !$0.isInCopy(below: self) }
    }

    /// Returns the first node of this tree with a name, without those of items: a property `name`, or a named part of an
    /// assemble source in a file with names (`--embed parts`).
    ///
    /// - Parameter name: The name.
    /// - Returns: The first node in pre-order, or `nil`.
    /// - Complexity: O(*n*) in the number of nodes.
    public func node(named name: String) -> Node? {
        guard !name.isEmpty else { return nil }
        var node: Node? = root
        while let current = node {
            if current.isNamed(name) { return current }
            node = current.nextOwn(below: root)
        }
        return nil
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

extension Node {
    /// Returns whether the node has a name that is not empty: the property `name`, or that of a named part.
    package final func isNamed(_ name: String) -> Bool {
        self.name?.hasSameBytes(as: name) == true
            || prototype.origin.partNames?.name(ofNode: templateIndex)?.hasSameBytes(as: name) == true
    }
}

extension NodeTree {
    /// The screen and the user's settings; a change is shown immediately.
    ///
    /// A tree and its items have one environment: setting it on the tree of an item sets it for all of them.
    public var environment: ScreenEnvironment {
        get { context.environment }
        set {
            guard !newValue.isSame(as: context.environment) else { return }
            context.setEnvironment(newValue)
            outermost.change(.environment)
        }
    }

    /// The outermost tree that contains this one as an item.
    var outermost: NodeTree {
        var tree = self
        while let outer = tree.container?.tree { tree = outer }
        return tree
    }

    /// Follows another environment.
    ///
    /// - Parameter hasOtherLengths: Whether an `rp` is something else than before.
    func environmentDidChange(hasOtherLengths: Bool) {
        let outer = context.enter(.bind, item: itemNumber)
        defer { context.leave(to: outer) }
        resolveLengths()
        if hasData {
            applyEnvironment(hasOtherLengths: hasOtherLengths)
            showOtherEntries()
        }
        var node: Node? = root
        while let current = node {
            current.needs = .everything
            for item in current.items { item.environmentDidChange(hasOtherLengths: hasOtherLengths) }
            (current as? ItemContainerNode)?.list?.environmentDidChange()
            node = current.nextOwn(below: root)
        }
        root.invalidate(.ownSize)
    }

    /// Updates lengths in `rp`; a property that also has a binding gets its value from the binding afterwards.
    private func resolveLengths() {
        let ratio = context.pointsPerRP
        let resolved = prepared.prototypes(pointsPerRP: ratio)
        var node: Node? = root
        while let current = node {
            let old = current.prototype
            // Of one width there may be several prototypes, since few are kept.
            if !old.relativeSetters.isEmpty, old.pointsPerRP != ratio {
                let new = old.isOwn ? NodePrototype(old, pointsPerRP: ratio) : resolved[old.position]
                for setter in old.relativeSetters {
                    let value = old.component.relativeValue(setter.points(perRP: ratio), at: setter.place)
                    guard current.write(value, to: setter.place) == .refused else { continue }
                    // What cannot be a length, such as a kind, is then as in a new node.
                    if let value = new.makeNode().value(at: setter.place) { current.write(value, to: setter.place) }
                }
                current.prototype = new
            }
            node = current.nextOwn(below: root)
        }
    }
}

extension NodeTree {
    /// Limits that keep templates and data from making trees that are too large.
    public struct Limits: Hashable, Sendable {
        /// The largest depth of nodes, including those of items inside containers; the root counts as 1.
        public var maximumDepth: Int
        /// The largest depth of nested containers that make their children from data, from 1 to 64.
        public var maximumContainerDepth: Int {
            didSet { maximumContainerDepth = Self.depth(maximumContainerDepth) }
        }
        /// The largest number of nodes in a tree, including those of items.
        public var maximumNodeCount: Int

        /// Makes limits.
        public init(maximumDepth: Int = 1_024, maximumContainerDepth: Int = 32, maximumNodeCount: Int = 100_000) {
            self.maximumDepth = maximumDepth
            self.maximumContainerDepth = Self.depth(maximumContainerDepth)
            self.maximumNodeCount = maximumNodeCount
        }

        private static func depth(_ number: Int) -> Int { min(max(1, number), 64) }
    }
}
