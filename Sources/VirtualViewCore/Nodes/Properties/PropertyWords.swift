// The words of the language as Swift types. Raw values are the numbers that files store; a test compares each type
// with the schema's table of words.

/// Whether a node is shown, and whether it takes room.
@nonexhaustive
public enum NodeVisibility: Int32, Hashable, Sendable, CaseIterable {
    /// Takes room and is not drawn.
    case invisible = 0
    /// Is drawn.
    case visible = 1
    /// Takes no room and is not drawn.
    case gone = 2
}

/// The axis along which a component arranges things.
@nonexhaustive
public enum Orientation: Int32, Hashable, Sendable, CaseIterable {
    /// From top to bottom (`V`).
    case vertical = 0
    /// From left to right (`H`).
    case horizontal = 1
}

/// Which side of a node is given when the other follows from `autoDimX` and `autoDimY`.
@nonexhaustive
public enum DimensionAxis: Int32, Hashable, Sendable, CaseIterable {
    /// Neither: both sides follow the ordinary rules.
    case none = 0
    /// The width is given.
    case x = 1
    /// The height is given.
    case y = 2
}

/// Where a text that does not fit is cut.
@nonexhaustive
public enum TextEllipsis: Int32, Hashable, Sendable, CaseIterable {
    /// It is cut without a mark.
    case none = -1
    /// At its start.
    case start = 0
    /// In its middle.
    case middle = 1
    /// At its end.
    case end = 2
    /// It runs through, where a client can do that.
    case marquee = 3
}

/// How an image fills its node.
@nonexhaustive
public enum ImageScaleType: Int32, Hashable, Sendable, CaseIterable {
    /// Stretched.
    case matrix = 0
    /// Stretched.
    case fitXY = 1
    /// Wholly visible, at the start.
    case fitStart = 2
    /// Wholly visible, in the middle.
    case fitCenter = 3
    /// Wholly visible, at the end.
    case fitEnd = 4
    /// In its own size, in the middle.
    case center = 5
    /// Filling the node, cut where it sticks out.
    case centerCrop = 6
    /// Wholly visible and not enlarged, in the middle.
    case centerInside = 7
}

/// The main axis of a flex layout, and from which end it is filled.
@nonexhaustive
public enum FlexDirection: Int32, Hashable, Sendable, CaseIterable {
    /// From left to right.
    case row = 0
    /// From right to left.
    case rowReverse = 1
    /// From top to bottom.
    case column = 2
    /// From bottom to top.
    case columnReverse = 3
}

/// Whether a flex layout breaks lines.
@nonexhaustive
public enum FlexWrap: Int32, Hashable, Sendable, CaseIterable {
    /// One line only.
    case noWrap = 0
    /// Lines follow each other along the cross axis.
    case wrap = 1
    /// Lines follow each other against the cross axis.
    case wrapReverse = 2
}

/// How a flex layout uses the room that is left on a line.
@nonexhaustive
public enum JustifyContent: Int32, Hashable, Sendable, CaseIterable {
    /// Behind the last child.
    case flexStart = 0
    /// Before the first child.
    case flexEnd = 1
    /// Half before, half behind.
    case center = 2
    /// Between the children.
    case spaceBetween = 3
    /// Around each child.
    case spaceAround = 4
}

/// How a flex layout places children across a line.
@nonexhaustive
public enum AlignItems: Int32, Hashable, Sendable, CaseIterable {
    /// At the start.
    case flexStart = 0
    /// At the end.
    case flexEnd = 1
    /// In the middle.
    case center = 2
    /// With their first lines of text in one row.
    case baseline = 3
    /// Filling the line.
    case stretch = 4
}

/// How a flex layout places its lines.
@nonexhaustive
public enum AlignContent: Int32, Hashable, Sendable, CaseIterable {
    /// At the start.
    case flexStart = 0
    /// At the end.
    case flexEnd = 1
    /// In the middle.
    case center = 2
    /// With the room left between them.
    case spaceBetween = 3
    /// With the room left around each.
    case spaceAround = 4
    /// Sharing the room left.
    case stretch = 5
}

/// How a scroller arranges its items.
@nonexhaustive
public enum ScrollerMode: Int32, Hashable, Sendable, CaseIterable {
    /// One behind the other.
    case linear = 1
    /// In two columns, each filled by itself.
    case staggeredGrid = 2
}

/// How a line is drawn.
@nonexhaustive
public enum LineStyle: Int32, Hashable, Sendable, CaseIterable {
    /// Without gaps.
    case solid = 1
    /// With gaps, as `dashEffect` says.
    case dash = 2
}

/// How a shape is drawn.
@nonexhaustive
public enum PaintStyle: Int32, Hashable, Sendable, CaseIterable {
    /// Its outline only.
    case stroke = 1
    /// Filled.
    case fill = 2
}

/// The shapes of a `VGraph`.
@nonexhaustive
public enum ShapeKind: Int32, Hashable, Sendable, CaseIterable {
    /// A circle.
    case circle = 1
    /// A rectangle.
    case rect = 2
    /// An ellipse.
    case oval = 3
}

/// How the change of a page runs over time.
@nonexhaustive
public enum AnimatorStyle: Int32, Hashable, Sendable, CaseIterable {
    /// At one speed.
    case linear = 0
    /// Ever slower.
    case decelerate = 1
    /// Ever faster.
    case accelerate = 2
    /// First faster, then slower.
    case accelerateDecelerate = 3
    /// With a swing at the end.
    case spring = 4
}

/// The direction in which pages turn by themselves.
@nonexhaustive
public enum PageDirection: Int32, Hashable, Sendable, CaseIterable {
    /// To the next page.
    case normal = 0
    /// To the page before.
    case reverse = 1
}

/// What a container does with new data.
@nonexhaustive
public enum DataMode: Int32, Hashable, Sendable, CaseIterable {
    /// It shows the new data.
    case set = 1
    /// It shows the new data behind the old.
    case append = 2
}
