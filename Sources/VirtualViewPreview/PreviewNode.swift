public import VirtualViewCore

/// What a page tells about one node.
public struct PreviewNode: Hashable, Sendable {
    /// A property as the template sets it.
    public struct Property: Hashable, Sendable {
        /// The attribute's name.
        public var name: String
        /// What the template says, a binding for instance.
        public var text: String
        /// What that is with the data shown; `nil` when it is what the template says.
        public var value: String?

        /// Describes a property.
        ///
        /// - Parameters:
        ///   - name: The attribute's name.
        ///   - text: What the template says.
        ///   - value: What that is with the data shown; `nil` when it is what the template says.
        public init(name: String, text: String, value: String? = nil) {
            self.name = name
            self.text = text
            self.value = value
        }
    }

    /// The component's element name.
    public var component: String
    /// The template that the node comes from.
    public var template: String
    /// The node's id; 0 for none.
    public var id: Int
    /// How many nodes are above it.
    public var depth: Int
    /// The frame in the picture as if nothing were scrolled, as `vvc layout` prints it.
    public var frame: LayoutRect
    /// The frame where it is drawn, with everything scrolled; `nil` when the node is not shown.
    public var shownFrame: LayoutRect?
    /// The part of ``shownFrame`` that no node above cuts off; `nil` when there is none.
    public var visibleFrame: LayoutRect?
    /// The properties in the template's order.
    public var properties: [Property] = []
    /// Where it stands in the source, if that is known.
    public var source: SourceMap.Position?

    /// Describes a node.
    ///
    /// - Parameters:
    ///   - component: The component's element name.
    ///   - template: The template that the node comes from.
    ///   - id: The node's id; 0 for none.
    ///   - depth: How many nodes are above it.
    ///   - frame: The frame in the picture as if nothing were scrolled.
    ///   - shownFrame: The frame where it is drawn; `nil` when the node is not shown.
    ///   - visibleFrame: The part of that which no node above cuts off.
    ///   - properties: The properties in the template's order.
    ///   - source: Where it stands in the source.
    public init(
        component: String,
        template: String,
        id: Int = 0,
        depth: Int = 0,
        frame: LayoutRect,
        shownFrame: LayoutRect? = nil,
        visibleFrame: LayoutRect? = nil,
        properties: [Property] = [],
        source: SourceMap.Position? = nil
    ) {
        self.component = component
        self.template = template
        self.id = id
        self.depth = depth
        self.frame = frame
        self.shownFrame = shownFrame
        self.visibleFrame = visibleFrame
        self.properties = properties
        self.source = source
    }
}

extension PreviewNode {
    /// Describes the nodes of a container that is laid out, in pre-order as in its display list.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - maximumCount: How many nodes are described at most; those at the end are left out.
    ///   - describe: Gives a node's properties and its place in the source.
    /// - Returns: The nodes, each before its children.
    /// - Complexity: O(*n*) in the number of nodes.
    public static func nodes(
        of container: Container,
        maximumCount: Int = .max,
        describe: (Node) -> (properties: [Property], source: SourceMap.Position?) = { _ in ([], nil) }
    ) -> [PreviewNode] {
        var rows: [PreviewNode] = []
        var open: [Opened] = []
        let whole = LayoutRect(size: container.size)
        for node in container.tree.nodes.prefix(maximumCount) {
            while let last = open.last, last.node !== node.parent { open.removeLast() }
            let entry = Opened(node, in: open.last, whole)
            let description = describe(node)
            rows.append(
                PreviewNode(
                    component: node.componentName,
                    template: node.templateType,
                    id: Int(node.id),
                    depth: open.count,
                    frame: entry.isGone ? .zero : LayoutRect(origin: entry.origin, size: node.frame.size),
                    shownFrame: entry.isHidden ? nil : entry.shown,
                    visibleFrame: entry.isHidden ? nil : entry.shown.common(with: entry.clip),
                    properties: description.properties,
                    source: description.source
                )
            )
            open.append(entry)
        }
        return rows
    }

    /// A node whose children are being described.
    private struct Opened {
        let node: Node
        /// The upper left corner as if nothing were scrolled.
        let origin: LayoutPoint
        /// The frame where it is drawn.
        let shown: LayoutRect
        /// What is seen of the container around it.
        let clip: LayoutRect
        /// What is seen of the container inside it.
        let clipInside: LayoutRect
        let isGone: Bool
        let isHidden: Bool

        init(_ node: Node, in parent: Opened?, _ whole: LayoutRect) {
            self.node = node
            isGone = parent?.isGone == true || node.visibility == .gone
            isHidden = parent?.isHidden == true || node.visibility != .visible || node.alpha <= 0
            let place = node.frame.origin
            let scrolled = (parent?.node as? ItemContainerNode)?.scrollOffset ?? .zero
            origin = LayoutPoint(x: (parent?.origin.x ?? 0) + place.x, y: (parent?.origin.y ?? 0) + place.y)
            shown = LayoutRect(
                origin: LayoutPoint(
                    x: (parent?.shown.origin.x ?? 0) + place.x - scrolled.x,
                    y: (parent?.shown.origin.y ?? 0) + place.y - scrolled.y
                ),
                size: node.frame.size
            )
            clip = parent?.clipInside ?? whole
            let scrolls = node is PageNode || node is ScrollerNode || node is SliderNode
            clipInside = scrolls ? clip.common(with: shown) ?? .zero : clip
        }
    }
}

extension LayoutRect {
    /// What two rectangles have in common; `nil` when that is nothing.
    fileprivate func common(with other: LayoutRect) -> LayoutRect? {
        let left = max(origin.x, other.origin.x)
        let top = max(origin.y, other.origin.y)
        let width = min(origin.x + size.width, other.origin.x + other.size.width) - left
        let height = min(origin.y + size.height, other.origin.y + other.size.height) - top
        guard width > 0, height > 0 else { return nil }
        return LayoutRect(x: left, y: top, width: width, height: height)
    }
}
