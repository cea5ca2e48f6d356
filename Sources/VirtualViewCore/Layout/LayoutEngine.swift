import VirtualViewFormat

/// Lays out one tree repeatedly: keeps the boxes between passes and finds the changes.
///
/// Passes do not allocate as long as the tree has the same nodes.
final class LayoutEngine {
    let quirks: Quirks
    var textMeasuring: any TextMeasuring
    var imageMeasuring: (any ImageMeasuring)?
    var textScale = 1.0
    /// Whether a root without a direction of its own is mirrored.
    var isRightToLeft = false
    /// The largest depth of nodes that are laid out; deeper ones have no frame.
    static let maximumDepth = 1_024

    private(set) var boxes: UnsafeMutableBufferPointer<LayoutBox>
    /// The nodes of the boxes, in pre-order, kept alive as long as the boxes.
    private(set) var nodes: [Node] = []
    private(set) var moved: MovedBoxes
    private var pass: UInt64 = 0
    /// Whether the tree was too deep when the boxes were made.
    private(set) var isTooDeep = false
    /// Whether nodes changed that were measured since, but not placed.
    private(set) var hasUnplacedChanges = false
    /// Whether some box gave way or had a limit, without which no row shares its length out.
    private(set) var mayShareLengths = false
    /// Whether to ignore the results of earlier passes.
    var ignoresEarlierPasses = false
    /// The number of times that a node was really measured, for tests.
    var measureCount: Int { counter.pointee }
    let counter: UnsafeMutablePointer<Int>
    // Nothing that changes these two calls anything that could reach them again, so accesses need no check at run time.
    @exclusivity(unchecked) var flexScratch = FlexScratch()
    /// The results that flex layouts found for their children; empty without a flex layout.
    @exclusivity(unchecked) private var freshCalls: [FreshCalls] = []
    /// The indices of the boxes of pages, which each layout scrolls to their page.
    private var pages: [Int] = []
    /// The indices of the nodes that may be lists with a window.
    private var lists: [Int] = []
    /// The containers whose content or size is another one, so that they may be scrolled too far.
    private var resized: [ItemContainerNode] = []
    /// The scrollers whose content was placed since the last request.
    private var scrollers: [ScrollerNode] = []
    /// The indices of the boxes of lists that were placed since their items were last looked after.
    private var placedWindows: [Int] = []
    /// The containers that must begin or cease to make items for a window only.
    private var misfits: [ItemContainerNode] = []

    init(quirks: Quirks, textMeasuring: any TextMeasuring) {
        self.quirks = quirks
        self.textMeasuring = textMeasuring
        boxes = .allocate(capacity: 0)
        moved = MovedBoxes(indices: .allocate(capacity: 0), count: .allocate(capacity: 1))
        moved.count.initialize(to: 0)
        counter = .allocate(capacity: 1)
        counter.initialize(to: 0)
    }

    deinit {
        boxes.deinitialize()
        boxes.deallocate()
        moved.indices.deallocate()
        moved.count.deallocate()
        counter.deallocate()
    }
}

// MARK: - Passes

extension LayoutEngine {
    /// Measures the root as if nothing had been measured before.
    func measure(_ root: Node, in room: LayoutSize) -> LayoutSize {
        let pass = begin(root)
        guard let box = boxes.baseAddress else { return .zero }
        pass.measure(box, room)
        return box.pointee.size
    }

    /// Measures the root as if it wrapped its height, whatever it says.
    func measureWrappingHeight(_ root: Node, width: Double) -> LayoutSize {
        let pass = begin(root)
        // Boxes stay at the same address until the next pass begins, whatever is called meanwhile.
        guard let box = boxes.baseAddress else { return .zero }
        let height = box.pointee.layoutHeight
        box.pointee.layoutHeight = LayoutBox.wrap
        box.pointee.isChanged = true
        pass.measure(box, LayoutSize(width: width, height: .infinity))
        box.pointee.layoutHeight = height
        box.pointee.isChanged = true
        hasUnplacedChanges = true
        var size = box.pointee.size
        if !size.width.isFinite { size.width = 0 }
        if !size.height.isFinite { size.height = 0 }
        return size
    }

    /// Gives the root a frame and places everything below it.
    func layout(_ root: Node, in size: LayoutSize) {
        let pass = begin(root)
        guard let box = boxes.baseAddress else { return }
        hasUnplacedChanges = false
        pass.enter(box)
        box.pointee.size = size
        box.pointee.origin = .zero
        pass.layout(box)
    }

    /// Gives changed frames to their nodes.
    ///
    /// - Parameter body: Receives each of these nodes after all have their frames.
    func publishFrames(_ body: (Node) -> Void) {
        let count = moved.count.pointee
        moved.count.pointee = 0
        shareFrames(moved.indices[..<count], nodes, boxes)
        for place in 0..<count where place < moved.indices.count {
            let index = Int(moved.indices[place])
            if index < nodes.count { body(nodes[index]) }
        }
        for node in resized { node.limitScrolling() }
        resized = []
    }

    private func shareFrames(
        _ moved: Slice<UnsafeMutableBufferPointer<Int32>>,
        _ nodes: [Node],
        _ boxes: UnsafeMutableBufferPointer<LayoutBox>
    ) {
        for index in moved {
            boxes[Int(index)].isMoved = false
            nodes[Int(index)].frame = boxes[Int(index)].shownFrame
        }
    }

    /// Scrolls each `Page` to its current page if that has another place than before; on some clients to its first one.
    func turnPages() {
        forEachPage { page in
            let size = page.frame.size
            if quirks.contains(.pageTurnsBack) {
                page.turnBack(size: size)
            } else {
                page.scrollToCurrentPage(size: size)
            }
        }
    }

    /// Calls a closure with each `Page` that was laid out.
    ///
    /// - Parameters:
    ///   - inLists: Whether those in live items of lists with a window count too.
    ///   - body: Receives each page.
    func forEachPage(inLists: Bool = false, _ body: (PageNode) -> Void) {
        for index in pages {
            if let page = nodes[index] as? PageNode { body(page) }
        }
        guard inLists else { return }
        for index in lists {
            for item in (nodes[index] as? ItemContainerNode)?.list?.live ?? [] {
                item?.engine.forEachPage(inLists: true, body)
            }
        }
    }

    /// Returns the scrollers whose content was placed since the last call.
    func takeScrollers() -> [ScrollerNode] {
        guard !scrollers.isEmpty else { return [] }
        defer { scrollers = [] }
        return scrollers
    }

    /// Sets the size of a container's whole content.
    @inline(never)
    func noteContentSize(_ size: LayoutSize, of box: LayoutBox.Pointer) {
        guard let node = nodes[box.number] as? ItemContainerNode else { return }
        // A list with a window keeps its place by its items, and a page by its number.
        if node.scrollOffset != .zero, node.list == nil, !(node is PageNode),
            node.contentSize != size || node.frame.size != box.pointee.size
        {
            resized.append(node)
        }
        node.contentSize = size
        if let scroller = node as? ScrollerNode { scrollers.append(scroller) }
    }

    /// Takes over what layout depends on of an environment; the tree marks its nodes if that changes.
    func read(_ environment: ScreenEnvironment) {
        textScale = environment.textScale
        isRightToLeft = environment.layoutDirection == .rightToLeft && !quirks.contains(.neverMirrors)
    }

    func begin(_ root: Node) -> LayoutPass {
        synchronize(root)
        if ignoresEarlierPasses { forgetAllFreshCalls() }
        return makePass()
    }

    /// Starts a pass with a new number.
    func makePass() -> LayoutPass {
        pass += 1
        return LayoutPass(engine: self, pass: pass)
    }
}

// MARK: - Lists

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

    func notePlacedWindow(_ box: LayoutBox.Pointer) {
        if !placedWindows.contains(box.number) { placedWindows.append(box.number) }
    }

    @inline(never)
    private func noteMisfit(_ node: Node) {
        guard let node = node as? ItemContainerNode, node.canHaveWindow != (node.list != nil) else { return }
        misfits.append(node)
    }

    /// Makes the items of the lists that were placed.
    func fillWindows() {
        let places = placedWindows
        let nodes = misfits
        placedWindows = []
        misfits = []
        for place in places { fillWindow(place, ahead: 0) }
        for node in nodes { node.updateWindow() }
    }

    /// Makes items ahead of the user in all lists.
    ///
    /// - Parameter count: The largest number of items.
    /// - Returns: The number of items that may still be made.
    func fillWindowsAhead(_ count: Int) -> Int {
        var rest = count
        for place in boxes.indices where boxes[place].isWindow && rest > 0 { rest = fillWindow(place, ahead: rest) }
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

    /// Takes over the scrollers that an item's engine placed.
    func takeScrollers(of item: LayoutEngine) {
        scrollers += item.takeScrollers()
    }
}

extension LayoutBox.Pointer {
    /// The margin of an item before it, along a list.
    fileprivate func leadingMargin(of item: LayoutBox.Pointer) -> Double {
        pointee.isVertical ? item.pointee.margins.top : item.pointee.margins.left
    }
}

// MARK: - Fresh calls

extension LayoutEngine {
    func answer(_ call: inout FreshCalls.Call, of index: Int) -> Bool {
        index < freshCalls.count && freshCalls[index].answer(&call)
    }

    func keepFreshCall(of index: Int, _ call: FreshCalls.Call) {
        if freshCalls.isEmpty { freshCalls = Array(repeating: FreshCalls(), count: nodes.count) }
        freshCalls[index].keep(call)
    }

    func forgetFreshCalls(of index: Int) {
        if index < freshCalls.count { freshCalls[index].removeAll() }
    }

    private func forgetAllFreshCalls() {
        for index in freshCalls.indices { freshCalls[index].removeAll() }
    }
}

// MARK: - Boxes

extension LayoutEngine {
    /// Updates the boxes of the nodes that changed, and clears the nodes' marks.
    private func synchronize(_ root: Node) {
        guard let first = nodes.first, first === root else { return rebuild(root) }
        guard !root.needs.isDisjoint(with: .layout) else { return }
        var node: Node? = root
        while let current = node {
            guard !current.needs.isDisjoint(with: .layout) else {
                node = current.nextSkippingChildren(below: root)
                continue
            }
            let index = Int(current.layoutIndex)
            guard index < nodes.count, nodes[index] === current, hasSameChildren(current, index) else {
                return rebuild(root)
            }
            refresh(current, &boxes[index])
            node =
                boxes[index].firstChild == nil ? current.nextSkippingChildren(below: root) : current.next(below: root)
        }
    }

    private func refresh(_ node: Node, _ box: inout LayoutBox) {
        if !node.needs.isDisjoint(with: [.measuring, .placing]) {
            box.read(node, quirks)
            if box.givesWay || box.isBounded { mayShareLengths = true }
            updateDirection(of: node, &box)
            if box.kind == .scroller || box.kind == .slider { noteMisfit(node) }
        }
        box.isChanged = true
        hasUnplacedChanges = true
        node.needs.subtract(.layout)
    }

    /// Returns whether the boxes below one are those of the node's children.
    private func hasSameChildren(_ node: Node, _ index: Int) -> Bool {
        guard Int(boxes[index].childCount) == node.laidOutChildCount else { return false }
        guard node.laidOutChildCount > 0, node is ItemContainerNode else { return true }
        var child = boxes[index].firstChild
        for node in node.childNodes {
            guard let box = child else { return isTooDeep }
            guard nodes[box.number] === node else { return false }
            child = box.pointee.nextSibling
        }
        return true
    }

    /// Makes the boxes again; the results of passes for nodes that still exist are kept.
    private func rebuild(_ root: Node) {
        var newNodes: [Node] = []
        newNodes.reserveCapacity(nodes.count)
        isTooDeep = false
        var depth = 1
        var node: Node? = root
        while let current = node {
            newNodes.append(current)
            let count = current.laidOutChildCount
            if depth < Self.maximumDepth, count > 0 {
                node = current.next(below: root)
            } else {
                if count > 0 { isTooDeep = true }
                node = current.nextSkippingChildren(below: root)
            }
            depth = node.map { next in next.parentLink === current ? depth + 1 : next.depth(below: root) } ?? depth
        }
        replaceBoxes(newNodes)
    }

    private func replaceBoxes(_ newNodes: [Node]) {
        // Held to the end: an app's node may change the tree in its deinitializer, and must find the boxes linked.
        let oldNodes = nodes
        let new = UnsafeMutableBufferPointer<LayoutBox>.allocate(capacity: newNodes.count)
        for (index, node) in newNodes.enumerated() {
            let old = Int(node.layoutIndex)
            let isKnown = nodes.indices.contains(old) && nodes[old] === node
            new.initializeElement(at: index, to: isKnown ? boxes[old] : LayoutBox())
            if !isKnown || !node.needs.isDisjoint(with: .layout) {
                if !isKnown {
                    node.needs.insert(.measuring)
                    // The node may have been laid out by another engine, as the item of a list.
                    new[index].shownFrame = node.frame
                }
                refresh(node, &new[index])
            }
        }
        boxes.deinitialize()
        boxes.deallocate()
        moved.indices.deallocate()
        boxes = new
        nodes = newNodes
        freshCalls = []
        moved = MovedBoxes(indices: .allocate(capacity: newNodes.count), count: moved.count)
        link()
        // Boxes that were placed since frames were published stay among the moved ones.
        moved.count.pointee = 0
        for box in boxes.indices where boxes[box].isMoved {
            moved.indices[moved.count.pointee] = Int32(truncatingIfNeeded: box)
            moved.count.pointee += 1
        }
        withExtendedLifetime(oldNodes) {}
    }

    private func link() {
        for (index, node) in nodes.enumerated() {
            node.layoutIndex = Int32(truncatingIfNeeded: index)
            boxes[index].index = Int32(truncatingIfNeeded: index)
            boxes[index].childCount = Int32(truncatingIfNeeded: node.laidOutChildCount)
            boxes[index].firstChild = nil
            boxes[index].nextSibling = nil
        }
        pages = boxes.indices.filter { boxes[$0].kind == .page }
        lists = boxes.indices.filter { boxes[$0].kind == .scroller || boxes[$0].kind == .slider }
        guard let base = boxes.baseAddress else { return }
        // Backwards, so that each box becomes the first of its parent's children and finds the next one there.
        for index in nodes.indices.dropFirst().reversed() {
            guard let parent = nodes[index].parentLink else { continue }
            // The node was found from its parent, so the parent has a box and got its number above.
            precondition(nodes.indices.contains(Int(parent.layoutIndex)), "the parent of a node with a box has one")
            let above = base + Int(parent.layoutIndex)
            let box = base + index
            box.pointee.nextSibling = above.pointee.firstChild
            above.pointee.firstChild = box
        }
    }
}

extension NodeNeeds {
    /// All marks that make layout run again.
    static let layout: NodeNeeds = [.placing, .measuring, .layoutBelow]
}

extension Node {
    /// Returns the number of nodes from a root to this one, including both.
    fileprivate func depth(below root: Node) -> Int {
        var depth = 1
        var node = self
        while node !== root, let parent = node.parentLink {
            depth += 1
            node = parent
        }
        return depth
    }
}
