import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// Many clients at once that do what they should not.
@Suite(.serialized) struct ServerLoadTests {
    /// What a client does: it sends this, and then waits.
    private enum Nuisance: CaseIterable {
        case silent, slowLine, slowHeaders, slowBody, malformed, binary, longLine, longHeaders, largeBody, neverReads
        case manyRequests, streams
    }

    private static func bytes(_ nuisance: Nuisance) -> [UInt8] {
        let host = "Host: localhost\r\n"
        let text: String
        switch nuisance {
        case .silent: text = ""
        case .slowLine: text = "GET /Ca"
        case .slowHeaders: text = "GET / HTTP/1.1\r\nHost"
        case .slowBody: text = "POST /Card/.event HTTP/1.1\r\n\(host)Content-Length: 100\r\n\r\n{"
        case .malformed: text = "GET  /\r\n\r\n"
        case .binary: return (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        case .longLine: text = "GET /" + String(repeating: "x", count: 40_000)
        case .longHeaders: text = "GET / HTTP/1.1\r\n\(host)X: " + String(repeating: "x", count: 40_000)
        case .largeBody:
            text =
                "POST /Card/.event HTTP/1.1\r\n\(host)Content-Length: 9999999\r\n\r\n"
                + String(repeating: "x", count: 99_999)
        case .neverReads: text = String(repeating: "GET /Card/ HTTP/1.1\r\n\(host)\r\n", count: 200)
        case .manyRequests: text = String(repeating: "GET /.dir HTTP/1.1\r\n\(host)\r\n", count: 200)
        case .streams: text = "GET /.events HTTP/1.1\r\n\(host)\r\n"
        }
        return Array(text.utf8)
    }

    /// The statuses of the answers that a client got; `nil` when something else came.
    private static func statuses(_ bytes: [UInt8]) -> [Int]? {
        var statuses: [Int] = []
        var rest = bytes[...]
        let end = Array("\r\n\r\n".utf8)
        while !rest.isEmpty {
            guard let start = rest.indices.first(where: { rest[$0...].starts(with: end) }) else { return nil }
            let lines = String(decoding: rest[..<start], as: UTF8.self).components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ")
            guard words.count >= 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
            statuses.append(status)
            let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) }
            // A stream of events has no end of its own.
            guard let length else { return statuses }
            rest = rest[(start + 4)...]
            guard rest.count >= length else { return nil }
            rest = rest.dropFirst(length)
        }
        return statuses
    }

    @Test func answersProperlyAndStops() throws {
        var limits = ServerLimits()
        limits.requestTime = 700
        limits.responseTime = 1500
        limits.lingerTime = 300
        limits.connections = 160
        let server = try RunningServer(Self.files, limits: limits)
        let clients = try Self.connect(to: server.port)
        var answered: Set<Nuisance> = []
        for (nuisance, client) in clients where nuisance != .neverReads && nuisance != .streams {
            let bytes = client.rest()
            guard let statuses = Self.statuses(bytes) else {
                Issue.record("\(nuisance): \(String(decoding: bytes.prefix(300), as: UTF8.self))")
                continue
            }
            let expected: Set<Int> =
                switch nuisance {
                case .silent, .slowLine, .slowHeaders, .slowBody: []
                case .malformed, .binary: [400]
                case .longLine: [414]
                case .longHeaders: [431]
                case .largeBody: [413]
                case .manyRequests, .neverReads, .streams: [200]
                }
            // On a busy machine any of them may be late, or find no place.
            #expect(expected.union([408, 503]).isSuperset(of: statuses), "\(nuisance) got \(statuses)")
            if !statuses.isEmpty { answered.insert(nuisance) }
        }
        #expect(answered.isSuperset(of: [.malformed, .binary, .longLine, .longHeaders, .largeBody, .manyRequests]))
        // The others are still there, and nobody has to wait for them.
        #expect(try server.get("/.dir").status == 200)
        #expect(server.stop())
        for (nuisance, client) in clients where nuisance == .streams {
            #expect(Self.statuses(client.rest()) != nil)
        }
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func keepsItsMemory() throws {
        let workspace = try Workspace()
        for (name, text) in Self.files { try workspace.write("site/\(name)", text) }
        let server = try ServingProcess(workspace.path("site"))
        let client = try LoopbackClient(port: server.port)
        client.send("GET /Card/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(client.response()?.status == 200)
        let before = server.residentBytes
        let clients = try Self.connect(to: server.port)
        // An answer comes after all that was sent before it has been looked at.
        let last = try LoopbackClient(port: server.port)
        last.send("GET /.dir HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(last.response()?.status == 200)
        if let before, let after = server.residentBytes {
            print("\(clients.count) connections: \((after - before) >> 10) KB more memory")
            #expect(after - before < 32 << 20)
        }
        #expect(server.end(with: SIGINT))
    }

    private static let files = [
        "Card.xml": #"<NText text="${title}" textSize="20"/>"#, "Card.json": #"{"title":"Tea"}"#,
    ]

    /// Opens many connections and sends what is a nuisance on each.
    private static func connect(to port: Int) throws -> [(Nuisance, LoopbackClient)] {
        try (0..<RandomTests.count(200)).map { index in
            let nuisance = Nuisance.allCases[index % Nuisance.allCases.count]
            let client = try LoopbackClient(port: port)
            // What does not fit the buffers on the way is refused anyway.
            client.sendAtOnce(bytes(nuisance))
            return (nuisance, client)
        }
    }
}
