import Foundation
import LoopbackServer

/// A server of thirty feeds on this machine: good ones, and each way in which a feed can be bad.
package final class SampleFeeds: Sendable {
    /// The names of the feeds, in the order in which they are listed.
    package static let names = [
        "harbour.rss", "kitchen.rss", "trains.atom", "gardens.atom", "maps.atom", "tea.rss", "arabic.rss",
        "hebrew.atom",
        "library.rdf", "weather.rss", "letterpress.rss", "bicycle.rss", "moved.rss", "patient.rss", "hostile.rss",
        "copy-of-harbour.rss", "planet.atom", "slow.rss", "broken.rss", "truncated.rss", "missing.rss", "error.rss",
        "reset.rss", "loop.rss", "elsewhere.rss", "huge.rss", "endless.rss", "page.html", "entities.rss",
        "external.rss",
    ]

    private let server: LoopbackServer

    /// Begins to serve.
    ///
    /// - Parameter port: The port; 0 for one that is free.
    /// - Throws: `POSIXError` if the port is taken.
    package init(port: UInt16 = 0) throws {
        let content = SampleContent(now: Date())
        server = try LoopbackServer(port: port) { request, connection in
            SampleAnswer(content: content, connection: connection).answer(String(request.path.dropFirst()))
        }
    }

    /// The addresses of all feeds.
    package var addresses: [String] { Self.names.map(address) }

    /// The address of a feed.
    package func address(of name: String) -> String { "\(server.address)/\(name)" }

    /// Stops serving.
    package func stop() { server.stop() }
}

/// One answer, good or bad.
private struct SampleAnswer {
    let content: SampleContent
    let connection: Connection

    func answer(_ name: String) {
        switch name {
        case "moved.rss": connection.respond(301, [("Location", "/museum.rss")])
        case "loop.rss": connection.respond(302, [("Location", "/loop.rss")])
        case "elsewhere.rss": connection.respond(302, [("Location", "file:///etc/hostname")])
        case "missing.rss": connection.respond(404, [], "no".utf8)
        case "error.rss": connection.respond(500, [], "an error".utf8)
        case "reset.rss":
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n<rss>")
            connection.breakOff()
        case "slow.rss":
            guard begin() else { return }
            while connection.send(" ") { Thread.sleep(forTimeInterval: 0.1) }
        case "patient.rss":
            guard begin() else { return }
            let all = Array(content.feed(name).utf8)
            for start in stride(from: 0, to: all.count, by: 400) {
                guard connection.send(all[start..<min(start + 400, all.count)]) else { return }
                Thread.sleep(forTimeInterval: 0.1)
            }
        case "truncated.rss":
            let all = Array(content.feed(name).utf8)
            connection.respond(200, [], all.prefix(2 * all.count / 3))
        case "huge.rss": flood(bytes: 50 << 20)
        case "endless.rss": flood(bytes: .max)
        case "page.html": connection.respond(200, [], "<!DOCTYPE html><html><body><p>Not a feed</p></body></html>".utf8)
        case "tea.rss":
            connection.respond(200, [], content.feed(name).data(using: .isoLatin1) ?? Data())
        default:
            let feed = content.feed(name)
            if feed.isEmpty { connection.respond(404) } else { connection.respond(200, [], feed.utf8) }
        }
    }

    /// Begins an answer that ends with the connection.
    private func begin() -> Bool { connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n") }

    /// Sends articles as fast as they are taken.
    private func flood(bytes: Int) {
        guard begin(), connection.send("<rss version='2.0'><channel><title>Flood</title>") else { return }
        let item = Array(
            "<item><title>Water</title><description>\(String(repeating: "more and more ", count: 4600))</description></item>"
                .utf8
        )
        var left = bytes
        while left > 0, connection.send(item) { left -= item.count }
        connection.send("</channel></rss>")
    }
}
