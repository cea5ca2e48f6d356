import VirtualViewExpressions

/// A container for one entry of the data: `VirtualContainer`.
open class VirtualContainerNode: ItemContainerNode {
    final var content: VirtualContainerProperties
    /// The `order` for which the items were made.
    private final var shownOrder: Int32 = 0

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> VirtualContainerProperties {
        guard case .virtualContainer(let content) = prototype.specific else { return VirtualContainerProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .virtualContainer(VirtualContainerProperties()) }

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

    override var itemSource: ItemSourceProperties { content.source }

    /// Returns one entry: the one with the index `order`.
    override func shownEntries(_ entries: BindingArray) -> [Int] {
        let place = Int(properties.layout.order)
        return entries.indices.contains(place) ? [place] : []
    }

    override var showsOtherEntries: Bool { shownOrder != properties.layout.order }

    override func entriesDidChange() {
        shownOrder = properties.layout.order
    }

    override func orderDidChange() {
        tree?.change(.entries)
    }
}

extension VirtualContainerNode {
    /// The number of another container, on some clients.
    public final var containerID: Int32 {
        get { content.containerID }
        set { assign(newValue.nodeValue, to: .containerID) }
    }
}
