// Showing other versions of the templates while the screen is open.

extension Container {
    /// Shows the versions of the templates that a source has now, if they are others than those in use.
    ///
    /// All templates in use are compared: the tree's and those of its items, also of items that wait to show an entry. If
    /// one is another, or one that was missing is there now, ``tree`` is made anew from the source, shows the same data and
    /// has the same settings, callbacks and names of nodes. Lay out and draw again afterwards.
    ///
    /// ### What is kept
    /// What belongs to nodes that exist in both versions: how far they are scrolled, where a list with a ``ListWindow``
    /// keeps its first visible entry in its place; pages and the times at which they turn; the entries that an app changed;
    /// values that apps and programs of events set; and what was exposed already. A node exists in both versions if both
    /// have it with the same component and the same id. Nodes without an id go by their name, and those without either by
    /// their place: the first, second and so on of their component in the same parent.
    ///
    /// Programs for data run again, so what they set is that of the new version. A touch in progress is cancelled. Nodes
    /// that an app holds are those of the old version, and no longer shown.
    ///
    /// - Parameter source: The source of the templates, such as a manager; the tree's items come from it from now on.
    /// - Returns: Whether other versions are shown; `false` if nothing is another. Nothing is done either while the
    ///   container lays out or shows data, or an event program runs: call it again after that.
    /// - Throws: ``TemplateError`` if a template in use cannot be prepared, or the source does not have it any more; then
    ///   everything stays as it is.
    /// - Complexity: O(*n*) in the number of live nodes, and that of making them.
    @discardableResult
    public func follow(_ source: any TemplateSource) throws(TemplateError) -> Bool {
        try follow(source) { _ in }
    }

    /// Shows the versions of the templates that a source has now; see ``follow(_:)``.
    ///
    /// - Parameters:
    ///   - source: The source of the templates.
    ///   - willForget: Is called with the new nodes by the old ones, as far as they exist, before these are let go.
    /// - Returns: Whether other versions are shown.
    /// - Throws: ``TemplateError`` if a template in use is not available.
    package func follow(
        _ source: any TemplateSource,
        willForget: ([ObjectIdentifier: Node]) -> Void
    ) throws(TemplateError) -> Bool {
        guard !isBusy, !tree.context.isAtWork else { return false }
        guard let version = try TemplatesInUse(in: tree).newVersion(from: source) else {
            tree.context.source = source
            return false
        }
        isBusy = true
        defer { isBusy = false }
        let old = tree
        old.context.withTouch { $0.cancel() }
        let state = ItemState(of: old, isFollowed: true)
        let context = TreeContext(
            following: old.context,
            from: source,
            forgetting: version.changedTypes,
            recorded: version.root.recorded
        )
        let new = NodeTree(version.root, context: context, requestedType: old.requestedType)
        context.takeEventNodes(of: old.context) { $0.isInside(old.root) ? new.node(matching: $0, of: old) : $0 }
        layoutIssues.removeAll { version.changedTypes.contains($0.templateType) }
        replaceTree(with: new)
        if old.hasData { new.change(.update(old.data)) }
        if let state { new.makingItems { new.restore(state) } }
        var nodes: [ObjectIdentifier: Node] = [:]
        new.takePlaces(of: old, &nodes)
        // The items were not there before.
        context.takeEventNodes(of: old.context) { $0.isInside(old.root) ? nodes[ObjectIdentifier($0)] : nil }
        willForget(nodes)
        return true
    }
}

extension NodeTree {
    /// Returns the node that another version of the tree has for one of its own; `nil` for none.
    fileprivate func node(matching node: Node, of old: NodeTree) -> Node? {
        let positions = NodeMatching(from: old.prepared, to: prepared).positions
        let position = node.prototype.position
        guard node.tree === old, positions.indices.contains(position) else { return nil }
        return positions[position].flatMap { ownNodes[$0] }
    }
}

extension NodeTree {
    /// Finds the nodes that take the places of those of another version, without those of lists, which come later.
    ///
    /// The depth is that of containers inside each other, which is limited.
    fileprivate func takePlaces(of old: NodeTree, _ nodes: inout [ObjectIdentifier: Node]) {
        let positions = NodeMatching(from: old.prepared, to: prepared).positions
        let (before, after) = (old.ownNodes, ownNodes)
        for (position, node) in before {
            guard positions.indices.contains(position), let new = positions[position].flatMap({ after[$0] }) else {
                continue
            }
            nodes[ObjectIdentifier(node)] = new
            new.hostNumber = node.hostNumber
            guard !node.items.isEmpty, !new.items.isEmpty else { continue }
            // The live ones of the new version may begin at another entry. Pages show the first and the last entry twice.
            var items: [Int: [NodeTree]] = [:]
            for item in node.items.reversed() { items[item.entryIndex, default: []].append(item) }
            for newItem in new.items {
                guard let item = items[newItem.entryIndex]?.popLast(), item.requestedType == newItem.requestedType
                else {
                    continue
                }
                newItem.takePlaces(of: item, &nodes)
            }
        }
    }

    /// The nodes by their positions in the template.
    private var ownNodes: [Int: Node] {
        var nodes: [Int: Node] = [:]
        var node: Node? = root
        while let current = node {
            nodes[current.prototype.position] = current
            node = current.nextOwn(below: root)
        }
        return nodes
    }
}

/// The templates that a tree and its items were made of.
private struct TemplatesInUse {
    /// What another source has for them.
    struct Version {
        let root: PreparedTemplate
        /// The names in the files of the templates that are others now.
        var changedTypes: Set<String> = []
        var isOther = false
    }

    private let root: NodeTree
    /// Those of live trees, by the names in the data.
    private var live: [String: [PreparedTemplate]] = [:]
    /// Those of items that wait to show an entry.
    private var waiting: [String: [PreparedTemplate]] = [:]
    /// The containers of live trees.
    private var containers: [ItemContainerNode] = []

    init(in tree: NodeTree) {
        root = tree
        var trees = [(tree: tree, isLive: true)]
        while let (tree, isLive) = trees.popLast() {
            if isLive {
                Self.add(tree, to: &live)
            } else {
                Self.add(tree, to: &waiting)
            }
            var node: Node? = tree.root
            while let current = node {
                if let container = current as? ItemContainerNode {
                    if isLive { containers.append(container) }
                    for item in container.items { trees.append((item, isLive)) }
                    for items in container.list?.pool ?? [] { for item in items { trees.append((item.tree, false)) } }
                }
                node = current.nextOwn(below: tree.root)
            }
        }
    }

    private static func add(_ tree: NodeTree, to templates: inout [String: [PreparedTemplate]]) {
        let known = templates[tree.requestedType] ?? []
        guard !known.contains(where: { $0 === tree.prepared }) else { return }
        templates[tree.requestedType] = known + [tree.prepared]
    }

    /// Asks a source for all templates.
    ///
    /// - Returns: What it has; `nil` if nothing is another.
    /// - Throws: ``TemplateError`` if it does not have one that is shown.
    func newVersion(from source: any TemplateSource) throws(TemplateError) -> Version? {
        var version = Version(root: try source.preparedTemplate(for: root.requestedType))
        compare(live[root.requestedType] ?? [], with: version.root, &version)
        for (type, templates) in live.sorted(by: { $0.key < $1.key }) where type != root.requestedType {
            compare(templates, with: try source.preparedTemplate(for: type), &version)
        }
        for (type, templates) in waiting {
            // One that is gone is not shown, and must not be shown again.
            compare(templates, with: try? source.preparedTemplate(for: type), &version)
        }
        if !version.isOther { version.isOther = hasMissing(in: source) }
        return version.isOther ? version : nil
    }

    /// Whether a source has a template that was missing for an entry which is still there.
    private func hasMissing(in source: any TemplateSource) -> Bool {
        let context = root.context
        guard !context.missingTypes.isEmpty else { return false }
        var present: Set<String> = []
        for container in containers {
            for entry in container.presentEntries ?? [] {
                if case .string(let type)? = entry["type"] { present.insert(type) }
            }
        }
        context.missingTypes.formIntersection(present)
        return context.missingTypes.contains { (try? source.preparedTemplate(for: $0)) != nil }
    }

    private func compare(_ templates: [PreparedTemplate], with new: PreparedTemplate?, _ version: inout Version) {
        for old in templates where old !== new && old.template != new?.template {
            version.isOther = true
            version.changedTypes.insert(old.origin.type)
        }
    }
}
