// Measuring with given sides, as if nothing had been measured before: this is how flex layouts measure their children.

extension LayoutPass {
    /// Finds the size of a box in a room if some of its sides are given.
    ///
    /// The result depends only on the box, the room and the given sides.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - room: The room, which may be unlimited.
    ///   - width: The width, if it is given.
    ///   - height: The height, if it is given.
    /// - Returns: The size.
    func measureFresh(_ box: Box, _ room: LayoutSize, width: Double? = nil, height: Double? = nil) -> LayoutSize {
        measureFresh(box, room, given: LayoutSize(width: width ?? .nan, height: height ?? .nan))
    }

    /// Finds the size of a box in a room as if it wrapped its width.
    func measureFreshWrappingWidth(_ box: Box, _ room: LayoutSize) -> LayoutSize {
        measureFresh(box, room, given: LayoutSize(width: LayoutBox.wrap, height: .nan))
    }

    /// Measures as above; a side that is not given is NaN, and a width that wraps is -2.
    private func measureFresh(_ box: Box, _ room: LayoutSize, given: LayoutSize) -> LayoutSize {
        let width = given.width.isNaN ? nil : given.width
        let height = given.height.isNaN ? nil : given.height
        let wraps = given.width == LayoutBox.wrap
        let index = box.number
        if box.pointee.isChanged { engine.forgetFreshCalls(of: index) }
        if let known = engine.freshCall(of: index, room, given) { return known }
        let own = (box.pointee.layoutWidth, box.pointee.layoutHeight, box.pointee.autoDim)
        if let width { box.pointee.layoutWidth = width }
        if let height { box.pointee.layoutHeight = height }
        if width != nil, !wraps, height != nil { box.pointee.autoDim = .none }
        let pass = freshPass()
        pass.enter(box)
        box.pointee.forgetCalls()
        pass.measure(box, room)
        var size = box.pointee.size
        (box.pointee.layoutWidth, box.pointee.layoutHeight, box.pointee.autoDim) = own
        if let width, !wraps { size.width = width }
        if let height { size.height = height }
        engine.keepFreshCall(of: index, FreshCalls.Call(room: room, given: given, result: size))
        return size
    }

    /// Gives a box its final size and places everything in it, as if nothing had been measured before.
    func layoutFresh(_ box: Box, _ size: LayoutSize) {
        if box.pointee.isChanged { engine.forgetFreshCalls(of: box.number) }
        let pass = freshPass()
        pass.enter(box)
        box.pointee.size = size
        pass.layout(box)
    }

    private func freshPass() -> LayoutPass {
        engine.makePass(isFull: isFull)
    }
}
