import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// In new data an entry is the one that was at the same place, and keeps its item, wherever there are items for all entries.
@Suite struct ItemPlaceTests {
    private static let size = LayoutSize(width: 100, height: 100)
    /// Types with a list, one without, and one without a template.
    private static let types = ["A", "B", "T", "none"]
    private static let containers = [
        #"<VH orientation="V" itemHeight="40" layoutWidth="-1" layoutHeight="-2" dataTag="${items}"/>"#,
        #"<Grid itemHeight="40" layoutWidth="-1" layoutHeight="-2" dataTag="${items}"/>"#,
        #"<Page layoutWidth="-1" layoutHeight="40" dataTag="${items}"/>"#,
        #"<Slider itemWidth="60" layoutWidth="-1" layoutHeight="40" dataTag="${items}"/>"#,
        #"<Scroller layoutWidth="-1" layoutHeight="100" dataTag="${items}"/>"#,
    ]

    private static func container(_ xml: String) throws -> (Container, ItemContainerNode) {
        let row = try LayoutSource.prepare(#"<FrameLayout layoutWidth="-1" layoutHeight="40"/>"#)
        let inner = #"<Scroller layoutWidth="-1" layoutHeight="40" dataTag="${rows}"/>"#
        let (a, b) = (try LayoutSource.prepare(inner), try LayoutSource.prepare(inner))
        let container = Container(
            try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(["A": a, "B": b, "T": row]))
        )
        container.listWindow = nil
        return (container, try #require(container.tree.root as? ItemContainerNode))
    }

    private static func entry(_ type: String, _ number: Int) -> JSONValue {
        ["type": .string(type), "n": .int(Int64(number)), "rows": .array(Array(repeating: ["type": "T"], count: 9))]
    }

    private static func show(_ entries: [JSONValue], in container: Container) {
        container.update(data: ["items": .array(BindingArray(entries))])
        container.layout(in: size)
    }

    /// The lists in items by the indices of their entries, without those in copies.
    private static func lists(_ node: ItemContainerNode) -> [Int: ScrollerNode] {
        let items = node.items.filter { (node as? PageNode)?.isCopy($0) != true }
        return Dictionary(items.compactMap { item in (item.root as? ScrollerNode).map { (item.entryIndex, $0) } }) {
            first,
            _ in first
        }
    }

    @Test(arguments: containers)
    func whatStaysAtItsPlaceKeepsItsItem(_ xml: String) throws {
        for round in 0..<RandomTests.count(150) {
            var generator = SeededGenerator(seed: RandomTests.seed &+ UInt64(round))
            let (container, node) = try Self.container(xml)
            var entries: [JSONValue] = []
            for step in 0..<5 {
                let old = entries
                for _ in 0..<Int.random(in: 0...2, using: &generator) {
                    let type = Self.types.randomElement(using: &generator) ?? ""
                    let place = Int.random(in: 0...entries.count, using: &generator)
                    let entry = Self.entry(type, Int.random(in: 0...1, using: &generator))
                    if place < entries.count, Bool.random(using: &generator) {
                        entries[place] = entry
                    } else {
                        entries.append(entry)
                    }
                }
                if !entries.isEmpty, Int.random(in: 0...3, using: &generator) == 0 { entries.removeLast() }
                Self.show(entries, in: container)
                for (index, list) in Self.lists(node) {
                    // Without a key, a list stays where it is if it shows the same entries, as all of them do.
                    let stays = old.indices.contains(index) && old[index]["type"] == entries[index]["type"]
                    let place = stays ? Double(10 + index) : 0
                    #expect(
                        list.scrollOffset.y == place,
                        "seed \(RandomTests.seed &+ UInt64(round)), step \(step), entry \(index)"
                    )
                    container.scroll(list, to: LayoutPoint(x: 0, y: Double(10 + index)))
                }
            }
        }
    }

    /// The changes of an app know a page from its copy too.
    @Test func aPageWhoseLastEntryHasNoTemplateKeepsItsPages() throws {
        let (container, node) = try Self.container(Self.containers[2])
        Self.show([Self.entry("A", 0), Self.entry("A", 1), Self.entry("none", 2)], in: container)
        let first = try #require(Self.lists(node)[0])
        container.scroll(first, to: LayoutPoint(x: 0, y: 30))
        var changes = ListChanges()
        changes.insert(Self.entry("A", 3), at: 3)
        try node.apply(changes)
        container.layout(in: Self.size)
        #expect(Self.lists(node)[0] === first && first.scrollOffset.y == 30)
    }

    @Test(arguments: [(2, 1), (0, 0), (5, 4)])
    func aPageThatIsGoneDoesNotComeBackByItself(_ count: Int, _ shown: Int) throws {
        let (container, node) = try Self.container(Self.containers[2])
        let page = try #require(node as? PageNode)
        let entries = (0..<5).map { Self.entry("T", $0) }
        Self.show(entries, in: container)
        container.turn(page, to: 4)
        Self.show(Array(entries.prefix(count)), in: container)
        #expect(page.currentPage == shown)
        Self.show(entries, in: container)
        #expect(page.currentPage == shown)
        container.turn(page, to: 0)
        #expect(container.turn(page, to: 4)?.pageIndex == 4)
    }

    /// A page that another one's visibility moves is still the one that the user chose.
    @Test func hidingAnotherPageForAWhileChangesNothing() throws {
        let (container, node) = try Self.container(Self.containers[2])
        let page = try #require(node as? PageNode)
        Self.show((0..<5).map { Self.entry("T", $0) }, in: container)
        container.turn(page, to: 4)
        for visibility in [Node.Visibility.gone, .visible] {
            node.items[3].root.visibility = visibility
            container.layout(in: Self.size)
        }
        #expect(page.currentPage == 4)
    }
}
