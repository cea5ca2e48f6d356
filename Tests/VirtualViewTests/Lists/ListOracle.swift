import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

/// One list with items for its window only, and the same with an item for every entry.
///
/// Both get the same changes. The full one is scrolled so that the entry that should keep its place has it; then
/// everything that a user sees must be equal. The fuzz target for lists uses it too, so it is written without the
/// package for tests.
final class ListOracle {
    let windowed: Container
    let full: Container
    private let number: Int
    private let list: ItemContainerNode
    private let fullList: ItemContainerNode
    private(set) var entries: [JSONValue] = []
    /// The entries of the data that was set last.
    private var dataEntries: [JSONValue]?
    private(set) var size = LayoutSize(width: 200, height: 300)
    private var nextNumber = 0
    private var isTouched = false
    private(set) var log: [String] = []
    private var stepCount = 0
    /// What an app does while data changes; `nil` if it does nothing.
    private let meddler: Meddler?
    /// The changes that it made, for the full list.
    private var meddlings: [(Container, ItemContainerNode) throws -> Void] = []
    /// Whether it may change data now.
    private var meddlesWithData = true
    /// Returns one number of a range.
    private let pick: (ClosedRange<Int>) -> Int

    /// The lists, by whose windows they are tried.
    static let lists = [
        #"<Scroller dataTag="${items}" lineSpace="5" firstSpace="7" lastSpace="9" layoutWidth="-1" layoutHeight="-1"/>"#,
        #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="200" paddingTop="11" paddingBottom="3" paddingLeft="4"/>"#,
        #"<Scroller dataTag="${items}" orientation="H" lineSpace="3" layoutWidth="-1" layoutHeight="100" paddingRight="6"/>"#,
        #"<Scroller dataTag="${items}" itemKey="t" lineSpace="4" layoutWidth="-1" layoutHeight="-1"/>"#,
        #"<Scroller dataTag="${items}" itemKey="t" anchor="end" layoutWidth="-1" layoutHeight="250"/>"#,
        #"<Slider dataTag="${items}" itemMargin="6" layoutWidth="-1" layoutHeight="100"/>"#,
        #"<Slider dataTag="${items}" itemWidth="60" span="2" layoutWidth="-1" layoutHeight="100"/>"#,
        #"<Scroller dataTag="${items}" mode="staggeredGrid" lineSpace="5" span="6" firstSpace="7" lastSpace="9" layoutWidth="-1" layoutHeight="-1" paddingLeft="4"/>"#,
        #"<Scroller dataTag="${items}" mode="staggeredGrid" orientation="H" lineSpace="3" layoutWidth="-1" layoutHeight="100" paddingTop="6"/>"#,
        #"<Scroller dataTag="${items}" mode="staggeredGrid" itemKey="t" anchor="end" layoutWidth="-1" layoutHeight="250"/>"#,
    ]

    static let item = """
        <FrameLayout layoutWidth="-1" layoutHeight="${h}" visibility="${v}" background="#EEEEEE" layoutMarginTop="${m}">
          <NText id="1" text="${t} ${env.appearance}" textSize="10" layoutWidth="-1" layoutHeight="20" flag="flag_clickable|flag_exposure" action="a"/>
          <FrameLayout id="2" background="${c}" layoutWidth="${w}" layoutHeight="14rp" layoutMarginTop="20"/>
        </FrameLayout>
        """
    static let row = """
        <FrameLayout layoutWidth="-1" layoutHeight="60" background="#CCCCFF">
          <Slider id="3" dataTag="${inner}" itemWidth="70" itemMargin="4" layoutWidth="-1" layoutHeight="50"/>
        </FrameLayout>
        """
    /// An item that has no length if nothing in it is visible.
    static let shy = """
        <FrameLayout layoutWidth="-1" layoutHeight="-2">
          <NText id="1" text="${t} ${env.appearance}" textSize="10" visibility="${v}" layoutWidth="-1" layoutHeight="20" flag="flag_clickable|flag_exposure" action="a"/>
        </FrameLayout>
        """
    static let wide = """
        <FrameLayout layoutWidth="${h}" layoutHeight="-1" visibility="${v}" background="#EEEEEE">
          <NText id="1" text="${t} ${env.appearance}" textSize="10" layoutWidth="-1" layoutHeight="20" flag="flag_clickable|flag_exposure" action="a"/>
        </FrameLayout>
        """
    static let wideShy = """
        <FrameLayout layoutWidth="-2" layoutHeight="-1">
          <NText id="1" text="${t} ${env.appearance}" textSize="10" visibility="${v}" layoutWidth="20" layoutHeight="20"/>
        </FrameLayout>
        """

    /// Programs in whose place an app does something.
    private static let handlers = #"onBeforeDataLoad="${this.tag='b'}" onSetData="${this.tag='s'}""#

    private static let prepared = lists.map { list in
        Result { try prepare("<FrameLayout layoutWidth=\"-1\" layoutHeight=\"-1\">\(list)</FrameLayout>") }
    }
    private static let items = Result { try templates(item, row, shy) }
    private static let wideItems = Result { try templates(wide, wide, wideShy) }
    private static let itemsWithHandlers = Result { try templates(item, row, shy, handlers) }
    private static let wideItemsWithHandlers = Result { try templates(wide, wide, wideShy, handlers) }

    private static func templates(
        _ item: String,
        _ row: String,
        _ shy: String,
        _ attributes: String = ""
    ) throws -> PreparedTemplates {
        func prepared(_ xml: String) throws -> PreparedTemplate {
            let start = "<FrameLayout "
            return try prepare(start + attributes + " " + xml.dropFirst(start.count))
        }
        return PreparedTemplates(["item": try prepared(item), "row": try prepared(row), "shy": try prepared(shy)])
    }

    private static func prepare(_ xml: String) throws -> PreparedTemplate {
        let compiled = TemplateCompiler().compile(SourceFile(path: "List.xml", text: xml))
        guard let bytes = compiled.bytes else { throw Difference(text: "\(compiled.diagnostics.ordered)") }
        return try PreparedTemplate(Template(decoding: bytes))
    }

    /// Makes a container with one of the lists, which is its root's only child.
    static func makeContainer(_ list: Int, hasHandlers: Bool = false) throws -> Container {
        let template = try prepared[list].get()
        let isWide = lists[list].contains("orientation=\"H\"") || lists[list].contains("<Slider")
        let source =
            hasHandlers
            ? try (isWide ? wideItemsWithHandlers : itemsWithHandlers).get() : try (isWide ? wideItems : items).get()
        return Container(template.makeTree(source: source), textMeasuring: FixedTextMetrics())
    }

    /// Makes both lists.
    ///
    /// - Parameters:
    ///   - list: The index of the list.
    ///   - isMeddled: Whether an app does things with the list while its data changes.
    ///   - pick: Returns one number of a range.
    /// - Throws: What makes a list unusable: none, unless the code of this file is wrong.
    init(_ list: Int, isMeddled: Bool = false, pick: @escaping (ClosedRange<Int>) -> Int) throws {
        windowed = try Self.makeContainer(list, hasHandlers: isMeddled)
        full = try Self.makeContainer(list, hasHandlers: isMeddled)
        full.listWindow = nil
        meddler = isMeddled ? Meddler() : nil
        number = list
        guard let node = windowed.tree.root.children[0] as? ItemContainerNode,
            let fullNode = full.tree.root.children[0] as? ItemContainerNode
        else { throw Difference(text: "there is no list") }
        self.list = node
        fullList = fullNode
        self.pick = pick
        guard let meddler else { return }
        windowed.tree.eventPrograms = meddler
        full.tree.eventPrograms = nil
        meddler.body = { [unowned self] in meddle() }
    }

    var isVertical: Bool { list.eventValueIsVertical }
}

extension ItemContainerNode {
    fileprivate var eventValueIsVertical: Bool {
        (self as? ScrollerNode)?.orientation == .vertical || (self as? SliderNode)?.orientation == .vertical
    }
}

/// What is different from the list with all items.
private struct Difference: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

extension LayoutRect {
    fileprivate var maxX: Double { origin.x + size.width }
    fileprivate var maxY: Double { origin.y + size.height }
}

extension [DisplayList.Item] {
    fileprivate func at(_ place: Int) -> String {
        indices.contains(place)
            ? "\(self[place].frame) \(self[place].accessibilityText ?? "") \(self[place].content)" : "nothing"
    }
}

// MARK: - Steps

extension ListOracle {
    /// Makes an entry that nothing but a number says.
    private func makeEntry(_ choice: Int) -> JSONValue {
        nextNumber += 1
        let number = nextNumber
        var rest = UInt64(truncatingIfNeeded: choice) &* 0x9E37_79B9_7F4A_7C15
        func take(_ count: Int) -> Int {
            defer { rest /= UInt64(count) }
            return Int(rest % UInt64(count))
        }
        let isRow = take(6) == 5
        let inner = (0..<take(13)).map { index -> JSONValue in
            [
                "type": "item", "t": .string("\(number)/\(index)"), "h": 50, "w": 20, "v": "visible", "m": 0,
                "c": .string(Self.colors[index % 2]),
            ]
        }
        let kinds: [JSONValue] = ["visible", "visible", "visible", "visible", "gone", "invisible"]
        return [
            "type": take(31) == 30 ? "none" : isRow ? "row" : "item", "t": .string("entry \(number)"),
            "h": .int(Int64(take(14) * 10 + 30)), "w": .int(Int64(take(19) * 10 + 10)),
            "v": kinds[take(6)], "m": .int(Int64(take(4))), "span": .int(take(9) == 8 ? 2 : 1),
            "c": .string(Self.colors[take(2)]), "inner": .array(BindingArray(inner)),
        ]
    }

    private static let colors = ["#00FF00", "#FF0000"]

    private func makeEntry() -> JSONValue { makeEntry(pick(0...0xFFFF)) }

    /// Makes an entry that is gone, or whose item has no length.
    private func makeHiddenEntry() -> JSONValue {
        nextNumber += 1
        return [
            "type": nextNumber % 2 == 0 ? "item" : "shy", "t": .string("entry \(nextNumber)"), "h": 40, "w": 20,
            "v": "gone", "m": 0, "c": "#00FF00",
        ]
    }

    func fill(_ count: Int) throws {
        let start = pick(0...0xFF)
        entries = (0..<count).map { makeEntry(start + $0 * 7_919) }
        try replaceAll("fill \(count)")
    }

    /// Shows entries between which others take no room, next to each other or far apart.
    func fill(_ count: Int, hidden hiddenCount: Int) throws {
        let (start, runCount) = (pick(0...0xFF), pick(1...max(1, count)))
        var runs = [Int](repeating: 0, count: count + 1)
        for _ in 0..<runCount { runs[pick(0...count)] += hiddenCount / runCount }
        entries = runs.enumerated().flatMap { index, length in
            (0..<length).map { _ in makeHiddenEntry() } + (index < count ? [makeEntry(start + index * 7_919)] : [])
        }
        try replaceAll("fill \(count) between \(runs.filter { $0 > 0 })")
    }

    private func replaceAll(_ step: String) throws {
        let data: JSONValue = ["items": .array(BindingArray(entries))]
        dataEntries = entries
        try act(step) {
            windowed.update(data: data)
            full.update(data: data)
        }
    }

    /// Shows other data, or the same, as in a recycled cell; then the full list looks like a new one.
    private func reuse() throws {
        let choice = pick(0...3)
        if choice == 0, let dataEntries { entries = dataEntries }
        if choice == 1, !entries.isEmpty { entries[pick(0...entries.count - 1)] = makeEntry() }
        let data: JSONValue = ["items": .array(BindingArray(entries)), "n": .int(Int64(choice / 3))]
        dataEntries = entries
        try act("reuse \(choice)") {
            windowed.reuse(for: data)
            full.reuse(for: data)
        }
        guard meddler == nil else { return }
        let new = try Self.makeContainer(number)
        new.listWindow = nil
        new.environment = full.environment
        new.update(data: data)
        new.layout(in: size)
        (new.tree.root.children[0] as? ItemContainerNode)?.scrollOffset = fullList.scrollOffset
        if let difference = Self.difference(between: full, and: new) {
            throw Difference(text: "after \(log.suffix(6)): not like a new one, \(difference)")
        }
        try compareExposure(windowed, full, new)
    }

    /// Changes a value of an entry in a model, which reaches only what reads it.
    private func changePart() throws {
        guard entries == dataEntries, !entries.isEmpty else { return }
        let (index, other) = (pick(0...entries.count - 1), makeEntry())
        let card = pick(0...5)
        let names = ["h", "w", "v", "m", "c", "inner", "inner[\(card)]", "inner[\(card)].t", "inner[\(card)].h"]
        let name = names[pick(0...names.count - 1)]
        guard let place = DataPath("items[\(index)].\(name)"), let part = DataPath(name), let value = other[part]
        else { return }
        let model = DataModel(["items": .array(BindingArray(entries))])
        meddlesWithData = false
        defer { meddlesWithData = true }
        try act("part \(name) of \(index)") {
            for container in [windowed, full] { container.model = model }
            if model[place] != nil { model[place] = value }
            model.flush()
            if case .array(let shown)? = model["items"] { entries = Array(shown) }
            dataEntries = entries
        }
    }

    /// Sends exposure in both; what was seen before is not told again.
    private func expose() throws {
        try act("expose") {}
        try compareExposure(windowed, full)
    }

    private func compareExposure(_ containers: Container...) throws {
        isTouched = true
        let exposed = containers.map { $0.exposeNodes() }
        guard let first = exposed.first, exposed.contains(where: { $0 != first }) else { return }
        let paths = exposed.map { $0.map { "\($0.dataPath)" } }
        throw Difference(text: "after \(log.suffix(6)): exposed \(paths)\n\(state)")
    }

    func step() throws {
        switch pick(0...18) {
        case 0...4: try scroll(by: Double(pick(-400...400)))
        case 5: try scroll(by: Double(pick(-40_000...40_000)))
        case 6: try resize()
        case 7: try replaceSome()
        case 8...11: try applyChanges()
        // What comes in between also ends what was done to items.
        case 12 where meddler == nil, 14 where meddler == nil: try touch()
        case 13: try changeEnvironment()
        case 15: try reuse()
        case 16: try changePart()
        case 17 where meddler == nil: try expose()
        default:
            try act("prepare") { windowed.prepareItemsAhead(pick(1...20)) }
        }
    }

    private func scroll(by distance: Double) throws {
        try act("scroll by \(distance)") { windowed.scroll(list, to: place(after: distance)) }
    }

    /// Returns where the list is scrolled to after a distance.
    private func place(after distance: Double) -> LayoutPoint {
        let old = list.scrollOffset
        return LayoutPoint(x: old.x + (isVertical ? 0 : distance), y: old.y + (isVertical ? distance : 0))
    }

    private func resize() throws {
        size = LayoutSize(width: Double(pick(12...30) * 10), height: Double(pick(0...50) * 10))
        try act("resize \(size)") {}
    }

    private func changeEnvironment() throws {
        let choice = pick(0...15)
        let direction: ScreenEnvironment.LayoutDirection = choice & 2 == 0 ? .leftToRight : .rightToLeft
        let environment = ScreenEnvironment(
            width: choice & 1 == 0 ? 375 : 500,
            textScale: pick(0...1) == 0 ? 1 : 1.5,
            appearance: pick(0...1) == 0 ? .light : .dark,
            layoutDirection: direction
        )
        // The direction of the list alone changes nothing else of its items.
        if choice & 12 == 12 {
            return try act("direction \(direction)") {
                for list in [list, fullList] { list.direction = choice & 2 == 0 ? .leftToRight : .rightToLeft }
            }
        }
        try act("environment \(environment)") {
            windowed.environment = environment
            full.environment = environment
        }
    }

    private var isKeyed: Bool { fullList.itemKey != nil }

    /// Returns an entry with the key and type of one, and other data.
    private static func entry(_ entry: JSONValue, with other: JSONValue) -> JSONValue {
        let kept = ["type", "t", "inner"].map { ($0, entry[$0] ?? .null) }
        return .object(BindingObject(kept + ["h", "w", "v", "m", "c", "span"].map { ($0, other[$0] ?? .null) }))
    }

    /// Gives whole new data.
    ///
    /// Entries are the same if they are at the same place, so what a user did to an item is only
    /// known to stay with it if nothing is inserted, nor gets another type.
    private func replaceSome() throws {
        let shown = entries
        for _ in 0..<pick(1...3) {
            switch pick(0...3) {
            case _ where isKeyed && pick(0...2) == 0 && !entries.isEmpty:
                let (index, other) = (pick(0...entries.count - 1), makeEntry())
                entries[index] = Self.entry(entries[index], with: other)
            case _ where isKeyed && pick(0...2) == 0 && !entries.isEmpty:
                let entry = entries.remove(at: pick(0...entries.count - 1))
                entries.insert(entry, at: pick(0...entries.count))
            case _ where isTouched && !isKeyed:
                guard !entries.isEmpty else { continue }
                let (index, entry) = (pick(0...entries.count - 1), makeEntry())
                if entry["type"] == entries[index]["type"] { entries[index] = entry }
            case 0: entries.insert(makeEntry(), at: pick(0...entries.count))
            case 1 where !entries.isEmpty: entries.remove(at: pick(0...entries.count - 1))
            case _ where !entries.isEmpty: entries[pick(0...entries.count - 1)] = makeEntry()
            default: break
            }
        }
        // Data that equals the last one changes nothing, even after `apply`.
        if entries == dataEntries { entries = shown } else { try replaceAll("replace, now \(entries.count)") }
    }

    private func applyChanges() throws {
        let (changes, names) = makeChanges()
        try act("apply \(names)") {
            try list.apply(changes)
            try fullList.apply(changes)
        }
    }

    /// Changes the entries, and says how.
    private func makeChanges() -> (ListChanges, [String]) {
        var changes = ListChanges()
        var names: [String] = []
        for _ in 0..<pick(1...4) {
            let kind = pick(0...3)
            if kind == 0 || entries.isEmpty {
                let (entry, index) = (makeEntry(), pick(0...entries.count))
                entries.insert(entry, at: index)
                changes.insert(entry, at: index)
                names.append("insert \(index)")
            } else if kind == 1 {
                let index = pick(0...entries.count - 1)
                entries.remove(at: index)
                changes.remove(at: index)
                names.append("remove \(index)")
            } else if kind == 2 {
                let (from, to) = (pick(0...entries.count - 1), pick(0...entries.count - 1))
                entries.insert(entries.remove(at: from), at: to)
                changes.move(from: from, to: to)
                names.append("move \(from) \(to)")
            } else {
                let (entry, index) = (makeEntry(), pick(0...entries.count - 1))
                entries[index] = entry
                changes.change(entry, at: index)
                names.append("change \(index)")
            }
        }
        return (changes, names)
    }

    /// Changes a visible item as a user and programs do: scrolls a list in it, and sets properties, of which one is bound.
    private func touch() throws {
        let range = list.liveRange
        isTouched = true
        guard !range.isEmpty else { return }
        let index = pick(range.lowerBound...range.upperBound - 1)
        let offset = Double(pick(0...300))
        let alpha = Float(pick(1...9)) / 10
        let cell = pick(0...3)
        let cells = Self.rows(in: list.item(forEntry: index)).filter { $0.item(forEntry: cell) != nil }
        try act("touch \(index)") {
            for (container, list) in [(windowed, list), (full, fullList)] {
                guard let item = list.item(forEntry: index) else { continue }
                for slider in Self.rows(in: item) {
                    if !cells.isEmpty { slider.item(forEntry: cell)?.node(withID: 2)?.alpha = alpha }
                    container.scroll(slider, to: LayoutPoint(x: offset, y: 0))
                }
                for node in item.nodes where node.id == 2 && node.tree === item {
                    node.alpha = alpha
                    node.background = .black
                }
            }
        }
    }

    /// Makes a change in both, lays both out, and compares them.
    private func act(_ step: String, _ change: () throws -> Void) throws {
        log.append(step)
        if log.count > 12 { log.removeFirst() }
        meddler?.count = 3
        try change()
        var kept = list.keptPlace
        log.append("keeps \(kept)")
        windowed.layout(in: size)
        if let meddler {
            meddler.count = 0
            windowed.layout(in: size)
            for meddling in meddlings { try meddling(full, fullList) }
            meddlings = []
            try compareEntries()
            kept = list.keptPlace
        }
        if isStaggered {
            try compareItems()
            try compare(kept)
            // The columns follow from all items before the visible ones.
            kept = list.keptPlace
            windowed.prepareItemsAhead()
            try compare(kept)
            kept = list.keptPlace
        }
        if windowed.needsLayout { throw Difference(text: "after \(log.suffix(6)): the layout has no end\n\(state)") }
        let offsets = offsetsAway
        full.layout(in: size)
        scrollFull(to: kept)
        for index in fullList.liveRange where list.item(forEntry: index) != nil {
            guard let item = fullList.item(forEntry: index) else { continue }
            for slider in Self.rows(in: item) {
                // A list with a window does not show what is beyond its end when it gets larger.
                let most = slider.contentSize.width - slider.frame.size.width
                if slider.scrollOffset.x > most { slider.scrollOffset.x = max(0, most) }
            }
        }
        full.layout(in: size)
        for (slider, offset) in offsets { slider.scrollOffset = offset }
        try compare()
    }

    /// Where lists are in items of the full list that the other one has put away.
    ///
    /// An item that is away has no frame, so a width at which its list has less to scroll does not move it.
    private var offsetsAway: [(SliderNode, LayoutPoint)] {
        fullList.liveRange.filter { list.item(forEntry: $0) == nil }
            .compactMap { fullList.item(forEntry: $0) }
            .flatMap(Self.rows)
            .map { ($0, $0.scrollOffset) }
    }

    /// The lists in an item, without those in their own items.
    private static func rows(in item: NodeTree?) -> [SliderNode] {
        item?.nodes.compactMap { $0 as? SliderNode }.filter { $0.tree === item } ?? []
    }

    private var isStaggered: Bool { (list as? ScrollerNode)?.mode == .staggeredGrid }

    /// Makes sure that no live item covers another one, although items far before them may not be measured.
    private func compareItems() throws {
        let frames = list.items.filter { $0.root.visibility != .gone }.map { list.frameFromStart(of: $0.root) }
        for (place, frame) in frames.enumerated() {
            for other in frames[..<place] {
                let across = min(frame.maxX, other.maxX) - max(frame.origin.x, other.origin.x)
                let along = min(frame.maxY, other.maxY) - max(frame.origin.y, other.origin.y)
                guard across > 0.001, along > 0.001 else { continue }
                throw Difference(text: "after \(log.suffix(6)): \(frame) covers \(other)\n\(state)")
            }
        }
    }

    /// Makes sure that an entry is where it should be, unless the content ends there.
    private func compare(_ kept: ItemContainerNode.KeptPlace) throws {
        guard case .entry(let index, let distance) = kept, let root = list.item(forEntry: index)?.root,
            root.visibility != .gone
        else { return }
        let offset = isVertical ? list.scrollOffset.y : list.scrollOffset.x
        let most =
            isVertical
            ? list.contentSize.height - list.frame.size.height : list.contentSize.width - list.frame.size.width
        let frame = list.frameFromStart(of: root)
        let start = isVertical ? frame.origin.y - Double(root.layoutMarginTop) - offset : frame.origin.x - offset
        guard abs(start - distance) > 0.001, offset > 0, offset < most - 0.001 else { return }
        throw Difference(text: "after \(log.suffix(6)): entry \(index) is at \(start), not at \(distance)\n\(state)")
    }

    /// Scrolls the full list to where the windowed one must be by the rule of the anchor.
    private func scrollFull(to kept: ItemContainerNode.KeptPlace) {
        let most =
            isVertical
            ? fullList.contentSize.height - fullList.frame.size.height
            : fullList.contentSize.width - fullList.frame.size.width
        var offset = 0.0
        switch kept {
        case .start: break
        case .end: offset = most
        case .entry(let index, let distance):
            if !entries.isEmpty { offset = position(min(index, entries.count - 1)) - distance }
        }
        offset = max(0, min(offset, most))
        fullList.scrollOffset = isVertical ? LayoutPoint(x: 0, y: offset) : LayoutPoint(x: offset, y: 0)
    }

    /// Returns where an entry's item starts; if it takes no place, where it would.
    private func position(_ index: Int) -> Double {
        for index in index..<entries.count {
            guard let root = fullList.item(forEntry: index)?.root, root.visibility != .gone else { continue }
            let frame = fullList.frameFromStart(of: root)
            return isVertical ? frame.origin.y - Double(root.layoutMarginTop) : frame.origin.x
        }
        for index in (0..<index).reversed() {
            guard let root = fullList.item(forEntry: index)?.root, root.visibility != .gone else { continue }
            let width = (fullList as? SliderNode).map { Double($0.itemWidth) } ?? 0
            let frame = fullList.frameFromStart(of: root)
            return gap
                + (isVertical
                    ? frame.origin.y + frame.size.height
                    : frame.origin.x + (width > 0 ? width : frame.size.width))
        }
        return isVertical ? fullList.contentSize.height : fullList.contentSize.width
    }

    private var gap: Double {
        switch fullList {
        case let list as ScrollerNode: Double(list.lineSpace)
        case let list as SliderNode: Double(list.itemMargin != 0 ? list.itemMargin : list.span)
        default: 0
        }
    }
}

// MARK: - Meddling

/// Does something in the place of programs, as often as it may.
private final class Meddler: EventProgramRunner {
    var body: () -> Void = {}
    var count = 0

    func run(_ program: EventProgram, on node: Node, for event: NodeEvent?) {
        if count > 0 { body() }
    }
}

extension ListOracle {
    /// Does with the list with a window what an app may do while data changes.
    private func meddle() {
        guard let meddler, pick(0...3) == 0 else { return }
        meddler.count -= 1
        let deed = pick(0...11)
        log.append("meddles \(deed)")
        switch deed {
        case 0: windowed.layout(in: size)
        case 1: windowed.layout(in: LayoutSize(width: Double(pick(12...30) * 10), height: Double(pick(0...50) * 10)))
        case 2, 3: windowed.scroll(list, to: place(after: Double(pick(-400...400))))
        case 4: windowed.scroll(list, to: place(after: Double(pick(-40_000...40_000))))
        case 5:
            // A finger may pull a list farther than its content, where it stays as long as nothing changes.
            let most = max(
                0,
                isVertical
                    ? list.contentSize.height - list.frame.size.height : list.contentSize.width - list.frame.size.width
            )
            let new = place(after: Double(pick(-400...400)))
            list.scrollOffset = LayoutPoint(
                x: min(max(0, new.x), isVertical ? 0 : most),
                y: min(max(0, new.y), isVertical ? most : 0)
            )
        case 6: windowed.prepareItemsAhead(pick(1...20))
        case 7: _ = windowed.sizeThatFits(width: 200)
        case 8:
            _ = windowed.displayList()
            _ = windowed.accessibilityTree()
            _ = windowed.hitTest(LayoutPoint(x: 10, y: 10))
        case 9:
            let appearance: ScreenEnvironment.Appearance = pick(0...1) == 0 ? .light : .dark
            let width = pick(0...1) == 0 ? 375.0 : 500
            alsoInFull { container, _ in
                container.environment.appearance = appearance
                container.environment.width = width
            }
        case 10 where meddlesWithData:
            var new = entries
            if new.isEmpty { new = [makeEntry()] } else { new[pick(0...new.count - 1)] = makeEntry() }
            if pick(0...2) == 0 { new.removeFirst(pick(0...new.count - 1)) }
            // Data that equals the last one changes nothing, even after `apply`.
            guard new != dataEntries else { break }
            (entries, dataEntries) = (new, new)
            let data: JSONValue = ["items": .array(BindingArray(entries))]
            alsoInFull { container, _ in container.update(data: data) }
        case 11 where meddlesWithData:
            let shown = entries
            let (changes, _) = makeChanges()
            // What programs do meanwhile comes after it.
            meddlings.append { _, list in try list.apply(changes) }
            // They must fit the entries that are there now, and those that wait to be shown.
            do { try list.apply(changes) } catch {
                entries = shown
                meddlings.removeLast()
            }
        default: break
        }
    }

    private func alsoInFull(_ change: @escaping (Container, ItemContainerNode) -> Void) {
        meddlings.append(change)
        change(windowed, list)
    }

    /// Makes sure that each live item shows its own entry.
    private func compareEntries() throws {
        for (name, list) in [("window", list), ("full", fullList)] {
            for index in list.liveRange {
                guard let item = list.item(forEntry: index) else { continue }
                let text = (item.root.children.first as? TextNode)?.text
                let place = "after \(log.suffix(9)): the item of \(index) in the \(name) list"
                guard entries.indices.contains(index), item.data == entries[index] else {
                    throw Difference(text: "\(place) has other data\n\(state)")
                }
                guard let text, case .string(let expected)? = entries[index]["t"], !text.hasPrefix(expected + " ")
                else { continue }
                throw Difference(text: "\(place) shows '\(text)'\n\(state)")
            }
        }
    }
}

// MARK: - Comparing

extension ListOracle {
    private func compare() throws {
        let context =
            "after \(log.suffix(6)); \(entries.count) entries, offset \(list.scrollOffset) and \(fullList.scrollOffset)"
        if let difference = Self.difference(between: windowed, and: full) {
            throw Difference(text: "\(context)\n\(state)\n: \(difference)")
        }
        for _ in 0..<3 {
            stepCount += 1
            // Multiples of two irrational numbers are spread over the whole.
            let point = LayoutPoint(
                x: (Double(stepCount) * 0.754_877_666).truncatingRemainder(dividingBy: 1) * max(1, size.width),
                y: (Double(stepCount) * 0.569_840_291).truncatingRemainder(dividingBy: 1) * max(1, size.height)
            )
            guard hit(windowed, point) != hit(full, point) else { continue }
            throw Difference(text: "\(context): a touch at \(point)")
        }
        if let index = list.liveRange.first(where: isFarAway) {
            throw Difference(text: "\(context): \(index) is live\n\(state)")
        }
    }

    /// Whether a live item is farther from the visible part than the window and a scroll within it allow.
    private func isFarAway(_ index: Int) -> Bool {
        guard let root = list.item(forEntry: index)?.root, root.visibility != .gone else { return false }
        let frame = list.frameFromStart(of: root)
        let (start, length, viewport) =
            isVertical
            ? (frame.origin.y - list.scrollOffset.y, frame.size.height, list.frame.size.height)
            : (frame.origin.x - list.scrollOffset.x, frame.size.width, list.frame.size.width)
        let longest = 200.0
        return start + length < -2.25 * viewport - longest || start > 3.25 * viewport + longest
    }

    /// The live items of both, for a failure.
    private var state: String {
        func frames(_ list: ItemContainerNode) -> String {
            list.liveRange.compactMap { index in
                guard let root = list.item(forEntry: index)?.root else { return nil }
                let frame = list.frameFromStart(of: root)
                let start =
                    isVertical ? frame.origin.y - list.scrollOffset.y : frame.origin.x - list.scrollOffset.x
                let length = isVertical ? root.frame.size.height : root.frame.size.width
                return "\(index): \(start) + \(root.visibility == .gone ? "gone" : "\(length)")"
            }.joined(separator: ", ")
        }
        return
            "content \(list.contentSize) and \(fullList.contentSize) in \(list.frame.size)\nlive \(list.liveRange) \(frames(list))\nfull \(frames(fullList))"
    }

    private func hit(_ container: Container, _ point: LayoutPoint) -> NodeEvent? {
        container.hitTest(point).map { container.tree.event(.click, on: $0) }
    }

    /// Returns the first difference in what is drawn; `nil` if nothing differs.
    static func difference(between container: Container, and other: Container) -> String? {
        let (seen, expected) = (drawings(container), drawings(other))
        let place = (0..<max(seen.count, expected.count)).first { seen.at($0) != expected.at($0) }
        return place.map { place in
            "item \(place) of \(seen.count) and \(expected.count): \(seen.at(place).prefix(99)) not \(expected.at(place).prefix(99))"
        }
    }

    /// What is drawn, without what only tells of the length of the whole content.
    private static func drawings(_ container: Container) -> [DisplayList.Item] {
        container.displayList().items.map { item in
            var item = item
            item.nodeIndex = 0
            item.frame = rounded(item.frame)
            switch item.content {
            case .beginGroup(var group):
                group.scrolling = nil
                group.clip = group.clip.map(rounded)
                item.content = .beginGroup(group)
            case .text(var text):
                text.box = rounded(text.box)
                text.lines = text.lines.map { line in
                    var line = line
                    line.baseline.x = rounded(line.baseline.x)
                    line.baseline.y = rounded(line.baseline.y)
                    return line
                }
                item.content = .text(text)
            default: break
            }
            return item
        }
    }

    private static func rounded(_ rect: LayoutRect) -> LayoutRect {
        LayoutRect(
            x: rounded(rect.origin.x),
            y: rounded(rect.origin.y),
            width: rounded(rect.size.width),
            height: rounded(rect.size.height)
        )
    }

    /// Rounds to a thousandth of a point.
    private static func rounded(_ number: Double) -> Double {
        let rounded = (number * 1_000).rounded() / 1_000
        return rounded == 0 ? 0 : rounded
    }
}
