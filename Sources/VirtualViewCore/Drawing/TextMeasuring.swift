/// The font of a text.
public struct TextFont: Hashable, Sendable {
    /// The name that the template gives (`typeface`); `nil` for the system's own.
    public var name: String?
    /// The size of letters in points.
    public var size: Double
    /// Whether letters are heavy.
    public var isBold: Bool
    /// Whether letters are slanted.
    public var isItalic: Bool

    /// Describes a font.
    ///
    /// - Parameters:
    ///   - name: Its name; `nil` for the system's own.
    ///   - size: The size of letters in points.
    ///   - isBold: Whether letters are heavy.
    ///   - isItalic: Whether letters are slanted.
    public init(name: String? = nil, size: Double, isBold: Bool = false, isItalic: Bool = false) {
        self.name = name
        self.size = size
        self.isBold = isBold
        self.isItalic = isItalic
    }
}

/// The room for a text, and how its lines follow each other.
public struct TextLimits: Hashable, Sendable {
    /// The most width and height in points.
    public var room: LayoutSize
    /// The height of a line in points.
    public var lineHeight: Double
    /// The room between two lines in points.
    public var lineSpacing: Double

    /// Describes the room for a text.
    ///
    /// - Parameters:
    ///   - room: The most width and height in points.
    ///   - lineHeight: The height of a line in points.
    ///   - lineSpacing: The room between two lines in points.
    public init(room: LayoutSize, lineHeight: Double, lineSpacing: Double = 0) {
        self.room = room
        self.lineHeight = lineHeight
        self.lineSpacing = lineSpacing
    }

    /// The number of lines that the height has room for: at least one, whatever the numbers are.
    public var lineCount: Int {
        let count = ((room.height + lineSpacing) / (lineHeight + lineSpacing) + 1e-6).rounded(.down)
        guard count >= 1 else { return 1 }
        return count < 1_000_000 ? Int(count) : 1_000_000
    }

    /// The height of a number of lines.
    ///
    /// - Parameter count: The number of lines.
    /// - Returns: The height in points, with the room between the lines.
    public func height(of count: Int) -> Double {
        count > 0 ? Double(count) * lineHeight + Double(count - 1) * lineSpacing : 0
    }
}

/// One line of a text that was broken.
public struct TextLine: Hashable, Sendable {
    /// What stands on the line.
    public var text: String
    /// Its width in points.
    public var width: Double

    /// Describes a line.
    ///
    /// - Parameters:
    ///   - text: What stands on the line.
    ///   - width: Its width in points.
    public init(text: String, width: Double) {
        self.text = text
        self.width = width
    }
}

/// Measures texts and breaks them into lines: the host's text system, or one of the built-in metrics.
///
/// Layout measures, drawing breaks; both have to agree. The same question must have the same answer; tell the
/// ``Container`` when fonts change.
public protocol TextMeasuring: AnyObject {
    /// The height of one line.
    ///
    /// - Parameter font: The font.
    /// - Returns: The height in points.
    func lineHeight(of font: TextFont) -> Double

    /// The distance from the upper edge of a line to the line that letters stand on.
    ///
    /// - Parameter font: The font.
    /// - Returns: The distance in points, for a line of the font's own height.
    func ascent(of font: TextFont) -> Double

    /// Measures a text that is broken into lines.
    ///
    /// - Parameters:
    ///   - text: The text, which is not empty.
    ///   - font: The font.
    ///   - limits: The room; lines that do not fit in its height do not count, except the first.
    /// - Returns: The width of the longest line that counts, and the height of all of them.
    func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize

    /// Breaks a text into the lines that are drawn.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - font: The font.
    ///   - width: The most width of a line in points.
    ///   - count: The most lines.
    ///   - ellipsis: Where a text is cut that needs more lines.
    /// - Returns: The lines.
    func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount count: Int,
        ellipsis: TextEllipsis
    ) -> [TextLine]
}

/// Knows the size of images.
public protocol ImageMeasuring: AnyObject {
    /// The size of an image in points.
    ///
    /// - Parameter source: What the node's `src` says.
    /// - Returns: The size; `nil` while it is not known.
    func size(ofImage source: String) -> LayoutSize?
}

extension TextFont {
    init(_ properties: TextProperties, scale: Double) {
        self.init(
            name: properties.typeface,
            size: Double(properties.textSize) * scale,
            isBold: properties.textStyle.contains(.bold),
            isItalic: properties.textStyle.contains(.italic) && !properties.textStyle.contains(.bold)
        )
    }
}
