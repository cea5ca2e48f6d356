import VirtualViewExpressions

extension RenderedItem {
    /// A part of an item that takes touches.
    public struct TouchArea: Hashable, Sendable {
        /// The visible part of the node's frame, in the item.
        public let frame: LayoutRect
        /// Whether the node takes clicks.
        public let takesClicks: Bool
        /// Whether the node takes long clicks.
        public let takesLongClicks: Bool
        private let click: NodeEvent
        /// The number of the node in its template, in pre-order.
        let templateIndex: Int
        /// The frames from the root to the node, which all have to contain the touch.
        private let path: [TouchStep]

        init(_ node: Node, frame: LayoutRect, path: [TouchStep], click: NodeEvent) {
            self.frame = frame
            takesClicks = node.accepts(.click)
            takesLongClicks = node.accepts(.longClick)
            self.click = click
            templateIndex = node.templateIndex
            self.path = path
        }

        /// The path of the data that the node's tree shows.
        var dataPath: DataPath { click.dataPath }

        /// Describes an event of the node, as ``Container/send(_:at:)`` does; no event program runs.
        ///
        /// - Parameter kind: The kind of event.
        /// - Returns: The event.
        public func event(_ kind: NodeEvent.Kind) -> NodeEvent {
            var event = click
            event.kind = kind
            return event
        }

        /// Returns whether the node is touched at a point, by the same arithmetic as in a container.
        func contains(_ point: LayoutPoint) -> Bool {
            var inner = point
            for step in path {
                guard step.frame.contains(inner) else { return false }
                inner = step.inside(inner)
            }
            return true
        }
    }
}

/// The frame of a node in its parent, and where the coordinates of its children begin.
struct TouchStep: Hashable, Sendable {
    let frame: LayoutRect
    let inner: LayoutPoint

    init(_ node: Node) {
        frame = node.frame
        inner = node.scrolledOrigin
    }

    /// Converts a point of the parent to the node's own, scrolled coordinates.
    func inside(_ point: LayoutPoint) -> LayoutPoint {
        LayoutPoint(x: point.x - frame.origin.x - inner.x, y: point.y - frame.origin.y - inner.y)
    }
}

extension Container {
    /// Returns the parts that take touches, in the order in which ``hitTest(_:)`` tries them: the last child first, and
    /// a node after its children.
    func touchAreas() -> [RenderedItem.TouchArea] {
        var collector = TouchCollector(self)
        return collector.collect()
    }
}

/// Finds the nodes that take touches in one walk, without recursion.
private struct TouchCollector {
    private let container: Container
    private var areas: [RenderedItem.TouchArea] = []
    private var path: [TouchStep] = []
    private var open: [OpenNode] = []

    /// A node whose children are being visited, the last one first.
    private struct OpenNode {
        let node: Node
        /// The visible part of the node.
        let seen: LayoutRect
        /// The origin of the children's coordinates in the container, scrolled.
        let origin: LayoutPoint
        var child: Int
    }

    init(_ container: Container) {
        self.container = container
    }

    mutating func collect() -> [RenderedItem.TouchArea] {
        let root = container.tree.root
        visit(root, at: .zero, seen: root.frame)
        while let last = open.last {
            if last.child > 0 {
                open[open.count - 1].child -= 1
                visit(last.node.childNodes[last.child - 1], at: last.origin, seen: last.seen)
            } else {
                if last.node.takesTouches {
                    let event = container.tree.event(.click, on: last.node)
                    areas.append(.init(last.node, frame: last.seen, path: path, click: event))
                }
                open.removeLast()
                path.removeLast()
            }
        }
        return areas
    }

    /// Opens a node if a touch can reach it.
    private mutating func visit(_ node: Node, at origin: LayoutPoint, seen: LayoutRect) {
        guard open.count < LayoutEngine.maximumDepth, node.properties.layout.visibility == .visible else { return }
        let step = TouchStep(node)
        let place = LayoutPoint(x: origin.x + step.frame.origin.x, y: origin.y + step.frame.origin.y)
        let seen = seen.intersection(LayoutRect(origin: place, size: step.frame.size))
        guard !seen.isEmpty else { return }
        path.append(step)
        open.append(
            OpenNode(
                node: node,
                seen: seen,
                origin: LayoutPoint(x: place.x + step.inner.x, y: place.y + step.inner.y),
                child: node.childNodes.count
            )
        )
    }
}
