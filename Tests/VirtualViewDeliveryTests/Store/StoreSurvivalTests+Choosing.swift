import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// Which release serves after trouble with another one.
extension StoreSurvivalTests {
    /// A device that had a candidate when the operator took it back.
    private func deviceWithAWithdrawnCandidate() async throws -> (StoreBench, TemplateStore) {
        var bench = StoreBench()
        let store = try bench.open()
        for number in 1...2 { try await bench.install(number, in: store) }
        bench.offer(3)
        #expect(try await bench.update(store) == .installed(3))
        bench.workshop.candidate = nil
        bench.publishLatest()
        #expect(try await bench.update(store) == .installed(2))
        return (bench, try bench.open())
    }

    @Test func aCandidateThatWasTakenBackDoesNotComeBackByItself() async throws {
        let (bench, store) = try await deviceWithAWithdrawnCandidate()
        try store.rollBack("2 shows garbage")
        #expect(store.current == nil)
        let other = try await deviceWithAWithdrawnCandidate().1
        let card = try #require(other.current?.manifest["Card"])
        try other.quarantine("Card", sha256: card.sha256, why: "it hangs")
        #expect(other.current?.number == 2)
        #expect(other.current?.withheld == ["Card": "it hangs"])
        #expect(bench.fault(of: other) == nil)
    }

    @Test func aStateThatStillHasACandidateThatWasTakenBackDoesNotServeIt() async throws {
        let (bench, _) = try await deviceWithAWithdrawnCandidate()
        let store = try bench.open()
        let candidate = try #require(bench.workshop.releases.first { $0.value.number == 3 })
        let size = try #require(bench.disk.files[ReleaseFile.Blob.path(candidate.key)]).count
        // So earlier versions wrote it.
        try store.change { content throws(DeliveryError) in
            let reference = LatestFile.Reference(number: 3, size: size, sha256: candidate.key)
            content.state.installed = [content.state.installed[0], .init(reference: reference, strikes: nil)]
        }
        let again = try bench.open()
        #expect(again.content.withLock { $0.releases.count } == 2)
        try again.rollBack("2 shows garbage")
        #expect(again.current == nil)
    }

    @Test func theReleaseBeforeSurvivesACandidateThatIsReplaced() async throws {
        var bench = StoreBench()
        let store = try bench.open()
        try await bench.install(1, in: store)
        let second = bench.workshop.makeRelease(2, StoreBench.templates(2))
        bench.offer(3)
        #expect(try await bench.update(store) == .installed(3))
        (bench.workshop.stable, bench.workshop.candidate) = (second, nil)
        bench.publishLatest()
        #expect(try await bench.update(store) == .installed(2))
        let again = try bench.open()
        try again.rollBack("2 shows garbage")
        #expect(again.current?.number == 1)
        #expect(bench.fault(of: again) == nil)
    }

    // MARK: - The app's own release

    /// The releases that the device installs, the app's own one, and what serves after each way back.
    @Test(arguments: [
        ([3, 7], 5, [7, 5, 5]), ([3, 7], 2, [7, 3, 2]), ([3, 4], 5, [5, 5]), ([7], 5, [7, 5]), ([5, 7], 5, [7, 5, 5]),
    ])
    func goingBackServesNothingOlderThanTheAppsOwnRelease(
        _ installed: [Int],
        _ own: Int,
        _ expected: [Int]
    ) async throws {
        var bench = StoreBench()
        for number in installed {
            bench.publish(number)
            #expect(try await bench.update(bench.open()) == .installed(number))
        }
        let app = StoreBench(publishing: own)
        let folder = try app.embed()
        for number in expected.dropLast() {
            let store = try bench.open(embedded: folder.url)
            #expect(store.current?.number == number)
            try store.rollBack("\(number) shows garbage")
        }
        let last = try bench.open(embedded: folder.url).current
        #expect(last?.number == expected.last)
        #expect(last?.isEmbedded == true)
    }

    @Test func theAppsOwnReleaseIsTheLastIfItIsKnownToBeBad() async throws {
        let bench = try await StoreBench(installing: 3, 5)
        let folder = try bench.embed()
        let store = try bench.open(embedded: folder.url)
        #expect(store.current?.number == 5 && store.current?.isEmbedded == false)
        try store.rollBack("5 shows garbage")
        #expect(store.current?.number == 3)
    }

    /// What an app was never tested with does not serve because of a file of its own release.
    @Test func aQuarantineServesNothingOlderThanTheAppsOwnRelease() async throws {
        let bench = StoreBench(publishing: 3)
        try await bench.update(bench.open())
        let app = StoreBench(publishing: 5)
        let folder = try app.embed()
        let store = try bench.open(embedded: folder.url)
        let card = try #require(store.current?.manifest["Card"])
        try store.quarantine("Card", sha256: card.sha256, why: "it hangs")
        #expect(store.current?.number == 5)
        #expect(store.current?.withheld == ["Card": "it hangs"])
    }

    @Test func theReleaseThatServedAfterAQuarantineIsKept() async throws {
        var bench = StoreBench()
        let store = try bench.open()
        for number in 1...2 { try await bench.install(number, in: store) }
        let card = try #require(store.current?.manifest["Card"])
        try store.quarantine("Card", sha256: card.sha256, why: "it hangs")
        #expect(store.current?.number == 1)
        try await bench.install(3, in: store)
        try bench.use(store)
        try store.rollBack("3 shows garbage")
        #expect(store.current?.number == 1 && store.current?.withheld == [:])
        #expect(bench.fault(of: store) == nil)
    }

    // MARK: - States

    @Test func aStateFromBeforeIsNotOpenedWhileItIsRemoved() async throws {
        let bench = StoreBench(publishing: 1)
        let writer = try await bench.updated(bench.open())
        let old = try #require(bench.disk.files.filter { $0.key.hasPrefix("current-") }.min { $0.key < $1.key })
        let files = WatchedFiles(ModelFiles(on: bench.disk))
        let disk = bench.disk
        files.beforeRead.withLock { action in
            action = {
                for type in ["Row", "Feed"] { try? writer.quarantine(type, sha256: type, why: "other") }
                // The last one that the other process removes is still there.
                disk.state.withLock { $0.files[old.key] = old.value }
            }
        }
        #expect(try bench.open(files).setbacks.map(\.type) == ["Row", "Feed"])
    }

    @Test(arguments: [Int.max, Int.max - 1, Int.max - 2, Int.max / 2, Int.max / 2 - 1])
    func aStateWithAHugeNumberEndsNoApp(_ number: Int) async throws {
        let bench = StoreBench(publishing: 1)
        bench.disk.state.withLock { $0.files["current-\(number)"] = Array("{}\n".utf8) }
        let store = try bench.open()
        let update = try? await bench.update(store)
        for _ in 0..<4 { try? store.quarantine("Row", sha256: "x", why: "it hangs") }
        // Nobody finds the state that would follow the largest number.
        if number >= Int.max / 2 { #expect(update == .installed(1)) }
    }

    @Test func statesAreRemovedTheOldestFirst() async throws {
        let bench = try await StoreBench(installing: 1, 2)
        let removed = bench.disk.state.withLock { state in
            state.steps.compactMap { step -> Int? in
                guard case .remove(let path) = step, path.hasPrefix("current-") else { return nil }
                return Int(path.dropFirst("current-".count))
            }
        }
        #expect(removed.count > 1)
        #expect(removed == removed.sorted())
    }
}

extension StoreSurvivalTests {
    // MARK: - Activation

    /// One call has looked up the release, and is slow; meanwhile the kill switch is told and another call has it.
    @Test func aSlowActivationDoesNotUndoANewerOne() throws {
        let bench = StoreBench(publishing: 1)
        let folder = try bench.embed()
        let files = WatchedFiles(ModelFiles(on: bench.disk))
        let store = try bench.open(files, embedded: folder.url)
        let card = try #require(store.current?.manifest["Card"])
        let manager = TemplateManager()
        let isDone = Locked(false)
        files.beforeNames.withLock { action in
            action = {
                try? store.quarantine("Card", sha256: card.sha256, why: "it hangs")
                Thread.detachNewThread {
                    _ = try? store.activate(in: manager)
                    isDone.withLock { $0 = true }
                }
                // It may have to wait for this one.
                for _ in 0..<20_000 where !isDone.withLock({ $0 }) { sched_yield() }
            }
        }
        try store.activate(in: manager)
        while !isDone.withLock({ $0 }) { sched_yield() }
        #expect(throws: TemplateError.self) { try manager.template(for: "Card") }
        #expect(try manager.template(for: "Feed") == StoreBench.templates(1)[1])
    }

    /// What an app is told while it activates may make it activate again.
    @Test func anAppMayActivateWhileItIsToldAboutALoad() throws {
        let bench = StoreBench(publishing: 1)
        let folder = try bench.embed()
        let store = try bench.open(embedded: folder.url)
        let place = Locked<TemplateManager?>(nil)
        let count = Locked(0)
        var configuration = TemplateManager.Configuration()
        configuration.onLoad = { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst, let manager = place.withLock({ $0 }) { _ = try? store.activate(in: manager) }
        }
        let manager = TemplateManager(configuration: configuration)
        place.withLock { $0 = manager }
        manager.isSuspended = true
        // The loads that this replaces end at once.
        manager.enqueue(Sample.bytes("Card"), as: "Card")
        try store.activate(in: manager)
        #expect(try manager.template(for: "Card") == StoreBench.templates(1)[0])
        #expect(count.withLock { $0 } > 0)
        place.withLock { $0 = nil }
    }

    // MARK: - Numbers

    @Test func whatTheAppBroughtIsNotReplacedByOlderFiles() async throws {
        var bench = StoreBench(publishing: 1)
        bench.workshop.offer(2, StoreBench.templates(2), percent: 100)
        let old = bench.workshop
        bench.workshop.candidate = nil
        bench.workshop.writeLatest()
        let folder = try bench.embed()
        let store = try bench.open(embedded: folder.url)
        bench.server.serve(old)
        #expect(await bench.refusal(of: store) == .rolledBack)
        #expect(store.current?.number == 1)
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .upToDate)
        // Other keys count their own numbers.
        bench.workshop.rotate(.latest, to: ["latest 2"], threshold: 1)
        bench.workshop.number = 0
        bench.publish(3)
        #expect(try await bench.update(store) == .installed(3))
        #expect(try await bench.update(bench.open(embedded: folder.url)) == .upToDate)
    }

    /// A thief has the keys that were replaced, and a mirror what they signed before.
    @Test(arguments: [[.latest, .release], [.latest]] as [[ReleaseRole]])
    func keysThatTheAppsOwnFolderReplacesCountNoMore(_ roles: [ReleaseRole]) async throws {
        var bench = StoreBench(publishing: 1)
        bench.workshop.offer(2, StoreBench.templates(2), percent: 100)
        var old = bench.workshop
        bench.workshop.candidate = nil
        for role in roles { bench.workshop.rotate(role, to: ["\(role) 8", "\(role) 9"], threshold: 2) }
        bench.publish(3)
        let folder = try bench.embed()
        let store = try bench.open(embedded: folder.url)
        for number in [0, 99] {
            if number > 0 {
                old.number = 50
                old.publish(number, StoreBench.templates(number))
            }
            bench.server.serve(old)
            #expect(await bench.refusal(of: store) == .untrusted)
            #expect(store.current?.number == 3 && store.current?.isEmbedded == true)
        }
        // The keys of today go on, and are remembered without the folder.
        bench.publish(4)
        #expect(try await bench.update(store) == .installed(4))
        #expect(bench.server.takePaths().contains(RootFile.path(2)) == false)
        let again = try bench.open()
        bench.server.serve(old)
        #expect(await bench.refusal(of: again) == .untrusted)
        #expect(again.current?.number == 4)
    }

    /// A mirror serves the next root file, and then what a key that stays has signed before.
    @Test func whatAKeyThatStaysSignedBeforeARotationIsNotTakenBack() async throws {
        var bench = StoreBench(publishing: 1)
        let old = bench.workshop
        bench.workshop.disabled = [.init(type: "Row", version: nil, reason: "x")]
        bench.publishLatest()
        let store = try await bench.updated(bench.open())
        bench.workshop.rotate(.latest, to: ["latest 1", "latest 2"], threshold: 1)
        var mirror = old
        mirror.files[RootFile.path(2)] = bench.workshop.files[RootFile.path(2)]
        mirror.files[LatestFile.path] = old.signed(.latest, Array("{}".utf8), by: [SigningKey("x")])
        bench.server.serve(mirror)
        await #expect(throws: DeliveryError.self) { try await bench.update(store) }
        #expect(store.content.withLock { $0.trust.root.version } == 2)
        mirror.files[LatestFile.path] = old.files[LatestFile.path]
        bench.server.serve(mirror)
        #expect(await bench.refusal(of: store) == .rolledBack)
        #expect(store.current?.withheld == ["Row": "x"])
        bench.publish(2)
        #expect(try await bench.update(store) == .installed(2))
    }

    /// So many root keys were stolen that a server could lead a device astray.
    @Test func theAppsOwnRootFilesTakeThePlaceOfThoseOfAServer() async throws {
        var bench = StoreBench(publishing: 1)
        var thief = bench
        thief.workshop.rotate(.latest, to: ["stolen"], threshold: 1)
        thief.workshop.disabled = [.init(type: "Card", version: nil, reason: "of the thief")]
        for _ in 0..<9 { thief.workshop.writeLatest() }
        thief.publish(2)
        #expect(try await thief.update(bench.open()) == .installed(2))
        bench.workshop.rotate(.root, to: ["root 7"], threshold: 1)
        bench.publish(3)
        let folder = try bench.embed()
        let store = try bench.open(embedded: folder.url)
        #expect(store.current?.number == 3)
        // What the thief disabled ends with him.
        #expect(store.current?.withheld == [:])
        thief.publish(4)
        await #expect(throws: DeliveryError.self) { try await thief.update(store) }
        bench.publish(5)
        #expect(try await bench.update(store) == .installed(5))
    }

    /// Anybody can add a signature to a file, but not change what it says.
    @Test func aRootFileWithASignatureOfAStrangerIsStillThatOfTheApp() async throws {
        var bench = StoreBench(publishing: 1)
        bench.workshop.rotate(.latest, to: ["latest 7"], threshold: 1)
        bench.publish(2)
        let folder = try bench.embed()
        let path = RootFile.path(2)
        let signed = try SignedFile(try #require(bench.workshop.files[path]))
        let stranger = SignedFile.Signature(
            key: String(repeating: "0", count: 64),
            bytes: [UInt8](repeating: 1, count: 64)
        )
        bench.workshop.files[path] = SignedFile.encode(signed.pinnedContent, signed.signatures + [stranger])
        bench.workshop.rotate(.latest, to: ["latest 8"], threshold: 1)
        bench.workshop.disabled = [.init(type: "Card", version: nil, reason: "taken down")]
        bench.publish(3)
        #expect(try await bench.update(bench.open()) == .installed(3))
        let store = try bench.open(embedded: folder.url)
        #expect(store.content.withLock { $0.trust.root.version } == 3)
        #expect(store.content.withLock { $0.state.roots.map(\.version) } == [2, 3])
        #expect(store.current?.withheld == ["Card": "taken down"])
    }

    /// An app that goes back to a version before knows fewer root files, and loses none.
    @Test func theAppsOwnRootFilesLeaveLaterOnes() async throws {
        var bench = StoreBench(publishing: 1)
        bench.workshop.rotate(.latest, to: ["latest 7"], threshold: 1)
        bench.publish(2)
        let folder = try bench.embed()
        bench.workshop.rotate(.latest, to: ["latest 8"], threshold: 1)
        bench.publish(3)
        let store = try await bench.updated(bench.open())
        try store.change { content throws(DeliveryError) in content.state.roots.removeFirst() }
        #expect(try bench.open(embedded: folder.url).content.withLock { $0.trust.root.version } == 3)
    }

    // MARK: - What is disabled

    /// A device on which a template is disabled, when an update of the app brings a newer root file.
    private func deviceWithANewerRootFile(channel: String = "production") async throws -> StoreBench {
        var bench = StoreBench(publishing: 1)
        bench.disable(["Card"])
        try await bench.update(bench.open())
        bench.workshop.channel = channel
        bench.workshop.rotate(.latest, to: ["latest 9"], threshold: 1)
        bench.workshop.files[RootFile.path(1)] = bench.workshop.files[RootFile.path(bench.workshop.rootVersion)]
        return bench
    }

    @Test func whatIsDisabledStaysSoWhenTheAppBringsANewerRootFile() async throws {
        var bench = try await deviceWithANewerRootFile()
        let store = try bench.open()
        #expect(store.content.withLock { $0.latest == nil })
        #expect(store.current?.withheld == ["Card": "taken down"])
        store.markHealthy()
        #expect(try bench.open().current?.withheld == ["Card": "taken down"])
        // A newer file says otherwise.
        bench.disable([])
        #expect(try await bench.update(store) == .upToDate)
        #expect(store.current?.withheld == [:])
        #expect(try bench.open().current?.withheld == [:])
    }

    @Test func anAppsOwnNewerFileSaysWhatIsDisabled() async throws {
        var bench = try await deviceWithANewerRootFile()
        bench.workshop.disabled = [.init(type: "Feed", version: nil, reason: "taken down too")]
        bench.workshop.writeLatest()
        let folder = try bench.embed()
        #expect(try bench.open(embedded: folder.url).current?.withheld == ["Feed": "taken down too"])
    }

    @Test func whatAnotherChannelDisablesIsShown() async throws {
        let bench = try await deviceWithANewerRootFile(channel: "production-2")
        let release = try #require(bench.workshop.releases.values.first)
        let content = try bench.open().content.withLock { $0 }
        #expect(content.withheld(in: release, embedded: nil, build: "1") == [:])
    }
}
