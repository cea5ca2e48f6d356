import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Whatever programs write to whatever properties: layout and drawing bear it, and doing only what is needed gives what
/// doing everything gives.
@Suite struct EventWriteTests {
    private static let seed = RandomTests.seed

    /// Values of which each property takes one.
    private static let ordinary: [JSONValue] = [.null, 0, 1, 2, 0.5, "x"]
    private static let extreme: [JSONValue] = [
        true, .int(Int64(Int32.min)), -2, -1, 7, .int(Int64(Int32.max)), .int(.max), -0.5, 1e-40, 1e9, 3.4e38,
        -3.4e38, 1e300, "", "50%", "match_parent", "1,0", "e\u{301}\n\u{200F}\u{1F468}\u{200D}", [1], ["a": 1],
    ]

    private static let components = [
        "NText", "VText", "NImage", "VImage", "NLine", "VLine", "FrameLayout", "VHLayout", "NVHLayout", "VH2Layout",
        "RatioLayout", "GridLayout", "FlexLayout", "TotalContainer", "Grid", "Page", "Scroller", "Slider", "VH",
        "Progress", "VGraph", "VirtualContainer",
    ]

    /// Every property that a program may write on some component.
    private static let writable: [String] = {
        var names: Set<String> = []
        for name in components {
            guard let component = LanguageSchema.standard.component(named: name) else { continue }
            for property in LanguageSchema.standard.properties(of: component.id)
            where property.eventAccess == .readWrite {
                names.insert(property.name)
            }
        }
        return names.sorted()
    }()

    private static func spec(_ programs: [NodeSpec]) -> NodeSpec {
        let inner = [
            NodeSpec(
                "NText",
                ["text": "some words that go on and on", "layoutWidth": .float(-2), "layoutHeight": .float(-2)]
            ),
            NodeSpec("NImage", ["src": "a.png", "layoutWidth": .float(20), "layoutHeight": .float(20)]),
        ]
        let nodes = components.map { name in
            let isItemContainer = ["Grid", "Page", "Scroller", "Slider", "VH", "VirtualContainer"].contains(name)
            let isLeaf = name.hasSuffix("Text") || name.hasSuffix("Image") || name.hasSuffix("Line")
            return NodeSpec(
                name,
                isItemContainer
                    ? [
                        "dataTag": "${items}", "itemWidth": .float(30), "itemHeight": .float(30),
                        "layoutWidth": .float(80),
                    ]
                    : ["text": "Tea for two", "layoutWidth": .float(-2), "layoutHeight": .float(-2)],
                isItemContainer || isLeaf || name == "Progress" || name == "VGraph" ? [] : inner
            )
        }
        return NodeSpec("FrameLayout", [:], [NodeSpec("VHLayout", [:], nodes)] + programs)
    }

    private func container(_ programs: [NodeSpec], laysOutEverything: Bool = false) throws -> Container {
        let source = try PreparedTemplates(["Row": NodeSpec("NText", ["text": "${t}", "layoutWidth": .float(-2)])])
        let container = Container(try makeTree(Self.spec(programs), source: source))
        container.laysOutEverything = laysOutEverything
        // Which items are live depends on how often a list was looked after.
        container.listWindow = nil
        return container
    }

    private func data(_ value: JSONValue) -> JSONValue {
        [
            "v": value,
            "items": [["type": "Row", "t": "one"], ["type": "Row", "t": "two"], ["type": "Row", "t": "three"]],
        ]
    }

    /// Programs that write a value of the data to a property of the nodes of each level.
    private static func programs(_ property: String) -> [NodeSpec] {
        ["children", "children.children", "children.children.children"].map { way in
            NodeSpec("FrameLayout", ["onClick": .handler("this.parent.\(way).\(property) = data.v")])
        }
    }

    @Test(arguments: writable)
    func anyValueIsBorneByAnyProperty(_ property: String) throws {
        let programs = Self.programs(property)
        let part = try container(programs)
        let whole = try container(programs, laysOutEverything: true)
        let room = LayoutSize(width: 200, height: 300)
        var seen: Set<[NodeValue?]> = []
        var random = SeededGenerator(seed: Self.seed &+ UInt64(property.utf8.count))
        for value in Self.ordinary + Self.extreme.shuffled(using: &random).prefix(RandomTests.count(1)) {
            for container in [part, whole] {
                container.update(data: data(value))
                for program in container.tree.root.children.dropFirst() { container.send(.click, to: program) }
                container.layout(in: room)
            }
            seen.insert(part.tree.nodes.map { $0.property(named: property) })
            let text = "seed \(Self.seed): \(property) = \(value.json)"
            let frames = (part.tree.nodes.map(\.frame), whole.tree.nodes.map(\.frame))
            #expect(frames.0 == frames.1, "\(text)")
            #expect(part.displayList() == whole.displayList(), "\(text)")
        }
        // Programs did write something.
        #expect(seen.count > 1)
    }
}
