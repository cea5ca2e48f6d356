import Foundation
import Testing
import VirtualView

@testable import VirtualViewCommands

/// Answers that take their time keep nobody waiting but those who asked for them.
@Suite struct HTTPWorkshopTests {
    /// A site with pages `/slow…` that are made when the test allows it, and others that are there at once; `/hold` holds up
    /// the server itself.
    private final class SlowSite: HTTPSite {
        let gate: DispatchSemaphore
        let begun: Locked<[String]>
        private(set) var finished: [String] = []

        init(_ gate: DispatchSemaphore, _ begun: Locked<[String]>) {
            self.gate = gate
            self.begun = begun
        }

        var nextWork: MonotonicTime { .now + 60_000 }
        func work() -> [ServerEvent] { [] }

        func answer(_ request: HTTPRequest) -> HTTPAnswer {
            let name = request.target.segments[0]
            if name == "hold" {
                begun.withLock { $0.append(name) }
                gate.wait()
            }
            if name.hasPrefix("stream") { return .events(topic: nil, first: []) }
            // More than the system keeps on the way.
            let isLarge = name == "events" || name == "large"
            let large = isLarge ? String(repeating: "x", count: 32 << 20) : ""
            if name == "events" { return .events(topic: nil, first: [ServerEvent(topic: "", data: large)]) }
            if name == "large" { return .response(HTTPResponse(.success, .text, large)) }
            guard name.hasPrefix("slow") else { return .response(HTTPResponse(.success, .text, name)) }
            let (gate, begun) = (gate, begun)
            let work = HTTPTask.Work(key: name, usesBrowser: name.hasPrefix("slowPicture")) {
                begun.withLock { $0.append(name) }
                gate.wait()
                return HTTPResponse(.success, .text, name)
            }
            return .later(HTTPTask(work: work) { _ in self.finished.append(name) })
        }
    }

    /// A server with such a site on a thread of its own.
    private final class Server {
        let port: Int
        let gate = DispatchSemaphore(value: 0)
        let begun = Locked<[String]>([])
        let finished = Locked<[String]>([])
        private let stop: ServerStop
        private let ended = DispatchSemaphore(value: 0)

        init(_ limits: ServerLimits = ServerLimits()) throws {
            let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
            let stop = try ServerStop()
            let workshop = try HTTPWorkshop(threads: limits.workers)
            let (gate, begun, finished, ended) = (gate, begun, finished, ended)
            let thread = Thread {
                let site = SlowSite(gate, begun)
                HTTPServer(listener, site: site, hosts: HostCheck(), limits: limits, workshop: workshop, stop: stop)
                    .run()
                finished.withLock { $0 = site.finished }
                ended.signal()
            }
            thread.start()
            self.stop = stop
            port = listener.port
        }

        func ask(_ name: String, method: String = "GET") throws -> LoopbackClient {
            let client = try LoopbackClient(port: port)
            client.send("\(method) /\(name) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client
        }

        func end() {
            stop.stop()
            ended.wait()
            stop.end()
        }
    }

    @Test func othersAreAnsweredWhileAPageIsMade() throws {
        let server = try Server()
        let slow = try server.ask("slow")
        // Nothing of it can be there, for it is held up.
        for _ in 0..<20 { #expect(try server.ask("quick").response()?.text == "quick") }
        let other = try server.ask("slow2")
        server.gate.signal()
        server.gate.signal()
        #expect(slow.response()?.text == "slow")
        #expect(other.response()?.text == "slow2")
        // The connection stays, and requests on it keep their order.
        slow.send("GET /slow3 HTTP/1.1\r\nHost: x.localhost\r\n\r\nGET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n")
        server.gate.signal()
        #expect(slow.response()?.text == "slow3" && slow.response()?.text == "quick")
        server.end()
        #expect(server.finished.withLock { $0.sorted() } == ["slow", "slow2", "slow3"])
    }

    @Test func thoseWhoAskForTheSameWaitTogether() throws {
        let server = try Server()
        let clients = try (0..<5).map { _ in try server.ask("slow") }
        let head = try server.ask("slow", method: "HEAD")
        let gone = try LoopbackClient(port: server.port)
        gone.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // All have been read when a later one is answered.
        #expect(try server.ask("quick").response()?.status == 200)
        server.gate.signal()
        for client in clients { #expect(client.response()?.text == "slow") }
        #expect(head.response(isHead: true)?.headers["content-length"] == "4")
        #expect(server.begun.withLock { $0 } == ["slow"])
        server.end()
    }

    @Test func madeAreSoManyAtATimeAndTheOthersInTurn() throws {
        var limits = ServerLimits()
        limits.workers = 2
        limits.waiting = 4
        let server = try Server(limits)
        let clients = try (0..<4).map { try server.ask("slow\($0)") }
        #expect(try server.ask("quick").response()?.status == 200)
        #expect(try server.ask("slow9").response()?.status == 503)
        while server.begun.withLock({ $0.count }) < 2 { usleep(1000) }
        #expect(server.begun.withLock { $0.sorted() } == ["slow0", "slow1"])
        for _ in 0..<4 { server.gate.signal() }
        for (index, client) in clients.enumerated() { #expect(client.response()?.text == "slow\(index)") }
        server.end()
    }

    /// The browser makes one picture at a time, and those that wait for it take no thread.
    @Test func picturesHoldUpNoPage() throws {
        var limits = ServerLimits()
        limits.workers = 2
        let server = try Server(limits)
        let pictures = try (0..<3).map { try server.ask("slowPicture\($0)") }
        while server.begun.withLock({ $0.isEmpty }) { usleep(1000) }
        let page = try server.ask("slow")
        while server.begun.withLock({ $0.count }) < 2 { usleep(1000) }
        #expect(server.begun.withLock { $0 } == ["slowPicture0", "slow"])
        for _ in 0..<4 { server.gate.signal() }
        #expect(page.response()?.text == "slow")
        for (index, picture) in pictures.enumerated() {
            #expect(picture.response()?.text == "slowPicture\(index)")
        }
        #expect(server.begun.withLock { $0 } == ["slowPicture0", "slow", "slowPicture1", "slowPicture2"])
        server.end()
    }

    @Test(arguments: ["stream", "slow"]) func limitsAlsoHoldForThoseWhoComeTogether(_ name: String) throws {
        var limits = ServerLimits()
        limits.streams = 2
        limits.waiting = 2
        let server = try Server(limits)
        let first = try server.ask("hold")
        while server.begun.withLock({ $0.isEmpty }) { usleep(1000) }
        let clients = try (0..<6).map { try server.ask("\(name)\($0)") }
        for _ in 0..<3 { server.gate.signal() }
        #expect(first.response()?.text == "hold")
        #expect(clients.map { $0.response()?.status } == [200, 200, 503, 503, 503, 503])
        // A place that is given up is free.
        clients[0].endSending()
        #expect(clients[0].hasEnded)
        server.gate.signal()
        #expect(try server.ask("\(name)6").response()?.status == 200)
        server.end()
    }

    /// A refusal of a request for the head is the head alone, and that of bytes that are no request is whole.
    @Test(arguments: [("slow", "localhost", 503), ("stream", "localhost", 503), ("quick", "example.com", 403)])
    func aRefusedRequestForAHeadGetsThatAlone(_ name: String, _ host: String, _ status: Int) throws {
        var limits = ServerLimits()
        limits.streams = 0
        limits.waiting = 0
        let server = try Server(limits)
        let client = try LoopbackClient(port: server.port)
        client.send("HEAD /\(name) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        let head = try #require(client.response(isHead: true))
        #expect(head.status == status && head.headers["content-length"] != "0")
        #expect(client.rest().isEmpty)
        let other = try server.ask("quick", method: "HEAD")
        #expect(other.response(isHead: true)?.status == 200)
        other.send("?\r\n\r\n")
        #expect(other.response()?.body.isEmpty == false)
        server.end()
    }

    @Test func endsWhileAPageIsMade() throws {
        let server = try Server()
        let slow = try server.ask("slow")
        #expect(try server.ask("quick").response()?.status == 200)
        server.end()
        #expect(slow.hasEnded)
        server.gate.signal()
    }

    // MARK: - Times

    /// A server with no time for answers but that in which the system takes them.
    private func hastyServer() throws -> Server {
        var limits = ServerLimits()
        limits.responseTime = 0
        limits.requestTime = 3_600_000
        limits.heartbeat = 3_600_000
        return try Server(limits)
    }

    @Test func timeForAnAnswerIsNotThatForTheNextRequest() throws {
        let server = try hastyServer()
        let client = try server.ask("quick")
        #expect(client.response()?.text == "quick")
        client.send("GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.response()?.text == "quick")
        server.end()
    }

    @Test(arguments: ["events", "large"]) func whoDoesNotTakeAnAnswerInTimeIsLetGo(_ name: String) throws {
        let server = try hastyServer()
        let client = try server.ask(name)
        // It is on its way when a later request is answered.
        #expect(try server.ask("quick").response()?.text == "quick")
        #expect(client.hasEnded)
        server.end()
    }

    // MARK: - The site

    private func site(_ workspace: Workspace, browser: PictureBrowser? = nil) throws -> PreviewSite {
        try workspace.write("Card.xml", #"<NText text="Tea" layoutWidth="90" layoutHeight="20"/>"#)
        let folder = try ServedFolder(workspace.folder.path)
        let compilers = try workspace.servedCompiler()
        return PreviewSite(folder, compilers, player: nil, editor: nil, browser: browser, .silent)
    }

    private func answer(_ site: PreviewSite, _ path: String) -> HTTPAnswer {
        var parser = HTTPRequestParser()
        parser.append("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        guard case .request(let request) = parser.next() else { return .response(.problem(.badRequest)) }
        return site.answer(request)
    }

    /// Those who wait for one key get one answer.
    @Test func whatIsMadeForOneRequestHasAKeyOfItsOwn() throws {
        let workspace = try Workspace()
        let site = try site(workspace, browser: PictureBrowser("/no/browser", folders: ""))
        var keys: Set<String> = []
        for path in ["/Card/.views", "/Card/Card.png", "/Card/.views", "/Card/Card.png"] {
            guard case .later(let task) = answer(site, path) else {
                Issue.record("\(path) takes its time")
                continue
            }
            #expect(keys.insert(task.work.key).inserted, "\(path): \(task.work.key)")
        }
    }

    @Test func pagesAndPicturesAreMadeElsewhere() throws {
        let workspace = try Workspace()
        let site = try site(workspace)
        for path in ["/Card/", "/Card/Card.svg"] {
            guard case .later(let task) = answer(site, path) else {
                Issue.record("\(path) takes its time")
                continue
            }
            let made = task.work.make()
            #expect(String(decoding: made.body, as: UTF8.self).contains("Tea"))
            task.finish(made)
            // What is known is there at once.
            guard case .response(let known) = answer(site, path) else {
                Issue.record("\(path) was made")
                continue
            }
            #expect(known.body == made.body)
        }
    }
}
