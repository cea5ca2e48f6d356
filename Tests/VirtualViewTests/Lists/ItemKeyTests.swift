import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// With `itemKey`, what a user and programs did to an item stays with its entry in every container.
@Suite struct ItemKeyTests {
    private static let size = LayoutSize(width: 300, height: 400)
    private static let containers = ["Page", "Grid", "VH", "Scroller", "Slider"]
    private static let list = #"<Scroller dataTag="${rows}" itemKey="k" layoutWidth="70" layoutHeight="100"/>"#
    private static let row = #"<FrameLayout id="1" layoutWidth="-1" layoutHeight="40"/>"#

    private static func container(_ name: String, _ attributes: String) throws -> (Container, ItemContainerNode) {
        let xml = #"<\#(name) dataTag="${lists}" layoutWidth="-1" layoutHeight="-1" \#(attributes)/>"#
        let source = PreparedTemplates(["list": try LayoutSource.prepare(list), "row": try LayoutSource.prepare(row)])
        let container = Container(
            try LayoutSource.prepare(xml).makeTree(source: source),
            textMeasuring: FixedTextMetrics()
        )
        return (container, try #require(container.tree.root as? ItemContainerNode))
    }

    /// Lists of rows, each with its key.
    private static func data(_ keys: String, rowCount: Int64) -> JSONValue {
        let rows: [JSONValue] = (0..<rowCount).map { ["type": "row", "k": .int($0)] }
        let lists: [JSONValue] = keys.map { key in
            ["type": "list", "k": .string(String(key)), "rows": .array(BindingArray(rows))]
        }
        return ["lists": .array(BindingArray(lists))]
    }

    private static func show(_ data: JSONValue, in container: Container) {
        container.update(data: data)
        container.layout(in: size)
    }

    private static func innerList(_ index: Int, of list: ItemContainerNode) throws -> ScrollerNode {
        try #require(list.item(forEntry: index)?.root as? ScrollerNode)
    }

    @Test(arguments: containers, [0, 1, 2]) func aListInAnItemKeepsItsStateInNewData(_ name: String, _ index: Int)
        throws
    {
        let (container, list) = try Self.container(name, #"itemKey="k""#)
        Self.show(Self.data("abc", rowCount: 20), in: container)
        if let page = list as? PageNode { container.turn(page, to: index) }
        let inner = try Self.innerList(index, of: list)
        let row = try #require(inner.item(forEntry: 0)?.root)
        row.alpha = 0.5
        container.scroll(inner, to: LayoutPoint(x: 0, y: 20))
        Self.show(Self.data("dabc", rowCount: 21), in: container)
        let moved = try Self.innerList(index + 1, of: list)
        #expect(moved === inner)
        #expect(moved.entryCount == 21 && moved.scrollOffset.y == 20)
        #expect(moved.item(forEntry: 0)?.root.alpha == 0.5)
        #expect(try Self.innerList(0, of: list).scrollOffset == .zero)
        #expect((0..<4).map { list.item(forEntry: $0)?.data?["k"]?.text } == ["d", "a", "b", "c"])
    }

    @Test(arguments: containers) func withoutAKeyNewDataRemovesTheStateOfAListInAnItem(_ name: String) throws {
        let (container, list) = try Self.container(name, "")
        Self.show(Self.data("abc", rowCount: 20), in: container)
        container.scroll(try Self.innerList(0, of: list), to: LayoutPoint(x: 0, y: 20))
        Self.show(Self.data("abc", rowCount: 21), in: container)
        #expect(try Self.innerList(0, of: list).scrollOffset == .zero)
    }

    @Test(arguments: containers, [true, false])
    func ofEqualKeysTheFirstEntryKeepsItsItem(_ name: String, _ hasWindow: Bool) throws {
        let (container, list) = try Self.container(name, #"itemKey="k""#)
        if !hasWindow { container.listWindow = nil }
        Self.show(Self.data("aab", rowCount: 1), in: container)
        let items = try (0..<3).map { try #require(list.item(forEntry: $0)) }
        for (item, alpha) in zip(items, [0.25, 0.5, 0.75] as [Float]) { item.root.alpha = alpha }
        Self.show(Self.data("baa", rowCount: 1), in: container)
        #expect(list.item(forEntry: 0) === items[2])
        #expect(list.item(forEntry: 1) === items[0])
        #expect((0..<3).map { list.item(forEntry: $0)?.root.alpha } == [0.75, 0.25, 1])
        let messages = container.tree.issues.filter { $0.code == .duplicateKey }.map(\.message)
        #expect(messages == ["entry 1 has the key of entry 0"])
    }
}
