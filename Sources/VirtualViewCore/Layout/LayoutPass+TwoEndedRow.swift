// `VH2Layout`: children in a row or column that is filled from both ends.

extension LayoutPass {
    func placeTwoEndedRow(_ box: Box) {
        let content = box.contentSize
        let isVertical = box.pointee.isVertical
        let size = box.pointee.size
        var lead = isVertical ? box.pointee.paddings.top : box.pointee.paddings.left
        var tail = isVertical ? size.height - box.pointee.paddings.bottom : size.width - box.pointee.paddings.right
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, content)
            let length = isVertical ? child.outerHeight : child.outerWidth
            var position = lead
            if child.pointee.direction.contains(isVertical ? .bottom : .right) {
                tail -= length
                position = tail
            } else {
                lead += length
            }
            let gravity = child.pointee.layoutGravity
            if isVertical {
                child.pointee.origin.x = placeAcross(child, in: box, gravity)
                child.pointee.origin.y = position + child.pointee.margins.top
            } else {
                child.pointee.origin.x = position + child.pointee.margins.left
                child.pointee.origin.y = placeDown(child, in: box, gravity)
            }
            layout(child)
        }
    }
}
