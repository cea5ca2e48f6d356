import Dispatch
import Foundation
import VirtualView
import VirtualViewCommands
import VirtualViewCore
import VirtualViewDelivery
import VirtualViewFormat
import VirtualViewRelease

extension BenchmarkRow {
    /// What a release costs on a device (D1): to use it, and to install it.
    static let deliveryRows: [BenchmarkRow] = [
        BenchmarkRow("D1/activate", "a manager that had release 1 is given release 2, 100 types, median") { context in
            let server = try SignedFolder(types: 100, releases: 2)
            defer { server.folder.remove() }
            let store = try server.open("store")
            try server.install(1, in: store)
            let managers = try (0..<max(20, context.stopwatch.rounds)).map { _ in
                let manager = TemplateManager()
                try store.activate(in: manager)
                manager.waitUntilQueueIsIdle()
                // What is measured is the call; the queue would load meanwhile.
                manager.isSuspended = true
                return manager
            }
            try server.install(2, in: store)
            let times = try managers.map { manager in try Stopwatch.time { try store.activate(in: manager) } }
            return BenchmarkResult(value: Stopwatch.median(times) / 1e6, unit: "ms", goal: .atMost(1))
        },
        BenchmarkRow("D1/install", "install 1,000 files, verified and stored") { context in
            let server = try SignedFolder(types: 1000, releases: 1)
            defer { server.folder.remove() }
            let blobs = server.files(1).filter { $0.key.hasPrefix("blobs/") || $0.key.hasPrefix("releases/") }
            var number = 0
            return try context.stopwatch.compare(
                units: 1,
                in: .milliseconds,
                {
                    number += 1
                    let store = try server.open("store \(number)")
                    try server.install(1, in: store)
                    return 1
                },
                with: (
                    "to write them, and wait twice",
                    {
                        number += 1
                        let files = SystemFiles(in: URL(fileURLWithPath: server.folder.path("plain \(number)")))
                        for (name, bytes) in blobs.values.enumerated().map({ ("blobs/\($0)", $1) }) {
                            try files.write(bytes, to: name)
                        }
                        try files.barrier()
                        try files.sync()
                        return 1
                    }
                ),
                goal: .withinBaseline(1.3),
                on: .wall,
                prepare: {}
            )
        },
    ]
}

/// A server in memory with releases whose files openssl signed, and stores on the disk.
private final class SignedFolder: TemplateTransport {
    let folder: ScratchFolder
    let pinned: [UInt8]
    /// The files of the server when each of the releases is the newest.
    private let releases: [[String: [UInt8]]]
    private let served = Locked(1)
    private static let time = ReleaseTime(seconds: 1_800_000_000)

    init(types: Int, releases count: Int) throws {
        folder = try ScratchFolder()
        try folder.empty("keys")
        let secret = folder.path("keys/key.pem")
        _ = try BenchmarkRow.output(of: ["openssl", "genpkey", "-algorithm", "ed25519", "-out", secret])
        let pem = try BenchmarkRow.output(of: ["openssl", "pkey", "-in", secret, "-pubout"])
        guard !pem.isEmpty else { throw BenchmarkSkipped(reason: "there is no openssl") }
        let key = try ReleaseKey(pem: pem)
        let later = ReleaseTime(seconds: Self.time.seconds + 86400)
        let root = try RootFile(
            app: "bench",
            channel: "bench",
            version: 1,
            issued: Self.time,
            expires: later,
            authorities: Dictionary(
                uniqueKeysWithValues: ReleaseRole.allCases.map { ($0, RootFile.Authority([key], threshold: 1)) }
            )
        )
        let scratch = folder
        func signed(_ content: SignedFileDraft.Content, _ root: RootFile?) throws -> [UInt8] {
            var draft = try SignedFileDraft(content, under: root)
            try scratch.write([("message", draft.message)], to: "message")
            let signature = scratch.path("message/signature")
            let command = [
                "openssl", "pkeyutl", "-sign", "-rawin", "-inkey", secret, "-in", scratch.path("message/message"),
            ]
            _ = try BenchmarkRow.output(of: command + ["-out", signature])
            _ = try draft.add(Array(Data(contentsOf: URL(fileURLWithPath: signature))))
            return draft.bytes
        }
        pinned = try signed(.root(root), nil)
        releases = try (1...count).map { number in
            var files: [String: [UInt8]] = [:]
            var pack: [UInt8] = []
            var entries: [TemplateManifest.Entry] = []
            for template in try Self.templates(types, of: number) {
                let entry = TemplateManifest.Entry(describing: template)
                entries.append(entry)
                files[ReleaseFile.Blob.path(entry.sha256)] = template.bytes
                pack += template.bytes
            }
            let release = ReleaseFile(
                number: number,
                issued: Self.time,
                expires: later,
                minimumFormat: .current,
                sources: ContentHash.of(pack),
                manifest: try TemplateManifest(entries),
                pack: ReleaseFile.Pack(sha256: ContentHash.of(pack), size: pack.count)
            )
            files[release.pack.path] = pack
            let bytes = try signed(.release(release), root)
            let reference = LatestFile.Reference(number: number, size: bytes.count, sha256: ContentHash.of(bytes))
            files[reference.path] = bytes
            let latest = LatestFile(number: number, root: 1, issued: Self.time, expires: later, stable: reference)
            files[LatestFile.path] = try signed(.latest(latest), root)
            return files
        }
    }

    private static func templates(_ count: Int, of release: Int) throws -> [Template] {
        try (0..<count).map { index in
            var builder = TemplateBuilder(type: "Type\(index)", version: FormatVersion(patch: UInt16(release)))
            try builder.openNode(component: 7)
            let filling = String(repeating: "A line of text for type \(index). ", count: 20)
            try builder.set(.string(builder.intern(filling)), for: builder.intern("text"))
            try builder.closeNode()
            return try Template(decoding: builder.encoded())
        }
    }

    /// The files when a release is the newest.
    func files(_ number: Int) -> [String: [UInt8]] { releases[number - 1] }

    func open(_ name: String) throws -> TemplateStore {
        var configuration = TemplateStore.Configuration(build: "1")
        configuration.now = { Self.time.seconds }
        let place = URL(fileURLWithPath: folder.path(name))
        return try TemplateStore(at: place, root: pinned, configuration: configuration)
    }

    /// Installs a release, which is the newest from now on.
    func install(_ number: Int, in store: TemplateStore) throws {
        served.withLock { $0 = number }
        let done = DispatchSemaphore(value: 0)
        let result = Locked<Result<TemplateStore.Update, any Error>?>(nil)
        Task {
            do {
                guard let server = URL(string: "https://bench.example/") else { throw BenchmarkError("no address") }
                let update = try await store.update(from: server, transport: self)
                result.withLock { $0 = .success(update) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        guard case .installed(number)? = try result.withLock({ $0 })?.get() else {
            throw BenchmarkError("the release was not installed")
        }
    }

    func fetch(
        _ request: TransportRequest,
        receive: @escaping @Sendable (TransportPart) throws(DeliveryError) -> Void
    ) async throws(DeliveryError) {
        let path = String(request.url.path.dropFirst())
        guard let file = files(served.withLock { $0 })[path] else {
            return try receive(.head(TransportHead(url: request.url, status: 404)))
        }
        try receive(.head(TransportHead(url: request.url, status: 200, contentLength: file.count)))
        for start in stride(from: 0, to: file.count, by: 65536) {
            try receive(.body(Array(file[start..<min(start + 65536, file.count)])))
        }
    }
}
