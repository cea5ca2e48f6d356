public import VirtualViewCore
import VirtualViewFormat

/// The description of one node on a page.
public struct PreviewNode: Hashable, Sendable {
    /// A property as the template sets it.
    public struct Property: Hashable, Sendable {
        /// The attribute's name.
        public var name: String
        /// The value in the template, which may be a binding.
        public var text: String
        /// The value with the data that is shown; `nil` if it is the same as in the template.
        public var value: String?

        /// Describes a property.
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
    /// The number of nodes above it.
    public var depth: Int
    /// The frame in the picture as if nothing were scrolled, as `vvc layout` prints it.
    public var frame: LayoutRect
    /// The frame as it is drawn, with everything scrolled; `nil` if the node is not shown.
    public var shownFrame: LayoutRect?
    /// The part of ``shownFrame`` that no node above clips; `nil` if there is none.
    public var visibleFrame: LayoutRect?
    /// The properties, in the template's order.
    public var properties: [Property] = []
    /// The position in the source, if it is known.
    public var source: SourceMap.Position?

    /// Describes a node.
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
    ///   - maximumCount: The largest number of nodes to describe; the last ones are left out.
    ///   - describe: Returns a node's properties and its position in the source.
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
        let drawing = DrawingContext(container)
        for node in container.tree.nodes.prefix(maximumCount) {
            while let last = open.last, last.node !== node.parent { open.removeLast() }
            let entry = Opened(node, in: open.last, whole, drawing)
            let description = describe(node)
            let visible = entry.shown.intersection(entry.clip)
            rows.append(
                PreviewNode(
                    component: node.componentName,
                    template: node.templateType,
                    id: Int(node.id),
                    depth: open.count,
                    frame: entry.isGone ? .zero : LayoutRect(origin: entry.origin, size: node.frame.size),
                    shownFrame: entry.isHidden ? nil : entry.shown,
                    visibleFrame: entry.isHidden || visible.isEmpty ? nil : visible,
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
        /// The frame as it is drawn.
        let shown: LayoutRect
        /// The visible part of the container around the node.
        let clip: LayoutRect
        /// The visible part of the container inside the node.
        let clipInside: LayoutRect
        let isGone: Bool
        let isHidden: Bool

        init(_ node: Node, in parent: Opened?, _ whole: LayoutRect, _ drawing: DrawingContext) {
            self.node = node
            isGone = parent?.isGone == true || node.visibility == .gone
            let place = node.frame.origin
            let content = parent?.node.contentOrigin ?? .zero
            let scrolled = parent?.node.scrolledOrigin ?? .zero
            origin = LayoutPoint(
                x: (parent?.origin.x ?? 0) + content.x + place.x,
                y: (parent?.origin.y ?? 0) + content.y + place.y
            )
            shown = LayoutRect(
                origin: LayoutPoint(
                    x: (parent?.shown.origin.x ?? 0) + place.x + scrolled.x,
                    y: (parent?.shown.origin.y ?? 0) + place.y + scrolled.y
                ),
                size: node.frame.size
            )
            let clip = parent?.clipInside ?? whole
            self.clip = clip
            let group = drawing.group(of: node, shown, isPressed: false)
            isHidden = parent?.isHidden == true || node.visibility != .visible || group.opacity <= 0
            clipInside = group.clip.map { clip.intersection($0) } ?? clip
        }
    }
}

extension DisplayList {
    /// The number of drawing steps: the items, and the lines of texts.
    package var drawingCount: Int {
        items.reduce(0) { $0 + $1.drawingCount }
    }

    /// Returns the first part of the drawing.
    ///
    /// A group that is open where the list is cut has no end; renderers end it.
    ///
    /// - Parameter count: The largest number of drawing steps.
    /// - Returns: The list without the rest.
    /// - Complexity: O(*n*) in the number of items.
    package func first(_ count: Int) -> DisplayList {
        var first = DisplayList(size: size)
        var room = max(0, count)
        for item in items {
            var item = item
            if case .text(var text) = item.content, text.lines.count > room {
                text.lines.removeLast(text.lines.count - room)
                item.content = .text(text)
            }
            guard item.drawingCount <= room else { break }
            room -= item.drawingCount
            first.items.append(item)
        }
        return first
    }
}

extension DisplayList.Item {
    fileprivate var drawingCount: Int {
        switch content {
        case .text(let text): text.lines.count
        case .endGroup: 0
        default: 1
        }
    }
}
