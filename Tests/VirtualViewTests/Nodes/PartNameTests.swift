import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Nodes and frames by the names that sources give them.
@Suite struct PartNameTests {
    private static let card = """
        <FrameLayout layoutWidth="100" layoutHeight="100"><NText name="title" layoutMarginTop="10" layoutWidth="50"
        layoutHeight="20"/><NText name="${n}" layoutWidth="5" layoutHeight="5"/>
        <NText name="title" layoutWidth="1" layoutHeight="1"/><NText name="away" visibility="gone" layoutWidth="9"
        layoutHeight="9"/></FrameLayout>
        """

    @Test func propertyNamesAreFoundTheFirstFirst() throws {
        let container = try LayoutSource.container(Self.card, data: ["n": "bound"])
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.tree.node(named: "title") === container.tree.root.children[0])
        #expect(container.frame(ofPartNamed: "title") == LayoutRect(x: 0, y: 10, width: 50, height: 20))
        #expect(container.tree.node(named: "bound") === container.tree.root.children[1])
        #expect(container.frame(ofPartNamed: "away") == .zero)
        #expect(container.tree.node(named: "none") == nil && container.frame(ofPartNamed: "none") == nil)
        #expect(container.tree.node(named: "") == nil && container.tree.node(named: "${n}") == nil)
        container.tree.root.children[0].name = "other"
        #expect(container.tree.node(named: "title") === container.tree.root.children[2])
    }

    @Test func twoEncodingsOfALetterAreTwoNames() throws {
        let texts = ["e\u{301}", "\u{E9}"].map { "<NText name=\"\($0)\" layoutWidth=\"5\" layoutHeight=\"5\"/>" }
        let source = "<FrameLayout layoutWidth=\"9\" layoutHeight=\"9\">\(texts.joined())</FrameLayout>"
        let tree = try LayoutSource.container(source).tree
        #expect(tree.node(named: "\u{E9}") === tree.root.children[1])
    }

    private static let parts =
        "{ ht(padding:4) [icon (width:20, height:10)] [(text:Hello)] [button { vc [icon (text:x)] }] }"

    private func tree(_ options: TemplateCompiler.Options) throws -> NodeTree {
        let file = SourceFile(path: "Row.asv", text: Self.parts)
        let compiled = TemplateCompiler(options: options).compile(file)
        let bytes = try #require(compiled.bytes, "\(compiled.diagnostics.ordered)")
        return try PreparedTemplate(Template(decoding: bytes)).makeTree()
    }

    @Test func partsOfAnAssembleAreFoundIfTheFileHasTheirNames() throws {
        let tree = try tree(.init(embedsPartNames: true))
        let icon = try #require(tree.node(named: "icon"))
        #expect(icon.id == 1 && icon === tree.node(withID: 1))
        #expect(tree.node(named: "button")?.id == 2)
        #expect(tree.node(named: "other") == nil)
        #expect(try self.tree(.init()).node(named: "icon") == nil)
    }

    @Test func namesOfItemsAreThoseOfTheirOwnTrees() throws {
        let item = try LayoutSource.prepare(#"<NText name="label" text="${t}" layoutWidth="9" layoutHeight="9"/>"#)
        let list = #"<VH name="list" dataTag="${items}" itemHeight="9" layoutWidth="-1" layoutHeight="-1"/>"#
        let tree = try LayoutSource.prepare(list).makeTree(source: PreparedTemplates(["item": item]))
        let entries: [JSONValue] = [["type": "item", "t": "a"], ["type": "item", "t": "b"]]
        tree.update(data: ["items": .array(BindingArray(entries))])
        #expect(tree.node(named: "list") === tree.root && tree.node(named: "label") == nil)
        let label = try #require(tree.root.children.last)
        #expect(label.tree?.node(named: "label") === label)
    }
}
