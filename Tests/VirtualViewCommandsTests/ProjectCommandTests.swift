import Foundation
import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// What `vvc.json` is for the commands.
@Suite struct ProjectCommandTests {
    private static let size = #"layoutWidth="9" layoutHeight="9""#

    /// Sources that only compile with what a project file names, in `Sources/Home`, and the files that one can name.
    private static func workspace(_ project: String?) throws -> Workspace {
        let space = try Workspace(isRepository: true)
        try space.write("Sources/Home/Card.xml", "<Badge \(size) label=\"a\" score=\"1\" onClick=\"open\"/>")
        try space.write("Design files/own.json", own("Badge", 1001))
        try space.write("Design files/my.properties", "score=Int\n")
        try space.write("Design files/handlers.txt", "block open { this.alpha = 0.5 }")
        if let project { try space.write("vvc.json", project) }
        return space
    }

    private static func own(_ name: String, _ id: Int) -> String {
        """
        {"version":1,"components":[{"id":\(id),"name":"\(name)","properties":[{"name":"label","kind":"String"}]}]}
        """
    }

    private static let whole = """
        {
          "config": "Design files/my.properties",
          "components": ["Design files/own.json"],
          "blocks": "Design files/handlers.txt"
        }
        """

    private static let commands = [
        ["compile", "@/Sources", "-o", "@/build"], ["compile", "@/Sources/Home/Card.xml", "-o", "@/build"],
        ["lint", "@/Sources"], ["layout", "@/Sources/Home/Card.xml", "--width", "100"],
        ["preview", "@/Sources/Home/Card.xml", "-o", "@/build/Card.svg"],
    ]

    // MARK: - Found

    @Test(arguments: ["vvc.json", "Sources/config.properties"])
    func oneThatIsALinkToNothingCannotBeRead(_ name: String) throws {
        let space = try Self.workspace(nil)
        try space.write("Sources/Home/Card.xml", "<NText \(Self.size) text=\"a\"/>")
        try FileManager.default.createSymbolicLink(atPath: space.path(name), withDestinationPath: "nowhere")
        let result = space.vvc("compile", "@/Sources", "-o", "@/build")
        #expect(result.code == .cannotRead && result.error.contains("cannot read '@/\(name)'"), "\(result)")
        #expect(!space.exists("build"))
    }

    @Test(arguments: commands)
    func isFoundAboveTheInput(_ command: [String]) throws {
        let space = try Self.workspace(Self.whole)
        let result = space.vvc(command)
        #expect(!result.error.contains("error: "), "\(result)")
        #expect(result.code == .success || command[0] == "lint", "\(result)")
        try FileManager.default.removeItem(atPath: space.path("vvc.json"))
        let without = space.vvc(command)
        #expect(without.code == .inputErrors && without.error.contains("unknown component 'Badge'"), "\(without)")
    }

    @Test func serverUsesIt() throws {
        let space = try Self.workspace(Self.whole)
        let card = try String(contentsOfFile: space.path("Sources/Home/Card.xml"), encoding: .utf8)
        let server = try RunningServer(["Card.xml": card], workspace: space)
        #expect(try server.get("/Card/Card.svg").status == 200)
        let events = try server.events(of: "Card")
        _ = try #require(events.event())
        // A mistake is shown, and goes when it is corrected.
        try space.replace("vvc.json", #"{"confg": 1}"#)
        let broken = try #require(events.event())
        #expect("\(broken)".contains("confg"), "\(broken)")
        try space.replace("vvc.json", Self.whole)
        let corrected = try #require(events.event())
        #expect(!"\(corrected)".contains("confg"), "\(corrected)")
        #expect(server.stop())
    }

    @Test func nothingAboveTheRepositoryCounts() throws {
        let space = try Self.workspace(Self.whole)
        try space.write("Sources/.git", "gitdir: elsewhere")
        let outside = space.vvc("compile", "@/Sources", "-o", "@/build")
        #expect(outside.code == .inputErrors && outside.error.contains("unknown component 'Badge'"), "\(outside)")
        // The root itself does.
        try space.write("Sources/vvc.json", #"{"components": "../Design files/own.json"}"#)
        let inside = space.vvc("compile", "@/Sources", "-o", "@/build", "--lenient")
        #expect(!inside.error.contains("unknown component"), "\(inside)")
    }

    @Test func eachInputHasTheNearest() throws {
        let space = try Self.workspace(Self.whole)
        try space.write("Sources/Other/vvc.json", #"{"components": "own.json"}"#)
        try space.write("Sources/Other/own.json", Self.own("Meter", 1002))
        try space.write("Sources/Other/Gauge.xml", "<Meter \(Self.size) label=\"a\"/>")
        for inputs in [["@/Sources"], ["@/Sources/Home/Card.xml", "@/Sources/Other/Gauge.xml"]] {
            let result = space.vvc(["compile", "-o", "@/build", "--depfile", "@/build/all.d"] + inputs)
            #expect(result.code == .success && result.error.isEmpty, "\(result)")
            let rules = try String(contentsOfFile: space.path("build/all.d"), encoding: .utf8)
                .replacingOccurrences(of: space.path("").replacingOccurrences(of: " ", with: "\\ "), with: "@")
                .components(separatedBy: "\n\n")[0].components(separatedBy: ".out:")
            #expect(rules.count == 3)
            let card = try #require(rules.first { $0.contains("Home/Card.xml") })
            let gauge = try #require(rules.first { $0.contains("Other/Gauge.xml") })
            for name in ["@/vvc.json", "own.json", "my.properties", "handlers.txt"] {
                #expect(card.contains("  \(name == "@/vvc.json" ? name : "@/Design\\ files/\(name)")"), "\(card)")
            }
            #expect(gauge.contains("  @/Sources/Other/vvc.json") && gauge.contains("  @/Sources/Other/own.json"))
            #expect(!gauge.contains("  @/vvc.json"), "\(gauge)")
        }
        // The other one's mistakes are its own.
        try space.write("Sources/Other/vvc.json", "{")
        let broken = space.vvc("compile", "@/Sources", "-o", "@/new")
        #expect(broken.code == .inputErrors && broken.firstError.hasPrefix("@/Sources/Other/vvc.json:1:2: error: "))
        #expect(space.files("new") == ["Home/Card.out"], "\(broken)")
    }

    /// Unicode calls both names the same, but they are two folders, unless the file system does so too.
    @Test func foldersOfOtherBytesHaveTheirOwn() throws {
        let space = try Workspace()
        let folders = ["caf\u{E9}", "cafe\u{301}"]
        func compile(_ ids: [UInt16]) throws -> String {
            for (folder, id) in zip(folders, ids) {
                try space.write("in/\(folder)/my.properties", "VIEW_ID_Badge=\(id)\n")
            }
            let error = space.vvc("compile", "@/in", "-o", "@/out", "--incremental").error
            for (folder, id) in zip(folders, ids) {
                #expect(try Template(decoding: space.bytes("out/\(folder)/Card.out")).root.componentID == id)
            }
            return error
        }
        for folder in folders {
            try space.write("in/\(folder)/vvc.json", #"{"config": "my.properties"}"#)
            try space.write("in/\(folder)/Card.xml", "<Badge \(Self.size)/>")
        }
        guard space.files("in").count == 4 else { return }
        #expect(try compile([1001, 1002]) == "2 compiled\n")
        #expect(try compile([1001, 1003]) == "1 unchanged, 1 compiled\n")
        #expect(try compile([1001, 1003]) == "2 unchanged\n")
        let lint = space.vvc("lint", "@/in")
        #expect(!lint.error.contains("error:"), "\(lint)")
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests")) func relativeInputsFindItToo() throws {
        let space = try Self.workspace(Self.whole)
        let line = ["compile", "Card.xml", "-o", "../../build", "--depfile", "../../build/Card.d"]
        let result = try ToolProcess(line, in: space.folder.appendingPathComponent("Sources/Home")).finish()
        #expect(result.status == 0, "\(result.error)")
        let rules = try String(contentsOfFile: space.path("build/Card.d"), encoding: .utf8)
        #expect(rules.contains("  ../../vvc.json") && rules.contains("  ../../Design\\ files/own.json"), "\(rules)")
    }

    // MARK: - The command line wins

    @Test func commandLineWins() throws {
        let space = try Self.workspace(
            #"{"config": "none.properties", "components": ["none.json"], "blocks": "none.txt", "target": "tools-2021"}"#
        )
        let result = space.vvc(
            "compile",
            "@/Sources",
            "-o",
            "@/build",
            "--depfile",
            "@/build/all.d",
            "--config",
            "@/Design files/my.properties",
            "--components",
            "@/Design files/own.json",
            "--blocks",
            "@/Design files/handlers.txt",
            "--target",
            "swift"
        )
        #expect(result.code == .success && result.error.isEmpty, "\(result)")
        // What was replaced is no source.
        let rules = try String(contentsOfFile: space.path("build/all.d"), encoding: .utf8)
        #expect(rules.contains("vvc.json") && !rules.contains("none."), "\(rules)")
    }

    @Test func targetIsTheProjects() throws {
        let space = try Self.workspace(#"{"target": "ios-1.2"}"#)
        try space.write("Sources/Home/Card.xml", "<NText \(Self.size) text=\"a\" padding=\"4\"/>")
        let named = space.vvc("lint", "@/Sources", "--target", "ios-1.2")
        #expect(named.error.contains("'ios-1.2' ignores 'padding'"), "\(named)")
        let project = space.vvc("lint", "@/Sources")
        #expect(project.errors == named.errors && project.code == named.code)
        #expect(!space.vvc("lint", "@/Sources", "--target", "swift").error.contains("ignores"))
        // A client that nothing can be drawn as is passed over by commands that draw.
        try space.write("vvc.json", #"{"target": "tools-2021"}"#)
        let layout = space.vvc("layout", "@/Sources/Home/Card.xml", "--width", "100")
        #expect(layout.code == .success, "\(layout)")
    }

    @Test func configurationOfTheFolderComesLast() throws {
        let space = try Self.workspace(Self.whole)
        try space.write("Sources/config.properties", "wrong=Enum<>\n")
        #expect(space.vvc("compile", "@/Sources", "-o", "@/build").code == .success)
        #expect(space.vvc("compile", "@/Sources", "-o", "@/build", "--config-only").error.contains("Badge") == false)
        try space.write("vvc.json", #"{"components": "Design files/own.json"}"#)
        let folder = space.vvc("compile", "@/Sources", "-o", "@/build")
        #expect(folder.firstError.hasPrefix("@/Sources/config.properties:1:"), "\(folder)")
    }

    // MARK: - Mistakes

    @Test(arguments: commands)
    func mistakesAreToldAtOnceAndNothingIsWritten(_ command: [String]) throws {
        let space = try Self.workspace(Self.whole)
        #expect(!space.vvc(command).error.contains("error: "))
        try space.write("vvc.json", "{\"confg\": \"a\",\n \"blocks\": 1,\n \"target\": \"swfit\"}\n")
        let result = space.vvc(command)
        #expect(result.code == .inputErrors && result.out.isEmpty, "\(result)")
        let places = result.errors.filter { $0.contains("error: ") }
        #expect(
            places.map { $0.prefix { $0 != "'" } } == [
                "@/vvc.json:1:3: error: a project file has no ", "@/vvc.json:2:12: error: ", "@/vvc.json:3:13: error: ",
            ],
            "\(result)"
        )
        #expect(result.error.contains("did you mean 'config'? [project.unknown-member]"))
        #expect(space.files("build").isEmpty, "\(space.files("build"))")
    }

    @Test func mistakesAreObjectsWithFixItsInJSON() throws {
        let space = try Self.workspace(#"{"confg": "a"}"#)
        let result = space.vvc("compile", "@/Sources", "-o", "@/build", "--diagnostics", "json")
        #expect(result.errors.count == 1)
        let object = try JSONSerialization.jsonObject(with: Data(result.error.utf8)) as? [String: Any]
        #expect(object?["id"] as? String == "project.unknown-member" && object?["path"] as? String == "@/vvc.json")
        #expect("\(object?["fixIts"] ?? "")".contains("text = config") || result.error.contains(#""text":"config""#))
    }

    @Test(arguments: commands)
    func filesThatAreNotThereAreToldAtOnceWhereTheyAreNamed(_ command: [String]) throws {
        let project =
            #"{"config": "a.properties", "components": ["no ne.json", "b.json"], "blocks": ["c.txt", "d.txt"]}"#
        let space = try Self.workspace(project)
        let result = space.vvc(command)
        #expect(result.code == .cannotRead && result.out.isEmpty, "\(result)")
        #expect(result.errors.filter { $0.contains("error: ") }.count == 5, "\(result)")
        let files = ["a.properties": 13, "no ne.json": 44, "b.json": 58, "c.txt": 80, "d.txt": 89]
        for (name, column) in files {
            let error =
                "@/vvc.json:1:\(column): error: cannot read '@/\(name)': no such file or directory [file.cannot-read]"
            #expect(result.errors.contains(error), "\(result)")
        }
    }

    @Test func whatActsOnATerminalIsShown() throws {
        let space = try Self.workspace("{\"con\\u001b[31mfig\": 1, \"\u{202E}target\": 2, \"target\": \"\\nFORGED\"}")
        let result = space.vvc("compile", "@/Sources", "-o", "@/build")
        #expect(result.code == .inputErrors && !result.error.contains("\u{1B}") && !result.error.contains("\u{202E}"))
        #expect(!result.errors.contains { $0.hasPrefix("FORGED") })
    }

    @Test func outputIsNotTheProjectFile() throws {
        let space = try Self.workspace(Self.whole)
        for name in ["vvc.json", "Design files/own.json"] {
            let result = space.vvc("compile", "@/Sources", "-o", "@/build", "--manifest", "@/\(name)")
            #expect(result.code == .usage, "\(result)")
            #expect(result.firstError == "vvc: error: the output '@/\(name)' is the source '@/\(name)'")
        }
        #expect(try space.bytes("vvc.json") == Array(Self.whole.utf8))
    }

    // MARK: - The documentation

    /// The example of the page is a project file as it stands there.
    @Test func exampleOfThePageWorks() throws {
        let page = try MarkdownDocument("Docs/Commands.md")
        let example = try #require(
            page.blocks.first { $0.language == "json" && $0.headings.last == "The project file" }
        )
        let space = try Self.workspace(example.text)
        try FileManager.default.moveItem(atPath: space.path("Design files"), toPath: space.path("Design"))
        try FileManager.default.moveItem(
            atPath: space.path("Design/my.properties"),
            toPath: space.path("Design/config.properties")
        )
        try FileManager.default.moveItem(
            atPath: space.path("Design/own.json"),
            toPath: space.path("Design/components.json")
        )
        let result = space.vvc("compile", "@/Sources", "-o", "@/build")
        #expect(result.code == .success, "\(result)")
    }

    // MARK: - What all commands share

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func templatesAreTheInputsOfCommandsWithoutAny() throws {
        let space = try Self.workspace(
            Self.whole.replacing("\"config\"", with: "\"templates\": \"Sources\",\n  \"config\"")
        )
        for arguments in [["compile", "-o", "build"], ["lint"]] {
            let result = try ToolProcess(arguments, in: space.folder.appendingPathComponent("Sources/Home")).finish()
            #expect(result.status == 0, "\(result.error)")
        }
        #expect(space.files("Sources/Home/build") == ["Home/Card.out"])
    }

    @Test func severitiesAreThoseOfTheProject() throws {
        let source =
            "<VHLayout layoutWidth=\"0\" layoutHeight=\"9\"><NText layoutWidth=\"9\" layoutHeight=\"9\"/></VHLayout>"
        for (severity, expected) in [("error", "error: "), ("warning", "warning: "), ("off", nil)] {
            let space = try Self.workspace("{\"lint\": {\"lint.zero-size\": \"\(severity)\"}}")
            try space.write("Sources/Home/Card.xml", source)
            let result = space.vvc("lint", "@/Sources")
            #expect(result.error.contains("[lint.zero-size]") == (expected != nil), "\(result)")
            if let expected { #expect(result.firstError.contains(": \(expected)"), "\(result)") }
        }
    }

    @Test func surroundingsAreThoseOfTheProject() throws {
        let space = try Self.workspace(
            #"{"env": {"word": "seen"}, "widths": [222], "images": {"a": "24x12"}}"#
        )
        try space.write(
            "Sources/Home/Card.xml",
            """
            <VHLayout layoutWidth="match_parent" layoutHeight="wrap_content" orientation="V">
            <NImage id="7" layoutWidth="wrap_content" layoutHeight="wrap_content" src="a"/>
            <NText layoutWidth="wrap_content" layoutHeight="wrap_content" text="${env.word}"/></VHLayout>
            """
        )
        try space.write("Sources/Home/Card.json", "{}")
        let layout = space.vvc("layout", "@/Sources/Home/Card.xml")
        #expect(layout.out.hasPrefix("222 x ") && layout.out.contains("24x12"), "\(layout)")
        #expect(space.vvc("layout", "@/Sources/Home/Card.xml", "--width", "50").out.hasPrefix("50 x "))
        let picture = space.vvc("preview", "@/Sources/Home/Card.xml", "-o", "@/Card.svg")
        let svg = try String(contentsOfFile: space.path("Card.svg"), encoding: .utf8)
        #expect(picture.code == .success && svg.contains("seen") && svg.contains("222"), "\(picture)")
        try space.write("env.json", #"{"word": "given"}"#)
        _ = space.vvc("preview", "@/Sources/Home/Card.xml", "-o", "@/Card.svg", "--env", "@/env.json")
        #expect(try String(contentsOfFile: space.path("Card.svg"), encoding: .utf8).contains("given"))
    }

    @Test func imagesAreAsLargeAsTheirScreenMakesThem() throws {
        let space = try Self.workspace(#"{"images": {"a": "150rpx75rp"}, "tests": {"widths": [375, 300]}}"#)
        let source = #"<NImage layoutWidth="wrap_content" layoutHeight="wrap_content" src="a"/>"#
        let card = "<VHLayout layoutWidth=\"match_parent\" layoutHeight=\"wrap_content\">\(source)</VHLayout>"
        try space.write("Sources/Home/Card.xml", card)
        let common = ["preview", "@/Sources/Home/Card.xml", "-o", "@/Card.svg", "--frames", "--width", "300"]
        for (options, size) in [([], "75"), (["--screen-width", "auto"], "60")] {
            #expect(space.vvc(common + options).code == .success)
            let svg = try String(contentsOfFile: space.path("Card.svg"), encoding: .utf8)
            #expect(svg.contains("width=\"\(size)\""), "\(svg)")
        }
        #expect(space.vvc("test", "@/Sources", "--update").code == .success)
        let text = try String(contentsOfFile: space.path("Sources/Home/Snapshots/Card.txt"), encoding: .utf8)
        #expect(text.contains("width 75  height 37.5") && text.contains("width 60  height 30"), "\(text)")
    }

    @Test func schemaOfProjectsIsPrintedAlone() throws {
        let space = try Self.workspace(nil)
        let result = space.vvc("schema", "--project")
        #expect(result.code == .success && result.out == ProjectSchema.text)
        #expect(space.vvc("schema", "--project", "--config", "x").code == .usage)
        #expect(space.vvc("schema", "--tests").out == ProjectSchema.tests)
        #expect(space.vvc("schema", "--tests", "--project").code == .usage)
    }

    @Test func projectsKnowTheNamesThatEveryEnvironmentHas() throws {
        guard case .object(let values) = ScreenEnvironment().bindingValue else {
            Issue.record("no object")
            return
        }
        #expect(values.sortedKeys == ProjectFile.environmentNames.sorted())
    }
}
