import VirtualViewExpressions

/// A container for one entry of the data: `VirtualContainer`.
open class VirtualContainerNode: ItemContainerNode {
    override class var languageComponent: String? { "VirtualContainer" }

    /// The number of another container, on some clients.
    public final var containerID: Int32 {
        get { self[.containerID] }
        set { self[.containerID] = newValue }
    }

    /// The `order` for which the items were made.
    private final var shownOrder: Int32 = 0

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
