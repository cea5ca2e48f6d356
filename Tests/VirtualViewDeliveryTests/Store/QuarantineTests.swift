import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A file that launches died of, and the build of the app that they were of.
@Suite struct QuarantineTests {
    private let bench: StoreBench
    private let folder: TemporaryFolder

    init() async throws {
        bench = try await StoreBench(installing: 1, 2)
        folder = try TemporaryFolder()
    }

    private func open(_ build: String, _ journal: TemplateJournal, _ files: (any StoreFiles)? = nil) throws
        -> TemplateStore
    {
        var configuration = TemplateStore.Configuration(build: build, journal: journal)
        configuration.files = files ?? ModelFiles(on: bench.disk)
        return try TemplateStore(at: folder.url, root: bench.workshop.pinned, configuration: configuration)
    }

    private func journal() throws -> TemplateJournal {
        let journal = try TemplateJournal(at: folder.url.appendingPathComponent("app.journal"))
        journal.isInForeground = true
        return journal
    }

    /// Starts a build of the app, which shows the release to use.
    ///
    /// - Returns: The number of the release.
    private func start(_ build: String, dyingOf type: String? = nil) throws -> Int? {
        let journal = try journal()
        let store = try open(build, journal)
        try bench.use(store)
        guard let type else { return store.current?.number }
        let hash = try #require(store.current?.manifest[type]).sha256
        let file = journal.record(type, hash: try #require(HexText.bytes(hash)))
        _ = journal.enter(.layout, host: file.number, item: 0)
        withExtendedLifetime((journal, file)) {}
        return store.current?.number
    }

    @Test func theNextBuildTriesAFileInQuarantineAgain() throws {
        #expect(try [start("1", dyingOf: "Card"), start("1", dyingOf: "Card"), start("1")] == [2, 2, 1])
        #expect(try [start("2"), start("2", dyingOf: "Card"), start("2")] == [2, 2, 1])
        #expect(try start("3") == 2)
    }

    /// The first start of a build finds what the last ones of the build before died of.
    @Test func aDeathOfTheBuildBeforePutsNoFileIntoQuarantine() throws {
        #expect(try [start("1", dyingOf: "Card"), start("1", dyingOf: "Card")] == [2, 2])
        #expect(try [start("2"), start("2")] == [2, 2])
        #expect(try start("1") == 1)
    }

    @Test func aQuarantineOfTheAppCountsForEveryBuild() throws {
        let store = try bench.open()
        let card = try #require(store.current?.manifest["Card"])
        try store.quarantine("Card", sha256: card.sha256, why: "it hangs")
        #expect(try bench.open(build: "2").current?.number == 1)
    }

    @Test func anEntryOfAnEarlierVersionCountsForEveryBuild() throws {
        let text = #"{"sha256":"ab","type":"Card","why":"it hangs"}"#
        let entry = try JSONDecoder().decode(StoreState.Quarantined.self, from: Data(text.utf8))
        #expect(entry.counts(for: "1") && entry.counts(for: "2"))
    }

    /// Reading and verifying everything once more would make each start slower.
    @Test func aLaunchThatBlamesNobodyIsNotLookedUp() throws {
        func reads(_ body: (any StoreFiles) throws -> Void) rethrows -> Int {
            let files = WatchedFiles(ModelFiles(on: bench.disk))
            try body(files)
            return files.readCount.withLock { $0 }
        }
        _ = try start("1")
        let own = try reads { _ = try bench.open($0) }
        #expect(try reads { _ = try open("1", journal(), $0) } == own)
    }
}
