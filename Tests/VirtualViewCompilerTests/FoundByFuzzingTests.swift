import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

/// Sources that once made the compiler stop.
@Suite struct FoundByFuzzingTests {
    private static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.url("Malformed").path)) ?? []
        return files.filter { $0.hasSuffix(".xml") || $0.hasSuffix(".asv") }.sorted()
    }()

    @Test(arguments: names)
    func sourceIsRefusedWithErrors(_ name: String) throws {
        let file = SourceFile(path: name, bytes: try Fixtures.bytes("Malformed/\(name)"))
        let result = TemplateCompiler().compile(file)
        #expect(result.bytes == nil && result.diagnostics.hasErrors)
    }

    @Test func secondRootWithAttributesIsReportedAndLeftOut() throws {
        let name = "second-root-with-attributes.xml"
        let file = SourceFile(path: name, bytes: try Fixtures.bytes("Malformed/\(name)"))
        let found = TemplateCompiler().compile(file).diagnostics.ordered.map(\.id)
        #expect(found == ["xml.text-outside-root", "xml.multiple-roots", "xml.extra-end-tag"])
    }
}
