import Foundation
import Testing

@testable import VirtualViewCommands

/// Pictures of points, where there is no real browser.
@Suite struct PictureBrowserTests {
    @Test(arguments: ["@/none", "@/T"])
    func aBrowserThatIsNoProgramIsAnErrorAtTheStart(_ browser: String) throws {
        let workspace = try Workspace()
        try workspace.write("T/Card.xml", "<NText text=\"a\"/>")
        let result = workspace.vvc("serve", "@/T", "--browser", browser)
        #expect(result.code == .cannotRead && result.firstError.contains("this is no program"), "\(result)")
    }

    @Test(arguments: [("/bin/sh", "sh made no picture of 90 × 20"), ("/no/browser", "browser does not start")])
    func whyThereIsNoPictureIsTold(_ program: String, _ reason: String) throws {
        let browser = try #require(PictureBrowser(program, folders: ""))
        let failure = #expect(throws: PictureBrowser.Failure.self) {
            try browser.png(of: #"<svg viewBox="0 0 90 20"></svg>"#, scale: 2)
        }
        #expect(failure?.reason == reason)
    }

    /// It would go on otherwise, and leave its files.
    @Test(.timeLimit(.minutes(2))) func endsWithTheServer() async throws {
        let workspace = try Workspace()
        let script = try workspace.write(
            "script",
            """
            #!/bin/sh
            for word; do
                case $word in --user-data-dir=*) printf %s "${word#*=}" > '\(workspace.path("part"))';; esac
            done
            mv '\(workspace.path("part"))' '\(workspace.path("profile"))'
            sleep 60

            """
        )
        chmod(script, 0o700)
        // A process that another test starts has every open file for a moment, and what is open for writing cannot be run.
        let browser = workspace.path("browser")
        try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: [script, browser]).waitUntilExit()
        let card = #"<NText text="Tea" layoutWidth="90" layoutHeight="20"/>"#
        let server = try RunningServer(["Card.xml": card], workspace: workspace, arguments: ["--browser", browser])
        let client = try server.connect()
        client.send("GET /Card/Card.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while !workspace.exists("profile") { try await Task.sleep(for: .milliseconds(1)) }
        let folder = Path.folder(of: String(decoding: try workspace.bytes("profile"), as: UTF8.self))
        #expect(FileSystem.kind(of: folder) == .folder)
        #expect(server.stop())
        #expect(FileSystem.isGone(folder))
    }
}
