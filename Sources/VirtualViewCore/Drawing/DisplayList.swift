/// What a host draws to show a laid out tree: items from back to front.
///
/// Places are absolute in the container, in points, with everything scrolled to where it is. Nothing is in the list that
/// is hidden, draws nothing, or lies outside what is seen.
public struct DisplayList: Hashable, Sendable {
    /// The container's size in points.
    public var size: LayoutSize
    /// The items from back to front; each ``DisplayItem/Content/beginGroup(_:)`` has its
    /// ``DisplayItem/Content/endGroup`` further on.
    public var items: [DisplayItem]

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - size: The container's size in points.
    ///   - items: The items from back to front.
    public init(size: LayoutSize, items: [DisplayItem] = []) {
        self.size = size
        self.items = items
    }
}

/// One thing to draw, and the node that it belongs to.
public struct DisplayItem: Hashable, Sendable {
    /// What is drawn.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// The items up to the matching end are clipped, scrolled or faded together.
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

    /// The number of the node in pre-order, those of items made from data included; the root is 0.
    public var nodeIndex: Int
    /// The node's id; 0 for none.
    public var nodeID: Int32
    /// What a screen reader says: the node's `contentDescription`, else its text.
    public var accessibilityText: String?
    /// The node's frame.
    public var frame: LayoutRect
    /// What is drawn.
    public var content: Content
}

/// Items that belong together.
public struct DisplayGroup: Hashable, Sendable {
    /// How a group's content scrolls.
    public struct Scrolling: Hashable, Sendable {
        /// How far the content is scrolled, in points; the items' places have it in them.
        public var offset: LayoutPoint
        /// The size of the whole content in points.
        public var contentSize: LayoutSize
        /// Whether it stops only at pages, which are as large as the group.
        public var isPaged: Bool
    }

    /// Where items are seen; `nil` for everywhere.
    public var clip: LayoutRect?
    /// How the corners of `clip` are rounded.
    public var radii: CornerRadii
    /// How opaque the items are together, from 0 to 1.
    public var opacity: Double
    /// How the content scrolls; `nil` when it does not.
    public var scrolling: Scrolling?
}

/// The radii of a box's corners in points.
public struct CornerRadii: Hashable, Sendable {
    /// The upper left corner.
    public var topLeft: Double
    /// The upper right corner.
    public var topRight: Double
    /// The lower left corner.
    public var bottomLeft: Double
    /// The lower right corner.
    public var bottomRight: Double

    /// Makes radii.
    ///
    /// - Parameters:
    ///   - topLeft: The upper left corner.
    ///   - topRight: The upper right corner.
    ///   - bottomLeft: The lower left corner.
    ///   - bottomRight: The lower right corner.
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
