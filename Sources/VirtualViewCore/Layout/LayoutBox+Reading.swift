import VirtualViewFormat

extension LayoutBox {
    /// Reads the node's settings; the results of earlier passes stay.
    mutating func read(_ node: Node, _ quirks: Quirks) {
        let layout = node.properties.layout
        let component = node.prototype.component
        kind = quirks.contains(.plainUnknownComponents) ? component.layoutKindOnIOS : component.layoutKind
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
        if node.parentLink is FlexLayoutNode { flexItem = FlexItemStyle(node) }
        textCall = nil
        readComponent(node)
    }

    private mutating func readComponent(_ node: Node) {
        gravity = []
        isVertical = false
        switch kind {
        case .frame, .row, .twoEndedRow, .ratio:
            if kind == .frame || kind == .row { gravity = node[.gravity] }
            if kind != .frame { isVertical = Self.isVertical(node) }
        case .grid:
            columns = max(1, Int(node[.colCount] as Int32))
            // The gaps between columns and rows, and the height of a row.
            numbers = (
                Self.length(.itemHorizontalMargin, node), Self.length(.itemVerticalMargin, node),
                Self.length(.itemHeight, node), 0
            )
        case .flex:
            if let node = node as? FlexLayoutNode { flex = FlexStyle(node) }
        case .image:
            numbers.0 = Self.length(.ratio, node)
        case .graph:
            numbers.0 = Self.length(.diameterX, node)
            numbers.1 = Self.length(.diameterY, node)
        case .page:
            isVertical = Self.isVertical(node)
        case .scroller:
            isVertical = Self.isVertical(node)
            columns = node[.mode] == ScrollerMode.staggeredGrid ? 2 : 1
            // The space before, between and after items, and the gap between columns.
            numbers = (
                Self.length(.firstSpace, node), Self.length(.lineSpace, node), Self.length(.lastSpace, node),
                Self.length(.span, node)
            )
        case .slider, .equalItems:
            isVertical = Self.isVertical(node)
            // The size of an item, and the gaps.
            numbers = (
                Self.length(.itemWidth, node), Self.length(.itemHeight, node), Self.length(.itemMargin, node),
                Self.length(.span, node)
            )
        case .plain, .text:
            break
        }
    }

    private static func isVertical(_ node: Node) -> Bool {
        node[.orientation] == Orientation.vertical
    }

    private static func length(_ name: PropertyName, _ node: Node) -> Double {
        Double(node[name] as Float)
    }
}
