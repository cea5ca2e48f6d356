import VirtualViewExpressions

/// Makes the display list of a container in one walk over its nodes, without recursion, however deep they are.
struct DisplayListBuilder {
    let context: DrawingContext
    private let size: LayoutSize
    private let pressedNode: Node?
    private let isCulling: Bool
    private let hasNextPages: Bool
    private(set) var items: [DisplayList.Item] = []
    private var nodeIndex = 0
    private var open: [OpenNode] = []

    /// A node whose children are being added.
    private struct OpenNode {
        let node: Node
        let index: Int
        let dataPath: DataPath
        /// Whether screen readers leave the node out.
        let isUnread: Bool
        let frame: LayoutRect
        /// The origin of the children's coordinates in the container, scrolled.
        let origin: LayoutPoint
        /// The visible part of the container inside the node.
        let seen: LayoutRect
        let isPressed: Bool
        /// The number of items before each group that ends with the node.
        var groupStarts: [Int] = []
        var nextChild = 0
        /// What to leave to when the node is done; `nil` if it is not the root of an item.
        var outerPhase: UInt64?
    }

    init(_ container: Container, isCulling: Bool, hasNextPages: Bool) {
        context = DrawingContext(container)
        size = container.size
        pressedNode = container.tree.context.touch.pressedNode
        self.isCulling = isCulling
        self.hasNextPages = hasNextPages
    }

    mutating func build(_ root: Node) -> DisplayList {
        add(root, root.treeLink?.dataPath ?? DataPath(), at: root.frame.origin, seen: LayoutRect(size: size).withReach)
        while let last = open.last {
            if last.nextChild < last.node.childNodes.count {
                open[open.count - 1].nextChild += 1
                let child = last.node.childNodes[last.nextChild]
                let place = LayoutPoint(
                    x: last.origin.x + child.frame.origin.x,
                    y: last.origin.y + child.frame.origin.y
                )
                let item = child.treeLink
                let phase = item.map { $0.context.enter(.draw, item: $0.itemNumber) }
                let depth = open.count
                add(
                    child,
                    item?.dataPath ?? last.dataPath,
                    at: place,
                    seen: last.seen,
                    isPressed: last.isPressed
                )
                guard let item, let phase else { continue }
                if open.count > depth { open[depth].outerPhase = phase } else { item.context.leave(to: phase) }
            } else {
                open.removeLast()
                for start in last.groupStarts.reversed() { endGroup(from: start, last) }
                if let phase = last.outerPhase { last.node.treeLink?.context.leave(to: phase) }
            }
        }
        return DisplayList(size: size, items: items)
    }

    /// Adds the node's own drawing, and opens the node for its children.
    private mutating func add(
        _ node: Node,
        _ dataPath: DataPath,
        at origin: LayoutPoint,
        seen: LayoutRect,
        isPressed: Bool = false
    ) {
        guard open.count < LayoutEngine.maximumDepth, node.properties.layout.visibility == .visible else {
            return skip(node)
        }
        let frame = LayoutRect(origin: origin, size: node.frame.size)
        // What takes touches itself is not pressed together with what it stands in.
        let isPressed = node === pressedNode || (isPressed && !node.takesTouches)
        let group = context.group(of: node, frame, isPressed: isPressed)
        guard group.opacity > 0 else { return skip(node) }
        var inner = group.clip.map { seen.intersection($0.withReach) } ?? seen
        guard !isCulling || group.clip == nil || !inner.isEmpty else { return skip(node) }
        if hasNextPages, let page = node as? PageNode { inner = page.withNextPages(inner) }
        let scrolled = node.scrolledOrigin
        var entry = OpenNode(
            node: node,
            index: nodeIndex,
            dataPath: dataPath,
            isUnread: open.last?.isUnread == true || node.isUnread,
            frame: frame,
            origin: LayoutPoint(x: origin.x + scrolled.x, y: origin.y + scrolled.y),
            seen: inner,
            isPressed: isPressed
        )
        nodeIndex += 1
        if group.opacity < 1 { begin(DisplayList.Group(group, keepsClip: false), &entry) }
        if !isCulling || !context.reach(of: node, frame).intersection(seen).isEmpty {
            for content in context.contents(of: node, frame, isPressed: isPressed) { append(content, entry, frame) }
            if node.prototype.component.isOfApp {
                for piece in context.ownContents(of: node, frame) { append(piece.content, entry, piece.frame) }
                if let slot = context.slot(of: node, frame) { append(.slot(slot), entry, frame) }
            }
        }
        if !node.childNodes.isEmpty, !context.placesChildren(of: node) {
            for child in node.childNodes { skip(child) }
            entry.nextChild = node.childNodes.count
        }
        let hasChildren = entry.nextChild < node.childNodes.count
        // A clip keeps children inside the box; the box itself is drawn below them, and its border is not clipped.
        if group.clip != nil, hasChildren { begin(DisplayList.Group(group, keepsClip: true), &entry) }
        if hasChildren || !entry.groupStarts.isEmpty { open.append(entry) }
    }

    private mutating func begin(_ group: DisplayList.Group, _ entry: inout OpenNode) {
        append(.beginGroup(group), entry, entry.frame)
        entry.groupStarts.append(items.count)
    }

    /// Ends a group; an empty one is removed.
    private mutating func endGroup(from start: Int, _ entry: OpenNode) {
        if items.count == start {
            items.removeLast()
        } else {
            append(.endGroup, entry, entry.frame)
        }
    }

    private mutating func append(_ content: DisplayList.Item.Content, _ entry: OpenNode, _ frame: LayoutRect) {
        items.append(
            DisplayList.Item(
                nodeIndex: entry.index,
                dataPath: entry.dataPath,
                templateIndex: entry.node.templateIndex,
                nodeID: entry.node.properties.id,
                accessibilityText: entry.isUnread ? nil : entry.node.accessibilityText,
                frame: frame,
                isRightToLeft: entry.node.isRightToLeft,
                content: content
            )
        )
    }

    /// Counts the nodes that draw nothing, so that the others have the right numbers.
    private mutating func skip(_ node: Node) {
        var current: Node? = node
        while let next = current {
            nodeIndex += 1
            current = next.next(below: node)
        }
    }
}

extension DisplayList.Group {
    fileprivate init(_ group: DisplayList.Group, keepsClip: Bool) {
        self = group
        if keepsClip {
            opacity = 1
        } else {
            clip = nil
            radii = .zero
            scrolling = nil
        }
    }
}

extension PageNode {
    /// Returns a part of the node that is seen, with as much of the pages before and after it.
    fileprivate func withNextPages(_ seen: LayoutRect) -> LayoutRect {
        var seen = seen
        if orientation == .vertical {
            seen.origin.y -= frame.size.height
            seen.size.height += 2 * frame.size.height
        } else {
            seen.origin.x -= frame.size.width
            seen.size.width += 2 * frame.size.width
        }
        return seen
    }
}

extension LayoutRect {
    /// The rectangle; one without an area with a point on each side.
    ///
    /// What wraps images that have not arrived has none, and they arrive only if a host finds them in the list.
    fileprivate var withReach: LayoutRect {
        isEmpty ? outset(by: LayoutInsets(left: 1, top: 1, right: 1, bottom: 1)) : self
    }
}

extension Container {
    /// Returns the items to draw.
    ///
    /// Lay out first. A call marks all nodes as drawn.
    ///
    /// - Parameter culling: Whether to leave out items outside the container or the visible part of scrolled content;
    ///   hosts that scroll by themselves need all items.
    /// - Returns: The items from back to front.
    /// - Complexity: O(*n*) in the number of nodes, plus that of breaking the texts that are not left out.
    public func displayList(culling: Bool = true) -> DisplayList {
        displayList(isCulling: culling, hasNextPages: false)
    }

    /// Returns the items to draw for a host in which pages slide: those of the pages next to the shown ones, too.
    package func displayListWithNextPages() -> DisplayList {
        displayList(isCulling: true, hasNextPages: true)
    }

    private func displayList(isCulling: Bool, hasNextPages: Bool) -> DisplayList {
        deliver?()
        let context = tree.context
        let outer = context.enter(.draw)
        defer { context.leave(to: outer) }
        var builder = DisplayListBuilder(self, isCulling: isCulling, hasNextPages: hasNextPages)
        let list = builder.build(tree.root)
        // What a layout is still to move has to be drawn again after it.
        guard !needsLayout else { return list }
        var node: Node? = tree.root
        while let current = node {
            let isMarked = !current.needs.isDisjoint(with: [.drawing, .drawingBelow])
            current.needs.subtract([.drawing, .drawingBelow])
            node = isMarked ? current.next(below: tree.root) : current.nextSkippingChildren(below: tree.root)
        }
        return list
    }

    /// Returns the node of an item of the last display list.
    ///
    /// While an entry of a list stays live it keeps its nodes, also when other entries come before it; nodes that it no
    /// longer needs show another entry later, which ``NodeTree/dataPath`` of their tree tells.
    ///
    /// - Parameter item: The item.
    /// - Returns: The node; `nil` if the tree changed since, so that another node has its number.
    /// - Complexity: O(*n*) in the number of nodes before it.
    public func node(of item: DisplayList.Item) -> Node? {
        let node = tree.nodes.dropFirst(max(0, item.nodeIndex)).first { _ in true }
        return node?.isShown(by: item) == true ? node : nil
    }

    /// Returns what finds the nodes of many items, with one walk over the tree for all of them.
    ///
    /// - Returns: Does what ``node(of:)`` does, as long as the tree does not change.
    package func nodeFinder() -> (DisplayList.Item) -> Node? {
        var nodes: [Node]?
        return { [tree] item in
            let all = nodes ?? Array(tree.nodes)
            nodes = all
            guard all.indices.contains(item.nodeIndex), all[item.nodeIndex].isShown(by: item) else { return nil }
            return all[item.nodeIndex]
        }
    }

    /// Whether the last display list is outdated.
    public var needsDisplay: Bool {
        needsLayout || !tree.root.needs.isDisjoint(with: [.drawing, .drawingBelow])
    }
}

extension Node {
    /// Whether an item of a display list shows the node, and not the one that had its number before.
    fileprivate func isShown(by item: DisplayList.Item) -> Bool {
        templateIndex == item.templateIndex && tree?.dataPath == item.dataPath
    }
}
