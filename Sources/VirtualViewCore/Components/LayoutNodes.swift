// The nodes that place the children which a template gives them.

/// A layout with children on top of each other, each placed by its gravity: `FrameLayout`.
open class FrameLayoutNode: Node {
    override class var languageComponent: String? { "FrameLayout" }

    /// The position of children that do not set their own.
    public final var gravity: Gravity {
        get { self[.gravity] }
        set { self[.gravity] = newValue }
    }
}

/// A layout with children in a row or column: `VHLayout`.
open class VHLayoutNode: Node {
    override class var languageComponent: String? { "VHLayout" }

    /// The direction in which children follow each other.
    public final var orientation: Orientation {
        get { self[.orientation] }
        set { self[.orientation] = newValue }
    }

    /// The position of children that do not set their own.
    public final var gravity: Gravity {
        get { self[.gravity] }
        set { self[.gravity] = newValue }
    }
}

/// A layout with children in a row or column that is filled from both ends: `VH2Layout`.
open class VH2LayoutNode: Node {
    override class var languageComponent: String? { "VH2Layout" }

    /// The direction in which children follow each other.
    public final var orientation: Orientation {
        get { self[.orientation] }
        set { self[.orientation] = newValue }
    }
}

/// A layout with children in a row or column that share its space by their `layoutRatio`: `RatioLayout`.
open class RatioLayoutNode: Node {
    override class var languageComponent: String? { "RatioLayout" }

    /// The direction in which children follow each other.
    public final var orientation: Orientation {
        get { self[.orientation] }
        set { self[.orientation] = newValue }
    }
}

/// A layout with children in the cells of a grid: `GridLayout`.
open class GridLayoutNode: Node {
    override class var languageComponent: String? { "GridLayout" }

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

/// A layout whose children share the space of lines: `FlexLayout`.
open class FlexLayoutNode: Node {
    override class var languageComponent: String? { "FlexLayout" }

    /// The main axis.
    public final var flexDirection: FlexLayoutNode.Direction {
        get { self[.flexDirection] }
        set { self[.flexDirection] = newValue }
    }

    /// Whether lines wrap.
    public final var flexWrap: FlexLayoutNode.Wrap {
        get { self[.flexWrap] }
        set { self[.flexWrap] = newValue }
    }

    /// The direction and wrapping in one text.
    public final var flexFlow: String? {
        get { self[.flexFlow] }
        set { self[.flexFlow] = newValue }
    }

    /// The use of the space left on a line.
    public final var justifyContent: FlexLayoutNode.JustifyContent {
        get { self[.justifyContent] }
        set { self[.justifyContent] = newValue }
    }

    /// The alignment of children across a line.
    public final var alignItems: FlexLayoutNode.AlignItems {
        get { self[.alignItems] }
        set { self[.alignItems] = newValue }
    }

    /// The alignment of lines.
    public final var alignContent: FlexLayoutNode.AlignContent {
        get { self[.alignContent] }
        set { self[.alignContent] = newValue }
    }
}
