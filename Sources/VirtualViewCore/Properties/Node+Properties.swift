// The properties that every node has. Setting one marks what has to be laid out or drawn again.

// MARK: - Identity and data

extension Node {
    /// The id by which an app finds the node; 0 for none.
    public final var id: Int32 {
        get { properties.id }
        set { self[.id] = newValue }
    }

    /// The kinds of events that the node takes part in.
    public final var flag: Node.Flags {
        get { properties.flag }
        set { self[.flag] = newValue }
    }

    /// The action of a click, for the app.
    public final var action: String? {
        get { self[.action] }
        set { self[.action] = newValue }
    }

    /// A number for the app.
    public final var uuid: Int32 {
        get { self[.uuid] }
        set { self[.uuid] = newValue }
    }

    /// A name by which event programs find the node.
    public final var name: String? {
        get { self[.name] }
        set { self[.name] = newValue }
    }

    /// A text for the app.
    public final var tag: String? {
        get { self[.tag] }
        set { self[.tag] = newValue }
    }

    /// A class for the app (`class` in sources).
    public final var className: String? {
        get { self[.class] }
        set { self[.class] = newValue }
    }

    /// The parameter of the action.
    public final var actionParam: String? {
        get { self[.actionParam] }
        set { self[.actionParam] = newValue }
    }

    /// The data of containers, on some clients.
    public final var data: String? {
        get { self[.data] }
        set { self[.data] = newValue }
    }

    /// The URL from which containers load data, on some clients (`dataUrl` in sources).
    public final var dataURL: String? {
        get { self[.dataUrl] }
        set { self[.dataUrl] = newValue }
    }

    /// The parameter of the request for data, on some clients.
    public final var dataParam: String? {
        get { self[.dataParam] }
        set { self[.dataParam] = newValue }
    }

    /// An image behind the content.
    public final var backgroundImage: String? {
        get { self[.backgroundImage] }
        set { self[.backgroundImage] = newValue }
    }

    /// The alignment of the node across a line of a `FlexLayout`.
    public final var alignSelf: String? {
        get { self[.alignSelf] }
        set { self[.alignSelf] = newValue }
    }

    /// The length on a line of a `FlexLayout` before free space is distributed.
    public final var flexBasis: String? {
        get { self[.flexBasis] }
        set { self[.flexBasis] = newValue }
    }
}

// MARK: - Size and place

extension Node {
    /// The width in points; -1 to fill the parent, -2 to wrap the content.
    public final var layoutWidth: Float {
        get { properties.layout.layoutWidth }
        set { self[.layoutWidth] = newValue }
    }

    /// The height in points; -1 to fill the parent, -2 to wrap the content.
    public final var layoutHeight: Float {
        get { properties.layout.layoutHeight }
        set { self[.layoutHeight] = newValue }
    }

    /// The side that is given, from which the other follows by ``autoDimX`` and ``autoDimY``.
    public final var autoDimDirection: Node.DimensionAxis {
        get { properties.layout.autoDimDirection }
        set { self[.autoDimDirection] = newValue }
    }

    /// The width part of the ratio of width to height.
    public final var autoDimX: Float {
        get { properties.layout.autoDimX }
        set { self[.autoDimX] = newValue }
    }

    /// The height part of the ratio of width to height.
    public final var autoDimY: Float {
        get { properties.layout.autoDimY }
        set { self[.autoDimY] = newValue }
    }

    /// The minimum width in points, which wins over the maximum.
    public final var minWidth: Float {
        get { properties.layout.minWidth }
        set { self[.minWidth] = newValue }
    }

    /// The maximum width in points; negative for none.
    public final var maxWidth: Float {
        get { properties.layout.maxWidth }
        set { self[.maxWidth] = newValue }
    }

    /// The minimum height in points, which wins over the maximum.
    public final var minHeight: Float {
        get { properties.layout.minHeight }
        set { self[.minHeight] = newValue }
    }

    /// The maximum height in points; negative for none.
    public final var maxHeight: Float {
        get { properties.layout.maxHeight }
        set { self[.maxHeight] = newValue }
    }

    /// The margin in points, for the sides that are not set themselves.
    public final var layoutMargin: Float {
        get { properties.layout.margins.all }
        set { self[.layoutMargin] = newValue }
    }

    /// The margin on the left in points.
    public final var layoutMarginLeft: Float {
        get { properties.layout.margins.left }
        set { self[.layoutMarginLeft] = newValue }
    }

    /// The margin at the top in points.
    public final var layoutMarginTop: Float {
        get { properties.layout.margins.top }
        set { self[.layoutMarginTop] = newValue }
    }

    /// The margin on the right in points.
    public final var layoutMarginRight: Float {
        get { properties.layout.margins.right }
        set { self[.layoutMarginRight] = newValue }
    }

    /// The margin at the bottom in points.
    public final var layoutMarginBottom: Float {
        get { properties.layout.margins.bottom }
        set { self[.layoutMarginBottom] = newValue }
    }

    /// The padding in points, for the sides that are not set themselves.
    public final var padding: Float {
        get { properties.layout.paddings.all }
        set { self[.padding] = newValue }
    }

    /// The padding on the left in points.
    public final var paddingLeft: Float {
        get { properties.layout.paddings.left }
        set { self[.paddingLeft] = newValue }
    }

    /// The padding at the top in points.
    public final var paddingTop: Float {
        get { properties.layout.paddings.top }
        set { self[.paddingTop] = newValue }
    }

    /// The padding on the right in points.
    public final var paddingRight: Float {
        get { properties.layout.paddings.right }
        set { self[.paddingRight] = newValue }
    }

    /// The padding at the bottom in points.
    public final var paddingBottom: Float {
        get { properties.layout.paddings.bottom }
        set { self[.paddingBottom] = newValue }
    }

    /// Whether the node is visible, and whether it takes space.
    public final var visibility: Node.Visibility {
        get { properties.layout.visibility }
        set { self[.visibility] = newValue }
    }

    /// The position of the node in its parent; empty for the parent's setting.
    public final var layoutGravity: Gravity {
        get { properties.layout.layoutGravity }
        set { self[.layoutGravity] = newValue }
    }

    /// The direction in which the node and everything below it is read; ``isRightToLeft`` says what follows from it.
    public final var direction: Node.ReadingDirection {
        get { properties.layout.direction }
        set { self[.direction] = newValue }
    }

    /// The end of a `VH2Layout` at which the node is placed.
    public final var layoutDirection: Node.PlacementDirection {
        get { properties.layout.layoutDirection }
        set { self[.layoutDirection] = newValue }
    }

    /// The share of a `RatioLayout`; 0 for none.
    public final var layoutRatio: Float {
        get { properties.layout.layoutRatio }
        set { self[.layoutRatio] = newValue }
    }

    /// The share of the free space on a line of a `FlexLayout`.
    public final var flexGrow: Float {
        get { properties.layout.flexGrow }
        set { self[.flexGrow] = newValue }
    }

    /// The share of the missing space on a line of a `FlexLayout`, in a row or column.
    ///
    /// It is negative if it is not set: then it counts as 1 in a `FlexLayout` and as 0 elsewhere.
    public final var flexShrink: Float {
        get { properties.layout.flexShrink }
        set { self[.flexShrink] = newValue }
    }

    /// The order in a `FlexLayout`; in a `VirtualContainer`, the index of the entry to show.
    public final var order: Int32 {
        get { properties.layout.order }
        set { self[.order] = newValue }
    }
}

// MARK: - Box

extension Node {
    /// The background colour.
    public final var background: ARGBColor {
        get { properties.box.background }
        set { self[.background] = newValue }
    }

    /// The colour of the border.
    public final var borderColor: ARGBColor {
        get { properties.box.borderColor }
        set { self[.borderColor] = newValue }
    }

    /// The thickness of the border in points; it takes no space.
    public final var borderWidth: Float {
        get { properties.box.borderWidth }
        set { self[.borderWidth] = newValue }
    }

    /// The radius of the corners in points.
    public final var borderRadius: Float {
        get { properties.box.borderRadius }
        set { self[.borderRadius] = newValue }
    }

    /// The radius of the top left corner in points.
    public final var borderTopLeftRadius: Float {
        get { properties.box.borderTopLeftRadius }
        set { self[.borderTopLeftRadius] = newValue }
    }

    /// The radius of the top right corner in points.
    public final var borderTopRightRadius: Float {
        get { properties.box.borderTopRightRadius }
        set { self[.borderTopRightRadius] = newValue }
    }

    /// The radius of the bottom left corner in points.
    public final var borderBottomLeftRadius: Float {
        get { properties.box.borderBottomLeftRadius }
        set { self[.borderBottomLeftRadius] = newValue }
    }

    /// The radius of the bottom right corner in points.
    public final var borderBottomRightRadius: Float {
        get { properties.box.borderBottomRightRadius }
        set { self[.borderBottomRightRadius] = newValue }
    }

    /// The colour behind the content while the node is pressed, or one that contains it; a fully transparent one changes
    /// nothing.
    public final var pressedBackground: ARGBColor {
        get { self[.pressedBackground] }
        set { self[.pressedBackground] = newValue }
    }

    /// The opacity while the node is pressed, or one that contains it; negative for the usual one.
    public final var pressedAlpha: Float {
        get { self[.pressedAlpha] }
        set { self[.pressedAlpha] = newValue }
    }

    /// The opacity of the node, from 0 to 1.
    public final var alpha: Float {
        get { properties.box.alpha }
        set { self[.alpha] = newValue }
    }
}
