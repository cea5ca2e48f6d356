import Foundation
import Testing
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewTestSupport

/// What a screen reader presents of every template that users read, in reading order, is what it was.
@Suite struct AccessibilityGoldenTests {
    private static let folder = Fixtures.templates

    private static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".xml") || $0.hasSuffix(".asv") }.sorted()
    }()

    @Test(arguments: names)
    func isPresentedAsItWas(_ name: String) throws {
        let workspace = try Workspace()
        let data = Self.folder.appendingPathComponent(name.dropLast(4) + ".json")
        let text = try String(contentsOf: data, encoding: .utf8)
        let others = Self.names.filter { $0 != name && text.contains("\"\($0.dropLast(4))\"") }
        let arguments =
            ["layout", Self.folder.appendingPathComponent(name).path, "--accessibility", "--data", data.path]
            + others.flatMap { ["--with", Self.folder.appendingPathComponent($0).path] }
        let result = workspace.vvc(arguments)
        #expect(result.code == .success && result.error.isEmpty, "\(result.error)")
        let problem = try Snapshot("\(name.dropLast(4)).txt", of: #filePath).compare(result.out)
        #expect(problem == nil, "\(problem ?? "")")
        // The same as JSON.
        let json = try JSONValue(json: Array(workspace.vvc(arguments + ["--json"]).out.utf8))
        guard case .array(let elements)? = json["elements"] else {
            Issue.record("there are no elements in \(json)")
            return
        }
        #expect(elements.count == result.out.split(separator: "\n").count - 1)
        #expect(json["frames"] == nil)
    }

    @Test func everyTemplateIsThere() {
        #expect(Self.names.count >= 38)
    }
}
