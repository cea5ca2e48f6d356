// `Slider`: a row of items as wide as `itemWidth`, with gaps; the row may be wider than the slider.

extension LayoutPass {
    /// Returns the length of an item along the row; `nil` if items have their own.
    private func itemLength(of box: Box) -> Double? {
        box.pointee.numbers.0 > 0 ? box.pointee.numbers.0 : nil
    }

    /// Returns the gap between two items: `itemMargin`, else `span`.
    private func gap(of box: Box) -> Double {
        box.pointee.numbers.2 != 0 ? box.pointee.numbers.2 : box.pointee.numbers.3
    }

    /// Returns the room for an item.
    private func itemRoom(of box: Box, _ content: LayoutSize) -> LayoutSize {
        guard let length = itemLength(of: box) else { return content }
        return box.pointee.isVertical
            ? LayoutSize(width: content.width, height: length) : LayoutSize(width: length, height: content.height)
    }

    func measureSlider(_ box: Box, _ content: LayoutSize) -> LayoutSize {
        let room = itemRoom(of: box, content)
        let isVertical = box.pointee.isVertical
        var length = 0.0
        var thickest = 0.0
        var count = 0.0
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, room)
            count += 1
            let own = isVertical ? child.outerHeight : child.outerWidth
            length += itemLength(of: box) ?? own
            let matches = isVertical ? child.matchesWidth : child.matchesHeight
            if !matches { thickest = max(thickest, isVertical ? child.outerWidth : child.outerHeight) }
        }
        if count > 1 { length += (count - 1) * gap(of: box) }
        return isVertical
            ? LayoutSize(width: thickest, height: length) : LayoutSize(width: length, height: thickest)
    }

    func placeSlider(_ box: Box, _ content: LayoutSize) {
        let room = itemRoom(of: box, content)
        let isVertical = box.pointee.isVertical
        let gap = gap(of: box)
        let itemLength = itemLength(of: box)
        var position = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        var isFirst = true
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            if !isFirst { position += gap }
            isFirst = false
            measure(child, room)
            fill(child, width: isVertical ? nil : itemLength, height: isVertical ? itemLength : nil)
            placeInList(child, in: box, at: position)
            position += itemLength ?? (isVertical ? child.outerHeight : child.outerWidth)
            layout(child)
        }
        noteLength(position + (isVertical ? box.pointee.paddings.bottom : box.pointee.paddings.right), of: box)
    }
}
