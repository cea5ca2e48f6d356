// `RatioLayout`: children in a row or column that share the space that the others leave.

extension LayoutPass {
    func placeRatio(_ box: Box) {
        let content = box.contentSize
        let isVertical = box.pointee.isVertical
        let share = share(of: box, content)
        var position = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, content)
            if child.pointee.layoutRatio > 0 {
                let length = share.free / share.total * child.pointee.layoutRatio
                if isVertical {
                    child.pointee.size.height = length
                } else {
                    child.pointee.size.width = length
                }
                child.pointee.applyAutoDim()
            }
            if isVertical {
                child.pointee.origin.x = placeRatioAcross(child, in: box)
                child.pointee.origin.y = position + child.pointee.margins.top
                position += child.outerHeight
            } else {
                child.pointee.origin.x = position + child.pointee.margins.left
                child.pointee.origin.y = placeRatioAcross(child, in: box)
                position += child.outerWidth
            }
            layout(child)
        }
    }

    /// Returns the space that the children with a ratio share, and the sum of their ratios.
    private func share(of box: Box, _ content: LayoutSize) -> (free: Double, total: Double) {
        let isVertical = box.pointee.isVertical
        var free = isVertical ? content.height : content.width
        var total = 0.0
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            if child.pointee.layoutRatio > 0 {
                total += child.pointee.layoutRatio
                free -= isVertical ? child.pointee.margins.vertical : child.pointee.margins.horizontal
            } else {
                measure(child, content)
                free -= isVertical ? child.outerHeight : child.outerWidth
            }
        }
        return (free, total)
    }

    private func placeRatioAcross(_ child: Box, in box: Box) -> Double {
        let gravity = child.pointee.layoutGravity
        let isVertical = box.pointee.isVertical
        guard quirks.contains(.ratioPaddingShift) else {
            return isVertical ? placeAcross(child, in: box, gravity) : placeDown(child, in: box, gravity)
        }
        let content = child.contentSize
        if isVertical {
            return place(
                content.width,
                near: box.pointee.paddings.left + child.pointee.margins.left,
                far: box.pointee.paddings.right + child.pointee.margins.right,
                in: box.pointee.size.width,
                centered: gravity.contains(.horizontalCenter),
                atEnd: gravity.contains(.right)
            )
        }
        return place(
            content.height,
            near: box.pointee.paddings.top + child.pointee.margins.top,
            far: box.pointee.paddings.bottom + child.pointee.margins.bottom,
            in: box.pointee.size.height,
            centered: gravity.contains(.verticalCenter),
            atEnd: gravity.contains(.bottom)
        )
    }
}
