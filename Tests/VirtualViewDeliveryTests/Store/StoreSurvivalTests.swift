import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// What could end updates for ever, or take back what was decided.
@Suite struct StoreSurvivalTests {
    // MARK: - States

    @Test func aChangeIsMadeAgainIfOthersTookItsPlaceAndLeftItMeanwhile() async throws {
        let bench = StoreBench(publishing: 1)
        try await bench.update(bench.open())
        let files = WatchedFiles(ModelFiles(on: bench.disk))
        let store = try bench.open(files)
        let other = try bench.open()
        files.beforeBarrier.withLock { action in
            action = {
                for type in ["Row", "Feed", "Own"] { try? other.quarantine(type, sha256: type, why: "other") }
            }
        }
        try store.quarantine("Card", sha256: "Card", why: "own")
        let types = try bench.open().setbacks.compactMap(\.type)
        #expect(types == ["Row", "Feed", "Own", "Card"])
    }

    @Test func signedFilesThatChangeNothingElseLeaveNoStatesBehind() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        for _ in 0..<8 {
            bench.publishLatest()
            try await bench.update(store)
        }
        #expect(bench.disk.files.keys.count { $0.hasPrefix("current-") } == 2)
        #expect(try bench.open().current?.number == 1)
    }

    @Test func aLongReasonIsCutAndTheStoreOpensAgain() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        try await bench.install(2, in: store)
        try bench.use(store)
        let why = String(repeating: "\u{1}e\u{301}", count: 1 << 20)
        try store.rollBack(why)
        let card = try #require(store.current?.manifest["Card"])
        try store.quarantine("Card", sha256: card.sha256, why: why)
        let again = try bench.open()
        #expect(again.current?.number == 1)
        #expect(again.setbacks.count == 2)
        #expect(again.setbacks.allSatisfy { $0.why.utf8.count < 4096 && why.hasPrefix($0.why) })
    }

    @Test(arguments: ["9223372036854775807", "9999999999999999", "+5", "1", "01", "x", ""])
    func aFileThatIsNamedLikeAStateEndsNoUpdate(_ name: String) async throws {
        var bench = StoreBench(publishing: 1)
        bench.disk.state.withLock { $0.files["current-\(name)"] = Array("no state".utf8) }
        for number in 1...3 {
            bench.publish(number)
            #expect(try await bench.update(bench.open()) == .installed(number))
        }
        #expect(try bench.open().current?.number == 3)
    }

    @Test func aFolderThatIsNamedLikeAStateEndsNoUpdate() async throws {
        var bench = StoreBench()
        let folder = try TemporaryFolder()
        bench.publish(1)
        try await bench.update(bench.open(in: folder))
        let place = folder.url.appendingPathComponent("current-99")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        #expect(try bench.open(in: folder).current?.number == 1)
        bench.publish(2)
        #expect(try await bench.update(bench.open(in: folder)) == .installed(2))
        #expect(try bench.open(in: folder).current?.number == 2)
    }

    /// The system may empty the folders of caches, and an app too.
    @Test func aFolderThatIsEmptiedWhileTheStoreIsOpenIsFilledAgain() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        store.markHealthy()
        for number in [1, 2] {
            bench.publish(number)
            bench.disk.state.withLock { $0.files = [:] }
            #expect(try await bench.update(store) == .installed(number))
            #expect(store.current?.number == number)
            #expect(bench.fault(of: store) == nil)
            let again = try bench.open()
            #expect(again.current == store.current)
            #expect(bench.fault(of: again) == nil)
        }
    }

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
        let store = try await bench.updated(bench.open())
        let second = bench.offer(2)
        #expect(try await bench.update(store) == .installed(2))
        (bench.workshop.stable, bench.workshop.candidate) = (second, nil)
        bench.publishLatest()
        #expect(try await bench.update(store) == .upToDate)
        bench.workshop.stable = first
        bench.publishLatest()
        #expect(try await bench.refusal(of: bench.open()) == .rolledBack)
        #expect(try bench.open().current?.number == 2)
    }

    /// The number of a release counts under new keys too, if they have signed it.
    @Test(arguments: [false, true])
    func aReleaseIsNotTakenBackByTheOnlineKeyAfterARotation(_ followsCandidate: Bool) async throws {
        var bench = StoreBench()
        let first = bench.publish(1)
        let store = try await bench.updated(bench.open())
        bench.publish(2)
        #expect(try await bench.update(store) == .installed(2))
        bench.workshop.rotate(.release, to: ["release 1", "release 2", "release 3"], threshold: 2)
        if followsCandidate { bench.workshop.offer(3, StoreBench.templates(3), percent: 100) }
        bench.publishLatest()
        #expect(try await bench.update(store) == (followsCandidate ? .installed(3) : .upToDate))
        (bench.workshop.stable, bench.workshop.candidate) = (first, nil)
        bench.publishLatest()
        #expect(try await bench.refusal(of: bench.open()) == .rolledBack)
        #expect(try bench.open().current?.number == (followsCandidate ? 3 : 2))
    }

    /// Nor by the file that brings the new keys, whether they have signed the installed release or not.
    @Test(arguments: [["release 1", "release 3"], ["release 3"]], [1, 2])
    func noReleaseIsTakenBackWhileKeysAreRotated(_ keys: [String], _ wanted: Int) async throws {
        var bench = StoreBench()
        let first = bench.publish(1)
        let store = try await bench.updated(bench.open())
        let second = bench.publish(2)
        try await bench.update(store)
        bench.publish(3)
        #expect(try await bench.update(store) == .installed(3))
        bench.workshop.rotate(.release, to: keys, threshold: 1)
        let old = wanted == 2 ? second : first
        bench.workshop.stable = old
        bench.publishLatest()
        let again = try bench.open()
        let error = await #expect(throws: DeliveryError.self) { try await bench.update(again) }
        #expect(error?.code == (keys.count == 2 ? .rolledBack : .untrusted))
        #expect(error?.place == (keys.count == 2 ? LatestFile.path : old.path))
        #expect(try bench.open().current?.number == 3)
    }

    /// Nor for the release of the app, which needs no file of the server.
    @Test func theReleaseOfTheAppDoesNotComeBackWhileKeysAreRotated() async throws {
        var bench = StoreBench()
        let first = bench.publish(1)
        let app = try bench.embed()
        let store = try bench.open(embedded: app.url)
        bench.publish(2)
        #expect(try await bench.update(store) == .installed(2))
        bench.workshop.rotate(.release, to: ["release 3"], threshold: 1)
        bench.workshop.stable = first
        bench.publishLatest()
        try await bench.update(bench.open(embedded: app.url))
        #expect(try bench.open(embedded: app.url).current?.number == 2)
    }

    /// Without a file that was valid before, too, one that no longer is says since when.
    @Test func aFirstFileThatIsNoLongerValidIsAFreeze() async throws {
        var bench = StoreBench(publishing: 1)
        bench.now += 365 * 86_400
        guard case .frozen = try await bench.update(bench.open()) else {
            Issue.record("the file is no longer valid")
            return
        }
    }

    /// A file that is no longer valid may disable more, but shows nothing again.
    @Test func anOldFileThatIsPlayedBackShowsNothingThatIsDisabled() async throws {
        var bench = StoreBench(publishing: 1)
        bench.workshop.disabled = [.init(type: "Card", version: nil, reason: "first")]
        bench.publishLatest()
        try await bench.update(bench.open())
        bench.disable([])
        bench.now += 365 * 86_400
        let store = try bench.open()
        guard case .frozen = try await bench.update(store) else {
            Issue.record("the file is no longer valid")
            return
        }
        #expect(store.current?.withheld == ["Card": "first"])
        bench.workshop.disabled = [
            .init(type: "Card", version: nil, reason: "second"), .init(type: "Feed", version: nil, reason: "too"),
        ]
        bench.publishLatest()
        guard case .frozen = try await bench.update(store) else {
            Issue.record("the file is no longer valid")
            return
        }
        #expect(store.current?.withheld == ["Card": "second", "Feed": "too"])
        // A file that is valid says what is so.
        bench.workshop.disabled = []
        bench.workshop.time = ReleaseTime(seconds: bench.now)
        bench.publishLatest()
        #expect(try await bench.update(store) == .upToDate)
        #expect(store.current?.withheld == [:])
    }

    /// The clock of the device may be ahead.
    @Test func aFileThatIsNoLongerValidDisablesMoreAndShowsNothingAgain() async throws {
        var bench = StoreBench(publishing: 1)
        bench.disable(["Card"])
        try await bench.update(bench.open())
        bench.now += 365 * 86_400
        let old = bench.workshop
        let steps: [(disabled: [String], withheld: [String])] = [
            ([], ["Card"]), (["Feed"], ["Card", "Feed"]), (["Row"], ["Card", "Feed", "Row"]),
            ([], ["Card", "Feed", "Row"]),
        ]
        var between = old
        for (index, step) in steps.enumerated() {
            bench.disable(step.disabled)
            if index == 0 { between = bench.workshop }
            let update = try await bench.update(bench.open())
            #expect(update != .upToDate)
            #expect(try bench.open().current?.withheld.keys.sorted() == step.withheld, "step \(index)")
        }
        // A valid file counts, but not one that is older than those which disabled more.
        bench.now -= 365 * 86_400
        let store = try bench.open()
        for server in [old, between] {
            bench.server.serve(server)
            #expect(try await bench.update(store) == .upToDate)
            #expect(store.current?.withheld.keys.sorted() == ["Card", "Feed", "Row"])
        }
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .upToDate)
        #expect(try bench.open().current?.withheld == [:])
    }

    /// Another process knows a newer file than this one, when a mirror gives one between the two.
    @Test func aRefusedFileIsNotUsedInPlaceOfANewerOne() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        bench.publish(2)
        let old = bench.workshop
        bench.disable(["Card"])
        try await bench.update(bench.open())
        bench.server.serve(old)
        #expect(await bench.refusal(of: store) == .rolledBack)
        #expect(store.current?.number == 2)
        #expect(store.current?.withheld == ["Card": "taken down"])
    }

    @Test func whatTheAppsOwnReleaseDisablesIsNotShownUntilANewerFileSaysOtherwise() async throws {
        var bench = StoreBench(publishing: 1)
        let old = bench.workshop
        bench.workshop.disabled = [.init(type: "Card", version: nil, reason: "taken down")]
        bench.workshop.writeLatest()
        let app = try bench.embed()
        let store = try bench.open(embedded: app.url)
        #expect(store.current?.withheld == ["Card": "taken down"])
        let manager = TemplateManager()
        try store.activate(in: manager)
        #expect(throws: TemplateError.self) { try manager.template(for: "Card") }
        #expect(try manager.template(for: "Feed") == StoreBench.templates(1)[1])
        // Somebody serves the files from before.
        bench.server.serve(old)
        #expect(await bench.refusal(of: store) == .rolledBack)
        #expect(store.current?.withheld == ["Card": "taken down"])
        bench.disable([])
        #expect(try await bench.update(store) == .upToDate)
        #expect(store.current?.withheld == [:])
    }

    // MARK: - Quarantine

    @Test func aFileWithALongNameGoesIntoQuarantineToo() async throws {
        var bench = StoreBench()
        let type = "ACardWithANameThatIsLongerThanAJournalKeeps"
        for number in 1...2 {
            let template = Sample.template(type, "card \(number)", version: UInt16(number))
            bench.workshop.publish(number, [template])
            bench.server.serve(bench.workshop)
            try await bench.update(bench.open())
        }
        let folder = try TemporaryFolder()
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
