import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// Every template that users read looks as it did.
@Suite struct PreviewGoldenTests {
    private static let names: [String] = {
        let folder = Fixtures.templates
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".xml") || $0.hasSuffix(".asv") }.sorted()
    }()

    @Test(arguments: names)
    func looksAsItDidAtTwoWidths(_ name: String) throws {
        let workspace = try Workspace()
        let path = Fixtures.packageRoot.appendingPathComponent("Templates/\(name)").path
        let arguments = ["preview", path, "--width", "320,375", "--screen-width", "auto", "-o", "@/T.svg"]
        let result = workspace.vvc(arguments)
        #expect(result.code == .success && result.error.isEmpty, "\(result.error)")
        let svg = String(decoding: try workspace.bytes("T.svg"), as: UTF8.self)
        #expect(!svg.contains("stroke-opacity=\"0.6\" stroke-width=\"1.5\""), "there is no such image")
        let problem = try Snapshot("\((name as NSString).lastPathComponent.dropLast(4)).svg", of: #filePath).compare(
            svg
        )
        #expect(problem == nil, "\(problem ?? "")")
    }

    @Test func everyTemplateIsThere() {
        #expect(Self.names.count >= 44)
    }
}
