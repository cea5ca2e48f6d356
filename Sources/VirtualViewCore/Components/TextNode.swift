/// A text: `NText`, `VText`.
open class TextNode: Node {
    override class var languageComponent: String? { "NText" }

    /// The text; `nil` shows nothing.
    public final var text: String? {
        get { self[.text] }
        set { self[.text] = newValue }
    }

    /// The font size in points; 0 and negative sizes are ignored.
    public final var textSize: Float {
        get { self[.textSize] }
        set { self[.textSize] = newValue }
    }

    /// The colour of the text.
    public final var textColor: ARGBColor {
        get { self[.textColor] }
        set { self[.textColor] = newValue }
    }

    /// The style: bold, italic, underlined, struck through.
    public final var textStyle: TextNode.Style {
        get { self[.textStyle] }
        set { self[.textStyle] = newValue }
    }

    /// The alignment of lines.
    public final var gravity: Gravity {
        get { self[.gravity] }
        set { self[.gravity] = newValue }
    }

    /// The name of a font.
    public final var typeface: String? {
        get { self[.typeface] }
        set { self[.typeface] = newValue }
    }

    /// The number of lines that determines the node's height; 0 for all lines of the text.
    public final var lines: Int32 {
        get { self[.lines] }
        set { self[.lines] = newValue }
    }

    /// The largest number of lines, 0 for no limit; setting it resets ``lines``.
    public final var maxLines: Int32 {
        get { self[.maxLines] }
        set { self[.maxLines] = newValue }
    }

    /// The place to cut a text that does not fit.
    public final var ellipsize: TextNode.Ellipsis {
        get { self[.ellipsize] }
        set { self[.ellipsize] = newValue }
    }

    /// The height of a line in points, if it is greater than that of the font.
    public final var lineHeight: Float {
        get { self[.lineHeight] }
        set { self[.lineHeight] = newValue }
    }

    /// The space between two lines in points.
    public final var lineSpaceExtra: Float {
        get { self[.lineSpaceExtra] }
        set { self[.lineSpaceExtra] = newValue }
    }

    /// A factor for the height of lines, on some clients.
    public final var lineSpaceMultiplier: Float {
        get { self[.lineSpaceMultiplier] }
        set { self[.lineSpaceMultiplier] = newValue }
    }
}

/// The time: `VirtualTime`, which has the properties of a text.
open class TimeNode: TextNode {}
