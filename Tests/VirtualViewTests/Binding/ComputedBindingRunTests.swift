import Testing
import VirtualView
import VirtualViewTestSupport

/// What computed bindings do in a tree of nodes; their values have tests of their own.
@Suite struct ComputedBindingRunTests {
    private func makeTree(_ text: String, registry: NodeRegistry = .standard) throws -> NodeTree {
        try PreparedTemplate(makeTemplate(NodeSpec("NText", ["text": .text(text)])), registry: registry).makeTree()
    }

    private func text(_ tree: NodeTree) -> String? { (tree.root as? TextNode)?.text }

    @Test func aPropertyFollowsTheData() throws {
        let tree = try makeTree("${= count == 1 ? 'one item' : count + ' items'}")
        tree.update(data: ["count": 1])
        #expect(text(tree) == "one item")
        tree.update(data: ["count": 2])
        #expect(text(tree) == "2 items")
    }

    @Test func aPropertyFollowsTheEnvironment() throws {
        let tree = try makeTree("${= env.appearance == 'dark' ? 'night' : 'day'}")
        tree.update(data: [:])
        #expect(text(tree) == "day")
        tree.environment.appearance = .dark
        #expect(text(tree) == "night")
    }

    @Test func bindingsReadTheAppsValues() throws {
        let tree = try makeTree("${env.theme.title ?: ${= upper(env.appearance) + env.count}}")
        tree.update(data: [:])
        #expect(text(tree) == "LIGHT")
        tree.environment.values = ["count": 2, "appearance": "mine"]
        #expect(text(tree) == "LIGHT2")
        tree.environment.values = ["theme": ["title": "Night"]]
        #expect(text(tree) == "Night")
        tree.update(data: ["env": ["theme": ["title": "of the data"]]])
        #expect(text(tree) == "of the data")
    }

    /// The place of an item's data needs the choice that the binding of its list made.
    @Test func showingAListAsksAFunctionOnlyForItsBinding() throws {
        var registry = NodeRegistry.standard
        let calls = Locked(0)
        registry.register(
            BindingFunction("isMine") { _ in
                calls.withLock { $0 += 1 }
                return true
            }
        )
        let row = try LayoutSource.prepare("<NText text=\"${t}\" layoutWidth=\"50\" layoutHeight=\"10\"/>")
        let xml =
            "<Grid colCount=\"1\" itemHeight=\"10\" dataTag=\"${= app.isMine() ? mine : all}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["Row": row])
        let template = try PreparedTemplate(LayoutSource.prepare(xml).template, registry: registry)
        let container = Container(template.makeTree(source: source))
        let rows = JSONValue.array(BindingArray((0..<20).map { ["type": "Row", "t": .int(Int64($0))] }))
        container.update(data: ["mine": rows])
        container.layout(in: LayoutSize(width: 100, height: 300))
        #expect(container.displayList().items.last?.dataPath == DataPath("mine[19]"))
        let before = calls.withLock { $0 }
        _ = (container.displayList(), container.accessibilityTree())
        #expect(calls.withLock { $0 } == before)
        container.update(data: ["mine": rows, "all": []])
        _ = container.displayList()
        #expect(calls.withLock { $0 } == before + 2)
    }

    @Test func aNumberOfAnotherKindIsAnotherValueOfTheApp() throws {
        var registry = NodeRegistry.standard
        registry.register(BindingFunction("kind") { if case .int? = $0.first { "whole" } else { "decimal" } })
        let tree = try makeTree("${= app.kind(env.x)}", registry: registry)
        tree.update(data: [:])
        for (value, kind) in [(7, "whole"), (7.0, "decimal"), (7, "whole")] as [(JSONValue, String)] {
            tree.environment.values = ["x": value]
            #expect(text(tree) == kind)
        }
    }

    @Test func functionsWhoseNamesUnicodeCallsTheSameAreTwo() throws {
        var registry = NodeRegistry.standard
        for name in ["z\u{E4}hlen", "za\u{308}hlen"] {
            registry.register(BindingFunction(name) { _ in .int(Int64(name.unicodeScalars.count)) })
        }
        let tree = try makeTree("${= app.z\u{E4}hlen() + ' ' + app.za\u{308}hlen()}", registry: registry)
        tree.update(data: [:])
        #expect(text(tree) == "6 7")
    }

    @Test func aLengthOfTheDataFollowsTheScreensWidth() throws {
        let spec = NodeSpec("NText", ["layoutWidth": "${w}", "text": "${t}"])
        let tree = try PreparedTemplate(makeTemplate(spec)).makeTree()
        tree.update(data: ["w": "75rp", "t": "a"])
        (tree.root as? TextNode)?.text = "mine"
        tree.environment.width = 750
        #expect(tree.root.layoutWidth == 75)
        // What does not follow from the environment stays as the app set it.
        #expect(text(tree) == "mine")
    }

    @Test func anEnvironmentChangeAsksOnlyTheFunctionsThatReadIt() throws {
        let calls = Locked<[JSONValue]>([])
        var registry = NodeRegistry.standard
        registry.register(
            BindingFunction("note") { arguments in
                calls.withLock { $0 += arguments }
                return nil
            }
        )
        let spec = NodeSpec(
            "VHLayout",
            [:],
            [
                NodeSpec("NText", ["text": "${= app.note('env', env.appearance)}"]),
                NodeSpec("NText", ["text": "${= app.note('data', name)}"]),
            ]
        )
        let tree = try PreparedTemplate(makeTemplate(spec), registry: registry).makeTree()
        tree.update(data: ["name": "Mira"])
        #expect(calls.withLock { $0 } == ["env", "light", "data", "Mira"])
        calls.withLock { $0 = [] }
        tree.environment.appearance = .dark
        #expect(calls.withLock { $0 } == ["env", "dark"])
    }

    @Test func anUnknownFunctionGivesNullAndIsReportedOnce() throws {
        let tree = try makeTree("Price: ${= app.money(price) ?: '?'}")
        for price in 1...3 {
            tree.update(data: ["price": .int(Int64(price))])
            #expect(text(tree) == "Price: ?")
        }
        #expect(tree.issues.map { $0.code } == [.unknownFunction])
        #expect(tree.issues.first?.message == "there is no function 'app.money'")
        #expect(tree.issues.first?.property == "text")
    }

    @Test(arguments: [("${= 1 +}", nil), ("Hi ${name}${= 1 +}", "Hi Mira"), ("@{${name} ? yes : ${= (}}", "yes")])
    func whatIsMalformedInAFileFromElsewhereIsMissingAndReportedOnce(_ written: String, _ shown: String?) throws {
        let tree = try makeTree(written)
        #expect(tree.prepared.issues.map { $0.code } == [.malformedBinding])
        for _ in 0..<2 {
            tree.update(data: ["name": "Mira"])
            #expect((text(tree) ?? "") == shown ?? "")
        }
        #expect(tree.issues.isEmpty)
    }
}
