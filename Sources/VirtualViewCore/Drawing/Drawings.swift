/// The background and border of a node; its place is the item's frame.
public struct BoxDrawing: Hashable, Sendable {
    /// The colour behind the content.
    public var background: ARGBColor
    /// An image behind the content, stretched over the frame; `nil` for none.
    public var backgroundImage: String?
    /// The colour of the border.
    public var borderColor: ARGBColor
    /// The width of the border in points, inside the frame; 0 for none.
    public var borderWidth: Double
    /// How the corners are rounded.
    public var radii: CornerRadii
}

/// A text, broken into lines.
public struct TextDrawing: Hashable, Sendable {
    /// A line and where it stands.
    public struct Line: Hashable, Sendable {
        /// What stands on the line.
        public var text: String
        /// Where the line begins: its left end, on the line that letters stand on.
        public var baseline: LayoutPoint
        /// The width of the line in points.
        public var width: Double
    }

    /// Where lines stand that are narrower than the node.
    @nonexhaustive
    public enum Alignment: Hashable, Sendable {
        /// At the left.
        case left
        /// In the middle.
        case center
        /// At the right.
        case right
    }

    /// The lines from top to bottom; what did not fit is cut and marked as the node says.
    public var lines: [Line]
    /// The font.
    public var font: TextFont
    /// The colour of the letters.
    public var color: ARGBColor
    /// Where lines stand that are narrower than the node.
    public var alignment: Alignment
    /// Whether there is a line below the letters.
    public var isUnderlined: Bool
    /// Whether there is a line through the letters.
    public var isStruckThrough: Bool
    /// The node's frame without its paddings.
    public var box: LayoutRect
    /// The height of a line in points.
    public var lineHeight: Double
    /// The room between two lines in points.
    public var lineSpacing: Double
}

/// An image.
public struct ImageDrawing: Hashable, Sendable {
    /// The image: an address if it holds `//`, else a name in the app.
    public var source: String
    /// How the image fills the box.
    public var scaleType: ImageScaleType
    /// The node's frame without its paddings.
    public var box: LayoutRect
    /// The image's own size in points, if the host knows it.
    public var naturalSize: LayoutSize?
    /// Where the whole image goes; parts outside of `box` are cut off.
    ///
    /// It is `nil` when that depends on the image's size, and the host does not know it.
    public var destination: LayoutRect?
    /// How the corners are rounded.
    public var radii: CornerRadii
}

/// A straight line.
public struct LineDrawing: Hashable, Sendable {
    /// Where it begins, in the middle of its thickness.
    public var start: LayoutPoint
    /// Where it ends.
    public var end: LayoutPoint
    /// Its thickness in points.
    public var width: Double
    /// Its colour.
    public var color: ARGBColor
    /// The lengths of dashes and gaps in turn, in points; empty for a line without gaps.
    public var dashes: [Double]
}

/// A circle, ellipse or rectangle.
public struct ShapeDrawing: Hashable, Sendable {
    /// What it is.
    public var kind: ShapeKind
    /// The rectangle that it fills.
    public var box: LayoutRect
    /// The colour.
    public var color: ARGBColor
    /// The thickness of the outline in points; `nil` when the shape is filled.
    public var strokeWidth: Double?
}

/// The filled part of a progress bar.
public struct BarDrawing: Hashable, Sendable {
    /// The filled part of the node's frame without its paddings.
    public var box: LayoutRect
    /// The filled part, from 0 to 1.
    public var fraction: Double
    /// The colour.
    public var color: ARGBColor
}
