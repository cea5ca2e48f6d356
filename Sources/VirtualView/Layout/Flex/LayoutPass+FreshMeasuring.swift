// Measuring with given sides, as if nothing had been measured before: what flex layouts do with their children.

extension LayoutPass {
    /// Finds the size that a box has in a room when some of its sides are given.
    ///
    /// The result depends on nothing but the box, the room and the given sides.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - room: The room, which may have no end.
    ///   - width: The width, when it is given.
    ///   - height: The height, when it is given.
    /// - Returns: The size.
    func measureFresh(_ box: Box, _ room: LayoutSize, width: Double? = nil, height: Double? = nil) -> LayoutSize {
        let given = LayoutSize(width: width ?? .nan, height: height ?? .nan)
        let index = box.number
        if box.pointee.isChanged { engine.forgetFreshCalls(of: index) }
        if let known = engine.freshCall(of: index, room, given) { return known }
        let own = (box.pointee.layoutWidth, box.pointee.layoutHeight, box.pointee.autoDim)
        if let width { box.pointee.layoutWidth = width }
        if let height { box.pointee.layoutHeight = height }
        if width != nil, height != nil { box.pointee.autoDim = .none }
        let pass = freshPass()
        pass.enter(box)
        box.pointee.forgetCalls()
        pass.measure(box, room)
        var size = box.pointee.size
        (box.pointee.layoutWidth, box.pointee.layoutHeight, box.pointee.autoDim) = own
        if let width { size.width = width }
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
