/// The base class of the scrolling and listing containers.
open class ListNode: ItemContainerNode {
    final var content: ListProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> ListProperties {
        guard case .list(let content) = prototype.specific else { return ListProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .list(ListProperties()) }

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
}

/// A container of items that scroll: `Scroller`.
open class ScrollerNode: ListNode {
    /// Whether more data was already requested for these entries.
    final var hasAskedForMore = false

    /// Requests layout, because an entry itself says how many columns its item takes.
    override func entriesDidChange() {
        hasAskedForMore = false
        if content.mode == .staggeredGrid { invalidate(.childLayout) }
    }
}

extension ScrollerNode {
    /// The direction in which items follow each other.
    public final var orientation: Orientation {
        get { content.orientation }
        set { assign(newValue.nodeValue, to: .orientation) }
    }

    /// Whether items follow each other in one column or in two.
    public final var mode: ScrollerMode {
        get { content.mode }
        set { assign(newValue.nodeValue, to: .mode) }
    }

    /// The gap between columns in points.
    public final var span: Float {
        get { content.span }
        set { assign(newValue.nodeValue, to: .span) }
    }

    /// The gap between items in points.
    public final var lineSpace: Float {
        get { content.lineSpace }
        set { assign(newValue.nodeValue, to: .lineSpace) }
    }

    /// The space before the first item in points.
    public final var firstSpace: Float {
        get { content.firstSpace }
        set { assign(newValue.nodeValue, to: .firstSpace) }
    }

    /// The space after the last item in points.
    public final var lastSpace: Float {
        get { content.lastSpace }
        set { assign(newValue.nodeValue, to: .lastSpace) }
    }

    /// Whether items may stick to the edge, on some clients.
    public final var supportSticky: Int32 {
        get { content.supportSticky }
        set { assign(newValue.nodeValue, to: .supportSticky) }
    }

    /// The number of items before the end at which more data is requested.
    public final var autoRefreshThreshold: Int32 {
        get { content.autoRefreshThreshold }
        set { assign(newValue.nodeValue, to: .autoRefreshThreshold) }
    }
}

/// A container of items in a row that slides: `Slider`.
open class SliderNode: ListNode {}

extension SliderNode {
    /// The direction in which items follow each other.
    public final var orientation: Orientation {
        get { content.orientation }
        set { assign(newValue.nodeValue, to: .orientation) }
    }

    /// The gap between items in points.
    public final var span: Float {
        get { content.span }
        set { assign(newValue.nodeValue, to: .span) }
    }

    /// The width of an item in points.
    public final var itemWidth: Float {
        get { content.itemWidth }
        set { assign(newValue.nodeValue, to: .itemWidth) }
    }

    /// The gap between items in points.
    public final var itemMargin: Float {
        get { content.itemMargin }
        set { assign(newValue.nodeValue, to: .itemMargin) }
    }
}

/// A container of items of the same size in a row or column: `VH`.
open class VHNode: ListNode {}

extension VHNode {
    /// The direction in which items follow each other.
    public final var orientation: Orientation {
        get { content.orientation }
        set { assign(newValue.nodeValue, to: .orientation) }
    }

    /// The width of an item in points; 0 to share the space.
    public final var itemWidth: Float {
        get { content.itemWidth }
        set { assign(newValue.nodeValue, to: .itemWidth) }
    }

    /// The height of an item in points; 0 to share the space.
    public final var itemHeight: Float {
        get { content.itemHeight }
        set { assign(newValue.nodeValue, to: .itemHeight) }
    }

    /// The gap between items in points.
    public final var itemMargin: Float {
        get { content.itemMargin }
        set { assign(newValue.nodeValue, to: .itemMargin) }
    }
}
