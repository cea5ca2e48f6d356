/// What a node of an app's own class draws, in the node's own coordinates.
///
/// ``Node/draw(in:)`` gets it with the node's size. The upper left corner of the node is at 0, 0. Nothing is clipped,
/// but what is drawn outside of the node is only in display lists in which the node is visible. What has a number that
/// is not finite, or nothing to see, is left out; so is everything after ``maximumCount`` things.
///
/// If the node is read from right to left, left and right change places afterwards; letters and images stay as they are.
///
/// ```swift
/// override func draw(in drawing: inout NodeDrawing) {
///     drawing.addShape(.circle, in: drawing.content, color: .black)
/// }
/// ```
public struct NodeDrawing {
    /// The largest number of things that one node draws.
    public static let maximumCount = 10_000

    /// The node's size in points.
    public let size: LayoutSize
    /// The node's rectangle without its padding.
    public let content: LayoutRect
    private let context: DrawingContext
    private let frame: LayoutRect
    private(set) var pieces: [Piece] = []

    /// One thing, in the container's coordinates.
    struct Piece {
        let content: DisplayList.Item.Content
        /// The frame of the item.
        let frame: LayoutRect
    }

    init(_ context: DrawingContext, _ node: Node, _ frame: LayoutRect) {
        self.context = context
        self.frame = frame
        size = frame.size
        content = LayoutRect(size: frame.size).inset(by: node.properties.layout.paddings.insets)
    }
}

// MARK: - Adding

extension NodeDrawing {
    /// Adds a rectangle with a border and rounded corners.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - background: The colour behind everything; transparent by default.
    ///   - image: The image behind the border, stretched over the rectangle; `nil` for none.
    ///   - borderColor: The colour of the border.
    ///   - borderWidth: The width of the border inside the rectangle, at most half a side; 0 for none.
    ///   - radii: The corner radii, at most half a side.
    public mutating func addBox(
        _ rect: LayoutRect,
        background: ARGBColor = .clear,
        image: String? = nil,
        borderColor: ARGBColor = .clear,
        borderWidth: Double = 0,
        radii: DisplayList.CornerRadii = .zero
    ) {
        guard isUsable(borderWidth), let place = place(of: rect) else { return }
        let borderWidth = place.size.limited(borderWidth: borderWidth)
        let hasBorder = borderWidth > 0 && borderColor.alpha > 0
        let source = image.flatMap { $0.isEmpty ? nil : $0 }
        guard background.alpha > 0 || hasBorder || source != nil else { return }
        let box = DisplayList.Box(
            background: background,
            backgroundImage: source,
            borderColor: borderColor,
            borderWidth: hasBorder ? borderWidth : 0,
            radii: radii.limited(to: rect.size)
        )
        add(.box(box), place)
    }

    /// Adds a text that is broken into as many lines as fit in a rectangle, at least one, vertically centred.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - rect: The rectangle.
    ///   - font: The font; the user's text scale enlarges it.
    ///   - color: The colour of the letters.
    ///   - alignment: The alignment of lines that are narrower than the rectangle.
    ///   - count: The largest number of lines.
    ///   - ellipsis: The place to cut a text that needs more lines.
    public mutating func addText(
        _ text: String,
        in rect: LayoutRect,
        font: TextFont,
        color: ARGBColor = .black,
        alignment: DisplayList.Text.Alignment = .left,
        maximumCount count: Int = .max,
        ellipsis: TextNode.Ellipsis = .end
    ) {
        guard !text.isEmpty, color.alpha > 0, count > 0, let font = scaled(font), let place = place(of: rect) else {
            return
        }
        let limits = TextLimits(room: place.size, lineHeight: context.textMeasuring.lineHeight(of: font))
        let text = context.text(text, in: place, limits, font, color, alignment, maximumCount: count, ellipsis)
        if let text { add(.text(text), frame) }
    }

    /// Adds an image.
    ///
    /// - Parameters:
    ///   - source: The image, as the `src` of an `NImage`.
    ///   - rect: The rectangle, to which the image is clipped.
    ///   - scaleType: The way in which the image fills the rectangle.
    ///   - radii: The corner radii of the rectangle, at most half a side.
    public mutating func addImage(
        _ source: String,
        in rect: LayoutRect,
        scaleType: ImageNode.ScaleType = .fitXY,
        radii: DisplayList.CornerRadii = .zero
    ) {
        guard !source.isEmpty, let place = place(of: rect) else { return }
        add(.image(context.image(source, in: place, scaleType, radii: radii.limited(to: rect.size))), frame)
    }

    /// Adds a straight line.
    ///
    /// - Parameters:
    ///   - start: The start, in the middle of the line's thickness.
    ///   - end: The end.
    ///   - width: The thickness in points.
    ///   - color: The colour.
    ///   - dashes: The lengths of dashes and gaps alternately; none for a solid line.
    public mutating func addLine(
        from start: LayoutPoint,
        to end: LayoutPoint,
        width: Double = 1,
        color: ARGBColor,
        dashes: [Double] = []
    ) {
        guard color.alpha > 0, width > 0, isUsable(width), let start = place(of: start), let end = place(of: end),
            dashes.allSatisfy({ $0 >= 0 && isUsable($0) })
        else { return }
        let isDashed = dashes.contains { $0 > 0 }
        let line = DisplayList.Line(start: start, end: end, width: width, color: color, dashes: isDashed ? dashes : [])
        add(.line(line), frame)
    }

    /// Adds a circle, ellipse or rectangle.
    ///
    /// - Parameters:
    ///   - kind: The kind of shape; a circle is the largest in the middle of the rectangle.
    ///   - rect: The rectangle that it fills.
    ///   - color: The colour.
    ///   - strokeWidth: The thickness of an outline inside the rectangle; `nil` to fill the shape.
    public mutating func addShape(
        _ kind: GraphNode.Shape,
        in rect: LayoutRect,
        color: ARGBColor,
        strokeWidth: Double? = nil
    ) {
        guard color.alpha > 0, var box = place(of: rect), strokeWidth.map({ $0 > 0 && isUsable($0) }) ?? true else {
            return
        }
        if kind == .circle {
            let side = min(box.size.width, box.size.height)
            box.origin.x += (box.size.width - side) / 2
            box.origin.y += (box.size.height - side) / 2
            box.size = LayoutSize(width: side, height: side)
        }
        let strokeWidth = strokeWidth.flatMap { box.size.limited(strokeWidth: $0) }
        add(.shape(DisplayList.Shape(kind: kind, box: box, color: color, strokeWidth: strokeWidth)), frame)
    }

    private mutating func add(_ content: DisplayList.Item.Content, _ frame: LayoutRect) {
        guard pieces.count < Self.maximumCount else { return }
        pieces.append(Piece(content: content, frame: frame))
    }
}

// MARK: - Measuring

extension NodeDrawing {
    /// Measures a text as ``addText(_:in:font:color:alignment:maximumCount:ellipsis:)`` breaks it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - font: The font; the user's text scale enlarges it.
    ///   - width: The largest width of a line in points.
    /// - Returns: The width of the longest line, and the height of all of them; zero for a font without a size.
    public func size(of text: String, in font: TextFont, width: Double = .infinity) -> LayoutSize {
        guard !text.isEmpty, !width.isNaN, let font = scaled(font) else { return .zero }
        let room = LayoutSize(width: max(0, width), height: .infinity)
        let limits = TextLimits(room: room, lineHeight: context.textMeasuring.lineHeight(of: font))
        return context.textMeasuring.measure(text, in: font, within: limits)
    }

    /// Returns the font in the size that the user's settings ask for; `nil` for one without a size.
    private func scaled(_ font: TextFont) -> TextFont? {
        var font = font
        font.size *= context.textScale
        return font.size > 0 && isUsable(font.size) ? font : nil
    }

    private func isUsable(_ number: Double) -> Bool {
        abs(number) <= LayoutSize.longest
    }

    /// Returns a point in the container's coordinates; `nil` for one that is nowhere.
    private func place(of point: LayoutPoint) -> LayoutPoint? {
        guard isUsable(point.x), isUsable(point.y) else { return nil }
        return LayoutPoint(x: frame.origin.x + point.x, y: frame.origin.y + point.y)
    }

    /// Returns a rectangle in the container's coordinates; `nil` for one that is nowhere or empty.
    private func place(of rect: LayoutRect) -> LayoutRect? {
        guard !rect.isEmpty, isUsable(rect.size.width), isUsable(rect.size.height),
            let corner = place(of: rect.origin)
        else { return nil }
        return LayoutRect(origin: corner, size: rect.size)
    }
}
