/// A text: `NText`, `VText`.
open class TextNode: Node {
    final var content: TextProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> TextProperties {
        guard case .text(let content) = prototype.specific else { return TextProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .text(TextProperties()) }

    override func write(_ value: NodeValue, to slot: PropertySlot) -> PropertyOutcome {
        let outcome = content.write(value, to: slot)
        return outcome == .unknown ? super.write(value, to: slot) : outcome
    }

    override func value(of slot: PropertySlot) -> NodeValue? {
        content.value(of: slot) ?? super.value(of: slot)
    }

    override func restore(from prototype: NodePrototype) {
        super.restore(from: prototype)
        content = Self.content(of: prototype)
    }
}

extension TextNode {
    /// The text; `nil` shows nothing.
    public final var text: String? {
        get { content.text }
        set { assign(newValue.nodeValue, to: .text) }
    }

    /// The font size in points; 0 and negative sizes are ignored.
    public final var textSize: Float {
        get { content.textSize }
        set { assign(newValue.nodeValue, to: .textSize) }
    }

    /// The colour of the text.
    public final var textColor: ARGBColor {
        get { content.textColor }
        set { assign(newValue.nodeValue, to: .textColor) }
    }

    /// The style: bold, italic, underlined, struck through.
    public final var textStyle: TextStyle {
        get { content.textStyle }
        set { assign(newValue.nodeValue, to: .textStyle) }
    }

    /// The alignment of lines.
    public final var gravity: Gravity {
        get { content.gravity }
        set { assign(newValue.nodeValue, to: .gravity) }
    }

    /// The name of a font.
    public final var typeface: String? {
        get { content.typeface }
        set { assign(newValue.nodeValue, to: .typeface) }
    }

    /// The number of lines that determines the node's height; 0 for all lines of the text.
    public final var lines: Int32 {
        get { content.lines }
        set { assign(newValue.nodeValue, to: .lines) }
    }

    /// The largest number of lines, 0 for no limit; setting it resets ``lines``.
    public final var maxLines: Int32 {
        get { content.maxLines }
        set { assign(newValue.nodeValue, to: .maxLines) }
    }

    /// The place to cut a text that does not fit.
    public final var ellipsize: TextEllipsis {
        get { content.ellipsize }
        set { assign(newValue.nodeValue, to: .ellipsize) }
    }

    /// The height of a line in points, if it is greater than that of the font.
    public final var lineHeight: Float {
        get { content.lineHeight }
        set { assign(newValue.nodeValue, to: .lineHeight) }
    }

    /// The space between two lines in points.
    public final var lineSpaceExtra: Float {
        get { content.lineSpaceExtra }
        set { assign(newValue.nodeValue, to: .lineSpaceExtra) }
    }

    /// A factor for the height of lines, on some clients.
    public final var lineSpaceMultiplier: Float {
        get { content.lineSpaceMultiplier }
        set { assign(newValue.nodeValue, to: .lineSpaceMultiplier) }
    }

    /// Whether the text contains markup, on some clients.
    public final var supportHTMLStyle: Int32 {
        get { content.supportHTMLStyle }
        set { assign(newValue.nodeValue, to: .supportHTMLStyle) }
    }
}
/// The time: `VirtualTime`, which has the properties of a text.
open class TimeNode: TextNode {}
