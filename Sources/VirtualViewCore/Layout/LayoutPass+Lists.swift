// Shared by `Scroller`, `Slider` and `VH`: cells of given sizes that items fill.

extension LayoutPass {
    func measureList(_ box: Box, _ room: LayoutSize) {
        guard box.hasOpenSide else { return }
        fillOpenSides(box, room)
        let content = box.contentSize
        let needed =
            switch box.pointee.kind {
            case _ where box.pointee.isWindow: engine.measureWindow(box)
            case .scroller: measureScroller(box, content)
            case .slider: measureSlider(box, content)
            default: measureEqualItems(box, content)
            }
        if box.wrapsWidth { box.pointee.size.width = needed.width + box.pointee.paddings.horizontal }
        if box.wrapsHeight { box.pointee.size.height = needed.height + box.pointee.paddings.vertical }
        box.pointee.applyAutoDim()
        markDependentsDirty(box)
    }

    func placeList(_ box: Box) {
        if box.pointee.isWindow { return engine.placedWindows.append(box.number) }
        let content = box.contentSize
        switch box.pointee.kind {
        case .scroller: placeScroller(box, content)
        case .slider: placeSlider(box, content)
        default: placeEqualItems(box, content)
        }
    }

    /// Measures an item of a list that makes its items itself.
    ///
    /// - Parameters:
    ///   - child: The item.
    ///   - list: The list.
    ///   - isAcross: Whether the item takes the whole list across, and not one of two columns.
    /// - Returns: The length that the item takes along the list.
    func measureItem(_ child: Box, of list: Box, isAcross: Bool) -> Double {
        let isVertical = list.pointee.isVertical
        let content = list.contentSize
        guard list.pointee.kind == .slider else {
            measureOpen(child, room(of: list, for: child, content, isAcross: isAcross), in: content)
            return isVertical ? child.outerHeight : child.outerWidth
        }
        measureOpen(child, itemRoom(of: list, for: child, content), in: content)
        let length = itemLength(of: list)
        fill(child, width: isVertical ? nil : length, height: isVertical ? length : nil)
        return length ?? (isVertical ? child.outerHeight : child.outerWidth)
    }

    /// Returns the room for an item of a scroller or slider that has its own length: in a column it may be higher than the
    /// list, so that a long text is not cut.
    @inline(__always)
    func openRoom(of list: Box, for child: Box, _ content: LayoutSize) -> LayoutSize {
        guard list.pointee.isVertical, !child.matchesHeight else { return content }
        return LayoutSize(width: content.width, height: .infinity)
    }

    /// Measures an item in a room that may be without an end; one that takes all of it gets that of the list.
    @inline(__always)
    func measureOpen(_ child: Box, _ room: LayoutSize, in content: LayoutSize) {
        measure(child, room)
        guard !child.pointee.size.height.isFinite, content.height.isFinite else { return }
        markDirty(child)
        measure(child, LayoutSize(width: room.width, height: content.height))
    }

    /// Returns the number of children that are not gone.
    func liveCount(of box: Box) -> Int {
        var count = 0
        for _ in box.shownChildren { count += 1 }
        return count
    }

    /// Gives a child the size of a cell, without its margins, on the axes that the cell determines.
    func fill(_ child: Box, width: Double?, height: Double?) {
        if let width {
            child.pointee.size.width = child.pointee.boundedWidth(max(0, width - child.pointee.margins.horizontal))
        }
        if let height {
            child.pointee.size.height = child.pointee.boundedHeight(max(0, height - child.pointee.margins.vertical))
        }
    }

    /// Places a child on the main axis of a row or list, and across by its gravity.
    func placeInList(_ child: Box, in box: Box, at position: Double) {
        let gravity = child.pointee.layoutGravity
        if box.pointee.isVertical {
            child.pointee.origin.x = placeAcross(child, in: box, gravity)
            child.pointee.origin.y = position + child.pointee.margins.top
        } else {
            child.pointee.origin.x = position + child.pointee.margins.left
            child.pointee.origin.y = placeDown(child, in: box, gravity)
        }
    }
}

// `VH`: items of one size in a row or column.

extension LayoutPass {
    /// Returns the size of an item: the node's setting, else its share of the room.
    private func itemSize(of box: Box, _ content: LayoutSize, count: Int) -> LayoutSize {
        let gaps = box.pointee.numbers.2 * Double(max(0, count - 1))
        let shares = Double(max(1, count))
        var size = content
        if box.pointee.isVertical {
            size.height = max(0, (content.height - gaps) / shares)
        } else {
            size.width = max(0, (content.width - gaps) / shares)
        }
        if box.pointee.numbers.0 > 0 { size.width = box.pointee.numbers.0 }
        if box.pointee.numbers.1 > 0 { size.height = box.pointee.numbers.1 }
        return size
    }

    func measureEqualItems(_ box: Box, _ content: LayoutSize) -> LayoutSize {
        let count = liveCount(of: box)
        var item = itemSize(of: box, content, count: count)
        let extent = measureChildren(of: box, in: item)
        if box.wrapsWidth, box.pointee.numbers.0 <= 0 { item.width = extent.widest }
        if box.wrapsHeight, box.pointee.numbers.1 <= 0 { item.height = extent.highest }
        let gaps = box.pointee.numbers.2 * Double(max(0, count - 1))
        guard count > 0 else { return .zero }
        return box.pointee.isVertical
            ? LayoutSize(width: item.width, height: item.height * Double(count) + gaps)
            : LayoutSize(width: item.width * Double(count) + gaps, height: item.height)
    }

    func placeEqualItems(_ box: Box, _ content: LayoutSize) {
        let item = itemSize(of: box, content, count: liveCount(of: box))
        let isVertical = box.pointee.isVertical
        let step = (isVertical ? item.height : item.width) + box.pointee.numbers.2
        var position = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        for child in box.shownChildren {
            measure(child, item)
            fill(child, width: item.width, height: item.height)
            placeInList(child, in: box, at: position)
            position += step
            layout(child)
        }
        engine.noteContentSize(box.pointee.size, of: box)
    }
}

// `Slider`: a row of items as wide as `itemWidth`, with gaps; the row may be wider than the slider.

extension LayoutPass {
    /// Returns the length of an item along the row; `nil` if items have their own.
    private func itemLength(of box: Box) -> Double? {
        box.pointee.numbers.0 > 0 ? box.pointee.numbers.0 : nil
    }

    /// Returns the length of an item of a scroller or slider.
    ///
    /// One that is to fill a room without an end has none yet, as in a list with a window.
    func ownLength(of child: Box, in box: Box) -> Double {
        let length = box.pointee.isVertical ? child.outerHeight : child.outerWidth
        return length.isFinite ? length : 0
    }

    /// Returns the room for an item.
    private func itemRoom(of box: Box, for child: Box, _ content: LayoutSize) -> LayoutSize {
        guard let length = itemLength(of: box) else { return openRoom(of: box, for: child, content) }
        return box.pointee.isVertical
            ? LayoutSize(width: content.width, height: length) : LayoutSize(width: length, height: content.height)
    }

    func measureSlider(_ box: Box, _ content: LayoutSize) -> LayoutSize {
        let isVertical = box.pointee.isVertical
        var length = 0.0
        var thickest = 0.0
        var count = 0.0
        for child in box.shownChildren {
            measureOpen(child, itemRoom(of: box, for: child, content), in: content)
            count += 1
            length += itemLength(of: box) ?? ownLength(of: child, in: box)
            let matches = isVertical ? child.matchesWidth : child.matchesHeight
            if !matches { thickest = max(thickest, isVertical ? child.outerWidth : child.outerHeight) }
        }
        if count > 1 { length += (count - 1) * box.listSpaces.between }
        return isVertical
            ? LayoutSize(width: thickest, height: length) : LayoutSize(width: length, height: thickest)
    }

    func placeSlider(_ box: Box, _ content: LayoutSize) {
        let isVertical = box.pointee.isVertical
        let gap = box.listSpaces.between
        let itemLength = itemLength(of: box)
        var position = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        var isFirst = true
        for child in box.shownChildren {
            if !isFirst { position += gap }
            isFirst = false
            measureOpen(child, itemRoom(of: box, for: child, content), in: content)
            fill(child, width: isVertical ? nil : itemLength, height: isVertical ? itemLength : nil)
            placeInList(child, in: box, at: position)
            position += itemLength ?? ownLength(of: child, in: box)
            layout(child)
        }
        engine.noteLength(position + (isVertical ? box.pointee.paddings.bottom : box.pointee.paddings.right), of: box)
    }
}

extension LayoutBox.Pointer {
    /// The spaces before, between and after the items of a scroller or slider.
    var listSpaces: (first: Double, between: Double, last: Double) {
        let numbers = pointee.numbers
        guard pointee.kind == .slider else { return (numbers.0, numbers.1, numbers.2) }
        return (0, numbers.2 != 0 ? numbers.2 : numbers.3, 0)
    }
}
