import VirtualViewFormat

/// The font of a text.
public struct TextFont: Hashable, Sendable {
    /// The name in the template (`typeface`); `nil` for the system's own font.
    public var name: String?
    /// The font size in points.
    public var size: Double
    /// Whether the font is bold.
    public var isBold: Bool
    /// Whether the font is italic.
    public var isItalic: Bool

    /// Describes a font.
    public init(name: String? = nil, size: Double, isBold: Bool = false, isItalic: Bool = false) {
        self.name = name
        self.size = size
        self.isBold = isBold
        self.isItalic = isItalic
    }
}

/// The available space for a text, and the height and spacing of its lines.
public struct TextLimits: Hashable, Sendable {
    /// The largest width and height in points.
    public var room: LayoutSize
    /// The height of a line in points.
    public var lineHeight: Double
    /// The space between two lines in points.
    public var lineSpacing: Double

    /// Makes limits for a text.
    public init(room: LayoutSize, lineHeight: Double, lineSpacing: Double = 0) {
        self.room = room
        self.lineHeight = lineHeight
        self.lineSpacing = lineSpacing
    }

    /// The number of lines that fit in the height: at least one, whatever the numbers are.
    public var lineCount: Int {
        let count = ((room.height + lineSpacing) / (lineHeight + lineSpacing) + 1e-6).rounded(.down)
        guard count >= 1 else { return 1 }
        return count < 1_000_000 ? Int(count) : 1_000_000
    }

    /// Returns the height of a number of lines.
    ///
    /// - Parameter count: The number of lines.
    /// - Returns: The height in points, including the space between the lines.
    public func height(of count: Int) -> Double {
        count > 0 ? Double(count) * lineHeight + Double(count - 1) * lineSpacing : 0
    }
}

/// One line of a text after line breaking.
public struct TextLine: Hashable, Sendable {
    /// The text of the line.
    public var text: String
    /// The width in points.
    public var width: Double

    /// Describes a line.
    public init(text: String, width: Double) {
        self.text = text
        self.width = width
    }
}

/// Measures texts and breaks them into lines: the host's text system, or one of the built-in metrics.
///
/// Layout measures and drawing breaks; the results must agree. The same arguments must always give the same result;
/// tell the ``Container`` if fonts change. An ``ItemRenderer`` calls them on several threads at once.
public protocol TextMeasuring: AnyObject, Sendable {
    /// Returns the height of one line.
    ///
    /// - Parameter font: The font.
    /// - Returns: The height in points.
    func lineHeight(of font: TextFont) -> Double

    /// Returns the distance from the upper edge of a line to its baseline.
    ///
    /// - Parameter font: The font.
    /// - Returns: The distance in points, for a line of the font's own height.
    func ascent(of font: TextFont) -> Double

    /// Measures a text that is broken into lines.
    ///
    /// - Parameters:
    ///   - text: The text, which is not empty.
    ///   - font: The font.
    ///   - limits: The available space; lines that do not fit in its height do not count, except the first.
    /// - Returns: The width of the longest line that counts, and the height of all of them.
    func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize

    /// Breaks a text into the lines that are drawn.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - font: The font.
    ///   - width: The largest width of a line in points.
    ///   - count: The largest number of lines.
    ///   - ellipsis: The place to cut a text that needs more lines.
    /// - Returns: The lines.
    func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount count: Int,
        ellipsis: TextNode.Ellipsis
    ) -> [TextLine]
}

/// A source of the sizes of images.
///
/// An ``ItemRenderer`` calls it on several threads at once.
public protocol ImageMeasuring: AnyObject, Sendable {
    /// Returns the size of an image in points.
    ///
    /// - Parameter source: The value of the node's `src`.
    /// - Returns: The size; `nil` while it is not known.
    func size(ofImage source: String) -> LayoutSize?
}

extension TextFont {
    /// Reads a text node.
    init(_ content: PresentContent, scale: Double, _ quirks: Quirks) {
        let style = (content[.textStyle] as TextNode.Style).shown(quirks)
        let name: String? = content[.typeface]
        self.init(
            name: quirks.contains(.plainUnknownComponents) ? nil : name,
            size: Double(content[.textSize] as Float) * scale,
            isBold: style.contains(.bold),
            isItalic: style.contains(.italic)
        )
    }
}

extension TextNode.Style {
    /// Returns the styles that are shown: all of them, unless a client shows only one of some pairs.
    func shown(_ quirks: Quirks) -> TextNode.Style {
        guard quirks.contains(.exclusiveTextStyles) else { return self }
        var style = self
        if contains(.bold) { style.remove(.italic) }
        if contains(.underline) { style.remove(.strike) }
        return style
    }
}
