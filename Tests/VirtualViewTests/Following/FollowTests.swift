import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCore

/// What a screen that is open keeps when it shows another version of its template, each alone.
@Suite struct FollowTests {
    private static let size = LayoutSize(width: 300, height: 400)

    /// An open screen and its templates.
    private struct Screen {
        let shelf = Shelf([:])
        let container: Container

        init(_ xml: String, items: [String: String] = [:], data: JSONValue? = nil) throws {
            for (name, item) in items { shelf[name] = try LayoutSource.prepare(item) }
            shelf["Test"] = try LayoutSource.prepare(xml)
            container = try Screen.fresh(shelf, data)
        }

        static func fresh(_ shelf: Shelf, _ data: JSONValue?) throws -> Container {
            let tree = try shelf.preparedTemplate(for: "Test").makeTree(source: shelf)
            let container = Container(tree, textMeasuring: FixedTextMetrics())
            if let data { container.update(data: data) }
            container.layout(in: FollowTests.size)
            return container
        }

        /// Publishes a version, and shows it.
        func follow(_ xml: String) throws {
            shelf["Test"] = try LayoutSource.prepare(xml)
            #expect(try container.follow(shelf))
            container.layout(in: FollowTests.size)
        }

        func node<Kind: Node>(_ id: Int32, _ kind: Kind.Type = Node.self) throws -> Kind {
            try #require(container.tree.node(withID: id) as? Kind)
        }
    }

    private static func column(_ content: String, _ attributes: String = "") -> String {
        """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1" \(attributes)>\(content)</VHLayout>
        """
    }

    private static func text(_ text: String, _ attributes: String = "") -> String {
        "<NText layoutWidth=\"100\" layoutHeight=\"20\" text=\"\(text)\" \(attributes)/>"
    }

    private static let grid = """
        <Grid colCount="1" itemHeight="30" dataTag="${items}" layoutWidth="-1" layoutHeight="-2"/>
        """

    // MARK: - Whether

    /// The version after next waits until the next one is shown.
    @Test func nothingIsFollowedFromWithin() throws {
        let screen = try Screen(Self.column(Self.text("a")))
        let next = try LayoutSource.prepare(Self.column(Self.text("c")))
        screen.shelf["Test"] = try LayoutSource.prepare(Self.column(Self.text("b")))
        let isFollowed = try screen.container.follow(screen.shelf) { _ in
            screen.shelf["Test"] = next
            #expect((try? screen.container.follow(screen.shelf)) == false)
        }
        #expect(isFollowed)
        #expect(try screen.container.follow(screen.shelf))
    }

    @Test func nothingIsDoneIfNothingIsAnother() throws {
        let xml = Self.column(Self.text("${t}"))
        let screen = try Screen(xml, data: ["t": "a"])
        let tree = screen.container.tree
        #expect(try !screen.container.follow(screen.shelf))
        // The same bytes, read and prepared again.
        screen.shelf["Test"] = try LayoutSource.prepare(xml)
        #expect(try !screen.container.follow(screen.shelf))
        #expect(screen.container.tree === tree)
        #expect(!screen.container.needsLayout)
    }

    /// Data that waits is that of the tree which is shown now.
    @Test func nothingIsDoneWhileAChangeWaits() throws {
        let handlers = "id=\"1\" onBeforeDataLoad=\"${this.tag='b'}\" onSetData=\"${this.tag='s'}\""
        let screen = try Screen(Self.column(Self.text("${t}", handlers)))
        let container = screen.container
        let runner = RecordingRunner()
        var followed: [Bool?] = []
        runner.body = { program, _ in
            if program.handlerName == "onSetData" {
                followed.append(try? container.follow(screen.shelf))
            } else if container.tree.data == nil {
                container.update(data: ["t": "b"])
            }
        }
        container.tree.eventPrograms = runner
        screen.shelf["Test"] = try LayoutSource.prepare(Self.column(Self.text("new ${t}", handlers)))
        container.update(data: ["t": "a"])
        #expect(followed.prefix(1) == [false])
        #expect(container.tree.data == ["t": "b"])
        _ = try container.follow(screen.shelf)
        container.layout(in: Self.size)
        #expect(container.displayList().texts == ["new b"])
    }

    @Test func anotherVersionOfAnItemIsShown() throws {
        let list =
            "<Grid colCount=\"1\" itemHeight=\"30\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-2\"/>"
        let data: JSONValue = ["items": [["type": "Row", "t": "a"]]]
        let screen = try Screen(Self.column(list), items: ["Row": Self.text("old ${t}")], data: data)
        screen.shelf["Row"] = try LayoutSource.prepare(Self.text("new ${t}"))
        #expect(try screen.container.follow(screen.shelf))
        screen.container.layout(in: Self.size)
        #expect(screen.container.displayList() == (try Screen.fresh(screen.shelf, data)).displayList())
        #expect(try !screen.container.follow(screen.shelf))
    }

    @Test func aVersionOfItemsThatWaitIsShownToo() throws {
        let xml = "<Scroller dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let screen = try Screen(
            xml,
            items: ["A": Self.text("a"), "B": Self.text("b")],
            data: ["items": [["type": "B"]]]
        )
        screen.container.update(data: ["items": [["type": "A"]]])
        screen.container.layout(in: Self.size)
        screen.shelf["B"] = try LayoutSource.prepare(Self.text("new b"))
        #expect(try screen.container.follow(screen.shelf))
        screen.container.update(data: ["items": [["type": "B"]]])
        screen.container.layout(in: Self.size)
        #expect(screen.container.displayList().texts == ["new b"])
        // One that waits and is gone is no reason to show nothing.
        screen.container.update(data: ["items": [["type": "A"]]])
        screen.container.layout(in: Self.size)
        screen.shelf["B"] = nil
        #expect(try screen.container.follow(screen.shelf))
        #expect(try !screen.container.follow(screen.shelf))
    }

    @Test(arguments: ["Scroller", "Grid"])
    func anItemThatWasMissingComes(_ component: String) throws {
        let xml = "<\(component) dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let screen = try Screen(xml, data: ["items": [["type": "Row"]]])
        #expect(try !screen.container.follow(screen.shelf))
        screen.shelf["Row"] = try LayoutSource.prepare(Self.text("here"))
        #expect(try screen.container.follow(screen.shelf))
        screen.container.layout(in: Self.size)
        #expect(screen.container.displayList().texts == ["here"])
        #expect(try !screen.container.follow(screen.shelf))
    }

    /// A tree that was made without a source has no items until it follows one.
    @Test(arguments: ["Scroller", "Grid"])
    func aTreeWithoutASourceGetsItems(_ component: String) throws {
        let xml = "<\(component) dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let screen = try LayoutSource.prepare(xml)
        let container = Container(screen.makeTree())
        container.update(data: ["items": [["type": "Row"]]])
        container.layout(in: Self.size)
        #expect(container.tree.issues.map(\.code) == [.unknownTemplate])
        #expect(try container.follow(Shelf(["Test": screen, "Row": LayoutSource.prepare(Self.text("here"))])))
        container.layout(in: Self.size)
        #expect(container.displayList().texts == ["here"])
    }

    /// Items that are made later come from the source that was followed last, also if it had nothing new then.
    @Test(arguments: ["Scroller", "Grid"])
    func laterItemsComeFromTheSourceThatIsFollowed(_ component: String) throws {
        let xml = "<\(component) dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let screen = try Screen(xml, items: ["Row": Self.text("old")])
        let tree = screen.container.tree
        let other = Shelf(["Test": try LayoutSource.prepare(xml), "Row": try LayoutSource.prepare(Self.text("new"))])
        #expect(try !screen.container.follow(other))
        #expect(screen.container.tree === tree)
        screen.container.update(data: ["items": [["type": "Row"]]])
        screen.container.layout(in: Self.size)
        #expect(screen.container.displayList().texts == ["new"])
    }

    @Test func whatCannotBeShownLeavesTheOldVersion() throws {
        let list =
            "<Grid colCount=\"1\" itemHeight=\"30\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-2\"/>"
        let screen = try Screen(
            Self.column(list + Self.text("old", "id=\"1\"")),
            items: ["Row": Self.text("row")],
            data: ["items": [["type": "Row"]]]
        )
        let tree = screen.container.tree
        try screen.node(1).visibility = .invisible
        screen.container.layout(in: Self.size)
        let old = screen.container.displayList()
        for type in ["Test", "Row"] {
            let template = screen.shelf[type]
            screen.shelf[type] = nil
            if type == "Row" { screen.shelf["Test"] = try LayoutSource.prepare(Self.text("new")) }
            let error = #expect(throws: TemplateError.self) { try screen.container.follow(screen.shelf) }
            #expect(error?.code == .notFound)
            screen.shelf[type] = template
        }
        #expect(screen.container.tree === tree)
        #expect(!screen.container.needsDisplay)
        #expect(screen.container.displayList() == old)
    }

    @Test func aTemplateThatCannotBePreparedLeavesTheOldVersion() throws {
        var configuration = TemplateManager.Configuration()
        configuration.treeLimits.maximumNodeCount = 2
        let templates = TemplateManager(configuration: configuration)
        try templates.load(LayoutSource.bytes(Self.text("old")), as: "Test")
        let container = Container(try templates.makeNodeTree(of: "Test"))
        let tree = container.tree
        try templates.load(LayoutSource.bytes(Self.column(Self.text("1") + Self.text("2"))), as: "Test")
        let error = #expect(throws: TemplateError.self) { try container.follow(templates) }
        #expect(error?.code == .tooManyNodes)
        #expect(container.tree === tree)
        templates.remove("Test")
        #expect(throws: TemplateError.self) { try container.follow(templates) }
        #expect(container.tree === tree)
        // An older version is simply the one that is there.
        try templates.load(LayoutSource.bytes(Self.text("older")), as: "Test")
        #expect(try container.follow(templates))
        container.layout(in: Self.size)
        #expect(container.displayList().texts == ["older"])
    }

    @Test func aTreeOfAnAliasFollowsTheAlias() throws {
        let templates = TemplateManager()
        let old = try LayoutSource.bytes(Self.text("old"))
        try templates.load(TemplateRequest(old, as: "Home", allowsAlias: true))
        let container = Container(try templates.makeNodeTree(of: "Home"))
        let new = try LayoutSource.bytes(Self.text("new"))
        try templates.load(new, as: "Test")
        #expect(try !container.follow(templates))
        try templates.load(TemplateRequest(new, as: "Home", allowsAlias: true))
        #expect(try container.follow(templates))
        #expect(container.tree.requestedType == "Home")
    }

    // MARK: - What is kept

    @Test func whatEventsChangedIsKeptAndMovesWithItsNode() throws {
        let section = Self.text("more", "id=\"2\" visibility=\"gone\" var_int_count=\"0\"")
        let button = Self.text("b", "id=\"3\" flag=\"flag_clickable\" var_int_taps=\"0\" onClick=\"${this.taps += 1}\"")
        let screen = try Screen(Self.column(Self.text("title", "name=\"title\"") + section + button))
        let node = try screen.node(2)
        node.visibility = .visible
        node.setVariable(.int(3), named: "count")
        for _ in 0..<2 { screen.container.send(.click, to: try screen.node(3)) }
        try #require(screen.container.tree.node(named: "title")).background = ARGBColor(rawValue: 0xFF00_FF00)
        let new = Self.column(
            "<NImage layoutWidth=\"10\" layoutHeight=\"10\"/>"
                + Self.text("details", "id=\"2\" visibility=\"gone\" var_int_count=\"0\"")
                + Self.text("another", "background=\"#FF0000FF\"") + Self.text("Title", "name=\"title\"") + button
        )
        try screen.follow(new)
        #expect(try screen.node(2).visibility == .visible)
        #expect(try screen.node(2).variable(named: "count") == .int(3))
        #expect(screen.container.displayList().texts == ["details", "another", "Title", "b"])
        #expect(try screen.node(3).variable(named: "taps") == .int(2))
        let fresh = try Screen(new)
        try fresh.node(2).visibility = .visible
        try #require(fresh.container.tree.node(named: "title")).background = ARGBColor(rawValue: 0xFF00_FF00)
        fresh.container.layout(in: Self.size)
        #expect(screen.container.displayList() == fresh.container.displayList())
        // Values that an app set stay until the data of another entry comes, as before.
        screen.container.reuse(for: ["t": 1])
        #expect(try screen.node(2).visibility == .gone)
    }

    @Test func whatAnAppSetStaysEvenIfItFollowedFromTheData() throws {
        let old = Self.column(Self.text("${t}", "id=\"1\" onSetData=\"${this.text = data.t + '!'}\""))
        let screen = try Screen(old, data: ["t": "a"])
        try screen.node(1, TextNode.self).text = "a!"
        try screen.follow(Self.column(Self.text("${t}", "id=\"1\"")))
        #expect(try screen.node(1, TextNode.self).text == "a!")
    }

    @Test func whatFollowsFromTheDataIsThatOfTheNewVersion() throws {
        let old = Self.column(Self.text("${t}", "id=\"1\" onSetData=\"${this.text = data.t + '!'}\""))
        let screen = try Screen(old, data: ["t": "a"])
        #expect(try screen.node(1, TextNode.self).text == "a!")
        try screen.follow(Self.column(Self.text("${t}", "id=\"1\" onSetData=\"${this.text = data.t + '?'}\"")))
        #expect(try screen.node(1, TextNode.self).text == "a?")
        // A handler that is gone leaves nothing behind.
        try screen.follow(Self.column(Self.text("${t}", "id=\"1\"")))
        #expect(try screen.node(1, TextNode.self).text == "a")
        try screen.follow(old)
        #expect(try screen.node(1, TextNode.self).text == "a!")
        // What an app set afterwards does not follow from the data.
        try screen.node(1, TextNode.self).text = "b"
        try screen.follow(Self.column(Self.text("${t}", "id=\"1\"") + Self.text("x")))
        #expect(try screen.node(1, TextNode.self).text == "b")
    }

    /// A cap frees the number of lines, but not one that was set after it.
    @Test(arguments: ["", "lines=\"3\"", "lines=\"3\" onSetData=\"${this.maxLines = 2}\""])
    func aNumberOfLinesIsKeptBesideItsCap(_ attributes: String) throws {
        let text = Self.text("a", "id=\"1\" \(attributes)")
        let screen = try Screen(Self.column(text), data: ["t": "a"])
        let old = try screen.node(1, TextNode.self)
        if old.maxLines == 0 { old.maxLines = 2 }
        old.lines = 3
        try screen.follow(Self.column(text + Self.text("new")))
        let new = try screen.node(1, TextNode.self)
        #expect((new.lines, new.maxLines) == (3, 2))
    }

    @Test func aNumberOfLinesThatABindingSetIsThatOfTheNewVersion() throws {
        func xml(_ lines: String) -> String {
            Self.column(Self.text("a", "id=\"1\" lines=\"${\(lines)}\" onBeforeDataLoad=\"${this.maxLines = 2}\""))
        }
        let screen = try Screen(xml("m"), data: ["m": 3, "n": 4])
        try screen.follow(xml("n"))
        let text = try screen.node(1, TextNode.self)
        #expect((text.lines, text.maxLines) == (4, 2))
    }

    /// What a program for data set leaves nothing behind in what follows from it.
    @Test(arguments: [
        "this.padding = 30", "this.layoutMargin = 30", "this.paddingLeft = 30",
        "this.padding = 30; this.paddingTop = 4",
        "this.maxLines = 4", "this.lines = 4", "this.maxLines = 4; this.lines = 5",
    ])
    func whatFollowsFromTheDataEndsWithAllThatFollowsFromIt(_ program: String) throws {
        func xml(_ attributes: String) -> String {
            Self.column(Self.text("a", "id=\"1\" lines=\"2\" \(attributes)"))
        }
        let data: JSONValue = ["t": "a"]
        let screen = try Screen(xml("onSetData=\"${\(program)}\""), data: data)
        for version in [xml(""), xml("onSetData=\"${this.padding = 5; this.maxLines = 1}\"")] {
            try screen.follow(version)
            let fresh = try Screen(version, data: data)
            let (node, new) = (try screen.node(1, TextNode.self), try fresh.node(1, TextNode.self))
            #expect(node.properties.layout == new.properties.layout)
            #expect([node.lines, node.maxLines] == [new.lines, new.maxLines])
        }
    }

    /// The sides follow what is set later, but for those that were set themselves, even to what they had.
    @Test(arguments: ["", "onSetData=\"${this.padding = 30}\""])
    func aShorthandIsKeptWithTheSidesThatFollowIt(_ attributes: String) throws {
        let text = Self.text("a", "id=\"1\" \(attributes)")
        let screen = try Screen(Self.column(text), data: ["t": "a"])
        let old = try screen.node(1)
        old.padding = 30
        old.paddingTop = 30
        old.layoutMargin = 3
        old.layoutMarginLeft = 4
        try screen.follow(Self.column(text + Self.text("new")))
        let new = try screen.node(1)
        #expect(new.properties.layout == old.properties.layout)
        new.padding = 5
        new.layoutMargin = 6
        #expect([new.paddingLeft, new.paddingTop, new.paddingRight, new.paddingBottom] == [5, 30, 5, 5])
        #expect([new.layoutMarginLeft, new.layoutMarginTop] == [4, 6])
    }

    @Test func aSideThatWasSetToWhatItHasIsKept() throws {
        func xml(_ padding: Int) -> String { Self.column(Self.text("a", "id=\"1\" padding=\"\(padding)\"")) }
        let screen = try Screen(xml(30), data: ["t": "a"])
        try screen.node(1).paddingTop = 30
        try screen.follow(xml(5))
        let new = try screen.node(1)
        #expect([new.paddingLeft, new.paddingTop] == [5, 30])
    }

    @Test func theEntryThatAnOrderShowsIsKept() throws {
        let list = """
            <VirtualContainer id="5" dataTag="${items}" order="0" layoutWidth="100" layoutHeight="20"/>
            """
        let data: JSONValue = ["items": [["type": "Row", "t": "a"], ["type": "Row", "t": "b"]]]
        let screen = try Screen(Self.column(list), items: ["Row": Self.text("${t}")], data: data)
        try screen.node(5).order = 1
        try screen.node(5).items.first?.root.alpha = 0.5
        try screen.follow(Self.column(Self.text("new") + list))
        let item = try #require(screen.node(5).items.first)
        #expect(item.data?["t"] == "b")
        #expect(item.root.alpha == 0.5)
    }

    @Test(arguments: [1, 2])
    func aListKeepsItsFirstVisibleEntryAndItsWindow(_ columns: Int) throws {
        let mode = columns == 2 ? "mode=\"staggeredGrid\"" : ""
        let list = "<Scroller id=\"5\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"300\" \(mode)/>"
        let entries = (0..<10_000).map { (index: Int) -> JSONValue in
            ["type": "Row", "t": .string(String(index)), "h": .int(Int64(20 + index % 5 * 7))]
        }
        func row(_ height: String) -> String {
            Self.column("<NText id=\"9\" text=\"${t}\" layoutWidth=\"-1\" layoutHeight=\"\(height)\"/>")
                .replacing("layoutHeight=\"-1\"", with: "layoutHeight=\"-2\"")
        }
        let data: JSONValue = ["items": .array(BindingArray(entries))]
        let screen = try Screen(Self.column(list), items: ["Row": row("${h}")], data: data)
        var node = try screen.node(5, ScrollerNode.self)
        screen.container.scroll(node, to: node.scrollOffset(ofEntry: 7_000))
        screen.container.layout(in: Self.size)
        // What a user did to entries, one of them far away.
        node.item(forEntry: 7_000)?.root.children.first?.background = ARGBColor(rawValue: 0xFF11_2233)
        guard case .entry(let first, let distance) = node.keptPlace else {
            Issue.record("nothing is kept")
            return
        }
        let nodeCount = screen.container.liveNodeCount
        screen.shelf["Row"] = try LayoutSource.prepare(row("35"))
        try screen.follow(Self.column(Self.text("banner") + list))
        node = try screen.node(5, ScrollerNode.self)
        let item = try #require(node.item(forEntry: first))
        #expect(abs(item.root.frame.origin.y - node.scrollOffset.y - distance) < 0.001)
        #expect(node.items.count < 60)
        #expect(screen.container.liveNodeCount <= nodeCount * 2)
        #expect(node.item(forEntry: 7_000)?.root.children.first?.background.rawValue == 0xFF11_2233)
        screen.container.scroll(node, to: .zero)
        screen.container.layout(in: Self.size)
        #expect(node.item(forEntry: 0)?.root.children.first?.background == .clear)
        screen.container.scroll(node, to: node.scrollOffset(ofEntry: 7_000))
        screen.container.layout(in: Self.size)
        #expect(node.item(forEntry: 7_000)?.root.children.first?.background.rawValue == 0xFF11_2233)
    }

    @Test func statesFollowTheirKeysIfTheNewVersionShowsOtherEntries() throws {
        func list(_ path: String) -> String {
            "<Scroller id=\"5\" itemKey=\"k\" dataTag=\"${\(path)}\" layoutWidth=\"-1\" layoutHeight=\"300\"/>"
        }
        let entries = (0..<6).map { JSONValue.object(["type": "Row", "k": "\($0)"]) }
        let data: JSONValue = ["all": .array(BindingArray(entries)), "back": .array(BindingArray(entries.reversed()))]
        let screen = try Screen(Self.column(list("all")), items: ["Row": Self.text("${k}", "id=\"9\"")], data: data)
        try screen.node(5, ScrollerNode.self).item(forEntry: 1)?.root.background = ARGBColor(rawValue: 0xFF00_0001)
        try screen.follow(Self.column(list("back")))
        let node = try screen.node(5, ScrollerNode.self)
        let marked = (0..<6).filter { node.item(forEntry: $0)?.root.background.rawValue == 0xFF00_0001 }
        #expect(marked == [4])
    }

    @Test(arguments: ["Scroller", "Grid"])
    func entriesThatAnAppChangedAreKept(_ component: String) throws {
        let list = "<\(component) id=\"5\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"300\"/>"
        let screen = try Screen(
            Self.column(list),
            items: ["Row": Self.text("${t}")],
            data: ["items": [["type": "Row", "t": "a"], ["type": "Row", "t": "b"]]]
        )
        var changes = ListChanges()
        changes.remove(at: 0)
        changes.insert(["type": "Row", "t": "c"], at: 1)
        try screen.node(5, ItemContainerNode.self).apply(changes)
        try screen.node(5, ItemContainerNode.self).item(forEntry: 0)?.root.background = ARGBColor(rawValue: 0xFF00_0001)
        try screen.follow(Self.column(Self.text("new") + list))
        #expect(screen.container.displayList().texts == ["new", "b", "c"])
        let node = try screen.node(5, ItemContainerNode.self)
        #expect(node.item(forEntry: 0)?.root.background.rawValue == 0xFF00_0001)
        screen.container.update(data: ["items": [["type": "Row", "t": "d"]]])
        screen.container.layout(in: Self.size)
        #expect(screen.container.displayList().texts == ["new", "d"])
    }

    @Test func pagesTimesAndExposuresAreKept() throws {
        func pages(_ height: Int) -> String {
            """
            <Page id="5" dataTag="${items}" layoutWidth="-1" layoutHeight="\(height)" canSlide="true" autoSwitch="true"
              stayTime="1000" flag="flag_exposure"/>
            """
        }
        let row = Self.text("${t}", "flag=\"flag_exposure\"")
        let data: JSONValue = ["items": .array((0..<4).map { ["type": "Row", "t": "\($0)"] })]
        let screen = try Screen(Self.column(pages(100)), items: ["Row": row], data: data)
        #expect(screen.container.advance(to: 10) == 11)
        screen.container.turn(try screen.node(5, PageNode.self), to: 2)
        screen.container.layout(in: Self.size)
        _ = screen.container.advance(to: 10.2)
        #expect(screen.container.exposeNodes().count == 2)
        let deadline = screen.container.advance(to: 10.4)
        try screen.follow(Self.column(Self.text("new", "flag=\"flag_exposure\"") + pages(80)))
        #expect(try screen.node(5, PageNode.self).currentPage == 2)
        #expect(screen.container.exposeNodes().map(\.templateType) == ["Test"])
        #expect(screen.container.advance(to: 0) == deadline)
        #expect(screen.container.advance(to: 20) != nil)
        #expect(try screen.node(5, PageNode.self).currentPage == 3)
    }

    @Test func settingsCallbacksAndNamesAreKept() throws {
        let screen = try Screen(Self.column(Self.text("${t}", "id=\"1\" flag=\"flag_clickable\" action=\"a\"")))
        let container = screen.container
        var (events, issues, layoutIssues) = (0, 0, 0)
        container.onEvent = { _ in events += 1 }
        container.tree.onIssue = { _ in issues += 1 }
        container.onLayoutIssue = { _ in layoutIssues += 1 }
        container.turnsPages = false
        container.layoutThreshold = 1
        container.environment.textScale = 2
        container.listWindow = ListWindow(ahead: 3)
        container.tree.eventPrograms = nil
        container.tree.setEventNode(try screen.node(1), named: "first")
        try screen.follow(
            Self.column(Self.text("new") + Self.text("${t}", "id=\"1\" flag=\"flag_clickable\"") + Self.grid)
        )
        container.update(data: ["items": [["type": "Nowhere"]]])
        container.send(.click, to: try screen.node(1))
        #expect(events == 1)
        #expect(issues == 1)
        #expect(layoutIssues == 1)
        #expect(!container.turnsPages)
        #expect(container.environment.textScale == 2)
        #expect(container.listWindow == ListWindow(ahead: 3))
        #expect(container.tree.eventPrograms == nil)
        #expect(container.tree.context.eventNode(named: "first") === (try screen.node(1)))
    }

    @Test func theNameOfANodeInAnItemIsKept() throws {
        let screen = try Screen(
            Self.column(Self.grid),
            items: ["Row": Self.text("a", "id=\"7\"")],
            data: ["items": [["type": "Row"], ["type": "Row"]]]
        )
        let context = { screen.container.tree.context }
        let grid = { screen.container.tree.nodes.lazy.compactMap { $0 as? GridNode }.first }
        screen.container.tree.setEventNode(grid()?.items[1].root, named: "second")
        let old = try #require(context().eventNode(named: "second"))
        try screen.follow(Self.column(Self.text("new") + Self.grid))
        let new = try #require(context().eventNode(named: "second"))
        #expect(new !== old)
        #expect(new === grid()?.items[1].root)
    }

    @Test(arguments: ["Scroller", "Grid"])
    func aTemplateThatNothingAsksForAnyMoreIsNoReason(_ component: String) throws {
        let xml = "<\(component) dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let screen = try Screen(xml, data: ["items": [["type": "Later"]]])
        screen.container.update(data: ["items": []])
        screen.container.layout(in: Self.size)
        screen.shelf["Later"] = try LayoutSource.prepare(Self.text("here"))
        #expect(try !screen.container.follow(screen.shelf))
        screen.container.update(data: ["items": [["type": "Later"]]])
        screen.container.layout(in: Self.size)
        #expect(screen.container.displayList().texts == ["here"])
    }

    @Test func aTouchInProgressIsCancelled() throws {
        let button = Self.text("press", "id=\"1\" flag=\"flag_clickable\" pressedAlpha=\"0.5\"")
        let screen = try Screen(Self.column(button))
        var clicks = 0
        screen.container.onEvent = { _ in clicks += 1 }
        screen.container.touch(.began, at: LayoutPoint(x: 5, y: 5), time: 1)
        try screen.follow(Self.column(button + Self.text("new")))
        #expect(screen.container.tree.context.touch.pressedNode == nil)
        screen.container.touch(.ended, at: LayoutPoint(x: 5, y: 5), time: 1.1)
        #expect(clicks == 0)
    }

    /// No page turns while any finger is down, also one that came down on the old version.
    @Test func noPageTurnsUnderAFingerOfTheOldVersion() throws {
        func pages(_ height: Int) -> String {
            """
            <Page dataTag="${items}" autoSwitch="true" stayTime="1000" autoSwitchTime="100" layoutWidth="-1" \
            layoutHeight="\(height)"/>
            """
        }
        let data: JSONValue = ["items": [["type": "Row"], ["type": "Row"], ["type": "Row"]]]
        let screen = try Screen(pages(300), items: ["Row": Self.text("page")], data: data)
        let point = LayoutPoint(x: 10, y: 10)
        #expect(screen.container.advance(to: 1) == 2)
        screen.container.touch(.began, at: point, time: 1.1)
        try screen.follow(pages(301))
        #expect(screen.container.advance(to: 5) == nil)
        #expect(screen.container.touch(.ended, at: point, time: 6) == 7)
        #expect((screen.container.tree.root as? PageNode)?.currentPage == 0)
    }

    /// A node to which an app added a handler is the same node in both versions.
    @Test func aNodeWithAnAddedSetterIsFound() throws {
        let text = Self.text("old", "id=\"1\"")
        let screen = try Screen(Self.column(text))
        let node = try screen.node(1)
        let other = try LayoutSource.prepare(#"<NText onClick="${this.tag='b'}"/>"#)
        for setter in other.template.root.setters { setter.apply(to: node) }
        node.alpha = 0.5
        screen.container.tree.setEventNode(node, named: "mine")
        try screen.follow(Self.column(Self.text("before") + text))
        #expect(try screen.node(1).alpha == 0.5)
        #expect(screen.container.tree.context.eventNode(named: "mine") === (try screen.node(1)))
    }

    // MARK: - From within callbacks

    @Test func nothingIsDoneFromWithinAProgramOrALayout() throws {
        let screen = try Screen(Self.column(Self.grid), data: ["t": "a"])
        let (container, shelf) = (screen.container, screen.shelf)
        let tree = container.tree
        var results: [Bool?] = []
        container.tree.onIssue = { [unowned container] _ in results.append(try? container.follow(shelf)) }
        screen.shelf["Test"] = try LayoutSource.prepare(Self.column(Self.text("new")))
        container.update(data: ["items": [["type": "Nowhere"]]])
        #expect(results == [false])
        #expect(container.tree === tree)
        #expect(try container.follow(shelf))
    }

    @Test func anAppMayFollowWhenItGetsAnEvent() throws {
        let page = """
            <Page id="5" dataTag="${items}" layoutWidth="-1" layoutHeight="100" canSlide="true" onScroll="${this.tag = 'x'}"/>
            """
        let data: JSONValue = ["items": .array((0..<4).map { ["type": "Row", "t": "\($0)"] })]
        let screen = try Screen(Self.column(page), items: ["Row": Self.text("${t}")], data: data)
        let (container, shelf) = (screen.container, screen.shelf)
        var versions = 0
        container.onEvent = { [unowned container] event in
            versions += 1
            shelf["Test"] = try? LayoutSource.prepare(Self.column(Self.text("\(versions)") + page))
            #expect(throws: Never.self) { try container.follow(shelf) }
            container.layout(in: Self.size)
        }
        container.scroll(try screen.node(5, PageNode.self), to: LayoutPoint(x: 900, y: 0))
        #expect(versions > 0)
        #expect(container.displayList().texts.first == "\(versions)")
        container.onEvent = nil
        container.turn(try screen.node(5, PageNode.self), to: 1)
        #expect(try screen.node(5, PageNode.self).currentPage == 1)
    }

    // MARK: - What is not kept

    @Test func nothingIsLeftOfTheOldNodes() throws {
        let list = "<Scroller id=\"5\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"100\"/>"
        let data: JSONValue = ["items": .array((0..<100).map { ["type": "Row", "t": "\($0)"] })]
        let screen = try Screen(
            Self.column(list + Self.text("x", "id=\"2\" flag=\"flag_clickable\"")),
            items: ["Row": Self.text("${t}")],
            data: data
        )
        let old = try use(screen)
        #expect(old.count > 8)
        #expect(old.allSatisfy { $0.object != nil })
        try screen.follow(Self.column(list + Self.text("y", "id=\"2\"")))
        #expect(old.allSatisfy { $0.object == nil })
    }

    /// Does everything that may hold nodes; returns what must be gone later.
    private func use(_ screen: Screen) throws -> [WeakObject] {
        let node = try screen.node(5, ScrollerNode.self)
        for offset in [500.0, 0, 700] { screen.container.scroll(node, to: LayoutPoint(x: 0, y: offset)) }
        node.item(forEntry: 36)?.root.background = ARGBColor(rawValue: 0xFF00_0001)
        screen.container.touch(.began, at: LayoutPoint(x: 5, y: 105), time: 1)
        screen.container.tree.setEventNode(try screen.node(2), named: "x")
        var old = [WeakObject(screen.container.tree), WeakObject(screen.container.tree.context)]
        screen.container.tree.forEachNode { old.append(WeakObject($0)) }
        return old
    }

    @Test func itemsOfAListThatOnlyAnAppFilledFollowToo() throws {
        let xml = #"<Scroller id="5" layoutWidth="-1" layoutHeight="-1"/>"#
        let screen = try Screen(xml, items: ["Row": Self.text("old")])
        var changes = ListChanges()
        changes.insert(["type": "Row"], at: 0)
        try screen.node(5, ScrollerNode.self).apply(changes)
        screen.container.layout(in: Self.size)
        screen.shelf["Row"] = try LayoutSource.prepare(Self.text("new"))
        #expect(try screen.container.follow(screen.shelf))
        screen.container.layout(in: Self.size)
        let row = try screen.node(5, ScrollerNode.self).item(forEntry: 0)?.root as? TextNode
        #expect(row?.text == "new")
    }

    /// As for an author who writes the list first, and then where its entries are.
    @Test(arguments: ["Scroller", "Slider", "VH"])
    func aListThatHadNoEntriesShowsThoseOfTheData(_ component: String) throws {
        let sizes = "id=\"5\" layoutWidth=\"-1\" layoutHeight=\"-1\""
        let data: JSONValue = ["items": [["type": "Row", "t": "a"]]]
        let screen = try Screen("<\(component) \(sizes)/>", items: ["Row": Self.text("${t}")], data: data)
        try screen.follow("<\(component) dataTag=\"${items}\" \(sizes)/>")
        #expect(screen.container.displayList().texts == ["a"])
    }
}

/// A weak reference.
private struct WeakObject {
    weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }
}
