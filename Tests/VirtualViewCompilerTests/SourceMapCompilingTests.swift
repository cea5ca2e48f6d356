import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// The source maps that the compiler makes.
@Suite struct SourceMapCompilingTests {
    private static let options = TemplateCompiler.Options(embedsSourceMap: true)

    private func compile(
        _ text: String,
        path: String = "Card.xml",
        options: TemplateCompiler.Options = Self.options
    ) throws -> CompiledTemplate {
        let compiled = TemplateCompiler(options: options).compile(SourceFile(path: path, text: text))
        try #require(compiled.bytes != nil, "\(compiled.diagnostics.ordered)")
        return compiled
    }

    private func places(_ map: SourceMap, _ id: StringID) -> [String] {
        map.statements(ofProgram: id).map { "\($0.offset) \($0.position.line):\($0.position.column)" }
    }

    @Test func everyNodeHasTheLineOfItsElement() throws {
        let source =
            "\u{FEFF}<!-- é -->\r\n<VHLayout>\r\n\t<NText\n  text='é'/><NImage/>\r<FrameLayout><NText/></FrameLayout></VHLayout>"
        let map = try #require(try compile(source).sourceMap)
        let lines = (0..<map.nodeCount).map { map.position(ofNode: $0)?.description ?? "" }
        #expect(lines == ["Card.xml:2:2", "Card.xml:3:3", "Card.xml:4:14", "Card.xml:5:2", "Card.xml:5:15"])
    }

    @Test func statementsAreFoundThroughEntitiesAndLines() throws {
        let program = """
            ${this.text = 'a&amp;b';
              if (this.id &gt; 2) { this.id = 1 } elseif (this.id == 1) { this.id = 2 } else { this.id = 3 }
              this.f(1)}
            """
        let compiled = try compile("<NText id=\"1\"\n  onClick=\"\(program)\"/>")
        let map = try #require(compiled.sourceMap)
        let id = try #require(map.programIDs.first)
        #expect(
            places(map, id) == [
                "0 2:14", "20 3:7", "50 3:25", "70 3:39", "75 3:47", "105 3:63", "125 3:77", "130 3:84", "150 4:3",
            ]
        )
        // A place inside an instruction is that of its statement.
        #expect(map.position(inProgram: id, at: 149)?.column == 84)
        #expect(try Template(decoding: #require(compiled.bytes)).sourceMap == map)
    }

    @Test func aSharedProgramHasThePlaceOfTheFirst() throws {
        let handler = #"onClick="${this.id=1}""#
        let map = try #require(
            try compile("<VHLayout><NText id=\"1\" \(handler)/>\n<NText id=\"2\" \(handler)/></VHLayout>").sourceMap
        )
        #expect(map.programIDs.count == 1)
        #expect(map.position(inProgram: map.programIDs[0], at: 3)?.line == 1)
    }

    @Test func namedBlocksAreInTheirOwnFile() throws {
        var options = Self.options
        var diagnostics = DiagnosticList()
        let blocks = SourceFile(path: "some/where/blocks.txt", text: "block open {\n  this.id = 4;\n this.id = 5 }")
        options.blocks.read(blocks, isLenient: false, into: &diagnostics)
        let map = try #require(try compile(#"<NText id="1" onClick="open"/>"#, options: options).sourceMap)
        let statements = map.statements(ofProgram: map.programIDs[0])
        #expect(statements.map(\.position.description) == ["blocks.txt:2:3", "blocks.txt:3:2"])
    }

    @Test func assembleSourcesHaveMapsToo() throws {
        let map = try #require(try compile("{ vc\n  [(text:Hi)]\n  [(text:Ho)]\n}", path: "Row.asv").sourceMap)
        #expect(map.files == ["Row.asv"])
        #expect(map.nodeCount > 2)
        #expect((0..<map.nodeCount).allSatisfy { map.position(ofNode: $0) != nil })
        let lines = Set((0..<map.nodeCount).compactMap { map.position(ofNode: $0)?.line })
        #expect(lines.isSuperset(of: [1, 2, 3]))
    }

    @Test func theFileSaysNothingOfTheMachineAndIsTheSameEveryTime() throws {
        let source = #"<NText id="1" onClick="${this.id=1}"/>"#
        let here = try compile(source, path: "/somewhere/deep/Card.xml")
        #expect(here.bytes == (try compile(source, path: "Card.xml").bytes))
        #expect(here.sourceMap?.files == ["Card.xml"])
    }

    @Test func withoutItTheFileIsThatOfTheReferenceAndTheMapIsThereAllTheSame() throws {
        let source = #"<NText id="1" onClick="${this.id=1}"/>"#
        let plain = try compile(source, options: .init())
        let mapped = try compile(source)
        #expect(plain.sourceMap == mapped.sourceMap)
        let template = try Template(decoding: #require(plain.bytes))
        #expect(template.extra.bytes.isEmpty && template.sourceMap == nil)
        var builder = try TemplateBuilder(Template(decoding: #require(mapped.bytes)))
        builder.extra = ExtraSection()
        #expect(try builder.encoded() == plain.bytes)
    }

    @Test func aSourceWithErrorsHasNoMap() {
        let compiled = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: "<NText text='a' text='b'/>"))
        #expect(compiled.bytes == nil && compiled.sourceMap == nil)
    }

    private static func bytes(_ item: CorpusCase) throws -> [UInt8]? {
        TemplateCompiler(options: options).compile(SourceFile(path: "T.xml", bytes: try item.source)).bytes
    }

    @Test(arguments: CompileCorpus.all.filter { (try? Self.bytes($0)) != nil })
    func everyProgramOfTheCorpusHasAPlaceForEachInstruction(_ item: CorpusCase) throws {
        let bytes = try #require(try Self.bytes(item))
        let template = try Template(decoding: bytes)
        let map = try #require(template.sourceMap)
        #expect(map.nodeCount == template.nodes.count)
        #expect(map.programIDs == template.expressions.map(\.id))
        for entry in template.expressions {
            for offset in entry.code.indices { #expect(map.position(inProgram: entry.id, at: offset) != nil) }
        }
        #expect(try TemplateBuilder(template).encoded() == bytes)
    }
}
