import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewPreview

/// The code of `Docs/Embedding.md` on the compiler and on pictures: what stands between the markers is what the page
/// shows.
@Suite struct DrawingSnippets {
    private struct BrokenSource: Error {
        let messages: String
    }

    private static let components = """
        {"version":1,"components":[{"id":1001,"name":"Badge","properties":[{"name":"label","kind":"String"}]}]}
        """

    private func compile(_ source: SourceFile) throws -> [UInt8] {
        let components = SourceFile(path: "components.json", text: Self.components)
        // snippet: compile
        let own = ComponentsReader.read(components)
        let compiler = TemplateCompiler(
            configuration: Configuration(components: own.components),
            options: .init(isLenient: true)
        )
        let compiled = compiler.compile(source)
        var formatter = DiagnosticFormatter()
        let messages = formatter.format(own.diagnostics + compiled.diagnostics.ordered)
        guard let bytes = compiled.bytes else { throw BrokenSource(messages: messages) }
        // end
        #expect(messages.isEmpty)
        return bytes
    }

    @Test func draw() throws {
        let text = """
            <FrameLayout layoutWidth="match_parent" layoutHeight="40">
                <NText layoutWidth="wrap_content" layoutHeight="wrap_content" text="${title}"/>
                <Badge layoutWidth="8" layoutHeight="8" label="${title}"/>
            </FrameLayout>
            """
        let bytes = try compile(SourceFile(path: "Card.xml", text: text))
        // snippet: draw
        var registry = NodeRegistry.standard
        registry.unknownComponents = .placeholder
        let template = try PreparedTemplate(Template(decoding: bytes), registry: registry)
        let card = Container(template.makeTree(), textMeasuring: BuiltInTextMetrics())
        card.update(data: ["title": "Tea"])
        card.layout(in: card.sizeThatFits(width: 375))
        let picture = SVGRenderer(title: "Card").render(card.displayList())
        // end
        #expect(picture.hasPrefix("<svg ") && picture.contains(">Tea</text>"))
        #expect(picture.contains("width=\"375\" height=\"40\""))
    }

    @Test func sourceWithAnErrorHasMessages() throws {
        let error = #expect(throws: BrokenSource.self) { try compile(SourceFile(path: "Card.xml", text: "<Bagde/>")) }
        #expect(
            error?.messages.hasPrefix("Card.xml:1:2: error: unknown component 'Bagde'; did you mean 'Badge'?") == true
        )
    }
}
