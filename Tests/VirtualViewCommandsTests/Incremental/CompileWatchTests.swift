import Foundation
import Testing
import VirtualViewCommands

/// `vvc compile --watch`, as a process.
@Suite(.enabled(if: Tool.exists, "vvc was not built")) struct CompileWatchTests {
    private let workspace: Workspace
    private let card = "<NText text=\"Hello\"/>\n"

    init() throws {
        workspace = try Workspace()
        try workspace.write("in put/Card.xml", card)
        try workspace.write("in put/Row.xml", card)
    }

    private func watch(_ inputs: String..., options: [String] = []) throws -> ToolProcess {
        try watch(inputs, options: options)
    }

    private func watch(_ inputs: [String], options: [String]) throws -> ToolProcess {
        let paths = inputs.map { workspace.path($0) }
        return try ToolProcess(["compile", "--watch"] + paths + ["-o", workspace.path("out")] + options)
    }

    @Test func changesAreCompiledUntilCtrlC() throws {
        // A file that the first run reads, and that does not change any more, is not news.
        try workspace.write("in put/config.properties", "")
        usleep(100_000)
        let tool = try watch("in put")
        #expect(try #require(tool.wait(for: "stop with Ctrl-C")).hasPrefix("2 compiled\n"))
        try workspace.write("in put/Card.xml", card.replacingOccurrences(of: "Hello", with: "Bye"))
        let said = try #require(tool.wait(for: "1 unchanged, 1 compiled\n"))
        #expect(said.split(separator: "\n").first?.hasSuffix("in put/Card.xml changed") == true, "\(said)")
        #expect(try workspace.bytes("out/Card.out") != workspace.bytes("out/Row.out"))
        try workspace.write("in put/Card.xml", "<NText lines=\"x\"/>")
        #expect(try #require(tool.wait(for: "1 unchanged, 1 failed\n")).contains("Card.xml:1:"))
        #expect(!workspace.exists("out/Card.out"))
        #expect(tool.end(with: SIGINT))
    }

    @Test func deletedSourcesAreRemovedIfAskedFor() throws {
        let tool = try watch("in put", options: ["--prune"])
        _ = try #require(tool.wait(for: "stop with Ctrl-C"))
        try FileManager.default.removeItem(atPath: workspace.path("in put/Row.xml"))
        #expect(try #require(tool.wait(for: "removed\n")).contains("Row.xml is gone\n"))
        #expect(!workspace.exists("out/Row.out"))
        #expect(tool.end(with: SIGTERM))
    }

    @Test func folderMayGoAndComeBack() throws {
        let tool = try watch("in put")
        _ = try #require(tool.wait(for: "stop with Ctrl-C"))
        try FileManager.default.moveItem(atPath: workspace.path("in put"), toPath: workspace.path("away"))
        _ = try #require(tool.wait(for: "no such file or folder\n"))
        #expect(workspace.exists("out/Card.out"))
        try FileManager.default.moveItem(atPath: workspace.path("away"), toPath: workspace.path("in put"))
        _ = try #require(tool.wait(for: "2 unchanged\n"))
        #expect(tool.end(with: SIGINT))
    }

    @Test func newProjectFileCounts() throws {
        let tool = try watch("in put/Card.xml")
        _ = try #require(tool.wait(for: "stop with Ctrl-C"))
        try workspace.write("vvc.json", "{\"blocks\": \"blocks.txt\"}")
        #expect(try #require(tool.wait(for: "1 failed\n")).contains("vvc.json changed"))
        try workspace.write("blocks.txt", "block open { this.text = 'x' }")
        _ = try #require(tool.wait(for: "1 compiled\n"))
        #expect(tool.end(with: SIGINT))
    }

    @Test func templatesOfTheProjectFileAreReadAgain() throws {
        try workspace.write("vvc.json", #"{"templates": ["in put"]}"#)
        try workspace.write("more/More.xml", card)
        let tool = try ToolProcess(["compile", "--watch", "-o", "out"], in: workspace.folder)
        #expect(try #require(tool.wait(for: "stop with Ctrl-C")).hasPrefix("2 compiled\n"))
        try workspace.write("vvc.json", #"{"templates": ["in put", "more"]}"#)
        #expect(try #require(tool.wait(for: "compiled\n")).hasSuffix("vvc.json changed\n3 compiled\n"))
        try workspace.write("more/More.xml", "<NText text=\"More\"/>\n")
        #expect(try #require(tool.wait(for: "2 unchanged, 1 compiled\n")).contains("more/More.xml changed\n"))
        try workspace.write("vvc.json", #"{"templates": [}"#)
        #expect(try #require(tool.wait(for: "error:")).contains("vvc.json:1:16: error:"))
        try workspace.write("vvc.json", #"{"templates": ["more"]}"#)
        #expect(try #require(tool.wait(for: "compiled\n")).hasSuffix("vvc.json changed\n1 compiled\n"))
        // What does not count any more is no change.
        try workspace.write("in put/Card.xml", "<NText text=\"Bye\"/>\n")
        try workspace.write("more/More.xml", card)
        #expect(tool.wait(for: "compiled\n") == "more/More.xml changed\n1 compiled\n")
        #expect(tool.end(with: SIGINT))
    }

    /// Whatever `compile` finds is watched, where links lead now.
    @Test func everySourceOfAFolderCounts() throws {
        let shell = Shell(folder: workspace.folder)
        try workspace.write("real/Row.xml", card)
        try workspace.write("real/own.properties", "")
        try workspace.write("next/Next.xml", card)
        #expect(try shell.run("ln -s 'in put' link").status == 0)
        let tool = try watch("link")
        _ = try #require(tool.wait(for: "stop with Ctrl-C"))
        let deep = (1...20).map(String.init).joined(separator: "/")
        for change in [
            #"cp real/Row.xml 'link/a\b.xml'"#, #"echo >> 'link/a\b.xml'"#,
            "mkdir -p link/\(deep) && cp real/Row.xml link/\(deep)/Deep.xml", "echo >> link/\(deep)/Deep.xml",
            "ln -s ../real/Row.xml link/Far.xml", "echo >> real/Row.xml",
            "ln -s ../real/own.properties link/config.properties", "echo own_text=String > real/own.properties",
            "ln -sfn next link", "echo >> next/Next.xml",
        ] {
            #expect(try shell.run(change).status == 0)
            #expect(tool.wait(for: "compiled\n") != nil, "\(change)")
        }
        #expect(tool.end(with: SIGINT))
    }

    @Test(arguments: [SIGINT, SIGTERM]) func endsWhileItWaitsForAnotherRun(_ signal: Int32) throws {
        try workspace.makeFolder("out")
        let folder = open(workspace.path("out"), O_RDONLY)
        defer { close(folder) }
        #expect(flock(folder, LOCK_EX) == 0)
        let tool = try watch("in put")
        #expect(tool.wait(for: "waiting for another vvc") != nil)
        #expect(tool.end(with: signal))
    }

    @Test(.timeLimit(.minutes(2))) func endsWhileItWaitsForAPipe() throws {
        let pipe = workspace.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let tool = try watch("in put", options: ["--config", pipe])
        // Nobody can write into it before it is being read.
        var writing: Int32 = -1
        while writing < 0 {
            writing = open(pipe, O_WRONLY | O_NONBLOCK)
            usleep(1000)
        }
        defer { close(writing) }
        #expect(tool.end(with: SIGINT))
    }

    /// What a link in the folder leads to, and what a list names elsewhere.
    @Test func sourcesElsewhereCount() throws {
        try workspace.write("real/Link.xml", card)
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("in put/Link.xml"),
            withDestinationPath: "../real/Link.xml"
        )
        try workspace.write("lists/list.properties", "../real/Link=Listed,1\n")
        let list = ["--list", workspace.path("lists/list.properties")]
        // One after the other: each would see the change for the other one.
        for (inputs, options) in [(["in put"], []), ([], list)] {
            let tool = try watch(inputs, options: options)
            _ = try #require(tool.wait(for: "stop with Ctrl-C"))
            try workspace.write("real/Link.xml", "<NText text=\"\(inputs.count)\"/>\n")
            #expect(try #require(tool.wait(for: "1 compiled\n")).contains("Link.xml changed"))
            #expect(tool.end(with: SIGINT))
        }
    }

    @Test func whatAListNamesNoMoreIsNoChange() throws {
        for name in ["A", "B"] { try workspace.write("real/\(name).xml", card) }
        try workspace.write("lists/list.properties", "../real/A=A,1\n../real/B=B,1\n")
        let tool = try ToolProcess(
            ["compile", "--watch", "--list", "lists/list.properties", "-o", "listed"],
            in: workspace.folder
        )
        _ = try #require(tool.wait(for: "stop with Ctrl-C\n"))
        try workspace.write("lists/list.properties", "../real/A=A,1\n")
        _ = try #require(tool.wait(for: "unchanged\n"))
        try workspace.write("real/A.xml", "<NText text=\"A\"/>\n")
        let told = try #require(tool.wait(for: "1 compiled\n"))
        #expect(told.contains("A.xml changed") && !told.contains("B.xml"), "\(told)")
        #expect(tool.end(with: SIGINT))
    }

    /// Nobody would learn of a wrong name from a run that goes on and on.
    @Test(.timeLimit(.minutes(2)), arguments: ["none/T.xml", "none", "in put/Card.txt"])
    func whatIsNoInputAtTheStartIsAnError(_ name: String) throws {
        try workspace.write("in put/Card.txt", card)
        let result = try watch(["in put", name], options: []).finish()
        #expect(result.status == ExitCode.cannotRead.rawValue, "\(result.error)")
        #expect(!result.error.contains("stop with Ctrl-C"))
    }

    @Test func standardInputCannotBeWatched() {
        #expect(workspace.vvc("compile", "-", "--watch").code == .usage)
    }
}
