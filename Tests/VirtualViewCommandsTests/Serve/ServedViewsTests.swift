import Foundation
import Testing
import VirtualView
import VirtualViewExpressions

@testable import VirtualViewCommands

/// What the page of a template asks for while it is open.
@Suite struct ServedViewsTests {
    static let files = [
        "Card.xml": """
        <VHLayout layoutWidth="match_parent" layoutHeight="wrap_content" orientation="V" background="#EEEEEE">
          <NText text="${title}" textSize="20" layoutWidth="match_parent" layoutHeight="wrap_content"/>
          <NText text="${env.appearance} ${env.layoutDirection}" textSize="10" layoutWidth="match_parent" layoutHeight="wrap_content"/>
        </VHLayout>
        """,
        "Card.json": #"{"title":"Tea"}"#, "Card.empty.json": #"{"title":""}"#, "Card.long.json": #"{"title":"Long"}"#,
        "Card.test.json": "{}", "Other.a.xml": #"<NText text="x"/>"#, "Other.a.json": "{}", "Other.xml": "<NText/>",
    ]

    private func json(_ response: LoopbackClient.Response) throws -> JSONValue {
        #expect(response.status == 200, "\(response.text)")
        return try JSONValue(json: response.body)
    }

    private func texts(_ value: JSONValue, _ key: String) -> [String] {
        guard case .array(let views)? = value["page"]?["views"] else { return [] }
        return views.map { view in
            switch view[key] {
            case .string(let text)?: text
            case .int(let number)?: "\(number)"
            case let other: other?.json ?? ""
            }
        }
    }

    @Test func `data of other names stand beside each other, and tests are none`() throws {
        let server = try RunningServer(Self.files)
        let all = try json(server.get("/Card/.views?data=*&width=320"))
        #expect(texts(all, "label") == ["Card.json", "Card.empty.json", "Card.long.json"])
        #expect(texts(all, "svg").map { $0.contains(">Long<") } == [false, false, true])
        // A page shows two widths unless it asks for others.
        #expect(try texts(json(server.get("/Card/.views")), "svg").count == 2)
        let page = try server.get("/Card/").text
        #expect(page.contains("<option value=\"Card.long.json\">") && !page.contains("Card.test.json"))
        #expect(!(try server.get("/Other/").text.contains("Other.a.json")))
        #expect(try server.get("/Card/Card.svg?data=Card.long.json").text.contains(">Long<"))
        #expect(try server.get("/Card/Card.long.json").text == #"{"title":"Long"}"#)
        try server.workspace.write("site/Card.new.json", #"{"title":"New"}"#)
        let events = try server.events(of: "Card")
        while try texts(json(server.get("/Card/.views?data=*&width=320")), "label").count < 4 { _ = events.event() }
        #expect(server.stop())
    }

    @Test func `data without a file of the template's name have no picture of nothing beside them`() throws {
        let server = try RunningServer(["Card.xml": "<NText text=\"a\"/>", "Card.b.json": "{}"])
        let all = try json(server.get("/Card/.views?data=*&width=320"))
        #expect(texts(all, "label") == ["Card.b.json"])
        #expect(server.stop())
    }

    @Test func `a device gets templates and data in one line`() {
        let line = DeviceFiles.together([[1, 2], [3]], data: Array(#"{"a":1}"#.utf8))
        #expect(line == #"{"templates":["AQI=","Aw=="],"data":{"a":1}}"# + "\n")
        #expect(DeviceFiles.together([], data: nil) == #"{"templates":[],"data":{}}"# + "\n")
    }

    @Test func `pictures of several data share the room`() throws {
        let lines = String(repeating: #"a\n"#, count: 25_000) + "a"
        let text = #"text="${t}" lines="0" textSize="10" layoutWidth="match_parent" layoutHeight="wrap_content""#
        let server = try RunningServer([
            "T.xml": "<NText \(text)/>", "T.json": #"{"t":"\#(lines)"}"#, "T.b.json": #"{"t":"b"}"#,
        ])
        for (data, isCut) in [("T.json", false), ("*", true)] {
            let answer = try server.get("/T/.views?data=\(data)&width=320").text
            let isTold = answer.contains("there are 25001 lines of text, boxes and images")
            #expect(isTold == isCut, "\(data)")
        }
        #expect(server.stop())
    }

    @Test func `data in a request are drawn, and written nowhere`() throws {
        let server = try RunningServer(Self.files)
        func draw(_ data: String) throws -> JSONValue {
            try json(server.request("POST", "/Card/.views?width=320&appearance=dark&direction=rtl", body: data))
        }
        let drawn = try draw(#"{"title":"Edited <b>"}"#)
        #expect(texts(drawn, "svg").first?.contains("Edited &lt;b&gt;") == true)
        #expect(texts(drawn, "svg").first?.contains("dark rightToLeft") == true)
        guard case .string(let problem)? = try draw("{\n \"title\": }")["problem"] else {
            Issue.record("there is a problem")
            return
        }
        #expect(problem.contains("Card.json:2:11: error:") && problem.contains("^"))
        #expect(try texts(draw("  "), "svg").count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: server.workspace.path("site")).sorted()
        #expect(names == Self.files.keys.sorted())
        #expect(try server.get("/Card/Card.json").text == #"{"title":"Tea"}"#)
        #expect(server.stop())
    }

    @Test(arguments: [
        ("GET", "/Card/.views", [], 200), ("GET", "/Card/.views?data=Nobody.json", [], 404),
        ("GET", "/Card/.views?height=0", [], 400), ("GET", "/Card/.views?overdraw=2", [], 400),
        ("DELETE", "/Card/.views", [], 405), ("GET", "/Nobody/.views", [], 404),
        ("POST", "/Card/.views", ["Origin: http://evil.example"], 403),
        ("GET", "/Card/.views", ["Sec-Fetch-Site: cross-site"], 403),
        ("GET", "/Card/.views", ["Sec-Fetch-Site: same-origin"], 200),
        ("GET", "/Card/?data=*", [], 400), ("GET", "/Card/Card.svg?data=*", [], 400), ("GET", "/Card/?data=x", [], 404),
        ("GET", "/Card/Card.png", [], 501), ("GET", "/Card/Card.png?scale=9", [], 400),
        ("POST", "/Card/Card.png", [], 405),
        ("GET", "/Card/Card.png", ["Sec-Fetch-Site: cross-site"], 403), ("GET", "/Card/.hint", [], 200),
        ("GET", "/Card/Card.test.json", [], 404),
    ])
    func `each answer has its status`(_ method: String, _ target: String, _ headers: [String], _ status: Int) throws {
        let server = try RunningServer(Self.files, arguments: ["--browser", "none"])
        let body = method == "POST" ? "{}" : ""
        #expect(try server.request(method, target, headers: headers, body: body).status == status)
        #expect(server.stop())
    }

    @Test func `pages of other servers lead to pages and show them in frames alone`() throws {
        let server = try RunningServer(Self.files)
        func status(_ method: String, _ target: String, from site: String, _ use: String) throws -> Int {
            let headers = ["Sec-Fetch-Site: \(site)", "Sec-Fetch-Dest: \(use)"]
            return try server.request(method, target, headers: headers, body: method == "POST" ? "{}" : "").status
        }
        let pages = ["/", "/Card/", "/Card/Card.svg", "/Card/Card.json"]
        let others = ["/.dir", "/Card/.hint", "/.events", "/Card/.events", "/Nobody/.events"]
        for target in pages + others {
            for use in ["image", "empty"] {
                #expect(try status("GET", target, from: "cross-site", use) == 403, "\(target) \(use)")
                #expect(try status("HEAD", target, from: "same-site", use) == 403, "\(target) \(use)")
            }
        }
        for use in ["document", "iframe"] {
            for target in pages {
                #expect(try status("GET", target, from: "cross-site", use) == 200, "\(target) \(use)")
                #expect(try status("HEAD", target, from: "cross-site", use) == 403, "\(target) \(use)")
            }
            for target in others {
                #expect(try status("GET", target, from: "cross-site", use) == 403, "\(target) \(use)")
            }
        }
        for target in ["/Card/", "/Card/.hint"] {
            #expect(try status("GET", target, from: "same-origin", "iframe") == 200, "\(target)")
        }
        #expect(try status("POST", "/Card/.event", from: "cross-site", "document") == 403)
        #expect(try status("GET", "/Card/.views", from: "cross-site", "document") == 403)
        #expect(server.stop())
    }

    @Test(arguments: [
        (
            #"<NText text="${title}" layoutWidth="wrap_content" layoutHeight="wrap_content"/>"#,
            "there is no T.json beside"
        ),
        (#"<NText text="a" layoutWidth="9" layoutHeight="9" visibility="gone"/>"#, "The root NText is gone."),
        (
            #"<FrameLayout layoutWidth="9" layoutHeight="0"><NText text="a" layoutWidth="5" layoutHeight="5"/></FrameLayout>"#,
            "no size"
        ),
        (#"<FrameLayout layoutWidth="9" layoutHeight="9"/>"#, "no nodes inside"),
        (
            #"<FrameLayout layoutWidth="9" layoutHeight="9"><NText text="a" visibility="invisible" layoutWidth="5" layoutHeight="5"/></FrameLayout>"#,
            "gone or invisible"
        ),
        (
            #"<FrameLayout layoutWidth="9" layoutHeight="9"><NText text=" " textSize="9" layoutWidth="5" layoutHeight="5"/></FrameLayout>"#,
            "Nothing is painted"
        ),
        (#"<NText text="a" textSize="9" layoutWidth="wrap_content" layoutHeight="wrap_content"/>"#, "null"),
    ])
    func `a hint says why there is nothing to see`(_ source: String, _ hint: String) throws {
        let server = try RunningServer(["T.xml": source])
        let answer = try server.get("/T/.hint").text
        #expect(answer.contains(hint), "\(answer)")
        #expect(server.stop())
    }

    @Test func `what fills the screen is as high as it is, and a card is not`() throws {
        let server = try RunningServer([
            "Full.xml":
                ##"<FrameLayout layoutWidth="match_parent" layoutHeight="match_parent" background="#FF0000"/>"##,
            "Card.xml": ##"<FrameLayout layoutWidth="match_parent" layoutHeight="70" background="#FF0000"/>"##,
        ])
        for (name, height) in [("Full", "568"), ("Card", "70")] {
            let views = try json(server.get("/\(name)/.views?width=320&height=568"))
            #expect(views["page"]?["views"]?[0]?["size"]?.json == "[320,\(height)]")
        }
        #expect(server.stop())
    }

    @Test func `a device is a screen, and a width alone is none`() throws {
        let server = try RunningServer([
            "T.xml": #"<NText text="a" textSize="26rp" layoutWidth="match_parent" layoutHeight="100rp"/>"#
        ])
        for (query, size, height) in [
            ("?width=320&height=568", "11.093", "43"), ("?width=320", "13", "50"),
            ("?width=820&height=1180", "28.427", "110"),
        ] {
            let svg = try server.get("/T/T.svg\(query)").text
            #expect(svg.contains("font-size=\"\(size)") && svg.contains(" height=\"\(height)"), "\(svg)")
            let view = try json(server.get("/T/.views\(query)"))["page"]?["views"]?[0]
            #expect(view?.json.contains("font-size=\\\"\(size)") == true, "\(query)")
        }
        #expect(server.stop())
    }

    @Test func `widths are those of the project file`() throws {
        let space = try Workspace(isRepository: true)
        try space.write("vvc.json", #"{"widths": [500, 3000, 250]}"#)
        let server = try RunningServer(Self.files, workspace: space)
        #expect(try texts(json(server.get("/Card/.views")), "width") == ["500", "250"])
        #expect(try server.get("/Card/").text.contains(">Widths 500, 250<"))
        #expect(try server.get("/Card/Card.svg").text.contains(" width=\"500\""))
        let events = try server.events(of: "Card")
        _ = events.event()
        try space.replace("vvc.json", "{}")
        _ = events.event()
        #expect(try texts(json(server.get("/Card/.views")), "width") == ["320", "375"])
        #expect(server.stop())
    }

    @Test func `what a query may have is said for each address`() throws {
        let server = try RunningServer(Self.files, arguments: ["--browser", "none"])
        for (address, data) in [
            ("", "data=NAME.json,"), ("Card.svg", "data=NAME.json,"), ("Card.png", "data=NAME.json,"),
            (".hint", "data=NAME.json,"), (".views", "data=NAME.json or *,"),
        ] {
            let answer = try server.get("/Card/\(address)?width=0")
            #expect(answer.status == 400 && answer.text.contains(data), "\(address): \(answer.text)")
        }
        #expect(server.stop())
    }

    @Test func `colours say how often points are painted`() throws {
        let server = try RunningServer(Self.files)
        let plain = try server.get("/Card/Card.svg").text
        let colored = try server.get("/Card/Card.svg?overdraw=1").text
        #expect(!plain.contains("data-overdraw") && colored.contains("data-overdraw") && colored.contains("#3D7BFF"))
        // Frames are in the pictures of `vvc preview --frames` alone.
        #expect(!plain.contains("#2F6BFF"))
        #expect(server.stop())
    }

    @Test func `scrolling moves a list, as far as it goes`() throws {
        let rows = (0..<20).map { _ in #"{"type":"Row"}"# }.joined(separator: ",")
        let server = try RunningServer([
            "List.xml": #"<Scroller orientation="V" layoutWidth="100" layoutHeight="100" dataTag="${rows}"/>"#,
            "List.json": "{\"rows\":[\(rows)]}",
            "Row.xml": #"<NText text="row" textSize="10" layoutWidth="match_parent" layoutHeight="30"/>"#,
        ])
        func scroll(_ y: Int) throws -> String {
            let body = #"{"session":"s","kind":"scroll","node":0,"x":0,"y":\#(y),"width":100}"#
            return try texts(json(server.request("POST", "/List/.event", body: body)), "svg").first ?? ""
        }
        #expect(try scroll(40).contains("data-scroll=\"0 40 100 600\""))
        #expect(try scroll(10_000).contains("data-scroll=\"0 500 100 600\""))
        #expect(try scroll(-10_000).contains("data-scroll=\"0 0 100 600\""))
        for body in [
            #"{"session":"s","kind":"scroll","x":0,"y":1,"width":100}"#,
            #"{"session":"s","kind":"scroll","node":-1,"x":0,"y":1,"width":100}"#,
            #"{"session":"s","kind":"scroll","node":0,"x":0,"y":1e9,"width":100}"#,
            #"{"session":"s","x":0,"y":1,"width":100,"text":"{"}"#,
        ] {
            #expect(try server.request("POST", "/List/.event", body: body).status == 400)
        }
        let far = #"{"session":"s","kind":"scroll","node":900000,"x":0,"y":1,"width":100}"#
        #expect(try server.request("POST", "/List/.event", body: far).status == 200)
        #expect(server.stop())
    }

    @Test(arguments: [
        ("leftToRight", 30, 200), ("leftToRight", -30, 300), ("rightToLeft", -30, 200), ("rightToLeft", 30, 300),
    ])
    func `the wheel turns pages in the direction of reading`(_ direction: String, _ x: Int, _ offset: Int) throws {
        let server = try RunningServer([
            "Pages.xml": #"<Page orientation="H" layoutWidth="100" layoutHeight="30" dataTag="${rows}"/>"#,
            "Pages.json": #"{"rows":[{"type":"Row"},{"type":"Row"},{"type":"Row"}]}"#,
            "Row.xml": #"<NText text="row" textSize="10" layoutWidth="match_parent" layoutHeight="30"/>"#,
        ])
        let body =
            #"{"session":"s","kind":"scroll","node":0,"x":\#(x),"y":0,"width":100,"direction":"\#(direction)"}"#
        let svg = try texts(json(server.request("POST", "/Pages/.event", body: body)), "svg").first ?? ""
        // A copy of the last page stands before the first one.
        #expect(svg.contains("data-page=\"\(offset) 0 500 30\""), "\(svg)")
        #expect(server.stop())
    }

    @Test func `a page plays the template as wide as any screen`() throws {
        let workspace = try Workspace()
        try workspace.write("web/live-player.js", "play()")
        let server = try RunningServer(
            Self.files,
            workspace: workspace,
            arguments: ["--player", workspace.path("web")]
        )
        let page = try server.get("/Card/?width=320,1024").text
        #expect(page.contains(#""widths":[320,1024,320,375,430,812,674,820]"#), "\(page)")
        #expect(server.stop())
    }

    @Test func `a folder that is gone is an error until it is there again`() throws {
        var files = Self.files
        files["Card.xml"] = #"<NImage src="dot.svg" layoutWidth="9" layoutHeight="9"/>"#
        files["dot.svg"] = #"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#
        let server = try RunningServer(files)
        let events = try server.events(of: "Card")
        #expect(events.event()?["problem"] == .null)
        let (picture, page) = (try server.get("/Card/Card.svg").text, try server.get("/Card/").text)
        #expect(picture.contains("data:image/svg+xml"))
        let (site, away) = (server.workspace.path("site"), server.workspace.path("away"))
        try FileManager.default.moveItem(atPath: site, toPath: away)
        #expect(events.event()?["problem"]?.json.contains("no such file or directory") == true)
        #expect(try server.get("/").text.contains("no such file or directory"))
        // The image is gone too, but the last picture has it.
        #expect(try server.get("/Card/Card.svg").text == picture)
        #expect(try server.get("/Card/").text == page)
        try FileManager.default.moveItem(atPath: away, toPath: site)
        #expect(events.event()?["problem"] == .null)
        #expect(server.stop())
    }

    @Test(arguments: [
        ("vscode://file/{path}:{line}", "vscode://file/a%20b/C.xml:{line}"),
        ("x-mine://open?f={path}", "x-mine://open?f=/a%20b/C.xml"), ("{path}", nil), ("vscode://file", nil),
        ("javascript:alert('{path}')", nil), ("data:{path}", nil), ("JavaScript:{path}", nil), ("a b:{path}", nil),
    ])
    func `an editor has an address for a path`(_ pattern: String, _ address: String?) {
        #expect(EditorLinks(pattern)?.address(of: "/a b/C.xml") == address)
    }

    @Test func `paths of this machine are for this machine`() throws {
        let server = try RunningServer(Self.files, arguments: ["--editor", EditorLinks.example])
        #expect(try server.get("/Card/").text.contains("vscode://file/"))
        #expect(server.stop())
        let result = server.workspace.vvc("serve", "@/site", "--host", "0.0.0.0", "--editor", EditorLinks.example)
        #expect(result.code == .usage && result.firstError.contains("no other machine reaches"))
        #expect(server.workspace.vvc("serve", "@/site", "--editor", "javascript:{path}").code == .usage)
        let plain = try RunningServer(Self.files)
        #expect(!(try plain.get("/Card/").text.contains(plain.workspace.path("site/Card.xml"))))
        #expect(plain.stop())
    }
}
