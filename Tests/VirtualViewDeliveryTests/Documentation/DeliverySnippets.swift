import Foundation
import VirtualViewDelivery

/// The Swift of Docs/Delivery.md, as an app would have it.
enum DeliverySnippets {
    static func start(
        _ support: URL,
        _ pinnedRoot: [UInt8],
        _ bundledRelease: URL?,
        _ server: URL,
        _ transport: any TemplateTransport,
        _ card: Container,
        _ report: (any Error) -> Void
    ) async throws -> TemplateStore {
        // snippet: delivery
        // Without one the app goes on, but no release is rolled back by itself.
        let journal = try? TemplateJournal(at: support.appendingPathComponent("app.journal"))
        // At once unless the app was started in the background, and when it comes to the front; false when it goes to the back.
        journal?.isInForeground = true
        let store = try TemplateStore(
            at: support.appendingPathComponent("Templates"),
            root: pinnedRoot,
            embedded: bundledRelease,
            configuration: TemplateStore.Configuration(journal: journal)
        )
        var configuration = TemplateManager.Configuration()
        configuration.journal = journal
        let templates = TemplateManager(configuration: configuration)
        try store.activate(in: templates)

        // Later, and off the way of the first screen:
        do { try await store.update(from: server, transport: transport) } catch { report(error) }
        // Also then: an update that fails may have learnt what is disabled.
        try store.activate(in: templates)
        // Shows the new version; throws if the template was disabled, also when nothing was installed.
        try card.follow(templates)

        // When the app was used for a while, not right after an update: until then the new release is on trial.
        store.markHealthy()
        // end
        return store
    }

    static func check(_ pinnedRoot: [UInt8], _ rootsOfServer: [[UInt8]], _ fetched: [UInt8]) throws {
        // snippet: delivery-trust
        var trust = try ReleaseTrust(pinned: pinnedRoot)
        for root in rootsOfServer { try trust.accept(root: root) }
        let latest = try trust.accept(latest: fetched)
        print("until \(latest.expires):", latest.disabled.map { "\($0.type) is disabled: \($0.reason)" })
        // end
    }
}
