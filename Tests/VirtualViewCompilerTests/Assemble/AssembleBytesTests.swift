import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// An assemble source compiles to the very bytes of the XML that it stands for.
@Suite struct AssembleBytesTests {
    private static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.url("Assemble").path)) ?? []
        return files.filter { $0.hasSuffix(".asv") }.map { String($0.dropLast(4)) }.sorted()
    }()

    @Test func allPairsAreThere() {
        #expect(Self.names.count == 23)
    }

    @Test(arguments: [
        ("Card.asv", true), ("cards/CARD.ASV", true), ("a.asv", true), (".asv", false), ("asv", false),
        ("a.asv.xml", false),
    ])
    func endingOfThePathChoosesTheLanguage(_ path: String, _ isAssemble: Bool) {
        #expect(SourceFile(path: path, text: "").isAssemble == isAssemble)
    }

    @Test(arguments: names)
    func bytesAreThoseOfTheEquivalentXML(_ name: String) throws {
        let assemble = SourceFile(path: "\(name).asv", bytes: try Fixtures.bytes("Assemble/\(name).asv"))
        let xml = SourceFile(path: "\(name).xml", bytes: try Fixtures.bytes("Assemble/\(name).xml"))
        // The samples are for clients that know neither `maxWidth` nor `flexShrink`.
        let ours = TemplateCompiler(options: .init(client: .iOS)).compile(assemble)
        let expected = TemplateCompiler().compile(xml)
        #expect(ours.diagnostics.ordered.allSatisfy { $0.severity != .error })
        // The samples list attributes in their own order, so strings may be interned in another one.
        let left = try Template(decoding: #require(ours.bytes))
        let right = try Template(decoding: #require(expected.bytes))
        #expect(contents(of: left) == contents(of: right))
        #expect(Set(left.strings.map(\.text)) == Set(right.strings.map(\.text)))
    }

    /// The nodes with their properties as sets.
    private func contents(of template: Template) -> [String] {
        template.nodes.map { node in
            let setters = node.setters.map { "\($0.key) \($0.value)" }.sorted()
            return "\(node.componentID) \(node.subtreeEnd) \(setters)"
        }
    }

    @Test(arguments: names)
    func convertedSourceCompilesToTheSameBytes(_ name: String) throws {
        let file = SourceFile(path: "T.asv", bytes: try Fixtures.bytes("Assemble/\(name).asv"))
        let ours = TemplateCompiler().compile(file)
        let text = XMLPrinter().print(try #require(ours.source.tree), comments: ours.source.comments)
        let converted = TemplateCompiler().compile(SourceFile(path: "T.xml", text: text))
        #expect(converted.diagnostics.isEmpty, "\(converted.diagnostics.ordered)")
        #expect(converted.bytes == ours.bytes && ours.bytes != nil)
    }

    @Test func laterDiagnosticsPointIntoTheAssembleSource() throws {
        // The two texts have one id, which only lowering to a file finds out.
        let file = SourceFile(path: "T.asv", text: "{ hc [(text:Aa)] [(text:BB)] }")
        let found = TemplateCompiler().compile(file).diagnostics.ordered
        #expect(found.map(\.id) == ["template.id-collision"])
        #expect(found.first?.range.file == file)
        #expect(found.first.map { String(decoding: file.bytes[$0.range.offsets], as: UTF8.self) } == "BB")
    }
}
