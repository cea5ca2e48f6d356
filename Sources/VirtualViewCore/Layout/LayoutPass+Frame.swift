// `FrameLayout` and `Page`: children on top of each other.

extension LayoutPass {
    func placeFrame(_ box: Box) {
        let content = box.contentSize
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, content)
            let own = child.pointee.layoutGravity
            let gravity = own.isEmpty ? box.pointee.gravity : own
            child.pointee.origin.x = placeAcross(child, in: box, gravity)
            child.pointee.origin.y = placeDown(child, in: box, gravity)
            layout(child)
        }
    }

    /// Places each child on a page of its own; the pages follow each other.
    func placePages(_ box: Box) {
        let content = box.contentSize
        let size = box.pointee.size
        var page = 0.0
        var next = box.pointee.firstChild
        while let child = next {
            next = child.pointee.nextSibling
            if child.pointee.isGone { continue }
            measure(child, content)
            let gravity = child.pointee.layoutGravity
            let x = placeAcross(child, in: box, gravity)
            let y = placeDown(child, in: box, gravity)
            child.pointee.origin.x = box.pointee.isVertical ? x : x + page * size.width
            child.pointee.origin.y = box.pointee.isVertical ? y + page * size.height : y
            layout(child)
            page += 1
        }
        engine.noteContentSize(
            LayoutSize(
                width: box.pointee.isVertical ? size.width : size.width * page,
                height: box.pointee.isVertical ? size.height * page : size.height
            ),
            of: box
        )
    }
}
