/// A line: `NLine`, `VLine`.
open class LineNode: Node {
    final var content: LineProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> LineProperties {
        guard case .line(let content) = prototype.specific else { return LineProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .line(LineProperties()) }

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

extension LineNode {
    /// The direction of the line.
    public final var orientation: Orientation {
        get { content.orientation }
        set { assign(newValue.nodeValue, to: .orientation) }
    }

    /// The position of the line in its box.
    public final var gravity: Gravity {
        get { content.gravity }
        set { assign(newValue.nodeValue, to: .gravity) }
    }

    /// The colour.
    public final var color: ARGBColor {
        get { content.color }
        set { assign(newValue.nodeValue, to: .color) }
    }

    /// The thickness in points.
    public final var paintWidth: Float {
        get { content.paintWidth }
        set { assign(newValue.nodeValue, to: .paintWidth) }
    }

    /// Whether the line is solid or has gaps.
    public final var style: LineStyle {
        get { content.style }
        set { assign(newValue.nodeValue, to: .style) }
    }

    /// The lengths of dashes and gaps, such as `[3,5]`.
    public final var dashEffect: String? {
        get { content.dashEffect }
        set { assign(newValue.nodeValue, to: .dashEffect) }
    }
}
