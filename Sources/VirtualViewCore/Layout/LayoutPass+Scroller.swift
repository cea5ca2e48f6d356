import VirtualViewExpressions

// `Scroller`: items one after the other, or in two columns with each item in the shorter one.

extension LayoutPass {
    /// The position of the next item of a scroller.
    private struct Filling {
        /// The lengths of the two columns so far; a linear scroller uses only the first.
        var lengths: (Double, Double)
        /// Whether the columns have an item.
        var isFilled = (false, false)
        let lineSpace: Double

        init(firstSpace: Double, lineSpace: Double) {
            lengths = (firstSpace, firstSpace)
            self.lineSpace = lineSpace
        }

        /// Adds an item as wide as all columns, and returns its position.
        mutating func addAcross(_ length: Double) -> Double {
            let start = max(
                lengths.0 + (isFilled.0 ? lineSpace : 0),
                lengths.1 + (isFilled.1 ? lineSpace : 0)
            )
            lengths = (start + length, start + length)
            isFilled = (true, true)
            return start
        }

        /// Adds an item to the shorter column, and returns its position and column.
        mutating func addToShorter(_ length: Double) -> (start: Double, column: Int) {
            if lengths.0 <= lengths.1 {
                let start = lengths.0 + (isFilled.0 ? lineSpace : 0)
                lengths.0 = start + length
                isFilled.0 = true
                return (start, 0)
            }
            let start = lengths.1 + (isFilled.1 ? lineSpace : 0)
            lengths.1 = start + length
            isFilled.1 = true
            return (start, 1)
        }

        var longest: Double { max(lengths.0, lengths.1) }
    }

    private func filling(of box: Box) -> Filling {
        Filling(firstSpace: box.pointee.numbers.0, lineSpace: box.pointee.numbers.1)
    }

    /// Returns the thickness of one of the two columns.
    private func columnThickness(of box: Box, _ content: LayoutSize) -> Double {
        let across = box.pointee.isVertical ? content.width : content.height
        return max(0, (across - box.pointee.numbers.3) / 2)
    }

    private func room(of box: Box, _ content: LayoutSize, isAcross: Bool) -> LayoutSize {
        guard !isAcross else { return content }
        let thickness = columnThickness(of: box, content)
        return box.pointee.isVertical
            ? LayoutSize(width: thickness, height: content.height)
            : LayoutSize(width: content.width, height: thickness)
    }

    /// Measures the items, and finds their positions.
    ///
    /// - Parameters:
    ///   - box: The scroller.
    ///   - content: The available size for its content.
    ///   - use: Receives an item, its start, and its column; `nil` for one as wide as all columns.
    /// - Returns: The length of all items.
    @inline(__always)
    private func fill(
        _ box: Box,
        _ content: LayoutSize,
        _ use: (_ child: Box, _ start: Double, _ column: Int?) -> Void
    ) -> Double {
        var filling = filling(of: box)
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            let isAcross = box.pointee.columns == 1 || engine.spansColumns(child.number)
            measure(child, room(of: box, content, isAcross: isAcross))
            let length = box.pointee.isVertical ? child.outerHeight : child.outerWidth
            if isAcross {
                use(child, filling.addAcross(length), nil)
            } else {
                let place = filling.addToShorter(length)
                use(child, place.start, place.column)
            }
        }
        return filling.longest
    }

    func measureScroller(_ box: Box, _ content: LayoutSize) -> LayoutSize {
        let isVertical = box.pointee.isVertical
        var thickest = 0.0
        let longest = fill(box, content) { child, _, column in
            guard !(isVertical ? child.matchesWidth : child.matchesHeight) else { return }
            let thickness = isVertical ? child.outerWidth : child.outerHeight
            thickest = max(thickest, column == nil ? thickness : thickness * 2 + box.pointee.numbers.3)
        }
        let length = longest + box.pointee.numbers.2
        return isVertical
            ? LayoutSize(width: thickest, height: length) : LayoutSize(width: length, height: thickest)
    }

    func placeScroller(_ box: Box, _ content: LayoutSize) {
        let isVertical = box.pointee.isVertical
        let lead = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        let step = columnThickness(of: box, content) + box.pointee.numbers.3
        let longest = fill(box, content) { child, start, column in
            if let column {
                placeInColumn(child, in: box, at: lead + start, shift: Double(column) * step)
            } else {
                placeInList(child, in: box, at: lead + start)
            }
            layout(child)
        }
        let trail = isVertical ? box.pointee.paddings.bottom : box.pointee.paddings.right
        engine.noteLength(lead + longest + box.pointee.numbers.2 + trail, of: box)
    }

    private func placeInColumn(_ child: Box, in box: Box, at position: Double, shift: Double) {
        if box.pointee.isVertical {
            child.pointee.origin.x = box.pointee.paddings.left + shift + child.pointee.margins.left
            child.pointee.origin.y = position + child.pointee.margins.top
        } else {
            child.pointee.origin.x = position + child.pointee.margins.left
            child.pointee.origin.y = box.pointee.paddings.top + shift + child.pointee.margins.top
        }
    }
}

extension LayoutEngine {
    /// Returns whether an item of a scroller with two columns takes both: its entry of the data has a `span` greater
    /// than 1.
    @inline(never)
    func spansColumns(_ index: Int) -> Bool {
        switch nodes[index].treeLink?.data?["span"] {
        case .int(let span)?: span > 1
        case .double(let span)?: span > 1
        case .bool(let spans)?: spans
        default: false
        }
    }
}
