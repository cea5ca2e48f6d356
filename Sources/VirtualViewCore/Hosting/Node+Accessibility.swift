import VirtualViewFormat

// What follows from a node alone for screen readers (`Docs/Language.md`, "All components: accessibility").

// MARK: - Properties

extension Node {
    /// What a screen reader says of the node, instead of its texts.
    public final var accessibilityLabel: String? {
        get { self[.accessibilityLabel] }
        set { self[.accessibilityLabel] = newValue }
    }

    /// What the node is for those who do not see it.
    public final var accessibilityRole: Node.AccessibilityRole {
        get { self[.accessibilityRole] }
        set { self[.accessibilityRole] = newValue }
    }

    /// The value that a screen reader says after the label, such as `3 of 5 stars`.
    public final var accessibilityValue: String? {
        get { self[.accessibilityValue] }
        set { self[.accessibilityValue] = newValue }
    }

    /// The states that a screen reader says: `selected`, `disabled` and `expanded`, joined by `|` or blanks.
    public final var accessibilityState: String? {
        get { self[.accessibilityState] }
        set { self[.accessibilityState] = newValue }
    }

    /// Whether the node and everything below it are one element for screen readers (`accessibilityGroup`).
    public final var isAccessibilityGroup: Bool {
        get { self[.accessibilityGroup] }
        set { self[.accessibilityGroup] = newValue }
    }

    /// Whether screen readers leave out the node and everything below it (`accessibilityHidden`).
    public final var isAccessibilityHidden: Bool {
        get { self[.accessibilityHidden] }
        set { self[.accessibilityHidden] = newValue }
    }
}

// MARK: - What follows

extension Node {
    /// The text for screen readers: what the template says, else the node's text.
    final var accessibilityText: String? {
        ownAccessibilityLabel ?? (self as? TextNode)?.text
    }

    /// What the template says to read: `accessibilityLabel`, else `contentDescription`; an empty text says nothing.
    final var ownAccessibilityLabel: String? {
        if case .string(let text)? = said(.accessibilityLabel), !text.isEmpty { return text }
        let custom = kept.part { values in values.custom.first { $0.name == LanguageSchema.labelAlias }?.value } ?? nil
        switch custom {
        case .string(let text)?, .data(.string(let text))?: return text.isEmpty ? nil : text
        default: return nil
        }
    }

    /// The role that the template gives.
    final var saidRole: Node.AccessibilityRole {
        said(.accessibilityRole).flatMap(Node.AccessibilityRole.init(nodeValue:)) ?? .automatic
    }

    /// Whether the node speaks for everything below it as a group.
    final var speaksAsGroup: Bool { said(.accessibilityGroup) == .int(1) }

    /// Whether screen readers leave out the node and everything below it.
    final var isUnread: Bool { said(.accessibilityHidden) == .int(1) }

    /// Returns a property that few nodes set, as its accessor does, but faster for the many that set none.
    private final func said(_ name: PropertyName) -> NodeValue? {
        guard contentPosition(of: name) == nil else { return value(of: name) }
        return kept.part { $0.value(of: name) } ?? nil
    }

    /// The states that the template names; other words are ignored.
    final var accessibilityStates: [AccessibilityTree.Element.State] {
        guard case .string(let text)? = said(.accessibilityState) else { return [] }
        let words = text.split { $0 == "|" || $0.isSpace }
        return AccessibilityTree.Element.State.allCases.filter { state in words.contains { $0 == state.rawValue } }
    }

    /// What a user can do with the node.
    final var accessibilityActions: [AccessibilityTree.Element.Action] {
        var actions: [AccessibilityTree.Element.Action] = []
        if accepts(.click) { actions.append(.click) }
        if accepts(.longClick) { actions.append(.longClick) }
        if let page = self as? PageNode {
            if page.canSlide, page.pageCount > 1 { actions += [.increment, .decrement] }
        } else if let slider = self as? SliderNode {
            if slider.hasMore(isForward: true) { actions.append(.increment) }
            if slider.hasMore(isForward: false) { actions.append(.decrement) }
        }
        return actions
    }

    /// The role that follows from the component, without clicks.
    final var componentRole: AccessibilityTree.Element.Role {
        switch self {
        case is TextNode: .text
        case is ImageNode: .image
        case is ProgressNode: .progress
        case is PageNode: .pages
        case is ScrollerNode, is SliderNode, is GridNode, is VHNode: .list
        default: .none
        }
    }

    /// Whether the user scrolls the node's content.
    final var scrollsContent: Bool {
        self is PageNode || self is ScrollerNode || self is SliderNode
    }

    /// The value: what the template says, else how much of a progress bar is filled.
    final var readValue: String? {
        if case .string(let value)? = said(.accessibilityValue), !value.isEmpty { return value }
        guard let bar = self as? ProgressNode else { return nil }
        return "\(Int((bar.filledFraction * 100).rounded()))%"
    }

    /// The indices of the children in the order in which they are read; `nil` for the order of the template.
    ///
    /// A row that is filled from both ends, and a `FlexLayout`, show their children in another order.
    final var readingOrder: [Int]? {
        switch self {
        case let row as VH2LayoutNode:
            let side: Node.PlacementDirection = row.orientation == .vertical ? .bottom : .right
            let atEnd = childNodes.indices.filter {
                childNodes[$0].properties.layout.layoutDirection.contains(side)
            }
            guard atEnd.count > 1 || (atEnd.first.map { $0 < childNodes.count - 1 } ?? false) else { return nil }
            return childNodes.indices.filter {
                !childNodes[$0].properties.layout.layoutDirection.contains(side)
            } + atEnd.reversed()
        case let flex as FlexLayoutNode: return flex.orderOnScreen
        default:
            return nil
        }
    }
}

extension FlexLayoutNode {
    /// The indices of the children line by line, as they stand on the screen; `nil` for the order of the template.
    fileprivate var orderOnScreen: [Int]? {
        let style = FlexStyle(self)
        let orders = childNodes.map { $0.properties.layout.order }
        let isSorted = zip(orders, orders.dropFirst()).allSatisfy { $0 <= $1 }
        guard style.isReversed || style.wrapsReversed || !isSorted else { return nil }
        let sorted = orders.indices.sorted { orders[$0] == orders[$1] ? $0 < $1 : orders[$0] < orders[$1] }
        var lines: [[Int]] = []
        var end = -Double.infinity
        for index in sorted {
            let child = childNodes[index]
            let place = frameFromStart(of: child).outset(by: child.properties.layout.margins.insets)
            let (near, length) =
                style.isVertical ? (place.origin.y, place.size.height) : (place.origin.x, place.size.width)
            let start = style.isReversed ? -near - length : near
            let isGone = child.properties.layout.visibility == .gone
            // Within a line, each child begins where the one before ends, or later.
            if lines.isEmpty || (style.wraps && !isGone && start < end - 0.5) {
                lines.append([index])
            } else {
                lines[lines.count - 1].append(index)
            }
            if !isGone { end = start + length }
        }
        if style.isReversed { lines = lines.map { $0.reversed() } }
        if style.wrapsReversed { lines.reverse() }
        return lines.flatMap { $0 }
    }
}

extension SliderNode {
    /// Returns how far along its direction something is.
    private func along(_ point: LayoutPoint) -> Double { orientation == .vertical ? point.y : point.x }

    /// Returns whether there is more content after what is seen, or before it.
    fileprivate func hasMore(isForward: Bool) -> Bool {
        guard isForward else { return along(scrollOffset) > Self.slack }
        let hidden = LayoutPoint(x: contentSize.width - frame.size.width, y: contentSize.height - frame.size.height)
        return along(scrollOffset) < along(hidden) - Self.slack
    }

    /// Returns where the next item begins, or the one before; `nil` if nothing more is there.
    ///
    /// Behind the last item's start, its rest and the padding follow, a visible part at a time. At rest, an item stands
    /// where the first one stands before anything is scrolled: behind the padding.
    ///
    /// - Complexity: O(log *n*) in the number of live items, times that of finding the place of one.
    final func offset(ofNextItem isForward: Bool) -> LayoutPoint? {
        guard hasMore(isForward: isForward) else { return nil }
        let paddings = properties.layout.paddings
        let lead = LayoutPoint(x: Double(paddings.left), y: Double(paddings.top))
        let now = along(scrollOffset) + along(lead)
        // The items follow each other: those that begin after this place are the last ones.
        let bound = isForward ? now + Self.slack : now - Self.slack
        let place = items.partitioningIndex { item in
            let start = along(self.start(ofEntry: item.entryIndex))
            return isForward ? start > bound : start >= bound
        }
        let index = isForward ? place : place - 1
        // What comes next may not be live yet.
        let entry =
            items.indices.contains(index)
            ? items[index].entryIndex : isForward ? liveRange.upperBound : liveRange.lowerBound - 1
        guard entry >= 0 else { return nil }
        guard entry < entryCount else {
            let isVertical = orientation == .vertical
            let rest = along(scrollOffset) + (isVertical ? frame.size.height : frame.size.width)
            return limited(isVertical ? LayoutPoint(x: 0, y: rest) : LayoutPoint(x: rest, y: 0))
        }
        let start = start(ofEntry: entry)
        return limited(LayoutPoint(x: start.x - lead.x, y: start.y - lead.y))
    }

    /// The distance that nobody sees, because places are rounded.
    private static var slack: Double { 0.5 }
}
