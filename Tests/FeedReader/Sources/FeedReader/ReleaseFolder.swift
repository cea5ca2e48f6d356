import Foundation
import VirtualView
import VirtualViewDelivery

/// The look of the app: signed releases of its templates, which come while it runs.
struct Looks {
    /// What the screens are made of.
    let templates = TemplateManager()
    private let store: TemplateStore
    private let transport: ReleaseFolder

    /// The address under which the store asks for files; no host has it, for the transport reads them from a folder.
    private static let server = URL(string: "https://releases.invalid/")

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - app: What the app brings with it: `root.json`, which says whose signatures count, and a first release.
    ///   - folder: Where releases come from: what `vvc release` writes.
    ///   - location: The store's own folder.
    /// - Throws: An error if what the app brings is not there or not to be trusted.
    init(app: URL, releases folder: URL, store location: URL) throws {
        var configuration = TemplateStore.Configuration()
        configuration.hosts = ["releases.invalid"]
        store = try TemplateStore(
            at: location,
            root: Array(try Data(contentsOf: app.appendingPathComponent("root.json"))),
            embedded: app.appendingPathComponent("Release"),
            configuration: configuration
        )
        transport = ReleaseFolder(folder: folder)
        try store.activate(in: templates)
    }

    /// The number of the release that is shown.
    var release: Int { store.current?.number ?? 0 }

    /// Tells that the release is fine: somebody has seen it, and used it.
    func markHealthy() { store.markHealthy() }

    /// Takes a newer release, if there is one.
    func update() async throws {
        guard let server = Self.server else { return }
        do {
            try await store.update(from: server, transport: transport)
        } catch {
            // It may have learnt what is disabled nevertheless.
            try store.activate(in: templates)
            throw error
        }
        try store.activate(in: templates)
    }

    /// Goes back to the release before, which stays until there is a newer one than that which was not liked.
    func goBack() throws {
        guard try store.rollBack("the reader did not like it") != nil else { return }
        try store.activate(in: templates)
    }
}

/// Gets the files of a release from a folder instead of a server.
struct ReleaseFolder: TemplateTransport {
    let folder: URL

    func fetch(
        _ request: TransportRequest,
        receive: @escaping @Sendable (TransportPart) throws(DeliveryError) -> Void
    ) async throws(DeliveryError) {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(request.url.path)) else {
            return try receive(.head(TransportHead(url: request.url, status: 404)))
        }
        let range = (request.range ?? 0..<data.count).clamped(to: 0..<data.count)
        let contentRange = request.range.map { _ in "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(data.count)" }
        let status = contentRange == nil ? 200 : 206
        try receive(
            .head(
                TransportHead(url: request.url, status: status, contentLength: range.count, contentRange: contentRange)
            )
        )
        try receive(.body(Array(data[range])))
    }
}
