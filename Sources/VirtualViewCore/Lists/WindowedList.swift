import VirtualViewExpressions

/// A live item of a list, which is laid out apart from the tree around it.
///
/// The size of a windowed list does not depend on its items, so an item that comes, goes or changes does not touch the
/// boxes of anything else.
final class ListItem {
    let tree: NodeTree
    let engine: LayoutEngine
    /// The number of the list's measures for which the item was laid out; 0 before the first time.
    var measuresNumber = 0

    init(_ tree: NodeTree) {
        self.tree = tree
        engine = LayoutEngine(quirks: tree.prepared.target.quirks, textMeasuring: BuiltInTextMetrics())
    }
}

/// The entries of a list and the live items for those in its window.
///
/// Invariants, whenever none of its methods runs:
/// - `live` holds one place for each entry from `liveStart`; a place is empty if its entry has no item yet, or none at all.
/// - An item is in `live` or in `pool`. A live one shows its entry's data, and is a child of the list's node.
/// - The state of an entry is kept in `entries` if it has no live item, else in the item.
final class WindowedList {
    /// An entry and the place of its item on the screen.
    struct Anchor {
        var index: Int
        /// The distance from the start of the visible part to that of the item.
        var distance: Double
    }

    /// What the layout of items depends on.
    private struct Measures: Equatable {
        let size: LayoutSize
        let paddings: LayoutRect
        let numbers: LayoutRect
        let isVertical: Bool
        let textScale: Double
    }

    unowned let node: ItemContainerNode
    unowned let tree: NodeTree
    var entries = ListEntries()
    var live: [ListItem?] = []
    var liveStart = 0
    var pool: [[ListItem]] = []
    var types = ListTypes()

    /// The item that keeps its place on the screen at the next filling; `nil` for the first visible one.
    var anchor: Anchor?
    /// Whether the next filling shows the end.
    var showsEnd = false
    /// Whether the user scrolls to larger offsets.
    private var isForward = true
    private(set) var isFilling = false
    private var measures: Measures?
    /// Counts the changes of `measures`.
    private var measuresNumber = 0
    /// Whether entries or measures changed since the last filling.
    var isChanged = true
    /// The length of the visible part.
    private var viewport = 0.0
    /// The distance from the list's start to the first item, and from the last item to the end.
    private var lead = 0.0
    private var trail = 0.0
    /// The part of the content for which all items are live.
    private var covered: ClosedRange<Double>?

    init(_ node: ItemContainerNode, in tree: NodeTree) {
        self.node = node
        self.tree = tree
    }
}

// MARK: - Scrolling

extension WindowedList {
    /// The distance by which the content is scrolled along the main axis.
    private var offset: Double {
        let offset = isVertical ? node.scrollOffset.y : node.scrollOffset.x
        return offset.isFinite ? offset : 0
    }

    private var isVertical: Bool { measures?.isVertical ?? true }

    /// Returns the first visible item and its place, by what is known now; `nil` if the list shows its start.
    func currentAnchor() -> Anchor? {
        if let anchor { return anchor }
        guard offset > 0, entries.count > 0, measures != nil else { return nil }
        let (index, start) = entries.entry(at: offset - lead)
        return Anchor(index: index, distance: lead + start - offset)
    }

    /// Whether the list shows the end of its content.
    var isAtEnd: Bool {
        measures != nil && offset + viewport >= lead + entries.length + trail - 0.5
    }

    /// Notes that the node is scrolled by another distance than before.
    func offsetDidChange(from old: LayoutPoint) {
        guard !isFilling else { return }
        let before = isVertical ? old.y : old.x
        if offset != before { isForward = offset > before }
        anchor = nil
        showsEnd = false
        if let covered, covered.contains(offset), covered.contains(offset + viewport) { return }
        showsEnd = offset > 0 && offset >= lead + entries.length + trail - viewport
        node.invalidate(.childLayout)
    }

    /// Scrolls a list that is shown for other data to where it was then.
    func restore(offset: LayoutPoint, anchor: Anchor?) {
        node.scrollOffset = offset
        self.anchor = anchor
        showsEnd = false
        node.invalidate(.childLayout)
    }

    /// Returns the distance to scroll so that an entry's item is at the start of the visible part.
    func offset(of index: Int) -> LayoutPoint {
        let start = lead + entries.start(of: index)
        let most = max(0, lead + entries.length + trail - viewport)
        let offset = min(start, most)
        return isVertical ? LayoutPoint(x: 0, y: offset) : LayoutPoint(x: offset, y: 0)
    }

    /// Returns where an entry's item starts in the content.
    func position(of index: Int) -> Double {
        lead + entries.start(of: index)
    }
}

// MARK: - Filling

extension WindowedList {
    /// Makes items for the visible part, and for some entries around it, and gives all their places.
    ///
    /// The first visible item keeps its place on the screen, whatever was only estimated before.
    ///
    /// - Parameters:
    ///   - outer: The engine that laid out the list.
    ///   - box: The list's box.
    ///   - count: The number of items that may be made although they are not visible.
    /// - Returns: The number of items that may still be made.
    func fill(in outer: LayoutEngine, _ box: LayoutBox.Pointer, ahead count: Int) -> Int {
        isFilling = true
        defer { isFilling = false }
        var budget = count
        let kept = currentAnchor()
        read(box, outer)
        let isAtEnd = showsEnd
        var anchor = firstAnchor(kept)
        releaseItems(farFrom: anchor)
        for place in live.indices where !show(liveStart + place, in: outer, box) { layOut(place, in: outer, box) }
        // A measured item may be shorter than it was estimated, so that the end comes into view.
        for _ in 0..<8 {
            cover(anchor, in: outer, box, &budget)
            if isAtEnd, let end = endAnchor(), abs(end.distance - anchor.distance) >= 1e-6 {
                anchor = end
                continue
            }
            guard scroll(to: anchor) else { break }
            anchor = currentAnchor() ?? Anchor(index: 0, distance: lead - offset)
        }
        isChanged = false
        return place(outer, box, budget)
    }

    /// Returns the size that all items need, and measures them for that, whether they are live or not.
    func measureAll(in outer: LayoutEngine, _ box: LayoutBox.Pointer) -> LayoutSize {
        let isVertical = box.pointee.isVertical
        let spaces = box.listSpaces
        entries.gap = spaces.between
        var thickness = 0.0
        for index in 0..<entries.count {
            let liveItem = liveRange.contains(index) ? live[index - liveStart] : nil
            guard let item = liveItem ?? takeItem(for: index) else {
                setLength(nil, of: index)
                continue
            }
            item.engine.follow(outer)
            // The live items are laid out again for the list's real size.
            item.measuresNumber = 0
            setLength(item.engine.layOutItem(item.tree.root, of: box), of: index)
            thickness = max(thickness, item.engine.thickness(in: box))
            if liveItem == nil { release(item, at: index) }
        }
        let length = spaces.first + entries.length + spaces.last
        return isVertical
            ? LayoutSize(width: thickness, height: length) : LayoutSize(width: length, height: thickness)
    }

    private func read(_ box: LayoutBox.Pointer, _ outer: LayoutEngine) {
        let paddings = box.pointee.paddings
        let numbers = box.pointee.numbers
        let isVertical = box.pointee.isVertical
        let new = Measures(
            size: box.pointee.size,
            paddings: LayoutRect(x: paddings.left, y: paddings.top, width: paddings.right, height: paddings.bottom),
            numbers: LayoutRect(x: numbers.0, y: numbers.1, width: numbers.2, height: numbers.3),
            isVertical: isVertical,
            textScale: outer.textScale
        )
        guard new != measures || outer.ignoresEarlierPasses else { return }
        viewport = isVertical ? new.size.height : new.size.width
        let spaces = box.listSpaces
        lead = (isVertical ? paddings.top : paddings.left) + spaces.first
        trail = (isVertical ? paddings.bottom : paddings.right) + spaces.last
        entries.gap = spaces.between
        measures = new
        measuresNumber += 1
        isChanged = true
    }

    /// Returns the item around which the list is filled.
    private func firstAnchor(_ kept: Anchor?) -> Anchor {
        defer {
            anchor = nil
            showsEnd = false
        }
        if showsEnd, let end = endAnchor() { return end }
        guard let kept, entries.count > 0 else { return Anchor(index: 0, distance: lead - offset) }
        return Anchor(index: max(0, min(kept.index, entries.count - 1)), distance: kept.distance)
    }

    /// Returns the last item at the end of the visible part.
    private func endAnchor() -> Anchor? {
        guard entries.count > 0 else { return nil }
        let last = entries.count - 1
        return Anchor(index: last, distance: viewport - trail - (entries.length - entries.start(of: last)))
    }

    /// Makes and measures items from the anchor to both ends of the visible part, and beyond as far as the budget allows.
    private func cover(
        _ anchor: Anchor,
        in outer: LayoutEngine,
        _ box: LayoutBox.Pointer,
        _ budget: inout Int
    ) {
        let window = tree.context.listWindow ?? ListWindow()
        let (below, above) = isForward ? (window.ahead, window.behind) : (window.behind, window.ahead)
        // Items without a length must not make the window grow without end.
        var most = 64 + Int(min(max(0, viewport), 10_000))
        var end = anchor.index
        var bottom = anchor.distance
        // The anchor is measured wherever it is, because everything else has its place from it.
        while end < entries.count, most > 0,
            end == anchor.index || bottom < viewport || (budget > 0 && bottom < viewport * (1 + below))
        {
            most -= 1
            if show(end, in: outer, box), bottom >= viewport { budget -= 1 }
            bottom += entries.extent(end)
            end += 1
        }
        // At the end of the content the visible part begins earlier.
        let missing = end == entries.count ? max(0, viewport - trail - (bottom - entries.gap)) : 0
        var start = anchor.index
        var top = anchor.distance
        while start > 0, most > 0, top > -missing || (budget > 0 && top > -missing - viewport * above) {
            most -= 1
            start -= 1
            if show(start, in: outer, box), top <= -missing { budget -= 1 }
            top -= entries.extent(start)
        }
    }

    /// Scrolls so that an item has its place; returns whether that place is beyond an end of the content.
    private func scroll(to anchor: Anchor) -> Bool {
        let exact = lead + entries.start(of: anchor.index) - anchor.distance
        let isSame = abs(exact - offset) < 1e-6
        // An app may scroll farther than the content, as long as a finger pulls it there.
        if isSame, !isChanged { return false }
        let most = max(0, lead + entries.length + trail - viewport)
        let new = min(max(0, exact), most)
        if abs(new - offset) >= 1e-6 {
            if isVertical { node.scrollOffset.y = new } else { node.scrollOffset.x = new }
        }
        return abs(new - exact) >= 1e-6
    }

    /// Gives the live items their places, and the list its content's size.
    ///
    /// - Returns: The number of items that may still be made.
    private func place(_ outer: LayoutEngine, _ box: LayoutBox.Pointer, _ budget: Int) -> Int {
        let first = lead + entries.start(of: liveStart)
        var position = first
        var nodes: [Node] = []
        nodes.reserveCapacity(live.count)
        for (place, item) in live.enumerated() {
            let index = liveStart + place
            if let item {
                item.tree.entryIndex = index
                item.engine.moveRoot(in: box, to: position)
                nodes.append(item.tree.root)
            }
            position += entries.extent(index)
        }
        // An entry at an edge may have been gone when it was measured, and be so no longer.
        let start = liveStart == 0 ? -.infinity : first.nextUp
        let end = liveStart + live.count >= entries.count ? .infinity : (position - entries.gap).nextDown
        covered = start <= end ? start...end : nil
        node.showLive(nodes)
        engineDidPlace(outer, box)
        var budget = budget
        for item in live {
            guard let item else { continue }
            item.engine.publishFrames { $0.frameDidChange() }
            item.engine.turnPages()
            if item.engine.hasListWork { item.engine.fillWindows() }
            if budget > 0 { budget = item.engine.fillWindowsAhead(budget) }
            outer.takeScrollers(of: item.engine)
        }
        return budget
    }

    private func engineDidPlace(_ outer: LayoutEngine, _ box: LayoutBox.Pointer) {
        var size = box.pointee.size
        let length = lead + entries.length + trail
        if isVertical { size.height = max(size.height, length) } else { size.width = max(size.width, length) }
        outer.noteContentSize(size, of: box)
    }
}

// MARK: - Items

extension WindowedList {
    /// The live items, in the order of their entries.
    var items: [NodeTree] { live.compactMap { $0?.tree } }

    /// The entries for which there may be live items.
    var liveRange: Range<Int> { liveStart..<liveStart + live.count }

    /// Returns the live item of an entry.
    func item(_ index: Int) -> NodeTree? {
        liveRange.contains(index) ? live[index - liveStart]?.tree : nil
    }

    /// Makes an item live, if it is not; returns whether that was necessary.
    private func show(_ index: Int, in outer: LayoutEngine, _ box: LayoutBox.Pointer) -> Bool {
        if index < liveStart {
            live.insert(nil, at: 0)
            liveStart -= 1
        } else if index >= liveStart + live.count {
            live.append(nil)
        }
        let place = index - liveStart
        guard live[place] == nil else { return false }
        guard let item = takeItem(for: index) else {
            setLength(nil, of: index)
            return false
        }
        live[place] = item
        layOut(place, in: outer, box)
        return true
    }

    /// Takes an item from the pool, or makes one, and shows an entry in it.
    private func takeItem(for index: Int) -> ListItem? {
        let entry = entries.entry(index)
        guard let name = types.name(entry.type), !types.isMissing(entry.type) else { return nil }
        let item: ListItem
        if entry.type < pool.count, let pooled = pool[entry.type].popLast() {
            item = pooled
        } else if let made = ItemBuilder(node, in: tree).makeItem(of: name) {
            item = ListItem(made)
        } else {
            types.noteMissing(entry.type)
            return nil
        }
        item.measuresNumber = 0
        item.tree.container = node
        item.tree.root.parentLink = node
        item.tree.entryIndex = index
        item.tree.showOther(entry.value)
        item.tree.restore(entry.state)
        if entry.state != nil { entries.update(index) { $0.state = nil } }
        return item
    }

    /// Lays out what changed in a live item.
    private func layOut(_ place: Int, in outer: LayoutEngine, _ box: LayoutBox.Pointer) {
        guard let item = live[place] else { return }
        let root = item.tree.root
        let isDone =
            item.measuresNumber == measuresNumber && root.needs.isDisjoint(with: .layout)
            && !item.engine.hasUnplacedChanges
        guard !isDone else { return }
        item.engine.follow(outer)
        item.measuresNumber = measuresNumber
        setLength(item.engine.layOutItem(root, of: box), of: liveStart + place)
    }

    private func setLength(_ length: Double?, of index: Int) {
        let entry = entries.entry(index)
        let isGone = length == nil
        // An item cannot end before it begins; if it says so, it takes no place.
        let length = length.map { $0.isFinite ? max(0, $0) : 0 } ?? 0
        guard entry.length != length || entry.isGone != isGone else { return }
        isChanged = true
        entries.update(index) { entry in
            entry.length = length
            entry.isGone = isGone
        }
    }

    /// Releases the live items that are outside the window, so that others can use their trees.
    private func releaseItems(farFrom anchor: Anchor) {
        guard anchor.index >= liveStart - 1, anchor.index <= liveStart + live.count else {
            releaseAll(startingAt: anchor.index)
            return
        }
        let window = tree.context.listWindow ?? ListWindow()
        let (below, above) = isForward ? (window.ahead, window.behind) : (window.behind, window.ahead)
        let top = entries.start(of: anchor.index) - anchor.distance
        while let last = live.indices.last, liveStart + last > anchor.index,
            entries.start(of: liveStart + last) >= top + viewport * (1 + below)
        {
            release(live.removeLast(), at: liveStart + last)
        }
        var count = 0
        while count < live.count, liveStart + count < anchor.index,
            entries.start(of: liveStart + count + 1) <= top - viewport * above
        {
            release(live[count], at: liveStart + count)
            count += 1
        }
        live.removeFirst(count)
        liveStart += count
    }

    func releaseAll(startingAt index: Int) {
        for (place, item) in live.enumerated() { release(item, at: liveStart + place) }
        live = []
        liveStart = max(0, min(index, entries.count))
    }

    /// Puts an item into the pool; its entry keeps what was done to it.
    func release(_ item: ListItem?, at index: Int) {
        guard let item else { return }
        if let state = ItemState(of: item.tree) {
            let isOutdated = item.tree.data != entries.entry(index).value
            entries.update(index) { $0.state = isOutdated ? state.outdated() : state }
        }
        putAway(item)
    }

    func putAway(_ item: ListItem) {
        item.tree.container = nil
        item.tree.root.parentLink = nil
        let type = types.number(of: item.tree.requestedType)
        while pool.count <= type { pool.append([]) }
        pool[type].append(item)
    }
}

/// The names of the templates that a list's entries ask for, by number; 0 stands for none.
struct ListTypes {
    /// The number of the first type.
    static let first = 1
    private var numbers: [String: Int] = [:]
    private var names: [String] = [""]
    /// The number that was last asked for: entries of a type often follow each other.
    private var last = 0
    private var missing: Set<Int> = []

    /// Returns the number of the type of an entry.
    mutating func number(ofEntry entry: JSONValue) -> Int {
        guard case .string(let name)? = entry["type"] else { return 0 }
        return number(of: name)
    }

    /// Returns the number of a name.
    mutating func number(of name: String) -> Int {
        if last > 0, names[last] == name { return last }
        if let number = numbers[name] {
            last = number
            return number
        }
        names.append(name)
        last = names.count - 1
        numbers[name] = last
        return last
    }

    /// Returns the name of a type; `nil` if there is none.
    func name(_ number: Int) -> String? {
        number == 0 ? nil : names[number]
    }

    /// Whether no template of that name was found for the present entries.
    func isMissing(_ number: Int) -> Bool { missing.contains(number) }

    mutating func noteMissing(_ number: Int) { missing.insert(number) }

    /// Makes the list look for all templates again.
    mutating func forgetMissing() { missing = [] }
}
