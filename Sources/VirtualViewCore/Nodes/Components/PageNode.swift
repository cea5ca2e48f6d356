import VirtualViewExpressions

/// A container of pages made from data: `Page`.
open class PageNode: ItemContainerNode {
    final var content: PageProperties
    /// The page that was last set, from 0; there may be fewer pages now.
    final var shownPage = 0

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> PageProperties {
        guard case .page(let content) = prototype.specific else { return PageProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .page(PageProperties()) }

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

    /// Adds a copy of the last page before the first, and one of the first after the last, so that pages can be turned
    /// beyond both ends.
    override func shownEntries(_ entries: BindingArray) -> [Int] {
        guard let last = entries.indices.last else { return [] }
        return [last] + Array(entries.indices) + [0]
    }

    /// Returns `curPos` and `total`: the current page, and the number of pages.
    override func eventState(named name: String) -> EventValue? {
        switch name {
        case "curPos": .int(Int32(clamping: currentPage))
        case "total": .int(Int32(clamping: pageCount))
        default: super.eventState(named: name)
        }
    }

    override func scrollToStart() {
        super.scrollToStart()
        shownPage = 0
    }
}

extension PageNode {
    /// The direction in which pages follow each other.
    public final var orientation: Orientation {
        get { content.orientation }
        set { assign(newValue.nodeValue, to: .orientation) }
    }

    /// Whether pages turn by themselves.
    public final var autoSwitch: Bool {
        get { content.autoSwitch }
        set { assign(newValue.nodeValue, to: .autoSwitch) }
    }

    /// Whether the user can turn pages.
    public final var canSlide: Bool {
        get { content.canSlide }
        set { assign(newValue.nodeValue, to: .canSlide) }
    }

    /// The duration of the turn of a page, in milliseconds.
    public final var autoSwitchTime: Int32 {
        get { content.autoSwitchTime }
        set { assign(newValue.nodeValue, to: .autoSwitchTime) }
    }

    /// The time for which a page stays, in milliseconds.
    public final var stayTime: Int32 {
        get { content.stayTime }
        set { assign(newValue.nodeValue, to: .stayTime) }
    }

    /// The duration of the turn of a page on some clients, in milliseconds.
    public final var animatorTime: Int32 {
        get { content.animatorTime }
        set { assign(newValue.nodeValue, to: .animatorTime) }
    }

    /// The speed of the turn of a page over time.
    public final var animatorStyle: AnimatorStyle {
        get { content.animatorStyle }
        set { assign(newValue.nodeValue, to: .animatorStyle) }
    }

    /// The direction in which pages turn by themselves.
    public final var layoutOrientation: PageDirection {
        get { content.layoutOrientation }
        set { assign(newValue.nodeValue, to: .layoutOrientation) }
    }
}
