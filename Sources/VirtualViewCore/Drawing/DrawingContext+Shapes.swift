import VirtualViewFormat

extension DrawingContext {
    /// Returns a line inside the box, along its main axis.
    func line(of node: LineNode, _ box: LayoutRect) -> LineDrawing {
        let content = node.content
        let width = Double(content.paintWidth)
        let isHorizontal = content.orientation == .horizontal
        let dashes = quirks.contains(.plainUnknownComponents) || content.style != .dash ? [] : dashes(of: node)
        var start = box.origin
        var end = box.origin
        if isHorizontal {
            start.y = middle(of: content.gravity, along: (box.origin.y, box.size.height), width, isHorizontal)
            end = LayoutPoint(x: box.origin.x + box.size.width, y: start.y)
        } else {
            start.x = middle(of: content.gravity, along: (box.origin.x, box.size.width), width, isHorizontal)
            end = LayoutPoint(x: start.x, y: box.origin.y + box.size.height)
        }
        return LineDrawing(start: start, end: end, width: width, color: content.color, dashes: dashes)
    }

    /// Returns the position of the middle of a line's thickness, across its axis.
    private func middle(
        of gravity: Gravity,
        along side: (start: Double, length: Double),
        _ width: Double,
        _ isHorizontal: Bool
    ) -> Double {
        let isCentered = gravity.contains(isHorizontal ? .verticalCenter : .horizontalCenter)
        let isAtEnd = gravity.contains(isHorizontal ? .bottom : .right)
        if isCentered {
            let shift = isHorizontal && quirks.contains(.lineMidFullThickness) ? width : width / 2
            return side.start + side.length / 2 - shift + width / 2
        }
        return isAtEnd ? side.start + side.length - width / 2 : side.start + width / 2
    }

    /// Returns the lengths in `dashEffect`, which are numbers separated by commas; by default, three widths on and off.
    private func dashes(of node: LineNode) -> [Double] {
        let text = (node.content.dashEffect ?? "").filter { !"[] ".contains($0) }
        let lengths = text.split(separator: ",").compactMap { Double($0) }
        guard !lengths.isEmpty, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 })
        else { return [3, 3].map { $0 * Double(node.content.paintWidth) } }
        return lengths
    }

    /// Returns a shape with the given diameters inside the box.
    func shape(of node: GraphNode, _ box: LayoutRect) -> ShapeDrawing {
        let content = node.content
        let width = content.diameterX > 0 ? Double(content.diameterX) : box.size.width
        var height = content.diameterY > 0 ? Double(content.diameterY) : box.size.height
        if content.shape == .circle { height = content.diameterX > 0 ? width : min(width, height) }
        let size = LayoutSize(width: content.shape == .circle ? min(width, height) : width, height: height)
        let gravity = content.gravity
        func place(_ free: Double, _ centered: Bool, _ atEnd: Bool) -> Double {
            centered ? free / 2 : atEnd ? free : 0
        }
        let origin = LayoutPoint(
            x: box.origin.x
                + place(
                    box.size.width - size.width,
                    gravity.contains(.horizontalCenter),
                    gravity.contains(.right)
                ),
            y: box.origin.y
                + place(
                    box.size.height - size.height,
                    gravity.contains(.verticalCenter),
                    gravity.contains(.bottom)
                )
        )
        return ShapeDrawing(
            kind: content.shape,
            box: LayoutRect(origin: origin, size: size),
            color: content.color,
            strokeWidth: content.paintStyle == .fill ? nil : max(0, Double(content.paintWidth))
        )
    }

    /// Returns the filled part of a progress bar; `initValue` is a percentage.
    func bar(of node: ProgressNode, _ box: LayoutRect) -> BarDrawing? {
        let fraction = node.filledFraction
        guard fraction > 0, node.content.color.alpha > 0 else { return nil }
        var filled = box
        filled.size.width *= fraction
        return BarDrawing(box: filled, fraction: fraction, color: node.content.color)
    }
}

extension LineNode {
    /// Whether the line is visible.
    final var isDrawn: Bool { content.paintWidth > 0 && content.color.alpha > 0 }
}

extension ProgressNode {
    /// The filled part, from 0 to 1: `initValue` in hundredths.
    public final var filledFraction: Double {
        let value = Double(content.initValue) / 100
        return value > 0 ? min(1, value) : 0
    }
}
