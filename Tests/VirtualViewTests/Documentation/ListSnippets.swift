import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewTestSupport

/// The code of `Docs/Lists.md`: what stands between the markers is what the page shows.
@Suite struct ListSnippets {
    private let templates = TemplateManager()

    /// Loads the templates of the page.
    init() throws {
        for block in try MarkdownDocument("Docs/Lists.md").blocks where block.language == "xml" {
            let file = try #require(block.options.first)
            let compiled = TemplateCompiler().compile(SourceFile(path: file, text: block.text))
            #expect(compiled.diagnostics.isEmpty, "\(file): \(compiled.diagnostics.ordered)")
            try templates.load(try #require(compiled.bytes), as: String(file.dropLast(4)))
        }
    }

    @Test func feed() throws {
        // As many as the page says take seconds in a build for debugging.
        let count = 20_000
        // snippet: list-entries
        func posts(_ numbers: Range<Int>) -> [JSONValue] {
            numbers.map { ["type": "Post", "id": .int(Int64($0)), "title": .string("Post \($0)"), "time": "now"] }
        }
        let screen = try FeedScreen(templates, entries: posts(0..<count))
        // end
        var drawn: [DisplayList] = []
        var requests = 0
        screen.draw = { drawn.append($0) }
        screen.loadMore = { requests += 1 }
        screen.showFrame(in: LayoutSize(width: 390, height: 800))
        screen.scroll(by: 250)
        screen.frameDidEnd()
        screen.show(12_000)
        #expect(drawn.count == 3)
        #expect(drawn.last?.texts.first == "Post 12000", "\(drawn.last?.texts.prefix(4) ?? [])")
        #expect(requests == 0)
        screen.show(count - 1)
        #expect(requests == 1)
        #expect(drawn.last?.texts.contains("Post \(count - 1)") == true)
        try screen.didReceive(posts(count..<count + 20))
        #expect(drawn.last?.texts.contains("Post \(count)") == false, "new entries are behind those that are shown")
        screen.scroll(by: 300)
        #expect(drawn.last?.texts.contains("Post \(count)") == true)
        #expect(drawn.allSatisfy { $0.texts.count < 80 })
    }

    @Test func changes() throws {
        let tree = try templates.makeNodeTree(of: "Feed")
        let list = try #require(tree.root as? ScrollerNode)
        let entries = (0..<8).map { number -> JSONValue in ["type": "Post", "id": .int(Int64(number)), "title": "Old"] }
        let container = Container(tree)
        container.update(data: ["entries": .array(BindingArray(entries))])
        // snippet: list-changes
        var changes = ListChanges()
        changes.remove(at: 3)
        changes.insert(["type": "Post", "id": 8, "title": "New"], at: 0)
        changes.move(from: 5, to: 1)
        changes.change(["type": "Post", "id": 0, "title": "Edited"], at: 2)
        try list.apply(changes)
        // end
        container.layout(in: LayoutSize(width: 390, height: 2_000))
        let texts = container.displayList().texts
        #expect(texts == ["New", "Old", "Edited", "Old", "Old", "Old", "Old", "Old"])
        var wrong = ListChanges()
        wrong.remove(at: 8)
        #expect(throws: ListChanges.InvalidIndex.self) { try list.apply(wrong) }
    }
}

extension DisplayList {
    /// The first lines of the texts.
    var texts: [String] {
        items.compactMap { item in
            if case .text(let text) = item.content { text.lines.first?.text } else { nil }
        }
    }
}

// snippet: list-screen
/// A screen with one list.
final class FeedScreen {
    private let container: Container
    private let list: ScrollerNode
    private var count: Int
    /// Draws what is visible.
    var draw: (DisplayList) -> Void = { _ in }
    /// Requests entries from the server, which come by `didReceive`.
    var loadMore: () -> Void = {}

    init(_ templates: TemplateManager, entries: [JSONValue]) throws {
        container = Container(try templates.makeNodeTree(of: "Feed"))
        guard let list = container.tree.root as? ScrollerNode else {
            throw TemplateError(.malformed, "the feed is not a list")
        }
        self.list = list
        count = entries.count
        container.update(data: ["entries": .array(BindingArray(entries))])
        container.onEvent = { [weak self] event in if event.kind == .autoRefresh { self?.loadMore() } }
    }

    /// Lays out and draws what changed; the size is that of the view.
    func showFrame(in size: LayoutSize) {
        container.layout(in: size)
        if container.needsDisplay { draw(container.displayList()) }
    }

    /// The view calls this for each movement of a finger, and of the deceleration after it.
    func scroll(by distance: Double) {
        container.scroll(list, to: LayoutPoint(x: 0, y: list.scrollOffset.y + distance))
        showFrame(in: container.size)
    }

    /// The view calls this when a frame is done and there is time left.
    func frameDidEnd() {
        container.prepareItemsAhead(2)
        container.turnDidEnd()
    }

    /// Appends a page of entries, without comparing those that are there.
    func didReceive(_ page: [JSONValue]) throws {
        var changes = ListChanges()
        for entry in page {
            changes.insert(entry, at: count)
            count += 1
        }
        try list.apply(changes)
        showFrame(in: container.size)
    }

    /// Shows an entry at the start of the visible part.
    func show(_ entry: Int) {
        container.scroll(list, to: list.scrollOffset(ofEntry: entry))
        showFrame(in: container.size)
    }
}
// end
