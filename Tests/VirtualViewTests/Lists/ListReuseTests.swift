import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// A tree that shows another entry, even an equal one, has nothing of what was done for the one before.
@Suite struct ListReuseTests {
    private static let size = LayoutSize(width: 100, height: 100)
    private static let screen = """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1">
          <Page id="1" dataTag="${cells}" layoutWidth="-1" layoutHeight="20"/>
          <Grid id="2" dataTag="${cells}" itemHeight="10" layoutWidth="-1" layoutHeight="-2"/>
          <Scroller id="3" dataTag="${cells}" KEY layoutWidth="-1" layoutHeight="20"/>
          <Scroller id="4" dataTag="${rows}" KEY layoutWidth="-1" layoutHeight="40"/>
        </VHLayout>
        """
    private static let cell = """
        <NText text="${t}" flag="flag_exposure|flag_clickable" layoutWidth="-1" layoutHeight="10" layoutMargin="${m}"/>
        """
    private static let row = #"<Slider id="5" dataTag="${cells}" itemWidth="60" layoutWidth="-1" layoutHeight="20"/>"#

    private static let cells: JSONValue = .array((0..<8).map { ["type": "cell", "t": .int($0), "m": 2] })

    private static func data(_ number: Int64 = 0, _ cells: JSONValue = cells) -> JSONValue {
        ["n": .int(number), "cells": cells, "rows": [["type": "row", "t": "row", "cells": cells, "n": .int(number)]]]
    }

    private static func container(_ xml: String, _ items: [String: String], hasWindow: Bool) throws -> Container {
        let source = PreparedTemplates(try items.mapValues { try LayoutSource.prepare($0) })
        let container = Container(
            try LayoutSource.prepare(xml).makeTree(source: source),
            textMeasuring: FixedTextMetrics()
        )
        if !hasWindow { container.listWindow = nil }
        return container
    }

    /// What a user sees, and what is exposed then.
    private static func look(_ container: Container) -> [String] {
        container.layout(in: size)
        let seen = container.displayList().items.map { "\($0.dataPath) \($0.frame) \($0.accessibilityText ?? "")" }
        let places = container.tree.nodes.compactMap { node in
            (node as? ItemContainerNode).map { "\($0.id) \($0.scrollOffset)" }
        }
        return seen + places + container.exposeNodes().map { "\($0.dataPath)" }
    }

    private static let deeds: [(name: String, body: @Sendable (Container) throws -> Void)] = [
        ("nothing", { _ in }),
        (
            "scroll",
            { container in
                for case let list as ItemContainerNode in Array(container.tree.nodes) where !(list is PageNode) {
                    container.scroll(list, to: LayoutPoint(x: list.id == 5 ? 30 : 0, y: 15))
                }
            }
        ),
        ("turn", { $0.turn(try #require($0.tree.node(withID: 1) as? PageNode), to: 2) }),
        ("expose", { $0.exposeNodes() }),
        (
            "apply",
            { container in
                for case let list as ItemContainerNode in Array(container.tree.nodes) {
                    var changes = ListChanges()
                    changes.insert(["type": "cell", "t": "new"], at: 0)
                    try list.apply(changes)
                }
            }
        ),
        (
            "own data",
            { container in
                let trees = container.tree.nodes.compactMap { ($0 as? TextNode)?.tree }
                for tree in trees where tree !== container.tree { tree.update(data: ["t": "own"]) }
            }
        ),
        ("values", { for node in $0.tree.nodes where node is TextNode { node.layoutHeight = 5 } }),
        (
            "a side as it is",
            { container in
                for node in container.tree.nodes where node is TextNode {
                    #expect(node.layoutMarginLeft == 2)
                    node.layoutMarginLeft = 2
                }
            }
        ),
        ("touch", { $0.touch(.began, at: LayoutPoint(x: 5, y: 5), time: 1) }),
    ]

    @Test(arguments: deeds.indices, [(true, ""), (true, #"itemKey="t""#), (false, ""), (false, #"itemKey="t""#)])
    func aTreeThatIsUsedAgainLooksLikeANewOne(_ deed: Int, _ list: (hasWindow: Bool, key: String)) throws {
        let (hasWindow, key) = list
        let xml = Self.screen.replacing("KEY", with: key)
        let items = ["cell": Self.cell, "row": Self.row]
        let (name, body) = Self.deeds[deed]
        let others = [
            ("equal", Self.data()), ("with equal entries", Self.data(1)),
            ("other", Self.data(2, [["type": "cell", "t": 1, "m": 7]])),
        ]
        for (other, data) in others {
            let container = try Self.container(xml, items, hasWindow: hasWindow)
            container.update(data: Self.data())
            container.layout(in: Self.size)
            try body(container)
            container.layout(in: Self.size)
            container.reuse(for: data)
            #expect(!container.tree.context.touch.isDown)
            let new = try Self.container(xml, items, hasWindow: hasWindow)
            new.update(data: data)
            #expect(Self.look(container) == Self.look(new), "\(name), then \(other) data")
        }
    }

    @Test func entriesOfAnAppGoEvenWithoutABinding() throws {
        let container = try Self.container(#"<Grid itemHeight="10"/>"#, ["cell": Self.cell], hasWindow: true)
        let grid = try #require(container.tree.root as? GridNode)
        var changes = ListChanges()
        changes.insert(["type": "cell"], at: 0)
        try grid.apply(changes)
        #expect(grid.items.count == 1)
        container.reuse(for: nil)
        #expect(grid.items.isEmpty && grid.children.isEmpty)
    }

    @Test func aListThatOnlyAnAppFilledScrollsNoFurtherAfterReuse() throws {
        let xml = #"<Scroller layoutWidth="-1" layoutHeight="-1"/>"#
        let container = try Self.container(xml, ["cell": Self.cell], hasWindow: true)
        let scroller = try #require(container.tree.root as? ScrollerNode)
        var changes = ListChanges()
        for index in 0..<50 { changes.insert(["type": "cell"], at: index) }
        try scroller.apply(changes)
        container.layout(in: Self.size)
        #expect(scroller.contentSize.height > Self.size.height)
        container.reuse(for: nil)
        #expect(container.needsLayout)
        container.layout(in: Self.size)
        #expect(scroller.contentSize.height == Self.size.height)
    }

    @Test func aListThatIsResetDrawsNothing() throws {
        let xml = #"<Scroller dataTag="${cells}" layoutWidth="-1" layoutHeight="-1"/>"#
        let container = try Self.container(xml, ["cell": Self.cell], hasWindow: true)
        container.update(data: Self.data())
        container.layout(in: Self.size)
        container.tree.reset()
        container.layout(in: Self.size)
        #expect(container.tree.root.children.isEmpty)
    }

    // MARK: - Entries with equal data

    private static let list = #"<Scroller dataTag="${rows}" KEY layoutWidth="-1" layoutHeight="-1"/>"#

    @Test(arguments: [true, false], ["", #"mode="staggeredGrid""#])
    func eachOfManyEqualEntriesIsExposedOnce(_ hasWindow: Bool, _ mode: String) throws {
        let item = #"<NText flag="flag_exposure" layoutWidth="-1" layoutHeight="50"/>"#
        let container = try Self.container(Self.list.replacing("KEY", with: mode), ["row": item], hasWindow: hasWindow)
        container.update(data: ["rows": .array(Array(repeating: ["type": "row"], count: 40))])
        container.layout(in: Self.size)
        let list = try #require(container.tree.root as? ScrollerNode)
        var count = 0
        for offset in Array(stride(from: 0.0, through: 2_000, by: 50)) + [500, 0] {
            container.scroll(list, to: LayoutPoint(x: 0, y: offset))
            count += container.exposeNodes().count
        }
        #expect(count == 40)
    }

    @Test(arguments: [true, false]) func aTouchEndsWithItsEntryEvenIfAnEqualOneTakesItsPlace(_ hasWindow: Bool) throws {
        let item = #"<NText flag="flag_exposure|flag_clickable" layoutWidth="-1" layoutHeight="50"/>"#
        let container = try Self.container(Self.list.replacing("KEY", with: ""), ["row": item], hasWindow: hasWindow)
        container.update(data: ["rows": [["type": "row"], ["type": "row"]]])
        container.layout(in: Self.size)
        let list = try #require(container.tree.root as? ScrollerNode)
        #expect(container.exposeNodes().count == 2)
        var clicks = 0
        container.onEvent = { if $0.kind == .click { clicks += 1 } }
        container.touch(.began, at: LayoutPoint(x: 5, y: 5), time: 1)
        var changes = ListChanges()
        changes.remove(at: 0)
        changes.insert(["type": "row"], at: 1)
        try list.apply(changes)
        container.layout(in: Self.size)
        container.touch(.ended, at: LayoutPoint(x: 5, y: 5), time: 1.1)
        #expect(clicks == 0)
        #expect(container.exposeNodes().map { "\($0.dataPath)" } == ["rows[1]"])
    }

    // MARK: - Entries that come back

    @Test func theEntryThatAnOrderShowsComesBack() throws {
        let row = """
            <FrameLayout layoutWidth="-1" layoutHeight="50">
              <VirtualContainer id="6" dataTag="${cells}" order="0" layoutWidth="-1" layoutHeight="20"/>
            </FrameLayout>
            """
        let items = ["row": row, "cell": Self.cell]
        let container = try Self.container(Self.list.replacing("KEY", with: ""), items, hasWindow: true)
        container.update(data: ["rows": .array(Array(repeating: ["type": "row", "cells": Self.cells], count: 60))])
        container.layout(in: Self.size)
        let list = try #require(container.tree.root as? ScrollerNode)
        func inner() throws -> VirtualContainerNode {
            try #require(list.item(forEntry: 0)?.node(withID: 6) as? VirtualContainerNode)
        }
        try inner().order = 1
        try inner().items.first?.root.alpha = 0.5
        container.scroll(list, to: LayoutPoint(x: 0, y: 2_000))
        container.layout(in: Self.size)
        #expect(list.item(forEntry: 0) == nil)
        container.scroll(list, to: .zero)
        container.layout(in: Self.size)
        let item = try #require(inner().items.first)
        #expect(item.data?["t"] == 1)
        #expect(item.root.alpha == 0.5)
    }

    @Test func aPageOfARowThatIsSeenStaysItsTime() throws {
        let page = """
            <Page id="5" dataTag="${cells}" autoSwitch="true" stayTime="3000" autoSwitchTime="0" layoutWidth="-1" layoutHeight="50"/>
            """
        let items = ["row": page, "cell": Self.cell]
        let container = try Self.container(Self.list.replacing("KEY", with: ""), items, hasWindow: true)
        container.update(data: ["rows": .array(Array(repeating: ["type": "row", "cells": Self.cells], count: 60))])
        container.layout(in: Self.size)
        let list = try #require(container.tree.root as? ScrollerNode)
        container.advance(to: 1)
        container.scroll(list, to: LayoutPoint(x: 0, y: 1_500))
        let new = try #require(list.item(forEntry: 30)?.root as? PageNode)
        container.advance(to: 100)
        #expect(new.currentPage == 0)
        container.advance(to: 103.1)
        #expect(new.currentPage == 1)
    }
}
