/// The items that a host draws to show a tree after layout, from back to front.
///
/// Positions are absolute in the container, in points, with all scrolling applied. Items that are hidden, draw nothing
/// or lie outside the visible area are not in the list.
public struct DisplayList: Hashable, Sendable {
    /// The container's size in points.
    public var size: LayoutSize
    /// The items from back to front; each ``DisplayItem/Content/beginGroup(_:)`` has a matching
    /// ``DisplayItem/Content/endGroup`` later in the list.
    public var items: [DisplayItem]

    /// Makes a list.
    public init(size: LayoutSize, items: [DisplayItem] = []) {
        self.size = size
        self.items = items
    }
}

/// One item to draw, and its node.
public struct DisplayItem: Hashable, Sendable {
    /// The content of an item.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// Clips, scrolls or fades the items up to the matching end together.
        case beginGroup(DisplayGroup)
        /// The end of the last open group.
        case endGroup
        /// Background and border.
        case box(BoxDrawing)
        /// A text.
        case text(TextDrawing)
        /// An image.
        case image(ImageDrawing)
        /// A line.
        case line(LineDrawing)
        /// A circle, ellipse or rectangle.
        case shape(ShapeDrawing)
        /// The filled part of a progress bar.
        case bar(BarDrawing)
    }

    /// The number of the node in pre-order, including the nodes of items made from data; the root is 0.
    public var nodeIndex: Int
    /// The node's id; 0 for none.
    public var nodeID: Int32
    /// The text for screen readers: the node's `contentDescription`, else its text.
    public var accessibilityText: String?
    /// The node's frame.
    public var frame: LayoutRect
    /// The content to draw.
    public var content: Content
}

/// Items that are clipped, scrolled or faded together.
public struct DisplayGroup: Hashable, Sendable {
    /// The scrolling of a group's content.
    public struct Scrolling: Hashable, Sendable {
        /// The distance by which the content is scrolled, in points; the items' positions already include it.
        public var offset: LayoutPoint
        /// The size of the whole content in points.
        public var contentSize: LayoutSize
        /// Whether scrolling stops only at pages, which are as large as the group.
        public var isPaged: Bool
    }

    /// The visible area of the items; `nil` if they are not clipped.
    public var clip: LayoutRect?
    /// The corner radii of `clip`.
    public var radii: CornerRadii
    /// The opacity of the items as a group, from 0 to 1.
    public var opacity: Double
    /// The scrolling of the content; `nil` if it does not scroll.
    public var scrolling: Scrolling?
}

/// The radii of a box's corners in points.
public struct CornerRadii: Hashable, Sendable {
    /// The radius of the upper left corner.
    public var topLeft: Double
    /// The radius of the upper right corner.
    public var topRight: Double
    /// The radius of the lower left corner.
    public var bottomLeft: Double
    /// The radius of the lower right corner.
    public var bottomRight: Double

    /// Makes radii.
    public init(topLeft: Double, topRight: Double, bottomLeft: Double, bottomRight: Double) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomLeft = bottomLeft
        self.bottomRight = bottomRight
    }

    /// Sharp corners.
    public static let zero = CornerRadii(topLeft: 0, topRight: 0, bottomLeft: 0, bottomRight: 0)

    /// Whether all corners are sharp.
    public var isZero: Bool { self == .zero }
}
