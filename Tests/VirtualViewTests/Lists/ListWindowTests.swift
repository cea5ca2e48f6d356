import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// What a list with a window promises, each alone; ``ListOracleTests`` compares it with the list that has all items.
@Suite struct ListWindowTests {
    static let size = LayoutSize(width: 300, height: 600)
    static let item = """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-2">
          <NText layoutWidth="-1" layoutHeight="${h}" text="${t}"/>
        </VHLayout>
        """

    static func entry(_ number: Int, height: Int = 40) -> JSONValue {
        ["type": "item", "t": .string("entry \(number)"), "h": .int(Int64(height)), "key": .int(Int64(number))]
    }

    static func entries(_ count: Int) -> [JSONValue] {
        (0..<count).map { entry($0, height: 30 + $0 % 7 * 10) }
    }

    /// A row that can be scrolled, with a number of cards.
    static func row(_ count: Int, _ title: String = "row") -> JSONValue {
        ["type": "row", "t": .string(title), "inner": .array(BindingArray(entries(count)))]
    }

    static let slider = #"<Slider dataTag="${inner}" itemWidth="70" layoutWidth="-1" layoutHeight="50"/>"#

    static func rowTemplates(item: String = item, row: String = slider) throws -> PreparedTemplates {
        PreparedTemplates(["item": try LayoutSource.prepare(item), "row": try LayoutSource.prepare(row)])
    }

    /// A container whose root is a list.
    struct Screen {
        let container: Container
        let list: ScrollerNode

        init(
            _ attributes: String,
            _ entries: [JSONValue],
            templates: (any TemplateSource)? = nil,
            metrics: any TextMeasuring = FixedTextMetrics(),
            hasWindow: Bool = true
        ) throws {
            let xml = "<Scroller dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\" \(attributes)/>"
            let source = try templates ?? PreparedTemplates(["item": LayoutSource.prepare(ListWindowTests.item)])
            container = Container(try LayoutSource.prepare(xml).makeTree(source: source), textMeasuring: metrics)
            list = try #require(container.tree.root as? ScrollerNode)
            if !hasWindow { container.listWindow = nil }
            show(entries)
        }

        /// The row that is the first entry.
        func slider() throws -> SliderNode { try #require(list.item(forEntry: 0)?.root as? SliderNode) }

        /// The text of the first entry.
        func text() throws -> TextNode { try #require(list.item(forEntry: 0)?.root.children.first as? TextNode) }

        func show(_ entries: [JSONValue]) {
            container.update(data: ["items": .array(BindingArray(entries))])
            container.layout(in: ListWindowTests.size)
        }

        func scroll(to offset: Double) {
            container.scroll(list, to: LayoutPoint(x: 0, y: offset))
            container.layout(in: ListWindowTests.size)
        }

        func change(_ entry: JSONValue, at index: Int) throws {
            var changes = ListChanges()
            changes.change(entry, at: index)
            try list.apply(changes)
        }

        /// What stands first in the visible part, and where.
        func place(of index: Int) throws -> Double {
            let item = try #require(list.item(forEntry: index))
            return item.root.frame.origin.y - list.scrollOffset.y
        }
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func itemsAreMadeForWhatIsVisible(_ mode: String) throws {
        let screen = try Screen("mode=\"\(mode)\"", Self.entries(20_000))
        #expect(screen.list.liveRange.lowerBound == 0)
        #expect(10...40 ~= screen.list.items.count)
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func scrollingMakesNoTreesOnceThePoolIsWarm(_ mode: String) throws {
        let screen = try Screen("mode=\"\(mode)\"", Self.entries(1_000))
        func scroll() {
            for frame in 0..<100 { screen.scroll(to: Double(frame * 57)) }
            for frame in (0..<100).reversed() { screen.scroll(to: Double(frame * 57)) }
        }
        scroll()
        let nodeCount = screen.container.liveNodeCount
        for _ in 0..<2 { scroll() }
        #expect(screen.container.liveNodeCount == nodeCount)
        // What is kept here cannot come back under the same address.
        var known: [ObjectIdentifier: NodeTree] = [:]
        for frame in 0..<100 {
            screen.scroll(to: Double(frame * 57))
            for item in screen.list.items { known[ObjectIdentifier(item)] = item }
        }
        #expect(known.count <= 2 * screen.list.items.count + 10)
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func aJumpMeasuresWhatIsNearItOnly(_ mode: String) throws {
        let metrics = CountingMetrics()
        let screen = try Screen("mode=\"\(mode)\"", Self.entries(20_000), metrics: metrics)
        _ = screen.container.displayList()
        let nodeCount = screen.container.liveNodeCount
        screen.container.scroll(screen.list, to: screen.list.scrollOffset(ofEntry: 15_000))
        screen.container.layout(in: Self.size)
        #expect(try screen.place(of: 15_000) == 0)
        #expect(screen.container.liveNodeCount <= nodeCount + 2 * 3)
        _ = screen.container.displayList()
        #expect(metrics.brokenTexts < 200)
    }

    @Test func idleTimeBringsTheColumnsOfAListWithAllItems() throws {
        let screen = try Screen("mode=\"staggeredGrid\" span=\"6\" lineSpace=\"3\"", Self.entries(300))
        let full = try Screen("mode=\"staggeredGrid\" span=\"6\" lineSpace=\"3\"", Self.entries(300))
        full.container.listWindow = nil
        full.container.layout(in: Self.size)
        screen.scroll(to: screen.list.scrollOffset(ofEntry: 200).y)
        guard case .entry(let first, let place) = screen.list.keptPlace else {
            Issue.record("nothing is kept")
            return
        }
        while screen.container.prepareItemsAhead(50) {}
        #expect(abs(try screen.place(of: first) - place) < 0.001)
        for index in screen.list.liveRange {
            #expect(screen.list.item(forEntry: index)?.root.frame == full.list.item(forEntry: index)?.root.frame)
        }
    }

    /// Entries that were never measured count with the gap behind them.
    @Test(arguments: ["linear", "staggeredGrid"]) func theLengthOfEqualItemsIsRightBeforeAllAreMeasured(
        _ mode: String
    ) throws {
        let entries = (0..<1_000).map { Self.entry($0) }
        let screen = try Screen("mode=\"\(mode)\" lineSpace=\"5\" span=\"6\"", entries)
        let height = (mode == "linear" ? 1_000.0 : 500) * 45 - 5
        #expect(screen.list.contentSize.height == height)
        // Those of a kind that was never seen count as all others do.
        let templates = PreparedTemplates([
            "item": try LayoutSource.prepare(Self.item), "other": try LayoutSource.prepare(Self.item),
        ])
        let other: JSONValue = ["type": "other", "t": "other", "h": 40]
        let mixed = try Screen(
            "mode=\"\(mode)\" lineSpace=\"5\" span=\"6\"",
            entries[..<500] + (0..<500).map { _ in other },
            templates: templates
        )
        #expect(mixed.list.contentSize.height == height)
    }

    /// Whether there are items for all entries or not.
    @Test(arguments: ["V", "H"], [("20", "20"), ("-1", "-1"), ("500", "700")])
    func contentIsAsThickAsThatOfAListWithAllItems(_ orientation: String, _ item: (String, String)) throws {
        let margins = #"layoutMarginLeft="7" layoutMarginTop="9" layoutMarginRight="11" layoutMarginBottom="13""#
        let size = orientation == "V" ? (item.0, "40") : ("40", item.1)
        let source = #"<FrameLayout layoutWidth="\#(size.0)" layoutHeight="\#(size.1)" \#(margins)/>"#
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(source)])
        let screen = try Screen("orientation=\"\(orientation)\"", Self.entries(50), templates: templates)
        let content = screen.list.contentSize
        screen.container.listWindow = nil
        screen.container.layout(in: Self.size)
        #expect(screen.list.contentSize == content)
    }

    /// One far from the window may be the highest.
    @Test(arguments: [(#"mode="linear""#, 90.0), (#"mode="staggeredGrid" span="6""#, 186)], [true, false])
    func aRowThatFitsIsAsHighAsItsHighestItem(_ mode: (String, Double), _ hasWindow: Bool) throws {
        let list = """
            <Scroller dataTag="${items}" orientation="H" layoutWidth="-1" layoutHeight="-1" \(mode.0)/>
            """
        let item = #"<FrameLayout layoutWidth="50" layoutHeight="${h}"/>"#
        let source = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let container = Container(try LayoutSource.prepare(list).makeTree(source: source))
        if !hasWindow { container.listWindow = nil }
        let entries = (0..<200).map { Self.entry($0, height: $0 == 150 ? 90 : 40) }
        container.update(data: ["items": .array(BindingArray(entries))])
        #expect(container.sizeThatFits(width: 300).height == mode.1)
        container.layout(in: Self.size)
        let node = try #require(container.tree.root as? ScrollerNode)
        #expect((node.items.count < 200) == hasWindow)
    }

    @Test(arguments: ["linear", "staggeredGrid"], ["", "anchor=\"end\""])
    func itemsWithoutALengthDoNotMakeTheWindowGrowWithoutEnd(_ mode: String, _ anchor: String) throws {
        let screen = try Screen("mode=\"\(mode)\" \(anchor)", (0..<5_000).map { Self.entry($0, height: 0) })
        #expect(screen.list.items.count <= 2_000)
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func anotherEnvironmentKeepsTheChangesOfAnApp(_ mode: String) throws {
        for window in [ListWindow(), nil] {
            let screen = try Screen("mode=\"\(mode)\"", Self.entries(3))
            screen.container.listWindow = window
            var changes = ListChanges()
            changes.insert(Self.entry(9), at: 0)
            try screen.list.apply(changes)
            screen.container.environment.appearance = .dark
            screen.container.environment.textScale = 2
            screen.container.layout(in: Self.size)
            let texts = screen.list.items.compactMap { $0.data?["t"]?.text }
            #expect(texts == ["entry 9", "entry 0", "entry 1", "entry 2"])
        }
    }

    @Test func aWrongIndexChangesNothing() throws {
        let screen = try Screen("", Self.entries(3))
        var changes = ListChanges()
        changes.remove(at: 0)
        changes.move(from: 0, to: 2)
        #expect(throws: ListChanges.InvalidIndex.self) { try screen.list.apply(changes) }
        screen.container.layout(in: Self.size)
        #expect(screen.list.items.compactMap { $0.data?["t"]?.text } == ["entry 0", "entry 1", "entry 2"])
    }

    /// Each index of a change to three entries is that of one, or of the end if an entry is inserted.
    @Test(arguments: [
        ("insert", [0, 3], [-1, 4]), ("remove", [0, 2], [-1, 3]), ("change", [0, 2], [-1, 3]),
        ("from", [0, 2], [-1, 3]),
        ("to", [0, 2], [-1, 3]),
    ])
    func everyIndexIsChecked(_ change: String, _ right: [Int], _ wrong: [Int]) throws {
        for index in right + wrong {
            var changes = ListChanges()
            switch change {
            case "insert": changes.insert(Self.entry(9), at: index)
            case "remove": changes.remove(at: index)
            case "change": changes.change(Self.entry(9), at: index)
            case "from": changes.move(from: index, to: 1)
            default: changes.move(from: 1, to: index)
            }
            let list = try Screen("", Self.entries(3)).list
            if right.contains(index) {
                #expect(throws: Never.self) { try list.apply(changes) }
            } else {
                let error = #expect(throws: ListChanges.InvalidIndex.self) { try list.apply(changes) }
                #expect(error?.index == index && error?.count == 3, "\(change) \(index)")
            }
        }
    }

    @Test func theFirstOfEqualKeysHasItAndOneIssueTellsOfTheOthers() throws {
        let screen = try Screen("itemKey=\"key\"", [Self.entry(1), Self.entry(1), Self.entry(2), Self.entry(2)])
        let duplicates = screen.container.tree.issues.filter { $0.code == .duplicateKey }
        #expect(duplicates.count == 1)
        #expect(screen.list.items.count == 4)
    }

    @Test func anItemFollowsItsKeyToAnotherPlace() throws {
        let screen = try Screen("itemKey=\"key\"", Self.entries(5))
        let item = try #require(screen.list.item(forEntry: 3))
        screen.show([3, 0, 1, 2, 4].map { Self.entry($0, height: 30 + $0 % 7 * 10) })
        #expect(screen.list.item(forEntry: 0) === item)
    }

    /// A tap may come between a change and the layout that shows it.
    @Test(arguments: [true, false], ["update", "model", "waiting model", "changes"])
    func anEventBeforeTheLayoutOfAChangeHasThePathOfItsEntry(_ hasWindow: Bool, _ change: String) throws {
        let item = #"<NText text="${t}" flag="flag_clickable" layoutWidth="-1" layoutHeight="40"/>"#
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let screen = try Screen("itemKey=\"key\"", (1...3).map { Self.entry($0) }, templates: templates)
        if !hasWindow { screen.container.listWindow = nil }
        let new: JSONValue = ["items": .array(BindingArray([9, 1, 2, 3].map { Self.entry($0) }))]
        let model = DataModel(screen.container.tree.data)
        if change.hasSuffix("model") { screen.container.model = model }
        screen.container.layout(in: Self.size)
        switch change {
        case "update": screen.container.update(data: new)
        case "changes":
            var changes = ListChanges()
            changes.insert(Self.entry(9), at: 0)
            try screen.list.apply(changes)
        default:
            model["items"] = new["items"]
            if change == "model" { model.flush() }
        }
        var path: String?
        screen.container.onEvent = { path = $0.dataPath.description }
        let point = LayoutPoint(x: 10, y: 10)
        screen.container.touch(.began, at: point, time: 1)
        screen.container.touch(.ended, at: point, time: 1.1)
        #expect(path == "items[1]")
        #expect(screen.list.item(forEntry: 1)?.data?["key"] == 1)
        #expect(screen.list.item(forEntry: 0)?.data?["key"] != 1)
    }

    /// A finger may go on between a change and the layout that shows it.
    @Test(arguments: ["linear", "staggeredGrid"], [5.0, -5, 50, -50, 500])
    func aScrollBeforeTheLayoutOfAChangeMovesWhatIsSeen(_ mode: String, _ distance: Double) throws {
        let screen = try Screen("mode=\"\(mode)\"", (0..<1_000).map { Self.entry($0) })
        screen.scroll(to: 10_000)
        screen.container.prepareItemsAhead()
        let entry = try #require(screen.list.liveRange.first { (try? screen.place(of: $0)) ?? -1 >= 0 })
        let before = try screen.place(of: entry)
        var changes = ListChanges()
        for number in 0..<4 { changes.insert(Self.entry(2_000 + number), at: 0) }
        try screen.list.apply(changes)
        screen.container.scroll(screen.list, to: LayoutPoint(x: 0, y: screen.list.scrollOffset.y + distance))
        screen.container.layout(in: Self.size)
        #expect(abs(try screen.place(of: entry + 4) - (before - distance)) < 0.001)
    }

    /// What an app set in an item stays, and the rest follows the data of its key.
    @Test func anItemThatWasAwayShowsItsNewData() throws {
        let screen = try Screen("itemKey=\"key\"", Self.entries(100))
        try screen.text().textColor = ARGBColor(rawValue: 0xFF12_3456)
        screen.scroll(to: 2_000)
        #expect(screen.list.item(forEntry: 0) == nil)
        var entries = Self.entries(100)
        entries[0] = ["type": "item", "t": "another", "h": 40, "key": 0]
        screen.show(entries)
        screen.scroll(to: 0)
        #expect(try screen.text().text == "another" && screen.text().textColor == ARGBColor(rawValue: 0xFF12_3456))
    }

    private typealias ChangeAway = (name: String, keeps: Bool, body: @Sendable (Screen, DataModel) throws -> Void)

    /// What changes for a row while it is away, and whether a value stays that an app set to something bound.
    private static let changesAway: [ChangeAway] = [
        ("another value", true, { $1["items[0].t"] = "other" }),
        ("the value itself", false, { $1["items[0].h"] = 41 }),
        ("both", false, { ($1["items[0].t"], $1["items[0].h"]) = ("other", 41) }),
        ("the whole entry", false, { $1["items[0]"] = entry(0, height: 41) }),
        ("appearance", true, { screen, _ in screen.container.environment.appearance = .dark }),
        // Only a length in `rp` would be another.
        ("width", true, { screen, _ in screen.container.environment.width = 500 }),
        ("an equal entry", true, { screen, _ in try screen.change(entry(0), at: 0) }),
    ]

    @Test(arguments: changesAway.indices, [true, false])
    func aBoundValueThatAnAppSetStaysUntilItsBindingReadsAChange(_ change: Int, _ hasWindow: Bool) throws {
        let (name, keeps, body) = Self.changesAway[change]
        let entries = (0..<100).map { Self.entry($0) }
        let screen = try Screen("itemKey=\"key\"", entries)
        if !hasWindow { screen.container.listWindow = nil }
        let model = DataModel(["items": .array(BindingArray(entries))])
        screen.container.model = model
        screen.container.layout(in: Self.size)
        func node() throws -> Node { try #require(screen.list.item(forEntry: 0)?.root.children.first) }
        try node().layoutHeight = 7
        screen.scroll(to: 2_000)
        #expect((screen.list.item(forEntry: 0) == nil) == hasWindow)
        try body(screen, model)
        screen.container.layout(in: Self.size)
        screen.scroll(to: 0)
        #expect(try (node().layoutHeight == 7) == keeps, "\(name)")
        let shown = screen.list.item(forEntry: 0)?.data?["t"]?.text
        #expect(try (node() as? TextNode)?.text == shown, "\(name)")
    }

    /// Cards in a row that is away, of which one was changed by an app.
    @Test(arguments: [true, false]) func cardsOfARowThatWasAwayShowTheNewData(_ hasWindow: Bool) throws {
        let screen = try Screen("", [Self.row(3)] + Self.entries(200), templates: Self.rowTemplates())
        if !hasWindow { screen.container.listWindow = nil }
        screen.container.layout(in: Self.size)
        func text(_ card: Int) throws -> TextNode {
            let slider = try screen.slider()
            return try #require(slider.item(forEntry: card)?.root.children.first as? TextNode)
        }
        for card in 0...1 { try text(card).alpha = 0.5 }
        screen.scroll(to: 5_000)
        let cards: JSONValue = [Self.entry(0, height: 30), Self.entry(7)]
        try screen.change(["type": "row", "t": "row", "inner": cards], at: 0)
        screen.scroll(to: 0)
        #expect(try text(1).text == "entry 7")
        #expect(try (0...1).map { try text($0).alpha } == [1, 1])
    }

    /// The app gave the item of an entry data of its own, which one change of the entry ends as a whole.
    @Test(arguments: [true, false]) func aChangeOfAnEntryShowsAllOfItAgain(_ hasWindow: Bool) throws {
        let screen = try Screen("", [])
        if !hasWindow { screen.container.listWindow = nil }
        let model = DataModel(["items": [Self.entry(0)]])
        screen.container.model = model
        screen.container.layout(in: Self.size)
        let item = try #require(screen.list.item(forEntry: 0))
        item.update(data: ["t": "own", "h": 70])
        model["items[0].t"] = "new"
        screen.container.layout(in: Self.size)
        #expect((item.root.children.first as? TextNode)?.text == "new")
        #expect(item.root.children.first?.layoutHeight == 40)
    }

    @Test func aScrollToAnEntryArrivesWhileItsNeighboursAreMeasured() throws {
        let screen = try Screen("", Self.entries(3_000))
        // Also to one nearby that was never live.
        for entry in [2_000, 1_999, 1_992, 17, 2_980, 2_974, 1_203, 1_217] {
            screen.scroll(to: screen.list.scrollOffset(ofEntry: entry).y)
            #expect(abs(try screen.place(of: entry)) < 0.001)
            screen.container.prepareItemsAhead()
            #expect(abs(try screen.place(of: entry)) < 0.001)
        }
    }

    @Test func theMarginOfAnItemBelongsToItWithAndWithoutAWindow() throws {
        let item = "<NText layoutWidth=\"-1\" layoutHeight=\"${h}\" layoutMarginTop=\"9\" text=\"${t}\"/>"
        let screen = try Screen(
            "",
            Self.entries(12),
            templates: PreparedTemplates(["item": LayoutSource.prepare(item)])
        )
        for window in [ListWindow(), nil] {
            screen.container.listWindow = window
            screen.container.layout(in: Self.size)
            #expect((0..<4).map { screen.list.scrollOffset(ofEntry: $0).y } == [0, 39, 88, 147])
        }
    }

    @Test(arguments: ["linear", "staggeredGrid"], [true, false])
    func aListAnchoredAtItsEndBeginsThere(_ mode: String, _ hasWindow: Bool) throws {
        let screen = try Screen("mode=\"\(mode)\" anchor=\"end\"", Self.entries(100), hasWindow: hasWindow)
        #expect(screen.list.liveRange.upperBound == 100)
        #expect(screen.list.scrollOffset.y == screen.list.contentSize.height - Self.size.height)
    }

    /// As when the keyboard comes: the last messages stay where they are seen, and the next one comes into view.
    @Test(arguments: ["linear", "staggeredGrid"], [true, false])
    func whoSeesTheEndOfAChatGoesOnTo(_ mode: String, _ hasWindow: Bool) throws {
        let screen = try Screen("mode=\"\(mode)\" anchor=\"end\"", Self.entries(100), hasWindow: hasWindow)
        func distanceToEnd(_ height: Double) -> Double {
            screen.container.layout(in: LayoutSize(width: Self.size.width, height: height))
            return screen.list.contentSize.height - height - screen.list.scrollOffset.y
        }
        for factor in [0.5, 0.25, 1] { #expect(distanceToEnd(Self.size.height * factor) == 0, "\(factor)") }
        #expect(distanceToEnd(Self.size.height / 2) == 0)
        var changes = ListChanges()
        changes.insert(Self.entry(100), at: 100)
        try screen.list.apply(changes)
        #expect(distanceToEnd(Self.size.height / 2) == 0)
        // As when the image of the last message arrives.
        try #require(screen.list.item(forEntry: 100)?.root.children.first).layoutHeight += 70
        #expect(distanceToEnd(Self.size.height / 2) == 0)
        // Who has scrolled away sees the first visible entry where it was.
        screen.container.scroll(screen.list, to: LayoutPoint(x: 0, y: 1_000))
        #expect(distanceToEnd(Self.size.height / 2) > 0)
        guard hasWindow else { return }
        guard case .entry(let first, let place) = screen.list.keptPlace else {
            Issue.record("nothing is kept")
            return
        }
        #expect(distanceToEnd(Self.size.height / 4) > 0)
        #expect(try screen.place(of: first) == place)
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func askingForAnotherSizeMovesNothing(_ mode: String) throws {
        let screen = try Screen("mode=\"\(mode)\"", Self.entries(200))
        screen.scroll(to: 3_000)
        screen.container.prepareItemsAhead()
        let seen = screen.container.displayList()
        _ = screen.container.sizeThatFits(width: 500)
        screen.container.layout(in: Self.size)
        screen.container.prepareItemsAhead()
        #expect(
            screen.container.displayList().items.map { $0.accessibilityText } == seen.items.map { $0.accessibilityText }
        )
    }

    @Test func scrollingAfterAskingForAnotherSizeKeepsTheEntry() throws {
        let screen = try Screen("", Self.entries(200))
        screen.scroll(to: 3_000)
        screen.container.prepareItemsAhead()
        let other = try Screen("", Self.entries(200))
        other.scroll(to: 3_000)
        other.container.prepareItemsAhead()
        _ = screen.container.sizeThatFits(width: 500)
        for screen in [screen, other] {
            screen.container.scroll(screen.list, to: LayoutPoint(x: 0, y: screen.list.scrollOffset.y + 1))
            screen.container.layout(in: Self.size)
        }
        #expect(
            screen.container.displayList().items.map { $0.accessibilityText }
                == other.container.displayList().items.map { $0.accessibilityText }
        )
    }

    @Test func anotherOrientationBeginsWithTheSameEntries() throws {
        let screen = try Screen("", Self.entries(200))
        screen.scroll(to: 500)
        screen.list.orientation = .horizontal
        screen.container.layout(in: Self.size)
        #expect(screen.list.scrollOffset.y == 0)
        #expect(!screen.container.displayList().items.isEmpty)
    }

    @Test func aDistanceThatIsSetBeforeTheFirstLayoutIsKept() throws {
        let screen = try Screen("", [])
        let other = try Screen("", [])
        other.container.listWindow = nil
        for screen in [screen, other] {
            screen.container.update(data: ["items": .array(BindingArray(Self.entries(100)))])
            screen.list.scrollOffset.y = 500
            screen.container.layout(in: Self.size)
        }
        #expect(screen.list.scrollOffset.y == 500)
        #expect(other.list.scrollOffset.y == 500)
    }

    @Test func aWindowThatBeginsLaterShowsWhatWasSeen() throws {
        let screen = try Screen("", [])
        screen.container.listWindow = nil
        screen.show(Self.entries(2_000))
        screen.scroll(to: 90_000)
        let seen = screen.container.displayList()
        #expect(!seen.items.isEmpty)
        screen.container.listWindow = ListWindow()
        screen.container.layout(in: Self.size)
        #expect(screen.list.items.count < 100)
        #expect(screen.container.displayList().items.map { $0.frame } == seen.items.map { $0.frame })
    }

    @Test func scrollingBackOverWhatWasNeverMeasuredLeavesNoHole() throws {
        let count = 500
        let screen = try Screen("mode=\"staggeredGrid\"", Self.entries(count))
        screen.scroll(to: screen.list.contentSize.height)
        while screen.list.scrollOffset.y > 0 {
            screen.scroll(to: max(0, screen.list.scrollOffset.y - 170))
            let (start, end) = (screen.list.scrollOffset.y, screen.list.scrollOffset.y + Self.size.height)
            for column in [0.0, Self.size.width / 2] {
                let frames = screen.list.items.map(\.root.frame).filter { $0.origin.x == column }
                var covered = start
                for frame in frames where frame.origin.y <= covered + 0.001 {
                    covered = max(covered, frame.origin.y + frame.size.height)
                }
                // The longest item may be beside the end of the content.
                let isEnd = screen.list.liveRange.upperBound == count && covered > end - 90
                guard covered < end - 0.001, !isEnd else { continue }
                Issue.record("nothing at \(covered) in the column at \(column) of \(start)...\(end)")
                return
            }
        }
    }

    @Test func whatIdleTimeMeasuresIsCounted() throws {
        let screen = try Screen("mode=\"staggeredGrid\"", Self.entries(300))
        screen.scroll(to: screen.list.scrollOffset(ofEntry: 250).y)
        var count = 0
        while screen.container.prepareItemsAhead(5) { count += 1 }
        // The blocks of 64 before the visible one are 192 entries.
        #expect(192 / 5...300 / 5 ~= count)
    }

    /// Templates that may come later.
    private final class LateTemplates: TemplateSource {
        let templates = Locked(PreparedTemplates())

        func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
            try templates.withLock { $0 }.preparedTemplate(for: type)
        }
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func changesOfAnAppLookForMissingTemplatesAgain(_ mode: String) throws {
        let source = LateTemplates()
        let screen = try Screen("mode=\"\(mode)\"", Self.entries(3), templates: source)
        #expect(screen.list.items.isEmpty)
        let item = try LayoutSource.prepare(Self.item)
        source.templates.withLock { $0 = PreparedTemplates(["item": item]) }
        var changes = ListChanges()
        changes.insert(Self.entry(9), at: 0)
        try screen.list.apply(changes)
        screen.container.layout(in: Self.size)
        #expect(screen.list.items.compactMap { $0.data?["t"]?.text } == ["entry 9", "entry 0", "entry 1", "entry 2"])
    }

    /// A program divides a whole number and a decimal one differently.
    @Test func aNumberOfAnotherKindIsAnotherEntryAlsoAfterChangesOfAnApp() throws {
        let screen = try Screen("", [["type": "item", "h": 40, "t": 7]])
        var changes = ListChanges()
        changes.insert(Self.entry(9), at: 1)
        try screen.list.apply(changes)
        screen.show([["type": "item", "h": 40, "t": 7.0], Self.entry(9)])
        let item = try #require(screen.list.item(forEntry: 0))
        #expect(item.data?["t"]?.isSame(as: 7.0) == true)
    }

    @Test func aRowThatChangedWhileItWasAwayKeepsItsScrollPlaceWithTheSameData() throws {
        let screen = try Screen("", [Self.row(20)] + Self.entries(200), templates: Self.rowTemplates())
        screen.container.scroll(try screen.slider(), to: LayoutPoint(x: 150, y: 0))
        screen.scroll(to: 5_000)
        #expect(screen.list.item(forEntry: 0) == nil)
        try screen.change(Self.row(12), at: 0)
        screen.show([Self.row(12)] + Self.entries(200))
        screen.scroll(to: 0)
        #expect(try screen.slider().scrollOffset.x == 150)
    }

    /// New data of a list ends what apps did to the cards of its rows, also to those that are away; they stay exposed.
    @Test func cardsThatAreAwayLoseTheChangesOfAppsWithNewData() throws {
        let card = #"<FrameLayout flag="flag_exposure" action="${t}" layoutWidth="-1" layoutHeight="-1"/>"#
        let screen = try Screen("", [Self.row(40), Self.row(1)], templates: Self.rowTemplates(item: card))
        let slider = try screen.slider()
        func scroll(to offset: Double) {
            screen.container.scroll(slider, to: LayoutPoint(x: offset, y: 0))
            screen.container.layout(in: Self.size)
        }
        func first() -> NodeTree? { slider.item(forEntry: 0) }
        #expect(screen.container.exposeNodes().contains { $0.action == "entry 0" })
        first()?.root.alpha = 0.5
        scroll(to: 2_000)
        #expect(first() == nil)
        scroll(to: 0)
        #expect(first()?.root.alpha == 0.5)
        scroll(to: 2_000)
        screen.show([Self.row(40), Self.row(2)])
        #expect(first() == nil)
        scroll(to: 0)
        #expect(first()?.root.alpha == 1)
        #expect(!screen.container.exposeNodes().contains { $0.action == "entry 0" })
    }

    /// A width at which there is less to scroll moves a row that is there, and none that is away.
    @Test(arguments: [(isAway: true, offset: 150.0), (isAway: false, offset: 50)])
    func aRowThatWasAwayDuringAnotherWidthKeepsItsScrollPlace(_ isAway: Bool, _ offset: Double) throws {
        let screen = try Screen("", [Self.row(10)] + Self.entries(200), templates: Self.rowTemplates())
        screen.container.scroll(try screen.slider(), to: LayoutPoint(x: 150, y: 0))
        if isAway { screen.scroll(to: 5_000) }
        #expect((screen.list.item(forEntry: 0) == nil) == isAway)
        screen.container.layout(in: LayoutSize(width: 650, height: 600))
        screen.container.layout(in: Self.size)
        screen.scroll(to: 0)
        #expect(try screen.slider().scrollOffset.x == offset)
    }

    /// Another row takes the place of one that is away.
    @Test(arguments: [true, false], [10, 20]) func aRowThatTakesAPlaceKeepsItsScrollPlaceForEqualCards(
        _ hasWindow: Bool,
        _ count: Int
    ) throws {
        let screen = try Screen("", [Self.row(20)] + Self.entries(200), templates: Self.rowTemplates())
        if !hasWindow { screen.container.listWindow = nil }
        screen.container.layout(in: Self.size)
        screen.container.scroll(try screen.slider(), to: LayoutPoint(x: 150, y: 0))
        screen.scroll(to: 5_000)
        screen.show([Self.row(count, "another")] + Self.entries(200))
        screen.scroll(to: 0)
        #expect(try screen.slider().scrollOffset.x == (count == 20 ? 150 : 0))
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func aScrolledListThatLosesItsEntriesShowsItsStart(_ mode: String) throws {
        for count in [1, 3, 20] {
            let screen = try Screen(
                "mode=\"\(mode)\" firstSpace=\"7\" lastSpace=\"9\"",
                (0..<count).map { Self.entry($0, height: 700) }
            )
            screen.scroll(to: 48)
            #expect(screen.list.scrollOffset.y == 48)
            screen.show([])
            #expect(screen.list.scrollOffset == .zero)
        }
    }

    @Test(arguments: ["", "firstSpace=\"300\""])
    func whatIsVisibleStaysWhereOtherEntriesChange(_ attributes: String) throws {
        let edits: [(name: String, edit: (inout ListChanges) -> Void)] = [
            ("insert before", { $0.insert(Self.entry(900), at: 3) }),
            ("remove before", { $0.remove(at: 3) }),
            ("move away from before", { $0.move(from: 3, to: 90) }),
            ("move to before", { $0.move(from: 90, to: 3) }),
            ("change before", { $0.change(Self.entry(900, height: 200), at: 3) }),
            ("insert behind", { $0.insert(Self.entry(900), at: 52) }),
            ("remove behind", { $0.remove(at: 52) }),
            ("change behind", { $0.change(Self.entry(900, height: 200), at: 52) }),
        ]
        for (name, edit) in edits {
            let screen = try Screen(attributes, Self.entries(100))
            screen.scroll(to: screen.list.scrollOffset(ofEntry: 50).y + 7)
            let place = try screen.place(of: 50)
            var changes = ListChanges()
            edit(&changes)
            try screen.list.apply(changes)
            screen.container.layout(in: Self.size)
            let item = try #require(screen.list.items.first { $0.data?["t"]?.text == "entry 50" }, "\(name)")
            #expect(abs(item.root.frame.origin.y - screen.list.scrollOffset.y - place) < 0.001, "\(name)")
        }
    }

    @Test(arguments: [0.0, 7]) func theNextEntryStaysWhereItIsIfTheFirstVisibleOneGoes(_ distance: Double) throws {
        let screen = try Screen("", Self.entries(100))
        screen.scroll(to: screen.list.scrollOffset(ofEntry: 50).y + distance)
        let place = try screen.place(of: 51)
        var changes = ListChanges()
        changes.remove(at: 50)
        try screen.list.apply(changes)
        screen.container.layout(in: Self.size)
        #expect(abs(try screen.place(of: 50) - place) < 0.001)
        #expect(screen.list.item(forEntry: 50)?.data?["t"]?.text == "entry 51")
    }

    /// Where the end is follows from estimates; what is shown there is not.
    @Test(arguments: ["linear", "staggeredGrid"]) func aJumpToTheEndArrivesThere(_ mode: String) throws {
        let entries = (0..<1_000).map { Self.entry($0, height: $0 < 900 ? 40 : 90) }
        let screen = try Screen("mode=\"\(mode)\"", entries)
        let estimated = screen.list.contentSize.height
        screen.scroll(to: estimated - Self.size.height)
        #expect(screen.list.contentSize.height != estimated)
        #expect(screen.list.liveRange.upperBound == 1_000)
        #expect(abs(screen.list.scrollOffset.y - (screen.list.contentSize.height - Self.size.height)) < 0.001)
    }

    @Test func aListHasNoItemsOfEntriesThatWentEvenBeforeALayout() throws {
        let screen = try Screen("", Self.entries(100))
        #expect(!screen.list.children.isEmpty)
        screen.container.update(data: ["items": []])
        #expect(screen.list.children.isEmpty)
    }

    @Test func itemsOfKeysThatWentShowOtherEntries() throws {
        let screen = try Screen("itemKey=\"key\"", Self.entries(100))
        let roots = screen.list.items.map(\.root)
        screen.show((0..<100).map { Self.entry(1_000 + $0) })
        #expect(screen.list.items.first?.data?["t"]?.text == "entry 1000")
        #expect(screen.list.items.prefix(roots.count).allSatisfy { item in roots.contains { $0 === item.root } })
    }

    /// What an app set stays with an entry that goes far away, and all else is that of the new data.
    @Test func anItemThatMovesFarAwayShowsItsNewData() throws {
        let screen = try Screen("itemKey=\"key\"", Self.entries(40))
        try screen.text().textColor = ARGBColor(rawValue: 0xFF12_3456)
        let entries = (0..<2_000).map { place -> JSONValue in
            guard place % 50 == 0 else { return Self.entry(10_000 + place) }
            return ["type": "item", "t": .string("new \(place / 50)"), "h": 40, "key": .int(Int64(place / 50))]
        }
        screen.show(entries)
        #expect(try screen.text().text == "new 0")
        #expect(try screen.text().textColor == ARGBColor(rawValue: 0xFF12_3456))
    }

    @Test(arguments: [1, 165, 1_000]) func whatFollowsManyEntriesThatAreGoneIsShown(_ goneCount: Int) throws {
        let item = #"<NText text="a" visibility="${v}" layoutWidth="-1" layoutHeight="40"/>"#
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let entries = (0...goneCount).map { number -> JSONValue in
            ["type": "item", "v": number < goneCount ? "gone" : "visible"]
        }
        let screen = try Screen("", entries, templates: templates)
        let shown = screen.list.item(forEntry: goneCount)?.root.frame
        #expect(shown == LayoutRect(x: 0, y: 0, width: 300, height: 40))
    }
}
