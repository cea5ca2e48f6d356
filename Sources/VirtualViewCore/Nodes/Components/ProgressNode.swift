/// A bar that shows progress: `Progress`.
open class ProgressNode: Node {
    final var content: InitialValueProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> InitialValueProperties {
        guard case .initialValue(let content) = prototype.specific else { return InitialValueProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .initialValue(InitialValueProperties()) }

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

extension ProgressNode {
    /// The colour of the bar.
    public final var color: ARGBColor {
        get { content.color }
        set { assign(newValue.nodeValue, to: .color) }
    }

    /// The kind, as a number.
    public final var type: Int32 {
        get { content.type }
        set { assign(newValue.nodeValue, to: .type) }
    }

    /// The initial value.
    public final var initValue: Float {
        get { content.initValue }
        set { assign(newValue.nodeValue, to: .initValue) }
    }
}
