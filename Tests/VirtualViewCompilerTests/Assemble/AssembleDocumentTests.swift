import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// What `Docs/Assemble.md` and the sample templates show is what happens.
@Suite struct AssembleDocumentTests {
    private static let page = try? MarkdownDocument("Docs/Assemble.md")

    static let sources: [String] = page?.blocks.filter { $0.language == "asv" }.map(\.text) ?? []

    /// The sample templates, without their folder and extension.
    static let templates: [String] = {
        let folder = Fixtures.templates
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "asv" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }()

    private static func template(_ name: String) throws -> SourceFile {
        let url = Fixtures.packageRoot.appendingPathComponent("Templates/\(name).asv")
        return SourceFile(path: "\(name).asv", bytes: [UInt8](try Data(contentsOf: url)))
    }

    // MARK: The page

    @Test func thereAreExamples() {
        #expect(Self.sources.count >= 10)
        #expect(Self.templates.count >= 6)
    }

    @Test(arguments: sources)
    func exampleOfThePageIsClean(_ source: String) {
        expectClean(source)
    }

    @Test func sourcesBesideXMLStandForIt() throws {
        let blocks = try #require(Self.page).blocks
        var count = 0
        for (source, xml) in zip(blocks, blocks.dropFirst()) where source.language == "asv" && xml.language == "xml" {
            let output = AssembleReading(source.text).output
            let tree = try #require(output.tree)
            #expect(XMLPrinter().print(tree, comments: output.comments) == xml.text + "\n")
            count += 1
        }
        #expect(count >= 2)
    }

    @Test func twoExamplesAreSampleTemplates() throws {
        let texts = try Self.templates.map { String(decoding: try Self.template($0).bytes, as: UTF8.self) }
        #expect(Self.sources.count { texts.contains($0 + "\n") } >= 2)
    }

    @Test func tableOfDiagnosticsIsComplete() throws {
        let rows = try #require(Self.page).tableRows(in: "Diagnostics")
        #expect(rows.map { $0[0] } == AssembleMessageID.allCases.map(\.rawValue))
        for row in rows { #expect(row.count == 3 && !row[1].isEmpty && !row[2].isEmpty, "\(row)") }
    }

    @Test func tablesOfAttributesAreComplete() throws {
        let page = try #require(Self.page)
        func names(_ title: String) -> [String] {
            page.tableRows(in: title).flatMap { $0[0].components(separatedBy: ", ") }.sorted()
        }
        #expect(names("Attributes of an assemble") == AssembleAttributes.ofBlock.keys.sorted())
        #expect(names("Attributes of a part") == AssembleAttributes.ofPart.keys.sorted())
    }

    @Test func orderOfAttributesIsTheOneOfThePage() throws {
        let section = try #require(Self.page).sections.first { $0.title.hasPrefix("The order of attributes") }
        let words = section?.lines.joined(separator: " ").components(separatedBy: "`") ?? []
        let names = stride(from: 1, to: words.count, by: 2).map { words[$0] }
        #expect(names == AssembledKey.allCases.map(\.rawValue))
    }

    // MARK: The sample templates

    @Test(arguments: templates)
    func templateCompilesWithoutADiagnostic(_ name: String) throws {
        let reading = AssembleReading(try Self.template(name))
        #expect(reading.places == [])
        let tree = try #require(reading.output.tree)
        let xml = XMLPrinter().print(tree, comments: reading.output.comments)
        let compiled = TemplateCompiler().compile(SourceFile(path: "\(name).xml", text: xml))
        #expect(compiled.diagnostics.isEmpty)
        #expect(compiled.bytes != nil)
    }

    @Test(arguments: templates)
    func everyBindingOfATemplateIsInItsData(_ name: String) throws {
        let url = Fixtures.packageRoot.appendingPathComponent("Templates/\(name).json")
        let data = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        let tree = try #require(AssembleReading(try Self.template(name)).output.tree)
        var count = 0
        for attribute in tree.attributes {
            for match in attribute.value.matches(of: /\$\{([A-Za-z.]+)\}/) {
                var value: Any? = data
                for key in match.1.split(separator: ".") { value = (value as? [String: Any])?[String(key)] }
                #expect(value != nil, "\(match.1)")
                count += 1
            }
        }
        #expect(count > 2)
    }
}
