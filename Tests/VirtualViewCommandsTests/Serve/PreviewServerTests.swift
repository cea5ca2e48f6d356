import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

@testable import VirtualViewCommands

/// What the server answers, over real connections.
@Suite struct PreviewServerTests {
    static let card = """
        <NText id="7" text="${title}" textSize="20" flag="flag_clickable" action="open" layoutWidth="wrap_content" \
        layoutHeight="wrap_content"/>
        """
    static let files = [
        "Card.xml": card, "Card.json": #"{"title":"Tea"}"#, "sub/Deep.xml": "<NText text=\"deep\"/>",
    ]

    @Test func servesPagesPicturesAndDeviceFiles() throws {
        let server = try RunningServer(Self.files)
        let index = try server.get("/")
        #expect(index.status == 200 && index.headers["content-type"] == "text/html; charset=utf-8")
        #expect(index.text.contains("href=\"Card/\"") && index.text.contains("href=\"Deep/\""))
        let page = try server.get("/Card/?width=320")
        #expect(page.status == 200 && page.text.contains(">Tea</text>") && page.text.contains("width=\"320\""))
        let moved = try server.get("/Card?width=320&data=a%26b")
        #expect(moved.status == 308 && moved.headers["location"] == "/Card/?width=320&data=a%26b")
        let picture = try server.get("/Card/Card.svg?width=200")
        #expect(picture.headers["content-type"] == "image/svg+xml; charset=utf-8")
        #expect(picture.text.hasPrefix("<svg ") && picture.text.contains("width=\"200\""))
        let list = try server.get("/.dir")
        #expect(
            list.text == "[\"Card\",\"Deep\"]\n" && list.headers["content-type"] == "application/json; charset=utf-8"
        )
        let build = try server.get("/Card/Card.out")
        #expect(build.headers["content-type"] == "application/octet-stream")
        #expect(try Template(decoding: build.body).type == "Card")
        #expect(try server.get("/Card/Card.json").text == #"{"title":"Tea"}"#)
        #expect(try server.get("/Deep/Deep.json").status == 404)
        for response in [index, page, picture, list, build] {
            #expect(response.headers["cache-control"] == "no-store")
            #expect(response.headers["x-content-type-options"] == "nosniff")
        }
        #expect(server.stop())
    }

    @Test func imagesHaveTheSizesOfTheProject() throws {
        let server = try RunningServer([
            "vvc.json": #"{"images": {"a": "24x12", "b": "75rpx75rp"}}"#,
            "A.xml": #"<NImage src="a" layoutWidth="wrap_content" layoutHeight="wrap_content"/>"#,
            "B.xml": #"<NImage src="b" layoutWidth="wrap_content" layoutHeight="wrap_content"/>"#,
        ])
        #expect(try server.get("/A/A.svg?width=100").text.contains("height=\"12\""))
        #expect(try server.get("/B/B.svg?width=100").text.contains("height=\"37.5\""))
        #expect(server.stop())
    }

    @Test func givesTheTemplatesThatTheDataNamesWithIt() throws {
        let server = try RunningServer([
            "List.xml": #"<Grid colCount="1" itemHeight="20" layoutWidth="match_parent" layoutHeight="wrap_content"/>"#,
            "List.json": #"{"type":"List","data":[{"type":"Item"},{"type":"Item"},{"type":"Gone"}]}"#,
            "Item.xml": #"<NText text="x"/>"#, "Other.xml": #"<NText text="y"/>"#,
        ])
        let value = try JSONValue(json: server.get("/List/data.json").body)
        guard case .array(let templates)? = value["templates"] else {
            Issue.record("there is a list of templates")
            return
        }
        let types = try templates.map { template -> String in
            guard case .string(let text) = template, let bytes = Data(base64Encoded: text) else { return "" }
            return try Template(decoding: [UInt8](bytes)).type
        }
        #expect(types == ["List", "Item"])
        #expect(value["data"]?["type"] == "List")
        #expect(server.stop())
    }

    @Test func dataWithAByteOrderMarkIsJSONForDevicesToo() throws {
        let server = try RunningServer(["A.xml": #"<NText text="${a}"/>"#, "A.json": "\u{FEFF}{\"a\": 1}"])
        #expect(try JSONValue(json: server.get("/A/data.json").body)["data"] == ["a": 1])
        #expect(server.stop())
    }

    @Test func pageTellsWhatTheTemplatesGoOnWithout() throws {
        let server = try RunningServer([
            "List.xml": #"<Grid layoutWidth="9" layoutHeight="9" dataTag="${rows}"><NText text="a"/></Grid>"#,
            "List.json": #"{"rows":[{"type":"Row"}]}"#, "Row.xml": "<NText><NLine/></NText>",
        ])
        let page = try server.get("/List/").text
        #expect(page.contains("makes its children from data, so those in the template are left out"))
        #expect(page.contains("takes no children, so those that it has are not shown"))
        #expect(server.stop())
    }

    @Test(arguments: [
        ("GET", "/Card", 308), ("HEAD", "/Card/", 200), ("HEAD", "/Card/.events", 200),
        ("GET", "/Card/Card.svg?width=0", 400),
        ("GET", "/Card/?width=1,2,3,4,5,6,7", 400), ("GET", "/Card/?appearance=pink", 400), ("GET", "/Nobody/", 404),
        ("GET", "/Card/Card.xml", 404), ("GET", "/Card/config.properties", 404), ("GET", "/Card.xml", 404),
        ("GET", "/Card/Card.out/", 404), ("GET", "//", 404), ("GET", "/sub/Deep.xml", 404), ("GET", "/card/", 404),
        ("POST", "/", 405), ("DELETE", "/Card/", 405), ("GET", "/Card/.event", 405), ("PUT", "/Card/Card.out", 405),
        ("BREW", "/.dir", 405), ("OPTIONS", "*", 405), ("POST", "/Nobody/.event", 404), ("POST", "/Card/.event", 400),
        ("GET", "/../etc/passwd", 400), ("GET", "/Card/../../../etc/passwd", 400), ("GET", "/%2e%2e/x", 400),
        ("GET", "/..%2f..%2fetc%2fpasswd", 400), ("GET", "/Card/..%5c..%5cx", 400), ("GET", "/Card/%00", 400),
        ("GET", "/etc/passwd", 404), ("GET", "/link/", 404), ("GET", "/Link/", 404), ("GET", "/Link/Link.out", 404),
        ("GET", "http://127.0.0.1/.dir", 200), ("GET", "http://example.com/.dir", 403),
    ])
    func answersWithTheRightStatus(_ method: String, _ target: String, _ status: Int) throws {
        let workspace = try Workspace()
        try workspace.write("outside/Link.xml", Self.card)
        try workspace.makeFolder("site")
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: workspace.path("site/Link.xml"),
            withDestinationPath: workspace.path("outside/Link.xml")
        )
        try manager.createSymbolicLink(
            atPath: workspace.path("site/link"),
            withDestinationPath: workspace.path("outside")
        )
        let server = try RunningServer(Self.files, workspace: workspace)
        let response = try server.request(method, target)
        #expect(response.status == status)
        if method == "HEAD" { #expect(response.headers["content-length"] != "0") }
        if status == 405 { #expect(response.headers["allow"] != nil) }
        #expect(server.stop())
    }

    @Test func keepsConnectionsAndAnswersInOrder() throws {
        let server = try RunningServer(Self.files)
        let client = try server.connect()
        let get = { (target: String) in "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
        client.send(
            get("/.dir") + get("/nothing") + get("/Card/Card.json") + "HEAD /.dir HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        #expect(client.response()?.status == 200)
        #expect(client.response()?.status == 404)
        #expect(client.response()?.text == #"{"title":"Tea"}"#)
        #expect(client.response(isHead: true)?.status == 200)
        client.send(get("/.dir"))
        #expect(client.response()?.status == 200)
        #expect(server.stop())
        #expect(client.hasEnded)
    }

    @Test func endsAConnectionAfterSomeRequests() throws {
        var limits = ServerLimits()
        limits.requestsPerConnection = 3
        let server = try RunningServer(Self.files, limits: limits)
        let client = try server.connect()
        for isLast in [false, false, true] {
            client.send("GET /.dir HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let response = try #require(client.response())
            #expect(response.status == 200 && (response.headers["connection"] == "close") == isLast)
        }
        #expect(client.hasEnded)
        #expect(server.stop())
    }

    @Test func refusesNamesThatAreNotItsOwn() throws {
        let server = try RunningServer(Self.files)
        for (host, status) in [("evil.example", 403), ("localhost", 200), ("10.0.2.2:7788", 200)] {
            let client = try server.connect()
            client.send("GET /.dir HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            #expect(client.response()?.status == status)
        }
        #expect(server.stop())
    }

    @Test func answersWhatIsTooLargeThoughTheClientGoesOn() throws {
        let server = try RunningServer(Self.files)
        let body = String(repeating: "x", count: 1 << 20)
        #expect(try server.request("POST", "/Card/.event", body: body).status == 413)
        #expect(try server.request("GET", "/" + String(repeating: "x", count: 100_000)).status == 414)
        #expect(try server.request("GET", "/", headers: ["X: " + String(repeating: "x", count: 100_000)]).status == 431)
        #expect(server.stop())
    }

    @Test func endsWhatTakesTooLong() throws {
        var limits = ServerLimits()
        limits.requestTime = 100
        let server = try RunningServer(Self.files, limits: limits)
        let slow = try server.connect()
        slow.send("GET / HTTP/1.1\r\nHost:")
        #expect(slow.response()?.status == 408)
        #expect(slow.hasEnded)
        let idle = try server.connect()
        #expect(idle.rest().isEmpty && idle.hasEnded)
        let waiting = try server.connect()
        waiting.send("POST /Card/.event HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
        #expect(waiting.response()?.status == 408)
        #expect(server.stop())
    }

    @Test func saysThatThereAreTooManyConnections() throws {
        var limits = ServerLimits()
        limits.connections = 2
        limits.streams = 1
        let server = try RunningServer(Self.files, limits: limits)
        let stream = try server.events(of: "Card")
        #expect(stream.event()?["name"] == "Card")
        let second = try server.connect()
        second.send("GET /Card/.events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(second.response()?.status == 503)
        #expect(server.stop())
        #expect(stream.hasEnded)
        // Nobody who has a claim on a place loses it.
        limits.connections = 1
        let small = try RunningServer(Self.files, limits: limits)
        let only = try small.events(of: "Card")
        #expect(only.event()?["name"] == "Card")
        #expect(try small.connect().response()?.status == 503)
        try small.workspace.replace("site/Card.json", #"{"title":"More"}"#)
        #expect(only.event()?["name"] == "Card")
        #expect(small.stop())
    }

    @Test func goesAheadWithABodyThatWaits() throws {
        let server = try RunningServer(Self.files)
        let client = try server.connect()
        let body = #"{"session":"s","x":5,"y":5,"width":100}"#
        client.send(
            "POST /Card/.event HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        )
        client.send(body)
        #expect(client.response()?.status == 200)
        #expect(server.stop())
    }

    @Test func tellsWhatClicksDid() throws {
        let server = try RunningServer(Self.files)
        func click(_ body: String, _ headers: [String] = []) throws -> LoopbackClient.Response {
            try server.request("POST", "/Card/.event", headers: headers, body: body)
        }
        let answer = try click(#"{"session":"s","kind":"click","x":5,"y":5,"width":100,"view":3}"#)
        let value = try JSONValue(json: answer.body)
        #expect(value["events"]?[0]?["text"] == "click #7 Card action=open")
        let view = value["page"]?["views"]?[0]
        guard case .string(let svg)? = view?["svg"], case .array(let nodes)? = view?["nodes"] else {
            Issue.record("there is a picture with its nodes: \(value.json)")
            return
        }
        #expect(svg.contains(">Tea</text>") && svg.contains("view3-title"))
        #expect(nodes.first?[0] == "NText" && nodes.first?[9] == 1)
        let beside = try JSONValue(json: click(#"{"session":"s","x":5,"y":500,"width":100}"#).body)
        #expect(beside["events"]?[0] == nil)
        for body in [
            "", "[]", "{}", #"{"session":"","x":1,"y":1,"width":9}"#, #"{"session":"s","x":1,"y":1,"width":1e9}"#,
            #"{"session":"s","x":"1","y":1,"width":9}"#, #"{"session":"s","kind":"kick","x":1,"y":1,"width":9}"#,
        ] {
            #expect(try click(body).status == 400)
        }
        let good = #"{"session":"s","x":5,"y":5,"width":100}"#
        #expect(try click(good, ["Origin: http://evil.example"]).status == 403)
        #expect(try click(good, ["Origin: http://127.0.0.1:\(server.port)"]).status == 200)
        #expect(server.stop())
    }

    @Test func aPictureIsAsHighAsWhatAClickMadeOfIt() throws {
        let card = """
            <NText text="a" lines="0" flag="flag_clickable" layoutWidth="30" layoutHeight="-2"
                onClick="${this.text = 'one two three four five six'}"/>
            """
        let server = try RunningServer(["Card.xml": card])
        func height(at y: Int) throws -> Double {
            let body = #"{"session":"s","kind":"click","x":5,"y":\#(y),"width":100}"#
            let page = try JSONValue(json: try server.request("POST", "/Card/.event", body: body).body)["page"]
            guard case .string(let svg)? = page?["views"]?[0]?["svg"] else { return 0 }
            return try #require(PictureBrowser.size(of: svg)).height
        }
        let before = try height(at: 500)
        let after = try height(at: 5)
        #expect(before > 0 && after > 3 * before, "\(before), \(after)")
        #expect(server.stop())
    }

    @Test func keepsAFewContainersOnly() throws {
        let file = SourceFile(path: "T.xml", text: "<NText/>")
        let bytes = try #require(TemplateCompiler().compile(file).bytes)
        let prepared = try PreparedTemplate(try Template(decoding: bytes))
        var sessions = PreviewSessions(limit: 3)
        func key(_ session: String, _ picture: Int = 1) -> PreviewSessions.Key {
            PreviewSessions.Key(session: session, template: "T", pictureNumber: picture, request: "")
        }
        var made = 0
        func use(_ key: PreviewSessions.Key) -> Container {
            sessions.container(for: key) {
                made += 1
                return Container(prepared.makeTree())
            }
        }
        let first = use(key("a"))
        #expect(use(key("a")) === first)
        for name in ["b", "c", "d"] { _ = use(key(name)) }
        #expect(sessions.count == 3 && made == 4)
        #expect(use(key("a")) !== first)
        _ = use(key("a", 2))
        #expect(sessions.count == 3)
    }
}

/// How the server starts and ends.
@Suite struct ServeCommandTests {
    @Test func refusesWhatIsNoFolder() throws {
        let workspace = try Workspace()
        try workspace.write("file.xml", "<NText/>")
        let missing = workspace.vvc("serve", "@/missing")
        #expect(missing.code == .cannotRead)
        #expect(missing.firstError == "vvc: error: cannot read '@/missing': no such file or directory")
        let file = workspace.vvc("serve", "@/file.xml")
        #expect(file.code == .cannotRead && file.firstError == "vvc: error: cannot read '@/file.xml': is no folder")
    }

    @Test(arguments: [
        (["--port", "65536"], "'65536' is not a value of '--port'; expected a number from 0 to 65535"),
        (["--port", "http"], "'http' is not a value of '--port'; expected a number from 0 to 65535"),
        (
            ["--host", "192.0.2.1", "--port", "0"],
            "'192.0.2.1' is no address of this machine; '--host 0.0.0.0' stands for all"
        ),
    ])
    func refusesWrongPortsAndHosts(_ arguments: [String], _ message: String) throws {
        let workspace = try Workspace()
        try workspace.makeFolder("site")
        let result = workspace.vvc(["serve", "@/site"] + arguments)
        #expect(result.code == .usage && result.firstError == "vvc: error: \(message)")
    }

    @Test func saysThatAPortIsInUse() throws {
        let server = try RunningServer()
        let result = server.workspace.vvc("serve", "@/site", "--port", "\(server.port)")
        #expect(result.code == .usage)
        #expect(result.firstError.hasPrefix("vvc: error: port \(server.port) is in use by another program"))
        #expect(server.stop())
        #expect(throws: LoopbackClient.CannotConnect.self) { try server.connect() }
    }

    @Test func servesAnEmptyFolder() throws {
        let server = try RunningServer()
        #expect(try server.get("/").text.contains("There is no .xml or .asv file"))
        #expect(try server.get("/.dir").text == "[]\n")
        #expect(server.stop())
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"), arguments: [SIGINT, SIGTERM])
    func endsOnASignal(_ signal: Int32) throws {
        let workspace = try Workspace()
        try workspace.makeFolder("with space")
        let server = try ServingProcess(workspace.path("with space"))
        #expect(
            server.greeting.hasPrefix("serving 0 templates of '\(workspace.path("with space"))'\n  http://127.0.0.1:")
        )
        let client = try LoopbackClient(port: server.port)
        client.send("GET /.events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.response()?.status == 200)
        #expect(server.end(with: signal))
        #expect(client.hasEnded)
    }
}
