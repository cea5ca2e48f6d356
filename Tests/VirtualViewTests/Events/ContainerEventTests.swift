import Testing
import VirtualView
import VirtualViewExpressions

/// What a `Container` delivers: touches, scrolling, pages that turn, and the wish for more data.
@Suite struct ContainerEventTests {
    private static let item = """
        <FrameLayout id="5" layoutWidth="100" layoutHeight="100" flag="flag_clickable|flag_longclickable" action="go"
        onClick="${this.tag=data.name}" onLongClick="${this.tag='long'}"/>
        """
    private let runner = RecordingRunner()

    private func container(_ source: String, count: Int = 0) throws -> Container {
        let prepared = try LayoutSource.prepare(source)
        let container = Container(
            prepared.makeTree(source: try PreparedTemplates(Self.item)),
            textMeasuring: FixedTextMetrics()
        )
        container.tree.eventPrograms = runner
        container.update(data: Self.data(count))
        container.layout(in: LayoutSize(width: 100, height: 100))
        return container
    }

    private static func data(_ count: Int) -> JSONValue {
        ["items": .array((0..<count).map { ["type": "Item", "name": .int(Int64($0)), "go": .string("to \($0)")] })]
    }

    private func list<List: ItemContainerNode>(_ container: Container, _: List.Type = List.self) throws -> List {
        try #require(container.tree.root as? List)
    }

    // MARK: Touches

    @Test func theProgramRunsBeforeTheAppIsTold() throws {
        let source = """
            <FrameLayout id="1" flag="flag_clickable" onClick="${this.tag='c'}" onLongClick="${this.tag='l'}"/>
            """
        let container = try container(source)
        var told: [NodeEvent] = []
        runner.body = { _, node in node.id = 2 }
        container.onEvent = { event in
            #expect(self.runner.runs.count == told.count + 1)
            told.append(event)
        }
        container.send(.click, at: LayoutPoint(x: 5, y: 5))
        container.send(.longClick, at: LayoutPoint(x: 5, y: 5))
        #expect(runner.runs.map(\.handler) == ["onClick", "onLongClick"])
        #expect(runner.runs.map(\.event) == told)
        // An event says what was true before the program ran.
        #expect(told.map(\.nodeID) == [1, 2])
        #expect(told.allSatisfy { $0.pageIndex == nil && $0.scrollOffset == nil })
    }

    @Test func aClickInAnItemHasTheItemsData() throws {
        let container = try container(
            #"<Grid colCount="1" itemHeight="50" dataTag="${items}" flag="flag_clickable" onClick="${this.tag='grid'}"/>"#,
            count: 2
        )
        let event = container.send(.click, at: LayoutPoint(x: 5, y: 60))
        // The front node alone is told: nothing goes up to the grid.
        #expect(runner.log == ["onClick 5"])
        #expect(runner.runs[0].data?["name"] == 1)
        #expect(event?.actionValue == "to 1")
        #expect(event?.dataPath.description == "items[1]")
    }

    @Test func whatAProgramSetsIsLaidOutNext() throws {
        let container = try container(
            """
            <FrameLayout><FrameLayout id="1" layoutWidth="10" layoutHeight="10" flag="flag_clickable" onClick="${this.tag=1}"/>
            </FrameLayout>
            """
        )
        runner.body = { _, node in node.layoutWidth = 40 }
        #expect(!container.needsLayout)
        container.send(.click, at: LayoutPoint(x: 5, y: 5))
        #expect(container.needsLayout)
        container.layout(in: container.size)
        #expect(container.frame(id: 1).size.width == 40)
    }

    @Test func aHandlerMayLayOutUpdateAndSend() throws {
        let container = try container(#"<Grid colCount="1" itemHeight="50" dataTag="${items}"/>"#, count: 2)
        runner.body = { program, node in
            guard program.handlerName == "onClick" else { return }
            // The node that is told is gone after this.
            container.update(data: Self.data(0))
            container.layout(in: LayoutSize(width: 80, height: 80))
            container.send(.longClick, to: node)
            #expect(node.tree == nil || node.tree === container.tree)
        }
        var told: [NodeEvent.Kind] = []
        container.onEvent = { told.append($0.kind) }
        container.send(.click, at: LayoutPoint(x: 5, y: 60))
        #expect(told == [.longClick, .click])
        #expect(container.size == LayoutSize(width: 80, height: 80))
    }

    @Test func eventsWithoutEndAreCutOff() throws {
        let container = try container(#"<FrameLayout id="1" flag="flag_clickable" onClick="${this.tag='c'}"/>"#)
        var count = 0
        container.onEvent = { _ in
            count += 1
            container.send(.click, to: container.tree.root)
            container.send(.longClick, to: container.tree.root)
        }
        container.send(.click, to: container.tree.root)
        // The first event and the one directly inside it are not counted, and 10,000 more take place.
        #expect(count == 2 + 10_000)
        #expect(Set(container.tree.issues.map(\.code)) == [.eventLoop])
        #expect(container.tree.issues.first?.property == "onClick")
        // The next event is delivered again.
        container.onEvent = nil
        runner.clear()
        container.send(.click, to: container.tree.root)
        #expect(runner.log == ["onClick 1"])
    }

    @Test func eventsInsideEachOtherAreCutOffAfterSixteen() throws {
        let container = try container(#"<FrameLayout id="1" flag="flag_clickable" onClick="${this.tag='c'}"/>"#)
        var count = 0
        container.onEvent = { _ in
            count += 1
            container.send(.click, to: container.tree.root)
        }
        container.send(.click, to: container.tree.root)
        #expect(count == 16)
        #expect(container.tree.issues.map(\.code) == [.eventLoop])
    }

    // MARK: Scrolling

    @Test func scrollingIsLimitedAndTold() throws {
        let source = """
            <Slider id="1" itemWidth="60" dataTag="${items}" layoutWidth="-1" layoutHeight="-1" onScroll="${this.tag='s'}"/>
            """
        let container = try container(source, count: 3)
        let slider = try list(container, SliderNode.self)
        var told: [NodeEvent] = []
        container.onEvent = { told.append($0) }
        _ = container.displayList()
        container.scroll(slider, to: LayoutPoint(x: 30, y: 5))
        #expect(slider.scrollOffset == LayoutPoint(x: 30, y: 0))
        #expect(container.needsDisplay)
        container.scroll(slider, to: LayoutPoint(x: 999, y: 0))
        container.scroll(slider, to: LayoutPoint(x: .infinity, y: .nan))
        container.scroll(slider, to: LayoutPoint(x: -.infinity, y: 0))
        #expect(told.map(\.kind) == [.scroll, .scroll, .scroll])
        #expect(told.map(\.scrollOffset?.x) == [30, 80, 0])
        #expect(runner.runs.map(\.event) == told)
        #expect(runner.runs.map(\.handler) == ["onScroll", "onScroll", "onScroll"])
        #expect(runner.runs[0].data == Self.data(3))
    }

    @Test func aScrollerAsksForMoreOnceForItsEntries() throws {
        let source = """
            <Scroller id="1" orientation="V" dataTag="${items}" autoRefreshThreshold="2" layoutWidth="-1" layoutHeight="-1"
            onAutoRefresh="${this.tag='r'}"/>
            """
        let container = try container(source, count: 5)
        let scroller = try list(container, ScrollerNode.self)
        #expect(runner.log == [])
        container.scroll(scroller, to: LayoutPoint(x: 0, y: 200))
        #expect(runner.log == [])
        container.scroll(scroller, to: LayoutPoint(x: 0, y: 201))
        #expect(runner.log == ["onAutoRefresh 1"])
        #expect(runner.runs[0].event?.kind == .autoRefresh)
        #expect(runner.runs[0].event?.scrollOffset == LayoutPoint(x: 0, y: 201))
        container.scroll(scroller, to: LayoutPoint(x: 0, y: 400))
        container.layout(in: LayoutSize(width: 100, height: 99))
        #expect(runner.runs.count == 1)
        container.update(data: Self.data(8))
        container.layout(in: LayoutSize(width: 100, height: 99))
        #expect(runner.runs.count == 1)
        container.scroll(scroller, to: LayoutPoint(x: 0, y: 600))
        #expect(runner.runs.count == 2)
    }

    @Test(arguments: [true, false]) func otherEntriesThatLookTheSameAskForMore(_ hasWindow: Bool) throws {
        let source = #"<Scroller orientation="V" dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let container = try container(source, count: 2)
        if !hasWindow { container.listWindow = nil }
        container.layout(in: container.size)
        var count = 0
        container.onEvent = { if $0.kind == .autoRefresh { count += 1 } }
        container.update(data: ["items": [["type": "Item", "name": 8], ["type": "Item", "name": 9]]])
        container.layout(in: container.size)
        #expect(count == 1)
    }

    /// Rows that are visible or gone, and the offsets just before more is asked for and where it is.
    @Test(
        arguments: [("vvvvv", 200, 201), ("vvvgv", 200, 201), ("vvvgg", 199, 201), ("gvvgv", 100, 101)],
        [true, false]
    )
    func anItemThatIsGoneAsksForMoreWhereItWouldStand(
        _ example: (rows: String, before: Double, at: Double),
        _ hasWindow: Bool
    ) throws {
        let source = """
            <Scroller dataTag="${items}" autoRefreshThreshold="2" layoutWidth="-2" layoutHeight="-1"/>
            """
        let item = #"<FrameLayout layoutWidth="100" layoutHeight="100" visibility="${v}"/>"#
        let window = hasWindow ? source.replacing("-2", with: "-1") : source
        let container = Container(try LayoutSource.prepare(window).makeTree(source: try PreparedTemplates(item)))
        container.update(data: [
            "items": .array(example.rows.map { ["type": "Item", "v": $0 == "g" ? "gone" : "visible"] })
        ])
        var count = 0
        container.onEvent = { if $0.kind == .autoRefresh { count += 1 } }
        container.layout(in: LayoutSize(width: 100, height: 100))
        let scroller = try list(container, ScrollerNode.self)
        container.scroll(scroller, to: LayoutPoint(x: 0, y: example.before))
        #expect(count == 0)
        container.scroll(scroller, to: LayoutPoint(x: 0, y: example.at))
        #expect(count == 1)
    }

    /// The entries stay the same if only something in them becomes another.
    @Test(arguments: [true, false]) func otherContentsOfEntriesAreNoReasonToAskForMore(_ hasWindow: Bool) throws {
        let source = #"<Scroller id="1" orientation="V" dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let container = try container(source)
        if !hasWindow { container.listWindow = nil }
        var count = 0
        container.onEvent = { if $0.kind == .autoRefresh { count += 1 } }
        let model = DataModel(Self.data(2))
        container.model = model
        container.layout(in: container.size)
        #expect(count == 1)
        for number in 0..<10 {
            model["items[0].t"] = .int(Int64(number))
            container.layout(in: container.size)
        }
        #expect(count == 1)
        model["items[2]"] = model["items[1]"]
        container.layout(in: container.size)
        #expect(count == 2)
    }

    @Test func aShortScrollerAsksForMoreWhenItIsLaidOut() throws {
        let source = #"<Scroller id="1" orientation="V" dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let container = try container(source, count: 1)
        var count = 1
        container.onEvent = { event in
            guard event.kind == .autoRefresh, count < 7 else { return }
            count += 1
            container.update(data: Self.data(count))
            container.layout(in: container.size)
        }
        container.update(data: Self.data(0))
        container.layout(in: container.size)
        #expect(count == 1)
        container.update(data: Self.data(1))
        container.layout(in: container.size)
        // The threshold of 5 is more than there is until the sixth item is.
        #expect(count == 6)
        #expect(container.tree.issues == [])
    }

    @Test func aFeedThatIsNeverLongEnoughIsCutOff() throws {
        let source =
            #"<Scroller orientation="V" dataTag="${items}" autoRefreshThreshold="1000000" layoutWidth="-1" layoutHeight="-1"/>"#
        let container = try container(source)
        var count = 0
        container.onEvent = { event in
            count += 1
            container.update(data: Self.data(count + 1))
            container.layout(in: container.size)
        }
        container.update(data: Self.data(1))
        container.layout(in: container.size)
        #expect(count > 1 && count < 100)
        #expect(container.tree.issues.map(\.code) == [.eventLoop])
    }

    /// Lists in pages or in another list, of which the second comes into sight.
    @Test(arguments: [("Page", true), ("Page", false), ("Scroller", false), ("Slider", false)])
    func aListThatIsNotSeenAsksForMoreOnceItIs(_ name: String, _ turns: Bool) throws {
        let lists = #"<\#(name) orientation="H" dataTag="${lists}" layoutWidth="-1" layoutHeight="-1"/>"#
        let list = #"<Scroller id="7" dataTag="${items}" layoutWidth="100" layoutHeight="100"/>"#
        let templates = try PreparedTemplates(
            ["List": LayoutSource.prepare(list)],
            otherwise: LayoutSource.prepare(Self.item)
        )
        let container = Container(
            try LayoutSource.prepare(lists).makeTree(source: templates),
            textMeasuring: FixedTextMetrics()
        )
        container.listWindow = nil
        var asked: [String] = []
        container.onEvent = { event in
            if event.kind == .autoRefresh, event.nodeID == 7 { asked.append(event.dataPath.description) }
        }
        func show(_ counts: [Int]) {
            let lists = counts.map { count -> JSONValue in
                ["type": "List", "items": .array((0..<count).map { _ in ["type": "Item"] })]
            }
            container.update(data: ["lists": .array(BindingArray(lists))])
            container.layout(in: LayoutSize(width: 100, height: 100))
        }
        show([1, 2, 3])
        #expect(asked == ["lists[0]"])
        show([2, 3, 4])
        #expect(asked == ["lists[0]", "lists[0]"])
        let outer = try #require(container.tree.root as? ItemContainerNode)
        let start = outer.scrollOffset.x
        if turns, let page = outer as? PageNode {
            container.turn(page, to: 1)
        } else {
            container.scroll(outer, to: LayoutPoint(x: start + 1, y: 0))
        }
        #expect(asked == ["lists[0]", "lists[0]", "lists[1]"])
        container.scroll(outer, to: LayoutPoint(x: start + 100, y: 0))
        container.layout(in: LayoutSize(width: 100, height: 99))
        #expect(asked == ["lists[0]", "lists[0]", "lists[1]"])
    }

    // MARK: Pages

    private static let page = """
        <Page id="1" orientation="H" dataTag="${items}" layoutWidth="-1" layoutHeight="-1" onPageFlip="${this.tag='p'}"/>
        """

    @Test func turningAPageIsTold() throws {
        let container = try container(Self.page, count: 3)
        let page = try list(container, PageNode.self)
        #expect((page.pageCount, page.currentPage, page.scrollOffset.x) == (3, 0, 100))
        var told: [NodeEvent] = []
        container.onEvent = { told.append($0) }
        #expect(container.turn(page, to: 0) == nil)
        #expect(container.turn(page, to: 2)?.pageIndex == 2)
        #expect(page.scrollOffset.x == 300)
        #expect(container.turn(page, to: 3)?.pageIndex == 0)
        #expect(container.turn(page, to: -1)?.pageIndex == 2)
        #expect(container.turn(page, to: .min) != nil)
        #expect(told.map(\.kind) == [.pageFlip, .pageFlip, .pageFlip, .pageFlip])
        #expect(runner.runs.map(\.event) == told)
        #expect(runner.log == Array(repeating: "onPageFlip 1", count: 4))
    }

    @Test func aPageThatComesToRestTurns() throws {
        let container = try container(Self.page, count: 3)
        let page = try list(container, PageNode.self)
        container.scroll(page, to: LayoutPoint(x: 150, y: 0))
        #expect((page.currentPage, page.scrollOffset.x, runner.runs.count) == (0, 150, 0))
        container.scroll(page, to: LayoutPoint(x: 200, y: 0))
        #expect((page.currentPage, runner.log) == (1, ["onPageFlip 1"]))
        // Behind the last page stands a copy of the first: from there it goes on with the first.
        container.scroll(page, to: LayoutPoint(x: 400, y: 0))
        #expect((page.currentPage, page.scrollOffset.x) == (0, 100))
        container.scroll(page, to: .zero)
        #expect((page.currentPage, page.scrollOffset.x) == (2, 300))
        #expect(runner.runs.map { $0.event?.pageIndex } == [1, 0, 2])
        page.canSlide = false
        container.scroll(page, to: LayoutPoint(x: 100, y: 0))
        #expect((page.currentPage, page.scrollOffset.x) == (2, 300))
    }

    @Test func layoutAndUpdatesKeepThePage() throws {
        let container = try container(Self.page, count: 3)
        let page = try list(container, PageNode.self)
        container.turn(page, to: 2)
        container.layout(in: LayoutSize(width: 50, height: 100))
        #expect((page.currentPage, page.scrollOffset.x) == (2, 150))
        container.update(data: Self.data(5))
        container.layout(in: LayoutSize(width: 50, height: 100))
        #expect((page.currentPage, page.scrollOffset.x) == (2, 150))
        container.update(data: Self.data(2))
        container.layout(in: LayoutSize(width: 50, height: 100))
        #expect((page.currentPage, page.pageCount, page.scrollOffset.x) == (1, 2, 100))
        container.reuse(for: Self.data(4))
        container.layout(in: LayoutSize(width: 50, height: 100))
        #expect((page.currentPage, page.scrollOffset.x) == (0, 50))
        #expect(runner.runs.count == 1)
    }

    @Test func layoutLeavesAPageWhereAFingerDraggedIt() throws {
        let container = try container(Self.page, count: 3)
        let page = try list(container, PageNode.self)
        func place(after change: () -> Void) -> Double {
            change()
            container.layout(in: container.size)
            return page.scrollOffset.x
        }
        container.scroll(page, to: LayoutPoint(x: 270, y: 0))
        #expect(place { container.update(data: Self.data(3)) } == 270)
        #expect(place { page.background = .black } == 270)
        #expect(place { page.minHeight = 7 } == 270)
        // With fewer pages there is less to scroll to.
        #expect(place { container.update(data: Self.data(1)) } == 100)
        #expect(place { container.update(data: Self.data(3)) } == 100)
        container.scroll(page, to: LayoutPoint(x: 130, y: 0))
        container.layout(in: LayoutSize(width: 50, height: 100))
        #expect(page.scrollOffset.x == 50)
        container.scroll(page, to: LayoutPoint(x: 70, y: 0))
        #expect(place { container.reuse(for: Self.data(4)) } == 50)
    }

    @Test func aPageOfOneItemAndAnEmptyOneDoNotTurn() throws {
        for count in [0, 1] {
            let container = try container(Self.page, count: count)
            let page = try list(container, PageNode.self)
            #expect(page.pageCount == count)
            for index in [-1, 0, 1, 7] { #expect(container.turn(page, to: index) == nil) }
        }
        #expect(runner.runs.isEmpty)
    }

    @Test func pagesInItemsHaveTheirEntry() throws {
        let inner = try LayoutSource.prepare(Self.page)
        let outer = try LayoutSource.prepare(#"<Grid colCount="1" itemHeight="100" dataTag="${pages}"/>"#)
        let templates = try PreparedTemplates(["Pages": inner], otherwise: LayoutSource.prepare(Self.item))
        let container = Container(outer.makeTree(source: templates), textMeasuring: FixedTextMetrics())
        container.tree.eventPrograms = runner
        let entry: JSONValue = ["type": "Pages", "items": [["type": "Item"], ["type": "Item"]]]
        container.update(data: ["pages": [entry, entry]])
        container.layout(in: LayoutSize(width: 100, height: 200))
        let page = try #require(container.tree.root.children[1] as? PageNode)
        let event = container.turn(page, to: 1)
        #expect(event?.dataPath.description == "pages[1]")
        #expect(runner.runs.first?.data == entry)
    }

    /// A finger may move or turn what is in an entry that was removed before the next frame.
    @Test(arguments: ["update", "model", "waiting model"]) func whatIsGoneNeitherScrollsNorTurns(_ way: String) throws {
        let outer = try LayoutSource.prepare(
            #"<Scroller dataTag="${pages}" layoutWidth="-1" layoutHeight="-1"/>"#
        )
        let inner = try LayoutSource.prepare(
            #"<Page dataTag="${items}" layoutWidth="-1" layoutHeight="50" onPageFlip="${this.tag='p'}"/>"#
        )
        let templates = try PreparedTemplates(["Pages": inner], otherwise: LayoutSource.prepare(Self.item))
        let container = Container(outer.makeTree(source: templates), textMeasuring: FixedTextMetrics())
        container.tree.eventPrograms = runner
        let entry: JSONValue = ["type": "Pages", "items": [["type": "Item"], ["type": "Item"]]]
        let model = DataModel(["pages": [entry, entry]])
        if way == "update" { container.update(data: model.data) } else { container.model = model }
        container.layout(in: LayoutSize(width: 100, height: 200))
        let pages = container.tree.root.children.compactMap { $0 as? PageNode }
        try #require(pages.count == 2)
        var told: [String] = []
        container.onEvent = { told.append("\($0.kind) \($0.dataPath)") }
        if way == "update" { container.update(data: ["pages": [entry]]) } else { model.data = ["pages": [entry]] }
        if way == "model" { model.flush() }
        #expect(container.turn(pages[1], to: 1) == nil)
        container.scroll(pages[1], to: LayoutPoint(x: 130, y: 0))
        #expect(told.isEmpty && runner.runs.isEmpty)
        container.turn(pages[0], to: 1)
        container.scroll(pages[0], to: LayoutPoint(x: 130, y: 0))
        #expect(told == ["pageFlip pages[0]", "scroll pages[0]"])
    }
}
