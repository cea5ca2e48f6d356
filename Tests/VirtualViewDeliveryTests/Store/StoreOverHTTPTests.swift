import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A store, the transport of the system, and a server on this machine.
@Suite(.timeLimit(.minutes(10)), .serialized) struct StoreOverHTTPTests {
    private typealias Step = LoopbackServer.Step

    /// What a server gives out, and how.
    private final class Shop: Sendable {
        let files: Locked<[String: [UInt8]]>
        /// Answers instead of the files, if it does not return `nil`.
        let instead = Locked<(@Sendable (LoopbackServer.Request) -> [Step]?)?>(nil)

        init(_ workshop: Workshop) {
            files = Locked(workshop.files)
        }

        func answer(_ request: LoopbackServer.Request) -> [Step] {
            if let steps = instead.withLock({ $0 })?(request) { return steps }
            let path = String(request.path.drop { $0 == "/" }.drop { $0 != "/" }.dropFirst())
            guard let file = files.withLock({ $0[path] }) else { return [.head(404, ["Content-Length": "0"])] }
            return Step.file(file, request)
        }
    }

    private func serve(
        _ workshop: Workshop,
        _ test: (Shop, LoopbackServer, _ update: () async throws -> TemplateStore.Update, TemplateStore) async throws
            -> Void
    ) async throws {
        let shop = Shop(workshop)
        let server = try LoopbackServer { shop.answer($0) }
        defer { server.end() }
        let folder = try TemporaryFolder()
        var configuration = TemplateStore.Configuration(build: "1")
        configuration.allowsLoopback = true
        let now = workshop.time.seconds + 60
        configuration.now = { now }
        let store = try TemplateStore(at: folder.url, root: workshop.pinned, configuration: configuration)
        let transport = URLSessionTransport()
        try await test(shop, server, { try await store.update(from: server.url(), transport: transport) }, store)
        // Whatever happened, the next process finds the same.
        let again = try TemplateStore(at: folder.url, root: workshop.pinned, configuration: configuration)
        #expect(again.current == store.current)
    }

    /// The size of files on the server, and what their heads have at most.
    private func size(_ paths: [String], _ workshop: Workshop) -> Int {
        paths.reduce(0) { $0 + (workshop.files[$1]?.count ?? 0) + 200 }
    }

    private func templates(_ count: Int, changed: Set<Int> = []) -> [Template] {
        (0..<count).map { index in
            let text = String(repeating: "A line of text for type \(index). ", count: 20)
            return Sample.template("Type\(index)", text, version: changed.contains(index) ? 2 : 1)
        }
    }

    @Test func ofAThousandTemplatesOnlyThoseThatChangedAreFetched() async throws {
        var workshop = Workshop()
        let first = workshop.publish(1, templates(1000))
        let pack = try #require(workshop.releases[first.sha256]).pack.path
        try await serve(workshop) { shop, server, update, store in
            #expect(try await update() == .installed(1))
            #expect(server.requests.map(\.path) == [LatestFile.path, first.path, pack].map { "/app/\($0)" })
            #expect(server.sentBytes < size([LatestFile.path, first.path, pack], workshop))
            // One that changed is a file, neighbours are a range of the pack.
            for (number, changed) in [(2, Set([500])), (3, [500, 501, 502])] {
                let (before, sent) = (server.requests.count, server.sentBytes)
                let known = Set(store.current?.manifest.entries.map(\.sha256) ?? [])
                let next = workshop.publish(number, templates(1000, changed: changed))
                shop.files.withLock { $0 = workshop.files }
                #expect(try await update() == .installed(number))
                let release = try #require(workshop.releases[next.sha256])
                let blobs = release.blobs.filter { !known.contains($0.sha256) }
                let requests = server.requests.dropFirst(before)
                let last = blobs.count == 1 ? blobs[0].path : release.pack.path
                #expect(requests.map(\.path) == [LatestFile.path, next.path, last].map { "/app/\($0)" })
                let end = (blobs.last?.offset ?? 0) + (blobs.last?.size ?? 0)
                #expect(requests.last?.range == (blobs.count == 1 ? nil : blobs[0].offset..<end))
                let fetched = blobs.reduce(200) { $0 + $1.size }
                #expect(server.sentBytes - sent < size([LatestFile.path, next.path], workshop) + fetched)
            }
            #expect(store.current?.manifest.entries.count == 1000)
        }
    }

    @Test func anInstallThatIsCutOffGoesOnWhereItWas() async throws {
        var workshop = Workshop()
        let reference = workshop.publish(1, templates(100))
        let pack = try #require(workshop.releases[reference.sha256]).pack
        try await serve(workshop) { shop, server, update, store in
            let count = Locked(0)
            let bytes = try #require(workshop.files[pack.path])
            shop.instead.withLock {
                $0 = { request in
                    guard request.path.hasSuffix(pack.path) else { return nil }
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    guard number < 4 else { return nil }
                    let part = bytes[(request.range ?? 0..<bytes.count)]
                    guard case .send(let head) = Step.file(bytes, request)[0] else { return nil }
                    return [.send(head), .send(Array(part.prefix(part.count / 3))), .close]
                }
            }
            for _ in 0..<3 {
                let error = await #expect(throws: DeliveryError.self) { try await update() }
                #expect(error?.code == .unreachable)
                #expect(store.current == nil)
            }
            #expect(try await update() == .installed(1))
            // The release file was stored by the first update, and no byte of the pack came twice.
            #expect(server.requests.filter { $0.path.hasSuffix(reference.path) }.count == 1)
            let small = size([LatestFile.path], workshop) * 4 + size([reference.path], workshop)
            #expect(server.sentBytes < small + pack.size + 4 * 200)
        }
    }

    @Test func followsRedirectsOnlyToWhereReleasesMayComeFrom() async throws {
        var workshop = Workshop()
        workshop.publish(1, templates(3))
        try await serve(workshop) { shop, server, update, store in
            shop.instead.withLock {
                $0 = { request in
                    request.path.hasPrefix("/app/")
                        ? [.head(302, ["Content-Length": "0", "Location": "/cdn/\(request.path.dropFirst(5))"])] : nil
                }
            }
            let first = try await update()
            #expect(first == .installed(1))
            workshop.publish(2, templates(3, changed: [1]))
            shop.files.withLock { $0 = workshop.files }
            let elsewhere = server.url(host: "localhost").absoluteString
            shop.instead.withLock {
                $0 = { [.head(302, ["Content-Length": "0", "Location": elsewhere + $0.path.dropFirst(4)])] }
            }
            let error = await #expect(throws: DeliveryError.self) { try await update() }
            #expect(error?.code == .notAllowed)
            #expect(store.current?.number == 1)
        }
    }

    /// Answers without an end, in place of one file after the other.
    @Test func endlessAnswersInstallNothing() async throws {
        var workshop = Workshop()
        workshop.publish(1, templates(2))
        try await serve(workshop) { shop, server, update, store in
            #expect(try await update() == .installed(1))
            let next = workshop.publish(2, templates(2, changed: [0, 1]))
            shop.files.withLock { $0 = workshop.files }
            let pack = try #require(workshop.releases[next.sha256]).pack
            let blanks = [UInt8](repeating: 32, count: 4096)
            for path in [LatestFile.path, next.path] {
                shop.instead.withLock {
                    $0 = { $0.path.hasSuffix(path) ? [.head(200, [:]), .sendForEver(blanks)] : nil }
                }
                let error = await #expect(throws: DeliveryError.self) { try await update() }
                #expect(error?.code == .tooLarge)
                #expect(store.current?.number == 1)
            }
            // Of a pack without an end, what was wanted is taken.
            let bytes = try #require(workshop.files[pack.path])
            shop.instead.withLock {
                $0 = {
                    $0.path.hasSuffix(pack.path) ? [.head(200, [:]), .send(bytes), .sendForEver([1, 2, 3])] : nil
                }
            }
            #expect(try await update() == .installed(2))
            #expect(server.requests.last?.path == "/app/\(pack.path)")
        }
    }
}
