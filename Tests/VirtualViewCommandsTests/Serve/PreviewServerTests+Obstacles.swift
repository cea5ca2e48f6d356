import Foundation
import Testing
import VirtualView
import VirtualViewExpressions

@testable import VirtualViewCommands

// Slow clients, pipes without a writer, and names that no address can have.

extension PreviewServerTests {
    @Test(arguments: [
        "", "GET /Ca", "GET / HTTP/1.1\r\nHost", "POST /Card/.event HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
    ])
    func slowConnectionsMakeRoomForOthers(_ beginning: String) throws {
        var limits = ServerLimits()
        limits.connections = 8
        // No deadline helps.
        limits.requestTime = 3_600_000
        let server = try RunningServer(Self.files, limits: limits)
        let stream = try server.events(of: "Card")
        #expect(stream.event()?["name"] == "Card")
        let slow = try (0..<40).map { _ in
            let client = try server.connect()
            client.send(beginning)
            // Each is looked at before the next one comes.
            #expect(try server.get("/.dir").status == 200)
            return client
        }
        #expect(try server.get("/Card/").status == 200)
        // The first to go are those that have been there for longest.
        for client in slow.prefix(30) { #expect(client.rest().isEmpty && client.hasEnded) }
        // The last one can still go on.
        let last = try #require(slow.last)
        if beginning.isEmpty {
            last.send("GET /.dir HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(last.response()?.status == 200)
        }
        #expect(server.stop())
        #expect(stream.hasEnded)
    }

    /// Whoever sends nothing more is done, and takes no place until a deadline.
    @Test(arguments: ["", "GET /Ca", "GET /Card/.events HTTP/1.1\r\nHost: localhost\r\n\r\n"])
    func aConnectionEndsWithItsClient(_ beginning: String) throws {
        var limits = ServerLimits()
        // No deadline helps, and no sign of life comes.
        limits.requestTime = 3_600_000
        limits.responseTime = 3_600_000
        limits.heartbeat = 3_600_000
        let server = try RunningServer(Self.files, limits: limits)
        let client = try server.connect()
        client.send(beginning)
        client.endSending()
        #expect(client.hasEnded)
        #expect(server.stop())
    }

    /// What comes behind a refused head is thrown away, however much it is: many clients read when all is sent.
    @Test func aClientThatSendsFarTooMuchComesToItsAnswer() throws {
        var limits = ServerLimits()
        limits.lingerTime = 30_000
        let server = try RunningServer(Self.files, limits: limits)
        let client = try server.connect()
        // More than the system keeps on the way.
        let size = 32 << 20
        client.send("POST /Card/.event HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(size)\r\n\r\n")
        let isTaken = client.send([UInt8](repeating: 0x78, count: size))
        #expect(isTaken)
        #expect(client.response()?.status == 413)
        #expect(server.stop())
    }

    /// Other machines of a network find this one by its name.
    @Test func answersToTheNameOfItsMachine() throws {
        var buffer = [CChar](repeating: 0, count: 256)
        let isNamed = gethostname(&buffer, 255) == 0
        let name = buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        try #require(isNamed && !name.isEmpty)
        let server = try RunningServer(Self.files)
        for (host, status) in [(name, 200), ("\(name).local:80", 200), ("\(name).example", 403)] {
            let client = try server.connect()
            client.send("GET /.dir HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            #expect(client.response()?.status == status, "\(host)")
        }
        #expect(server.stop())
    }

    @Test(arguments: ["/Card/?width=0x140", "/Card/?width=3.2e2", "/Card/?width=+320", "/Card/Card.svg?textScale=0x1"])
    func refusesNumbersThatAreNoDecimals(_ target: String) throws {
        let server = try RunningServer(Self.files)
        #expect(try server.get(target.replacingOccurrences(of: "+", with: "%2B")).status == 400)
        #expect(server.stop())
    }

    @Test(arguments: ["a/b", "..", ".dir", ".events", "a\\b", "", ".", String(repeating: "茶", count: 400)])
    func listsNothingThatItThenRefuses(_ name: String) throws {
        let server = try RunningServer(["Odd.xml": "<?vvc name=\"\(name)\"?><NText/>", "Card.xml": Self.card])
        let list = try JSONValue(json: server.get("/.dir").body)
        guard case .array(let names) = list else {
            Issue.record("there is a list")
            return
        }
        for case .string(let name) in names {
            let path = PercentEncoding.encode(name)
            #expect(try server.get("/\(path)/").status == 200, "\(name)")
        }
        #expect(names.contains(.string("Card")))
        let isSaid = server.messages.withLock {
            $0.contains("vvc: warning: 'Odd.xml' is not served: no address can have")
        }
        #expect(isSaid == !names.contains { $0 != .string("Card") })
        #expect(try server.get("/").text.contains("no address can have its name") == isSaid)
        #expect(server.stop())
    }

    @Test(.enabled(if: Workspace.takesNamelessFiles, "the file system has no names but text"))
    func tellsOfFilesThatNoAddressCanHave() throws {
        let workspace = try Workspace()
        try workspace.write("site/Card.xml", Self.card)
        #expect(workspace.writeNameless("site", Array("C".utf8) + [0xFF] + Array(".xml".utf8)))
        #expect(workspace.writeNameless("site", [0xFF] + Array(".txt".utf8)))
        let server = try RunningServer(workspace: workspace)
        let expected = "vvc: warning: 'C\u{FFFD}.xml' is not served: no address can have its name\n"
        #expect(server.messages.withLock { $0 } == expected)
        #expect(try server.get("/").text.contains("C\u{FFFD}.xml"))
        #expect(server.stop())
    }

    @Test(arguments: ["--config", "--components", "--blocks"])
    func startsThoughNobodyWritesIntoAPipe(_ option: String) throws {
        let workspace = try Workspace()
        let pipe = workspace.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let server = try RunningServer(Self.files, workspace: workspace, arguments: [option, pipe])
        #expect(
            server.messages.withLock { $0 }
                == "vvc: error: cannot read '\(pipe)': nobody writes into the pipe\n"
        )
        #expect(try server.get("/.dir").status == 200)
        #expect(server.stop())
    }

    /// The server's sockets would get the numbers, and what it says.
    @Test(
        .enabled(if: Tool.exists, "vvc was not built with the tests"),
        arguments: [
            (">&-", "cannot write to standard output: bad file descriptor"), (">&2 2>&-", "stop with Ctrl-C"),
            ("<&- >&2", "stop with Ctrl-C"),
        ]
    )
    func standardStreamsMayBeClosed(_ redirections: String, _ said: String) throws {
        let workspace = try Workspace()
        try workspace.write("site/Card.xml", #"<NText lines="x"/>"#)
        let tool = try ToolProcess(["serve", workspace.path("site"), "--port", "0"], redirections: redirections)
        #expect(tool.wait(for: said) != nil)
        #expect(tool.end(with: SIGINT))
    }

    @Test func waitsForWhatAWriterOfAPipeSays() throws {
        let workspace = try Workspace()
        let pipe = workspace.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let thread = Thread {
            let writing = open(pipe, O_WRONLY)
            // The reader is there, and nothing comes for longer than it would wait for a writer.
            usleep(1_200_000)
            _ = FileDescriptor.write(Array("own_number=Int\n".utf8), to: writing)
            close(writing)
        }
        thread.start()
        let server = try RunningServer(
            ["Card.xml": #"<NText own_number="3"/>"#],
            workspace: workspace,
            arguments: ["--config", pipe]
        )
        #expect(server.messages.withLock { $0 }.isEmpty)
        #expect(server.stop())
    }

    /// The page says what is wrong, and shows the last picture.
    @Test(arguments: ["Card.xml", "Card.json", "Card.more.json"])
    func aFileThatIsTooLargeIsTold(_ name: String) throws {
        let server = try RunningServer([
            "Card.xml": #"<NText text="${title}" layoutWidth="90" layoutHeight="20"/>"#,
            "Card.json": #"{"title":"Tea"}"#, "Card.more.json": #"{"title":"Long"}"#,
        ])
        #expect(try server.get("/Card/").text.contains(">Tea<"))
        let events = try server.events(of: "Card")
        try server.workspace.write("site/\(name)", [UInt8](repeating: 0x20, count: 8 << 20 + 1))
        let problem = "cannot read '\(name)': the file has"
        let address = name == "Card.more.json" ? "/Card/?data=Card.more.json" : "/Card/"
        while try !server.get(address).text.contains(problem) { _ = events.event() }
        #expect(try server.get(address).text.contains(name == "Card.more.json" ? ">Long<" : ">Tea<"))
        #expect(server.stop())
    }
}
