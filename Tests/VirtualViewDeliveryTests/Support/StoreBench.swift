import Foundation
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A device with a store, a server and an operator, for tests.
struct StoreBench {
    var workshop = Workshop()
    let server: MemoryServer
    let disk = ModelDisk()
    var now: Int64

    init() {
        server = MemoryServer(workshop)
        now = workshop.time.seconds + 60
    }

    /// Publishes a release to begin with.
    init(publishing number: Int) {
        self.init()
        publish(number)
    }

    /// Publishes releases one after the other, each of which a store installs.
    init(installing first: Int, _ others: Int...) async throws {
        self.init()
        for number in [first] + others { try await install(number) }
    }

    /// The templates of a release: some change with its number, some do not.
    static func templates(_ number: Int) -> [Template] {
        [
            Sample.template("Card", "card \(number)", version: UInt16(number)),
            Sample.template("Feed", "feed"),
            Sample.template("Row", "row \(number / 2)"),
        ]
    }

    /// The templates of a release that takes more room: besides, ten files that no other release has.
    static func largeTemplates(_ number: Int, of size: Int) -> [Template] {
        templates(number)
            + (0..<10).map { index in
                let text = "\(number) \(index) " + String(repeating: "x", count: size)
                return Sample.template("Large\(index)", text, version: UInt16(number))
            }
    }

    /// Publishes a release, and puts everything on the server.
    @discardableResult
    mutating func publish(_ number: Int) -> LatestFile.Reference {
        defer { server.serve(workshop) }
        return workshop.publish(number, Self.templates(number))
    }

    /// Publishes a release, and installs it in a store: unless there is one, in one that is opened for that.
    mutating func install(_ number: Int, in store: TemplateStore? = nil) async throws {
        publish(number)
        try await update(store ?? open())
    }

    /// Offers a release to a part of the devices, and puts everything on the server.
    @discardableResult
    mutating func offer(_ number: Int, percent: Int = 100) -> LatestFile.Reference {
        defer { server.serve(workshop) }
        return workshop.offer(number, Self.templates(number), percent: percent)
    }

    /// Writes a new `latest.json`, and puts everything on the server.
    mutating func publishLatest() {
        workshop.writeLatest()
        server.serve(workshop)
    }

    /// Has the server take templates down, and no others.
    mutating func disable(_ types: [String]) {
        workshop.disabled = types.map { .init(type: $0, version: nil, reason: "taken down") }
        publishLatest()
    }

    /// Takes all releases from the server.
    mutating func forgetReleases() {
        workshop.files = [RootFile.path(1): workshop.pinned]
        workshop.releases = [:]
    }

    /// Writes the folder that an app brings with it.
    func embed() throws -> TemporaryFolder {
        let app = try TemporaryFolder()
        for (path, bytes) in workshop.files {
            let file = app.url.appendingPathComponent(path)
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        return app
    }

    func open(
        _ files: (any StoreFiles)? = nil,
        build: String = "1",
        cohort: String = String(repeating: "0", count: 32),
        capacity: Int = 64 << 20,
        embedded: URL? = nil,
        launch: UUID = UUID()
    ) throws(DeliveryError) -> TemplateStore {
        var configuration = TemplateStore.Configuration(build: build)
        configuration.launchID = launch
        configuration.capacity = capacity
        configuration.files = files ?? ModelFiles(on: disk)
        let now = now
        configuration.now = { now }
        configuration.randomDigits = { cohort }
        let location = URL(fileURLWithPath: "/model")
        return try TemplateStore(at: location, root: workshop.pinned, embedded: embedded, configuration: configuration)
    }

    /// Opens a store on the disk of this machine.
    func open(
        in folder: TemporaryFolder,
        capacity: Int = 64 << 20,
        embedded: URL? = nil
    ) throws(DeliveryError) -> TemplateStore {
        var configuration = TemplateStore.Configuration(build: "1")
        configuration.capacity = capacity
        let now = now
        configuration.now = { now }
        return try TemplateStore(
            at: folder.url,
            root: workshop.pinned,
            embedded: embedded,
            configuration: configuration
        )
    }

    @discardableResult
    func update(_ store: TemplateStore) async throws(DeliveryError) -> TemplateStore.Update {
        try await store.update(from: MemoryServer.address, transport: server)
    }

    /// Updates a store, and returns it.
    func updated(_ store: TemplateStore) async throws(DeliveryError) -> TemplateStore {
        try await update(store)
        return store
    }

    /// Updates a store, and returns why it refused; `nil` if it did not.
    func refusal(of store: TemplateStore) async -> DeliveryError.Code? {
        do { try await update(store) } catch { return error.code }
        return nil
    }

    /// Lets a manager have the current release, as an app does.
    func use(_ store: TemplateStore) throws(DeliveryError) {
        let manager = TemplateManager()
        manager.isSuspended = true
        try store.activate(in: manager)
    }

    /// Returns what is wrong with the release that a store gives: nothing, or why it was not verified whole.
    func fault(of store: TemplateStore) -> String? {
        guard let current = store.current, !current.isEmbedded else { return nil }
        guard
            let made = workshop.releases.values.first(where: {
                $0.number == current.number && $0.manifest == current.manifest
            })
        else { return "release \(current.number) was never made" }
        let files = disk.files
        for blob in made.blobs {
            guard let bytes = files[ReleaseFile.Blob.path(blob.sha256)] else {
                return "a blob of \(current.number) is missing"
            }
            guard ContentHash.of(bytes) == blob.sha256 else { return "a blob of \(current.number) is damaged" }
        }
        return nil
    }
}
