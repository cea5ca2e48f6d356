import Testing
import VirtualView
import VirtualViewCompiler

/// The code of `Docs/Lists.md` on cells: what stands between the markers is what the page shows.
@Suite struct CellSnippets {
    private static let card = """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-2" flag="flag_clickable" action="${link}">
        <NText text="${title}" textSize="40" lines="0" layoutWidth="-1" layoutHeight="-2"/></VHLayout>
        """

    private func loadedManager() throws -> TemplateManager {
        let manager = TemplateManager()
        let compiled = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: Self.card))
        try manager.load(TemplateRequest(#require(compiled.bytes), as: "Card"))
        return manager
    }

    @Test func cells() throws {
        let manager = try loadedManager()
        var opened: [String] = []
        let router = Router { action, _ in opened.append(action) }
        let painter = Painter()
        // snippet: cells-render
        let renderer = ItemRenderer(manager, environment: ScreenEnvironment(scale: 3, width: 390))
        let cell = try renderer.render("Card", data: ["title": "Tea", "link": "app://tea"], width: 390)
        painter.draw(cell.displayList)
        // end
        #expect(cell.size == LayoutSize(width: 390, height: 46))
        // snippet: cells-touch
        if let touch = cell.touch(at: LayoutPoint(x: 20, y: 30)), touch.takesClicks {
            let event = touch.event(.click)
            if let action = event.action { router.open(action, event.actionValue) }
        }
        // end
        #expect(opened == ["app://tea"])
        // snippet: cells-live
        let live = cell.hydrate()
        live.onEvent = { event in if let action = event.action { router.open(action, event.actionValue) } }
        live.send(.click, at: LayoutPoint(x: 20, y: 30))
        // end
        #expect(opened == ["app://tea", "app://tea"])
    }

    @Test func heights() async throws {
        let manager = try loadedManager()
        let renderer = ItemRenderer(manager, environment: ScreenEnvironment(scale: 3, width: 390))
        let feed: [JSONValue] = (0..<1_000).map { ["title": .string(String(repeating: "tea ", count: $0 % 9 + 1))] }
        // snippet: cells-heights
        let cache = RenderedItemCache()
        let entries = feed.map { ItemRenderer.Entry("Card", data: $0) }
        let cells = await cache.items(entries, width: 390, from: renderer)
        let heights = cells.map { cell in (try? cell.get().size.height) ?? 0 }
        // end
        #expect(heights.count == 1_000 && heights.min() == 46 && heights.max() == 92)
        // The texts repeat.
        #expect(cache.count == 9)
        // snippet: cells-cached
        let shown = try cache.item("Card", data: feed[17], width: 390, from: renderer)
        // end
        #expect(shown.size.height == heights[17])
    }

    private struct Painter {
        func draw(_ list: DisplayList) {}
    }

    private struct Router {
        let open: (String, JSONValue?) -> Void
    }
}
