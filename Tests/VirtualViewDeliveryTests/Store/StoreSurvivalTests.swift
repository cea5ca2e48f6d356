import Foundation
import Testing
import VirtualViewFormat

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// What could end updates for ever, or take back what was decided.
@Suite struct StoreSurvivalTests {
    // MARK: - Trust

    @Test func anotherChannelCountsItsOwnNumbers() async throws {
        var bench = StoreBench()
        for number in 1...4 { bench.publish(number) }
        try await bench.update(bench.open())
        // So many root keys were lost that an update of the app brings a new root file; the other keys are still good.
        var next = Workshop()
        next.channel = "production-2"
        next.keys[.root] = ([SigningKey("root 9")], 1)
        next.files[RootFile.path(1)] = next.signed(.root, next.root.content)
        bench.workshop = next
        bench.publish(1)
        let store = try bench.open()
        #expect(try await bench.update(store) == .installed(1))
        #expect(try await bench.update(bench.open()) == .upToDate)
    }

    @Test func aCandidateThatBecameStableIsNotTakenBackByTheOnlineKey() async throws {
        var bench = StoreBench()
        let first = bench.publish(1)
        let store = try bench.open()
        try await bench.update(store)
        let second = bench.workshop.offer(2, StoreBench.templates(2), percent: 100)
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .installed(2))
        (bench.workshop.stable, bench.workshop.candidate) = (second, nil)
        bench.workshop.writeLatest()
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .upToDate)
        bench.workshop.stable = first
        bench.workshop.writeLatest()
        bench.server.serve(bench.workshop)
        let error = await #expect(throws: DeliveryError.self) { try await bench.update(bench.open()) }
        #expect(error?.code == .rolledBack)
        #expect(try bench.open().current?.number == 2)
    }

    @Test func whatTheAppsOwnReleaseDisablesIsNotShownUntilANewerFileSaysOtherwise() async throws {
        var bench = StoreBench()
        bench.publish(1)
        let old = bench.workshop
        bench.workshop.disabled = [.init(type: "Card", version: nil, reason: "taken down")]
        bench.workshop.writeLatest()
        let app = try DeviceFolder()
        for (path, bytes) in bench.workshop.files {
            let file = app.url.appendingPathComponent(path)
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let store = try bench.open(embedded: app.url)
        #expect(store.current?.withheld == ["Card": "taken down"])
        let manager = TemplateManager()
        try store.activate(in: manager)
        #expect(throws: TemplateError.self) { try manager.template(for: "Card") }
        #expect(try manager.template(for: "Feed") == StoreBench.templates(1)[1])
        // Somebody serves the files from before.
        bench.server.serve(old)
        #expect(try await bench.update(store) == .upToDate)
        #expect(store.current?.withheld == ["Card": "taken down"])
        bench.workshop.disabled = []
        bench.workshop.writeLatest()
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .upToDate)
        #expect(store.current?.withheld == [:])
    }

    // MARK: - Quarantine

    @Test func aFileWithALongNameGoesIntoQuarantineToo() async throws {
        var bench = StoreBench()
        let type = "ACardWithANameThatIsLongerThanAJournalKeeps"
        for number in 1...2 {
            let template = SampleTemplate.make(type, "card \(number)", version: UInt16(number))
            bench.workshop.publish(number, [template])
            bench.server.serve(bench.workshop)
            try await bench.update(bench.open())
        }
        let folder = try DeviceFolder()
        let place = folder.url.appendingPathComponent("app.journal")
        let store = try bench.open()
        let hash = try #require(store.current?.manifest[type]).sha256
        var journal = try TemplateJournal(at: place, launchID: UUID())
        for _ in 0..<2 {
            journal.isInForeground = true
            let file = journal.record(type, hash: try #require(HexText.bytes(hash)))
            _ = journal.enter(.layout, host: file.number, item: 0)
            journal = try TemplateJournal(at: place, launchID: UUID())
        }
        #expect(journal.suspects().map(\.sha256) == [hash])
        store.markHealthy()
        store.count(.unknown, suspects: journal.suspects())
        #expect(store.current?.number == 1)
    }
}
