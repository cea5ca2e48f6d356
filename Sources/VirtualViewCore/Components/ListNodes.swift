// The containers that show all entries of their data.

/// A container of items that scroll: `Scroller`.
open class ScrollerNode: ItemContainerNode {
    override class var languageComponent: String? { "Scroller" }

    /// The direction in which items follow each other.
    public final var orientation: Orientation {
        get { self[.orientation] }
        set { self[.orientation] = newValue }
    }

    /// Whether items follow each other in one column or in two.
    public final var mode: ScrollerNode.Mode {
        get { self[.mode] }
        set { self[.mode] = newValue }
    }

    /// The gap between columns in points.
    public final var span: Float {
        get { self[.span] }
        set { self[.span] = newValue }
    }

    /// The gap between items in points.
    public final var lineSpace: Float {
        get { self[.lineSpace] }
        set { self[.lineSpace] = newValue }
    }

    /// The space before the first item in points.
    public final var firstSpace: Float {
        get { self[.firstSpace] }
        set { self[.firstSpace] = newValue }
    }

    /// The space after the last item in points.
    public final var lastSpace: Float {
        get { self[.lastSpace] }
        set { self[.lastSpace] = newValue }
    }

    /// Whether items may stick to the edge, on some clients.
    public final var supportSticky: Int32 {
        get { self[.supportSticky] }
        set { self[.supportSticky] = newValue }
    }

    /// The number of items before the end at which more data is requested.
    public final var autoRefreshThreshold: Int32 {
        get { self[.autoRefreshThreshold] }
        set { self[.autoRefreshThreshold] = newValue }
    }

    /// `end` for a list that begins at its end and stays there when entries are added, as chats do.
    public final var anchor: String? {
        get { self[.anchor] }
        set { self[.anchor] = newValue }
    }

    /// Whether more data was already requested for these entries.
    final var hasAskedForMore = false

    /// Requests layout, after which the list may ask for more again; an entry itself says how many columns its item takes.
    override func entriesDidChange() {
        hasAskedForMore = false
        invalidate(.childLayout)
    }
}

/// A container of items in a row that slides: `Slider`.
open class SliderNode: ItemContainerNode {
    override class var languageComponent: String? { "Slider" }

    /// The direction in which items follow each other.
    public final var orientation: Orientation {
        get { self[.orientation] }
        set { self[.orientation] = newValue }
    }

    /// The gap between items in points.
    public final var span: Float {
        get { self[.span] }
        set { self[.span] = newValue }
    }

    /// The width of an item in points.
    public final var itemWidth: Float {
        get { self[.itemWidth] }
        set { self[.itemWidth] = newValue }
    }

    /// The gap between items in points.
    public final var itemMargin: Float {
        get { self[.itemMargin] }
        set { self[.itemMargin] = newValue }
    }

    /// `end` for a list that begins at its end and stays there when entries are added, as chats do.
    public final var anchor: String? {
        get { self[.anchor] }
        set { self[.anchor] = newValue }
    }
}

/// A container of items of the same size in a row or column: `VH`.
open class VHNode: ItemContainerNode {
    override class var languageComponent: String? { "VH" }

    /// The direction in which items follow each other.
    public final var orientation: Orientation {
        get { self[.orientation] }
        set { self[.orientation] = newValue }
    }

    /// The width of an item in points; 0 to share the space.
    public final var itemWidth: Float {
        get { self[.itemWidth] }
        set { self[.itemWidth] = newValue }
    }

    /// The height of an item in points; 0 to share the space.
    public final var itemHeight: Float {
        get { self[.itemHeight] }
        set { self[.itemHeight] = newValue }
    }

    /// The gap between items in points.
    public final var itemMargin: Float {
        get { self[.itemMargin] }
        set { self[.itemMargin] = newValue }
    }
}

/// A grid whose children come from data: `Grid`.
open class GridNode: ItemContainerNode {
    override class var languageComponent: String? { "Grid" }

    /// The number of columns; 0 and negative numbers are ignored.
    public final var colCount: Int32 {
        get { self[.colCount] }
        set { self[.colCount] = newValue }
    }

    /// The height of a row in points; 0 for the height of the children.
    public final var itemHeight: Float {
        get { self[.itemHeight] }
        set { self[.itemHeight] = newValue }
    }

    /// The gap between columns in points.
    public final var itemHorizontalMargin: Float {
        get { self[.itemHorizontalMargin] }
        set { self[.itemHorizontalMargin] = newValue }
    }

    /// The gap between rows in points.
    public final var itemVerticalMargin: Float {
        get { self[.itemVerticalMargin] }
        set { self[.itemVerticalMargin] = newValue }
    }
}
