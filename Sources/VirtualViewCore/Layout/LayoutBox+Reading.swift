import VirtualViewFormat

// What a box takes over from its node.

extension LayoutBox {
    /// Reads the node's settings; the results of earlier passes stay.
    mutating func read(_ node: Node, _ quirks: Quirks) {
        let layout = node.properties.layout
        // Threads that make cells share the component: it is not retained like this.
        kind =
            quirks.contains(.plainUnknownComponents)
            ? node.prototype.component.layoutKindOnIOS : node.prototype.component.layoutKind
        isGone = layout.visibility == .gone
        layoutWidth = Double(layout.layoutWidth)
        layoutHeight = Double(layout.layoutHeight)
        layoutRatio = Double(layout.layoutRatio)
        isDependent = layoutWidth == Self.match || layoutHeight == Self.match || layoutRatio > 0
        margins = BoxInsets(layout.margins.insets)
        paddings = BoxInsets(layout.paddings.insets)
        autoDim = layout.autoDimDirection
        autoDimX = Double(layout.autoDimX)
        autoDimY = Double(layout.autoDimY)
        layoutGravity = layout.layoutGravity
        direction = layout.layoutDirection
        let isFlexItem = node.parentLink is FlexLayoutNode
        if isFlexItem { flexItem = FlexItemStyle(node) }
        (sharesWidth, sharesHeight) = (false, false)
        if layoutRatio > 0, let parent = node.parentLink as? RatioLayoutNode { readShare(of: parent, quirks) }
        readBounds(layout, unsetShrink: isFlexItem ? 1 : 0, quirks)
        textLines = nil
        textCall = nil
        readComponent(node)
    }

    /// Reads whether the content is measured as if the box had all the room along a `RatioLayout`.
    private mutating func readShare(of parent: RatioLayoutNode, _ quirks: Quirks) {
        guard !quirks.contains(.zeroFixedSideBecomesMax) else { return }
        if parent.orientation == .vertical {
            sharesHeight = layoutHeight == 0 && autoDim != .x
        } else {
            sharesWidth = layoutWidth == 0 && autoDim != .y
        }
    }

    /// Reads the limits of the size, and what the node loses where there is too little room.
    private mutating func readBounds(_ layout: LayoutParameters, unsetShrink: Double, _ quirks: Quirks) {
        guard !quirks.contains(.boundsIgnored) else { return }
        shrink = layout.flexShrink < 0 ? unsetShrink : Double(layout.flexShrink)
        givesWay = shrink > 0
        isBounded = layout.minWidth > 0 || layout.minHeight > 0 || layout.maxWidth >= 0 || layout.maxHeight >= 0
        least = LayoutSize(width: max(0, Double(layout.minWidth)), height: max(0, Double(layout.minHeight)))
        // The paddings always have room.
        most.width = layout.maxWidth < 0 ? .infinity : max(Double(layout.maxWidth), paddings.horizontal)
        most.height = layout.maxHeight < 0 ? .infinity : max(Double(layout.maxHeight), paddings.vertical)
    }

    private mutating func readComponent(_ node: Node) {
        let content = node.present
        gravity = []
        isVertical = false
        isWindow = false
        switch kind {
        case .frame, .row, .twoEndedRow, .ratio:
            if kind == .frame || kind == .row { gravity = content[.gravity] }
            if kind != .frame { isVertical = Self.isVertical(content) }
        case .grid:
            columns = max(1, Int(content[.colCount] as Int32))
            // The gaps between columns and rows, and the height of a row.
            numbers = (
                Self.length(.itemHorizontalMargin, content), Self.length(.itemVerticalMargin, content),
                Self.length(.itemHeight, content), 0
            )
        case .flex:
            if let node = node as? FlexLayoutNode { flex = FlexStyle(node) }
        case .image:
            numbers.0 = Self.length(.ratio, content)
        case .graph:
            numbers.0 = Self.length(.diameterX, content)
            numbers.1 = Self.length(.diameterY, content)
            if (node as? GraphNode)?.shape == .circle {
                // It has one diameter.
                numbers.0 = numbers.0 > 0 ? numbers.0 : numbers.1
                numbers.1 = numbers.0
            }
        case .page:
            isVertical = Self.isVertical(content)
        case .scroller:
            isWindow = (node as? ItemContainerNode)?.list != nil
            isVertical = Self.isVertical(content)
            columns = content[.mode] == ScrollerNode.Mode.staggeredGrid ? 2 : 1
            // The space before, between and after items, and the gap between columns.
            numbers = (
                Self.length(.firstSpace, content), Self.length(.lineSpace, content), Self.length(.lastSpace, content),
                Self.length(.span, content)
            )
        case .slider, .equalItems:
            isWindow = (node as? ItemContainerNode)?.list != nil
            isVertical = Self.isVertical(content)
            // The size of an item, and the gaps.
            numbers = (
                Self.length(.itemWidth, content), Self.length(.itemHeight, content), Self.length(.itemMargin, content),
                Self.length(.span, content)
            )
        case .plain, .text:
            break
        }
    }

    @inline(__always)
    private static func isVertical(_ content: PresentContent) -> Bool {
        content[.orientation] == Orientation.vertical
    }

    @inline(__always)
    private static func length(_ name: PropertyName, _ content: PresentContent) -> Double {
        Double(content[name] as Float)
    }
}
