// The words of the language as Swift types. Raw values are the numbers that files store; a test compares each type
// with the schema's table of words.

extension Node {
    /// Whether a node is visible, and whether it takes space.
    @nonexhaustive
    public enum Visibility: Int32, Hashable, Sendable, CaseIterable {
        /// The node takes space and is not drawn.
        case invisible = 0
        /// The node is drawn.
        case visible = 1
        /// The node takes no space and is not drawn.
        case gone = 2
    }
}

extension Node {
    /// What a node is for those who do not see it.
    @nonexhaustive
    public enum AccessibilityRole: Int32, Hashable, Sendable, CaseIterable {
        /// What follows from the component and the clicks that the node takes.
        case automatic = 0
        /// Something to press.
        case button = 1
        /// The title of what follows.
        case header = 2
        /// A picture.
        case image = 3
        /// Something to press that leads elsewhere.
        case link = 4
        /// Nothing: only the content counts.
        case none = 5
    }
}

extension Node {
    /// The direction in which a node and everything below it is read.
    @nonexhaustive
    public enum ReadingDirection: Int32, Hashable, Sendable, CaseIterable {
        /// That of the parent; for a root that of the environment.
        case inherited = 0
        /// From left to right, as the template is written.
        case leftToRight = 1
        /// From right to left: mirrored.
        case rightToLeft = 2
    }
}

/// The axis along which a component arranges its content.
@nonexhaustive
public enum Orientation: Int32, Hashable, Sendable, CaseIterable {
    /// From top to bottom (`V`).
    case vertical = 0
    /// From left to right (`H`).
    case horizontal = 1
}

extension Node {
    /// The side of a node that is given, from which the other follows by `autoDimX` and `autoDimY`.
    @nonexhaustive
    public enum DimensionAxis: Int32, Hashable, Sendable, CaseIterable {
        /// Neither: both sides follow the ordinary rules.
        case none = 0
        /// The width is given.
        case x = 1
        /// The height is given.
        case y = 2
    }
}

extension TextNode {
    /// The place to cut a text that does not fit.
    @nonexhaustive
    public enum Ellipsis: Int32, Hashable, Sendable, CaseIterable {
        /// At the end, without a mark.
        case none = -1
        /// At its start.
        case start = 0
        /// In its middle.
        case middle = 1
        /// At its end.
        case end = 2
        /// The text scrolls, if the client supports that.
        case marquee = 3
    }
}

extension ImageNode {
    /// The way in which an image fills its node.
    @nonexhaustive
    public enum ScaleType: Int32, Hashable, Sendable, CaseIterable {
        /// The image is stretched.
        case matrix = 0
        /// The image is stretched.
        case fitXY = 1
        /// The image is completely visible, at the start.
        case fitStart = 2
        /// The image is completely visible, in the middle.
        case fitCenter = 3
        /// The image is completely visible, at the end.
        case fitEnd = 4
        /// The image has its own size, in the middle.
        case center = 5
        /// The image fills the node and is clipped.
        case centerCrop = 6
        /// The image is completely visible and not enlarged, in the middle.
        case centerInside = 7
    }
}

extension FlexLayoutNode {
    /// The main axis of a flex layout, and the end from which it is filled.
    @nonexhaustive
    public enum Direction: Int32, Hashable, Sendable, CaseIterable {
        /// From left to right.
        case row = 0
        /// From right to left.
        case rowReverse = 1
        /// From top to bottom.
        case column = 2
        /// From bottom to top.
        case columnReverse = 3
    }
}

extension FlexLayoutNode {
    /// Whether a flex layout wraps lines.
    @nonexhaustive
    public enum Wrap: Int32, Hashable, Sendable, CaseIterable {
        /// There is only one line.
        case noWrap = 0
        /// Lines follow each other along the cross axis.
        case wrap = 1
        /// Lines follow each other against the cross axis.
        case wrapReverse = 2
    }
}

extension FlexLayoutNode {
    /// The use of the space left on a line of a flex layout.
    @nonexhaustive
    public enum JustifyContent: Int32, Hashable, Sendable, CaseIterable {
        /// After the last child.
        case flexStart = 0
        /// Before the first child.
        case flexEnd = 1
        /// Half before the first child, half after the last.
        case center = 2
        /// Between the children.
        case spaceBetween = 3
        /// Around each child.
        case spaceAround = 4
    }
}

extension FlexLayoutNode {
    /// The alignment of children across a line of a flex layout.
    @nonexhaustive
    public enum AlignItems: Int32, Hashable, Sendable, CaseIterable {
        /// At the start.
        case flexStart = 0
        /// At the end.
        case flexEnd = 1
        /// In the middle.
        case center = 2
        /// With their first baselines aligned.
        case baseline = 3
        /// Filling the line.
        case stretch = 4
    }
}

extension FlexLayoutNode {
    /// The alignment of the lines of a flex layout.
    @nonexhaustive
    public enum AlignContent: Int32, Hashable, Sendable, CaseIterable {
        /// At the start.
        case flexStart = 0
        /// At the end.
        case flexEnd = 1
        /// In the middle.
        case center = 2
        /// With the free space between them.
        case spaceBetween = 3
        /// With the free space around each.
        case spaceAround = 4
        /// Sharing the free space.
        case stretch = 5
    }
}

extension ScrollerNode {
    /// The arrangement of a scroller's items.
    @nonexhaustive
    public enum Mode: Int32, Hashable, Sendable, CaseIterable {
        /// In one row or column.
        case linear = 1
        /// In two columns, with each item in the shorter one.
        case staggeredGrid = 2
    }
}

extension LineNode {
    /// The style of a line.
    @nonexhaustive
    public enum Style: Int32, Hashable, Sendable, CaseIterable {
        /// Without gaps.
        case solid = 1
        /// With gaps, as `dashEffect` says.
        case dash = 2
    }
}

extension GraphNode {
    /// The style of a shape.
    @nonexhaustive
    public enum PaintStyle: Int32, Hashable, Sendable, CaseIterable {
        /// The outline only.
        case stroke = 1
        /// Filled.
        case fill = 2
    }
}

extension GraphNode {
    /// The shapes of a `VGraph`.
    @nonexhaustive
    public enum Shape: Int32, Hashable, Sendable, CaseIterable {
        /// A circle.
        case circle = 1
        /// A rectangle.
        case rect = 2
        /// An ellipse.
        case oval = 3
    }
}

extension PageNode {
    /// The speed of the turn of a page over time.
    @nonexhaustive
    public enum AnimatorStyle: Int32, Hashable, Sendable, CaseIterable {
        /// At constant speed.
        case linear = 0
        /// Slower towards the end.
        case decelerate = 1
        /// Faster towards the end.
        case accelerate = 2
        /// First faster, then slower.
        case accelerateDecelerate = 3
        /// With a bounce at the end.
        case spring = 4
    }
}

extension PageNode {
    /// The direction in which pages turn by themselves.
    @nonexhaustive
    public enum Direction: Int32, Hashable, Sendable, CaseIterable {
        /// To the next page.
        case normal = 0
        /// To the previous page.
        case reverse = 1
    }
}

extension ItemContainerNode {
    /// The treatment of new data in a container.
    @nonexhaustive
    public enum DataMode: Int32, Hashable, Sendable, CaseIterable {
        /// The container shows the new data.
        case set = 1
        /// The container shows the new data after the old.
        case append = 2
    }
}
