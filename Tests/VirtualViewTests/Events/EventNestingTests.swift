import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// A program that sends events runs others, each with a state of its own.
@Suite struct EventNestingTests {
    private struct Sender: EventModule {
        let name = "events"

        var functions: [EventFunction] {
            [
                EventFunction("click", [.node]) { call in
                    guard let node = call.node(at: 0) else { return }
                    node.tree?.send(.click, to: node)
                },
                EventFunction("show", [.any]) { call in call.node.tree?.update(data: call.arguments[0].data) },
                EventFunction("empty") { call in call.node.parent?.tree?.update(data: [:]) },
                EventFunction("kind", gives: .string) { .string($0.event?.kind.rawValue ?? "") },
            ]
        }
    }

    private static let registry: NodeRegistry = {
        var registry = ProbeNode.registry
        registry.register(Sender())
        return registry
    }()

    private func probe(_ program: String, _ children: [NodeSpec] = []) -> NodeSpec {
        NodeSpec(component: ProbeNode.component.id, ["name": "a", "onClick": .handler(program)], children)
    }

    @Test func registersAndTargetsAreARunsOwn() throws {
        let inner = NodeSpec(
            component: ProbeNode.component.id,
            ["name": "inner", "onClick": .handler("this.n = this.n * 100; this.s = 'inner' + this.n")]
        )
        // The value before the call and the one behind it stand in registers while the other program runs.
        let outer = probe(
            "this.n = (this.n + 1) * (module.test.sum(this.n, 1)); module.events.click(this.inner.this); this.s += this.n",
            [inner]
        )
        let tree = try makeTree(outer, registry: Self.registry)
        tree.send(.click, to: tree.root)
        #expect(tree.issues.isEmpty)
        #expect(tree.root.property(named: "n") == .int(64))
        #expect(tree.root.property(named: "s") == .string("hello64"))
        #expect(tree.root.children[0].property(named: "s") == .string("inner700"))
    }

    @Test func runsInsideEachOtherAreBounded() throws {
        let tree = try makeTree(
            probe("this.n += 1; module.events.click(this.this); this.n += 100"),
            registry: Self.registry
        )
        tree.eventPrograms = EventInterpreter(limits: EventInterpreter.Limits(maximumNesting: 5))
        var errors: [EventError] = []
        tree.onEventError = { errors.append($0) }
        tree.send(.click, to: tree.root)
        #expect(errors.map(\.code) == [.nestingTooDeep])
        #expect(tree.root.property(named: "n") == .int(7 + 5 + 500))
        tree.send(.click, to: tree.root)
        #expect(tree.root.property(named: "n") == .int(7 + 1010))
    }

    @Test func theNestingIsFrom1To16HoweverItIsSet() {
        var limits = EventInterpreter.Limits(maximumNesting: 0)
        #expect(limits.maximumNesting == 1)
        limits.maximumNesting = 1_000
        #expect(limits.maximumNesting == 16)
        limits.maximumNesting = -1
        #expect(limits.maximumNesting == 1)
    }

    @Test func theGreatestNestingDoesNotExhaustTheStack() throws {
        let program = "this.n += 1; module.events.click(this.this)"
        let prepared = try PreparedTemplate(makeTemplate(probe(program)), registry: Self.registry)
        let value = SmallStack.run(bytes: 512 << 10, unoptimized: 4 << 20) {
            let tree = prepared.makeTree()
            tree.eventPrograms = EventInterpreter(limits: EventInterpreter.Limits(maximumNesting: 1_000))
            tree.send(.click, to: tree.root)
            return tree.root.property(named: "n")
        }
        #expect(value == .int(7 + 16))
    }

    @Test func aProgramSeesTheEvent() throws {
        let tree = try makeTree(probe("this.s = module.events.kind()"), registry: Self.registry)
        tree.send(.click, to: tree.root)
        #expect(tree.root.property(named: "s") == .string("click"))
    }

    @Test func aFunctionMayShowOtherData() throws {
        let tree = try makeTree(
            probe("module.events.show(data.next); this.s = data.title"),
            registry: Self.registry
        )
        tree.update(data: ["title": "old", "next": ["title": "new"]])
        tree.send(.click, to: tree.root)
        #expect(tree.root.property(named: "s") == .string("new"))
    }

    @Test func aProgramOfAnItemSeesItsOwnData() throws {
        let source = try PreparedTemplates([
            "Row": NodeSpec("NText", ["onClick": .handler("this.text = data.title; this.parent.tag = data.title")])
        ])
        let tree = try makeTree(NodeSpec("Grid", ["dataTag": "${rows}"]), source: source)
        tree.update(data: ["rows": [["type": "Row", "title": "a"], ["type": "Row", "title": "b"]]])
        let rows = tree.root.children
        tree.send(.click, to: rows[1])
        #expect(tree.issues.isEmpty)
        #expect((rows[1] as? TextNode)?.text == "b")
        #expect(rows[0].property(named: "text") == NodeValue.none)
        #expect(tree.root.tag == "b")
    }

    @Test func anErrorIsToldThoughTheProgramRemovedItsOwnItem() throws {
        let handler = NodeSpec.Value.handler("module.events.empty(); this.nothing = 1")
        let source = try PreparedTemplates(["Row": NodeSpec("NText", ["onClick": handler])], registry: Self.registry)
        let tree = try makeTree(NodeSpec("Grid", ["dataTag": "${rows}"]), registry: Self.registry, source: source)
        tree.update(data: ["rows": [["type": "Row"]]])
        var codes: [EventError.Code] = []
        tree.onEventError = { codes.append($0.code) }
        tree.send(.click, to: try #require(tree.root.children.first))
        #expect(tree.root.children.isEmpty)
        #expect(codes == [.unknownProperty])
    }

    /// Items are trees of their own: a name leads to a node of the program's own tree, or nowhere.
    @Test func aNameInsideAnItemIsNotFound() throws {
        let source = try PreparedTemplates(["Row": NodeSpec("NText", ["name": "title", "text": "of the item"])])
        let spec = NodeSpec(
            "FrameLayout",
            ["onClick": .handler("this.title.text = 'new'")],
            [NodeSpec("Grid", ["dataTag": "${rows}"]), NodeSpec("NText", ["name": "other"])]
        )
        let tree = try makeTree(spec, source: source)
        tree.update(data: ["rows": [["type": "Row"]]])
        var codes: [EventError.Code] = []
        tree.onEventError = { codes.append($0.code) }
        tree.send(.click, to: tree.root)
        #expect(codes == [.noTarget])
        tree.root.children[1].name = "title"
        tree.send(.click, to: tree.root)
        #expect(codes == [.noTarget])
        #expect(tree.nodes.compactMap { ($0 as? TextNode)?.text } == ["of the item", "new"])
    }

    /// The answer of the verifier is shared by all trees of a template, which threads of their own may use.
    @Test func treesOfOneTemplateMayRunAtOnce() async throws {
        let prepared = try PreparedTemplate(
            makeTemplate(probe("this.n += 1; this.s += this.n")),
            registry: Self.registry
        )
        let results = await withTaskGroup(of: [NodeValue?].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let tree = prepared.makeTree()
                    for _ in 0..<50 { tree.send(.click, to: tree.root) }
                    return [tree.root.property(named: "n"), tree.issues.isEmpty ? nil : NodeValue.none]
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0 == [.int(57), nil] })
    }
}

/// What programs write is laid out as what data gives: the next layout equals a full one.
@Suite struct EventLayoutTests {
    @Test(arguments: [
        "this.text = 'a much longer text'", "this.visibility = 2", "this.siblings.textSize = 40",
        "this.parent.orientation = 0", "this.parent.paddingLeft = 20", "this.layoutMarginTop += 12",
        "this.siblings.visibility = 2; this.layoutWidth = 90", "this.parent.children.layoutHeight = 33",
        "this.textColor = 5; this.background = 6",
    ])
    func aLayoutAfterAProgramEqualsAFullOne(_ program: String) throws {
        let spec = NodeSpec(
            "VHLayout",
            ["orientation": 1, "layoutWidth": -1, "layoutHeight": -2],
            [
                NodeSpec(
                    "NText",
                    ["text": "one", "layoutWidth": -2, "layoutHeight": -2, "onClick": .handler(program)]
                ),
                NodeSpec("NText", ["text": "two", "layoutWidth": -2, "layoutHeight": -2]),
                NodeSpec("NText", ["text": "three", "layoutWidth": -2, "layoutHeight": -2]),
            ]
        )
        func frames(laysOutBetween: Bool) throws -> [LayoutRect] {
            let container = Container(try makeTree(spec), textMeasuring: FixedTextMetrics())
            let size = LayoutSize(width: 300, height: 200)
            if laysOutBetween { container.layout(in: size) }
            container.send(.click, to: container.tree.root.children[0])
            #expect(container.tree.issues.isEmpty)
            container.layout(in: size)
            return container.tree.nodes.map { container.frame(of: $0) }
        }
        #expect(try frames(laysOutBetween: true) == frames(laysOutBetween: false))
    }
}
