public import VirtualViewExpressions

/// The items that a host draws to show a tree after layout, from back to front.
///
/// Positions are absolute in the container, in points, with all scrolling applied. Items that are hidden, draw nothing
/// or lie outside the visible area are not in the list.
public struct DisplayList: Hashable, Sendable {
    /// The container's size in points.
    public var size: LayoutSize
    /// The items from back to front; each ``DisplayList/Item/Content/beginGroup(_:)`` has a matching
    /// ``DisplayList/Item/Content/endGroup`` later in the list.
    public var items: [DisplayList.Item]

    /// Makes a list.
    public init(size: LayoutSize, items: [DisplayList.Item] = []) {
        self.size = size
        self.items = items
    }
}

extension DisplayList {
    /// One item to draw, and its node.
    public struct Item: Hashable, Sendable {
        /// The content of an item.
        @nonexhaustive
        public enum Content: Hashable, Sendable {
            /// Clips, scrolls or fades the items up to the matching end together.
            case beginGroup(DisplayList.Group)
            /// The end of the last open group.
            case endGroup
            /// Background and border.
            case box(DisplayList.Box)
            /// A text.
            case text(DisplayList.Text)
            /// An image.
            case image(DisplayList.Image)
            /// A line.
            case line(DisplayList.Line)
            /// A circle, ellipse or rectangle.
            case shape(DisplayList.Shape)
            /// The filled part of a progress bar.
            case bar(DisplayList.Bar)
            /// The place of a view of the host.
            case slot(DisplayList.Slot)
        }

        /// The number of the node in pre-order, including the nodes of items made from data; the root is 0.
        ///
        /// It changes when items come and go; ``dataPath`` and ``templateIndex`` together do not.
        public var nodeIndex: Int
        /// The path of the data that the node's tree shows, in the data of the outermost tree.
        public var dataPath: DataPath
        /// The number of the node in its template, in pre-order; the root is 0.
        public var templateIndex: Int
        /// The node's id; 0 for none.
        public var nodeID: Int32
        /// The text for screen readers: the node's `accessibilityLabel`, else its `contentDescription`, else its text;
        /// `nil` inside of what they leave out.
        ///
        /// ``Container/accessibilityTree()`` has what they need beyond that.
        public var accessibilityText: String?
        /// The node's frame; the rectangle of a box that the node adds itself (``Node/draw(in:)``).
        public var frame: LayoutRect
        /// Whether the node is read from right to left.
        ///
        /// Places already take that into account. It is the base direction of a text, unless its letters say otherwise; an
        /// image of unknown size has its start at the right; and scrolled content begins at the right.
        public var isRightToLeft = false
        /// The content to draw.
        public var content: Content
    }
}

extension DisplayList {
    /// Items that are clipped, scrolled or faded together.
    public struct Group: Hashable, Sendable {
        /// The scrolling of a group's content.
        public struct Scrolling: Hashable, Sendable {
            /// The distance by which the content is scrolled, in points; the items' positions already include it.
            ///
            /// It counts from where reading begins: `x` from the right end if the item is read from right to left.
            public var offset: LayoutPoint
            /// The size of the whole content in points.
            public var contentSize: LayoutSize
            /// Whether scrolling stops only at pages, which are as large as the group.
            public var isPaged: Bool
            /// Whether only the app scrolls the content: a `Page` without `canSlide`, or with one page.
            public var isLocked = false
        }

        /// The visible area of the items; `nil` if they are not clipped.
        public var clip: LayoutRect?
        /// The corner radii of `clip`.
        public var radii: DisplayList.CornerRadii
        /// The opacity of the items as a group, from 0 to 1.
        public var opacity: Double
        /// The scrolling of the content; `nil` if it does not scroll.
        public var scrolling: Scrolling?
    }
}

extension DisplayList {
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
        public static let zero = DisplayList.CornerRadii(topLeft: 0, topRight: 0, bottomLeft: 0, bottomRight: 0)

        /// Whether all corners are sharp.
        public var isZero: Bool { self == .zero }

        /// The four radii, row by row.
        package var corners: [Double] { [topLeft, topRight, bottomLeft, bottomRight] }

        /// Returns the radii, each changed by a function.
        package func map(_ change: (Double) -> Double) -> DisplayList.CornerRadii {
            DisplayList.CornerRadii(
                topLeft: change(topLeft),
                topRight: change(topRight),
                bottomLeft: change(bottomLeft),
                bottomRight: change(bottomRight)
            )
        }
    }
}

extension DisplayList {
    /// The background and border of a node, drawn in the item's frame.
    public struct Box: Hashable, Sendable {
        /// The colour behind the content.
        public var background: ARGBColor
        /// An image behind the content, stretched over the frame; `nil` for none.
        public var backgroundImage: String?
        /// The colour of the border.
        public var borderColor: ARGBColor
        /// The width of the border in points, inside the frame; 0 for none.
        public var borderWidth: Double
        /// The corner radii.
        public var radii: DisplayList.CornerRadii
    }
}

extension DisplayList {
    /// A text, broken into lines.
    public struct Text: Hashable, Sendable {
        /// A line of text and its position.
        public struct Line: Hashable, Sendable {
            /// The text of the line.
            public var text: String
            /// The position of the line: its left end, on the baseline.
            public var baseline: LayoutPoint
            /// The width of the line in points.
            public var width: Double
        }

        /// The alignment of lines that are narrower than the node.
        @nonexhaustive
        public enum Alignment: Hashable, Sendable {
            /// At the left.
            case left
            /// In the middle.
            case center
            /// At the right.
            case right
        }

        /// The lines from top to bottom; a text that does not fit is cut and marked as the node says.
        public var lines: [Line]
        /// The font.
        public var font: TextFont
        /// The colour of the letters.
        public var color: ARGBColor
        /// The alignment of lines that are narrower than the node.
        public var alignment: Alignment
        /// Whether the text is underlined.
        public var isUnderlined: Bool
        /// Whether the text is struck through.
        public var isStruckThrough: Bool
        /// The node's frame without its padding.
        public var box: LayoutRect
        /// The height of a line in points.
        public var lineHeight: Double
        /// The space between two lines in points.
        public var lineSpacing: Double
    }
}

extension DisplayList {
    /// An image.
    public struct Image: Hashable, Sendable {
        /// The image: an address if it contains `//`, else a name in the app.
        public var source: String
        /// The way in which the image fills the box.
        public var scaleType: ImageNode.ScaleType
        /// The node's frame without its padding.
        public var box: LayoutRect
        /// The rectangle of the whole image; parts outside of `box` are clipped.
        ///
        /// It is `nil` if it depends on the image's size, and the host does not know that.
        public var destination: LayoutRect?
        /// Whether the image is drawn with left and right exchanged, at the same place.
        public var isMirrored = false
        /// The corner radii.
        public var radii: DisplayList.CornerRadii
    }
}

extension DisplayList {
    /// A straight line.
    public struct Line: Hashable, Sendable {
        /// The start of the line, in the middle of its thickness.
        public var start: LayoutPoint
        /// The end of the line.
        public var end: LayoutPoint
        /// The thickness in points.
        public var width: Double
        /// The colour.
        public var color: ARGBColor
        /// The lengths of dashes and gaps alternately, in points; empty for a solid line.
        public var dashes: [Double]
    }
}

extension DisplayList {
    /// A circle, ellipse or rectangle.
    public struct Shape: Hashable, Sendable {
        /// The kind of shape.
        public var kind: GraphNode.Shape
        /// The rectangle that it fills.
        public var box: LayoutRect
        /// The colour.
        public var color: ARGBColor
        /// The thickness of the outline in points; `nil` if the shape is filled.
        public var strokeWidth: Double?
    }
}

extension DisplayList {
    /// The place of a view of the host, such as a text field: a node of a component that is a slot.
    ///
    /// Items before it are behind the view, and those after it in front. What is clipped, scrolled or faded by the groups
    /// around it, so is the view.
    public struct Slot: Hashable, Sendable {
        /// The component's element name.
        public var component: String
        /// The node's frame without its padding.
        public var box: LayoutRect
        /// The values of the properties that the component declares, by their names, except those of every node.
        public var properties: [String: NodeValue]
    }
}

extension DisplayList {
    /// The filled part of a progress bar.
    public struct Bar: Hashable, Sendable {
        /// The filled part of the node's frame without its padding.
        public var box: LayoutRect
        /// The filled fraction, from 0 to 1.
        public var fraction: Double
        /// The colour.
        public var color: ARGBColor
    }
}
