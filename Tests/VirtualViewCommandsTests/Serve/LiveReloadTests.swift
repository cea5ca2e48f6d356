import Foundation
import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat

@testable import VirtualViewCommands

/// What the server tells pages when files change.
@Suite struct LiveReloadTests {
    private static func text(_ size: Int, _ text: String = "x") -> String {
        "<NText text=\"\(text)\" textSize=\"\(size)\" layoutWidth=\"wrap_content\" layoutHeight=\"wrap_content\"/>"
    }

    /// The next event.
    private func next(_ client: LoopbackClient) throws -> JSONValue {
        try #require(client.event())
    }

    @Test func tellsAnErrorAndThatItIsMended() throws {
        let server = try RunningServer(["Card.xml": Self.text(10, "${title}"), "Card.json": #"{"title":"A & <b>"}"#])
        let events = try server.events(of: "Card")
        let first = try next(events)
        #expect(first["problem"] == .null)
        let good = try server.get("/Card/Card.out").body
        try server.workspace.replace("site/Card.xml", "<NText text=\"<b>\" textSize=\"1q\"/>")
        let broken = try next(events)
        guard case .string(let problem)? = broken["problem"] else {
            Issue.record("there is a problem")
            return
        }
        #expect(problem.contains("Card.xml:1:29: error:") && problem.contains("^"))
        #expect(broken["picture"] == first["picture"])
        #expect(try server.get("/Card/Card.out").body == good)
        let page = try server.get("/Card/").text
        #expect(page.contains(">A &amp; &lt;b&gt;</text>"))
        #expect(page.contains("Card.xml:1:29: error:") && page.contains("\\u003cNText"))
        #expect(server.messages.withLock { $0 }.contains("Card.xml:1:29: error:"))
        try server.workspace.replace("site/Card.xml", Self.text(20, "${title}"))
        let corrected = try next(events)
        #expect(corrected["problem"] == .null && corrected["picture"] != first["picture"])
        #expect(try server.get("/Card/Card.svg").text.contains("font-size=\"20\""))
        #expect(try server.get("/Card/Card.out").body != good)
        #expect(server.stop())
    }

    /// A page that was hidden while one server took the place of another knows only the numbers.
    @Test func twoServersNumberTheirPicturesDifferently() throws {
        let numbers = try (0..<2).map { _ in
            let server = try RunningServer(["Card.xml": Self.text(10)])
            defer { #expect(server.stop()) }
            return try next(server.events(of: "Card"))["picture"]
        }
        #expect(numbers[0] != numbers[1])
    }

    @Test func tellsEverythingToWhoListensHoweverMuchItIs() throws {
        var limits = ServerLimits()
        limits.streamBacklog = 1_000
        let files = (10..<60).map { ("Card\($0).xml", Self.text($0)) }
        let server = try RunningServer(Dictionary(uniqueKeysWithValues: files), limits: limits)
        let events = try server.events(of: "")
        for _ in 0...files.count { _ = try next(events) }
        for round in 1...3 {
            try server.workspace.replace("site/config.properties", "text=Int\ntextSize=Nothing\(round)\n")
            for (name, _) in files {
                let event = try next(events)
                #expect(event["name"] == .string(String(name.dropLast(4))) && event["problem"] != .null)
            }
        }
        #expect(server.stop())
    }

    @Test func tellsNewDataAndDataThatIsWrong() throws {
        let server = try RunningServer(["Card.xml": Self.text(10, "${title}"), "Card.json": #"{"title":"Tea"}"#])
        let events = try server.events(of: "Card")
        _ = try next(events)
        try server.workspace.replace("site/Card.json", #"{"title":"Milk"}"#)
        #expect(try next(events)["problem"] == .null)
        #expect(try server.get("/Card/Card.svg").text.contains(">Milk</text>"))
        try server.workspace.replace("site/Card.json", #"{"title":"Milk""#)
        guard case .string(let problem)? = try next(events)["problem"] else {
            Issue.record("there is a problem")
            return
        }
        #expect(problem.contains("Card.json:1:"))
        #expect(try server.get("/Card/Card.json").text == #"{"title":"Milk"}"#)
        try FileManager.default.removeItem(atPath: server.workspace.path("site/Card.json"))
        #expect(try next(events)["problem"] == .null)
        #expect(try server.get("/Card/Card.json").status == 404)
        #expect(server.stop())
    }

    @Test func compilesOnlyWhatChanged() throws {
        let server = try RunningServer([
            "A.xml": Self.text(1), "B.xml": Self.text(2), "C.xml": Self.text(3),
            "C.json": #"{"items":[{"type":"A"}]}"#,
        ])
        let events = try server.events(of: "")
        #expect(try next(events)["templates"] == ["A", "B", "C"])
        for name in ["A", "B", "C"] { #expect(try next(events)["name"] == .string(name)) }
        try server.workspace.replace("site/A.xml", Self.text(5))
        // The data of C shows A.
        #expect(try next(events)["name"] == "A")
        #expect(try next(events)["name"] == "C")
        try server.workspace.replace("site/B.xml", Self.text(6))
        #expect(try next(events)["name"] == "B")
        #expect(server.stop())
    }

    private func library(_ workspace: Workspace, _ terminal: Terminal = .silent) throws -> ServedLibrary {
        ServedLibrary(try ServedFolder(workspace.folder.path), try workspace.servedCompiler(), terminal)
    }

    /// The warnings of the project file are told when they are others, not whenever it is read.
    @Test func tellsOnceWhichPicturesOfViewsAreNotThere() throws {
        let workspace = try Workspace(isRepository: true)
        try workspace.write("components.json", #"{"version":1,"components":[{"id":1001,"name":"Map","slot":true}]}"#)
        func write(_ picture: String) throws -> String {
            let text = #"{"components":"components.json","slots":{"Map":"\#(picture)"}}"#
            return try workspace.write("vvc.json", text)
        }
        _ = try write("none.svg")
        var said = ""
        let terminal = Terminal(out: { _ in true }, error: { said += String(decoding: $0, as: UTF8.self) })
        let library = try library(workspace, terminal)
        #expect(said.ranges(of: "'none.svg' is not a file").count == 1, "\(said)")
        for (picture, count) in [("none.svg", 1), ("away.svg", 2)] {
            _ = library.update([try write(picture)])
            #expect(said.ranges(of: ".svg' is not a file").count == count, "\(said)")
        }
    }

    @Test func noticesTemplatesThatOnlyEditedDataNames() throws {
        let workspace = try Workspace()
        try workspace.write("List.xml", Self.text(10))
        try workspace.write("Row.xml", Self.text(10))
        let library = try library(workspace)
        _ = library.update(["List.xml", "Row.xml"])
        let list = try #require(library.template(named: "List"))
        library.note(["items": [["type": "Row"]]], shownBy: list)
        try workspace.write("Row.xml", Self.text(20))
        #expect(library.update(["Row.xml"]).changed == ["List", "Row"])
    }

    @Test func noticesDataOfSeveralNamesThatChangeTogether() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", Self.text(10, "${title}"))
        func writeData(_ title: String) throws {
            for name in ["Card.json", "Card.long.json"] { try workspace.write(name, #"{"title":"\#(title)"}"#) }
        }
        try writeData("Tea")
        let library = try library(workspace)
        #expect(library.update(["Card.xml", "Card.json", "Card.long.json"]).changed == ["Card"])
        try writeData("Milk")
        #expect(library.update(["Card.json", "Card.long.json"]).changed == ["Card"])
    }

    @Test func dataIsOfATemplateOfItsNameWhileThereIsOne() throws {
        let workspace = try Workspace()
        for name in ["Card.xml", "Card.empty.xml"] { try workspace.write(name, Self.text(10)) }
        try workspace.write("Card.empty.json", "{}")
        let library = try library(workspace)
        func variants() -> [String] { library.template(named: "Card")?.variants.keys.sorted() ?? [] }
        _ = library.update(["Card.xml", "Card.empty.xml", "Card.empty.json"])
        #expect(variants() == [])
        try FileManager.default.removeItem(atPath: workspace.path("Card.empty.xml"))
        _ = library.update(["Card.empty.xml"])
        #expect(variants() == ["Card.empty.json"])
        try workspace.write("Card.empty.xml", Self.text(10))
        _ = library.update(["Card.empty.xml"])
        #expect(variants() == [])
    }

    @Test func dataIsOfTheTemplateBesideItWhoseNameItStartsWith() throws {
        let workspace = try Workspace()
        let sources = ["Card.xml", "Card.a.xml", "Cardinal.xml", "sub/Card2.xml"]
        let files = [
            "Card.a.b.json", "Card.c.d.json", "Card.json", "Cardinal.e.json", "sub/Card.f.json", "sub/Card2.g.json",
        ]
        for name in sources { try workspace.write(name, Self.text(10)) }
        for name in files { try workspace.write(name, "{}") }
        let library = try library(workspace)
        func variants(_ type: String) -> [String] { library.template(named: type)?.variants.keys.sorted() ?? [] }
        _ = library.update(Set(sources + files))
        #expect(variants("Card") == ["Card.a.b.json", "Card.c.d.json"])
        #expect(variants("Card.a") == ["Card.a.b.json"])
        #expect(variants("Cardinal") == ["Cardinal.e.json"])
        #expect(variants("Card2") == ["Card2.g.json"])
        try FileManager.default.removeItem(atPath: workspace.path("Card.a.b.json"))
        _ = library.update(["Card.a.b.json"])
        #expect(variants("Card") == ["Card.c.d.json"])
        #expect(variants("Card.a") == [])
    }

    @Test func noticesFilesThatComeGoAndAreRenamedOver() throws {
        let server = try RunningServer(["Old.xml": Self.text(1)])
        let events = try server.events(of: "")
        #expect(try next(events)["templates"] == ["Old"])
        #expect(try next(events)["name"] == "Old")
        try server.workspace.replace("site/deep/New.xml", Self.text(2))
        #expect(try next(events)["name"] == "New")
        #expect(try server.get("/.dir").text == "[\"New\",\"Old\"]\n")
        try server.workspace.replace("site/Old.xml", Self.text(30))
        var event = try next(events)
        // A file may be gone for a moment while it is replaced.
        while event["gone"] == true { event = try next(events) }
        #expect(event["name"] == "Old")
        #expect(try server.get("/Old/Old.svg").text.contains("font-size=\"30\""))
        try FileManager.default.removeItem(atPath: server.workspace.path("site/deep"))
        let gone = try next(events)
        #expect(gone["name"] == "New" && gone["gone"] == true)
        #expect(try server.get("/New/").status == 404 && server.get("/New/New.out").status == 404)
        // Who did not listen meanwhile hears what is there, and of what is not.
        #expect(try next(server.events(of: ""))["templates"] == ["Old"])
        let absent = try server.events(of: "New")
        #expect(try next(absent)["gone"] == true)
        try server.workspace.replace("site/New.xml", Self.text(3))
        let back = try next(absent)
        #expect(back["name"] == "New" && back["gone"] == nil)
        #expect(server.stop())
    }

    @Test func readsTheConfigurationAgain() throws {
        let server = try RunningServer(["Card.xml": "<NText text=\"x\" strange=\"5\"/>"])
        let events = try server.events(of: "Card")
        let first = try next(events)
        let before = try server.get("/Card/Card.out").body
        try server.workspace.replace("site/config.properties", "strange=Number\n")
        _ = try next(events)
        #expect(try server.get("/Card/Card.out").body != before)
        try server.workspace.replace("site/config.properties", "strange=Nonsense\n")
        guard case .string(let problem)? = try next(events)["problem"] else {
            Issue.record("there is a problem")
            return
        }
        #expect(problem.contains("config.properties:1:"))
        try FileManager.default.removeItem(atPath: server.workspace.path("site/config.properties"))
        let last = try next(events)
        #expect(last["problem"] == .null && last["picture"] != first["picture"])
        #expect(try server.get("/Card/Card.out").body == before)
        #expect(server.stop())
    }

    @Test func readsFilesOfOptionsAgain() throws {
        let workspace = try Workspace()
        let config = try workspace.write("other/my.properties", "strange=Number\n")
        let server = try RunningServer(
            ["Card.xml": "<NText text=\"x\" strange=\"5\"/>"],
            workspace: workspace,
            arguments: ["--config", config]
        )
        let events = try server.events(of: "Card")
        #expect(try next(events)["problem"] == .null)
        try workspace.replace("other/my.properties", "strange=Nonsense\n")
        #expect(try next(events)["problem"] != .null)
        #expect(server.stop())
    }

    @Test func showsATemplateThatNeverCompiled() throws {
        let server = try RunningServer(["Card.xml": "<NText"])
        let page = try server.get("/Card/")
        #expect(page.status == 200 && page.text.contains("Card.xml:1:"))
        // The page hears of it when there is a picture.
        #expect(page.text.contains("connect-src &#39;self&#39;"))
        #expect(try server.get("/Card/Card.svg").status == 404)
        #expect(try server.get("/Card/Card.out").status == 404)
        #expect(try server.get("/").text.contains("no picture yet"))
        #expect(server.stop())
    }

    @Test func servesTheFirstOfTwoSourcesWithOneName() throws {
        let server = try RunningServer(["sub/Card.xml": Self.text(5), "Card.xml": Self.text(9)])
        #expect(try server.get("/Card/Card.svg").text.contains("font-size=\"9\""))
        let page = try server.get("/Card/").text
        let clash = "'Card.xml' is shown, but the same name has 'sub/Card.xml'"
        #expect(page.contains(clash))
        let events = try server.events(of: "Card")
        try FileManager.default.removeItem(atPath: server.workspace.path("site/sub/Card.xml"))
        while try server.get("/Card/").text.contains(clash) { _ = events.event() }
        #expect(server.stop())
    }
}
