import VirtualViewExpressions

// `Scroller`: items one after the other, or in two columns with each item in the shorter one.

extension LayoutPass {
    /// Returns the room for an item.
    func room(of box: Box, for child: Box, _ content: LayoutSize, isAcross: Bool) -> LayoutSize {
        var room = openRoom(of: box, for: child, content)
        guard !isAcross else { return room }
        if box.pointee.isVertical {
            room.width = box.columnThickness
        } else {
            room.height = box.columnThickness
        }
        return room
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
        var filling = StaggeredColumns(firstSpace: box.pointee.numbers.0, gap: box.pointee.numbers.1)
        for child in box.shownChildren {
            let isAcross = box.pointee.columns == 1 || engine.spansColumns(child.number)
            measureOpen(child, room(of: box, for: child, content, isAcross: isAcross), in: content)
            let length = ownLength(of: child, in: box)
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
        let step = box.columnStep
        let longest = fill(box, content) { child, start, column in
            placeInList(child, in: box, at: lead + start)
            if let column { child.placeAcross(&child.pointee.origin, in: box, shift: Double(column) * step) }
            layout(child)
        }
        let trail = isVertical ? box.pointee.paddings.bottom : box.pointee.paddings.right
        engine.noteLength(lead + longest + box.pointee.numbers.2 + trail, of: box)
    }
}

extension LayoutBox.Pointer {
    /// The thickness of one of the two columns of a scroller.
    fileprivate var columnThickness: Double {
        let content = contentSize
        let across = pointee.isVertical ? content.width : content.height
        return max(0, (across - pointee.numbers.3) / 2)
    }

    /// The distance from one column of a scroller to the next.
    var columnStep: Double {
        columnThickness + pointee.numbers.3
    }

    /// Places an item of a scroller in a column, where its `layoutGravity` says.
    ///
    /// - Parameters:
    ///   - origin: The item's position.
    ///   - list: The scroller.
    ///   - shift: The distance from the first column.
    func placeAcross(_ origin: inout LayoutPoint, in list: LayoutBox.Pointer, shift: Double) {
        let gravity = pointee.layoutGravity
        let thickness = list.columnThickness
        if list.pointee.isVertical {
            let free = thickness - outerWidth
            let move = gravity.contains(.horizontalCenter) ? free / 2 : gravity.contains(.right) ? free : 0
            origin.x = list.pointee.paddings.left + shift + pointee.margins.left + move
        } else {
            let free = thickness - outerHeight
            let move = gravity.contains(.verticalCenter) ? free / 2 : gravity.contains(.bottom) ? free : 0
            origin.y = list.pointee.paddings.top + shift + pointee.margins.top + move
        }
    }
}

extension LayoutEngine {
    /// Returns whether an item of a scroller with two columns takes both.
    @inline(never)
    func spansColumns(_ index: Int) -> Bool {
        nodes[index].treeLink?.data?.spansColumns ?? false
    }
}

extension JSONValue {
    /// Whether an entry's item takes both columns: its `span` is greater than 1.
    var spansColumns: Bool {
        switch self["span"] {
        case .int(let span)?: span > 1
        case .double(let span)?: span > 1
        case .bool(let spans)?: spans
        default: false
        }
    }
}
