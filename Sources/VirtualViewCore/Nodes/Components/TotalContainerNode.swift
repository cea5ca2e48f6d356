/// A container that an app fills: `TotalContainer`.
open class TotalContainerNode: Node {
    final var content: TotalContainerProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> TotalContainerProperties {
        guard case .totalContainer(let content) = prototype.specific else { return TotalContainerProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .totalContainer(TotalContainerProperties()) }

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

extension TotalContainerNode {
    /// Whether texts contain markup, on some clients.
    public final var supportHTMLStyle: Int32 {
        get { content.supportHTMLStyle }
        set { assign(newValue.nodeValue, to: .supportHTMLStyle) }
    }
}
