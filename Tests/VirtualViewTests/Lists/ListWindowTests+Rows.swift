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

    /// The row that takes over the tree of another one has content of the same size.
    @Test(arguments: ["50", "-2"], [("wider", 50.0), ("shorter", 0)])
    func aRowComesBackScrolledNoFartherThanItsContent(_ height: String, _ change: (String, Double)) throws {
        let (kind, expected) = change
        let row = "<Slider dataTag=\"${inner}\" itemWidth=\"70\" layoutWidth=\"-1\" layoutHeight=\"\(height)\"/>"
        let others = Array(repeating: Self.row(kind == "wider" ? 10 : 2), count: 200)
        let screen = try Screen("", [Self.row(10)] + others, templates: Self.rowTemplates(row: row))
        screen.container.scroll(try screen.slider(), to: LayoutPoint(x: 400, y: 0))
        screen.scroll(to: 3_000)
        #expect(screen.list.item(forEntry: 0) == nil)
        if kind == "wider" {
            screen.container.layout(in: LayoutSize(width: 650, height: 600))
        } else {
            try screen.change(Self.row(2), at: 0)
            screen.container.layout(in: Self.size)
        }
        screen.container.scroll(screen.list, to: .zero)
        #expect(try screen.slider().scrollOffset.x == expected)
    }

    @Test(arguments: [true, false]) func aCardOfAnotherTypeIsAnotherOneInSpiteOfItsKey(_ isAway: Bool) throws {
        let slider = Self.slider.replacing("<Slider", with: "<Slider itemKey=\"key\"")
        let templates = PreparedTemplates([
            "item": try LayoutSource.prepare(Self.item), "other": try LayoutSource.prepare(Self.item),
            "row": try LayoutSource.prepare(slider),
        ])
        func row(_ type: String) -> JSONValue {
            ["type": "row", "inner": [["type": .string(type), "key": 1, "h": 40, "t": "card"]]]
        }
        let screen = try Screen("", [row("item")] + Self.entries(200), templates: templates)
        try #require(screen.slider().item(forEntry: 0)).root.alpha = 0.5
        if isAway { screen.scroll(to: 5_000) }
        #expect((screen.list.item(forEntry: 0) == nil) == isAway)
        try screen.change(row("other"), at: 0)
        screen.scroll(to: 0)
        screen.container.layout(in: Self.size)
        #expect(try screen.slider().item(forEntry: 0)?.root.alpha == 1)
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

    /// An app's function tells a whole number from an equal decimal one, whatever else comes back with the entry.
    @Test(arguments: [true, false]) func anEntryThatWasAwayShowsANumberOfAnotherKind(_ isInRow: Bool) throws {
        var registry = NodeRegistry.standard
        registry.register(BindingFunction("kind") { if case .int? = $0.first { "whole" } else { "decimal" } })
        let card = #"<NText text="${= app.kind(n)}" layoutWidth="-1" layoutHeight="40"/>"#
        let row = #"<Slider dataTag="${inner}" itemKey="key" itemWidth="70" layoutWidth="-1" layoutHeight="50"/>"#
        let templates = PreparedTemplates([
            "card": try PreparedTemplate(Template(decoding: LayoutSource.bytes(card)), registry: registry),
            "row": try LayoutSource.prepare(row), "item": try LayoutSource.prepare(Self.item),
        ])
        func entry(_ number: JSONValue) -> JSONValue {
            let card: JSONValue = ["type": "card", "key": "card", "n": number]
            return isInRow ? ["type": "row", "key": "row", "inner": [card]] : card
        }
        let screen = try Screen("itemKey=\"key\"", [entry(1)] + Self.entries(200), templates: templates)
        func text(_ index: Int) throws -> TextNode {
            let item = try #require(screen.list.item(forEntry: index))
            let root = isInRow ? (item.root as? SliderNode)?.item(forEntry: 0)?.root : item.root
            return try #require(root as? TextNode)
        }
        #expect(try text(0).text == "whole")
        try text(0).alpha = 0.5
        // A card in a row is away with it, and the other one goes to the end.
        if isInRow { screen.scroll(to: 5_000) }
        screen.show(isInRow ? [entry(1.0)] + Self.entries(200) : Self.entries(200) + [entry(1.0)])
        let index = isInRow ? 0 : 200
        screen.scroll(to: screen.list.scrollOffset(ofEntry: index).y)
        #expect(try text(index).text == "decimal")
        #expect(try text(index).alpha == 0.5)
    }
}
