import Foundation
import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// Each line of the closed list in `Docs/Layout.md`: what the reference iOS runtime gives, and the sane result.
@Suite struct LayoutQuirkTests {
    struct Case: CustomStringConvertible, Sendable {
        let quirk: String
        let source: String
        var data: JSONValue?
        /// The node looked at.
        var id: Int32 = 9
        let onIOS: LayoutRect
        let sane: LayoutRect

        var description: String { quirk }
    }

    private static let cases: [Case] = [
        Case(
            quirk: "grid-rowcount",
            source: """
                <GridLayout colCount="3"><FrameLayout/><FrameLayout/><FrameLayout/>
                <FrameLayout id="9" layoutWidth="-1" layoutHeight="-1"/></GridLayout>
                """,
            onIOS: rect(0, 300, 100, 300),
            sane: rect(0, 150, 100, 150)
        ),
        Case(
            quirk: "grid-centre-offset",
            source: """
                <GridLayout colCount="2" itemHorizontalMargin="20">
                <FrameLayout id="9" layoutWidth="10" layoutHeight="10" layoutGravity="h_center"/>
                <FrameLayout/></GridLayout>
                """,
            onIOS: rect(75, 0, 10, 10),
            sane: rect(65, 0, 10, 10)
        ),
        Case(
            quirk: "grid-itemheight-lost",
            source: """
                <FrameLayout><GridLayout id="9" colCount="2" itemHeight="90" layoutWidth="-2" layoutHeight="-2">
                <FrameLayout layoutWidth="40" layoutHeight="30"/><FrameLayout layoutWidth="50" layoutHeight="20"/>
                </GridLayout></FrameLayout>
                """,
            onIOS: rect(0, 0, 100, 30),
            sane: rect(0, 0, 100, 90)
        ),
        Case(
            quirk: "zero-fixed-side-becomes-max",
            source: """
                <FrameLayout><FrameLayout id="9" layoutHeight="-2">
                <FrameLayout layoutWidth="40" layoutHeight="30"/></FrameLayout></FrameLayout>
                """,
            onIOS: rect(0, 0, 300, 30),
            sane: rect(0, 0, 0, 30)
        ),
        Case(
            quirk: "ratio-wrap-is-match",
            source: """
                <FrameLayout><RatioLayout id="9" layoutWidth="-2" layoutHeight="-2">
                <FrameLayout layoutWidth="40" layoutHeight="30"/>
                <FrameLayout layoutWidth="20" layoutHeight="10" layoutRatio="1"/></RatioLayout></FrameLayout>
                """,
            onIOS: rect(0, 0, 300, 300),
            sane: rect(0, 0, 60, 30)
        ),
        Case(
            quirk: "wrap-sum-includes-match-parent",
            source: """
                <FrameLayout><VHLayout id="9" orientation="V" layoutWidth="-2" layoutHeight="-2">
                <FrameLayout layoutWidth="40" layoutHeight="50"/>
                <FrameLayout layoutWidth="30" layoutHeight="-1"/></VHLayout></FrameLayout>
                """,
            onIOS: rect(0, 0, 40, 350),
            sane: rect(0, 0, 40, 50)
        ),
        Case(
            quirk: "ratio-padding-shift",
            source: """
                <RatioLayout><FrameLayout id="9" layoutWidth="40" layoutHeight="50" paddingTop="10"
                layoutGravity="bottom"/></RatioLayout>
                """,
            onIOS: rect(0, 260, 40, 50),
            sane: rect(0, 250, 40, 50)
        ),
        Case(
            quirk: "shorthands-ignored",
            source: """
                <FrameLayout padding="8" paddingTop="3"><FrameLayout id="9" layoutWidth="-1" layoutHeight="-1"
                layoutMargin="5" layoutMarginRight="1"/></FrameLayout>
                """,
            onIOS: rect(0, 3, 299, 297),
            sane: rect(13, 8, 278, 279)
        ),
        Case(
            quirk: "bounds-ignored",
            source: """
                <VHLayout><FrameLayout layoutWidth="250" layoutHeight="40" flexShrink="1" maxWidth="240"/>
                <FrameLayout id="9" layoutWidth="100" layoutHeight="50" minWidth="120" maxHeight="30"/></VHLayout>
                """,
            onIOS: rect(250, 0, 100, 50),
            sane: rect(180, 0, 120, 30)
        ),
        Case(
            quirk: "never-mirrors",
            source: """
                <FrameLayout><VHLayout layoutWidth="200" layoutHeight="50" paddingLeft="4" direction="rtl">
                <FrameLayout id="9" layoutWidth="40" layoutHeight="50"/></VHLayout></FrameLayout>
                """,
            onIOS: rect(4, 0, 40, 50),
            sane: rect(156, 0, 40, 50)
        ),
        Case(
            quirk: "plain-unknown-components",
            source: """
                <FlexLayout justifyContent="flex-end"><FrameLayout id="9" layoutWidth="40" layoutHeight="50"/></FlexLayout>
                """,
            onIOS: .zero,
            sane: rect(260, 0, 40, 50)
        ),
        Case(
            quirk: "maxLines-caps-lines",
            source: """
                <FrameLayout><FrameLayout layoutWidth="60" layoutHeight="-1"><NText id="9" text="abcdefghijklmnopqrstuvwxyz"
                textSize="10" lines="3" maxLines="2" layoutWidth="-2" layoutHeight="-2"/></FrameLayout></FrameLayout>
                """,
            onIOS: rect(0, 0, 60, 24),
            sane: rect(0, 0, 60, 36)
        ),
        Case(
            quirk: "vh-full-size-children",
            source: """
                <VHLayout><FrameLayout layoutWidth="40"/><FrameLayout id="9" layoutWidth="-1" layoutHeight="-1"/></VHLayout>
                """,
            onIOS: rect(40, 0, 300, 300),
            sane: rect(40, 0, 300, 300)
        ),
        Case(
            quirk: "iif-truth",
            source: """
                <VHLayout><FrameLayout layoutWidth="@{${a} ? 10 : 20}" layoutHeight="5"/>
                <FrameLayout id="9" layoutWidth="7" layoutHeight="5"/></VHLayout>
                """,
            data: ["a": ""],
            onIOS: rect(10, 0, 7, 5),
            sane: rect(20, 0, 7, 5)
        ),
        Case(
            quirk: "path-fall-through",
            source: #"<VHLayout><FrameLayout id="9" layoutWidth="${a.missing.w}" layoutHeight="5"/></VHLayout>"#,
            data: ["a": ["w": 30]],
            onIOS: rect(0, 0, 30, 5),
            sane: rect(0, 0, 0, 5)
        ),
        Case(
            quirk: "coercion",
            source: #"<VHLayout><FrameLayout id="9" layoutWidth="${w}" layoutHeight="5"/></VHLayout>"#,
            data: ["w": "100rp"],
            onIOS: rect(0, 0, 100, 5),
            sane: rect(0, 0, 50, 5)
        ),
        Case(
            quirk: "binding-grammar",
            source: """
                <VHLayout><NText id="9" text="${a} and ${b}" textSize="10" layoutWidth="-2" layoutHeight="-2"/></VHLayout>
                """,
            data: ["a": "10", "b": "5"],
            onIOS: rect(0, 0, 0, 0),
            sane: rect(0, 0, 48, 12)
        ),
    ]

    private static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> LayoutRect {
        LayoutRect(x: x, y: y, width: width, height: height)
    }

    @Test(arguments: cases) func hasBothResults(_ example: Case) throws {
        for (client, expected) in [(Client.iOS, example.onIOS), (.swift, example.sane)] {
            let container = try LayoutSource.container(example.source, client: client, data: example.data)
            container.layout(in: LayoutSize(width: 300, height: 300))
            let frame = container.frame(id: example.id)
            #expect(frame.isNear(expected), "\(client.name): \(frame) is not \(expected)")
        }
    }

    /// The lines whose results are not a frame, with the tests that state them.
    private static let others = [
        "line-mid-full-thickness": "lineMidFullThickness", "dataTag-order": "dataTagOrder",
        "page-turns-back": "pageTurnsBack",
        "exclusive-text-styles": "exclusiveTextStyles",
    ]

    @Test func coversEveryLineOfTheList() throws {
        let covered = Set(Self.cases.map(\.quirk)).union(Self.others.keys)
        #expect(Set(Quirks.named.map(\.name)) == covered)
        #expect(Set(try Self.listedNames()) == covered)
        #expect(Set(Client.iOS.quirks.names) == covered)
        #expect(Client.swift.quirks.names == ["vh-full-size-children"])
        let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        for test in Self.others.values { #expect(source.contains("    @Test func \(test)() throws {")) }
    }

    @Test func onlyTheRowThatFillsIsTheSameInBothModes() {
        #expect(Self.cases.filter { $0.onIOS == $0.sane }.map(\.quirk) == ["vh-full-size-children"])
    }

    /// The names in the first column of the page's list.
    private static func listedNames() throws -> [String] {
        let url = Fixtures.packageRoot.appendingPathComponent("Docs/Layout.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let section = try #require(page.components(separatedBy: "## What differs from").last)
        let rows = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n").filter {
            $0.hasPrefix("| `")
        }
        return rows.flatMap { row in
            row.components(separatedBy: "|")[1].components(separatedBy: "`").enumerated()
                .filter { $0.offset % 2 == 1 }.map(\.element)
        }
    }

    @Test func lineMidFullThickness() throws {
        let source = """
            <FrameLayout><NLine layoutWidth="100" layoutHeight="20" paintWidth="4" color="#FF0000" gravity="v_center"/>
            </FrameLayout>
            """
        for (client, middle) in [(Client.iOS, 8.0), (.swift, 10.0)] {
            let container = try LayoutSource.container(source, client: client)
            container.layout(in: LayoutSize(width: 100, height: 100))
            let lines = container.displayList().items.compactMap { item -> DisplayList.Line? in
                if case .line(let line) = item.content { line } else { nil }
            }
            #expect(lines.map(\.start.y) == [middle], "\(client.name)")
            #expect(lines.map(\.width) == [4])
        }
    }

    @Test func exclusiveTextStyles() throws {
        for (client, isBoth) in [(Client.iOS, false), (.swift, true)] {
            for style in ["bold|italic", "underline|strike"] {
                let source = #"<NText text="a" textSize="10" textStyle="\#(style)"/>"#
                let container = try LayoutSource.container(source, client: client)
                container.layout(in: LayoutSize(width: 100, height: 100))
                let texts = container.displayList().items.compactMap { item -> DisplayList.Text? in
                    if case .text(let text) = item.content { text } else { nil }
                }
                let text = try #require(texts.first)
                #expect(text.font.isBold == (style == "bold|italic") && text.isUnderlined != text.font.isBold)
                #expect((text.font.isItalic || text.isStruckThrough) == isBoth, "\(client.name) \(style)")
            }
        }
    }

    @Test func dataTagOrder() throws {
        let first: JSONValue = ["items": [["type": "ItBox"], ["type": "ItFill"]]]
        let second: JSONValue = ["items": [["type": "ItFill"], ["type": "ItBox"]]]
        for (client, types) in [(Client.iOS, ["ItBox", "ItFill"]), (.swift, ["ItFill", "ItBox"])] {
            let templates = try FixtureTemplates(names: ["ItBox", "ItFill"], client: client)
            let tree = try FixtureTemplates.prepare("UpGridReorder", client).makeTree(source: templates)
            let container = Container(tree)
            container.update(data: first)
            container.update(data: second)
            container.layout(in: LayoutSize(width: 300, height: 300))
            let grid = try #require(tree.nodes.first { $0 is GridNode })
            #expect(grid.children.map(\.templateType) == types, "\(client.name)")
        }
    }

    @Test func pageTurnsBack() throws {
        for (client, place) in [(Client.iOS, 1.0), (.swift, 2.0)] {
            let templates = try FixtureTemplates(names: ["ItFill"], client: client)
            let tree = try FixtureTemplates.prepare("CtPageH", client).makeTree(source: templates)
            let container = Container(tree)
            container.update(data: ["items": [["type": "ItFill"], ["type": "ItFill"], ["type": "ItFill"]]])
            container.layout(in: LayoutSize(width: 300, height: 300))
            let page = try #require(tree.nodes.first { $0 is PageNode } as? PageNode)
            container.turn(page, to: 1)
            #expect(page.scrollOffset.x == 2 * page.frame.size.width)
            container.layout(in: LayoutSize(width: 300, height: 299))
            #expect(page.scrollOffset.x == place * page.frame.size.width, "\(client.name)")
        }
    }

    @Test func aPageOfAnEmptyArrayIsEmpty() throws {
        for client in [Client.iOS, .swift] {
            let templates = try FixtureTemplates(names: ["ItFill"], client: client)
            let tree = try FixtureTemplates.prepare("CtPageH", client).makeTree(source: templates)
            let container = Container(tree)
            container.update(data: ["items": []])
            container.layout(in: LayoutSize(width: 300, height: 300))
            let page = try #require(tree.nodes.first { $0 is PageNode } as? PageNode)
            #expect(page.children.isEmpty)
            #expect(page.scrollOffset == .zero)
            #expect(container.hitTest(LayoutPoint(x: 30, y: 50)) == nil)
        }
    }
}

extension NodeSequence {
    fileprivate func first(where matches: (Node) -> Bool) -> Node? {
        for node in self where matches(node) { return node }
        return nil
    }
}
