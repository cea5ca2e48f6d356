import Foundation
import Testing
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewTestSupport

/// What a screen reader presents of every template that users read, in reading order, is what it was.
@Suite struct AccessibilityGoldenTests {
    @Test(arguments: Fixtures.templateNames)
    func isPresentedAsItWas(_ name: String) throws {
        let workspace = try Workspace()
        let arguments = try Fixtures.layoutArguments(of: name) + ["--accessibility"]
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
        #expect(Fixtures.templateNames.count >= 38)
    }
}
