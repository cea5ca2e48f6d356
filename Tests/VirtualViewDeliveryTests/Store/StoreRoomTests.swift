import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// What a store removes to have room, and what it leaves.
@Suite struct StoreRoomTests {
    /// What a device knows when it opens the store.
    private static func stored(_ bench: StoreBench) throws -> (number: Int?, withheld: [String: String]?) {
        let current = try bench.open().current
        return (current?.number, current?.withheld)
    }

    /// What no release names goes until the rest is within the capacity, the oldest first.
    @Test(arguments: 0...5) func onlyTheOldestFilesGo(_ count: Int) async throws {
        let plain = StoreBench(publishing: 1)
        try await plain.update(plain.open())
        let bench = StoreBench(publishing: 1)
        let others = (0..<5).map { [UInt8](repeating: UInt8($0), count: 1_000) }
        let paths = others.map { ReleaseFile.Blob.path(ContentHash.of($0)) }
        bench.disk.state.withLock { state in
            for (index, path) in paths.enumerated() {
                state.files[path] = others[index]
                state.ages[path] = Int64(index) - 10
            }
        }
        let store = try await bench.updated(bench.open(capacity: plain.disk.size(of: "blobs/") + 5_000 - count * 1_000))
        #expect(paths.map { bench.disk.files[$0] != nil } == (0..<5).map { $0 >= count })
        #expect(bench.fault(of: store) == nil)
        #expect(bench.disk.size(of: "blobs/") == plain.disk.size(of: "blobs/") + 5_000 - count * 1_000)
    }

    /// Files of processes that were ended go after an hour; younger ones may still be written.
    @Test(arguments: ["next-1", ".aside-1", "blobs/.aside-1", "blobs/doomed-1", "partial/1"])
    func leftoversGoAfterAnHour(_ path: String) async throws {
        for (age, isLeft) in [(3_600, true), (3_601, false)] as [(Int64, Bool)] {
            let bench = StoreBench(publishing: 1)
            let now = bench.now
            bench.disk.state.withLock { state in
                state.files[path] = [1]
                state.ages[path] = now - age
            }
            try await bench.update(bench.open())
            #expect((bench.disk.files[path] != nil) == isLeft)
        }
    }

    /// Another process is about to remove a file that is old, and needed by now.
    @Test(arguments: [true, false]) func aFileThatWasToGoGetsItsNameAgain(_ isThere: Bool) async throws {
        let bench = StoreBench(publishing: 1)
        try await bench.update(bench.open())
        let card = try #require(bench.open().current?.manifest["Card"]).sha256
        let path = ReleaseFile.Blob.path(card)
        bench.disk.state.withLock { state in
            let bytes = isThere ? state.files[path] : state.files.removeValue(forKey: path)
            state.files["blobs/doomed-\(card)"] = bytes
        }
        let store = try bench.open()
        let content = store.content.withLock { $0 }
        try store.folder.collect(content, capacity: .max, room: 0, now: bench.now, keeping: [])
        #expect(bench.disk.files["blobs/doomed-\(card)"] == nil)
        #expect(try bench.open().current?.number == 1)
        #expect(bench.fault(of: store) == nil)
    }

    /// Files of a release that was installed a moment ago are not left under the names of those that go.
    @Test func whatCannotBeRemovedKeepsItsName() async throws {
        let bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        let before = bench.disk.files.filter { $0.key.hasPrefix("blobs/") }
        let content = store.content.withLock { $0 }
        var empty = content
        (empty.state.installed, empty.releases) = ([], [:])
        for countdown in 0..<before.count {
            let folder = StoreFolder(
                files: ModelFiles(on: bench.disk, failingAfter: countdown),
                pinned: bench.workshop.pinned
            )
            #expect(throws: DeliveryError.self) {
                try folder.collect(empty, capacity: 0, room: 0, now: bench.now, keeping: [])
            }
            #expect(bench.disk.files.filter { $0.key.hasPrefix("blobs/") } == before)
        }
    }

    @Test func filesThatAManagerLoadsLaterStay() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open(capacity: 1024))
        let card = try #require(store.current?.manifest["Card"]).sha256
        let manager = TemplateManager()
        try store.activate(in: manager)
        for number in 2...4 { try await bench.install(number, in: store) }
        #expect(bench.disk.files[ReleaseFile.Blob.path(card)] != nil)
        try store.activate(in: manager)
        try await bench.install(5, in: store)
        #expect(bench.disk.files[ReleaseFile.Blob.path(card)] == nil)
    }

    // MARK: - Installs that were interrupted

    @Test func aPartOfAFileIsKeptUntilItIsWhole() {
        let bench = StoreBench()
        let partials = PartialFiles(files: ModelFiles(on: bench.disk))
        partials.keep([1, 2], of: "a")
        partials.keep([3], of: "b")
        #expect(partials.partial(of: "a") == [1, 2] && partials.partial(of: "c").isEmpty)
        partials.remove("a")
        #expect(partials.partial(of: "a").isEmpty && partials.partial(of: "b") == [3])
    }

    /// The server has not all files of the candidates, which are taken back one by one, or replaced by the next.
    @Test(arguments: [true, false])
    func partsOfReleasesThatNobodyOffersAnyMoreGo(_ areTakenBack: Bool) async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open(capacity: 150_000))
        for number in 2...7 {
            let offer = bench.workshop.offer(number, StoreBench.largeTemplates(number, of: 10_000), percent: 100)
            let release = try #require(bench.workshop.releases[offer.sha256])
            bench.server.serve(bench.workshop)
            bench.server.state.withLock { state in
                state.files[release.pack.path] = nil
                state.files[ReleaseFile.Blob.path(release.blobs[12].sha256)] = nil
            }
            #expect(await bench.refusal(of: store) == .missing)
            let parts = release.blobs.dropLast().map { bench.disk.files[ReleaseFile.Blob.path($0.sha256)] != nil }
            #expect(!parts.contains(false), "the next update goes on with what is there")
            #expect(bench.disk.size(of: "blobs/") <= 150_000)
            guard areTakenBack else { continue }
            bench.workshop.candidate = nil
            bench.publishLatest()
            #expect(try await bench.update(store) == .upToDate)
            #expect(store.content.withLock { $0.state.pending } == nil)
        }
        #expect(bench.fault(of: store) == nil)
    }

    /// However long ago it was fetched.
    @Test func theBeginningOfABlobStaysAsLongAsItsReleaseIsWanted() async throws {
        var bench = try await StoreBench(installing: 1)
        bench.publish(2)
        bench.server.fail(after: 2)
        _ = try? await bench.update(bench.open())
        bench.server.fail(after: nil)
        func beginnings() -> Int { bench.disk.files.keys.count { $0.hasPrefix("partial/") } }
        #expect(beginnings() == 1)
        // With a file that is no longer valid, nothing is installed.
        bench.workshop.validity = 30
        bench.publishLatest()
        let end = bench.workshop.later(30).date
        #expect(try await bench.update(bench.open()) == .frozen(since: end))
        #expect(beginnings() == 1)
        bench.workshop.validity = 86_400
        bench.publish(3)
        #expect(try await bench.update(bench.open()) == .installed(3))
        #expect(beginnings() == 0)
    }

    /// Another process makes room on a full device when all files were seen to be there.
    @Test func aReleaseWhoseFilesGoWhileItIsInstalledDoesNotServe() async throws {
        var bench = try await StoreBench(installing: 1)
        bench.publish(2)
        let files = WatchedFiles(ModelFiles(on: bench.disk))
        let store = try bench.open(files)
        let release = try #require(bench.workshop.stable)
        let card = try #require(bench.workshop.releases[release.sha256]?.manifest["Card"]).sha256
        let disk = bench.disk
        files.beforeBarrier.withLock { $0 = { disk.state.withLock { $0.files[ReleaseFile.Blob.path(card)] = nil } } }
        #expect(await bench.refusal(of: store) == .storeBusy)
        #expect(store.current?.number == 1)
        #expect(bench.fault(of: store) == nil)
        #expect(try await bench.update(store) == .installed(2))
        #expect(bench.fault(of: store) == nil)
    }

    // MARK: - A device that is full

    @Test func onAFullDeviceOldFilesMakeRoomForTheNextUpdate() async throws {
        var bench = StoreBench()
        let store = try bench.open()
        for number in 1...6 { try await bench.install(number, in: store) }
        bench.disk.leave(100, for: "blobs/")
        bench.publish(7)
        #expect(await bench.refusal(of: store) == .storeFull)
        #expect(store.current?.number == 6)
        #expect(bench.fault(of: store) == nil)
        #expect(try await bench.update(store) == .installed(7))
        #expect(bench.fault(of: store) == nil)
    }

    /// The state itself needs room, too; what is disabled counts even if there is none.
    @Test(arguments: [true, false])
    func onAFullDeviceWhatIsDisabledIsNotShown(_ hasOldFiles: Bool) async throws {
        var bench = StoreBench()
        for number in 1...(hasOldFiles ? 12 : 2) { try await bench.install(number) }
        let store = try bench.open()
        store.markHealthy()
        bench.disk.leave(10)
        bench.disable(["Card"])
        if hasOldFiles {
            #expect(try await bench.update(store) == .upToDate)
        } else {
            #expect(await bench.refusal(of: store) == .storeFull)
        }
        #expect(store.current?.withheld == ["Card": "taken down"])
        // What cannot be written is not forgotten by what need not be written.
        store.markHealthy()
        #expect(store.current?.withheld == ["Card": "taken down"])
        #expect(try bench.open().current?.withheld == (hasOldFiles ? ["Card": "taken down"] : [:]))
        #expect(bench.fault(of: store) == nil)
        bench.disk.leave(nil)
        store.markHealthy()
        #expect(try bench.open().current?.withheld == ["Card": "taken down"])
        #expect(try await bench.update(store) == .upToDate)
    }

    /// They are only fetched again.
    @Test func onAFullDeviceBeginningsMakeRoomAtOnce() async throws {
        var bench = try await StoreBench(installing: 1)
        let partials = PartialFiles(files: ModelFiles(on: bench.disk))
        partials.keep([UInt8](repeating: 1, count: 9_000), of: "a")
        bench.disk.leave(10)
        bench.disable(["Card"])
        #expect(try await bench.update(bench.open()) == .upToDate)
        #expect(try bench.open().current?.withheld == ["Card": "taken down"])
        #expect(partials.partial(of: "a").isEmpty)
    }

    /// The next release, and what is disabled, need the room of what was fetched of the one that does not fit.
    @Test func aReleaseThatDoesNotFitKeepsNoOtherAway() async throws {
        var bench = try await StoreBench(installing: 1)
        bench.workshop.publish(3, StoreBench.largeTemplates(3, of: 10_000))
        bench.server.serve(bench.workshop)
        bench.disk.leave(60_000)
        for _ in 0..<2 {
            #expect(try await bench.refusal(of: bench.open()) == .storeFull)
        }
        #expect(bench.disk.size(of: "blobs/") > 40_000)
        // Others take what is left.
        bench.disk.leave(0)
        bench.disable(["Card"])
        #expect(try await bench.refusal(of: bench.open()) == .storeFull)
        var stored = try Self.stored(bench)
        #expect(stored.number == 1 && stored.withheld == ["Card": "taken down"])
        bench.disk.leave(0)
        bench.publish(4)
        let store = try bench.open()
        #expect(try await bench.update(store) == .installed(4))
        stored = try Self.stored(bench)
        #expect(stored.number == 4 && stored.withheld == ["Card": "taken down"])
        #expect(bench.fault(of: store) == nil)
    }

    /// A candidate for this device is smaller than the release for everybody, which does not fit.
    @Test func aReleaseThatDoesNotFitKeepsNoCandidateAway() async throws {
        var bench = try await StoreBench(installing: 1)
        bench.workshop.publish(3, StoreBench.largeTemplates(3, of: 10_000))
        bench.server.serve(bench.workshop)
        bench.disk.leave(60_000)
        await #expect(throws: DeliveryError.self) { try await bench.update(bench.open()) }
        bench.disk.leave(0)
        bench.offer(4)
        #expect(try await bench.update(bench.open()) == .installed(4))
        #expect(bench.fault(of: try bench.open()) == nil)
    }

    // MARK: - What cannot be written

    @Test func aQuarantineOnAFullDeviceLastsAndIsWrittenLater() async throws {
        let bench = try await StoreBench(installing: 1, 2)
        let store = try bench.open()
        let card = try #require(store.current?.manifest["Card"])
        let file = LaunchRecord.File(type: "Card", sha256: card.sha256)
        bench.disk.leave(0)
        store.count(.unknown, suspects: [.init(file: file, phase: .layout, deaths: 2)])
        #expect(store.current?.number == 1)
        store.markHealthy()
        #expect(store.current?.number == 1)
        #expect(try Self.stored(bench).number == 2)
        bench.disk.leave(nil)
        #expect(try await bench.update(store) == .upToDate)
        #expect(store.current?.number == 1)
        #expect(try Self.stored(bench).number == 1)
    }

    @Test func aDeathOnAFullDeviceIsWrittenWithTheNextChange() async throws {
        let bench = try await StoreBench(installing: 1, 2)
        var death = LaunchRecord.unknown
        for start in 1...3 {
            if start == 2 { bench.disk.leave(0) }
            let store = try bench.open()
            store.count(death)
            bench.disk.leave(nil)
            guard start < 3 else { break }
            #expect(store.current?.number == 2)
            try bench.use(store)
            death = try TemplateStoreTests.death(of: "Card", in: store)
        }
        #expect(try Self.stored(bench).number == 1)
    }

    /// Root files one by one, each with a file that only its keys have signed.
    @Test func severalFilesOfAServerAreWrittenLater() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        try bench.use(store)
        bench.disk.leave(0)
        for (version, type) in [(2, "Feed"), (3, "Card")] {
            bench.workshop.rotate(.latest, to: ["latest \(version)"], threshold: 1)
            bench.disable([type])
            #expect(await bench.refusal(of: store) == .storeFull)
            #expect(store.current?.withheld == [type: "taken down"])
        }
        bench.disk.leave(nil)
        store.markHealthy()
        #expect(try Self.stored(bench).withheld == ["Card": "taken down"])
        #expect(try bench.open().content.withLock { $0.trust.root.version } == 3)
    }

    /// Something that cannot be written comes while another change is on its way.
    @Test func whatCannotBeWrittenOutlastsAnotherChange() async throws {
        let bench = try await StoreBench(installing: 1, 2)
        let files = WatchedFiles(ModelFiles(on: bench.disk))
        let store = try bench.open(files)
        let card = try #require(store.current?.manifest["Card"])
        let file = LaunchRecord.File(type: "Card", sha256: card.sha256)
        let disk = bench.disk
        files.beforeBarrier.withLock { action in
            action = {
                disk.leave(0)
                store.count(.unknown, suspects: [.init(file: file, phase: .layout, deaths: 2)])
                disk.leave(nil)
            }
        }
        try store.quarantine("Other", sha256: "Other", why: "other")
        #expect(store.setbacks.map(\.type) == ["Other", "Card"])
        #expect(try bench.open().setbacks.map(\.type) == ["Other"])
        store.markHealthy()
        #expect(try bench.open().setbacks.map(\.type) == ["Other", "Card"])
    }
}
