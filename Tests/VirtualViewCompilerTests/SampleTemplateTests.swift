import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// The templates that users read compile without a word and keep the law of the format.
@Suite struct SampleTemplateTests {
    private func source(_ name: String) throws -> SourceFile {
        SourceFile(path: name, bytes: [UInt8](try Data(contentsOf: Fixtures.templates.appendingPathComponent(name))))
    }

    @Test func thereAreEnoughOfThem() {
        #expect(Fixtures.templateNames.count >= 16)
    }

    @Test(arguments: Fixtures.templateNames)
    func compilesWithoutDiagnosticsToTheSameBytesWithItsConfiguration(_ name: String) throws {
        let plain = TemplateCompiler().compile(try source(name))
        #expect(plain.diagnostics.isEmpty, "\(plain.diagnostics.ordered)")
        let (configuration, problems) = Configuration().applying(try source("config.properties"))
        #expect(problems.isEmpty)
        let configured = TemplateCompiler(configuration: configuration).compile(try source(name))
        let bytes = try #require(plain.bytes)
        #expect(bytes == configured.bytes)
        let template = try Template(decoding: bytes)
        #expect(try TemplateBuilder(template).encoded() == bytes)
    }

    @Test(arguments: Fixtures.templateNames)
    func hasSampleDataThatIsJSON(_ name: String) throws {
        let data = Fixtures.templates.appendingPathComponent(String(name.dropLast(4)) + ".json")
        let value = try JSONValue(json: [UInt8](try Data(contentsOf: data)))
        #expect(value["type"] == .string(String(name.dropLast(4))) || value["type"] == nil)
    }

    @Test func everyTemplateIsInTheList() throws {
        let (list, problems) = PropertiesFile.read(try source("templatelist.properties"))
        #expect(problems.isEmpty)
        let listed = Set(list.entries.map(\.key.text))
        #expect(Set(Fixtures.templateNames.map { String($0.dropLast(4)) }).subtracting(listed).isEmpty)
    }
}
