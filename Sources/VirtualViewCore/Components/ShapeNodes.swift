// The nodes that draw without texts and images, and the one that draws nothing.

/// A line: `NLine`, `VLine`.
open class LineNode: Node {
    override class var languageComponent: String? { "NLine" }

    /// The direction of the line.
    public final var orientation: Orientation {
        get { self[.orientation] }
        set { self[.orientation] = newValue }
    }

    /// The position of the line in its box.
    public final var gravity: Gravity {
        get { self[.gravity] }
        set { self[.gravity] = newValue }
    }

    /// The colour.
    public final var color: ARGBColor {
        get { self[.color] }
        set { self[.color] = newValue }
    }

    /// The thickness in points.
    public final var paintWidth: Float {
        get { self[.paintWidth] }
        set { self[.paintWidth] = newValue }
    }

    /// Whether the line is solid or has gaps.
    public final var style: LineNode.Style {
        get { self[.style] }
        set { self[.style] = newValue }
    }

    /// The lengths of dashes and gaps, such as `[3,5]`.
    public final var dashEffect: String? {
        get { self[.dashEffect] }
        set { self[.dashEffect] = newValue }
    }
}

/// A shape: `VGraph`.
open class GraphNode: Node {
    override class var languageComponent: String? { "VGraph" }

    /// The shape (`type` in sources).
    public final var shape: GraphNode.Shape {
        get { self[.type] }
        set { self[.type] = newValue }
    }

    /// The colour.
    public final var color: ARGBColor {
        get { self[.color] }
        set { self[.color] = newValue }
    }

    /// The thickness of the outline in points.
    public final var paintWidth: Float {
        get { self[.paintWidth] }
        set { self[.paintWidth] = newValue }
    }

    /// Whether the shape is outlined or filled.
    public final var paintStyle: GraphNode.PaintStyle {
        get { self[.paintStyle] }
        set { self[.paintStyle] = newValue }
    }

    /// The width of the shape in points.
    public final var diameterX: Float {
        get { self[.diameterX] }
        set { self[.diameterX] = newValue }
    }

    /// The height of the shape in points.
    public final var diameterY: Float {
        get { self[.diameterY] }
        set { self[.diameterY] = newValue }
    }

    /// The position of the shape in its box.
    public final var gravity: Gravity {
        get { self[.gravity] }
        set { self[.gravity] = newValue }
    }
}

/// A bar that shows progress: `Progress`.
open class ProgressNode: Node {
    override class var languageComponent: String? { "Progress" }

    /// The colour of the bar.
    public final var color: ARGBColor {
        get { self[.color] }
        set { self[.color] = newValue }
    }

    /// The kind, as a number.
    public final var type: Int32 {
        get { self[.type] }
        set { self[.type] = newValue }
    }

    /// The initial value.
    public final var initValue: Float {
        get { self[.initValue] }
        set { self[.initValue] = newValue }
    }
}

/// A declaration of a variable, without a box: `Var`.
open class VariableNode: Node {
    override class var languageComponent: String? { "Var" }

    /// The kind, as a number.
    public final var type: Int32 {
        get { self[.type] }
        set { self[.type] = newValue }
    }

    /// The initial value.
    public final var initValue: Float {
        get { self[.initValue] }
        set { self[.initValue] = newValue }
    }
}
