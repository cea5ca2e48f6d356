// `VHLayout`: children in a row or column.

extension LayoutPass {
    func placeRow(_ box: Box) {
        let content = box.contentSize
        let isVertical = box.pointee.isVertical
        var position = (isVertical ? box.pointee.paddings.top : box.pointee.paddings.left) + lead(of: box, content)
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, content)
            let own = child.pointee.layoutGravity
            let gravity = own.isEmpty ? box.pointee.gravity : own
            if isVertical {
                child.pointee.origin.x = placeAcross(child, in: box, gravity)
                child.pointee.origin.y = position + child.pointee.margins.top
                position += child.outerHeight
            } else {
                child.pointee.origin.x = position + child.pointee.margins.left
                child.pointee.origin.y = placeDown(child, in: box, gravity)
                position += child.outerWidth
            }
            layout(child)
        }
    }

    /// Returns the space before the first child, which is negative if the children do not fit.
    private func lead(of box: Box, _ content: LayoutSize) -> Double {
        let isVertical = box.pointee.isVertical
        let gravity = box.pointee.gravity
        let atEnd = gravity.contains(isVertical ? .bottom : .right)
        let isCentered = gravity.contains(isVertical ? .verticalCenter : .horizontalCenter)
        guard atEnd || isCentered else { return 0 }
        var free = isVertical ? content.height : content.width
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, content)
            free -= isVertical ? child.outerHeight : child.outerWidth
        }
        // On the main axis the end has priority over the middle, unlike everywhere else.
        return atEnd ? free : free / 2
    }
}
