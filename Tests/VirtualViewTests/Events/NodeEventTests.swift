import Testing
import VirtualView

private final class Recorder: EventProgramRunner {
    var runs: [(EventProgram, Int32, NodeEvent?)] = []

    func run(_ program: EventProgram, on node: Node, for event: NodeEvent?) {
        runs.append((program, node.id, event))
        (node as? TextNode)?.text = "clicked"
    }
}

@Suite struct NodeEventTests {
    private static let row = NodeSpec(
        "FrameLayout",
        ["id": 5],
        [
            NodeSpec("NText", ["id": 6, "action": "open", "flag": 32]),
            NodeSpec("Grid", ["dataTag": "${inner.cells}"]),
        ]
    )
    private static let cell = NodeSpec("NImage", ["id": 7, "action": "${act}", "actionParam": "p", "flag": 96])

    private func source() throws -> PreparedTemplates {
        try PreparedTemplates(["Row": Self.row, "Cell": Self.cell])
    }

    private func tree() throws -> NodeTree {
        let spec = NodeSpec(
            "FrameLayout",
            ["id": 1],
            [NodeSpec("NText", ["id": 2, "action": "buy"]), NodeSpec("Grid", ["dataTag": "${a.rows}"])]
        )
        let tree = try PreparedTemplate(makeTemplate(spec, type: "Screen", patch: 9)).makeTree(source: source())
        tree.update(data: [
            "buy": ["sku": 17],
            "a": [
                "rows": [
                    ["type": "Unknown"],
                    ["type": "Row", "open": "door", "inner": ["cells": [["type": "Cell", "act": "x", "x": 3]]]],
                ]
            ],
        ])
        return tree
    }

    @Test(arguments: NodeEvent.Kind.allCases)
    func anEventSaysWhatHappenedToWhom(_ kind: NodeEvent.Kind) throws {
        let tree = try tree()
        let event = tree.event(kind, on: try #require(tree.node(withID: 2)))
        #expect(event.kind == kind)
        #expect(event.nodeID == 2)
        #expect(event.templateType == "Screen")
        #expect(event.templateVersion.patch == 9)
        #expect(event.action == "buy")
        #expect(event.actionValue == ["sku": 17])
        #expect(event.actionParam == nil)
        #expect(event.dataPath == DataPath())
    }

    @Test func eventsOfItemsHaveTheirDataAndItsPath() throws {
        let tree = try tree()
        let row = tree.event(.click, on: try #require(tree.node(withID: 6)))
        #expect(row.dataPath.description == "a.rows[1]")
        #expect(row.actionValue == "door")
        #expect(row.templateType == "Row")
        let cell = tree.event(.longClick, on: try #require(tree.node(withID: 7)))
        #expect(cell.dataPath.description == "a.rows[1].inner.cells[0]")
        #expect((cell.action, cell.actionParam, cell.actionValue) == ("x", "p", 3))
    }

    @Test(arguments: [
        ("${a ?: ${b}}", "b[0]"), ("@{${on} ? ${b} : ${a}}", "b[0]"), ("${= on ? b : a}", "b[0]"), ("${= b}", "b[0]"),
        ("${= slice(b, 0, 9)}", "[0]"),
    ])
    func theEntriesOfAChosenListHaveItsPath(_ binding: String, _ path: String) throws {
        let screen = NodeSpec("FrameLayout", [:], [NodeSpec("Grid", ["dataTag": .text(binding)])])
        let tree = try PreparedTemplate(makeTemplate(screen)).makeTree(source: source())
        tree.update(data: ["on": 1, "b": [["type": "Row"]]])
        #expect(tree.event(.click, on: try #require(tree.node(withID: 6))).dataPath.description == path)
    }

    /// It is not in the data.
    @Test(arguments: ["${env.rows}", "${none ?: ${env.rows}}", "${= env.rows}", "@{${env.rows} ? ${env.rows} : ${b}}"])
    func aListOfTheEnvironmentHasNoPath(_ binding: String) throws {
        let screen = NodeSpec("FrameLayout", [:], [NodeSpec("Grid", ["dataTag": .text(binding)])])
        let outer = NodeSpec("FrameLayout", [:], [NodeSpec("Grid", ["dataTag": "${items}"])])
        let rows: JSONValue = [["type": "Row", "inner": ["cells": [["type": "Cell"]]]]]
        let environment = ScreenEnvironment(width: 375, values: ["rows": rows])
        let templates = try PreparedTemplates(["Row": Self.row, "Cell": Self.cell, "Screen": screen])
        for (spec, path) in [(screen, ""), (outer, "items[0]")] {
            let tree = try PreparedTemplate(makeTemplate(spec)).makeTree(environment: environment, source: templates)
            tree.update(data: ["items": [["type": "Screen"]]])
            let row = tree.event(.click, on: try #require(tree.node(withID: 6)))
            #expect(row.dataPath.description == path + "[0]")
            let cell = tree.event(.click, on: try #require(tree.node(withID: 7)))
            #expect(cell.dataPath.description == path + "[0].inner.cells[0]")
        }
    }

    @Test func aNodeWithoutAnActionHasNoValue() throws {
        let tree = try tree()
        let event = tree.event(.click, on: tree.root)
        #expect((event.action, event.actionValue) == (nil, nil))
    }

    @Test func flagsSayWhoTakesPart() throws {
        let tree = try tree()
        let text = try #require(tree.node(withID: 6))
        #expect(text.accepts(.click) && !text.accepts(.longClick) && !text.accepts(.exposure))
        let image = try #require(tree.node(withID: 7))
        #expect(image.accepts(.click) && image.accepts(.longClick))
        text.flag = .exposure
        #expect(text.accepts(.exposure) && !text.accepts(.click))
    }

    @Test func theHandlersProgramRuns() throws {
        let spec = NodeSpec(
            "NText",
            ["id": 4, "onClick": .program([1, 2, 3]), "onLongClick": .program([4]), "onSetData": .program([5])]
        )
        let tree = try makeTree(spec)
        #expect(tree.root.eventProgram(for: "onSetData")?.code == [5])
        #expect(tree.root.eventProgram(for: "onScroll") == nil)
        tree.send(.click, to: tree.root)
        let recorder = Recorder()
        tree.eventPrograms = recorder
        let event = tree.send(.click, to: tree.root)
        tree.send(.exposure, to: tree.root)
        tree.send(.longClick, to: tree.root)
        #expect(recorder.runs.map(\.0.handlerName) == ["onClick", "onLongClick"])
        #expect(recorder.runs.map(\.0.code) == [[1, 2, 3], [4]])
        #expect(recorder.runs.first?.2 == event)
        #expect((tree.root as? TextNode)?.text == "clicked")
    }

    @Test func pathsAreSpelledAsBindingsSpellThem() {
        let path = DataPath([.index(0), .key("a"), .key("b"), .index(2), .index(3), .key("c")])
        #expect(path.description == "[0].a.b[2][3].c")
        #expect(DataPath().description == "")
    }
}
