import Foundation
import Testing
import VirtualViewCore
import VirtualViewDelivery

@Suite(.timeLimit(.minutes(10))) struct FileDownloadTests {
    private typealias Step = ScriptedTransport.Step

    /// A script for `latest.json`, of at most 10 bytes, and what comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: @Sendable (URL) -> [ScriptedTransport.Step]
        let result: Result<Int, DeliveryError>
        /// The bytes that may be received until the request ends.
        let bytes: Int

        init(
            _ name: String,
            _ result: Result<Int, DeliveryError>,
            bytes: Int = 0,
            _ steps: @escaping @Sendable (URL) -> [ScriptedTransport.Step]
        ) {
            testDescription = name
            self.steps = steps
            self.result = result
            self.bytes = bytes
        }
    }

    private static func failing(_ code: DeliveryError.Code) -> Result<Int, DeliveryError> {
        .failure(DeliveryError(code, ""))
    }

    private static let broken = DeliveryError(.unreachable, "connection \u{1B}[31mreset\r\n")

    static let cases: [Case] =
        [
            Case("a whole file", .success(6), bytes: 6) {
                [.head($0, 200, length: 6), .body([1, 2, 3]), .body([4, 5, 6])]
            },
            Case("a file of the largest size", .success(10), bytes: 10) { [.head($0, 200), .body(Array(0..<10))] },
            Case("no length", .success(3), bytes: 3) { [.head($0, 200), .body([1, 2, 3])] },
            Case("a negative length", .success(3), bytes: 3) { [.head($0, 200, length: -1), .body([1, 2, 3])] },
            Case("no body", .success(0)) { [.head($0, 200, length: 0)] },
            Case("empty pieces", .success(1), bytes: 1) { [.head($0, 200), .body([]), .body([1]), .body([])] },
            Case("a failure after the last byte", .success(2), bytes: 2) {
                [.head($0, 200, length: 2), .body([1, 2]), .fail(broken)]
            },
            Case("a body longer than the limit", failing(.tooLarge), bytes: 8) {
                [.head($0, 200), .body(Array(0..<8)), .body([8, 9, 10]), .body([11])]
            },
            Case("a first piece longer than the limit", failing(.tooLarge)) {
                [.head($0, 200), .body(Array(0..<200))]
            },
            Case("an endless body", failing(.tooLarge), bytes: 9) {
                [.head($0, 200)] + Array(repeating: .body([1, 2, 3]), count: 1000)
            },
            Case("an announced size above the limit", failing(.tooLarge)) { [.head($0, 200, length: 11), .body([1])] },
            Case("an announced size above all", failing(.tooLarge)) { [.head($0, 200, length: .max), .body([1])] },
            Case("a body shorter than announced", failing(.unreachable), bytes: 3) {
                [.head($0, 200, length: 6), .body([1, 2, 3])]
            },
            Case("no body where one is announced", failing(.unreachable)) { [.head($0, 200, length: 6)] },
            // What is announced may be too small: the limit and the signature decide.
            Case("a body longer than announced", .success(4), bytes: 4) {
                [.head($0, 200, length: 2), .body([1, 2, 3, 4])]
            },
            Case("a body longer than announced and allowed", failing(.tooLarge)) {
                [.head($0, 200, length: 2), .body(Array(0..<11))]
            },
            Case("a failure without a length", failing(.unreachable), bytes: 2) {
                [.head($0, 200), .body([1, 2]), .fail(broken)]
            },
            Case("a failure before the head", failing(.unreachable)) { _ in [.fail(broken)] },
            Case("nothing", failing(.unreachable)) { _ in [] },
            Case("a body without a head", failing(.refused)) { [.body([1]), .head($0, 200)] },
            Case("two heads", failing(.refused), bytes: 1) {
                [.head($0, 200), .body([1]), .head($0, 200), .body([2])]
            },
            Case("no such file", failing(.missing)) { [.head($0, 404, length: 5), .body(Array("sorry".utf8))] },
            Case("no longer such a file", failing(.missing)) { [.head($0, 410)] },
            Case("a part that was not asked for", failing(.refused)) {
                [.head($0, 206, range: "bytes 0-1/2"), .body([1, 2])]
            },
            Case("nothing modified", failing(.refused)) { [.head($0, 304, location: "/x")] },
            Case("a choice", failing(.refused)) { [.head($0, 300, location: "/x")] },
            Case("a redirect to nowhere", failing(.refused)) { [.head($0, 302)] },
            Case("a redirect to nothing", failing(.refused)) { [.head($0, 302, location: "https://[")] },
            Case("a redirect with an endless body", failing(.notAllowed), bytes: 16 << 10) {
                [.head($0, 302, location: "https://evil.example/")]
                    + Array(repeating: .body(Array(0..<128)), count: 1000)
            },
        ]
        + [100, 201, 204, 400, 401, 403, 405, 407, 408, 416, 418, 429, 500, 502, 503, 599, 600, 0, -1].map { status in
            Case("status \(status)", failing(.refused)) { [.head($0, status), .body([1])] }
        }

    @Test(arguments: cases)
    func takesOnlyWholeFiles(_ sample: Case) async {
        let scripted = Scripted { request, _ in sample.steps(request.url) }
        let result: Result<[UInt8], DeliveryError>
        do throws(DeliveryError) {
            result = .success(try await scripted.downloads.file("latest.json", maximumSize: 10))
        } catch {
            result = .failure(error)
        }
        switch (result, sample.result) {
        case (.success(let bytes), .success(let count)): #expect(bytes.count == count)
        case (.failure(let error), .failure(let expected)):
            #expect(error.code == expected.code, "\(error)")
            #expect(error.place == "latest.json")
            #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 })
        default: Issue.record("\(result)")
        }
        #expect(scripted.transport.bytes == sample.bytes)
        #expect(scripted.transport.requests.map(\.range) == [nil])
        await scripted.waitForEnd()
    }

    @Test func saysWhatMayPass() async {
        for status in [408, 429, 500, 503] {
            let scripted = Scripted { request, _ in [.head(request.url, status)] }
            let error = await failure { () throws(DeliveryError) in
                _ = try await scripted.downloads.file("latest.json", maximumSize: 10)
            }
            #expect(error?.message == "the server answered \(status); this may pass")
        }
    }

    @Test func showsTextOfServersInOneHarmlessLine() async {
        let text = "/\u{1B}[2J\r\n\u{202E}" + String(repeating: "x", count: 9999)
        let scripted = Scripted { request, _ in [.head(request.url, 206, range: text), .body([1])] }
        let blob = SampleBlobs(sizes: [20])
        scripted.partials.keep([1], of: blob.blobs[0].sha256)
        let error = await scripted.fetch(blob.blobs, nil)
        #expect(error?.code == .refused)
        let shown = error?.description ?? ""
        #expect(shown.contains("␛[2J␍␊�xxx") && shown.count < 500)
    }

    @Test func joinsBaseAndPath() async throws {
        for base in ["https://cdn.example/a/b", "https://cdn.example/a/b/"] {
            let scripted = Scripted(base: address(base)) { request, _ in [.head(request.url, 200)] }
            _ = try await scripted.downloads.file("root/1.json", maximumSize: 10)
            #expect(scripted.transport.requests.map(\.url.absoluteString) == ["https://cdn.example/a/b/root/1.json"])
        }
    }
}

// MARK: - Addresses

extension FileDownloadTests {

    /// The answers by address: a redirect, or the file.
    struct Route: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let redirects: [String: String]
        let code: DeliveryError.Code?
        let requests: Int
    }

    static let routes = [
        Route(testDescription: "one", redirects: ["/app/f": "https://cdn.example/1"], code: nil, requests: 2),
        Route(testDescription: "a path", redirects: ["/app/f": "/1"], code: nil, requests: 2),
        Route(testDescription: "a neighbour", redirects: ["/app/f": "g"], code: nil, requests: 2),
        Route(
            testDescription: "another allowed host",
            redirects: ["/app/f": "//two.example/g"],
            code: nil,
            requests: 2
        ),
        Route(testDescription: "five", redirects: chained(5), code: nil, requests: 6),
        Route(testDescription: "six", redirects: chained(6), code: .refused, requests: 6),
        Route(testDescription: "itself", redirects: ["/app/f": "f"], code: .refused, requests: 6),
        Route(testDescription: "a circle", redirects: ["/app/f": "/1", "/1": "/app/f"], code: .refused, requests: 6),
        Route(testDescription: "http", redirects: ["/app/f": "http://cdn.example/1"], code: .notAllowed, requests: 1),
        Route(
            testDescription: "another host",
            redirects: ["/app/f": "https://evil.example/1"],
            code: .notAllowed,
            requests: 1
        ),
        Route(
            testDescription: "another host later",
            redirects: ["/app/f": "/1", "/1": "//evil.example/"],
            code: .notAllowed,
            requests: 2
        ),
        Route(testDescription: "a file", redirects: ["/app/f": "file:///etc/passwd"], code: .notAllowed, requests: 1),
        Route(testDescription: "data", redirects: ["/app/f": "data:,x"], code: .notAllowed, requests: 1),
        Route(
            testDescription: "a user",
            redirects: ["/app/f": "https://a@cdn.example/"],
            code: .notAllowed,
            requests: 1
        ),
    ]

    private static func chained(_ count: Int) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ($0 == 0 ? "/app/f" : "/\($0)", "/\($0 + 1)") })
    }

    @Test(arguments: routes, [301, 302, 303, 307, 308])
    func followsFiveAllowedRedirects(_ route: Route, _ status: Int) async {
        let scripted = Scripted(hosts: ["cdn.example", "two.example"]) { request, _ in
            if let next = route.redirects[request.url.path] {
                return [.head(request.url, status, length: 2, location: next), .body([1, 2])]
            }
            return [.head(request.url, 200), .body([3])]
        }
        let error = await failure { () throws(DeliveryError) in
            let bytes = try await scripted.downloads.file("f", maximumSize: 10)
            #expect(bytes == [3])
        }
        #expect(error?.code == route.code)
        #expect(scripted.transport.requests.count == route.requests)
    }

    @Test func asksNothingAtAnAddressThatIsNotAllowed() async {
        for base in ["http://cdn.example/app", "https://evil.example/app", "https://a:b@cdn.example/app"] {
            let scripted = Scripted(base: address(base)) { request, _ in [.head(request.url, 200)] }
            let error = await failure { () throws(DeliveryError) in
                _ = try await scripted.downloads.file("f", maximumSize: 10)
            }
            #expect(error?.code == .notAllowed)
            #expect(scripted.transport.requests.isEmpty)
        }
    }

    @Test func noticesATransportThatFollowsByItself() async {
        let scripted = Scripted { _, _ in [.head(address("https://evil.example/f"), 200), .body([1])] }
        let error = await failure { () throws(DeliveryError) in
            _ = try await scripted.downloads.file("f", maximumSize: 10)
        }
        #expect(error?.code == .notAllowed)
        #expect(scripted.transport.bytes == 0)
    }
}
