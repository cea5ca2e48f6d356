/// A layout whose children share the space of lines: `FlexLayout`.
open class FlexLayoutNode: Node {
    final var content: FlexProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
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

    /// Whether lines wrap.
    public final var flexWrap: FlexWrap {
        get { content.flexWrap }
        set { assign(newValue.nodeValue, to: .flexWrap) }
    }

    /// The direction and wrapping in one text.
    public final var flexFlow: String? {
        get { content.flexFlow }
        set { assign(newValue.nodeValue, to: .flexFlow) }
    }

    /// The use of the space left on a line.
    public final var justifyContent: JustifyContent {
        get { content.justifyContent }
        set { assign(newValue.nodeValue, to: .justifyContent) }
    }

    /// The alignment of children across a line.
    public final var alignItems: AlignItems {
        get { content.alignItems }
        set { assign(newValue.nodeValue, to: .alignItems) }
    }

    /// The alignment of lines.
    public final var alignContent: AlignContent {
        get { content.alignContent }
        set { assign(newValue.nodeValue, to: .alignContent) }
    }
}
