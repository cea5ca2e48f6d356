/// Children in lines that share their room: `FlexLayout`.
open class FlexLayoutNode: Node {
    final var content: FlexProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: What the node is made from.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> FlexProperties {
        guard case .flex(let content) = prototype.specific else { return FlexProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .flex(FlexProperties()) }

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

extension FlexLayoutNode {
    /// The main axis.
    public final var flexDirection: FlexDirection {
        get { content.flexDirection }
        set { assign(newValue.nodeValue, to: .flexDirection) }
    }

    /// Whether lines break.
    public final var flexWrap: FlexWrap {
        get { content.flexWrap }
        set { assign(newValue.nodeValue, to: .flexWrap) }
    }

    /// Direction and wrapping in one text.
    public final var flexFlow: String? {
        get { content.flexFlow }
        set { assign(newValue.nodeValue, to: .flexFlow) }
    }

    /// How room left on a line is used.
    public final var justifyContent: JustifyContent {
        get { content.justifyContent }
        set { assign(newValue.nodeValue, to: .justifyContent) }
    }

    /// Where children stand across a line.
    public final var alignItems: AlignItems {
        get { content.alignItems }
        set { assign(newValue.nodeValue, to: .alignItems) }
    }

    /// Where lines stand.
    public final var alignContent: AlignContent {
        get { content.alignContent }
        set { assign(newValue.nodeValue, to: .alignContent) }
    }
}
