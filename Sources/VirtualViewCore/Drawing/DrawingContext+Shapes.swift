import VirtualViewFormat

extension DrawingContext {
    /// Returns a line inside the box, along its main axis.
    func line(of node: LineNode, _ box: LayoutRect) -> DisplayList.Line {
        let width = Double(node.paintWidth)
        let isHorizontal = node.orientation == .horizontal
        let dashes = quirks.contains(.plainUnknownComponents) || node.style != .dash ? [] : dashes(of: node)
        var start = box.origin
        var end = box.origin
        if isHorizontal {
            start.y = middle(of: node.gravity, along: (box.origin.y, box.size.height), width, isHorizontal)
            end = LayoutPoint(x: box.origin.x + box.size.width, y: start.y)
        } else {
            start.x = middle(of: node.gravity, along: (box.origin.x, box.size.width), width, isHorizontal)
            end = LayoutPoint(x: start.x, y: box.origin.y + box.size.height)
        }
        return DisplayList.Line(start: start, end: end, width: width, color: node.color, dashes: dashes)
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
        let text = (node.dashEffect ?? "").filter { !"[] ".contains($0) }
        let lengths = text.split(separator: ",").compactMap { Double($0) }
        guard !lengths.isEmpty, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 })
        else { return [3, 3].map { $0 * Double(node.paintWidth) } }
        return lengths
    }

    /// Returns a shape with the given diameters inside the box.
    func shape(of node: GraphNode, _ box: LayoutRect) -> DisplayList.Shape {
        let (across, down) = (Double(node.diameterX), Double(node.diameterY))
        var size = LayoutSize(width: across > 0 ? across : box.size.width, height: down > 0 ? down : box.size.height)
        if node.shape == .circle {
            // It has one diameter.
            let diameter = across > 0 ? across : down > 0 ? down : min(size.width, size.height)
            size = LayoutSize(width: diameter, height: diameter)
        }
        let gravity = node.gravity
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
        return DisplayList.Shape(
            kind: node.shape,
            box: LayoutRect(origin: origin, size: size),
            color: node.color,
            strokeWidth: node.paintStyle == .fill ? nil : size.limited(strokeWidth: Double(node.paintWidth))
        )
    }

    /// Returns the filled part of a progress bar; `initValue` is a percentage.
    func bar(of node: ProgressNode, _ box: LayoutRect) -> DisplayList.Bar? {
        let fraction = node.filledFraction
        guard fraction > 0, node.color.alpha > 0 else { return nil }
        var filled = box
        filled.size.width *= fraction
        return DisplayList.Bar(box: filled, fraction: fraction, color: node.color)
    }
}

extension LineNode {
    /// Whether the line is visible.
    final var isDrawn: Bool { paintWidth > 0 && color.alpha > 0 }
}

extension GraphNode {
    /// Whether the shape is visible.
    final var isDrawn: Bool { (paintStyle == .fill || paintWidth > 0) && color.alpha > 0 }
}

extension LayoutSize {
    /// Returns the width of a border inside: one of half a side leaves no space.
    func limited(borderWidth: Double) -> Double {
        min(borderWidth, max(0, min(width, height) / 2))
    }

    /// Returns the thickness of an outline inside; `nil` for one that leaves no space, which is drawn as a filled shape.
    func limited(strokeWidth: Double) -> Double? {
        strokeWidth * 2 < min(width, height) ? strokeWidth : nil
    }
}

extension ProgressNode {
    /// The filled part, from 0 to 1: `initValue` in hundredths.
    public final var filledFraction: Double {
        let value = Double(initValue) / 100
        return value > 0 ? min(1, value) : 0
    }
}
