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
            guard let node = node as? StackNode else { return }
            if kind == .frame || kind == .row { gravity = node.content.gravity }
            isVertical = node.content.orientation == .vertical
        case .grid:
            if let node = node as? GridLayoutNode {
                read(node.content)
            } else if let node = node as? GridNode {
                read(node.content.grid)
            }
        case .flex:
            if let node = node as? FlexLayoutNode { flex = FlexStyle(node.content) }
        case .image:
            if let node = node as? ImageNode { numbers.0 = Double(node.content.ratio) }
        case .graph:
            if let node = node as? GraphNode {
                numbers.0 = Double(node.content.diameterX)
                numbers.1 = Double(node.content.diameterY)
            }
        case .page:
            isVertical = (node as? PageNode)?.content.orientation != .horizontal
        case .scroller, .slider, .equalItems:
            if let node = node as? ListNode { read(node.content) }
        case .plain, .text:
            break
        }
    }

    /// Reads a grid's numbers: the gaps between columns and rows, and the height of a row.
    private mutating func read(_ grid: GridProperties) {
        columns = max(1, Int(grid.colCount))
        numbers = (
            Double(grid.itemHorizontalMargin), Double(grid.itemVerticalMargin), Double(grid.itemHeight), 0
        )
    }

    /// Reads a list's numbers: the size of an item and the gap, or the gaps before, between and after items.
    private mutating func read(_ list: ListProperties) {
        isVertical = list.orientation == .vertical
        if kind == .scroller {
            columns = list.mode == .staggeredGrid ? 2 : 1
            numbers = (Double(list.firstSpace), Double(list.lineSpace), Double(list.lastSpace), Double(list.span))
        } else {
            numbers = (Double(list.itemWidth), Double(list.itemHeight), Double(list.itemMargin), Double(list.span))
        }
    }
}
