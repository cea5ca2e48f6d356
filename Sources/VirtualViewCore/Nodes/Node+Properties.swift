// The properties that every node has. Setting one marks what has to be laid out or drawn again.

// MARK: - Identity and data

extension Node {
    /// The id by which an app finds the node; 0 for none.
    public final var id: Int32 {
        get { properties.id }
        set { assign(newValue.nodeValue, to: .id) }
    }

    /// The kinds of events that the node takes part in.
    public final var flag: NodeFlags {
        get { properties.flag }
        set { assign(newValue.nodeValue, to: .flag) }
    }

    /// The action of a click, for the app.
    public final var action: String? {
        get { detail { $0.action } }
        set { assign(newValue.nodeValue, to: .action) }
    }

    /// A number for the app.
    public final var uuid: Int32 {
        get { kept.part { $0.details.uuid } ?? 0 }
        set { assign(newValue.nodeValue, to: .uuid) }
    }

    /// A name by which event programs find the node.
    public final var name: String? {
        get { detail { $0.name } }
        set { assign(newValue.nodeValue, to: .name) }
    }

    /// A text for the app.
    public final var tag: String? {
        get { detail { $0.tag } }
        set { assign(newValue.nodeValue, to: .tag) }
    }

    /// A class for the app (`class` in sources).
    public final var className: String? {
        get { detail { $0.className } }
        set { assign(newValue.nodeValue, to: .class) }
    }

    /// The parameter of the action.
    public final var actionParam: String? {
        get { detail { $0.actionParam } }
        set { assign(newValue.nodeValue, to: .actionParam) }
    }

    /// A text for the app.
    public final var ck: String? {
        get { detail { $0.ck } }
        set { assign(newValue.nodeValue, to: .ck) }
    }

    /// A text for the app.
    public final var inMainThread: String? {
        get { detail { $0.inMainThread } }
        set { assign(newValue.nodeValue, to: .inMainThread) }
    }

    /// The data of containers, on some clients.
    public final var data: String? {
        get { detail { $0.data } }
        set { assign(newValue.nodeValue, to: .data) }
    }

    /// The URL from which containers load data, on some clients (`dataUrl` in sources).
    public final var dataURL: String? {
        get { detail { $0.dataURL } }
        set { assign(newValue.nodeValue, to: .dataUrl) }
    }

    /// The parameter of the request for data, on some clients.
    public final var dataParam: String? {
        get { detail { $0.dataParam } }
        set { assign(newValue.nodeValue, to: .dataParam) }
    }

    /// An image behind the content.
    public final var backgroundImage: String? {
        get { detail { $0.backgroundImage } }
        set { assign(newValue.nodeValue, to: .backgroundImage) }
    }

    /// The alignment of the node across a line of a `FlexLayout`.
    public final var alignSelf: String? {
        get { detail { $0.alignSelf } }
        set { assign(newValue.nodeValue, to: .alignSelf) }
    }

    /// The length on a line of a `FlexLayout` before free space is distributed.
    public final var flexBasis: String? {
        get { detail { $0.flexBasis } }
        set { assign(newValue.nodeValue, to: .flexBasis) }
    }
}

// MARK: - Size and place

extension Node {
    /// The width in points; -1 to fill the parent, -2 to wrap the content.
    public final var layoutWidth: Float {
        get { properties.layout.layoutWidth }
        set { assign(newValue.nodeValue, to: .layoutWidth) }
    }

    /// The height in points; -1 to fill the parent, -2 to wrap the content.
    public final var layoutHeight: Float {
        get { properties.layout.layoutHeight }
        set { assign(newValue.nodeValue, to: .layoutHeight) }
    }

    /// The side that is given, from which the other follows by ``autoDimX`` and ``autoDimY``.
    public final var autoDimDirection: DimensionAxis {
        get { properties.layout.autoDimDirection }
        set { assign(newValue.nodeValue, to: .autoDimDirection) }
    }

    /// The width part of the ratio of width to height.
    public final var autoDimX: Float {
        get { properties.layout.autoDimX }
        set { assign(newValue.nodeValue, to: .autoDimX) }
    }

    /// The height part of the ratio of width to height.
    public final var autoDimY: Float {
        get { properties.layout.autoDimY }
        set { assign(newValue.nodeValue, to: .autoDimY) }
    }

    /// The minimum width in points, on some clients.
    public final var minWidth: Float {
        get { properties.layout.minWidth }
        set { assign(newValue.nodeValue, to: .minWidth) }
    }

    /// The minimum height in points, on some clients.
    public final var minHeight: Float {
        get { properties.layout.minHeight }
        set { assign(newValue.nodeValue, to: .minHeight) }
    }

    /// The margin in points, for the sides that are not set themselves.
    public final var layoutMargin: Float {
        get { properties.layout.margins.all }
        set { assign(newValue.nodeValue, to: .layoutMargin) }
    }

    /// The margin on the left in points.
    public final var layoutMarginLeft: Float {
        get { properties.layout.margins.left }
        set { assign(newValue.nodeValue, to: .layoutMarginLeft) }
    }

    /// The margin at the top in points.
    public final var layoutMarginTop: Float {
        get { properties.layout.margins.top }
        set { assign(newValue.nodeValue, to: .layoutMarginTop) }
    }

    /// The margin on the right in points.
    public final var layoutMarginRight: Float {
        get { properties.layout.margins.right }
        set { assign(newValue.nodeValue, to: .layoutMarginRight) }
    }

    /// The margin at the bottom in points.
    public final var layoutMarginBottom: Float {
        get { properties.layout.margins.bottom }
        set { assign(newValue.nodeValue, to: .layoutMarginBottom) }
    }

    /// The padding in points, for the sides that are not set themselves.
    public final var padding: Float {
        get { properties.layout.paddings.all }
        set { assign(newValue.nodeValue, to: .padding) }
    }

    /// The padding on the left in points.
    public final var paddingLeft: Float {
        get { properties.layout.paddings.left }
        set { assign(newValue.nodeValue, to: .paddingLeft) }
    }

    /// The padding at the top in points.
    public final var paddingTop: Float {
        get { properties.layout.paddings.top }
        set { assign(newValue.nodeValue, to: .paddingTop) }
    }

    /// The padding on the right in points.
    public final var paddingRight: Float {
        get { properties.layout.paddings.right }
        set { assign(newValue.nodeValue, to: .paddingRight) }
    }

    /// The padding at the bottom in points.
    public final var paddingBottom: Float {
        get { properties.layout.paddings.bottom }
        set { assign(newValue.nodeValue, to: .paddingBottom) }
    }

    /// Whether the node is visible, and whether it takes space.
    public final var visibility: NodeVisibility {
        get { properties.layout.visibility }
        set { assign(newValue.nodeValue, to: .visibility) }
    }

    /// The position of the node in its parent; empty for the parent's setting.
    public final var layoutGravity: Gravity {
        get { properties.layout.layoutGravity }
        set { assign(newValue.nodeValue, to: .layoutGravity) }
    }

    /// The end of a `VH2Layout` at which the node is placed.
    public final var layoutDirection: PlacementDirection {
        get { properties.layout.layoutDirection }
        set { assign(newValue.nodeValue, to: .layoutDirection) }
    }

    /// The share of a `RatioLayout`; 0 for none.
    public final var layoutRatio: Float {
        get { properties.layout.layoutRatio }
        set { assign(newValue.nodeValue, to: .layoutRatio) }
    }

    /// The share of the free space on a line of a `FlexLayout`.
    public final var flexGrow: Float {
        get { properties.layout.flexGrow }
        set { assign(newValue.nodeValue, to: .flexGrow) }
    }

    /// The share of the missing space on a line of a `FlexLayout`.
    public final var flexShrink: Float {
        get { properties.layout.flexShrink }
        set { assign(newValue.nodeValue, to: .flexShrink) }
    }

    /// The order in a `FlexLayout`; in a `VirtualContainer`, the index of the entry to show.
    public final var order: Int32 {
        get { properties.layout.order }
        set { assign(newValue.nodeValue, to: .order) }
    }
}

// MARK: - Box

extension Node {
    /// The background colour.
    public final var background: ARGBColor {
        get { properties.box.background }
        set { assign(newValue.nodeValue, to: .background) }
    }

    /// The colour of the border.
    public final var borderColor: ARGBColor {
        get { properties.box.borderColor }
        set { assign(newValue.nodeValue, to: .borderColor) }
    }

    /// The thickness of the border in points; it takes no space.
    public final var borderWidth: Float {
        get { properties.box.borderWidth }
        set { assign(newValue.nodeValue, to: .borderWidth) }
    }

    /// The radius of the corners in points.
    public final var borderRadius: Float {
        get { properties.box.borderRadius }
        set { assign(newValue.nodeValue, to: .borderRadius) }
    }

    /// The radius of the top left corner in points.
    public final var borderTopLeftRadius: Float {
        get { properties.box.borderTopLeftRadius }
        set { assign(newValue.nodeValue, to: .borderTopLeftRadius) }
    }

    /// The radius of the top right corner in points.
    public final var borderTopRightRadius: Float {
        get { properties.box.borderTopRightRadius }
        set { assign(newValue.nodeValue, to: .borderTopRightRadius) }
    }

    /// The radius of the bottom left corner in points.
    public final var borderBottomLeftRadius: Float {
        get { properties.box.borderBottomLeftRadius }
        set { assign(newValue.nodeValue, to: .borderBottomLeftRadius) }
    }

    /// The radius of the bottom right corner in points.
    public final var borderBottomRightRadius: Float {
        get { properties.box.borderBottomRightRadius }
        set { assign(newValue.nodeValue, to: .borderBottomRightRadius) }
    }

    /// The opacity of the node, from 0 to 1.
    public final var alpha: Float {
        get { properties.box.alpha }
        set { assign(newValue.nodeValue, to: .alpha) }
    }
}
