import VirtualViewFormat

/// One pass over the boxes, which measures with the results of earlier calls and passes.
///
/// The rules (`Docs/Layout.md`, "How sizes are found") make a size depend on earlier calls: a node that does not depend
/// on its parent's final size keeps the size of the first call. So a box keeps the calls of its last pass. While a pass
/// makes the same calls again and nothing below changed, it takes the kept results and touches nothing below; at the
/// first call that differs, it really makes the calls so far again. The result is always that of a pass that measures
/// everything.
///
/// Each level of a deep tree hands a pass on, so it is small: what all passes have in common belongs to the engine.
struct LayoutPass {
    typealias Box = LayoutBox.Pointer

    let engine: LayoutEngine
    let pass: UInt64

    var quirks: Quirks { engine.quirks }
}

/// The boxes whose frame differs from that of their nodes, each once.
struct MovedBoxes {
    /// The indices of the boxes, with room for all of them.
    let indices: UnsafeMutableBufferPointer<Int32>
    let count: UnsafeMutablePointer<Int>

    @inline(__always)
    func add(_ box: LayoutBox.Pointer) {
        guard !box.pointee.isMoved else { return }
        box.pointee.isMoved = true
        indices[count.pointee] = box.pointee.index
        count.pointee += 1
    }
}

// MARK: - Measuring

extension LayoutPass {
    /// Finds the size of a box and stores it in the box.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - room: The available space in the parent.
    @inline(__always)
    func measure(_ box: Box, _ room: LayoutSize) {
        if box.pointee.pass == pass, !box.pointee.isDirty, !box.hasOpenSide { return }
        measureDirty(box, room)
    }

    @inline(never)
    private func measureDirty(_ box: Box, _ room: LayoutSize) {
        enter(box)
        if box.pointee.callsMade > 0, repeatsLastCall(box, room) { return }
        if box.pointee.isRepeating {
            if takeKeptCall(box, room) { return }
            measureAgain(box)
        }
        compute(box, room)
    }

    /// Prepares a box for this pass, unless that was done.
    @inline(__always)
    func enter(_ box: Box) {
        if box.pointee.pass != pass { start(box) }
    }

    private func start(_ box: Box) {
        box.pointee.pass = pass
        box.pointee.isDirty = true
        box.pointee.callsMade = 0
        if engine.ignoresEarlierPasses || box.pointee.isChanged || box.pointee.hasMoreCalls {
            if box.pointee.isChanged { engine.forgetFreshCalls(of: box.number) }
            box.pointee.isChanged = false
            box.pointee.forgetCalls()
        } else {
            box.pointee.isRepeating = true
        }
    }

    /// Returns whether a call is the same as the one before, which would find the same size.
    @inline(__always)
    private func repeatsLastCall(_ box: Box, _ room: LayoutSize) -> Bool {
        let made = Int(box.pointee.callsMade)
        let last = box.call(made - 1)
        guard last.hasRoom(room) else { return false }
        if box.pointee.isDirty {
            guard last.wasDirty else { return false }
            box.pointee.size = last.result
            box.pointee.isDirty = false
            return true
        }
        // A clean call starts with the current size, and only sides without a size are measured.
        let size = box.pointee.size
        return Self.startsAlike(size.width, last.start.width) && Self.startsAlike(size.height, last.start.height)
    }

    private static func startsAlike(_ side: Double, _ other: Double) -> Bool {
        side == other || (side <= 0 && other <= 0)
    }

    /// Takes the result of the last pass's next call if it is the same call.
    private func takeKeptCall(_ box: Box, _ room: LayoutSize) -> Bool {
        let made = Int(box.pointee.callsMade)
        guard made < Int(box.pointee.callCount) else { return false }
        let kept = box.call(made)
        guard kept.hasRoom(room), kept.wasDirty == box.pointee.isDirty else { return false }
        box.pointee.size = kept.result
        box.pointee.isDirty = false
        box.pointee.callsMade += 1
        return true
    }

    /// Really makes the calls of this pass that were only taken from the last one.
    private func measureAgain(_ box: Box) {
        // Without children there is nothing that the calls would update.
        guard box.pointee.firstChild != nil else { return box.pointee.forgetFurtherCalls() }
        let size = box.pointee.size
        let isDirty = box.pointee.isDirty
        let calls = box.pointee.calls
        let made = box.pointee.callsMade
        box.pointee.forgetCalls()
        box.pointee.isDirty = true
        if made > 0 { measureAgain(box, calls.0) }
        if made > 1 { measureAgain(box, calls.1) }
        if made > 2 { measureAgain(box, calls.2) }
        if isDirty { markDirty(box) }
        box.pointee.size = size
    }

    private func measureAgain(_ box: Box, _ call: LayoutBox.Call) {
        if call.wasDirty { markDirty(box) }
        compute(box, call.room)
    }

    /// Makes a box, and the boxes below that depend on its size, start from nothing at the next call.
    func markDirty(_ box: Box) {
        guard box.pointee.pass == pass, !box.pointee.isDirty else { return }
        box.pointee.isDirty = true
        if !box.pointee.isRepeating { markDependentsDirty(box) }
    }

    /// Makes the children that depend on the box's final size start from nothing.
    func markDependentsDirty(_ box: Box) {
        var next = box.pointee.firstChild
        while let child = next {
            if child.pointee.isDependent { markDirty(child) }
            next = child.pointee.nextSibling
        }
    }

    @inline(__always)
    private func compute(_ box: Box, _ room: LayoutSize) {
        engine.counter.pointee &+= 1
        let wasDirty = box.pointee.isDirty
        // The size is not read back from the box: reading both numbers just after writing each makes the processor
        // wait.
        var start = box.pointee.size
        if wasDirty {
            start = box.baseSize(in: room)
            box.pointee.size = start
            box.pointee.isDirty = false
        }
        var call = LayoutBox.Call(room: room, start: start, result: start, wasDirty: wasDirty)
        // If no side is open, only texts are measured: they round.
        if box.hasOpenSide(start) || box.pointee.kind == .text {
            measureComponent(box, room)
            if box.pointee.isBounded { box.applyBounds() }
            call.result = box.pointee.size
        }
        box.keep(call)
    }

    private func measureComponent(_ box: Box, _ room: LayoutSize) {
        switch box.pointee.kind {
        case .frame, .row, .twoEndedRow, .page, .ratio: measureStack(box, room)
        case .grid: measureGrid(box, room)
        case .flex: measureFlex(box, room)
        case .text: measureText(box, room)
        case .image: measureImage(box, room)
        case .graph: measureGraph(box)
        case .scroller, .slider, .equalItems: measureList(box, room)
        case .plain: measureOwnContent(box, room)
        }
    }
}

// MARK: - Placing

extension LayoutPass {
    /// Sets the node's frame and places the children; the box has its final size and position.
    @inline(__always)
    func layout(_ box: Box) {
        if !box.pointee.isPlacedMirrored {
            setFrame(LayoutRect(origin: box.pointee.origin, size: box.pointee.size), of: box)
        }
        if box.pointee.firstChild != nil || box.pointee.kind.hasContentSize { placeContent(box) }
    }

    @inline(__always)
    func setFrame(_ frame: LayoutRect, of box: Box) {
        guard !frame.isSame(as: box.pointee.shownFrame) else { return }
        box.pointee.shownFrame = frame
        engine.moved.add(box)
    }

    @inline(never)
    private func placeContent(_ box: Box) {
        guard !isPlaced(box) else { return }
        if box.pointee.isRepeating { measureAgain(box) }
        placeChildren(box)
        if box.pointee.isMirrored { mirrorChildren(of: box) }
        box.pointee.placedSize = box.pointee.size
    }

    /// Returns whether the children are where this pass would place them.
    private func isPlaced(_ box: Box) -> Bool {
        guard box.pointee.isRepeating, box.pointee.callsMade == box.pointee.callCount,
            let placed = box.pointee.placedSize
        else { return false }
        return placed.isSame(as: box.pointee.size)
    }

    private func placeChildren(_ box: Box) {
        switch box.pointee.kind {
        case .frame: placeFrame(box)
        case .row: placeRow(box)
        case .twoEndedRow: placeTwoEndedRow(box)
        case .ratio: placeRatio(box)
        case .grid: placeGrid(box)
        case .page: placePages(box)
        case .flex: placeFlex(box)
        case .scroller, .slider, .equalItems: placeList(box)
        case .plain, .text, .image, .graph: break
        }
    }

    /// Returns the position of a child on one axis of its parent, whose start is at 0.
    @inline(__always)
    func place(_ size: Double, near: Double, far: Double, in length: Double, centered: Bool, atEnd: Bool) -> Double {
        if centered { return (length + near - far) / 2 - size / 2 }
        return atEnd ? length - far - size : near
    }

    /// Returns the horizontal position of a child, which is as wide as it says itself if nothing else does.
    @inline(__always)
    func placeAcross(_ child: Box, in box: Box, _ gravity: Gravity, width: Double? = nil) -> Double {
        place(
            width ?? child.pointee.size.width,
            near: box.pointee.paddings.left + child.pointee.margins.left,
            far: box.pointee.paddings.right + child.pointee.margins.right,
            in: box.pointee.size.width,
            centered: gravity.contains(.horizontalCenter),
            atEnd: gravity.contains(.right)
        )
    }

    /// Returns the vertical position of a child, which is as high as it says itself if nothing else does.
    @inline(__always)
    func placeDown(_ child: Box, in box: Box, _ gravity: Gravity, height: Double? = nil) -> Double {
        place(
            height ?? child.pointee.size.height,
            near: box.pointee.paddings.top + child.pointee.margins.top,
            far: box.pointee.paddings.bottom + child.pointee.margins.bottom,
            in: box.pointee.size.height,
            centered: gravity.contains(.verticalCenter),
            atEnd: gravity.contains(.bottom)
        )
    }
}

extension LayoutBox.Pointer {
    /// Returns the size by the rules that all components share.
    @inline(__always)
    fileprivate func baseSize(in room: LayoutSize) -> LayoutSize {
        let (width, height) = (pointee.layoutWidth, pointee.layoutHeight)
        let margins = pointee.margins
        let fillsWidth = width == LayoutBox.match || pointee.sharesWidth
        let fillsHeight = height == LayoutBox.match || pointee.sharesHeight
        var size = LayoutSize(
            width: width > 0 ? width : fillsWidth ? room.width - margins.left - margins.right : 0,
            height: height > 0 ? height : fillsHeight ? room.height - margins.top - margins.bottom : 0
        )
        guard pointee.autoDim != .none || pointee.isBounded else { return size }
        bound(&size)
        guard pointee.autoDim != .none else { return size }
        pointee.size = size
        pointee.applyAutoDim()
        size = pointee.size
        bound(&size)
        return size
    }
}

extension LayoutBox.Pointer {
    /// Keeps sides within their limits, but not those that wrap and have no size yet.
    private func bound(_ size: inout LayoutSize) {
        guard pointee.isBounded else { return }
        if size.width > 0 || !wrapsWidth { size.width = pointee.boundedWidth(size.width) }
        if size.height > 0 || !wrapsHeight { size.height = pointee.boundedHeight(size.height) }
    }
}

extension LayoutRect {
    @inline(__always)
    fileprivate func isSame(as other: LayoutRect) -> Bool {
        size.isSame(as: other.size) && origin.x.bitPattern == other.origin.x.bitPattern
            && origin.y.bitPattern == other.origin.y.bitPattern
    }
}
