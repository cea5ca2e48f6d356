/// A shape: `VGraph`.
open class GraphNode: Node {
    final var content: GraphProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> GraphProperties {
        guard case .graph(let content) = prototype.specific else { return GraphProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .graph(GraphProperties()) }

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

extension GraphNode {
    /// The shape (`type` in sources).
    public final var shape: ShapeKind {
        get { content.shape }
        set { assign(newValue.nodeValue, to: .type) }
    }

    /// The colour.
    public final var color: ARGBColor {
        get { content.color }
        set { assign(newValue.nodeValue, to: .color) }
    }

    /// The thickness of the outline in points.
    public final var paintWidth: Float {
        get { content.paintWidth }
        set { assign(newValue.nodeValue, to: .paintWidth) }
    }

    /// Whether the shape is outlined or filled.
    public final var paintStyle: PaintStyle {
        get { content.paintStyle }
        set { assign(newValue.nodeValue, to: .paintStyle) }
    }

    /// The width of the shape in points.
    public final var diameterX: Float {
        get { content.diameterX }
        set { assign(newValue.nodeValue, to: .diameterX) }
    }

    /// The height of the shape in points.
    public final var diameterY: Float {
        get { content.diameterY }
        set { assign(newValue.nodeValue, to: .diameterY) }
    }

    /// The position of the shape in its box.
    public final var gravity: Gravity {
        get { content.gravity }
        set { assign(newValue.nodeValue, to: .gravity) }
    }
}
