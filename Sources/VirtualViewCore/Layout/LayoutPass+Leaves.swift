// Images, shapes and an app's own leaves.

extension LayoutPass {
    func measureImage(_ box: Box, _ room: LayoutSize) {
        let ratio = box.pointee.numbers.0
        guard ratio > 0 else { return measureNaturalImage(box) }
        let paddings = box.pointee.paddings
        let size = box.pointee.size
        // The ratio determines only a side that has no size yet; `autoDim` may have set one.
        if box.wrapsHeight, size.height <= 0, size.width > 0 {
            let height = (size.width - paddings.left - paddings.right) / ratio + paddings.top + paddings.bottom
            box.pointee.size.height = min(room.height, height)
        } else if box.wrapsWidth, size.width <= 0, size.height > 0 {
            let width = (size.height - paddings.top - paddings.bottom) * ratio + paddings.left + paddings.right
            box.pointee.size.width = min(room.width, width)
        }
    }

    /// Uses the image's own size, if the host knows it.
    private func measureNaturalImage(_ box: Box) {
        guard box.hasOpenSide, engine.imageMeasuring != nil,
            let natural = engine.naturalImageSize(of: box.number)
        else { return }
        let paddings = box.pointee.paddings
        let size = box.pointee.size
        let hasAspect = natural.width > 0 && natural.height > 0
        if box.wrapsWidth, size.width <= 0 {
            let followsHeight = !box.wrapsHeight && hasAspect && size.height > paddings.vertical
            let width =
                followsHeight ? (size.height - paddings.vertical) * natural.width / natural.height : natural.width
            box.pointee.size.width = width + paddings.horizontal
        }
        if box.wrapsHeight, size.height <= 0 {
            let followsWidth = !box.wrapsWidth && hasAspect && size.width > paddings.horizontal
            let height =
                followsWidth ? (size.width - paddings.horizontal) * natural.height / natural.width : natural.height
            box.pointee.size.height = height + paddings.vertical
        }
        box.pointee.applyAutoDim()
    }

    func measureGraph(_ box: Box) {
        guard box.hasOpenSide else { return }
        if box.wrapsWidth { box.pointee.size.width = box.pointee.numbers.0 + box.pointee.paddings.horizontal }
        if box.wrapsHeight { box.pointee.size.height = box.pointee.numbers.1 + box.pointee.paddings.vertical }
        box.pointee.applyAutoDim()
    }

    /// Measures the content of an app's own component.
    func measureOwnContent(_ box: Box, _ room: LayoutSize) {
        guard box.hasOpenSide, engine.measuresItself(box.number) else { return }
        let old = box.pointee.size
        fillOpenSides(box, room)
        let content = box.contentSize
        box.pointee.size = old
        guard let size = engine.ownContentSize(of: box.number, in: content) else { return }
        if box.wrapsWidth { box.pointee.size.width = size.width + box.pointee.paddings.horizontal }
        if box.wrapsHeight { box.pointee.size.height = size.height + box.pointee.paddings.vertical }
        box.pointee.applyAutoDim()
    }
}

extension LayoutEngine {
    @inline(never)
    fileprivate func naturalImageSize(of index: Int) -> LayoutSize? {
        guard let node = nodes[index] as? ImageNode, let source = node.src, !source.isEmpty else { return nil }
        return imageMeasuring?.size(ofImage: source)
    }

    fileprivate func measuresItself(_ index: Int) -> Bool {
        nodes[index].prototype.component.isOwn
    }

    @inline(never)
    fileprivate func ownContentSize(of index: Int, in room: LayoutSize) -> LayoutSize? {
        nodes[index].measureContent(in: room)
    }
}
