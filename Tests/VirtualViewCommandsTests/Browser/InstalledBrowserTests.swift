import Foundation
import Testing
import VirtualViewTestSupport

/// Tests find the browser that there is.
@Suite struct InstalledBrowserTests {
    private let workspace = Workspace.fresh()

    private func install(_ path: String) throws {
        try workspace.write(path, "")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: workspace.path(path))
    }

    private func find(_ environment: [String: String] = [:]) -> String? {
        let path = ["PATH": "\(workspace.path("a")):\(workspace.path("b"))"]
        return InstalledBrowser.find(in: path.merging(environment) { $1 })
    }

    @Test(arguments: ["chromium-headless-shell", "chromium", "google-chrome"])
    func anyBrowserOfTheFamilyWillDo(_ name: String) throws {
        try workspace.write("a/\(name)", "not a program")
        #expect(find() == nil)
        try install("b/\(name)")
        #expect(find() == workspace.path("b/\(name)"))
    }

    @Test func theOneWithoutAWindowComesFirst() throws {
        try install("a/chromium")
        try install("b/chromium-headless-shell")
        #expect(find() == workspace.path("b/chromium-headless-shell"))
        #expect(find(["VV_BROWSER": "/other"]) == "/other")
        #expect(find(["VV_BROWSER": ""]) == nil)
    }
}
