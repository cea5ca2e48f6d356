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

    var boxes: UnsafeMutableBufferPointer<LayoutBox>
    /// The nodes of the boxes, in pre-order, kept alive as long as the boxes.
    var nodes: [Node] = []
    var moved: MovedBoxes
    private var pass: UInt64 = 0
    /// Whether the tree was too deep when the boxes were made.
    var isTooDeep = false
    /// Whether nodes changed that were measured since, but not placed.
    var hasUnplacedChanges = false
    /// Whether some box gave way or had a limit, without which no row shares its length out.
    var mayShareLengths = false
    /// Whether to ignore the results of earlier passes.
    var ignoresEarlierPasses = false
    /// The number of times that a node was really measured, for tests.
    var measureCount: Int { counter.pointee }
    let counter: UnsafeMutablePointer<Int>
    // Nothing that changes these two calls anything that could reach them again, so accesses need no check at run time.
    @exclusivity(unchecked) var flexScratch = FlexScratch()
    /// The results that flex layouts found for their children; empty without a flex layout.
    @exclusivity(unchecked) var freshCalls: [FreshCalls] = []
    /// The indices of the boxes of pages, which each layout scrolls to their page.
    var pages: [Int] = []
    /// The indices of the nodes that may be lists with a window.
    var lists: [Int] = []
    /// The containers whose content or size is another one, so that they may be scrolled too far, or no longer to their end.
    private var resized: [ItemContainerNode] = []
    /// The scrollers whose content was placed since the last request.
    var scrollers: [ScrollerNode] = []
    /// The indices of the boxes of lists that were placed since their items were last looked after.
    var placedWindows: [Int] = []
    /// The containers that must begin or cease to make items for a window only.
    var misfits: [ItemContainerNode] = []

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
        if node.list == nil, !(node is PageNode), node.showsEnd || node.scrollOffset != .zero || node.isAnchoredAtEnd,
            node.contentSize != size || node.frame.size != box.pointee.size || node.staysAtEnd
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
