import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A mirror has every file that was ever signed, and gives out what it likes under their names.
@Suite struct HostileMirrorTests {
    /// A device with release 2, and a mirror with release 3, for which a key has changed.
    private func bench() async throws -> StoreBench {
        var bench = try await StoreBench(installing: 2)
        bench.workshop.rotate(.latest, to: ["latest 2"], threshold: 1)
        bench.publish(3)
        return bench
    }

    /// The files that the update to release 3 asks for.
    private func needed(_ bench: StoreBench) throws -> [String] {
        let release = try #require(bench.workshop.stable)
        let card = try #require(bench.workshop.releases[release.sha256]?.manifest["Card"])
        return [LatestFile.path, RootFile.path(2), release.path, ReleaseFile.Blob.path(card.sha256)]
    }

    /// The device and its store, when the mirror has changed its files.
    private func mirror(_ change: (inout [String: [UInt8]]) -> Void) async throws -> (StoreBench, TemplateStore) {
        let bench = try await bench()
        bench.server.state.withLock { change(&$0.files) }
        return (bench, try bench.open())
    }

    /// Expects that the device stays with release 2.
    private func expectRefusal(_ change: (inout [String: [UInt8]]) -> Void) async throws {
        let (bench, store) = try await mirror(change)
        await #expect(throws: DeliveryError.self) { try await bench.update(store) }
        #expect(store.current?.number == 2)
        #expect(bench.fault(of: store) == nil)
    }

    /// Whoever has the key of `latest.json` alone cannot give out an old release as a new one.
    @Test func anInstalledReleaseUnderAnotherNumberIsRefused() async throws {
        var bench = StoreBench()
        let old = bench.publish(5)
        let store = try await bench.updated(bench.open())
        try await bench.install(7, in: store)
        let wrong = LatestFile.Reference(number: 8, size: old.size, sha256: old.sha256)
        bench.workshop.stable = wrong
        bench.workshop.files[wrong.path] = bench.workshop.files[old.path]
        bench.publishLatest()
        for store in [store, try bench.open()] {
            #expect(await bench.refusal(of: store) == .mismatch)
            #expect(store.current?.number == 7)
        }
        try bench.use(store)
        #expect(try store.rollBack("it draws nothing")?.number == 5)
    }

    @Test func whatAMirrorAltersIsNeverUsed() async throws {
        let sample = try await bench()
        let needed = try needed(sample)
        for (path, file) in sample.workshop.files.sorted(by: { $0.key < $1.key }) {
            for place in [0, file.count / 3, file.count / 2, file.count - 1] {
                let (bench, store) = try await mirror { $0[path]?[place] ^= 4 }
                let update = try? await bench.update(store)
                #expect(update == (needed.contains(path) ? nil : .installed(3)), "\(path), byte \(place)")
                #expect(store.current?.number == (update == nil ? 2 : 3))
                #expect(bench.fault(of: store) == nil)
                // Nothing of it is left in the way.
                bench.server.serve(bench.workshop)
                #expect(try await bench.update(store) == (update == nil ? .installed(3) : .upToDate))
                #expect(bench.fault(of: store) == nil)
            }
        }
    }

    @Test func theFileThatIsRefusedIsNamed() async throws {
        for path in try await needed(bench()) {
            let (bench, store) = try await mirror { $0[path]?[20] ^= 4 }
            let error = await #expect(throws: DeliveryError.self) { try await bench.update(store) }
            #expect(error?.place == path)
        }
    }

    @Test func theFileOfTheAppThatIsRefusedIsNamed() async throws {
        let bench = try await bench()
        let release = try #require(bench.workshop.stable)
        for path in [RootFile.path(2), LatestFile.path, release.path] {
            let app = try bench.embed()
            var bytes = try #require(bench.workshop.files[path])
            bytes[20] ^= 4
            try Data(bytes).write(to: app.url.appendingPathComponent(path))
            let error = #expect(throws: DeliveryError.self) { try bench.open(embedded: app.url) }
            #expect(error?.place == path)
        }
    }

    @Test func noFileStandsInForAnother() async throws {
        let sample = try await bench()
        for path in try needed(sample) {
            for other in sample.workshop.files.values where other != sample.workshop.files[path] {
                try await expectRefusal { $0[path] = other }
            }
        }
    }

    @Test func whatAMirrorWithholdsChangesNothing() async throws {
        for path in try await needed(bench()) { try await expectRefusal { $0[path] = nil } }
    }

    /// The number of a file that a mirror has dressed up is not used up by it.
    @Test func signaturesOfStrangersMakeNoOtherFile() async throws {
        let bench = try await bench()
        let file = try SignedFile(#require(bench.workshop.files[LatestFile.path]))
        let message = SignedFile.message(file.pinnedContent, .latest, app: "shop", channel: "production")
        let stranger = SigningKey("stranger")
        let signature = SignedFile.Signature(key: stranger.id, bytes: stranger.sign(message))
        let dressed = SignedFile.encode(file.pinnedContent, file.signatures + [signature])
        bench.server.state.withLock { $0.files[LatestFile.path] = dressed }
        let store = try bench.open()
        #expect(try await bench.update(store) == .installed(3))
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .upToDate)
    }

    // MARK: - What those who sign get wrong

    @Test(arguments: [("Card", "1.0.7"), ("Feed", "1.0.1")])
    func aTemplateUnderAnotherNameOrVersionIsNotShown(_ type: String, _ version: String) async throws {
        var bench = StoreBench()
        let templates = [Sample.template("Card"), Sample.template("Row")]
        let rows = zip(templates, [(type, version), ("Row", "1.0.1")]).map { template, name -> JSONValue in
            [
                "type": .string(name.0), "version": .string(name.1), "size": .int(Int64(template.bytes.count)),
                "sha256": .string(ContentHash.of(template.bytes)),
            ]
        }
        let entries = try TemplateManifest(.array(rows)).entries
        bench.workshop.stable = bench.workshop.makeRelease(1, templates, entries)
        bench.publishLatest()
        let folder = try TemporaryFolder()
        let store = try bench.open(in: folder)
        #expect(try await bench.update(store) == .installed(1))
        let manager = TemplateManager()
        // Whoever meets such a file first drops it; here that is not to be the queue.
        manager.isSuspended = true
        try store.activate(in: manager)
        let error = #expect(throws: TemplateError.self) { try manager.template(for: type) }
        #expect(error?.code == (type == "Card" ? .manifestMismatch : .typeMismatch))
        #expect(try manager.template(for: "Row").type == "Row")
    }

    @Test func aCandidateForNewerAppsKeepsNoDeviceFromTheReleaseForEverybody() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        let stable = bench.publish(2)
        let newer = bench.workshop.makeRelease(3, StoreBench.templates(3), format: .init(major: 1, minor: 9))
        (bench.workshop.stable, bench.workshop.candidate) = (stable, .init(newer, percent: 100))
        bench.publishLatest()
        #expect(try await bench.update(store) == .installed(2))
        #expect(try await bench.update(store) == .notChosen)
        #expect(bench.fault(of: store) == nil)
    }
}
