import VirtualViewCore

// The overdraw view: colours over a picture say how often each point is painted.

extension PaintCount {
    /// The colours of what is painted twice, three times, four times, and more often.
    package static let colors: [ARGBColor] = [
        ARGBColor(rawValue: 0xFF3D_7BFF), ARGBColor(rawValue: 0xFF2F_B457), ARGBColor(rawValue: 0xFFFF_9F1C),
        ARGBColor(rawValue: 0xFFE5_3935),
    ]

    /// The index of the colour for a number; `nil` for what is painted once or never.
    static func color(of number: Int32) -> Int? {
        number < 2 ? nil : min(Int(number) - 2, colors.count - 1)
    }

    /// The rectangles of each colour, as few as lines of equal points in neighbouring rows make.
    var rectangles: [[LayoutRect]] {
        struct Run: Hashable {
            let left: Int
            let right: Int
            let color: Int
        }
        var open: [Run: Int] = [:]
        var found: [[LayoutRect]] = Self.colors.map { _ in [] }
        for row in 0...rows {
            let runs = row < rows ? runs(inRow: row).map { Run(left: $0.left, right: $0.right, color: $0.color) } : []
            let going = Set(runs)
            for (run, top) in open where !going.contains(run) {
                let size = (Double(run.right - run.left), Double(row - top))
                found[run.color].append(
                    LayoutRect(x: Double(run.left), y: Double(top), width: size.0, height: size.1)
                )
                open[run] = nil
            }
            for run in runs where open[run] == nil { open[run] = row }
        }
        // The order of a dictionary is another one each time.
        return found.map { $0.sorted { ($0.origin.y, $0.origin.x) < ($1.origin.y, $1.origin.x) } }
    }

    private func runs(inRow row: Int) -> [(left: Int, right: Int, color: Int)] {
        var runs: [(left: Int, right: Int, color: Int)] = []
        var column = 0
        while column < columns {
            let color = Self.color(of: numbers[row * columns + column])
            var end = column + 1
            while end < columns, Self.color(of: numbers[row * columns + end]) == color { end += 1 }
            if let color { runs.append((column, end, color)) }
            column = end
        }
        return runs
    }
}

extension SVGDrawing {
    /// Lays the colours over a list that was drawn.
    mutating func overlay(_ count: PaintCount) {
        lines.append("<g pointer-events=\"none\" data-overdraw=\"\(SVGText.number(count.average))\">")
        for (rects, color) in zip(count.rectangles, PaintCount.colors) where !rects.isEmpty {
            var element = SVGElement("path")
            element.paint("fill", color)
            element.set("fill-opacity", 0.6)
            let parts = rects.map { rect in
                let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map(SVGText.number)
                return "M\(numbers[0]) \(numbers[1])h\(numbers[2])v\(numbers[3])h-\(numbers[2])z"
            }
            element.set("d", parts.joined())
            lines.append(element.text)
        }
        lines.append("</g>")
    }
}
