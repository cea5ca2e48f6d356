import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// What a list or a page in an item keeps, whether it is seen or away.
extension ListWindowTests {
    /// If that is gone, the next one stays where it is, or if nobody saw it there, has its place.
    @Test(arguments: [(-5, true), (5, true), (-5, false), (5, false)], [true, false])
    func aRowWithKeysKeepsItsFirstCardWhateverComesBefore(_ change: (Int, Bool), _ isAway: Bool) throws {
        let (shift, isThere) = change
        let row = """
            <Slider dataTag="${inner}" itemKey="key" itemWidth="70" layoutWidth="-1" layoutHeight="50"/>
            """
        let templates = try Self.rowTemplates(row: row)
        func entries(_ first: Int) -> [JSONValue] {
            let cards = (first..<140).filter { isThere || first == 100 || $0 != 110 }.map { Self.entry($0) }
            return [["type": "row", "key": "row", "inner": .array(BindingArray(cards))]] + Self.entries(200)
        }
        let screen = try Screen("itemKey=\"key\"", entries(100), templates: templates)
        screen.container.scroll(try screen.slider(), to: LayoutPoint(x: 715, y: 0))
        if isAway { screen.scroll(to: 5_000) }
        #expect((screen.list.item(forEntry: 0) == nil) == isAway)
        screen.show(entries(100 + shift))
        screen.scroll(to: 0)
        #expect(try screen.slider().scrollOffset.x == Double((isThere || isAway ? 715 : 645) - shift * 70))
        #expect(
            try screen.slider().item(forEntry: 10 - shift)?.data?["t"]?.text == (isThere ? "entry 110" : "entry 111")
        )
    }

    /// Other data has equal cards, which were exposed.
    @Test(arguments: [true, false], [true, false])
    func equalCardsOfARowAreExposedOnce(_ hasWindow: Bool, _ isAway: Bool) throws {
        let card = "<FrameLayout flag=\"flag_exposure\" action=\"${t}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let templates = PreparedTemplates([
            "item": try LayoutSource.prepare(card), "row": try LayoutSource.prepare(Self.slider),
            "filler": try LayoutSource.prepare(Self.item),
        ])
        let fillers: [JSONValue] = (0..<200).map { ["type": "filler", "t": "a", "h": .int($0 % 7 * 10 + 30)] }
        let screen = try Screen("", [Self.row(2, "one")] + fillers, templates: templates)
        if !hasWindow { screen.container.listWindow = nil }
        screen.container.layout(in: Self.size)
        #expect(screen.container.exposeNodes().count == 2)
        if isAway { screen.scroll(to: 5_000) }
        screen.show([Self.row(2, "two")] + fillers)
        screen.scroll(to: 0)
        #expect(screen.container.exposeNodes().isEmpty)
    }

    /// The app or a program set a property of the page or list itself.
    @Test(arguments: [true, false], [true, false])
    func aPageStaysWithTheSameEntriesWhateverWasSetOnIt(_ hasWindow: Bool, _ isAway: Bool) throws {
        let row = """
            <VHLayout orientation="V" layoutWidth="-1" layoutHeight="100">
              <Page id="1" dataTag="${inner}" layoutWidth="-1" layoutHeight="50"/>
              <Slider id="2" dataTag="${inner}" itemWidth="70" layoutWidth="-1" layoutHeight="50"/>
            </VHLayout>
            """
        let templates = try Self.rowTemplates(row: row)
        let screen = try Screen("", [Self.row(20, "one")] + Self.entries(200), templates: templates)
        if !hasWindow { screen.container.listWindow = nil }
        screen.container.layout(in: Self.size)
        func node<Kind: ItemContainerNode>(_ type: Kind.Type) throws -> Kind {
            let nodes = try #require(screen.list.item(forEntry: 0)).nodes
            return try #require(nodes.lazy.compactMap { $0 as? Kind }.first)
        }
        screen.container.turn(try node(PageNode.self), to: 2)
        screen.container.scroll(try node(SliderNode.self), to: LayoutPoint(x: 150, y: 0))
        try node(PageNode.self).alpha = 0.5
        try node(SliderNode.self).alpha = 0.5
        if isAway { screen.scroll(to: 5_000) }
        screen.show([Self.row(20, "two")] + Self.entries(200))
        screen.scroll(to: 0)
        #expect(try node(PageNode.self).currentPage == 2)
        #expect(try node(SliderNode.self).scrollOffset.x == 150)
        #expect(try node(PageNode.self).alpha == 1)
    }
}
