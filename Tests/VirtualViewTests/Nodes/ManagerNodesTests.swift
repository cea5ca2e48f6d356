import Testing
import VirtualView

@Suite struct ManagerNodesTests {
    private func bytes(_ text: String, type: String = "Card") throws -> [UInt8] {
        try makeTemplate(NodeSpec("NText", ["text": .text(text)]), type: type).bytes
    }

    @Test func makesTreesOfQueuedTemplates() throws {
        let templates = TemplateManager()
        templates.isSuspended = true
        templates.enqueue(try bytes("promoted"), as: "Card")
        let tree = try templates.makeNodeTree(of: "Card")
        #expect((tree.root as? TextNode)?.text == "promoted")
    }

    @Test func preparesATemplateOnce() throws {
        let templates = TemplateManager()
        try templates.load(bytes("a"), as: "Card")
        let first = try templates.preparedTemplate(for: "Card")
        #expect(try templates.preparedTemplate(for: "Card") === first)
        try templates.load(bytes("a"), as: "Card")
        let equal = try templates.preparedTemplate(for: "Card")
        #expect(try templates.preparedTemplate(for: "Card") === equal)
        try templates.load(bytes("b"), as: "Card")
        #expect(try templates.preparedTemplate(for: "Card") !== first)
        #expect(try (templates.makeNodeTree(of: "Card").root as? TextNode)?.text == "b")
    }

    @Test func giveItemsTheirTemplates() throws {
        let templates = TemplateManager()
        let list = try makeTemplate(NodeSpec("Grid", ["dataTag": "${items}"]), type: "List")
        try templates.load(list.bytes, as: "List")
        templates.isSuspended = true
        templates.enqueue(try bytes("${n}", type: "Item"), as: "Item")
        let tree = try templates.makeNodeTree(of: "List")
        tree.update(data: ["items": [["type": "Item", "n": 1], ["type": "Other"], ["type": "Item", "n": 2]]])
        #expect(tree.root.children.map { ($0 as? TextNode)?.text } == ["1", "2"])
        #expect(tree.issues.map(\.code) == [.unknownTemplate])
    }

    @Test func usesItsRegistryTargetAndLimits() throws {
        let template = try makeTemplate(NodeSpec("FrameLayout", ["padding": 3], [NodeSpec(component: 4_000)]))
        var configuration = TemplateManager.Configuration()
        let strict = TemplateManager(configuration: configuration)
        try strict.load(template.bytes, as: "Card")
        let unknown = #expect(throws: TemplateError.self) { try strict.makeNodeTree(of: "Card") }
        #expect(unknown?.code == .unknownComponent)

        configuration.registry.unknownComponents = .placeholder
        configuration.client = .iOS
        let lax = TemplateManager(configuration: configuration)
        try lax.load(template.bytes, as: "Card")
        #expect(try lax.makeNodeTree(of: "Card").root.paddingLeft == 0)

        configuration.treeLimits.maximumDepth = 1
        let narrow = TemplateManager(configuration: configuration)
        try narrow.load(template.bytes, as: "Card")
        let deep = #expect(throws: TemplateError.self) { try narrow.makeNodeTree(of: "Card") }
        #expect(deep?.code == .nestingTooDeep)
    }

    @Test func aTypeThatNobodyAskedForIsNotFound() {
        let error = #expect(throws: TemplateError.self) { try TemplateManager().makeNodeTree(of: "Nothing") }
        #expect(error?.code == .notFound)
    }
}
