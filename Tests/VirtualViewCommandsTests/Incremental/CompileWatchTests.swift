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
        _ = try #require(tool.wait(for: "nothing to compile\n"))
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

    /// What a link in the folder leads to, and what a list names elsewhere.
    @Test func sourcesElsewhereCount() throws {
        try workspace.write("real/Link.xml", card)
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("in put/Link.xml"),
            withDestinationPath: "../real/Link.xml"
        )
        try workspace.write("lists/list.properties", "../real/Link=Listed,1\n")
        let list = try ToolProcess([
            "compile", "--watch", "--list", workspace.path("lists/list.properties"), "-o", workspace.path("listed"),
        ])
        for tool in [try watch("in put"), list] {
            _ = try #require(tool.wait(for: "stop with Ctrl-C"))
            try workspace.write("real/Link.xml", "<NText text=\"\(tool === list ? 2 : 1)\"/>\n")
            #expect(try #require(tool.wait(for: "1 compiled\n")).contains("Link.xml changed"))
            #expect(tool.end(with: SIGINT))
        }
    }

    @Test func folderThatIsNotThereIsAnError() throws {
        let result = try watch("none/T.xml").finish()
        #expect(result.status == ExitCode.cannotRead.rawValue, "\(result.error)")
    }

    @Test func standardInputCannotBeWatched() {
        #expect(workspace.vvc("compile", "-", "--watch").code == .usage)
    }
}
