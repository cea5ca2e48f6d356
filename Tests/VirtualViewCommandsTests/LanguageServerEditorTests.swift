import Foundation
import Testing
import VirtualViewTestSupport

/// `vvc language-server` with an editor that somebody else made.
@Suite struct LanguageServerEditorTests {
    /// Neovim opens a template, edits it, and asks for everything; the page about editors shows the session.
    @Test(
        .enabled(if: Tool.isInstalled("nvim"), "Neovim is not installed"),
        .enabled(if: Tool.exists, "the program vvc was not built with the tests")
    )
    func neovimTalksToTheServer() throws {
        let space = try Workspace()
        let templates = Fixtures.packageRoot.appendingPathComponent("Templates")
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
