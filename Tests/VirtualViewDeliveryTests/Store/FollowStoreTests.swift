import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A screen that is open, and the releases that come and go below it.
@Suite struct FollowStoreTests {
    @Test func anOpenScreenShowsTheNewReleaseAndGoesBack() async throws {
        var bench = StoreBench()
        bench.publish(1)
        let folder = try TemporaryFolder()
        var configuration = TemplateStore.Configuration(build: "1")
        let now = bench.now
        configuration.now = { now }
        let store = try TemplateStore(at: folder.url, root: bench.workshop.pinned, configuration: configuration)
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
}
