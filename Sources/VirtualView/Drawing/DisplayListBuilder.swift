/// Makes the display list of a container: one walk over its nodes.
struct DisplayListBuilder {
    let context: DrawingContext
    private let size: LayoutSize
    private let isCulling: Bool
    private(set) var items: [DisplayItem] = []
    private var nodeIndex = 0

    init(_ container: Container, isCulling: Bool) {
        context = DrawingContext(container)
        size = container.size
        self.isCulling = isCulling
    }

    mutating func build(_ root: Node) -> DisplayList {
        add(root, at: root.frame.origin, seen: LayoutRect(size: size), depth: 1)
        return DisplayList(size: size, items: items)
    }

    /// Adds a node and everything below it.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - origin: Its upper left corner in the container.
    ///   - seen: What is seen of the container there.
    ///   - depth: The number of nodes above, this one counted.
    private mutating func add(_ node: Node, at origin: LayoutPoint, seen: LayoutRect, depth: Int) {
        guard depth <= LayoutEngine.maximumDepth, node.properties.layout.visibility == .visible else {
            return skip(node)
        }
        let frame = LayoutRect(origin: origin, size: node.frame.size)
        let group = context.group(of: node, frame)
        guard group.opacity > 0 else { return skip(node) }
        let inner = group.clip.map(seen.intersection) ?? seen
        guard !isCulling || group.clip == nil || !inner.isEmpty else { return skip(node) }
        let index = nodeIndex
        nodeIndex += 1
        let isGrouped = group.opacity < 1 || group.scrolling != nil || (group.clip != nil && !node.childNodes.isEmpty)
        let start = items.count
        let drawings = context.drawings(of: node, frame)
        let reach = -drawings.outset
        let drawn = frame.inset(by: LayoutInsets(left: reach, top: reach, right: reach, bottom: reach))
        let isSeen = !isCulling || !drawn.intersection(seen).isEmpty
        // A clip keeps children inside the box; the box itself is drawn below them, and its border is not cut.
        if group.opacity < 1 { append(.beginGroup(DisplayGroup(group, keepsClip: false)), node, index, frame) }
        if isSeen {
            for content in drawings.contents { append(content, node, index, frame) }
        }
        let clips = isGrouped && (group.clip != nil || group.scrolling != nil) && !node.childNodes.isEmpty
        if clips { append(.beginGroup(DisplayGroup(group, keepsClip: true)), node, index, frame) }
        let childrenStart = items.count
        addChildren(of: node, at: origin, seen: inner, depth: depth)
        if clips { endGroup(from: childrenStart, node, index, frame) }
        if group.opacity < 1 { endGroup(from: start + 1, node, index, frame) }
    }

    private mutating func addChildren(of node: Node, at origin: LayoutPoint, seen: LayoutRect, depth: Int) {
        let offset = (node as? ItemContainerNode)?.scrollOffset ?? .zero
        for child in node.childNodes {
            let place = LayoutPoint(
                x: origin.x - offset.x + child.frame.origin.x,
                y: origin.y - offset.y + child.frame.origin.y
            )
            add(child, at: place, seen: seen, depth: depth + 1)
        }
    }

    /// Ends a group; one with nothing in it goes.
    private mutating func endGroup(from start: Int, _ node: Node, _ index: Int, _ frame: LayoutRect) {
        if items.count == start {
            items.removeLast()
        } else {
            append(.endGroup, node, index, frame)
        }
    }

    private mutating func append(_ content: DisplayItem.Content, _ node: Node, _ index: Int, _ frame: LayoutRect) {
        items.append(
            DisplayItem(
                nodeIndex: index,
                nodeID: node.properties.id,
                accessibilityText: context.accessibilityText(of: node),
                frame: frame,
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

extension DisplayGroup {
    fileprivate init(_ group: DisplayGroup, keepsClip: Bool) {
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

extension LayoutRect {
    var isEmpty: Bool {
        !(size.width > 0 && size.height > 0)
    }

    /// What two rectangles have in common; empty when that is nothing.
    func intersection(_ other: LayoutRect) -> LayoutRect {
        let left = max(origin.x, other.origin.x)
        let top = max(origin.y, other.origin.y)
        let right = min(origin.x + size.width, other.origin.x + other.size.width)
        let bottom = min(origin.y + size.height, other.origin.y + other.size.height)
        return LayoutRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    /// The rectangle without a border on each side, never less than nothing.
    func inset(by insets: LayoutInsets) -> LayoutRect {
        LayoutRect(
            x: origin.x + Double(insets.left),
            y: origin.y + Double(insets.top),
            width: max(0, size.width - Double(insets.left) - Double(insets.right)),
            height: max(0, size.height - Double(insets.top) - Double(insets.bottom))
        )
    }
}

extension Container {
    /// Describes what a host draws.
    ///
    /// Lay out first. Nothing is marked as drawn before this is called.
    ///
    /// - Parameter culling: Whether items are left out that lie outside the container or what is scrolled into sight;
    ///   hosts that scroll by themselves take all.
    /// - Returns: The items from back to front.
    /// - Complexity: O(*n*) in the number of nodes, and that of breaking texts.
    public func displayList(culling: Bool = true) -> DisplayList {
        var builder = DisplayListBuilder(self, isCulling: culling)
        let list = builder.build(tree.root)
        var node: Node? = tree.root
        while let current = node {
            let isMarked = !current.needs.isDisjoint(with: [.drawing, .drawingBelow])
            current.needs.subtract([.drawing, .drawingBelow])
            node = isMarked ? current.next(below: tree.root) : current.nextSkippingChildren(below: tree.root)
        }
        return list
    }

    /// Whether the last display list is out of date.
    public var needsDisplay: Bool {
        needsLayout || !tree.root.needs.isDisjoint(with: [.drawing, .drawingBelow])
    }
}
