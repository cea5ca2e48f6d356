import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

@Suite struct HTTPRequestParserTests {
    /// A head that is refused, or a request that is read, and what becomes of it.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        let status: HTTPStatus?

        init(_ name: String, _ text: String, _ status: HTTPStatus?) {
            self.name = name
            self.text = text
            self.status = status
        }

        var testDescription: String { name }
    }

    private static func outcome(of bytes: some Sequence<UInt8>) -> HTTPRequestParser.Outcome {
        var parser = HTTPRequestParser()
        parser.append(bytes)
        return parser.next()
    }

    private static func filler(_ count: Int) -> String {
        String(repeating: "a", count: count)
    }

    static let cases: [Case] = [
        Case("a plain request", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", nil),
        Case("the old version without a host", "GET / HTTP/1.0\r\n\r\n", nil),
        Case("an empty line in front", "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", nil),
        Case("a whole URL", "GET http://x/a HTTP/1.1\r\nHost: y\r\n\r\n", nil),
        Case("a later minor version", "GET / HTTP/1.9\r\nHost: x\r\n\r\n", nil),
        Case("a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", nil),
        Case(
            "one length said twice",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
            nil
        ),
        Case("a tab in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\tc\r\n\r\n", nil),
        Case("an empty value", "GET / HTTP/1.1\r\nHost: x\r\nA:\r\n\r\n", nil),
        Case("TLS", "\u{16}\u{3}\u{1}", .badRequest),
        Case("binary", "\u{0}\u{0}\u{0}", .badRequest),
        Case("no target", "GET HTTP/1.1\r\n", .badRequest),
        Case("two blanks", "GET  / HTTP/1.1\r\n", .badRequest),
        Case("no version", "GET /\r\n", .badRequest),
        Case("a version that is none", "GET / HTTQ/1.1\r\n", .badRequest),
        Case("a version with two digits", "GET / HTTP/1.10\r\n", .badRequest),
        Case("another major version", "GET / HTTP/2.0\r\n", .versionNotSupported),
        Case("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\n", .versionNotSupported),
        Case("a method that is no token", "G(T / HTTP/1.1\r\n", .badRequest),
        Case("a line feed alone", "GET / HTTP/1.1\nHost: x\r\n\r\n", .badRequest),
        Case("a line feed alone behind a header", "GET / HTTP/1.1\r\nHost: x\n\r\n", .badRequest),
        Case("a carriage return in a value", "GET / HTTP/1.1\r\nHost: x\ry\r\n\r\n", .badRequest),
        Case("no host", "GET / HTTP/1.1\r\n\r\n", .badRequest),
        Case("two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", .badRequest),
        Case("a blank in front of the colon", "GET / HTTP/1.1\r\nHost : x\r\n", .badRequest),
        Case("a folded header", "GET / HTTP/1.1\r\nHost: x\r\n y\r\n", .badRequest),
        Case("a header without a colon", "GET / HTTP/1.1\r\nHost\r\n", .badRequest),
        Case("a header without a name", "GET / HTTP/1.1\r\n: x\r\n", .badRequest),
        Case("a NUL in a value", "GET / HTTP/1.1\r\nHost: x\u{0}\r\n", .badRequest),
        Case("a length that is no number", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3x\r\n\r\n", .badRequest),
        Case("a negative length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", .badRequest),
        Case("a length with a sign", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n", .badRequest),
        Case("an empty length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n", .badRequest),
        Case(
            "two lengths",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            .badRequest
        ),
        Case("a list of lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\n", .badRequest),
        Case("a large body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n", .contentTooLarge),
        Case(
            "a length beyond numbers",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
            .contentTooLarge
        ),
        Case("a body in pieces", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", .lengthRequired),
        Case(
            "a body in pieces with a length",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n",
            .badRequest
        ),
        Case("an unknown expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", .expectationFailed),
        Case("a long target", "GET /\(filler(8192)) HTTP/1.1\r\n", .targetTooLong),
        Case("a method without end", filler(8193), .targetTooLong),
        Case("a long header", "GET / HTTP/1.1\r\nHost: x\r\nA: \(filler(16 << 10))", .headersTooLarge),
        Case(
            "many headers",
            "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 101),
            .headersTooLarge
        ),
        Case("many empty lines", String(repeating: "\r\n", count: 8193), .headersTooLarge),
        Case("a target that is no path", "GET index.html HTTP/1.1\r\n", .badRequest),
        Case("another scheme", "GET ftp://x/ HTTP/1.1\r\n", .badRequest),
        Case("a fragment", "GET /a#b HTTP/1.1\r\n", .badRequest),
        Case("a target beyond ASCII", "GET /é HTTP/1.1\r\n", .badRequest),
    ]

    @Test(arguments: cases)
    func readsOrRefuses(_ example: Case) {
        switch Self.outcome(of: example.text.utf8) {
        case .request: #expect(example.status == nil)
        case .failure(let status): #expect(status == example.status)
        case .incomplete, .awaitsGoAhead: Issue.record("the request did not end")
        }
    }

    @Test(arguments: cases)
    func piecesDoNotMatter(_ example: Case) {
        let whole = Self.outcome(of: example.text.utf8)
        var parser = HTTPRequestParser()
        var last = HTTPRequestParser.Outcome.incomplete
        for byte in example.text.utf8 {
            parser.append(CollectionOfOne(byte))
            last = parser.next()
            guard last == .incomplete else { break }
        }
        #expect(last == whole)
    }

    @Test func isIncompleteUntilTheLastByte() {
        let text = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok"
        for count in 0..<text.utf8.count {
            #expect(Self.outcome(of: text.utf8.prefix(count)) == .incomplete)
        }
    }

    @Test func readsRequestsThatFollowEachOther() throws {
        var parser = HTTPRequestParser()
        parser.append("POST /a?x=1 HTTP/1.1\r\nHost: h:1\r\nContent-Length: 2\r\n\r\nokGET /b HTTP/1.0\r\n\r\nGET".utf8)
        guard case .request(let first) = parser.next(), case .request(let second) = parser.next() else {
            Issue.record("two requests have arrived")
            return
        }
        #expect(first.method == "POST" && first.target.segments == ["a"] && first.target.value("x") == "1")
        #expect(first.host == "h:1" && first.body == Array("ok".utf8) && first.keepsConnection)
        #expect(second.target.segments == ["b"] && second.host == nil && !second.keepsConnection)
        #expect(parser.next() == .incomplete && !parser.isIdle)
    }

    @Test func saysOnceThatTheBodyMayCome() {
        var parser = HTTPRequestParser()
        parser.append("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8)
        #expect(parser.next() == .awaitsGoAhead)
        #expect(parser.next() == .incomplete)
        parser.append("a".utf8)
        guard case .request = parser.next() else {
            Issue.record("the request has arrived")
            return
        }
    }

    @Test(arguments: [
        ("keep-alive", 0, true), ("close", 1, false), ("Keep-Alive , Close", 1, false), ("upgrade", 1, true),
        ("", 0, false),
    ])
    func knowsWhetherTheConnectionStays(_ header: String, _ version: Int, _ expected: Bool) {
        let text = "GET / HTTP/1.\(version)\r\nHost: x\r\nConnection: \(header)\r\n\r\n"
        guard case .request(let request) = Self.outcome(of: text.utf8) else {
            Issue.record("the request has arrived")
            return
        }
        #expect(request.keepsConnection == expected)
    }

    @Test func neverKeepsMoreThanTheLimits() {
        print("seed \(RandomTests.seed)")
        var generator = SeededGenerator(seed: RandomTests.seed)
        var counts: [HTTPRequestParser.Outcome.Kind: Int] = [:]
        for _ in 0..<RandomTests.count(200) {
            var limits = HTTPLimits()
            limits.requestLine = 40
            limits.head = 400
            limits.headerCount = 8
            limits.body = 60
            // Around each limit, on both sides.
            let path = String(repeating: "p", count: Int.random(in: 1...40, using: &generator))
            var headers = ["Host: x"]
            for number in 0..<Int.random(in: 0...9, using: &generator) {
                headers.append(
                    "H\(number): " + String(repeating: "v", count: Int.random(in: 0...70, using: &generator))
                )
            }
            let length = Int.random(in: 0...70, using: &generator)
            if Bool.random(using: &generator) { headers.append("Content-Length: \(length)") }
            let line = "POST /\(path) HTTP/1.1"
            let head = ([line] + headers).map { $0 + "\r\n" }.joined()
            let body = headers.last?.hasPrefix("Content") == true ? length : 0
            var parser = HTTPRequestParser(limits: limits)
            parser.append((head + "\r\n" + String(repeating: "b", count: body)).utf8)
            let outcome = parser.next()
            counts[outcome.kind, default: 0] += 1
            guard case .request(let request) = outcome else { continue }
            #expect(line.utf8.count + 2 <= limits.requestLine && head.utf8.count + 2 <= limits.head)
            #expect(request.headers.count == headers.count && headers.count <= limits.headerCount)
            #expect(request.body.count == body && body <= limits.body)
        }
        // Both sides are met often enough to say something.
        #expect(counts.count >= 2 && counts.values.allSatisfy { $0 >= RandomTests.count(200) / 20 }, "\(counts)")
    }
}

@Suite struct RequestTargetTests {
    @Test(arguments: [
        ("/", [""]), ("/a/b", ["a", "b"]), ("/a/", ["a", ""]), ("//", ["", ""]), ("/%41%20b", ["A b"]),
        ("/%E8%8C%B6/x", ["茶", "x"]), ("/...", ["..."]), ("/.dir", [".dir"]), ("/a%2Eb", ["a.b"]), ("/a+b", ["a+b"]),
        ("http://h:1/a", ["a"]), ("HTTP://h", [""]), ("http://h?x", [""]),
    ])
    func readsPaths(_ text: String, _ segments: [String]) {
        #expect(RequestTarget(Array(text.utf8)[...])?.segments == segments)
    }

    @Test(arguments: [
        "", "a", "*", "/..", "/../etc/passwd", "/a/../b", "/%2e%2e/x", "/.%2E/x", "/%2E/x", "/./x", "/..%2fetc",
        "/%2e%2e%2f%2e%2e%2fetc", "/a%2fb", "/a%5cb", "/a\\..\\b", "/%00", "/a%00.out", "/a%0d%0aX:1", "/%7f", "/%",
        "/%4",
        "/%zz", "/%C0%AE%C0%AE/x", "/%FF", "/a b", "/a\tb", "http:///a", "/\(String(repeating: "a/", count: 17))",
        "/?a=%", "/?\(String(repeating: "a&", count: 33))", "/?a=%00",
    ])
    func refusesWhatIsNoPathOrLeavesTheFolder(_ text: String) {
        #expect(RequestTarget(Array(text.utf8)[...]) == nil)
    }

    @Test func readsTheQuery() {
        let target = RequestTarget(Array("/?width=320%2C375&x=a+b&empty&&x=2&=v".utf8)[...])
        #expect(target?.value("width") == "320,375")
        #expect(target?.value("x") == "a b")
        #expect(target?.value("empty") == "")
        #expect(target?.value("y") == nil)
        #expect(target?.query.count == 5)
    }

    @Test(arguments: ["", "abc-._~", "a b/c", "茶", "%", "..", "a\u{0}"])
    func encodesWhatDecodesBack(_ text: String) {
        let encoded = PercentEncoding.encode(text)
        #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        #expect(PercentEncoding.decode(Array(encoded.utf8)[...]) == (text.contains("\u{0}") ? nil : text))
    }
}

@Suite struct HostCheckTests {
    @Test(arguments: [
        "localhost", "LOCALHOST:7788", "app.localhost", "127.0.0.1", "127.0.0.1:80", "192.168.1.20:7788", "[::1]:7788",
        "[fe80::1]", "10.0.2.2:7788", "mac.local:1",
    ])
    func allowsThisServer(_ host: String) {
        #expect(HostCheck(names: ["Mac.local"]).allows(host))
    }

    @Test(arguments: [
        "", ":80", "example.com", "example.com:7788", "localhost.example.com", "127.0.0.1.example.com", "1.2.3.4.5",
        "256.0.0.1", "1.2.3", "[::1", "[::1]x", "[::g]", "localhost:80:80", "localhost:port", "evil", "+1.1.1.1",
        "evillocalhost", "evil-localhost:80", "localhost.", "xmac.local", "mac.local.evil",
    ])
    func refusesOtherNames(_ host: String) {
        #expect(!HostCheck(names: ["Mac.local"]).allows(host))
    }

    @Test func comparesOrigins() {
        #expect(HostCheck.isSameOrigin("http://localhost:7788", host: "localhost:7788"))
        #expect(!HostCheck.isSameOrigin("http://localhost:7789", host: "localhost:7788"))
        #expect(!HostCheck.isSameOrigin("https://localhost:7788", host: "localhost:7788"))
        #expect(!HostCheck.isSameOrigin("null", host: "localhost:7788"))
    }
}

@Suite struct HTTPResponseTests {
    @Test func writesDatesAsHTTPDoes() {
        #expect(HTTPResponse.date(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPResponse.date(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func saysLengthKindAndThatNothingIsKept() {
        let head = String(decoding: HTTPResponse(.success, .svg, "é").head(keepsConnection: true), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
        for line in [
            "Content-Length: 2", "Content-Type: image/svg+xml; charset=utf-8", "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin", "Connection: keep-alive",
        ] {
            #expect(head.contains("\r\n\(line)\r\n"))
        }
    }
}

extension HTTPRequestParser.Outcome {
    /// Whether there is a request.
    fileprivate enum Kind: Hashable {
        case request, other
    }

    fileprivate var kind: Kind {
        if case .request = self { return .request }
        return .other
    }
}
