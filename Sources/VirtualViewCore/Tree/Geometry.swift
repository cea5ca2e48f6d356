import VirtualViewFormat

/// A width and a height in points.
public struct LayoutSize: Hashable, Sendable {
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double

    /// Makes a size.
    public init(width: Double = 0, height: Double = 0) {
        self.width = width
        self.height = height
    }

    /// A size without width and height.
    public static let zero = LayoutSize()
}

/// A position in points; y grows downwards.
public struct LayoutPoint: Hashable, Sendable {
    /// The distance to the right.
    public var x: Double
    /// The distance downwards.
    public var y: Double

    /// Makes a position.
    public init(x: Double = 0, y: Double = 0) {
        self.x = x
        self.y = y
    }

    /// The upper left corner.
    public static let zero = LayoutPoint()
}

/// A rectangle in points.
public struct LayoutRect: Hashable, Sendable {
    /// The upper left corner.
    public var origin: LayoutPoint
    /// The width and height.
    public var size: LayoutSize

    /// Makes a rectangle from a corner and a size.
    public init(origin: LayoutPoint = .zero, size: LayoutSize = .zero) {
        self.origin = origin
        self.size = size
    }

    /// Makes a rectangle from four numbers.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: LayoutPoint(x: x, y: y), size: LayoutSize(width: width, height: height))
    }

    /// An empty rectangle in the upper left corner.
    public static let zero = LayoutRect()
}

/// Four distances, one for each side of a node, in points.
public struct LayoutInsets: Hashable, Sendable {
    /// The distance on the left.
    public var left: Float
    /// The distance above.
    public var top: Float
    /// The distance on the right.
    public var right: Float
    /// The distance below.
    public var bottom: Float

    /// Makes insets.
    public init(left: Float = 0, top: Float = 0, right: Float = 0, bottom: Float = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

// MARK: - Comparing and cutting

extension LayoutSize {
    /// Returns whether two sizes are equal to the last bit.
    @inline(__always)
    func isSame(as other: LayoutSize) -> Bool {
        width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
    }
}

extension LayoutRect {
    /// Whether nothing is inside.
    package var isEmpty: Bool {
        !(size.width > 0 && size.height > 0)
    }

    /// Returns the intersection of two rectangles; an empty rectangle if there is none.
    package func intersection(_ other: LayoutRect) -> LayoutRect {
        let left = max(origin.x, other.origin.x)
        let top = max(origin.y, other.origin.y)
        let right = min(origin.x + size.width, other.origin.x + other.size.width)
        let bottom = min(origin.y + size.height, other.origin.y + other.size.height)
        return LayoutRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    /// Returns the rectangle without a border on each side; sizes are never negative.
    func inset(by insets: LayoutInsets) -> LayoutRect {
        LayoutRect(
            x: origin.x + Double(insets.left),
            y: origin.y + Double(insets.top),
            width: max(0, size.width - Double(insets.left) - Double(insets.right)),
            height: max(0, size.height - Double(insets.top) - Double(insets.bottom))
        )
    }

    /// Returns the rectangle with a border on each side.
    func outset(by insets: LayoutInsets) -> LayoutRect {
        inset(by: LayoutInsets(left: -insets.left, top: -insets.top, right: -insets.right, bottom: -insets.bottom))
    }

    /// Returns whether a point is inside; the left and upper edges are inside, the others are not.
    package func contains(_ point: LayoutPoint) -> Bool {
        point.x >= origin.x && point.y >= origin.y && point.x < origin.x + size.width
            && point.y < origin.y + size.height
    }
}

// MARK: - Text

extension LayoutSize: CustomStringConvertible {
    /// The width and height, such as `20x10.5`.
    public var description: String { "\(shortText(width))x\(shortText(height))" }
}

extension LayoutPoint: CustomStringConvertible {
    /// The distances to the right and downwards, such as `10,20`.
    public var description: String { "\(shortText(x)),\(shortText(y))" }
}

extension LayoutRect: CustomStringConvertible {
    /// The corner and the size, as `vvc layout` prints a frame: `10,20 30x40`.
    public var description: String { "\(origin) \(size)" }
}

extension LayoutInsets: CustomStringConvertible {
    /// The distances on the left, above, on the right and below, such as `4,0,4,8`.
    public var description: String {
        [left, top, right, bottom].map(shortText).joined(separator: ",")
    }
}

/// Returns a number without the fraction `.0`, and without a negative zero.
private func shortText(_ number: some BinaryFloatingPoint & CustomStringConvertible) -> String {
    (number == 0 ? "0" : number.description).withoutZeroFraction
}
