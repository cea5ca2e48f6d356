import Testing

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct ItemContainerTests {
    private func source(client: Client = .swift) throws -> PreparedTemplates {
        try PreparedTemplates(
            [
                "A": NodeSpec("NText", ["text": "${n}"]),
                "B": NodeSpec("NText", ["text": "${n}"]),
                "Nested": NodeSpec("FrameLayout", [:], [NodeSpec("Grid", ["dataTag": "${items}"])]),
                "Big": NodeSpec("FrameLayout", [:], Array(repeating: NodeSpec("NText"), count: 99)),
            ],
            client: client
        )
    }

    private func tree(
        _ component: String = "Grid",
        _ properties: KeyValuePairs<String, NodeSpec.Value> = ["dataTag": "${items}"],
        client: Client = .swift,
        limits: NodeTree.Limits = NodeTree.Limits()
    ) throws -> (NodeTree, ItemContainerNode) {
        let spec = NodeSpec("FrameLayout", [:], [NodeSpec(component, properties), NodeSpec("NLine")])
        let tree = try makeTree(spec, client: client, source: source(client: client), limits: limits)
        return (tree, try #require(tree.root.children.first as? ItemContainerNode))
    }

    private func data(_ items: String) -> JSONValue {
        let entries = items.split(separator: " ").map { word -> JSONValue in
            ["type": .string(String(word.prefix(1))), "n": .string(String(word))]
        }
        return ["items": .array(entries)]
    }

    private func texts(_ container: ItemContainerNode) -> [String] {
        container.children.map { ($0 as? TextNode)?.text ?? "?" }
    }

    @Test func everyEntryBecomesAnItemInTheOrderOfTheData() throws {
        let (tree, grid) = try tree()
        tree.update(data: data("A1 B2 A3"))
        #expect(texts(grid) == ["A1", "B2", "A3"])
        #expect(grid.children.allSatisfy { $0.parent === grid })
        #expect(grid.items.map(\.templateType) == ["A", "B", "A"])
        #expect(tree.nodes.map(\.componentName) == ["FrameLayout", "Grid", "NText", "NText", "NText", "NLine"])
    }

    /// Where an entry is in the data is asked of the container's binding, too.
    @Test func anUnknownFunctionIsReportedAtTheNodeThatCallsIt() throws {
        let grid = NodeSpec("Grid", ["dataTag": "${= app.nope() ? few : items}"])
        let spec = NodeSpec("FrameLayout", [:], [grid, NodeSpec("NText", ["text": "${= app.known(name)}"])])
        var registry = NodeRegistry.standard
        registry.register(BindingFunction("known") { $0.first })
        let tree = try makeTree(spec, registry: registry, source: source())
        tree.show(["items": [["type": "A"]], "name": "Mira"])
        let container = try #require(tree.root.children.first as? ItemContainerNode)
        #expect(try #require(container.items.first).dataPath == "items[0]")
        tree.show(["items": [["type": "A"]], "name": "Noor"], changedAt: ["name"])
        #expect((tree.root.children.last as? TextNode)?.text == "Noor")
        #expect(tree.issues.map { $0.property } == ["dataTag"])
    }

    @Test(arguments: [
        ("A1 A2 A3", "A4 A5"), ("A1", "A2 A3 A4"), ("A1 B2", "B3 A4"), ("A1 B2 A3", "A4 A5 B6"), ("A1 B2", ""),
        ("", "A1"), ("B1 B2 A3", "A4"),
    ])
    func itemsAreUsedAgainByTypeAndStandInTheOrderOfTheData(_ first: String, _ second: String) throws {
        let (tree, grid) = try tree()
        tree.update(data: data(first))
        let old = grid.items
        tree.update(data: data(second))
        #expect(texts(grid) == second.split(separator: " ").map(String.init))
        for type in ["A", "B"] {
            let before = old.filter { $0.templateType == type }
            let after = grid.items.filter { $0.templateType == type }
            for (one, other) in zip(before, after) { #expect(one === other, "the first of a type is used first") }
        }
    }

    /// Those of entries that stay at their places are not taken for others.
    @Test func onlyItemsThatAreLeftAreUsedForOtherEntries() throws {
        let (tree, grid) = try tree()
        tree.update(data: data("A1 B1 A2 B2"))
        let old = grid.items
        tree.update(data: data("B3 B4 A5 A6 A7"))
        #expect(texts(grid) == ["B3", "B4", "A5", "A6", "A7"])
        #expect(zip(grid.items, [old[3], old[1], old[2], old[0]]).allSatisfy { $0 === $1 })
    }

    @Test func theReferenceClientKeepsTheOldPlaces() throws {
        let (tree, grid) = try tree(client: .iOS)
        tree.update(data: data("A1 B2"))
        tree.update(data: data("B3 A4 B5"))
        #expect(texts(grid) == ["A4", "B3", "B5"])
        tree.update(data: ["items": 3])
        #expect(texts(grid) == ["A4", "B3", "B5"], "there other values are ignored")
    }

    @Test(arguments: [JSONValue.null, 3, "text", ["type": "A"], []])
    func whatIsNoArrayLeavesNoItems(_ value: JSONValue) throws {
        let (tree, grid) = try tree()
        tree.update(data: data("A1"))
        tree.update(data: ["items": value])
        #expect(grid.children.isEmpty)
    }

    @Test func entriesWithoutAKnownTypeAreSkippedAndReportedOnce() throws {
        let (tree, grid) = try tree()
        tree.update(data: [
            "items": [["type": "Missing"], 3, [:], ["type": 4], ["type": "A", "n": "A1"], ["type": "Other"]]
        ])
        #expect(texts(grid) == ["A1"])
        tree.update(data: ["items": [["type": "Other"], ["type": "Missing"]]])
        #expect(tree.issues.map(\.code) == [.unknownTemplate, .unknownTemplate])
        #expect(zip(tree.issues, ["Missing", "Other"]).allSatisfy { $0.message.hasPrefix("'\($1)': ") })
        // Not of any number of types.
        let types = (0..<1_000).map { JSONValue.object(["type": .string("T\($0)")]) }
        tree.update(data: ["items": .array(BindingArray(types))])
        #expect(tree.issues.count == 101)
    }

    @Test func withoutASourceThereAreNoItems() throws {
        let spec = NodeSpec("Grid", ["dataTag": "${items}"])
        let tree = try makeTree(spec)
        tree.update(data: data("A1"))
        #expect(tree.root.children.isEmpty)
        #expect(tree.issues.map(\.code) == [.unknownTemplate])
    }

    @Test func aPageHasCopiesBeyondBothEnds() throws {
        let (tree, page) = try tree("Page")
        tree.update(data: data("A1 A2 A3"))
        #expect(texts(page) == ["A3", "A1", "A2", "A3", "A1"])
        tree.update(data: data("A1"))
        #expect(texts(page) == ["A1", "A1", "A1"])
        tree.update(data: data(""))
        #expect(texts(page) == [])
    }

    /// An app that looks for a node means the one that users touch, unless it looks for it in the copy.
    @Test(arguments: ["A1 A2 A3", "A1"]) func aNodeWithAnIDIsNotFoundInACopy(_ items: String) throws {
        let (tree, page) = try tree("Page")
        tree.update(data: data(items))
        for (index, item) in page.items.enumerated() {
            item.root.id = 7
            if index == 0 { item.root.visibility = .gone }
        }
        #expect(tree.node(withID: 7) === page.items[1].root)
        #expect(page.items[0].node(withID: 7) === page.items[0].root)
    }

    @Test func aVirtualContainerShowsTheEntryOfItsNumber() throws {
        let (tree, container) = try tree("VirtualContainer", ["dataTag": "${items}", "order": 1])
        tree.update(data: data("A1 B2 A3"))
        #expect(texts(container) == ["B2"])
        tree.update(data: data("A1"))
        #expect(texts(container) == [])
        let (other, none) = try self.tree("VirtualContainer")
        other.update(data: data("A1"))
        #expect(texts(none) == [], "none by default")
    }

    @Test func aVirtualContainerFollowsItsNumber() throws {
        let (tree, container) = try tree("VirtualContainer", ["dataTag": "${items}", "order": 1])
        tree.update(data: data("A1 B2 A3"))
        for node in tree.nodes { node.needs = [] }
        container.order = 2
        #expect(texts(container) == ["A3"])
        #expect(container.needs.contains(.measuring))
        #expect(container.items.map(\.entryIndex) == [2])
        container.setProperty(.int(0), named: "order")
        #expect(texts(container) == ["A1"])
        container.order = 3
        #expect(texts(container) == [])
        let setter = try #require(
            makeTemplate(NodeSpec("VirtualContainer", ["order": 1])).root.setters.first { _ in true }
        )
        #expect(setter.apply(to: container) == .applied)
        #expect(texts(container) == ["B2"])
        container.order = 0
        tree.reuse(for: data("A1 B2 A3"))
        #expect(container.order == 1 && texts(container) == ["B2"])
        tree.reset()
        container.order = 0
        #expect(texts(container) == [], "there is no data")
    }

    @Test(arguments: [false, true]) func theNumberOfAVirtualContainerMayBeBound(_ numberComesFirst: Bool) throws {
        let (tree, container) =
            try numberComesFirst
            ? tree("VirtualContainer", ["order": "${number}", "dataTag": "${items}"])
            : tree("VirtualContainer", ["dataTag": "${items}", "order": "${number}"])
        func show(_ number: JSONValue, _ items: String) {
            tree.update(data: ["number": number, "items": data(items)["items"] ?? .null])
        }
        show(1, "A1 B2 A3")
        #expect(texts(container) == ["B2"])
        show(2, "A1 B2 A3")
        #expect(texts(container) == ["A3"])
        show(0, "A4 B5")
        #expect(texts(container) == ["A4"])
        show(9, "A4 B5")
        #expect(texts(container) == [])
        show(1, "A4 B5")
        #expect(texts(container) == ["B5"])
    }

    @Test(arguments: ["Grid", "Page", "Scroller", "Slider", "VH", "VirtualContainer"])
    func tellsWhereItsItemsComeFrom(_ component: String) throws {
        let (_, unbound) = try tree(component, ["dataTag": "items", "dataMode": 2])
        #expect(unbound.dataTag == "items")
        #expect(unbound.dataMode == .append)
        let (tree, bound) = try tree(component)
        tree.update(data: data("A1"))
        #expect(bound.dataTag == nil, "a binding is no text")
        #expect(bound.dataMode == .set)
        let own = ItemContainerNode(prototype: bound.prototype)
        #expect(own.dataTag == nil && own.dataMode == .set)
    }

    @Test func aContainerKeepsItsOwnChildrenBeforeItsItems() throws {
        let spec = NodeSpec(
            "VirtualContainer",
            ["dataTag": "${items}", "order": 0],
            [NodeSpec("NText", ["text": "own"]), NodeSpec("NText", ["text": "${n}"])]
        )
        let tree = try makeTree(spec, source: source())
        tree.update(data: ["items": [["type": "A", "n": "A1"]], "n": "bound"])
        #expect(tree.root.children.map { ($0 as? TextNode)?.text } == ["own", "bound", "A1"])
        tree.root.children[2].name = "an item's"
        tree.reset()
        #expect(tree.root.children.map { ($0 as? TextNode)?.text } == ["own", nil])
    }

    // MARK: - Marks

    @Test func aChangedItemMarksItsPathOnly() throws {
        let (tree, grid) = try tree()
        tree.update(data: data("A1 A2 A3"))
        for node in tree.nodes { node.needs = [] }
        tree.update(data: data("A1 A9 A3"))
        let below: NodeNeeds = [.layoutBelow, .drawingBelow]
        #expect(tree.root.needs == below)
        #expect(grid.needs == below)
        #expect(grid.children.map(\.needs) == [[], [.measuring, .placing, .drawing], []])
    }

    @Test func anotherListOfItemsMarksTheContainer() throws {
        let (tree, grid) = try tree()
        tree.update(data: data("A1"))
        for node in tree.nodes { node.needs = [] }
        tree.update(data: data("A1 A2"))
        #expect(grid.needs.contains(.measuring))
        #expect(grid.children.map { $0.needs == .everything } == [false, true])
    }

    /// Display lists name an item by the index of its entry, and screen readers say how many there are.
    @Test(arguments: ["N1 A1", "A1 N1"]) func otherEntriesWithTheSameItemsAreDrawnAgain(_ items: String) throws {
        let (tree, grid) = try tree()
        tree.update(data: data(items))
        for node in tree.nodes { node.needs = [] }
        tree.update(data: data("A1"))
        #expect(texts(grid) == ["A1"])
        #expect(grid.needs == .drawing && tree.root.needs == .drawingBelow)
    }

    @Test func usingATreeAgainRestoresItsItemsToo() throws {
        let (tree, grid) = try tree()
        tree.update(data: data("A1 A2"))
        (grid.children.last as? TextNode)?.text = "changed by the app"
        tree.update(data: data("A1 A2"))
        #expect(texts(grid) == ["A1", "changed by the app"])
        tree.reuse(for: data("A1 A2"))
        #expect(texts(grid) == ["A1", "A2"])
    }

    // MARK: - Nesting and limits

    @Test func itemsNest() throws {
        let (tree, grid) = try tree()
        tree.update(data: [
            "items": [["type": "Nested", "items": [["type": "A", "n": "A1"], ["type": "B", "n": "B2"]]]]
        ])
        #expect(tree.nodes.compactMap { ($0 as? TextNode)?.text } == ["A1", "B2"])
        #expect(grid.items.first?.nodes.map(\.depth) == [2, 3, 4, 4])
        tree.environment = ScreenEnvironment(width: 700)
        #expect(tree.nodes.compactMap { ($0 as? TextNode)?.text } == ["A1", "B2"])
    }

    @Test func containersNestToTheirLimit() throws {
        var data: JSONValue = ["type": "A", "n": "A1"]
        for _ in 0..<60 { data = ["type": "Nested", "items": [data]] }
        let (tree, _) = try tree(limits: NodeTree.Limits(maximumContainerDepth: 10))
        tree.update(data: ["items": [data]])
        #expect(tree.issues.map(\.code) == [.tooManyItems])
        #expect(tree.nodes.map(\.depth).max() == 2 * 10 + 1)
        let (deep, _) = try self.tree(limits: NodeTree.Limits(maximumDepth: 9))
        deep.update(data: ["items": [data]])
        #expect(deep.nodes.map(\.depth).max() == 7)
        #expect(NodeTree.Limits(maximumContainerDepth: 1_000).maximumContainerDepth == 64)
    }

    @Test func itemsAreBoundedInNumber() throws {
        let (tree, grid) = try tree(limits: NodeTree.Limits(maximumNodeCount: 550))
        let entry: JSONValue = ["type": "Big"]
        tree.update(data: ["items": .array(Array(repeating: entry, count: 50))])
        #expect(grid.items.count == 5)
        #expect(tree.issues.map(\.code) == [.tooManyItems])
        tree.update(data: data("A1"))
        #expect(tree.context.nodeCount == 4, "nodes that are gone do not count")
    }

    /// Those of another type, which no entry is there for any more.
    @Test(arguments: ["", "A0 "]) func itemsThatGoMakeRoomForOthers(_ first: String) throws {
        let (tree, grid) = try tree(limits: NodeTree.Limits(maximumNodeCount: 550))
        let entry: JSONValue = ["type": "Big"]
        tree.update(data: ["items": .array([["type": "A", "n": "A0"]] + Array(repeating: entry, count: 5))])
        #expect(grid.items.count == 6)
        tree.update(data: data(first + Array(repeating: "B1", count: 300).joined(separator: " ")))
        #expect(grid.items.count == (first.isEmpty ? 300 : 301))
        #expect(texts(grid).last == "B1" && tree.issues.isEmpty)
    }

    @Test func aHeldItemOutlivesItsTree() throws {
        var held: (NodeTree, NodeTree)?
        do {
            let (tree, grid) = try tree()
            tree.update(data: data("A1 A2"))
            held = (try #require(grid.items.first), try #require(grid.items.last))
            tree.update(data: data("A1"))
            #expect(held?.1.root.parent == nil)
        }
        let first = try #require(held?.0)
        #expect(first.root.parent == nil)
        #expect(first.dataPath == DataPath())
        first.update(data: ["n": "alone"])
        #expect((first.root as? TextNode)?.text == "alone")
    }
}
