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
        var bench = StoreBench(publishing: 1)
        let folder = try TemporaryFolder()
        let store = try await bench.updated(bench.open(in: folder))
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

    /// Another process keeps the last two releases, and has no room for the files of others.
    @Test func aReleaseWithoutItsFilesGivesWayToThePresentOne() async throws {
        var bench = StoreBench(publishing: 1)
        let folder = try TemporaryFolder()
        let store = try await bench.updated(bench.open(in: folder))
        let templates = TemplateManager()
        templates.isSuspended = true
        try store.activate(in: templates)
        let other = try bench.open(in: folder, capacity: 1024)
        for number in 2...3 {
            bench.publish(number)
            #expect(try await bench.update(other) == .installed(number))
        }
        #expect(throws: TemplateError.self) { try templates.template(for: "Card") }
        try store.activate(in: templates)
        #expect(store.current?.number == 3)
        #expect(try templates.template(for: "Card") == StoreBench.templates(3)[0])
    }

    @Test func storesOfTwoChannelsServeOneManager() async throws {
        var (shop, feed) = (StoreBench(), StoreBench())
        feed.workshop.channel = "feed"
        feed.workshop.files[RootFile.path(1)] = feed.workshop.signed(.root, feed.workshop.root.content)
        func post(_ number: UInt16) -> [Template] { [Sample.template("Post", "post \(number)", version: number)] }
        shop.publish(1)
        feed.workshop.publish(1, post(1))
        feed.server.serve(feed.workshop)
        let folders = (try TemporaryFolder(), try TemporaryFolder())
        let stores = (try shop.open(in: folders.0), try feed.open(in: folders.1))
        let templates = TemplateManager()
        func version(_ type: String) throws -> UInt16 {
            try templates.makeNodeTree(of: type).templateVersion.patch
        }
        try await shop.update(stores.0)
        try await feed.update(stores.1)
        for store in [stores.0, stores.1] { try store.activate(in: templates) }
        #expect(try version("Card") == 1 && version("Post") == 1)
        // A release of one channel is asked for by its store, and changes nothing of the other.
        feed.workshop.publish(2, post(2))
        feed.server.serve(feed.workshop)
        _ = shop.server.takePaths()
        try await feed.update(stores.1)
        try stores.1.activate(in: templates)
        #expect(try version("Card") == 1 && version("Post") == 2)
        #expect(shop.server.takePaths().isEmpty)
        try stores.1.rollBack("test")
        for store in [stores.0, stores.1] { try store.activate(in: templates) }
        #expect(try version("Card") == 1 && version("Post") == 1)
    }

    @Test func anOpenScreenIsToldThatItsTemplateIsDisabled() async throws {
        var bench = StoreBench(publishing: 1)
        let folder = try TemporaryFolder()
        let store = try await bench.updated(bench.open(in: folder))
        let templates = TemplateManager()
        try store.activate(in: templates)
        let card = Container(try templates.makeNodeTree(of: "Card"))
        var changes = templates.changes(of: "Card").makeAsyncIterator()
        bench.disable(["Card"])
        #expect(try await bench.update(store) == .upToDate)
        try store.activate(in: templates)
        let change = try #require(await changes.next())
        #expect(change.template == nil)
        let error = #expect(throws: TemplateError.self) { try card.follow(templates) }
        #expect(error?.code == .notFound)
        bench.disable([])
        #expect(try await bench.update(store) == .upToDate)
        try store.activate(in: templates)
        #expect(await changes.next()?.template != nil)
        _ = try card.follow(templates)
        #expect(card.tree.templateVersion.patch == 1)
    }
}
