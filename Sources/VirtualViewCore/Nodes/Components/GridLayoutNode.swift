/// A layout with children in the cells of a grid: `GridLayout`.
open class GridLayoutNode: Node {
    final var content: GridProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> GridProperties {
        guard case .grid(let content) = prototype.specific else { return GridProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .grid(GridProperties()) }

    override func write(_ value: NodeValue, to slot: PropertySlot) -> PropertyOutcome {
        let outcome = content.write(value, to: slot)
        return outcome == .unknown ? super.write(value, to: slot) : outcome
    }

    override func value(of slot: PropertySlot) -> NodeValue? {
        content.value(of: slot) ?? super.value(of: slot)
    }

    override func restore(from prototype: NodePrototype) {
        super.restore(from: prototype)
        content = Self.content(of: prototype)
    }
}

extension GridLayoutNode {
    /// The number of columns; 0 and negative numbers are ignored.
    public final var colCount: Int32 {
        get { content.colCount }
        set { assign(newValue.nodeValue, to: .colCount) }
    }

    /// The height of a row in points; 0 for the height of the children.
    public final var itemHeight: Float {
        get { content.itemHeight }
        set { assign(newValue.nodeValue, to: .itemHeight) }
    }

    /// The gap between columns in points.
    public final var itemHorizontalMargin: Float {
        get { content.itemHorizontalMargin }
        set { assign(newValue.nodeValue, to: .itemHorizontalMargin) }
    }

    /// The gap between rows in points.
    public final var itemVerticalMargin: Float {
        get { content.itemVerticalMargin }
        set { assign(newValue.nodeValue, to: .itemVerticalMargin) }
    }
}
