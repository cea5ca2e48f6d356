import Testing
import VirtualView
import VirtualViewTestSupport

/// Pages that turn by themselves, when the time is told.
@Suite struct PageTurnTests {
    static let item = "<VHLayout layoutWidth=\"-1\" layoutHeight=\"-1\" flag=\"flag_clickable\"/>"

    private func container(
        _ attributes: String = "autoSwitch=\"true\"",
        times: String = "stayTime=\"3000\" autoSwitchTime=\"500\"",
        count: Int = 3,
        since time: Double? = nil
    ) throws -> (Container, PageNode) {
        let sizes = "layoutWidth=\"-1\" layoutHeight=\"-1\""
        let xml = "<Page dataTag=\"${pages}\" \(sizes) \(times) \(attributes)/>"
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(Self.item)])
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        let pages = (0..<count).map { JSONValue.object(["type": "item", "n": .int(Int64($0))]) }
        container.update(data: ["pages": .array(BindingArray(pages))])
        container.layout(in: LayoutSize(width: 100, height: 100))
        if let time { container.advance(to: time) }
        return (container, try #require(container.tree.root as? PageNode))
    }

    @Test func aPageStaysAndThenTurnsAndAfterTheLastComesTheFirst() throws {
        let (container, page) = try container()
        var flips: [Int?] = []
        container.onEvent = { if $0.kind == .pageFlip { flips.append(page.currentPage) } }
        #expect(container.advance(to: 10) == 13)
        #expect(container.advance(to: 12.9) == 13)
        #expect(page.currentPage == 0)
        #expect(container.advance(to: 13) == 16.5)
        #expect(page.currentPage == 1)
        #expect(container.advance(to: 16.5) == 20)
        #expect(container.advance(to: 20) == 23.5)
        #expect(flips == [1, 2, 0])
    }

    /// The first and the last page have a copy each, with all that is in them.
    @Test func whatIsInCopiesOfPagesTurnsAndAsksInSilence() throws {
        let templates = PreparedTemplates([
            "leaf": try LayoutSource.prepare(Self.item),
            "inner": try LayoutSource.prepare(
                """
                <FrameLayout layoutWidth="-1" layoutHeight="-1">
                <Page dataTag="${leafs}" layoutWidth="-1" layoutHeight="50" autoSwitch="true" stayTime="1000"/>
                <Scroller dataTag="${leafs}" layoutWidth="-1" layoutHeight="500"/></FrameLayout>
                """
            ),
        ])
        let xml = #"<Page dataTag="${pages}" layoutWidth="-1" layoutHeight="-1"/>"#
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        var kinds: [NodeEvent.Kind] = []
        container.onEvent = { kinds.append($0.kind) }
        let leaf: JSONValue = ["type": "leaf"]
        let page: JSONValue = ["type": "inner", "leafs": [leaf, leaf]]
        container.update(data: ["pages": [page, page]])
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(kinds == [.autoRefresh])
        container.turn(try #require(container.tree.root as? PageNode), to: 1)
        #expect(kinds == [.autoRefresh, .pageFlip, .autoRefresh])
        kinds = []
        container.advance(to: 0)
        container.advance(to: 1)
        #expect(kinds.filter { $0 == .pageFlip }.count == 2)
        let inner = container.tree.nodes.compactMap { $0 as? PageNode }.dropFirst()
        #expect(inner.map(\.currentPage) == [1, 1, 1, 1])
    }

    /// The first item is the copy of the last page, or the first page if the last entry has no template.
    @Test func aPageThatStaysIsSeenIfTheItemsAreThoseOfOtherEntries() throws {
        let (container, page) = try container(count: 0)
        func show(_ types: String...) {
            container.update(data: ["pages": .array(BindingArray(types.map { ["type": .string($0)] }))])
            container.layout(in: LayoutSize(width: 100, height: 100))
        }
        show("item", "item", "none")
        #expect((page.pageCount, page.scrollOffset.y) == (2, 0))
        show("none", "item", "item")
        #expect((page.pageCount, page.scrollOffset.y) == (2, 100))
    }

    @Test func reverseTurnsBackwards() throws {
        let (container, page) = try container("autoSwitch=\"true\" layoutOrientation=\"reverse\"", since: 0)
        container.advance(to: 3)
        #expect(page.currentPage == 2)
    }

    @Test func turnsThatAnAppSleptThroughAreNotMadeUpFor() throws {
        let (container, page) = try container(since: 0)
        #expect(container.advance(to: 1_000_000) == 1_000_003.5)
        #expect(page.currentPage == 1)
    }

    @Test(arguments: [
        ("", 3), ("autoSwitch=\"false\"", 3), ("autoSwitch=\"true\"", 1), ("autoSwitch=\"true\"", 0),
        ("autoSwitch=\"true\" visibility=\"invisible\"", 3), ("autoSwitch=\"true\" visibility=\"gone\"", 3),
    ])
    func aPageThatDoesNotTurnNeedsNoTime(_ attributes: String, _ count: Int) throws {
        let (container, page) = try container(attributes, count: count)
        #expect(container.advance(to: 0) == nil)
        #expect(container.advance(to: 100) == nil)
        #expect(page.currentPage == 0)
    }

    /// A host asks for the time of the next turn whenever it has drawn.
    @Test func aPageThatBeginsToTurnIsDrawnAgain() throws {
        let (container, page) = try container("")
        _ = container.displayList()
        #expect(container.advance(to: 1) == nil)
        page.autoSwitch = true
        #expect(container.needsDisplay && !container.needsLayout)
        #expect(container.advance(to: 2) == 5)
    }

    @Test func aTemplateCannotTurnPagesAllTheTime() throws {
        for stay in ["0", "-1000", "1"] {
            let (container, _) = try container(times: "stayTime=\"\(stay)\" autoSwitchTime=\"-7\"")
            let due = try #require(container.advance(to: 1))
            #expect(abs(due - 1.1) < 1e-9)
        }
    }

    @Test func aPageThatTheUserTurnedStaysItsWholeTime() throws {
        let (container, page) = try container(since: 0)
        container.turn(page, to: 2)
        #expect(container.advance(to: 3) == 6)
        #expect(page.currentPage == 2)
    }

    @Test func noPageTurnsUnderAFinger() throws {
        let (container, page) = try container(since: 0)
        #expect(container.touch(.began, at: LayoutPoint(x: 5, y: 5), time: 2.9) == 3)
        #expect(container.advance(to: 3) == nil)
        #expect(page.currentPage == 0)
        #expect(container.touch(.ended, at: LayoutPoint(x: 5, y: 5), time: 4) == 7)
        #expect(container.advance(to: 7) == 10.5)
        #expect(page.currentPage == 1)
    }

    /// Also under one that presses nothing: one that has moved, or that came down on what takes no clicks.
    @Test func noPageTurnsUnderAnyFinger() throws {
        let (container, page) = try container(since: 0)
        container.touch(.began, finger: 1, at: LayoutPoint(x: 5, y: 5), time: 1)
        container.touch(.moved, finger: 1, at: LayoutPoint(x: 50, y: 5), time: 2)
        container.touch(.began, finger: 2, at: LayoutPoint(x: 500, y: 5), time: 2)
        #expect(container.advance(to: 9) == nil)
        #expect(container.touch(.ended, finger: 1, at: LayoutPoint(x: 50, y: 5), time: 10) == nil)
        #expect(container.touch(.cancelled, finger: 2, at: LayoutPoint(x: 500, y: 5), time: 11) == 14)
        #expect(page.currentPage == 0)
    }

    @Test func aPageThatIsScrolledStaysItsWholeTime() throws {
        let (container, page) = try container(since: 0)
        container.scroll(page, to: LayoutPoint(x: 0, y: 120))
        #expect(container.advance(to: 2.9) == 5.9)
        #expect(container.advance(to: 5.9) == 9.4)
        #expect((page.currentPage, page.scrollOffset.y) == (1, 200))
    }

    @Test func aHostCanKeepPagesFromTurning() throws {
        let (container, page) = try container(since: 0)
        container.turnsPages = false
        #expect(container.advance(to: 3) == nil)
        container.turnsPages = true
        #expect(container.advance(to: 10) == 13)
        #expect(page.currentPage == 0)
    }

    @Test func aPageThatTurnsMayShowOtherPages() throws {
        let (container, page) = try container()
        container.onEvent = { event in
            guard event.kind == .pageFlip else { return }
            container.update(data: ["pages": .array(BindingArray([]))])
            container.layout(in: LayoutSize(width: 100, height: 100))
        }
        container.advance(to: 0)
        container.advance(to: 3)
        #expect(page.pageCount == 0)
        #expect(container.advance(to: 4) == nil)
    }
}
