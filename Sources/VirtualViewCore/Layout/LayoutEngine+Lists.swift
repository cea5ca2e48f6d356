// The lists that make items for a window only.

extension LayoutEngine {
    /// Takes over the settings of the engine of a list, for one of its items.
    func follow(_ other: LayoutEngine) {
        textMeasuring = other.textMeasuring
        imageMeasuring = other.imageMeasuring
        textScale = other.textScale
        ignoresEarlierPasses = other.ignoresEarlierPasses
    }

    /// Whether lists were placed, so that their items are to be looked after.
    var hasListWork: Bool {
        !placedWindows.isEmpty || !misfits.isEmpty
    }

    @inline(never)
    func noteMisfit(_ node: Node) {
        guard let node = node as? ItemContainerNode, node.canHaveWindow != (node.list != nil) else { return }
        misfits.append(node)
    }

    /// Makes the items of the lists that were placed.
    func fillWindows() {
        let places = placedWindows
        let nodes = misfits
        placedWindows = []
        misfits = []
        // Each pass notes a list again.
        var isFilled = [Bool](repeating: false, count: (places.max() ?? -1) + 1)
        for place in places where !isFilled[place] {
            isFilled[place] = true
            fillWindow(place, ahead: 0)
        }
        for node in nodes { node.updateWindow() }
    }

    /// Makes items ahead of the user in all lists.
    ///
    /// - Parameter count: The largest number of items.
    /// - Returns: The number of items that may still be made.
    func fillWindowsAhead(_ count: Int) -> Int {
        var rest = count
        for place in boxes.indices where boxes[place].isWindow && rest > 0 {
            // What was never placed has no items; of what was, somebody may have asked for another size since.
            let size = boxes[place].shownFrame.size
            guard size != .zero else { continue }
            boxes[place].size = size
            rest = fillWindow(place, ahead: rest)
        }
        return rest
    }

    @discardableResult
    private func fillWindow(_ place: Int, ahead count: Int) -> Int {
        guard place < nodes.count, let list = (nodes[place] as? ItemContainerNode)?.list, let base = boxes.baseAddress
        else { return count }
        return list.fill(in: self, base + place, ahead: count)
    }

    /// Returns the size that all items of a list need, of which it makes one after the other.
    func measureWindow(_ box: LayoutBox.Pointer) -> LayoutSize {
        guard let list = (nodes[box.number] as? ItemContainerNode)?.list else { return .zero }
        return list.measureAll(in: self, box)
    }

    /// Measures an item, and places what is in it.
    ///
    /// - Parameters:
    ///   - root: The item's root.
    ///   - list: The box of the list, which another engine has.
    ///   - isAcross: Whether the item takes the whole list across, and not one of two columns.
    /// - Returns: The length that the item takes along the list; `nil` if it is gone.
    func layOutItem(_ root: Node, of list: LayoutBox.Pointer, isAcross: Bool) -> Double? {
        let pass = begin(root)
        hasUnplacedChanges = false
        guard let box = boxes.baseAddress, !box.pointee.isGone else { return nil }
        let origin = box.pointee.isPlacedMirrored ? box.pointee.origin : root.frame.origin
        let position = list.pointee.isVertical ? origin.y : origin.x
        let length = pass.measureItem(box, of: list, isAcross: isAcross)
        pass.placeInList(box, in: list, at: position - list.leadingMargin(of: box))
        pass.layout(box)
        return length
    }

    /// Returns the thickness that an item needs across a list; 0 if it takes that of the list.
    func thickness(in list: LayoutBox.Pointer) -> Double {
        guard let box = boxes.baseAddress, !box.pointee.isGone else { return 0 }
        if list.pointee.isVertical { return box.matchesWidth ? 0 : box.outerWidth }
        return box.matchesHeight ? 0 : box.outerHeight
    }

    /// Moves an item along a list; its frame is given to the node with the others.
    ///
    /// - Parameters:
    ///   - list: The box of the list.
    ///   - position: Where the item starts, with its margin.
    ///   - shift: The distance from the first column of a staggered list; `nil` for an item that is not in a column.
    ///   - width: The width of the list's content.
    func moveRoot(in list: LayoutBox.Pointer, to position: Double, shift: Double?, width: Double) {
        guard let box = boxes.baseAddress, !box.pointee.isGone else { return }
        var frame = LayoutRect(origin: box.pointee.origin, size: box.pointee.size)
        let start = position + list.leadingMargin(of: box)
        if list.pointee.isVertical { frame.origin.y = start } else { frame.origin.x = start }
        if let shift { box.placeAcross(&frame.origin, in: list, shift: shift) }
        box.pointee.origin = frame.origin
        if box.pointee.isPlacedMirrored { frame = frame.mirrored(in: width) }
        guard frame != box.pointee.shownFrame else { return }
        box.pointee.shownFrame = frame
        moved.add(box)
    }

    /// Sets the size of a list's scrolled content: a length along its main axis, the list's own size across.
    func noteLength(_ length: Double, of box: LayoutBox.Pointer) {
        var size = box.pointee.size
        if box.pointee.isVertical {
            size.height = max(size.height, length)
        } else {
            size.width = max(size.width, length)
        }
        noteContentSize(size, of: box)
    }
}

extension LayoutBox.Pointer {
    /// The margin of an item before it, along a list.
    fileprivate func leadingMargin(of item: LayoutBox.Pointer) -> Double {
        pointee.isVertical ? item.pointee.margins.top : item.pointee.margins.left
    }
}
