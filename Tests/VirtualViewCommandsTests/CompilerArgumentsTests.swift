import Foundation
import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewTestSupport

/// The options that say how sources are compiled, which every command with sources takes.
@Suite struct CompilerArgumentsTests {
    private static let size = #"layoutWidth="9" layoutHeight="9""#

    /// A source that only compiles with an option, with the files that the option names.
    struct Case: Sendable, CustomStringConvertible {
        let source: String
        let text: String
        let options: [String]
        var files: [String: String] = [:]
        /// What is said without the options.
        let problem: String

        var description: String { options[0] }
    }

    static let cases = [
        Case(
            source: "Card.xml",
            text: #"<NText \#(size) text="a" onClick="open" flag="flag_clickable"/>"#,
            options: ["--blocks", "@/handlers.txt"],
            files: ["handlers.txt": "block open { this.text = 'x' }"],
            problem: "--blocks"
        ),
        Case(
            source: "Card.xml",
            text: #"<Badge \#(size) label="a"/>"#,
            options: ["--components", "@/own.json"],
            files: [
                "own.json": """
                {"version":1,"components":[{"id":1001,"name":"Badge","properties":[{"name":"label","kind":"String"}]}]}
                """
            ],
            problem: "unknown component 'Badge'"
        ),
        Case(
            source: "Card.xml",
            text: #"<Meter \#(size)/>"#,
            options: ["--config", "@/my.properties"],
            files: ["my.properties": "VIEW_ID_Meter=1002\n"],
            problem: "unknown component 'Meter'"
        ),
        Case(
            source: "Card.asv",
            text: "{ hc [(imageName:star)] }",
            options: ["--asset", "star=24x12"],
            problem: "[W303]"
        ),
        Case(
            source: "Card.xml",
            text: #"<NText \#(size) text="a" text="b"/>"#,
            options: ["--lenient"],
            problem: "error: duplicate attribute"
        ),
    ]

    private static let commands = [
        ["compile", "SOURCE", "-o", "@/build"], ["lint", "SOURCE"], ["layout", "SOURCE", "--width", "100"],
        ["preview", "SOURCE", "-o", "@/Card.svg"],
    ]

    private func write(_ example: Case) throws -> Workspace {
        let space = try Workspace()
        try space.write(example.source, example.text)
        for (name, text) in example.files { try space.write(name, text) }
        return space
    }

    @Test(arguments: commands, cases)
    func everyCommandTakesWhatASourceNeeds(_ command: [String], _ example: Case) throws {
        let space = try write(example)
        let line = command.map { $0 == "SOURCE" ? "@/\(example.source)" : $0 }
        let without = space.vvc(line)
        #expect(without.error.contains(example.problem), "\(without)")
        if example.options[0] != "--asset" { #expect(without.code == .inputErrors) }
        let with = space.vvc(line + example.options)
        #expect(!with.error.contains(": error: ") && !with.error.contains("[W303]"), "\(with)")
        // What an error was is a finding still.
        let isFound = command[0] == "lint" && example.options == ["--lenient"]
        #expect(with.code == (isFound ? .inputErrors : .success), "\(with)")
    }

    @Test(arguments: cases.filter { $0.options[0] != "--asset" })
    func serverTakesWhatASourceNeeds(_ example: Case) throws {
        for options in [[], example.options] {
            let space = try write(example)
            let server = try RunningServer(
                [example.source: example.text],
                workspace: space,
                arguments: options.map { $0.replacingOccurrences(of: "@/", with: space.path("") + "/") }
            )
            #expect(try server.get("/Card/Card.svg").status == (options.isEmpty ? 404 : 200))
            #expect(server.stop())
        }
    }

    @Test func configurationAloneIsTheLanguage() throws {
        let space = try Workspace()
        for name in ["p_click.xml", "p_total.xml", "config.properties"] {
            try space.write(name, Fixtures.bytes("Compile/partial-config/\(name)"))
        }
        let line = ["@/p_click.xml", "@/p_total.xml", "--config", "@/config.properties", "--config-only"]
        let result = space.vvc(["compile", "-o", "@/build"] + line)
        #expect(result.code == .success, "\(result)")
        for name in ["p_click.out", "p_total.out"] {
            #expect(try space.bytes("build/\(name)") == Fixtures.bytes("Compile/partial-config/\(name)"))
        }
        let schema = space.vvc("schema", "--config", "@/config.properties", "--config-only").out
        #expect(schema.contains("\"Badge\"") && !schema.contains("\"VText\""))
    }

    @Test(arguments: commands + [["schema"], ["serve", "@"]])
    func configurationAloneNeedsAFile(_ command: [String]) throws {
        let space = try Workspace()
        try space.write("Card.xml", "<NText \(Self.size) text=\"a\"/>")
        let result = space.vvc(command.map { $0 == "SOURCE" ? "@/Card.xml" : $0 } + ["--config-only"])
        #expect(
            result.code == .usage && result.firstError.contains("'--config-only' needs '--config FILE'"),
            "\(result)"
        )
    }

    @Test(arguments: commands)
    func filesOfOptionsAreCheckedByAll(_ command: [String]) throws {
        let space = try Workspace()
        try space.write("Card.xml", "<NText \(Self.size) text=\"a\"/>")
        try space.write("wrong.txt", "block open { this.a = }")
        try space.write("wrong.json", "{}")
        try space.write("wrong.properties", "tone=Enum<>\n")
        let line = command.map { $0 == "SOURCE" ? "@/Card.xml" : $0 }
        for (option, file) in [("--blocks", "txt"), ("--components", "json"), ("--config", "properties")] {
            let wrong = space.vvc(line + [option, "@/wrong.\(file)"])
            #expect(wrong.code == .inputErrors && wrong.firstError.hasPrefix("@/wrong.\(file):1:"), "\(wrong)")
            #expect(wrong.errors.count { $0.contains(": error: ") } >= 1)
            let missing = space.vvc(line + [option, "@/none.\(file)"])
            #expect(missing.code == .cannotRead && missing.out.isEmpty, "\(missing)")
            #expect(missing.firstError.hasPrefix("vvc: error: cannot read '@/none.\(file)'"))
        }
        #expect(space.vvc(line + ["--arg", "a=@/none.asv"]).code == .cannotRead)
        #expect(space.vvc(line + ["--arg", "a"]).code == .usage)
        #expect(space.vvc(line + ["--asset", "a=1"]).code == .usage)
    }

    @Test(arguments: commands + [["serve", "@/nothing"]])
    func wrongValuesAreToldBeforeFilesAreRead(_ command: [String]) throws {
        let space = try Workspace()
        try space.write("Card.xml", "<NText \(Self.size) text=\"a\"/>")
        let line = command.map { $0 == "SOURCE" ? "@/Card.xml" : $0 } + ["--arg", "a=@/none.asv"]
        for (wrong, reason) in [
            (["--asset", "bad"], "'bad' is not a value of '--asset'"), (["--asset", "a=1"], "'1' is not a size"),
            (["--arg", "b"], "'b' is not a value of '--arg'"),
            (["--arg", "a=@/other.asv"], "'--arg' defines 'a' twice"),
        ] {
            let result = space.vvc(line + wrong)
            #expect(result.code == .usage && result.firstError.contains(reason), "\(result)")
        }
    }

    @Test(arguments: commands)
    func fragmentsAreReadByAll(_ command: [String]) throws {
        let space = try Workspace()
        try space.write("Card.asv", "{ hc [badge] [(text:Hi, fontSize:12)] }")
        let line = command.map { $0 == "SOURCE" ? "@/Card.asv" : $0 } + ["--arg", "badge=@/badge.asv"]
        try space.replace("badge.asv", "[(text:New, fontSize:12)]")
        let result = space.vvc(line)
        #expect(result.code == .success && result.error.isEmpty, "\(result)")
        try space.write("badge.asv", "[(text:New, colr:FF0000)]")
        let wrong = space.vvc(line)
        #expect(wrong.code == .inputErrors && wrong.firstError.hasPrefix("@/badge.asv:1:13: error: "), "\(wrong)")
    }

    @Test func serverReadsFragmentsAgain() throws {
        let space = try Workspace()
        let fragment = try space.write("badge.asv", "[(text:Old, fontSize:12)]")
        let source = "{ hc [badge] [(text:Hi, fontSize:12)] }"
        let server = try RunningServer(
            ["Card.asv": source],
            workspace: space,
            arguments: ["--arg", "badge=\(fragment)"]
        )
        let events = try server.events(of: "Card")
        _ = try #require(events.event())
        #expect(try server.get("/Card/Card.svg").text.contains(">Old</text>"))
        try space.write("badge.asv", "[(text:New, fontSize:12)]")
        _ = try #require(events.event())
        #expect(try server.get("/Card/Card.svg").text.contains(">New</text>"))
        #expect(server.stop())
    }

    @Test func serverKeepsWhatAPipeGave() throws {
        let space = try Workspace()
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("[(text:Piped, fontSize:12)]".utf8))
        try pipe.fileHandleForWriting.close()
        let source = "{ hc [badge] [(text:Old, fontSize:12)] }"
        let server = try RunningServer(
            ["Card.asv": source],
            workspace: space,
            arguments: ["--arg", "badge=/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"]
        )
        let events = try server.events(of: "Card")
        _ = try #require(events.event())
        #expect(try server.get("/Card/Card.svg").text.contains(">Piped</text>"))
        // The folder's configuration has everything compiled again.
        try space.write("site/config.properties", "VIEW_ID_Meter=1200\n")
        try space.write("site/Card.asv", source.replacingOccurrences(of: "Old", with: "New"))
        while try !server.get("/Card/Card.svg").text.contains(">New</text>") { _ = try #require(events.event()) }
        #expect(try server.get("/Card/Card.svg").text.contains(">Piped</text>"))
        #expect(server.messages.withLock { $0 }.isEmpty)
        #expect(server.stop())
        try pipe.fileHandleForReading.close()
    }

    @Test(arguments: ["--blocks", "--components", "--config"])
    func serverDoesNotWaitForPipesThatCameLater(_ option: String) throws {
        let example = try #require(Self.cases.first { $0.options[0] == option })
        let space = try write(example)
        let path = try #require(example.files.keys.first.map(space.path))
        let server = try RunningServer([example.source: example.text], workspace: space, arguments: [option, path])
        let events = try server.events(of: "Card")
        _ = try #require(events.event())
        #expect(try server.get("/Card/Card.svg").status == 200)
        let fifo = path + ".fifo"
        try #require(mkfifo(fifo, 0o600) == 0)
        try #require(rename(fifo, path) == 0)
        _ = try #require(events.event())
        #expect(server.messages.withLock { $0 }.contains("cannot read '\(path)': is not a regular file"))
        #expect(try server.get("/Card/Card.svg").status == 200)
        #expect(server.stop())
    }

    @Test func pictureOfAnEarlierStateDoesNotStay() throws {
        let space = try Workspace()
        try space.write("Card.xml", "<NText \(Self.size) text=\"a\"/>")
        #expect(space.vvc("preview", "@/Card.xml", "-o", "@/Card.svg").code == .success)
        #expect(space.vvc("preview", "@/Card.xml", "-o", "@/Card.svg", "--blocks", "@/none.txt").code == .cannotRead)
        #expect(!space.exists("Card.svg"))
    }

    @Test func declaredComponentsHaveTheirNamesAndChildren() throws {
        let space = try Workspace()
        try space.write("own.json", #"{"version":1,"components":[{"id":1002,"name":"Shelf","family":"layout"}]}"#)
        try space.write("my.properties", "VIEW_ID_Shelf=1002\n")
        try space.write(
            "Card.xml",
            #"<Shelf layoutWidth="50" layoutHeight="9"><NLine layoutWidth="8" layoutHeight="4" layoutMarginLeft="3"/></Shelf>"#
        )
        let line = ["layout", "@/Card.xml", "--width", "50"]
        let declared = space.vvc(line + ["--components", "@/own.json"])
        #expect(declared.code == .success && declared.error.isEmpty)
        #expect(declared.out.hasSuffix("\nShelf  0,0 50x9\n  NLine  3,0 8x4\n"), "\(declared)")
        // One that only has an id is nothing that could be shown, whatever its attributes.
        try space.write("Card.xml", #"<Shelf layoutWidth="50" layoutHeight="9" depth="4" tone="b"/>"#)
        let named = space.vvc(line + ["--config", "@/my.properties"])
        #expect(named.code == .success && named.out.hasSuffix("\n#1002  0,0 50x9\n"), "\(named)")
        #expect(
            named.errors == [
                "@/Card.xml: warning: Card, node 0: there is no component 1002; a plain node stands in"
            ]
        )
    }
}
