import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// Every template that `Docs/Language.md` shows compiles without a word.
@Suite struct LanguageDocumentTests {
    static let templates = (try? MarkdownDocument("Docs/Language.md"))?.blocks.filter { $0.language == "xml" } ?? []

    /// The components file of the page, as it stands there.
    private func components() throws -> (file: SourceFile, components: [ComponentSchema]) {
        let page = try MarkdownDocument("Docs/Language.md")
        let block = page.blocks.first { $0.language == "json" && $0.headings.last == "Your own components" }
        let file = SourceFile(path: "components.json", text: try #require(block).text)
        let (components, diagnostics) = ComponentsReader.read(file)
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        return (file, components)
    }

    @Test func pageHasTemplates() {
        #expect(Self.templates.count >= 8)
    }

    @Test(arguments: templates.indices)
    func templateCompilesWithoutDiagnostics(_ index: Int) throws {
        let block = Self.templates[index]
        let compiler = TemplateCompiler(configuration: Configuration(components: try components().components))
        let result = compiler.compile(SourceFile(path: "Example.xml", text: block.text))
        #expect(result.diagnostics.isEmpty, "line \(block.line): \(result.diagnostics.ordered)")
        #expect(result.bytes != nil)
    }

    @Test func componentsAreThoseThatTheTextNames() throws {
        let (_, components) = try components()
        #expect(components.map(\.name) == ["Badge", "Shelf"])
        #expect(components.map(\.id) == [1001, 1002])
        #expect(components.first?.properties.map(\.name) == ["label", "tint", "shape", "inset"])
        // What the API writes reads back to the same.
        let written = SourceFile(path: "written.json", text: ComponentSchema.json(components))
        let again = ComponentsReader.read(written)
        #expect(again.diagnostics.isEmpty && again.components == components)
    }

    @Test func mistakesAtTheEndAreAsTheTextSays() throws {
        let page = try MarkdownDocument("Docs/Language.md")
        let block = try #require(page.blocks.last { $0.language == "text" })
        let result = TemplateCompiler().compile(SourceFile(path: "Example.xml", text: block.text))
        #expect(result.diagnostics.ordered.map(\.severity) == [.warning, .error])
    }

    @Test func everyWordThatProgramsMayUseHasItsNumber() throws {
        let rows = try MarkdownDocument("Docs/Language.md").tableRows(in: "Numbers of words")
        var listed: [String: [String: Int32]] = [:]
        for row in rows {
            let words = row[1].components(separatedBy: ", ").map { $0.components(separatedBy: " ") }
            let numbers = try words.map { ($0[0], try #require($0.last.flatMap { Int32($0) })) }
            for name in row[0].components(separatedBy: " of ")[0].components(separatedBy: ", ") {
                listed[name] = Dictionary(uniqueKeysWithValues: numbers)
            }
        }
        let schema = LanguageSchema.standard
        var expected: [String: [String: Int32]] = [:]
        for property in schema.components.flatMap({ schema.properties(of: $0.id) })
        where property.eventAccess != .none && property.knownTo.contains(.swift) {
            let table: WordTable? =
                switch property.kind {
                case .enumeration(let table): table
                case .size: .sizes
                case .visibility: .visibilities
                case .gravity: .gravity
                case .textStyle: .textStyle
                case .flags: .flags
                case .type: ["circle": 1, "rect": 2, "oval": 3]
                default: nil
                }
            guard let table else { continue }
            expected[property.name] = Dictionary(uniqueKeysWithValues: table.words.map { (String($0.name), $0.value) })
        }
        #expect(listed == expected)
    }

    @Test func everyMemberOfTheComponentsFileIsInATable() throws {
        let rows = try MarkdownDocument("Docs/Language.md").tableRows(in: "Your own components").map { $0[0] }
        #expect(
            rows == [
                "id", "name", "family", "children", "properties", "slot", "internedNames", "targets", "name", "kind",
                "words", "default", "bindable", "events", "invalidates", "targets",
            ]
        )
    }
}
