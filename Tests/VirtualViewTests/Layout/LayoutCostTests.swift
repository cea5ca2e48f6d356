import Foundation
import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@Suite struct LayoutCostTests {
    private func nested(_ levels: Int, _ attributes: (Int) -> String, name: String = "FrameLayout") -> String {
        var text = ""
        for level in 0..<levels { text += "<\(name) \(attributes(level))>" }
        text += #"<NText text="abc" textSize="10" layoutWidth="-2" layoutHeight="-2"/>"#
        return text + String(repeating: "</\(name)>", count: levels)
    }

    @Test(arguments: [
        #"layoutWidth="-2" layoutHeight="-1" paddingLeft="1""#, #"layoutWidth="-1" layoutHeight="-2" paddingTop="0.1""#,
        #"layoutWidth="-2" layoutHeight="-2""#,
    ])
    func costsALittleForEachOfManyNestedNodes(_ attributes: String) throws {
        for name in ["FrameLayout", "VHLayout", "RatioLayout", "VH2Layout", "GridLayout"] {
            let container = try LayoutSource.container(nested(200, { _ in attributes }, name: name))
            container.layout(in: LayoutSize(width: 400, height: 400))
            #expect(container.measureCount <= 200 * 6, "\(name) \(attributes): \(container.measureCount)")
        }
    }

    @Test func costsALittleWhenWrapAndMatchTakeTurns() throws {
        let container = try LayoutSource.container(
            nested(200) { level in
                level.isMultiple(of: 2)
                    ? #"layoutWidth="-2" layoutHeight="-1""# : #"layoutWidth="-1" layoutHeight="-2""#
            }
        )
        container.layout(in: LayoutSize(width: 400, height: 400))
        #expect(container.measureCount <= 200 * 6, "\(container.measureCount)")
    }

    @Test func costsALittleWhereRowsInRowsGiveWay() throws {
        for name in ["VHLayout", "VH2Layout", "RatioLayout"] {
            let container = try LayoutSource.container(
                nested(
                    100,
                    { level in
                        let orientation = level.isMultiple(of: 3) ? "V" : "H"
                        return
                            #"orientation="\#(orientation)" layoutWidth="-2" layoutHeight="-2" paddingLeft="1" flexShrink="1""#
                    },
                    name: name
                )
            )
            container.layout(in: LayoutSize(width: 60, height: 60))
            #expect(container.measureCount <= 100 * 16, "\(name): \(container.measureCount)")
        }
    }

    /// Flex layouts that wrap each other ask their children in many rooms; the ways of the levels are random ones.
    @Test func nestedFlexLayoutsDoNotAskForAllBelowThemAgain() throws {
        let ways = """
            rnsg- cwsg- cwc-pt rwsgp rns--t cns-pt cnc--t rwsg- cncgpt rncg-t rncg-t rnsgp cncg-t rncgpt \
            cws-pt cwc-pt cwc--t cwcgpt rnsgp rncgp rwcgp rws--t rnsgpt cns-- rncgp rwc-p cnc-- cwcg-t \
            cws-p cwc-- cws-pt rws-pt rwsgpt rncg- rncg-t rwsgp cws-p cwc-pt cwsgpt rnc-pt
            """
        var source = ""
        for way in ways.split(separator: " ") {
            source += #"<FlexLayout layoutWidth="-2" layoutHeight="-2""#
            source += way.hasPrefix("c") ? #" flexDirection="column""# : #" flexDirection="row""#
            source += way.contains("w") ? #" flexWrap="wrap""# : #" flexWrap="nowrap""#
            source += way.contains("s") ? #" alignItems="stretch""# : #" alignItems="center""#
            if way.contains("g") { source += #" flexGrow="1""# }
            if way.contains("p") { source += #" paddingLeft="1""# }
            source += way.contains("t") ? #"><NText text="ab" layoutWidth="-2" layoutHeight="-2"/>"# : ">"
        }
        source += #"<NText text="abc def" layoutWidth="-2" layoutHeight="-2"/>"#
        source += String(repeating: "</FlexLayout>", count: 40)
        for client in [Client.swift, .iOS] {
            let container = try LayoutSource.container(source, client: client)
            container.layout(in: LayoutSize(width: 300, height: 300))
            #expect(container.measureCount <= 40 * 40 * 8, "\(container.measureCount)")
        }
    }

    @Test func aChangedLeafIsMeasuredOnItsPathAlone() throws {
        let row = #"<VHLayout layoutWidth="-1" layoutHeight="20">"# + String(repeating: "<NText/>", count: 9)
        let source =
            #"<VHLayout orientation="V">"# + String(repeating: row + "</VHLayout>", count: 20) + row
            + #"<NText id="7" text="${t}" layoutWidth="-2" layoutHeight="-2"/></VHLayout></VHLayout>"#
        let container = try LayoutSource.container(source, data: ["t": "a"])
        let size = LayoutSize(width: 400, height: 400)
        container.layout(in: size)
        let before = container.measureCount
        container.update(data: ["t": "bcd"])
        container.layout(in: size)
        #expect(container.measureCount - before <= 3)
        #expect(container.frame(id: 7).size.width == 31)
        container.layout(in: size)
        #expect(container.measureCount - before <= 3)
    }

    @Test func anUnchangedTreeIsNotMeasuredAgain() throws {
        let container = try LayoutSource.container(nested(20) { _ in #"layoutWidth="-2" layoutHeight="-2""# })
        container.layout(in: LayoutSize(width: 400, height: 400))
        let before = container.measureCount
        container.layout(in: LayoutSize(width: 400, height: 400))
        container.update(data: nil)
        container.layout(in: LayoutSize(width: 400, height: 400))
        #expect(container.measureCount == before)
    }

    @Test func aSizingBetweenDoesNotHideChanges() throws {
        let source = #"<FrameLayout><FrameLayout id="2" layoutWidth="${w}" layoutHeight="5"/></FrameLayout>"#
        let container = try LayoutSource.container(source, data: ["w": 5])
        container.layout(in: LayoutSize(width: 400, height: 400))
        container.update(data: ["w": 7])
        _ = container.sizeThatFits(width: 400)
        #expect(container.needsLayout)
        container.layout(in: LayoutSize(width: 400, height: 400))
        #expect(container.frame(id: 2).size.width == 7)
        #expect(!container.needsLayout)
    }

    @Test func largerTextsOfTheEnvironmentAreMeasuredAgain() throws {
        let source =
            #"<FrameLayout><NText id="2" text="ab" textSize="10" layoutWidth="-2" layoutHeight="-2"/></FrameLayout>"#
        let container = try LayoutSource.container(source)
        container.layout(in: LayoutSize(width: 400, height: 400))
        #expect(container.frame(id: 2).size == LayoutSize(width: 12, height: 12))
        container.tree.environment.textScale = 2
        container.layout(in: LayoutSize(width: 400, height: 400))
        #expect(container.frame(id: 2).size == LayoutSize(width: 24, height: 24))
    }

    @Test func deepTreesFitOnSmallStacks() throws {
        // The text is the last level that a tree may have.
        let levels = NodeTree.Limits().maximumDepth - 1
        for attributes in [
            #"layoutWidth="-2" layoutHeight="-2""#, #"layoutWidth="-1" layoutHeight="-1""#,
            #"layoutWidth="-2" layoutHeight="-2" flexShrink="1""#,
        ] {
            for name in ["FrameLayout", "VHLayout", "GridLayout", "RatioLayout", "VH2Layout", "FlexLayout"] {
                let bytes = try LayoutSource.bytes(nested(levels, { _ in attributes }, name: name))
                let result = try LayoutSource.onSmallStack(bytes)
                #expect(result > 0, "\(name) \(attributes)")
            }
        }
    }

    @Test func wideTreesAreLaidOut() throws {
        let children = String(repeating: #"<FrameLayout layoutWidth="1" layoutHeight="1"/>"#, count: 2_000)
        for name in ["VHLayout", "FlexLayout", "GridLayout"] {
            let container = try LayoutSource.container("<\(name) id=\"1\">\(children)</\(name)>")
            container.layout(in: LayoutSize(width: 400, height: 400))
            #expect(container.tree.root.children.count == 2_000)
            #expect(container.measureCount <= 6_000)
        }
    }
}

/// A component that changes its size whenever it gets another frame.
private final class RestlessNode: Node {
    var turnsLeft = Int.max

    override func frameDidChange() {
        guard turnsLeft > 0 else { return }
        turnsLeft -= 1
        layoutWidth += 1
    }
}

/// A component that measures itself.
private final class SquareNode: Node {
    override func measureContent(in room: LayoutSize) -> LayoutSize? {
        LayoutSize(width: min(room.width, 30), height: 20)
    }
}

/// A component that counts how often it gets another frame.
private final class MovingNode: Node {
    private(set) var moves = 0

    override func frameDidChange() { moves += 1 }
}

/// A component that tells when it gets another frame.
private final class TellingNode: Node {
    var tell: () -> Void = {}

    override func frameDidChange() { tell() }
}

@Suite struct OwnComponentLayoutTests {
    @Test func anEnvironmentThatChangesMeanwhileCountsForTheSameLayout() throws {
        var registry = NodeRegistry.standard
        try registry.register(TellingNode.self, for: ComponentSchema(id: 1_100, name: "Own", family: .leaf))
        let text = NodeSpec("NText", ["id": 2, "text": "ab", "textSize": 10, "layoutWidth": -2, "layoutHeight": -2])
        var builder = TemplateBuilder(type: "Test")
        try builder.add(NodeSpec("VHLayout", [:], [text, NodeSpec(component: 1_100, ["id": 4, "layoutWidth": 5])]))
        let template = try PreparedTemplate(Template(decoding: builder.encoded()), registry: registry)
        let container = Container(template.makeTree(), textMeasuring: FixedTextMetrics())
        let node = try #require(container.tree.node(withID: 4) as? TellingNode)
        node.tell = { container.environment.textScale = 2 }
        container.layout(in: LayoutSize(width: 400, height: 400))
        #expect(container.frame(id: 2).size == LayoutSize(width: 24, height: 24))
    }

    private func container(_ nodeClass: Node.Type, _ child: NodeSpec) throws -> Container {
        var registry = NodeRegistry.standard
        let component = ComponentSchema(id: 1_100, name: "Own", family: .leaf)
        if nodeClass is RestlessNode.Type {
            try registry.register(RestlessNode.self, for: component)
        } else {
            try registry.register(SquareNode.self, for: component)
        }
        var builder = TemplateBuilder(type: "Test")
        try builder.add(NodeSpec("VHLayout", [:], [NodeSpec("NText"), child]))
        let template = try PreparedTemplate(Template(decoding: builder.encoded()), registry: registry)
        return Container(template.makeTree(), textMeasuring: FixedTextMetrics())
    }

    @Test func aFeedbackLoopEndsAndIsReportedWithItsPath() throws {
        let container = try container(RestlessNode.self, NodeSpec(component: 1_100, ["id": 4, "layoutWidth": 5]))
        var heard: [LayoutIssue] = []
        container.onLayoutIssue = { heard.append($0) }
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.layoutIssues.map(\.code) == [.feedbackLoop])
        #expect(heard.map { "\($0)" } == heard.map { "Test 1.0.1, \($0.nodePath): \($0.message)" })
        #expect(container.layoutIssues.map(\.nodePath) == ["VHLayout/Own#4[1]"])
        #expect(heard == container.layoutIssues)
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.layoutIssues.count == 1)
    }

    @Test func aCallbackThatSettlesIsShownAtOnce() throws {
        let container = try container(RestlessNode.self, NodeSpec(component: 1_100, ["id": 4, "layoutWidth": 5]))
        (container.tree.node(withID: 4) as? RestlessNode)?.turnsLeft = 3
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.layoutIssues.isEmpty)
        #expect(container.frame(id: 4).size.width == 8)
    }

    /// It is measured again, but stays where it is, behind its margin.
    @Test(arguments: ["V", "H"])
    func anItemThatStaysInItsPlaceIsNotToldOfAnotherFrame(_ orientation: String) throws {
        var registry = NodeRegistry.standard
        try registry.register(MovingNode.self, for: ComponentSchema(id: 1_100, name: "Own", family: .leaf))
        var builder = TemplateBuilder(type: "Item")
        let sides: KeyValuePairs<String, NodeSpec.Value> = [
            "layoutWidth": 50, "layoutHeight": 40, "layoutMarginLeft": 7, "layoutMarginTop": 7,
        ]
        try builder.add(NodeSpec(component: 1_100, sides))
        let item = try PreparedTemplate(Template(decoding: builder.encoded()), registry: registry)
        let list = try LayoutSource.prepare(
            "<Scroller dataTag=\"${items}\" orientation=\"\(orientation)\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        )
        let container = Container(list.makeTree(source: PreparedTemplates(["Item": item])))
        container.update(data: ["items": [["type": "Item"], ["type": "Item"]]])
        container.layout(in: LayoutSize(width: 300, height: 200))
        let scroller = try #require(container.tree.root as? ScrollerNode)
        let node = try #require(scroller.item(forEntry: 1)?.root as? MovingNode)
        let (frame, moves) = (node.frame, node.moves)
        node.paddingTop = 3
        #expect(container.needsLayout)
        container.layout(in: LayoutSize(width: 300, height: 200))
        #expect(node.frame == frame)
        #expect(node.moves == moves)
    }

    @Test func measuresItself() throws {
        let spec = NodeSpec(component: 1_100, ["id": 4, "layoutWidth": -2, "layoutHeight": -2, "paddingTop": 3])
        let container = try container(SquareNode.self, spec)
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.frame(id: 4).size == LayoutSize(width: 30, height: 23))
        container.layout(in: LayoutSize(width: 12, height: 100))
        #expect(container.frame(id: 4).size == LayoutSize(width: 12, height: 23))
    }
}
