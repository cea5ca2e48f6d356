import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// The templates that sample data may name, and what they are prepared with.
@Suite struct RuntimeTemplatesTests {
    private let space = Workspace.fresh()
    private static let one = "<NText text=\"a\"/>"
    private static let two = "<VHLayout><NText text=\"a\"/></VHLayout>"

    private func templates(_ run: [(path: String, text: String)], beside names: [String] = []) -> RuntimeTemplates {
        let compiler = TemplateCompiler()
        let compiled = run.map { compiler.compile(SourceFile(path: $0.path, text: $0.text)) }
        return RuntimeTemplates(
            Dictionary(grouping: compiled) { $0.type },
            beside: names.map { space.path($0) },
            compiler,
            NodeRegistry(for: compiler, [:])
        )
    }

    @Test func aTemplateIsPreparedOnceForAll() throws {
        let source = templates([("Tile.xml", Self.one)])
        let tile = try source.preparedTemplate(for: "Tile")
        #expect(try source.preparedTemplate(for: "Tile") === tile)
        #expect(throws: TemplateError.self) { try source.preparedTemplate(for: "Card") }
    }

    @Test func theFirstThatCanBeShownCounts() throws {
        let source = templates([("a/Tile.xml", "<NText"), ("b/Tile.xml", Self.two), ("c/Tile.xml", Self.one)])
        #expect(try source.preparedTemplate(for: "Tile").nodeCount == 2)
    }

    /// Those that come later are read all the same, so none was read before.
    @Test func aSourceBesideIsReadWhenDataNamesIt() throws {
        let source = templates([], beside: ["Card.xml", "Tile.xml"])
        try space.write("Tile.xml", Self.one)
        #expect(try source.preparedTemplate(for: "Tile").nodeCount == 1)
        try space.write("Card.xml", Self.two)
        #expect(try source.preparedTemplate(for: "Card").nodeCount == 2)
    }

    @Test func templatesOfTheRunComeBeforeThoseBeside() throws {
        try space.write("Tile.xml", Self.one)
        let source = templates([("Tile.xml", Self.two)], beside: ["Tile.xml"])
        #expect(try source.preparedTemplate(for: "Tile").nodeCount == 2)
    }

    @Test func aSourceMayBeCalledOtherwiseThanItsTemplate() throws {
        try space.write("Card.xml", "<?vvc name=\"Tile\"?>" + Self.two)
        try space.write("Tile.xml", "<?vvc name=\"Card\"?>" + Self.one)
        let source = templates([], beside: ["Card.xml", "Tile.xml"])
        #expect(try source.preparedTemplate(for: "Tile").nodeCount == 2)
        #expect(try source.preparedTemplate(for: "Card").nodeCount == 1)
        #expect(throws: TemplateError.self) { try source.preparedTemplate(for: "None") }
    }

    @Test func ofComponentsThatDisagreeTheFirstIsKnown() {
        var own: [ComponentSchema] = []
        for number in UInt16(0)..<9 {
            let kind: ValueKind = number == 2 || number == 5 ? .color : .string
            let tone = PropertySchema("tone", kind)
            own.append(ComponentSchema(id: 1_100 + number, name: "Camp\(number)", properties: [tone]))
        }
        var registries = NodeRegistries()
        let compiler = TemplateCompiler(configuration: Configuration(components: own))
        for _ in 0..<2 {
            let registry = registries.registry(for: compiler, [:])
            let left = own.filter { !registry.knowsComponent(named: $0.name) }
            #expect(left.map { $0.name } == ["Camp2", "Camp5"])
        }
        let other = registries.registry(for: TemplateCompiler(), [:])
        #expect(!other.knowsComponent(named: "Camp0"))
    }
}
