/// The background and border of a node, drawn in the item's frame.
public struct BoxDrawing: Hashable, Sendable {
    /// The colour behind the content.
    public var background: ARGBColor
    /// An image behind the content, stretched over the frame; `nil` for none.
    public var backgroundImage: String?
    /// The colour of the border.
    public var borderColor: ARGBColor
    /// The width of the border in points, inside the frame; 0 for none.
    public var borderWidth: Double
    /// The corner radii.
    public var radii: CornerRadii
}

/// A text, broken into lines.
public struct TextDrawing: Hashable, Sendable {
    /// A line of text and its position.
    public struct Line: Hashable, Sendable {
        /// The text of the line.
        public var text: String
        /// The position of the line: its left end, on the baseline.
        public var baseline: LayoutPoint
        /// The width of the line in points.
        public var width: Double
    }

    /// The alignment of lines that are narrower than the node.
    @nonexhaustive
    public enum Alignment: Hashable, Sendable {
        /// At the left.
        case left
        /// In the middle.
        case center
        /// At the right.
        case right
    }

    /// The lines from top to bottom; a text that does not fit is cut and marked as the node says.
    public var lines: [Line]
    /// The font.
    public var font: TextFont
    /// The colour of the letters.
    public var color: ARGBColor
    /// The alignment of lines that are narrower than the node.
    public var alignment: Alignment
    /// Whether the text is underlined.
    public var isUnderlined: Bool
    /// Whether the text is struck through.
    public var isStruckThrough: Bool
    /// The node's frame without its padding.
    public var box: LayoutRect
    /// The height of a line in points.
    public var lineHeight: Double
    /// The space between two lines in points.
    public var lineSpacing: Double
}

/// An image.
public struct ImageDrawing: Hashable, Sendable {
    /// The image: an address if it contains `//`, else a name in the app.
    public var source: String
    /// The way in which the image fills the box.
    public var scaleType: ImageScaleType
    /// The node's frame without its padding.
    public var box: LayoutRect
    /// The image's own size in points, if the host knows it.
    public var naturalSize: LayoutSize?
    /// The rectangle of the whole image; parts outside of `box` are clipped.
    ///
    /// It is `nil` if it depends on the image's size, and the host does not know that.
    public var destination: LayoutRect?
    /// The corner radii.
    public var radii: CornerRadii
}

/// A straight line.
public struct LineDrawing: Hashable, Sendable {
    /// The start of the line, in the middle of its thickness.
    public var start: LayoutPoint
    /// The end of the line.
    public var end: LayoutPoint
    /// The thickness in points.
    public var width: Double
    /// The colour.
    public var color: ARGBColor
    /// The lengths of dashes and gaps alternately, in points; empty for a solid line.
    public var dashes: [Double]
}

/// A circle, ellipse or rectangle.
public struct ShapeDrawing: Hashable, Sendable {
    /// The kind of shape.
    public var kind: ShapeKind
    /// The rectangle that it fills.
    public var box: LayoutRect
    /// The colour.
    public var color: ARGBColor
    /// The thickness of the outline in points; `nil` if the shape is filled.
    public var strokeWidth: Double?
}

/// The filled part of a progress bar.
public struct BarDrawing: Hashable, Sendable {
    /// The filled part of the node's frame without its padding.
    public var box: LayoutRect
    /// The filled fraction, from 0 to 1.
    public var fraction: Double
    /// The colour.
    public var color: ARGBColor
}
