import Foundation
import LoopbackServer
import Synchronization
import Testing
import VirtualView

@testable import FeedReader

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The page's server: what it sends, and to whom.
struct PageServerTests {
    private let announcements = Announcements()
    private let done = Done()
    private let server: LoopbackServer

    init() throws {
        let done = done
        let page = PageServer(
            templates: TemplateManager(),
            announcements: announcements,
            player: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        ) { done.add("\($0) \($1)") }
        server = try page.start(port: 0)
    }

    private func answer(
        _ path: String,
        _ headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> (Int, HTTPURLResponse, String) {
        var request = URLRequest(url: try #require(URL(string: server.address + path)))
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let body {
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
        }
        let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return (http.statusCode, http, String(decoding: data, as: UTF8.self))
    }

    @Test func sendsThePageUnderAStrictPolicy() async throws {
        let (status, response, text) = try await answer("/")
        #expect(status == 200)
        #expect(text.contains("<title>Reader</title>"))
        let policy = try #require(response.value(forHTTPHeaderField: "Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"))
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"))
        #expect(try await answer("/reader.js").0 == 200)
        server.stop()
    }

    @Test(arguments: [
        "/nothing", "/player/PageServerTests.swift", "/player/..%2F..%2FPackage.swift", "/templates/Missing",
        "/.hidden.js", "/a/b/c",
    ])
    func sendsNothingElse(path: String) async throws {
        #expect(try await answer(path).0 == 404)
        server.stop()
    }

    @Test func doesWhatItsOwnPageWants() async throws {
        let headers = ["Content-Type": "application/json", "Origin": server.address]
        #expect(try await answer("/do", headers, body: #"{"action":"open","parameter":"7"}"#).0 == 204)
        #expect(done.all == ["open 7"])
        for (name, value) in [("Content-Type", "text/plain"), ("Origin", "http://example.org"), ("Origin", "")] {
            var wrong = headers
            wrong[name] = value
            #expect(try await answer("/do", wrong, body: #"{"action":"open"}"#).0 == 400)
        }
        #expect(try await answer("/do", headers, body: "{").0 == 400)
        // A name that leads here is not this server's.
        #expect(try await answer("/", ["Host": "rebound.example:\(server.port)"]).0 == 403)
        #expect(done.all == ["open 7"])
        server.stop()
    }

    @Test func aPageGetsTheNewestOfEachValueOnce() {
        announcements.announce("a", 1)
        let box = announcements.open()
        for i in 2..<1000 { announcements.announce("a", .int(Int64(i))) }
        announcements.announce("b", ["text": "x\ny"])
        let news = box.take(within: 0)
        #expect(news.map(\.name) == ["a", "b"])
        #expect(news.map(\.json) == ["999", #"{"text":"x\ny"}"#])
        #expect(box.take(within: 0).isEmpty)
        announcements.close(box)
        announcements.announce("a", 0)
        #expect(box.take(within: 0).isEmpty)
        server.stop()
    }
}

/// What the page wanted.
private final class Done: Sendable {
    private let actions = Mutex<[String]>([])

    var all: [String] { actions.withLock { $0 } }

    func add(_ action: String) { actions.withLock { $0.append(action) } }
}
