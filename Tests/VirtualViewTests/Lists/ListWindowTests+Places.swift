import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Where a list stands when what it showed is gone, or was never there.
extension ListWindowTests {
    @Test(arguments: [true, false], [10, 15, 20, 40])
    func theNextEntryTakesThePlaceIfAllThatIsVisibleGoes(_ hasKey: Bool, _ count: Int) throws {
        var entries = (0..<200).map { Self.entry($0) }
        let screen = try Screen(hasKey ? "itemKey=\"key\"" : "", entries)
        screen.scroll(to: 800)
        if hasKey {
            entries.removeSubrange(20..<20 + count)
            screen.show(entries)
        } else {
            var changes = ListChanges()
            for _ in 0..<count { changes.remove(at: 20) }
            try screen.list.apply(changes)
            screen.container.layout(in: Self.size)
        }
        #expect(screen.list.item(forEntry: 20)?.data?["t"]?.text == "entry \(20 + count)")
        // One that was visible stays where it was.
        let isVisible = count * 40 < 600
        #expect(try screen.place(of: 20) == (isVisible ? Double(count * 40) : 0))
    }

    @Test func aListWhoseEntriesAllChangeButOneShowsSome() throws {
        let screen = try Screen("itemKey=\"key\"", (0..<5_000).map { Self.entry($0) })
        screen.scroll(to: 80_000)
        screen.show([Self.entry(0)] + (1..<5_000).map { Self.entry(10_000 + $0) })
        #expect(try screen.place(of: 0) == 0)
        #expect(screen.list.items.count < 100)
    }

    /// An app shows again where its user was, before or after a layout without entries.
    @Test(arguments: [true, false]) func aFarDistanceThatIsSetBeforeThereAreLengthsIsShown(_ isLaidOut: Bool) throws {
        let xml = "<Scroller dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["item": try LayoutSource.prepare(Self.item)])
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: source))
        let list = try #require(container.tree.root as? ScrollerNode)
        if isLaidOut { container.layout(in: Self.size) }
        container.update(data: ["items": .array(BindingArray((0..<10_000).map { Self.entry($0) }))])
        list.scrollOffset.y = 100_000
        container.layout(in: Self.size)
        #expect(list.scrollOffset.y == 100_000)
        #expect(list.item(forEntry: 2_500)?.root.frame.origin.y == 100_000)
        #expect(list.items.count < 100)
    }

    @Test func aScrollToAnEntryThatCameArrivesWithoutALayoutBetween() throws {
        let screen = try Screen("", (0..<20).map { Self.entry($0) })
        var changes = ListChanges()
        for number in 20..<120 { changes.insert(Self.entry(number), at: number) }
        try screen.list.apply(changes)
        screen.scroll(to: screen.list.scrollOffset(ofEntry: 60).y)
        #expect(try screen.place(of: 60) == 0)
    }

    /// Long entries at the end, of which none was seen, so that the end is estimated too early.
    @Test(arguments: ["linear", "staggeredGrid"]) func aScrollToAnEntryBehindTheEstimatedEndArrives(_ mode: String)
        throws
    {
        for index in [950, 970, 985, 990, 995] {
            let screen = try Screen("mode=\"\(mode)\"", (0..<1_000).map { Self.entry($0, height: $0 < 900 ? 40 : 200) })
            screen.scroll(to: screen.list.scrollOffset(ofEntry: index).y)
            #expect(abs(try screen.place(of: index)) < 1e-6, "\(index)")
        }
        let screen = try Screen("mode=\"\(mode)\"", (0..<1_000).map { Self.entry($0, height: $0 < 900 ? 40 : 200) })
        screen.scroll(to: screen.list.scrollOffset(ofEntry: 999).y)
        #expect(screen.list.scrollOffset.y == screen.list.contentSize.height - 600)
    }

    /// A tree may get its data where it is made, before a container has it.
    @Test func aListThatGotItsDataBeforeItsContainerBeginsAtItsEnd() throws {
        let xml = "<Scroller anchor=\"end\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let tree = try LayoutSource.prepare(xml).makeTree(
            source: PreparedTemplates(["item": LayoutSource.prepare(Self.item)])
        )
        tree.update(data: ["items": .array(BindingArray((0..<100).map { Self.entry($0) }))])
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        container.layout(in: Self.size)
        #expect(try #require(tree.root as? ScrollerNode).scrollOffset.y == 3_400)
    }

    @Test func entriesOfAnAppGetItemsForWhatIsVisible() throws {
        let xml = "<Scroller dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["item": try LayoutSource.prepare(Self.item)])
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: source))
        let list = try #require(container.tree.root as? ScrollerNode)
        var changes = ListChanges()
        for number in 0..<1_000 { changes.insert(Self.entry(number), at: number) }
        try list.apply(changes)
        #expect(list.items.isEmpty)
        container.layout(in: Self.size)
        #expect(10...40 ~= list.items.count && list.item(forEntry: 0) != nil)
    }

    @Test(arguments: ["linear", "staggeredGrid"], [true, false])
    func aChatThatIsAskedForASizeStaysAtItsEnd(_ mode: String, _ hasWindow: Bool) throws {
        let entries = (0..<50).map { Self.entry($0) }
        let screen = try Screen("anchor=\"end\" mode=\"\(mode)\"", entries, hasWindow: hasWindow)
        for height in [300.0, 450, 600] {
            _ = screen.container.sizeThatFits(width: 300)
            screen.container.layout(in: LayoutSize(width: 300, height: height))
            #expect(screen.list.scrollOffset.y == screen.list.contentSize.height - height)
        }
    }

    @Test(arguments: [true, false])
    func aChatThatTheUserScrolledStaysThereUntilItIsUsedAgain(_ hasWindow: Bool) throws {
        let screen = try Screen("anchor=\"end\"", (0..<100).map { Self.entry($0) }, hasWindow: hasWindow)
        screen.scroll(to: 100)
        var changes = ListChanges()
        changes.insert(Self.entry(100), at: 100)
        try screen.list.apply(changes)
        screen.container.layout(in: Self.size)
        #expect(screen.list.scrollOffset.y == 100)
        screen.container.reuse(for: screen.container.tree.data)
        screen.container.layout(in: Self.size)
        #expect(screen.list.scrollOffset.y == 3_400)
        screen.scroll(to: 100)
        screen.scroll(to: 3_400)
        screen.show((0..<101).map { Self.entry($0) })
        #expect(screen.list.scrollOffset.y == 3_440)
    }

    @Test(arguments: [true, false]) func aChatWhoseRoomGrowsShowsItsStartToWhoWasThere(_ hasWindow: Bool) throws {
        let item = """
            <NText layoutWidth="-1" layoutHeight="-1" autoDimDirection="X" autoDimX="2" autoDimY="1" text="${t}"/>
            """
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let entries = (0..<4).map { Self.entry($0) }
        let screen = try Screen("anchor=\"end\"", entries, templates: templates, hasWindow: hasWindow)
        screen.container.layout(in: LayoutSize(width: 300, height: 400))
        screen.container.scroll(screen.list, to: .zero)
        screen.container.layout(in: LayoutSize(width: 300, height: 400))
        screen.container.layout(in: LayoutSize(width: 600, height: 700))
        #expect(screen.list.scrollOffset.y == 0 && screen.list.contentSize.height == 1_200)
    }

    @Test(arguments: [true, false]) func aScrollToAnEntryWithoutATemplateLeadsToTheNext(_ hasWindow: Bool) throws {
        let entries = (0..<20).map { Self.entry($0) } + [["type": "nobody"]] + (21..<50).map { Self.entry($0) }
        let screen = try Screen("", entries, hasWindow: hasWindow)
        #expect(screen.list.scrollOffset(ofEntry: 20).y == 800)
        screen.show(Array(entries[..<21]))
        screen.container.prepareItemsAhead()
        #expect(screen.list.scrollOffset(ofEntry: 20).y == 200)
    }

    /// The place of an entry near the end may be the end, as far as that is known.
    @Test func anAnswerThatNobodyUsedIsForgotten() throws {
        let screen = try Screen("", (0..<1_000).map { Self.entry($0, height: $0 < 900 ? 40 : 200) })
        _ = screen.list.scrollOffset(ofEntry: 990)
        screen.list.invalidate(.childLayout)
        screen.container.layout(in: Self.size)
        screen.scroll(to: screen.list.contentSize.height - 600)
        #expect(screen.list.scrollOffset.y == screen.list.contentSize.height - 600)
    }

    /// The lengths of two columns are forgotten with the width.
    @Test(arguments: [true, false]) func aChatInColumnsStaysAtItsEndWhateverItsWidth(_ hasWindow: Bool) throws {
        let item = "<NText layoutWidth=\"-1\" layoutHeight=\"120rp\" text=\"${t}\"/>"
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let entries = (0..<24).map { Self.entry($0) } + [["type": "nobody"]]
        let attributes = "anchor=\"end\" mode=\"staggeredGrid\""
        let screen = try Screen(attributes, entries, templates: templates, hasWindow: hasWindow)
        for width in [320.0, 375, 320] {
            screen.container.environment = ScreenEnvironment(width: width)
            screen.container.layout(in: LayoutSize(width: width, height: 500))
            #expect(abs(screen.list.scrollOffset.y - (screen.list.contentSize.height - 500)) < 1e-6)
        }
    }

    /// A list may be laid out in the height that it asks for.
    @Test func aListOfAnyHeightShowsAllItsItems() throws {
        let screen = try Screen("", [])
        screen.container.update(data: ["items": .array(BindingArray((0..<11_000).map { Self.entry($0, height: 2) }))])
        screen.container.layout(in: LayoutSize(width: 300, height: 22_000))
        #expect(screen.list.liveRange == 0..<11_000 && screen.list.items.count == 11_000)
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func itemsAreMadeAheadForTheSizeThatTheListHas(_ mode: String) throws {
        let screen = try Screen("mode=\"\(mode)\"", Self.entries(200))
        let (count, width) = (screen.list.items.count, screen.list.items[0].root.frame.size.width)
        #expect(screen.container.sizeThatFits(width: 200, height: 400).width == 200)
        screen.container.prepareItemsAhead()
        #expect(screen.list.items.count > count)
        #expect(screen.list.items.allSatisfy { $0.root.frame.size.width == width })
    }

    @Test func noItemsArePreparedForAListThatIsGone() throws {
        let list = "<Scroller visibility=\"gone\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["item": try LayoutSource.prepare(Self.item)])
        let xml = "<FrameLayout layoutWidth=\"-1\" layoutHeight=\"-1\">\(list)</FrameLayout>"
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: source))
        container.update(data: ["items": .array(BindingArray(Self.entries(20)))])
        container.layout(in: Self.size)
        #expect(!container.prepareItemsAhead(5))
        #expect((container.tree.root.children[0] as? ScrollerNode)?.items.isEmpty == true)
    }

    @Test(arguments: [0, -3]) func noItemsArePreparedForACountBelowOne(_ count: Int) throws {
        let screen = try Screen("", Self.entries(200))
        #expect(!screen.container.prepareItemsAhead(count))
        #expect(screen.container.prepareItemsAhead(1))
    }

    /// No text of an entry is at such a place, so no two entries are the same.
    @Test(arguments: ["post..id", ".id", "post id", "id}", "= id"]) func whatIsNoPathIsNoKey(_ key: String) throws {
        let screen = try Screen("itemKey=\"\(key)\"", (0..<50).map { Self.entry($0) })
        screen.scroll(to: 400)
        screen.show((0..<55).map { Self.entry($0 + 100) })
        #expect(screen.list.scrollOffset.y == 400 && screen.container.tree.issues.isEmpty)
    }

    @Test(arguments: ["longer", "inserted"]) func whatIsSeenBehindAGapStays(_ change: String) throws {
        let screen = try Screen("lineSpace=\"20\"", (0..<100).map { Self.entry($0) })
        screen.scroll(to: 2_990)
        #expect(try screen.place(of: 50) == 10)
        var changes = ListChanges()
        if change == "longer" {
            changes.change(Self.entry(49, height: 200), at: 49)
        } else {
            changes.insert(Self.entry(900), at: 50)
        }
        try screen.list.apply(changes)
        screen.container.layout(in: Self.size)
        let item = try #require(screen.list.items.first { $0.data?["t"]?.text == "entry 50" })
        #expect(item.root.frame.origin.y - screen.list.scrollOffset.y == 10)
    }

    /// What was visible fits.
    @Test func aLimitOfNodesThatIsReachedAheadLeavesTheEntries() throws {
        let xml = "<Scroller dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["item": try LayoutSource.prepare(Self.item)])
        let limits = NodeTree.Limits(maximumNodeCount: 50)
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: source, limits: limits))
        let list = try #require(container.tree.root as? ScrollerNode)
        container.update(data: ["items": .array(BindingArray((0..<200).map { Self.entry($0) }))])
        container.layout(in: Self.size)
        for _ in 0..<3 { container.prepareItemsAhead() }
        #expect(container.tree.issues.contains { $0.code == .tooManyItems })
        #expect(list.contentSize.height == 8_000)
        for offset in [4_000.0, 7_400, 0] {
            container.scroll(list, to: LayoutPoint(x: 0, y: offset))
            container.layout(in: Self.size)
            let seen = list.items.filter { offset..<offset + 600 ~= $0.root.frame.origin.y }
            #expect(seen.count == 15, "\(offset): \(list.liveRange)")
            #expect(list.scrollOffset.y == offset)
        }
    }

    /// The columns of a staggered list follow from items for which there is no room.
    @Test func whatHasNoRoomIsNotMadeAheadForEver() throws {
        let xml = "<Scroller mode=\"staggeredGrid\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["item": try LayoutSource.prepare(Self.item)])
        let limits = NodeTree.Limits(maximumNodeCount: 70)
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: source, limits: limits))
        let list = try #require(container.tree.root as? ScrollerNode)
        container.update(data: ["items": .array(BindingArray((0..<200).map { Self.entry($0) }))])
        container.layout(in: Self.size)
        container.scroll(list, to: LayoutPoint(x: 0, y: 2_000))
        container.layout(in: Self.size)
        var count = 0
        while count < 1_000, container.prepareItemsAhead(1) { count += 1 }
        #expect(count < 1_000)
        #expect(container.tree.issues.contains { $0.code == .tooManyItems })
    }

    @Test func aRowBeginsAtItsEndAlsoIfItWasMeasuredBefore() throws {
        let row = """
            <Slider dataTag="${inner}" anchor="end" itemWidth="70" layoutWidth="-1" layoutHeight="50"/>
            """
        let templates = try Self.rowTemplates(row: row)
        let xml = "<Scroller dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        container.update(data: ["items": .array(BindingArray((0..<40).map { _ in Self.row(20) }))])
        _ = container.sizeThatFits(width: 300)
        container.layout(in: Self.size)
        let list = try #require(container.tree.root as? ScrollerNode)
        let slider = try #require(list.item(forEntry: 0)?.root as? SliderNode)
        #expect(slider.scrollOffset.x == 20 * 70 - 300)
    }

    @Test func theItemOfAPageIsNotItsCopy() throws {
        let xml = "<Page dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["item": try LayoutSource.prepare(Self.item)])
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: source))
        let page = try #require(container.tree.root as? PageNode)
        for count in 1...3 {
            container.update(data: ["items": .array(BindingArray((0..<count).map { Self.entry($0) }))])
            container.layout(in: Self.size)
            for index in 0..<count {
                container.turn(page, to: index)
                container.layout(in: Self.size)
                #expect(page.item(forEntry: index)?.root.frame.origin == page.scrollOffset)
                #expect(page.scrollOffset(ofEntry: index) == page.scrollOffset)
            }
        }
    }

    /// Its pages are the items but for the first and the last, which are copies.
    @Test func aPageKeepsItsItemsWhenPagesComeOrGoAtTheEnd() throws {
        let xml = "<Page dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["item": try LayoutSource.prepare(Self.item)])
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: source))
        let page = try #require(container.tree.root as? PageNode)
        container.update(data: ["items": .array(BindingArray((0..<3).map { Self.entry($0) }))])
        container.layout(in: Self.size)
        let pages = Array(page.items[1...3])
        func apply(_ edit: (inout ListChanges) -> Void) throws {
            var changes = ListChanges()
            edit(&changes)
            try page.apply(changes)
            container.layout(in: Self.size)
        }
        try apply { $0.insert(Self.entry(3), at: 3) }
        #expect(page.items.count == 6 && page.items[1...3].elementsEqual(pages, by: ===))
        try apply { $0.remove(at: 3) }
        #expect(page.items.count == 5 && page.items[1...3].elementsEqual(pages, by: ===))
        try apply { $0.remove(at: 2) }
        #expect(page.items.count == 4 && page.items[1...2].elementsEqual(pages[..<2], by: ===))
        #expect(page.items.compactMap { $0.data?["key"] } == [1, 0, 1, 0])
    }
}
