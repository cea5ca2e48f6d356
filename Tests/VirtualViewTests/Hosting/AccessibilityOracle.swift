@testable import VirtualView
@testable import VirtualViewCore

/// What a screen reader presents, by the rules as the page gives them: recursive, and each question answered anew.
struct AccessibilityOracle {
    let container: Container

    struct Element: Equatable {
        var role: String
        var label: String?
        var frame: LayoutRect
        var isOperable: Bool
        var entry: Int?
        var inner: [Element] = []

        /// Whether two frames are one; what is too large for numbers is it in both.
        private static func isSame(_ one: LayoutRect, _ other: LayoutRect) -> Bool {
            zip(numbers(one), numbers(other)).allSatisfy { one, other in
                abs(one - other) < 0.001 || (!one.isFinite && !other.isFinite)
            }
        }

        private static func numbers(_ rect: LayoutRect) -> [Double] {
            [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
        }

        static func == (one: Element, other: Element) -> Bool {
            one.role == other.role && one.label == other.label && one.isOperable == other.isOperable
                && one.entry == other.entry && one.inner == other.inner && isSame(one.frame, other.frame)
        }
    }

    func elements() -> [Element] { elements(container.tree.root, entry: nil) }

    // MARK: What a node is

    private func isLeftOut(_ node: Node) -> Bool {
        node.visibility != .visible || node.alpha <= 0 || node.isAccessibilityHidden
            || (scrolls(node) && isEmpty(node))
    }

    private func isEmpty(_ node: Node) -> Bool {
        !(node.frame.size.width > 0) || !(node.frame.size.height > 0)
    }

    private func scrolls(_ node: Node) -> Bool { node is PageNode || node is ScrollerNode || node is SliderNode }

    private func isList(_ node: Node) -> Bool {
        (scrolls(node) || node is GridNode || node is VHNode) && !node.isAccessibilityGroup
            && node.accessibilityRole == .automatic
    }

    private func isOperable(_ node: Node) -> Bool {
        !node.flag.isDisjoint(with: [.clickable, .longClickable]) && node.accessibilityRole != .none
    }

    private func isAdjustable(_ node: Node) -> Bool {
        if node.accessibilityRole == .none { return false }
        if let page = node as? PageNode { return page.canSlide && page.pageCount > 1 }
        guard let slider = node as? SliderNode else { return false }
        let (size, content, offset) = (slider.frame.size, slider.contentSize, slider.scrollOffset)
        return slider.orientation == .vertical
            ? content.height > size.height + 0.5 || offset.y > 0.5 : content.width > size.width + 0.5 || offset.x > 0.5
    }

    private func word(_ text: String?) -> String? {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }

    private func given(_ node: Node) -> String? {
        if let label = node.accessibilityLabel, label != "" { return label }
        guard case .string(let text)? = node.customProperty(named: "contentDescription"), text != "" else { return nil }
        return text
    }

    private func said(_ node: Node) -> String? { word(given(node) ?? (node as? TextNode)?.text) }

    private func value(_ node: Node) -> String? {
        if let value = node.accessibilityValue, value != "" { return value }
        return (node as? ProgressNode).map { "\(Int(($0.filledFraction * 100).rounded()))%" }
    }

    private func role(_ node: Node) -> String {
        switch node.accessibilityRole {
        case .button, .header, .image, .link: return "\(node.accessibilityRole)"
        case .automatic where isOperable(node): return "button"
        default: break
        }
        if node is TextNode { return "text" }
        if node.accessibilityRole == .automatic, node is ImageNode { return "image" }
        if node.accessibilityRole == .automatic, node is ProgressNode { return "progress" }
        return "none"
    }

    /// The children that are shown, in the order in which they are read.
    private func children(_ node: Node) -> [Node] {
        var found = Array(node.children.enumerated())
        switch node {
        case let page as PageNode:
            let shown = found.filter { $0.element.visibility != .gone }
            // The one that the page is scrolled to, whatever copies there are before it.
            let isVertical = page.orientation == .vertical
            let place =
                isVertical
                ? page.scrollOffset.y / page.frame.size.height : page.scrollOffset.x / page.frame.size.width
            // Pages without a size are all at the same place; half of the copies stand before them.
            let number = place.isFinite ? Int(place.rounded()) : page.currentPage + (shown.count - page.pageCount) / 2
            found = page.pageCount > 0 ? [shown[number]] : []
        case let row as VH2LayoutNode:
            let end: Node.PlacementDirection = row.orientation == .vertical ? .bottom : .right
            func rank(_ child: (offset: Int, element: Node)) -> Int {
                child.element.layoutDirection.contains(end) ? 100_000 - child.offset : child.offset
            }
            found.sort { rank($0) < rank($1) }
        case let flex as FlexLayoutNode:
            found.sort { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            found = Self.lines(found, of: flex, FlexStyle(flex)).flatMap { $0 }
        default: break
        }
        return found.map(\.element)
    }

    private typealias Child = (offset: Int, element: Node)

    /// The lines of a flex layout from the first on the screen: in each, what follows begins behind what is before it.
    private static func lines(_ children: [Child], of flex: FlexLayoutNode, _ style: FlexStyle) -> [[Child]] {
        func sides(_ node: Node) -> (near: Double, far: Double) {
            let (frame, layout) = (node.frame, node.properties.layout)
            let outer = layout.margins.insets
            if style.isVertical {
                return (frame.origin.y - Double(outer.top), frame.origin.y + frame.size.height + Double(outer.bottom))
            }
            let left = flex.isRightToLeft ? outer.right : outer.left
            let right = flex.isRightToLeft ? outer.left : outer.right
            return (frame.origin.x - Double(left), frame.origin.x + frame.size.width + Double(right))
        }
        let isBackwards = style.isReversed != (flex.isRightToLeft && !style.isVertical)
        var lines: [[Child]] = [[]]
        var last: (near: Double, far: Double)?
        for child in children {
            guard child.element.visibility != .gone else { continue }
            let new = sides(child.element)
            if style.wraps, let last, isBackwards ? new.far > last.near + 0.5 : new.near < last.far - 0.5 {
                lines.append([])
            }
            lines[lines.count - 1].append(child)
            last = new
        }
        if style.isReversed { lines = lines.map { $0.reversed() } }
        return style.wrapsReversed ? lines.reversed() : lines
    }

    private func frame(_ node: Node) -> LayoutRect {
        var frame = container.frame(of: node)
        var above = node.parent
        while let parent = above {
            if let list = parent as? ItemContainerNode {
                frame.origin.x -= list.scrollOffset.x
                frame.origin.y -= list.scrollOffset.y
            }
            above = parent.parent
        }
        return frame
    }

    // MARK: What is presented

    /// The elements of a node that nothing speaks for.
    private func elements(_ node: Node, entry: Int?) -> [Element] {
        if isLeftOut(node) { return [] }
        if isEmpty(node) { return children(node).flatMap { elements($0, entry: entry) } }
        if isList(node) { return list(node, entry: entry) }
        let isSpeaker =
            isOperable(node) || node.isAccessibilityGroup || given(node) != nil || node is TextNode
            || ![.automatic, .none].contains(node.accessibilityRole)
        return isSpeaker ? speaker(node, entry: entry) : children(node).flatMap { elements($0, entry: entry) }
    }

    private func list(_ node: Node, entry: Int?) -> [Element] {
        var element = make(node, entry: entry)
        element.role = node is PageNode ? "pages" : "list"
        element.label = given(node)
        element.isOperable = isOperable(node)
        element.inner = children(node).flatMap { child in
            elements(child, entry: (node as? PageNode)?.currentPage ?? child.tree?.entryIndex)
        }
        return element.inner.isEmpty && element.label == nil && value(node) == nil ? [] : [element]
    }

    /// A node that speaks for everything below it, and what stays an element there.
    private func speaker(_ node: Node, entry: Int?) -> [Element] {
        var element = make(node, entry: entry)
        element.label = label(node, inGroup: node.isAccessibilityGroup)
        let inner = children(node).flatMap { operable($0, entry: entry, inGroup: node.isAccessibilityGroup) }
        if node.isAccessibilityGroup { element.inner = inner }
        let isNothing =
            element.label == nil && !element.isOperable && !isAdjustable(node) && value(node) == nil
            && element.inner.isEmpty
        return (isNothing ? [] : [element]) + (node.isAccessibilityGroup ? [] : inner)
    }

    /// What a node that speaks for everything below it says: its own label, or all texts.
    private func label(_ node: Node, inGroup: Bool) -> String? {
        var texts = [said(node)].compactMap { $0 }
        if given(node) == nil { texts += children(node).flatMap { self.texts($0, inGroup: inGroup) } }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    private func make(_ node: Node, entry: Int?) -> Element {
        Element(role: role(node), frame: frame(node), isOperable: isOperable(node), entry: entry)
    }

    /// Whether a node below one that speaks for it stays an element.
    private func stays(_ node: Node, inGroup: Bool) -> Bool {
        !isEmpty(node) && (isOperable(node) || (!inGroup && isList(node) && scrolls(node)))
    }

    private func texts(_ node: Node, inGroup: Bool) -> [String] {
        if isLeftOut(node) || stays(node, inGroup: inGroup) { return [] }
        if !isEmpty(node), given(node) != nil { return [said(node), value(node)].compactMap { $0 } }
        let own = isEmpty(node) ? nil : said(node)
        return [own].compactMap { $0 } + children(node).flatMap { texts($0, inGroup: inGroup) }
    }

    private func operable(_ node: Node, entry: Int?, inGroup: Bool) -> [Element] {
        if isLeftOut(node) { return [] }
        guard stays(node, inGroup: inGroup) else {
            return children(node).flatMap { operable($0, entry: entry, inGroup: inGroup) }
        }
        if isList(node), scrolls(node), !inGroup { return list(node, entry: entry) }
        guard inGroup, !node.isAccessibilityGroup else { return speaker(node, entry: entry) }
        // Everything below belongs to the group around.
        var element = make(node, entry: entry)
        element.label = label(node, inGroup: true)
        return [element] + children(node).flatMap { operable($0, entry: entry, inGroup: true) }
    }
}

extension AccessibilityTree {
    /// The elements in the form of the oracle.
    func nested() -> [AccessibilityOracle.Element] {
        var inner = [[AccessibilityOracle.Element]](repeating: [], count: elements.count)
        var top: [AccessibilityOracle.Element] = []
        for (index, element) in elements.enumerated().reversed() {
            let made = AccessibilityOracle.Element(
                role: element.role.rawValue,
                label: element.label,
                frame: element.frame,
                isOperable: element.actions.contains(.click) || element.actions.contains(.longClick),
                entry: element.entryIndex,
                inner: inner[index].reversed()
            )
            if let parent = element.parent { inner[parent].append(made) } else { top.append(made) }
        }
        return top.reversed()
    }
}
