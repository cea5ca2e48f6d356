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
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, item)
            fill(child, width: item.width, height: item.height)
            placeInList(child, in: box, at: position)
            position += step
            layout(child)
        }
        engine.noteContentSize(box.pointee.size, of: box)
    }
}
