import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// What callbacks of lists may do, and what lists keep of what was.
@Suite struct ListReentrancyTests {
    private static let size = LayoutSize(width: 300, height: 600)
    private static let item = """
        <NText layoutWidth="-1" layoutHeight="40" text="${t}" textColor="${c}"/>
        """

    private static func entry(_ text: String, color: String = "red", type: String = "item") -> JSONValue {
        ["type": .string(type), "t": .string(text), "c": .string(color)]
    }

    private static func data(_ entries: [JSONValue]) -> JSONValue { ["items": .array(BindingArray(entries))] }

    private static func entries(_ count: Int, badAt place: Int? = nil, type: String = "item") -> [JSONValue] {
        (0..<count).map { entry("\($0)", color: $0 == place ? "no colour" : "red", type: type) }
    }

    private static func container(
        _ component: String,
        _ attributes: String = "",
        limits: NodeTree.Limits = NodeTree.Limits()
    ) throws -> (Container, ItemContainerNode) {
        let xml = "<\(component) id=\"1\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\" \(attributes)/>"
        let tree = try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(item), limits: limits)
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        return (container, try #require(tree.root as? ItemContainerNode))
    }

    private static func texts(_ list: ItemContainerNode) -> [String?] {
        list.items.sorted { $0.entryIndex < $1.entryIndex }.map { ($0.root as? TextNode)?.text }
    }

    /// Entries that an app changed are those of the data again when these change anywhere.
    @Test(arguments: ["Scroller", "VH", "Grid"])
    func aPartOfTheDataEndsChangesOfTheApp(_ component: String) throws {
        let (container, list) = try Self.container(component)
        let model = DataModel(Self.data(Self.entries(3)))
        container.model = model
        container.layout(in: Self.size)
        var changes = ListChanges()
        changes.remove(at: 0)
        changes.insert(Self.entry("own"), at: 2)
        try list.apply(changes)
        container.layout(in: Self.size)
        #expect(Self.texts(list) == ["1", "2", "own"])
        model["items[2].t"] = "changed"
        container.layout(in: Self.size)
        let (other, whole) = try Self.container(component)
        other.update(data: model.data)
        other.layout(in: Self.size)
        #expect(Self.texts(list) == Self.texts(whole))
    }

    @Test(arguments: [1e5, 199_400, 1e9, .greatestFiniteMagnitude, -1e9])
    func anOffsetBehindTheContentShowsItsEnd(_ offset: Double) throws {
        let (container, list) = try Self.container("Scroller")
        container.update(data: Self.data(Self.entries(5_000)))
        container.layout(in: Self.size)
        list.scrollOffset = LayoutPoint(x: 0, y: offset)
        container.layout(in: Self.size)
        let shown = Self.texts(list).compactMap { $0.flatMap { Int($0) } }
        let expected = offset < 0 ? 0 : offset == 1e5 ? 2_500 : 4_999
        #expect(shown.contains(expected) && shown.count < 100, "\(shown)")
    }

    /// What is live and goes far apart is not kept together with everything between.
    @Test(arguments: [97, 3, 501])
    func rowsThatMoveFarApartAreShownWhereTheyAre(_ step: Int) throws {
        let (container, list) = try Self.container("Scroller", "itemKey=\"t\"")
        container.update(data: Self.data(Self.entries(1_000)))
        container.layout(in: Self.size)
        let moved = (0..<1_000).sorted { $0 * step % 1_000 < $1 * step % 1_000 }
        container.update(data: Self.data(moved.map { Self.entry("\($0)") }))
        container.layout(in: Self.size)
        #expect(Self.texts(list) == moved[list.liveRange].map { "\($0)" })
        #expect(list.liveRange.count < 100)
    }

    // MARK: - Callbacks

    /// The colour of an entry is none, which the app hears of while items are made or show their data.
    @Test(arguments: ["Scroller", "VH", "Grid"], [true, false])
    func changesFromACallbackComeAfterwards(_ component: String, _ isFirst: Bool) throws {
        let (container, list) = try Self.container(component)
        container.tree.onIssue = { _ in
            var changes = ListChanges()
            for _ in 5..<list.entryCount { changes.remove(at: 5) }
            changes.insert(Self.entry("new"), at: 0)
            #expect(throws: Never.self) { try list.apply(changes) }
        }
        if !isFirst {
            container.update(data: Self.data(Self.entries(12)))
            container.layout(in: Self.size)
        }
        container.update(data: Self.data(Self.entries(12, badAt: 7)))
        container.layout(in: Self.size)
        container.layout(in: Self.size)
        #expect(container.tree.issues.map(\.code) == [.unknownColor])
        #expect(Self.texts(list) == ["new", "0", "1", "2", "3", "4"])
    }

    @Test func itemsThatAreMadeAheadMayCallBack() throws {
        let xml = """
            <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1"><Scroller id="1" dataTag="${items}" layoutWidth="-1"
            layoutHeight="300"/><VH id="2" dataTag="${more}" layoutWidth="-1" layoutHeight="-2"/></VHLayout>
            """
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(Self.item)))
        let list = try #require(container.tree.node(withID: 1) as? ScrollerNode)
        let row = try #require(container.tree.node(withID: 2) as? VHNode)
        container.update(data: Self.data(Self.entries(100, badAt: 14)))
        container.layout(in: Self.size)
        var measured: LayoutSize?
        container.tree.onIssue = { _ in
            var changes = ListChanges()
            for number in 0..<50 { changes.insert(Self.entry("more \(number)"), at: 0) }
            #expect(throws: Never.self) { try row.apply(changes) }
            container.layout(in: Self.size)
            #expect(container.prepareItemsAhead(7))
            measured = container.sizeThatFits(width: 300)
        }
        while container.prepareItemsAhead(30) {}
        #expect(measured == Self.size)
        #expect(row.items.count == 50)
        #expect(list.liveRange.contains(14))
    }

    /// What an app may do with a container while the data of it changes.
    enum Deed: CaseIterable {
        case layout, smaller, scroll, near, prepare, measure, draw, touch, expose, listen, follow

        func `do`(_ container: Container, _ list: ItemContainerNode) {
            switch self {
            case .layout: container.layout(in: ListReentrancyTests.size)
            case .smaller: container.layout(in: LayoutSize(width: 200, height: 250))
            case .scroll: container.scroll(list, to: LayoutPoint(x: 0, y: 3_300))
            case .near: container.scroll(list, to: LayoutPoint(x: 0, y: list.scrollOffset.y + 130))
            case .prepare: container.prepareItemsAhead()
            case .measure: _ = container.sizeThatFits(width: 300)
            case .draw: _ = container.displayList()
            case .touch: container.touch(.began, at: LayoutPoint(x: 9, y: 9), time: 1)
            case .expose: container.exposeNodes()
            case .listen: _ = container.accessibilityTree()
            case .follow: _ = try? container.follow(PreparedTemplates(ListReentrancyTests.item))
            }
        }
    }

    /// Each item of a list shows its own entry, whatever an app does when it hears of a colour that is none.
    @Test(arguments: Deed.allCases, [3, 90, 100])
    func aContainerMayBeUsedWhileItsListGetsOtherEntries(_ deed: Deed, _ count: Int) throws {
        var told: [String: Int] = [:]
        for attributes in ["", "itemKey=\"t\"", "mode=\"staggeredGrid\"", "anchor=\"end\""] {
            for way in ["update", "reuse", "model", "part", "apply"] {
                let (container, list) = try Self.container("Scroller", attributes)
                var entries = Self.entries(100)
                container.update(data: Self.data(entries))
                container.layout(in: Self.size)
                let model = DataModel(Self.data(entries))
                if way == "part" { container.model = model }
                container.scroll(list, to: LayoutPoint(x: 0, y: 500))
                for item in list.items { item.root.tag = "mine" }
                var calls = 0
                container.tree.onIssue = { _ in
                    calls += 1
                    deed.do(container, list)
                }
                // Another entry's list begins at its start.
                let place = way == "reuse" ? 1 : list.liveRange.lowerBound + 1
                if way != "part", way != "apply" { entries = Self.entries(count) }
                let bad = Self.entry("\(place)", color: "no colour")
                if place < entries.count {
                    entries[place] = bad
                } else {
                    entries[1] = Self.entry("1", color: "no colour")
                }
                switch way {
                case "update": container.update(data: Self.data(entries))
                case "reuse": container.reuse(for: Self.data(entries))
                case "model": container.model = DataModel(Self.data(entries))
                case "part":
                    let path = try #require(DataPath("items[\(place)].c"))
                    model[path] = "no colour"
                    model.flush()
                default:
                    var changes = ListChanges()
                    changes.change(bad, at: place)
                    changes.remove(at: 0)
                    entries.remove(at: 0)
                    try list.apply(changes)
                }
                container.layout(in: Self.size)
                let comment = Comment(rawValue: "\(attributes) \(way)")
                #expect(list.entryCount == entries.count, comment)
                #expect(!list.items.isEmpty, comment)
                let shown = list.items.map { ($0.root as? TextNode)?.text.map(JSONValue.string) }
                #expect(shown == list.items.map { entries[$0.entryIndex]["t"] }, comment)
                #expect(Set(list.items.map { $0.entryIndex }).count == shown.count, comment)
                #expect(list.children.elementsEqual(list.items.map { $0.root }) { $0 === $1 }, comment)
                #expect(!container.needsLayout, comment)
                #expect(calls <= 1, comment)
                told[way, default: 0] += calls
            }
        }
        #expect(told.count == 5 && told.values.allSatisfy { $0 > 0 }, "\(told)")
    }

    /// A list that wraps its items from now on measures them all; what a callback of one asks for comes afterwards.
    @Test(arguments: [true, false]) func entriesMayChangeWhileAllItemsAreMeasured(_ isSizedFirst: Bool) throws {
        let xml = """
            <FrameLayout layoutWidth="-1" layoutHeight="-1">
            <Scroller id="1" dataTag="${items}" layoutWidth="-1" layoutHeight="${h}"/></FrameLayout>
            """
        let tree = try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(Self.item))
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        func data(_ height: JSONValue, _ entries: [JSONValue]) -> JSONValue {
            ["h": height, "items": .array(BindingArray(entries))]
        }
        container.update(data: data(-1, Self.entries(100, badAt: 80)))
        container.layout(in: Self.size)
        let list = try #require(tree.node(withID: 1) as? ItemContainerNode)
        var calls = 0
        tree.onIssue = { _ in
            calls += 1
            container.update(data: data(-2, Self.entries(3)))
        }
        list.layoutHeight = -2
        if isSizedFirst { _ = container.sizeThatFits(width: 300, height: 400) }
        container.layout(in: Self.size)
        #expect(calls == 1)
        #expect(Self.texts(list) == ["0", "1", "2"])
        #expect(list.frame.size.height == 120)
        #expect(!container.needsLayout)
    }

    /// A layout that a callback asks for comes when everything shows the new data.
    @Test func aLayoutFromACallbackComesAfterwards() throws {
        let (container, list) = try Self.container("Scroller")
        container.update(data: Self.data(Self.entries(100)))
        container.layout(in: Self.size)
        container.tree.onIssue = { _ in
            container.layout(in: LayoutSize(width: 300, height: 200))
            #expect(container.size == Self.size)
            #expect(container.sizeThatFits(width: 100) == Self.size)
        }
        container.update(data: Self.data(Self.entries(3, badAt: 1)))
        #expect(container.size == LayoutSize(width: 300, height: 200))
        #expect(!container.needsLayout)
        #expect(Self.texts(list) == ["0", "1", "2"])
    }

    /// Of several layouts, the last counts; one that was asked for is not forgotten while something else is measured.
    @Test(arguments: ["layout", "measure", "prepare"], ["onSetData", "onAfterDataLoad"])
    func aWaitingLayoutIsNeitherLostNorLate(_ deed: String, _ handler: String) throws {
        let xml = """
            <NText layoutWidth="-1" layoutHeight="-1" text="${t}" onBeforeDataLoad="${this.tag='b'}" \(handler)="${this.tag='s'}"/>
            """
        let tree = try LayoutSource.prepare(xml).makeTree()
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        container.layout(in: Self.size)
        let runner = RecordingRunner()
        tree.eventPrograms = runner
        let (early, late) = (LayoutSize(width: 300, height: 200), LayoutSize(width: 300, height: 100))
        runner.body = { program, _ in
            guard program.handlerName == handler else { return container.layout(in: early) }
            switch deed {
            case "layout": container.layout(in: late)
            case "measure": _ = container.sizeThatFits(width: 100)
            default: container.prepareItemsAhead()
            }
        }
        container.update(data: ["t": "a"])
        #expect(container.size == (deed == "layout" ? late : early))
        #expect(!container.needsLayout)
    }

    /// A layout that is asked for while items are only measured, or made ahead, comes after that.
    @Test(arguments: ["measure", "prepare"]) func aLayoutWhileItemsAreMeasuredComesAfterwards(_ deed: String) throws {
        let (container, _) = try Self.container("Scroller")
        container.update(data: Self.data(Self.entries(100, badAt: 20)))
        if deed == "prepare" { container.layout(in: Self.size) }
        let other = LayoutSize(width: 200, height: 250)
        var calls = 0
        container.tree.onIssue = { _ in
            calls += 1
            container.layout(in: other)
        }
        if deed == "measure" {
            _ = container.sizeThatFits(width: 300)
        } else {
            while container.prepareItemsAhead(30) {}
        }
        #expect(calls == 1)
        #expect(container.size == other)
        #expect(!container.needsLayout)
    }

    /// What a callback scrolls across the list is no place of the content.
    @Test func anOffsetFromACallbackIsAlongTheList() throws {
        let (container, list) = try Self.container("Scroller")
        container.update(data: Self.data(Self.entries(100, badAt: 40)))
        container.layout(in: Self.size)
        var calls = 0
        container.tree.onIssue = { _ in
            calls += 1
            list.scrollOffset = LayoutPoint(x: 40, y: 500)
        }
        container.scroll(list, to: LayoutPoint(x: 0, y: 1_500))
        container.layout(in: Self.size)
        #expect(calls == 1)
        #expect(list.scrollOffset == LayoutPoint(x: 0, y: 500))
    }

    /// Other entries by a binding that is added wait for those that are being shown, as all others do.
    @Test(arguments: ["Scroller", "VH", "Grid"]) func aListMayGetABindingWhileItIsFilled(_ component: String) throws {
        let (container, list) = try Self.container(component)
        let setters = try LayoutSource.prepare("<\(component) dataTag=\"${few}\"/>").template.root.setters
        container.tree.onIssue = { _ in
            for setter in setters { #expect(setter.apply(to: list) == .bound) }
        }
        let items = BindingArray(Self.entries(100, badAt: 5))
        container.update(data: ["items": .array(items), "few": [Self.entry("few")]])
        container.layout(in: Self.size)
        #expect(Self.texts(list) == ["few"])
    }

    // MARK: - Entries

    /// An entry as deep as data can be leaves no level for the list around it.
    @Test(arguments: ["Scroller", "VH"]) func anEntryThatIsTooDeepIsNull(_ component: String) throws {
        func entry(depth: Int) -> JSONValue {
            let inner = (1..<depth).reduce(.null as JSONValue) { inner, _ in .array([inner]) }
            return ["type": "item", "t": "deep", "inner": inner]
        }
        let (container, list) = try Self.container(component)
        container.update(data: Self.data([Self.entry("a")]))
        container.layout(in: Self.size)
        var changes = ListChanges()
        changes.insert(entry(depth: JSONValue.maximumDepth), at: 0)
        changes.insert(entry(depth: JSONValue.maximumDepth - 1), at: 1)
        changes.change(entry(depth: JSONValue.maximumDepth), at: 2)
        try list.apply(changes)
        container.listWindow = nil
        container.layout(in: Self.size)
        #expect(list.entryCount == 3)
        #expect(Self.texts(list) == ["deep"])
    }

    /// The first and the last page have a copy at the other end.
    @Test(arguments: [0, 1, 2]) func changesKeepThePagesAndTheirCopiesApart(_ index: Int) throws {
        let (container, page) = try Self.container("Page")
        container.update(data: Self.data(["a", "b", "c"].map { Self.entry($0) }))
        container.layout(in: Self.size)
        let before = page.items
        var changes = ListChanges()
        changes.change(Self.entry("new"), at: index)
        try page.apply(changes)
        container.layout(in: Self.size)
        var expected = ["a", "b", "c"]
        expected[index] = "new"
        #expect(page.items.map { ($0.root as? TextNode)?.text } == [expected[2]] + expected + [expected[0]])
        #expect(page.items.elementsEqual(before) { $0 === $1 })
        #expect(page.contentSize == LayoutSize(width: 300, height: 5 * 600))
        changes = ListChanges()
        changes.remove(at: index)
        changes.insert(Self.entry("first"), at: 0)
        try page.apply(changes)
        container.layout(in: Self.size)
        expected.remove(at: index)
        expected.insert("first", at: 0)
        #expect(page.items.map { ($0.root as? TextNode)?.text } == [expected[2]] + expected + [expected[0]])
        #expect(Set(page.items.map(ObjectIdentifier.init)).count == 5)
    }

    // MARK: - Scrolling

    /// A list that wraps its content has all items.
    @Test(arguments: ["Slider", "Scroller"]) func aListIsScrolledNoFartherThanItsContent(_ component: String) throws {
        let sizes = "layoutHeight=\"-2\"" + (component == "Slider" ? "" : " orientation=\"H\" maxHeight=\"99\"")
        let item = "<NText layoutWidth=\"50\" layoutHeight=\"40\" text=\"${t}\" flag=\"flag_clickable\"/>"
        let xml = "<\(component) dataTag=\"${items}\" layoutWidth=\"-1\" \(sizes)/>"
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(item)))
        let list = try #require(container.tree.root as? ItemContainerNode)
        container.update(data: Self.data(Self.entries(20)))
        container.layout(in: container.sizeThatFits(width: 300))
        container.scroll(list, to: LayoutPoint(x: 600, y: 0))
        #expect(list.scrollOffset.x == 600)
        container.update(data: Self.data(Self.entries(9)))
        container.layout(in: container.sizeThatFits(width: 300))
        #expect(list.scrollOffset.x == 150)
        container.update(data: Self.data(Self.entries(2)))
        container.layout(in: container.sizeThatFits(width: 300))
        #expect(list.scrollOffset == .zero)
        #expect(container.hitTest(LayoutPoint(x: 60, y: 10)) === list.items[1].root)
    }

    /// Cells of a list may have pages that turn by themselves, and what was done to a page stays with it.
    @Test(arguments: [true, false]) func pagesInAListTurnAndKeepWhatWasDone(_ hasWindow: Bool) throws {
        let page = """
            <Page dataTag="${pages}" autoSwitch="true" stayTime="1000" autoSwitchTime="100" layoutWidth="-1" layoutHeight="300"/>
            """
        let templates = PreparedTemplates([
            "pages": try LayoutSource.prepare(page), "item": try LayoutSource.prepare(Self.item),
        ])
        let xml = #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        if !hasWindow { container.listWindow = nil }
        let pages = JSONValue.array(BindingArray(["a", "b", "c"].map { Self.entry($0) }))
        let rows = (0..<40).map { _ in JSONValue.object(["type": "pages", "pages": pages]) }
        container.update(data: Self.data(rows))
        container.layout(in: Self.size)
        let list = try #require(container.tree.root as? ScrollerNode)
        func first() throws -> PageNode { try #require(list.item(forEntry: 0)?.root as? PageNode) }
        try first().items[1].root.tag = "mine"
        #expect(container.advance(to: 1) == 2)
        #expect(container.advance(to: 2) == 3.1)
        #expect(try first().currentPage == 1)
        container.scroll(list, to: LayoutPoint(x: 0, y: 6_000))
        container.layout(in: Self.size)
        #expect((list.item(forEntry: 0) == nil) == hasWindow)
        container.scroll(list, to: .zero)
        container.layout(in: Self.size)
        #expect(try first().items[1].root.tag == "mine")
        #expect(try first().currentPage == 1)
    }

    // MARK: - A reset

    @Test(arguments: [true, false]) func aResetBringsAListToItsStart(_ hasWindow: Bool) throws {
        let (container, list) = try Self.container("Scroller")
        if !hasWindow { container.listWindow = nil }
        container.update(data: Self.data(Self.entries(100)))
        container.layout(in: Self.size)
        container.scroll(list, to: LayoutPoint(x: 0, y: 2_000))
        container.layout(in: Self.size)
        #expect(list.scrollOffset.y == 2_000)
        container.tree.reset()
        container.update(data: Self.data(Self.entries(90)))
        container.layout(in: Self.size)
        #expect(list.scrollOffset == .zero)
        #expect(list.liveRange.lowerBound == 0)
    }

    @Test func aResetBringsPagesToTheFirst() throws {
        let (container, node) = try Self.container("Page")
        let page = try #require(node as? PageNode)
        container.update(data: Self.data(Self.entries(4)))
        container.layout(in: Self.size)
        container.turn(page, to: 2)
        container.tree.reset()
        container.update(data: Self.data(Self.entries(4)))
        container.layout(in: Self.size)
        #expect(page.currentPage == 0)
    }

    // MARK: - Limits

    /// Items that wait for an entry of their type make room for those of another type.
    @Test func itemsThatWaitDoNotCountAgainstTheLimit() throws {
        let (container, list) = try Self.container("Scroller", limits: NodeTree.Limits(maximumNodeCount: 60))
        container.update(data: Self.data(Self.entries(100, type: "a") + Self.entries(100, type: "b")))
        for offset in stride(from: 0.0, through: 7_400, by: 200) {
            container.layout(in: Self.size)
            container.scroll(list, to: LayoutPoint(x: 0, y: offset))
        }
        container.layout(in: Self.size)
        #expect(container.tree.issues == [])
        #expect(list.contentSize.height == 8_000)
        #expect(list.scrollOffset.y == 7_400)
    }
}
