import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A screen that is open, and the releases that come and go below it.
@Suite struct FollowStoreTests {
    private func open(_ bench: StoreBench, _ folder: URL) throws -> TemplateStore {
        var configuration = TemplateStore.Configuration(build: "1")
        let now = bench.now
        configuration.now = { now }
        return try TemplateStore(at: folder, root: bench.workshop.pinned, configuration: configuration)
    }

    @Test func anOpenScreenShowsTheNewReleaseAndGoesBack() async throws {
        var bench = StoreBench()
        bench.publish(1)
        let folder = try TemporaryFolder()
        let store = try open(bench, folder.url)
        try await bench.update(store)
        let templates = TemplateManager()
        try store.activate(in: templates)
        let card = Container(try templates.makeNodeTree(of: "Card"))
        card.layout(in: card.sizeThatFits(width: 300))
        let first = card.displayList()
        var changes = templates.changes(of: "Card").makeAsyncIterator()
        bench.publish(2)
        #expect(try await bench.update(store) == .installed(2))
        #expect(try card.follow(templates) == false, "an update shows nothing by itself")
        try store.activate(in: templates)
        #expect(await changes.next()?.template?.version.patch == 2)
        #expect(try card.follow(templates))
        #expect(card.tree.templateVersion.patch == 2)
        card.layout(in: card.sizeThatFits(width: 300))
        #expect(card.displayList() != first)
        try store.rollBack("test")
        try store.activate(in: templates)
        #expect(try card.follow(templates))
        card.layout(in: card.sizeThatFits(width: 300))
        #expect(card.displayList() == first)
        #expect(try card.follow(templates) == false)
    }

    @Test func anOpenScreenIsToldThatItsTemplateIsDisabled() async throws {
        var bench = StoreBench()
        bench.publish(1)
        let folder = try TemporaryFolder()
        let store = try open(bench, folder.url)
        try await bench.update(store)
        let templates = TemplateManager()
        try store.activate(in: templates)
        let card = Container(try templates.makeNodeTree(of: "Card"))
        var changes = templates.changes(of: "Card").makeAsyncIterator()
        bench.workshop.disabled = [.init(type: "Card", version: nil, reason: "taken down")]
        bench.workshop.writeLatest()
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .upToDate)
        try store.activate(in: templates)
        let change = try #require(await changes.next())
        #expect(change.template == nil)
        let error = #expect(throws: TemplateError.self) { try card.follow(templates) }
        #expect(error?.code == .notFound)
        bench.workshop.disabled = []
        bench.workshop.writeLatest()
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .upToDate)
        try store.activate(in: templates)
        #expect(await changes.next()?.template != nil)
        _ = try card.follow(templates)
        #expect(card.tree.templateVersion.patch == 1)
    }
}
