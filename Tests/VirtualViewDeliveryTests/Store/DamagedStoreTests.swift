import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// What is shown when files are damaged, when no release may serve, and when the folder cannot be listed.
@Suite struct DamagedStoreTests {
    private let folder: TemporaryFolder
    private let bench: StoreBench

    init() async throws {
        folder = try TemporaryFolder()
        bench = StoreBench(publishing: 1)
        try await bench.update(bench.open(in: folder))
    }

    /// Lets a new manager have the current release, whose files it loads when it is asked.
    private func manager(of store: TemplateStore) throws -> TemplateManager {
        let manager = TemplateManager()
        manager.isSuspended = true
        try store.activate(in: manager)
        return manager
    }

    private func damage(_ type: String) throws {
        let entry = try #require(bench.open(in: folder).current?.manifest[type])
        let blob = folder.url.appendingPathComponent(ReleaseFile.Blob.path(entry.sha256))
        try Data([1, 2, 3]).write(to: blob)
    }

    @Test func aDamagedFileTakesNoOtherTemplateAway() throws {
        try damage("Feed")
        for _ in 0..<3 {
            let store = try bench.open(in: folder)
            let manager = try manager(of: store)
            #expect(store.current?.number == 1)
            let error = #expect(throws: TemplateError.self) { try manager.template(for: "Feed") }
            #expect(error?.code == .manifestMismatch)
            #expect(try manager.template(for: "Card") == StoreBench.templates(1)[0])
            try store.activate(in: manager)
            #expect(store.current?.number == 1)
        }
    }

    /// What is installed was taken already, also if the store may have less now.
    @Test(arguments: [64 << 20, 1]) func theNextUpdateFetchesADamagedFile(_ capacity: Int) async throws {
        try damage("Feed")
        let store = try bench.open(in: folder, capacity: capacity)
        let manager = try manager(of: store)
        store.markHealthy()
        #expect(try await bench.update(store) == .upToDate)
        #expect(throws: TemplateError.self) { try manager.template(for: "Feed") }
        let feed = try #require(store.current?.manifest["Feed"]).sha256
        _ = bench.server.takePaths()
        #expect(try await bench.update(store) == .installed(1))
        let paths = bench.server.takePaths().filter { $0.contains("blobs/") || $0.contains("pack") }
        #expect(paths == [ReleaseFile.Blob.path(feed)], "\(paths)")
        try store.activate(in: manager)
        #expect(try manager.template(for: "Feed") == StoreBench.templates(1)[1])
        #expect(store.current?.isOnTrial == false)
        #expect(try await bench.update(store) == .upToDate)
    }

    @Test func whatNoReleaseHasIsShownNoMore() async throws {
        let store = try bench.open(in: folder)
        let manager = try manager(of: store)
        manager.enqueue(Sample.bytes("Own"), as: "Own")
        #expect(try manager.template(for: "Card") == StoreBench.templates(1)[0])
        try store.rollBack("it shows garbage")
        for _ in 0..<2 {
            let error = #expect(throws: DeliveryError.self) { try store.activate(in: manager) }
            #expect(error?.code == .missing)
            #expect(manager.cachedTemplate(for: "Card") == nil)
        }
        #expect(throws: TemplateError.self) { try manager.template(for: "Feed") }
        #expect(try manager.template(for: "Own").type == "Own")
        // It is not the one that is shown, so there is nothing to judge.
        store.markHealthy()
        #expect(store.current == nil)
    }

    /// The app's own release has no file of the one that is installed.
    @Test func aFolderThatCannotBeListedHasWhatWasInstalled() async throws {
        var bench = bench
        let app = try bench.embed()
        bench.publish(2)
        let files = WatchedFiles(SystemFiles(in: folder.url))
        var configuration = TemplateStore.Configuration(build: "1")
        let now = bench.now
        (configuration.files, configuration.now) = (files, { now })
        let store = try TemplateStore(
            at: folder.url,
            root: bench.workshop.pinned,
            embedded: app.url,
            configuration: configuration
        )
        try await bench.update(store)
        files.canList.withLock { $0 = false }
        #expect(try manager(of: store).template(for: "Card") == StoreBench.templates(2)[0])
        files.canList.withLock { $0 = true }
        try store.rollBack("2 shows garbage")
        files.canList.withLock { $0 = false }
        #expect(try manager(of: store).template(for: "Card") == StoreBench.templates(1)[0])
    }
}
