import Testing
import VirtualView
import VirtualViewExpressions

/// What an app's own nodes may do when they go: everything else stays whole while they look around.
@Suite struct NodeFarewellTests {
    private func registry() throws -> NodeRegistry {
        var registry = NodeRegistry.standard
        try registry.register(FarewellNode.self, for: FarewellNode.component)
        return registry
    }

    /// A frame with a grid, whose items are nodes that tell when they go.
    private func scene(_ item: NodeSpec? = nil) throws -> (NodeTree, ItemContainerNode) {
        let registry = try registry()
        let item = item ?? makeFarewellSpec()
        let source = PreparedTemplates(
            otherwise: try PreparedTemplate(makeTemplate(item, type: "A"), registry: registry)
        )
        let root = NodeSpec(
            "FrameLayout",
            [:],
            [NodeSpec("Grid", ["dataTag": "${items}", "layoutWidth": -1, "layoutHeight": -1])]
        )
        let tree = try makeTree(root, registry: registry, source: source)
        return (tree, try #require(tree.root.children.first as? ItemContainerNode))
    }

    private func makeFarewellSpec() -> NodeSpec {
        NodeSpec(component: FarewellNode.component.id, ["layoutWidth": 10, "layoutHeight": 10])
    }

    private func data(_ count: Int) -> JSONValue {
        ["items": .array((0..<count).map { ["type": "A", "n": .int(Int64($0))] })]
    }

    private func farewells(in tree: NodeTree) -> [FarewellNode] {
        tree.nodes.compactMap { $0 as? FarewellNode }
    }

    @Test func anItemThatGoesSeesTheItemsThatStay() throws {
        let (tree, grid) = try scene()
        tree.update(data: data(3))
        let log = FarewellLog()
        for node in farewells(in: tree) {
            node.farewell = { [weak grid] in
                log.counts.append(grid?.children.count ?? -1)
                log.counts.append(grid?.items.count ?? -1)
                log.parents.append(grid?.children.allSatisfy { $0.parent === grid } ?? false)
            }
        }
        tree.update(data: data(1))
        #expect(log.counts == [1, 1, 1, 1])
        #expect(log.parents == [true, true])
        for node in farewells(in: tree) { node.farewell = nil }
    }

    @Test func aNodeThatGoesWithItsTreeMayLookAtTheNodeAbove() throws {
        let inner = NodeSpec("FrameLayout", [:], [makeFarewellSpec(), makeFarewellSpec()])
        var tree: NodeTree? = try makeTree(NodeSpec("FrameLayout", [:], [inner]), registry: registry())
        let log = FarewellLog()
        // Whoever is in a list outlives the tree, so there is none here.
        for case let node as FarewellNode in try #require(tree).nodes {
            node.farewell = { [weak parent = node.parent] in log.counts.append(parent?.children.count ?? 0) }
        }
        tree = nil
        #expect(log.counts == [0, 0])
    }

    @Test func aNodeThatGoesWhileLayoutBeginsMayChangeTheTree() throws {
        let (tree, grid) = try scene()
        let container = Container(tree)
        tree.update(data: data(4))
        let size = LayoutSize(width: 100, height: 100)
        container.layout(in: size)
        let log = FarewellLog()
        let last = data(2)
        for node in farewells(in: tree).dropFirst() {
            node.farewell = { [weak container] in
                log.counts.append(container?.tree.root.children.count ?? -1)
                container?.update(data: last)
                container?.layout(in: size)
            }
        }
        tree.update(data: data(1))
        container.layout(in: size)
        container.layout(in: size)
        #expect(log.counts == [1, 1, 1])
        #expect(grid.children.count == 2)

        let fresh = Container(try scene().0)
        fresh.update(data: last)
        fresh.layout(in: size)
        #expect(tree.nodes.map(\.frame) == fresh.tree.nodes.map(\.frame))
        for node in farewells(in: tree) { node.farewell = nil }
    }

    @Test(arguments: [Container.TouchPhase.began, .moved, .ended, .cancelled])
    func aNodeThatGoesWithItsTouchMayDrawTheScreen(_ phase: Container.TouchPhase) throws {
        let item = NodeSpec(
            component: FarewellNode.component.id,
            ["flag": 32, "layoutWidth": 10, "layoutHeight": 10]
        )
        let (tree, _) = try scene(item)
        let container = Container(tree)
        let size = LayoutSize(width: 100, height: 100)
        tree.update(data: data(1))
        container.layout(in: size)
        let log = FarewellLog()
        for node in farewells(in: tree) {
            node.farewell = { [weak container] in
                _ = container?.displayList()
                log.counts.append(container?.tree.root.children.count ?? -1)
            }
        }
        container.touch(.began, at: LayoutPoint(x: 5, y: 5), time: 1)
        tree.update(data: data(0))
        container.layout(in: size)
        #expect(log.counts == [])
        // It is far from where it was pressed.
        container.touch(phase, at: LayoutPoint(x: 90, y: 90), time: 1.2)
        #expect(log.counts == [1])
    }

    /// A row that is gone changes its own data again and again, until that is dropped.
    @Test func aNodeThatGoesWithAChangeThatIsDroppedMayLayOut() throws {
        let item = NodeSpec(component: FarewellNode.component.id, ["onBeforeDataLoad": .handler("this.tag = 'b'")])
        let (tree, _) = try scene(item)
        let runner = RecordingRunner()
        tree.eventPrograms = runner
        let container = Container(tree)
        tree.update(data: data(1))
        let log = FarewellLog()
        for node in farewells(in: tree) {
            node.farewell = { [weak container] in
                container?.layout(in: LayoutSize(width: 100, height: 100))
                log.counts.append(container?.tree.root.children.count ?? -1)
            }
        }
        var number: Int64 = 0
        runner.body = { _, node in
            number += 1
            tree.update(data: ["items": []])
            node.tree?.update(data: ["n": .int(number)])
        }
        tree.update(data: ["items": [["type": "A", "n": -1]]])
        runner.body = nil
        #expect(log.counts == [1])
        #expect(tree.issues.map(\.code) == [.eventLoop])
    }
}

/// What nodes saw as they went.
private final class FarewellLog {
    var counts: [Int] = []
    var parents: [Bool] = []
}

/// A node that does something as it goes.
private final class FarewellNode: Node {
    static let component = ComponentSchema(id: 1_007, name: "Farewell")

    var farewell: (() -> Void)?

    deinit { farewell?() }
}
