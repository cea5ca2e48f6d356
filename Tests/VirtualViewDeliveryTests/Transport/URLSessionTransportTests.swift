import Foundation
import Testing
import VirtualViewCore
import VirtualViewDelivery

/// The transport of the system against a server on this machine.
@Suite(.timeLimit(.minutes(10)), .serialized) struct URLSessionTransportTests {
    private typealias Step = LoopbackServer.Step

    /// Runs a test with a server and downloads from it, and checks that nothing of both is left.
    private func serve(
        _ answer: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step],
        hosts: [String] = ["127.0.0.1"],
        allowsLoopback: Bool = true,
        _ test: (LoopbackServer, Downloads, PartialFiles) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(answer)
        defer { server.end() }
        let fetches = SharedFetches()
        do {
            let partials = PartialFiles.inMemory()
            let downloads = Downloads(
                from: server.url(),
                through: URLSessionTransport(),
                allowing: AllowedAddresses(hosts: hosts, allowsLoopback: allowsLoopback),
                partials: partials,
                fetches: fetches
            )
            try await test(server, downloads, partials)
        }
        // The transport is gone, and with it its session, which had kept connections for later.
        while fetches.count > 0 || server.openConnections > 0 { try await Task.sleep(for: .milliseconds(2)) }
    }

    private func code(of code: () async throws(DeliveryError) -> Void) async -> DeliveryError.Code? {
        await failure(of: code)?.code
    }

    // MARK: - Files

    @Test func fetchesFilesOnOneConnectionWithoutCookiesAndCaches() async throws {
        try await serve { _ in
            [
                .head(
                    200,
                    [
                        "Content-Length": "3", "Set-Cookie": "a=b; Max-Age=9999", "Cache-Control": "max-age=9999",
                        "ETag": "\"x\"",
                    ]
                ), .send([1, 2, 3]),
            ]
        } _: { server, downloads, _ in
            for _ in 0..<5 {
                let file = try await downloads.file("latest.json", maximumSize: 4096)
                #expect(file == [1, 2, 3])
            }
            #expect(server.requests.map(\.path) == Array(repeating: "/app/latest.json", count: 5))
            #expect(server.connections == 1)
            for request in server.requests {
                #expect(request.headers["accept-encoding"] == "identity")
                for name in ["cookie", "authorization", "range", "if-none-match", "referer"] {
                    #expect(request.headers[name] == nil)
                }
            }
        }
    }

    /// The answer of a server to `latest.json`, of at most 10 bytes, and what comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [LoopbackServer.Step]
        let code: DeliveryError.Code?
        var count = 0
    }

    static let cases = [
        Case(
            testDescription: "no length",
            steps: [.head(200, ["Connection": "close"]), .send([1, 2]), .close],
            code: nil,
            count: 2
        ),
        Case(
            testDescription: "chunks",
            steps: [.head(200, ["Transfer-Encoding": "chunked"]), .send(Array("2\r\nab\r\n1\r\nc\r\n0\r\n\r\n".utf8))],
            code: nil,
            count: 3
        ),
        Case(testDescription: "no body", steps: [.head(200, ["Content-Length": "0"])], code: nil),
        Case(testDescription: "missing", steps: [.head(404, ["Content-Length": "2"]), .send([1, 2])], code: .missing),
        Case(
            testDescription: "an error",
            steps: [.head(503, ["Content-Length": "2"]), .send([1, 2])],
            code: .refused
        ),
        Case(
            testDescription: "another name wanted",
            steps: [.head(401, ["Content-Length": "0", "WWW-Authenticate": "Bearer"])],
            code: .refused
        ),
        Case(testDescription: "a name wanted", steps: [.head(407, ["Content-Length": "0"])], code: .refused),
        Case(testDescription: "too large", steps: [.head(200, ["Content-Length": "11"]), .hang], code: .tooLarge),
        Case(
            testDescription: "endless",
            steps: [.head(200, [:]), .sendForEver(Array(repeating: 1, count: 1 << 16))],
            code: .tooLarge
        ),
        Case(
            testDescription: "an endless error",
            steps: [.head(500, [:]), .sendForEver(Array(repeating: 1, count: 1 << 16))],
            code: .refused
        ),
        Case(
            testDescription: "closed early",
            steps: [.head(200, ["Content-Length": "5"]), .send([1, 2]), .close],
            code: .unreachable
        ),
        Case(testDescription: "closed at once", steps: [.close], code: .unreachable),
        Case(
            testDescription: "no HTTP",
            steps: [.send(Array("\u{1B}[31m what?\r\n\r\n".utf8)), .close],
            code: .unreachable
        ),
        Case(testDescription: "a redirect to nowhere", steps: [.head(302, ["Content-Length": "0"])], code: .refused),
        Case(
            testDescription: "a redirect to another host",
            steps: [.head(302, ["Content-Length": "2", "Location": "http://localhost/"]), .send([1, 2])],
            code: .notAllowed
        ),
        Case(
            testDescription: "a redirect to itself",
            steps: [.head(307, ["Content-Length": "0", "Location": "/app/latest.json"])],
            code: .refused
        ),
    ]

    @Test(arguments: cases)
    func takesOnlyWholeFiles(_ sample: Case) async throws {
        try await serve { _ in
            sample.steps
        } _: { server, downloads, _ in
            let error = await failure { () throws(DeliveryError) in
                let file = try await downloads.file("latest.json", maximumSize: 10)
                #expect(file.count == sample.count)
            }
            #expect(error?.code == sample.code, "\(String(describing: error))")
            #expect(error.map { $0.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } } ?? true)
            #expect(server.requests.count == (sample.testDescription == "a redirect to itself" ? 6 : 1))
        }
    }

    @Test func followsRedirectsWithTheRange() async throws {
        let sample = SampleBlobs(sizes: [50])
        try await serve { request in
            request.path.hasPrefix("/app/")
                ? [.head(302, ["Content-Length": "3", "Location": "/moved\(request.path)"]), .send([1, 2, 3])]
                : Step.file(Array(sample.contents.values)[0], request)
        } _: { server, downloads, partials in
            partials.keep(Array(Array(sample.contents.values)[0].prefix(20)), of: sample.blobs[0].sha256)
            try await downloads.blobs(sample.blobs, pack: nil) { _, _ in }
            #expect(server.requests.map(\.range) == [20..<50, 20..<50])
            #expect(server.requests.last?.path == "/moved/app/\(sample.blobs[0].path)")
        }
    }

    @Test func refusesPlainHTTPWithoutTheSettingForTests() async throws {
        let answer = { @Sendable (_: LoopbackServer.Request) in [Step.head(200, ["Content-Length": "0"])] }
        try await serve(answer, allowsLoopback: false) { server, downloads, _ in
            let code = await code { () throws(DeliveryError) in _ = try await downloads.file("f", maximumSize: 9) }
            #expect(code == .notAllowed)
            #expect(server.connections == 0)
        }
    }

    @Test func reportsAServerThatIsNotThere() async throws {
        let server = try LoopbackServer { _ in [] }
        server.end()
        try await Task.sleep(for: .milliseconds(50))
        let code = await code { () throws(DeliveryError) in
            try await URLSessionTransport().fetch(TransportRequest(url: server.url())) { _ in }
        }
        #expect(code == .unreachable)
    }

    @Test(arguments: ["file:///etc/hosts", "data:,x", "ftp://127.0.0.1/", "127.0.0.1", "http:", "https:///x"])
    func asksOnlyAddressesOfHTTP(_ text: String) async {
        let code = await code { () throws(DeliveryError) in
            try await URLSessionTransport().fetch(TransportRequest(url: address(text))) { _ in }
        }
        #expect(code == .notAllowed)
    }

    // MARK: - Blobs

    /// Serves the files of blobs.
    private func answer(
        _ sample: SampleBlobs,
        hasRanges: Bool = true
    ) -> @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step] {
        { request in
            let path = String(request.path.dropFirst("/app/".count))
            guard let file = sample.mirror.files[path] else { return [.head(404, ["Content-Length": "0"])] }
            return Step.file(file, request, hasRanges: hasRanges)
        }
    }

    private static let hundred = SampleBlobs(sizes: (0..<100).map { 3000 + 17 * $0 })

    @Test func firstInstallIsOneRequest() async throws {
        let sample = Self.hundred
        try await serve(answer(sample)) { server, downloads, _ in
            var delivered: [String: [UInt8]] = [:]
            try await downloads.blobs(sample.blobs, pack: sample.pack) { delivered[$0] = $1 }
            #expect(delivered == sample.contents)
            #expect(server.requests.map(\.path) == ["/app/\(sample.pack.path)"])
            #expect((sample.pack.size..<sample.pack.size + 200).contains(server.sentBytes))
        }
    }

    @Test func oneChangedOfHundredIsOneRequest() async throws {
        let sample = Self.hundred
        try await serve(answer(sample)) { server, downloads, _ in
            var delivered: [String] = []
            try await downloads.blobs([sample.blobs[42]], pack: sample.pack) { name, _ in delivered.append(name) }
            #expect(delivered == [sample.blobs[42].sha256])
            #expect(server.requests.map(\.path) == ["/app/\(sample.blobs[42].path)"])
            #expect(server.sentBytes < sample.blobs[42].size + 200)
        }
    }

    @Test(arguments: [true, false])
    func rangesAndWholeFilesGiveTheSame(_ hasRanges: Bool) async throws {
        let sample = Self.hundred
        try await serve(answer(sample, hasRanges: hasRanges)) { server, downloads, _ in
            let wanted = Array(sample.blobs[10..<13])
            var delivered: [String: [UInt8]] = [:]
            try await downloads.blobs(wanted, pack: sample.pack) { delivered[$0] = $1 }
            #expect(delivered == sample.contents.filter { name, _ in wanted.contains { $0.sha256 == name } })
            let end = wanted[2].offset + wanted[2].size
            #expect(server.requests.map(\.range) == [wanted[0].offset..<end])
        }
    }

    @Test func resumesAPackThatWasClosedEarly() async throws {
        let sample = Self.hundred
        let count = Locked(0)
        let answer = answer(sample)
        try await serve { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number < 4, let length = request.range?.count ?? Optional(sample.pack.size) else {
                return answer(request)
            }
            let steps = answer(request)
            guard case .send(let body) = steps[1] else { return steps }
            return [steps[0], .send(Array(body.prefix(length / 3))), .close]
        } _: { server, downloads, _ in
            var delivered: [String: [UInt8]] = [:]
            for attempt in 0..<4 {
                let wanted = sample.blobs.filter { delivered[$0.sha256] == nil }
                let code = await code { () throws(DeliveryError) in
                    try await downloads.blobs(wanted, pack: sample.pack) { delivered[$0] = $1 }
                }
                #expect(code == (attempt < 3 ? .unreachable : nil))
            }
            #expect(delivered == sample.contents)
            #expect(server.requests.count == 4)
            // What had arrived was not sent again.
            #expect(server.sentBytes < sample.pack.size + 4 * 200)
        }
    }

    // MARK: - Cancellation

    /// Where an answer stops.
    enum Stop: CaseIterable, Sendable {
        case beforeHead
        case afterHead
        case inBody
        case inRedirect
    }

    @Test(arguments: Stop.allCases)
    func cancellationEndsTheConnection(_ stop: Stop) async throws {
        let steps: [Step] =
            switch stop {
            case .beforeHead: [.hang]
            case .afterHead: [.head(200, ["Content-Length": "10"]), .hang]
            case .inBody: [.head(200, ["Content-Length": "10"]), .send([1, 2, 3]), .hang]
            case .inRedirect: [.head(302, ["Content-Length": "10", "Location": "/"]), .send([1]), .hang]
            }
        try await serve { _ in
            steps
        } _: { server, downloads, _ in
            for round in 1...5 {
                let task = Task {
                    await failure { () throws(DeliveryError) in _ = try await downloads.file("f", maximumSize: 10) }
                }
                while server.requests.count < round { try await Task.sleep(for: .milliseconds(1)) }
                if round % 2 == 0 { try await Task.sleep(for: .milliseconds(5)) }
                task.cancel()
                #expect(await task.value?.code == .cancelled)
            }
            // The transport still lives: it is the requests that ended.
            while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(2)) }
        }
    }

    /// Cancels at any moment, most of them inconvenient to a session.
    @Test func cancellationAtAnyMomentLeavesNothing() async throws {
        let sample = SampleBlobs(sizes: [40_000, 40_000])
        let answer = answer(sample)
        try await serve { request in
            request.path.hasPrefix("/app/pack")
                ? [.head(302, ["Content-Length": "0", "Location": "/app/x/../\(sample.pack.path)?"])]
                    + answer(request).prefix(0)
                : answer(request)
        } _: { _, downloads, _ in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let task = Task {
                            await failure { () throws(DeliveryError) in
                                try await downloads.blobs(
                                    sample.blobs,
                                    pack: number % 2 == 0 ? sample.pack : nil
                                ) { name, bytes in #expect(sample.contents[name] == bytes) }
                            }
                        }
                        try? await Task.sleep(for: .microseconds(Int.random(in: 0...4000)))
                        task.cancel()
                        let code = await task.value?.code
                        // The pack leads to itself, which others that share the request may notice first.
                        #expect([nil, .cancelled, .refused].contains(code))
                    }
                }
            }
        }
    }

    /// Whoever is handed a part may use what is gone when the fetch has returned.
    @Test func aCancelledFetchReturnsWhenThePartIsTaken() async throws {
        let server = try LoopbackServer { _ in [.head(200, ["Content-Length": "10"]), .hang] }
        defer { server.end() }
        let transport = URLSessionTransport()
        let (isIn, isCancelled, isDone) = (Locked(false), Locked(false), Locked(false))
        let task = Task {
            let code = await code { () throws(DeliveryError) in
                try await transport.fetch(TransportRequest(url: server.url())) { _ throws(DeliveryError) in
                    isIn.withLock { $0 = true }
                    while !isCancelled.withLock({ $0 }) { sched_yield() }
                    for _ in 0..<20_000 { sched_yield() }
                    isDone.withLock { $0 = true }
                }
            }
            return isDone.withLock { $0 } ? code : nil
        }
        while !isIn.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        isCancelled.withLock { $0 = true }
        #expect(await task.value == .cancelled)
    }

    @Test func aReceiverThatThrowsEndsTheRequest() async throws {
        let server = try LoopbackServer { _ in
            [.head(200, [:]), .sendForEver(Array(repeating: 7, count: 1 << 16))]
        }
        defer { server.end() }
        let transport = URLSessionTransport()
        for limit in [0, 1, 100_000] {
            let count = Locked(0)
            let code = await code { () throws(DeliveryError) in
                try await transport.fetch(TransportRequest(url: server.url())) { part throws(DeliveryError) in
                    guard case .body(let bytes) = part else {
                        if limit == 0 { throw DeliveryError(.storeFull, "") }
                        return
                    }
                    let all = count.withLock { count in
                        count += bytes.count
                        return count
                    }
                    if all >= limit { throw DeliveryError(.storeFull, "") }
                }
            }
            #expect(code == .storeFull)
        }
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func endsASlowServer() async throws {
        let server = try LoopbackServer { _ in [.head(200, ["Content-Length": "10"]), .send([1]), .hang] }
        defer { server.end() }
        let clock = ManualClock()
        let downloads = Downloads(
            from: server.url(),
            through: URLSessionTransport(),
            allowing: AllowedAddresses(hosts: ["127.0.0.1"], allowsLoopback: true),
            partials: .inMemory(),
            fetches: SharedFetches(),
            clock: clock
        )
        async let error = failure { () throws(DeliveryError) in _ = try await downloads.file("f", maximumSize: 10) }
        for _ in 0..<30 { await clock.advance(by: .seconds(1)) }
        #expect(await error?.code == .tooSlow)
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(2)) }
    }
}
