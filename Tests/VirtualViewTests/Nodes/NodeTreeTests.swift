import Testing
import VirtualViewFormat

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct NodeTreeTests {
    @Test func aTreeHasTheShapeOfItsTemplate() throws {
        let spec = NodeSpec(
            "VHLayout",
            ["id": 1],
            [
                NodeSpec("FrameLayout", ["id": 2], [NodeSpec("NText", ["id": 3]), NodeSpec("NImage", ["id": 4])]),
                NodeSpec("NLine", ["id": 5]),
                NodeSpec("GridLayout", ["id": 6], [NodeSpec("FrameLayout", ["id": 7], [NodeSpec("VText", ["id": 8])])]),
                NodeSpec("VImage", ["id": 9]),
            ]
        )
        let tree = try makeTree(spec)
        #expect(tree.nodes.map(\.id) == Array(1...9))
        #expect(tree.root.children.map(\.id) == [2, 5, 6, 9])
        #expect(tree.nodes.map { $0.parent?.id ?? 0 } == [0, 1, 2, 2, 1, 1, 6, 7, 1])
        #expect(tree.nodes.map(\.depth) == [0, 1, 2, 2, 1, 1, 2, 3, 1])
        for node in tree.nodes {
            #expect(node.children.map(\.indexInParent) == Array(node.children.indices))
            #expect(node.tree === tree)
        }
        #expect(tree.node(withID: 8)?.componentName == "VText")
        #expect(tree.node(withID: 0) == nil)
        #expect(tree.node(withID: 77) == nil)
    }

    @Test func aSubtreeIsWalkedAlone() throws {
        let inner = NodeSpec("FrameLayout", ["id": 2], [NodeSpec("NText", ["id": 3])])
        let tree = try makeTree(NodeSpec("FrameLayout", ["id": 1], [inner, NodeSpec("NText", ["id": 4])]))
        #expect(tree.root.children.first?.subtree.map(\.id) == [2, 3])
    }

    @Test func everyComponentHasItsClass() throws {
        let classes: [(String, Node.Type)] = [
            ("FrameLayout", FrameLayoutNode.self), ("NVHLayout", VHLayoutNode.self), ("VH2Layout", VH2LayoutNode.self),
            ("NRatioLayout", RatioLayoutNode.self), ("GridLayout", GridLayoutNode.self),
            ("FlexLayout", FlexLayoutNode.self), ("NText", TextNode.self), ("VText", TextNode.self),
            ("VImage", ImageNode.self), ("TMNImage", ImageNode.self), ("VLine", LineNode.self),
            ("VGraph", GraphNode.self), ("Progress", ProgressNode.self), ("Var", VariableNode.self),
            ("VirtualTime", TimeNode.self), ("Page", PageNode.self), ("Grid", GridNode.self),
            ("Scroller", ScrollerNode.self), ("Slider", SliderNode.self), ("VH", VHNode.self),
            ("VirtualContainer", VirtualContainerNode.self), ("TotalContainer", TotalContainerNode.self),
        ]
        for (name, expected) in classes {
            let node = try NodeRegistry.standard.makeNode(named: name)
            #expect(type(of: node) == expected, "\(name)")
            #expect(node.componentName == name)
        }
        for component in LanguageSchema.standard.components {
            #expect(type(of: try NodeRegistry.standard.makeNode(named: component.name)) != Node.self)
        }
    }

    @Test func nodesKnowTheirTemplate() throws {
        let template = try makeTemplate(NodeSpec("FrameLayout"), type: "Card", patch: 7)
        let node = try PreparedTemplate(template).makeTree().root
        #expect(node.templateType == "Card")
        #expect(node.templateVersion.patch == 7)
    }

    // MARK: - Depth

    @Test func nestingToTheLimitIsInstantiated() throws {
        let prepared = try PreparedTemplate(makeChain(depth: 1_024))
        #expect(prepared.depth == 1_024)
        #expect(prepared.makeTree().nodes.reduce(0) { count, _ in count + 1 } == 1_024)
    }

    @Test func deeperNestingIsATypedError() throws {
        let template = try makeChain(depth: 1_025)
        let error = #expect(throws: TemplateError.self) { try PreparedTemplate(template) }
        #expect(error?.code == .nestingTooDeep)
    }

    @Test func tooManyNodesAreATypedError() throws {
        let template = try makeTemplate(NodeSpec("FrameLayout", [:], [NodeSpec("NText"), NodeSpec("NText")]))
        let limits = NodeTree.Limits(maximumNodeCount: 2)
        let error = #expect(throws: TemplateError.self) { try PreparedTemplate(template, limits: limits) }
        #expect(error?.code == .tooManyNodes)
    }

    @Test func theDeepestFileGoesAwayWithoutRecursion() throws {
        let template = try makeChain(depth: 5_957)
        var tree: NodeTree? = try PreparedTemplate(template, limits: NodeTree.Limits(maximumDepth: 10_000)).makeTree()
        weak let last = tree.flatMap { tree in tree.nodes.reduce(tree.root) { _, node in node } }
        #expect(last?.depth == 5_956)
        tree = nil
        #expect(last == nil)
    }

    @Test func aDeepTreeOfBoundNodesGoesAwayToo() throws {
        var builder = TemplateBuilder(type: "Deep")
        let (key, value) = (try builder.intern("name"), try builder.intern("${n}"))
        for _ in 0..<3_000 {
            try builder.openNode(component: 1)
            try builder.set(.string(value), for: key)
        }
        for _ in 0..<3_000 { try builder.closeNode() }
        let template = try Template(decoding: builder.encoded())
        var tree: NodeTree? = try PreparedTemplate(template, limits: NodeTree.Limits(maximumDepth: 10_000)).makeTree()
        tree?.update(data: ["n": "x"])
        weak let root = tree?.root
        tree = nil
        #expect(root == nil)
    }

    @Test func aNodeThatIsHeldOutlivesItsTree() throws {
        let inner = NodeSpec("FrameLayout", ["id": 2], [NodeSpec("NText", ["id": 3])])
        var tree: NodeTree? = try makeTree(NodeSpec("FrameLayout", [:], [NodeSpec("FrameLayout", [:], [inner])]))
        let held = try #require(tree?.node(withID: 2))
        tree = nil
        #expect(held.parent == nil)
        #expect(held.tree == nil)
        #expect(held.children.map(\.id) == [3])
        #expect(held.children.first?.parent === held)
    }

    // MARK: - Sharing

    @Test func treesOfOneTemplateAreIndependent() throws {
        let prepared = try PreparedTemplate(makeTemplate(NodeSpec("NText", ["text": "a", "name": "n"])))
        let (first, second) = (prepared.makeTree(), prepared.makeTree())
        (first.root as? TextNode)?.text = "b"
        first.root.name = "m"
        #expect((second.root as? TextNode)?.text == "a")
        #expect(second.root.name == "n")
        #expect(first.root.name == "m")
    }

    @Test func oneTemplateServesManyScreens() throws {
        let prepared = try PreparedTemplate(makeTemplate(NodeSpec("FrameLayout", ["layoutWidth": .rp(750)])))
        for width in [320.0, 375, 320, 430] {
            #expect(prepared.makeTree(environment: ScreenEnvironment(width: width)).root.layoutWidth == Float(width))
        }
    }

    @Test func aTreeIsMadeElsewhereAndHandedOver() async throws {
        let prepared = try PreparedTemplate(makeTemplate(NodeSpec("NText", ["text": "${t}"])))
        let handedOver = await makeElsewhere(prepared)
        #expect((handedOver.root as? TextNode)?.text == "made elsewhere")
    }

    @concurrent private func makeElsewhere(_ prepared: PreparedTemplate) async -> sending NodeTree {
        let tree = prepared.makeTree()
        tree.update(data: ["t": "made elsewhere"])
        return tree
    }

    // MARK: - Marks

    @Test func settingAPropertyMarksWhatItInvalidates() throws {
        let text = NodeSpec("NText", ["id": 3])
        let tree = try makeTree(
            NodeSpec("VHLayout", ["id": 1], [NodeSpec("FrameLayout", ["id": 2], [text]), NodeSpec("NText", ["id": 4])])
        )
        func cleared() {
            for node in tree.nodes { node.needs = [] }
        }
        func needs() -> [NodeNeeds] { tree.nodes.map(\.needs) }
        #expect(needs() == Array(repeating: .everything, count: 4))

        cleared()
        let node = try #require(tree.node(withID: 3) as? TextNode)
        node.textColor = .clear
        #expect(needs() == [.drawingBelow, .drawingBelow, .drawing, []])
        cleared()
        node.text = "longer"
        let below: NodeNeeds = [.layoutBelow, .drawingBelow]
        #expect(needs() == [below, below, [.measuring, .placing, .drawing], []])
        cleared()
        node.text = "longer"
        node.id = 3
        node.action = "a"
        #expect(needs() == [[], [], [], []], "nothing shown has changed")
        (tree.root as? VHLayoutNode)?.gravity = .right
        #expect(needs() == [[.placing, .drawing], [], [], []])
    }
}
