import VirtualViewExpressions
import VirtualViewFormat

/// Finds the elements for screen readers in one walk, without recursion, however deep the nodes are.
///
/// A node is one of these: an element that contains others (a list, pages); an element that speaks for everything below
/// it (a button, a group, what has a label); a text; or nothing, so that only its children count. What a user can
/// operate stays an element of its own, wherever it is.
struct AccessibilityWalk {
    private typealias Element = AccessibilityTree.Element

    private let container: Container
    private let context: DrawingContext
    private var elements: [AccessibilityTree.Element] = []
    private var nodes: [Node] = []
    /// The number of elements whose parent an element is.
    private var childCounts: [Int] = []
    /// The elements that turned out to say nothing after others were added.
    private var dropped: [Int] = []
    private var open: [OpenNode] = []

    /// What the nodes below a node belong to.
    private struct Scope {
        /// The list, the pages or the group.
        var parent: Int?
        /// The entry of the list.
        var entryIndex: Int?
        /// The element that speaks for the nodes; `nil` if each speaks for itself.
        var speaker: Int?
        /// Whether the speaker takes its label from the nodes.
        var isJoined = false
        /// Whether the speaker is a group.
        var isGroup = false
    }

    /// A node whose children are being visited.
    private struct OpenNode {
        let node: Node
        let dataPath: DataPath
        /// The origin of the children's coordinates in the container, scrolled.
        let origin: LayoutPoint
        let order: [Int]?
        let scope: Scope
        /// The element that the node is, if it may turn out to say nothing.
        let element: Int?
        var nextChild = 0
    }

    init(_ container: Container) {
        self.container = container
        context = DrawingContext(container)
    }

    mutating func run() -> AccessibilityTree {
        let root = container.tree.root
        visit(root, root.treeLink?.dataPath ?? DataPath(), at: .zero, Scope())
        while let last = open.last {
            let count = last.order?.count ?? last.node.childNodes.count
            guard last.nextChild < count else {
                open.removeLast()
                if let element = last.element { close(element) }
                continue
            }
            open[open.count - 1].nextChild += 1
            let child = last.node.childNodes[last.order?[last.nextChild] ?? last.nextChild]
            var scope = last.scope
            // The elements of a list's item belong to its entry.
            if let item = child.treeLink, scope.speaker == nil, scope.parent != nil, scope.parent == last.element {
                scope.entryIndex = (last.node as? PageNode)?.currentPage ?? item.entryIndex
            }
            visit(child, child.treeLink?.dataPath ?? last.dataPath, at: last.origin, scope)
        }
        compact()
        return AccessibilityTree(elements: elements, nodes: nodes)
    }

    /// Adds the element that a node is, and opens the node for its children.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - dataPath: The path of the data that it shows.
    ///   - origin: The origin of its parent's coordinates in the container, scrolled.
    ///   - scope: What it belongs to.
    private mutating func visit(_ node: Node, _ dataPath: DataPath, at origin: LayoutPoint, _ scope: Scope) {
        guard open.count < LayoutEngine.maximumDepth, node.properties.layout.visibility == .visible,
            context.opacity(of: node) > 0, !node.isUnread
        else { return }
        let frame = LayoutRect(
            x: origin.x + node.frame.origin.x,
            y: origin.y + node.frame.origin.y,
            width: node.frame.size.width,
            height: node.frame.size.height
        )
        // Nothing is seen or touched of what has no size; other nodes may still be outside of it.
        if frame.isEmpty, node.scrollsContent { return }
        let (inner, element) = frame.isEmpty ? (scope, nil) : enter(node, dataPath, frame, scope)
        guard !node.childNodes.isEmpty else {
            if let element { close(element) }
            return
        }
        // The one rule for where the coordinates of children begin is that of touches.
        let start = TouchStep(node).inside(.zero)
        open.append(
            OpenNode(
                node: node,
                dataPath: dataPath,
                origin: LayoutPoint(x: origin.x - start.x, y: origin.y - start.y),
                order: order(of: node),
                scope: inner,
                element: element
            )
        )
    }

    private func order(of node: Node) -> [Int]? {
        guard let page = node as? PageNode else { return node.readingOrder }
        // The other pages, and the copies at the ends, are not shown.
        return page.currentItem.map { [$0.root.indexInParent] } ?? []
    }

    /// Adds what a node says to the element that speaks for it, or as an element of its own.
    ///
    /// - Returns: What the nodes below belong to, and the new element.
    private mutating func enter(
        _ node: Node,
        _ dataPath: DataPath,
        _ frame: LayoutRect,
        _ scope: Scope
    ) -> (Scope, Int?) {
        let role = node.saidRole
        let isOperable = role != .none && (node.accepts(.click) || node.accepts(.longClick))
        let isGroup = node.speaksAsGroup
        let component = node.componentRole
        let isContainer =
            (component == .list || component == .pages) && role == .automatic && !isGroup
        let isFree = scope.speaker == nil
        if isContainer, isFree || (node.scrollsContent && !scope.isGroup) {
            let element = add(node, dataPath, frame, scope, component, node.ownAccessibilityLabel)
            return (Scope(parent: element), element)
        }
        let label = node.ownAccessibilityLabel
        let isSpeaker = isGroup || (role != .automatic && role != .none) || label != nil
        if isOperable || (isFree && (isSpeaker || component == .text)) {
            let said = node.accessibilityText.flatMap { $0.isBlank ? nil : $0 }
            let element = add(node, dataPath, frame, scope, self.role(of: node, role, isOperable), said)
            var inner = scope
            inner.speaker = element
            inner.isJoined = label == nil
            if isGroup { (inner.parent, inner.isGroup) = (element, true) }
            return (inner, element)
        }
        guard let speaker = scope.speaker, scope.isJoined else { return (scope, nil) }
        if let text = node.accessibilityText, !text.isBlank {
            join(text, to: speaker)
            if label != nil, let value = node.readValue { join(value, to: speaker) }
        }
        var inner = scope
        inner.isJoined = label == nil
        return (inner, nil)
    }

    private func role(of node: Node, _ role: Node.AccessibilityRole, _ isOperable: Bool) -> Element.Role {
        switch role {
        case .button: return .button
        case .header: return .header
        case .image: return .image
        case .link: return .link
        case .automatic where isOperable: return .button
        default: break
        }
        switch node.componentRole {
        case .text: return .text
        case .image, .progress: return role == .none ? .none : node.componentRole
        default: return .none
        }
    }

    private mutating func add(
        _ node: Node,
        _ dataPath: DataPath,
        _ frame: LayoutRect,
        _ scope: Scope,
        _ role: Element.Role,
        _ label: String?
    ) -> Int {
        let actions = node.saidRole == .none ? [] : node.accessibilityActions
        let list = role == .list || role == .pages ? node as? ItemContainerNode : nil
        let page = role == .pages ? node as? PageNode : nil
        elements.append(
            Element(
                dataPath: dataPath,
                templateIndex: node.templateIndex,
                nodeID: node.properties.id,
                parent: scope.parent,
                role: role,
                label: label,
                value: node.readValue,
                states: node.accessibilityStates,
                actions: actions,
                frame: frame,
                entryIndex: scope.entryIndex,
                entryCount: page?.pageCount ?? list?.entryCount,
                currentPage: page?.currentPage
            )
        )
        nodes.append(node)
        childCounts.append(0)
        if let parent = scope.parent { childCounts[parent] += 1 }
        return elements.count - 1
    }

    private mutating func join(_ text: String, to speaker: Int) {
        if elements[speaker].label == nil {
            elements[speaker].label = text
        } else {
            elements[speaker].label?.append(", ")
            elements[speaker].label?.append(text)
        }
    }

    /// Drops an element that says nothing and with which nothing can be done, when everything below it is known.
    private mutating func close(_ index: Int) {
        let element = elements[index]
        guard element.label == nil, element.value == nil, childCounts[index] == 0 else { return }
        // An empty list, also one that could be clicked, is nothing; a button without a label is still a button.
        guard element.actions.isEmpty || element.role == .list || element.role == .pages else { return }
        if let parent = element.parent { childCounts[parent] -= 1 }
        guard index == elements.count - 1 else { return dropped.append(index) }
        elements.removeLast()
        nodes.removeLast()
        childCounts.removeLast()
    }

    /// Removes the dropped elements in front of others, to whom nothing belongs.
    private mutating func compact() {
        guard !dropped.isEmpty else { return }
        var isDropped = [Bool](repeating: false, count: elements.count)
        for index in dropped { isDropped[index] = true }
        var places = [Int](repeating: 0, count: elements.count)
        var count = 0
        for index in elements.indices {
            places[index] = count
            guard !isDropped[index] else { continue }
            var element = elements[index]
            element.parent = element.parent.map { places[$0] }
            elements[count] = element
            nodes[count] = nodes[index]
            count += 1
        }
        elements.removeLast(elements.count - count)
        nodes.removeLast(nodes.count - count)
    }
}

extension String {
    /// Whether there is nothing to say: the text is empty or white space alone.
    fileprivate var isBlank: Bool { allSatisfy { $0.isSpace } }
}
