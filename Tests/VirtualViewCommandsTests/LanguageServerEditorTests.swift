import Foundation
import Testing
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewTestSupport

/// `vvc language-server` with an editor that somebody else made.
@Suite struct LanguageServerEditorTests {
    /// An editor that is gone is noticed though something else keeps the pipes of its server.
    @Test(.enabled(if: Tool.exists, "the program vvc was not built with the tests"))
    func serverEndsWithItsEditor() throws {
        let editor = Process()
        editor.executableURL = URL(fileURLWithPath: "/bin/sleep")
        editor.arguments = ["600"]
        let gone = DispatchSemaphore(value: 0)
        editor.terminationHandler = { _ in gone.signal() }
        try editor.run()
        let server = Process()
        let (input, output) = (Pipe(), Pipe())
        server.executableURL = URL(fileURLWithPath: Tool.folder + "/vvc")
        server.arguments = ["language-server"]
        (server.standardInput, server.standardOutput) = (input, output)
        let ended = DispatchSemaphore(value: 0)
        server.terminationHandler = { _ in ended.signal() }
        try server.run()
        let params: JSONValue = ["processId": .int(Int64(editor.processIdentifier)), "capabilities": [:]]
        let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params]
        try input.fileHandleForWriting.write(contentsOf: Data(MessageStream.frame(message.json)))
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("serverInfo"))
        kill(editor.processIdentifier, SIGKILL)
        #expect(gone.wait(timeout: .now() + 60) == .success)
        guard ended.wait(timeout: .now() + 60) == .success else {
            kill(server.processIdentifier, SIGKILL)
            Issue.record("the server did not end")
            return
        }
        #expect(server.terminationStatus == 1 && server.terminationReason == .exit)
        try input.fileHandleForWriting.close()
    }

    /// Neovim opens a template, edits it, and asks for everything; the page about editors shows the session.
    @Test(
        .enabled(if: Tool.isInstalled("nvim"), "Neovim is not installed"),
        .enabled(if: Tool.exists, "the program vvc was not built with the tests")
    )
    func neovimTalksToTheServer() throws {
        let space = try Workspace()
        let templates = Fixtures.templates
        try FileManager.default.copyItem(at: templates, to: space.folder.appendingPathComponent("Templates"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c",
            "luafile \(Fixtures.url("LanguageServer/neovim.lua").path)",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                "VVC": Tool.folder + "/vvc", "FILE": space.path("Templates/ProductCard.xml"),
                "REPORT": space.path("report.txt"), "XDG_STATE_HOME": space.path("state"),
                "XDG_CACHE_HOME": space.path("cache"),
            ],
            uniquingKeysWith: { $1 }
        )
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        if ended.wait(timeout: .now() + 60) == .timedOut {
            process.terminate()
            Issue.record("Neovim did not end")
        }
        let report = String(decoding: try space.bytes("report.txt"), as: UTF8.self)
        let page = try MarkdownDocument("Docs/Editors.md")
        #expect(
            page.blocks.contains {
                $0.text.trimmingCharacters(in: .newlines) == report.trimmingCharacters(in: .newlines)
            },
            "Docs/Editors.md shows another session than this one:\n\(report)"
        )
    }
}
