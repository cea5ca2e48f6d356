import Testing
import VirtualView
import VirtualViewExpressions

/// The places of a host's own views.
@Suite struct SlotTests {
    private static let form = """
        <VHLayout orientation="V" layoutWidth="100" layoutHeight="100">
        <Field id="1" layoutWidth="80" layoutHeight="20" padding="2" background="#EEEEEE" placeholder="Name"
        value="${name}"/>
        <Map layoutWidth="50" layoutHeight="30"><NText layoutWidth="20" layoutHeight="10" textSize="8" text="Here"/></Map>
        </VHLayout>
        """

    private func slots(_ list: DisplayList) -> [(item: DisplayList.Item, slot: DisplayList.Slot)] {
        list.items.compactMap { item in if case .slot(let slot) = item.content { (item, slot) } else { nil } }
    }

    @Test func slotsHaveComponentPlaceAndProperties() throws {
        let container = try OwnComponents.container(Self.form, data: ["name": "Mira"])
        let list = container.displayList()
        let found = slots(list)
        #expect(found.map(\.slot.component) == ["Field", "Map"])
        #expect(found.map(\.item.nodeIndex) == [1, 2] && found.map(\.item.templateIndex) == [1, 2])
        #expect(
            found[0].slot.properties == [
                "placeholder": .string("Name"), "value": .string("Mira"), "maximum": .int(80),
            ]
        )
        #expect(found[0].item.frame == LayoutRect(x: 0, y: 0, width: 80, height: 20))
        #expect(found[0].slot.box == LayoutRect(x: 2, y: 2, width: 76, height: 16))
        #expect(found[1].slot.properties.isEmpty)
        // The background is behind the view, and the children are in front of it.
        let contents = list.items.map(\.content)
        guard case .box = contents[0], case .slot = contents[1], case .slot = contents[2], case .text = contents[3]
        else {
            Issue.record("\(contents)")
            return
        }
    }

    /// A value that layout and drawing do not use is still one that the host shows.
    @Test func everyChangeOfAPropertyIsOneOfTheDrawing() throws {
        let container = try OwnComponents.container(Self.form, data: ["name": "Mira"])
        _ = container.displayList()
        container.update(data: ["name": "Ada"])
        #expect(container.needsDisplay && !container.needsLayout)
        #expect(slots(container.displayList())[0].slot.properties["value"] == .string("Ada"))
        // What the user types goes to the node, where programs and the list find it.
        let item = try #require(container.displayList().items.first { $0.nodeID == 1 })
        let node = try #require(container.node(of: item))
        #expect(node.componentName == "Field" && node === container.tree.node(withID: 1))
        #expect(node.setProperty(.string("Ada L"), named: "value"))
        #expect(container.needsDisplay)
        #expect(slots(container.displayList())[0].slot.properties["value"] == .string("Ada L"))
    }

    @Test func nodesAreFoundOnlyForItemsOfTheTreeAsItIs() throws {
        let container = try OwnComponents.container(Self.form)
        let list = container.displayList()
        for item in list.items {
            #expect(container.node(of: item)?.templateIndex == item.templateIndex)
        }
        var item = try #require(list.items.first)
        item.nodeIndex = 99
        #expect(container.node(of: item) == nil)
        item.nodeIndex = -1
        #expect(container.node(of: item)?.templateIndex == nil || item.templateIndex == 0)
        item.nodeIndex = 2
        #expect(container.node(of: item) == nil)
    }

    @Test func hiddenSlotsAndThoseOutOfSightHaveNoPlace() throws {
        let container = try OwnComponents.container(
            """
            <FrameLayout layoutWidth="100" layoutHeight="100"><Map layoutWidth="9" layoutHeight="9"/>
            <Map visibility="invisible" layoutWidth="9" layoutHeight="9"/>
            <Map layoutMarginTop="200" layoutWidth="9" layoutHeight="9"/></FrameLayout>
            """
        )
        #expect(slots(container.displayList()).count == 1)
        #expect(slots(container.displayList(culling: false)).count == 2)
    }

    // MARK: - Lists

    private static let row = """
        <FrameLayout layoutWidth="-1" layoutHeight="40"><Field layoutWidth="-1" layoutHeight="-1" value="${name}"/>
        </FrameLayout>
        """

    private static func data(_ names: [String]) -> JSONValue {
        let entries = names.map { ["type": "row", "id": .string($0), "name": .string($0)] as JSONValue }
        return ["items": .array(BindingArray(entries))]
    }

    @Test func itemsOfListsHaveSlotsWithStableNodes() throws {
        let xml = "<Scroller dataTag=\"${items}\" itemKey=\"id\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["row": try OwnComponents.prepare(Self.row)])
        let container = Container(
            try OwnComponents.prepare(xml).makeTree(source: source),
            textMeasuring: FixedTextMetrics()
        )
        func show(_ names: [String]) -> [(item: DisplayList.Item, slot: DisplayList.Slot)] {
            container.update(data: Self.data(names))
            container.layout(in: LayoutSize(width: 100, height: 100))
            return slots(container.displayList())
        }
        let before = show(["a", "b", "c", "d", "e"])
        #expect(before.prefix(3).map(\.slot.properties["value"]) == ["a", "b", "c"].map { .string($0) })
        #expect(before.prefix(3).map { "\($0.item.dataPath)" } == ["items[0]", "items[1]", "items[2]"])
        let second = try #require(container.node(of: before[1].item))
        #expect(second.setProperty(.string("typed"), named: "value"))
        // The entry is the third now, and its node and what was typed came along.
        let after = show(["new", "a", "b", "c", "d", "e"])
        #expect(after.prefix(3).map(\.slot.properties["value"]) == ["new", "a", "typed"].map { .string($0) })
        #expect(container.node(of: after[2].item) === second)
        // The old list is outdated: another node has the number.
        #expect(container.node(of: before[1].item) !== second)
    }

    @Test func renderedItemsHaveSlots() throws {
        let renderer = ItemRenderer(
            PreparedTemplates(["row": try OwnComponents.prepare(Self.row)]),
            textMeasuring: FixedTextMetrics()
        )
        let mira = try renderer.render("row", data: ["name": "Mira"], width: 100)
        #expect(slots(mira.displayList).map(\.slot.properties["value"]) == [.string("Mira")])
        #expect(mira == (try renderer.render("row", data: ["name": "Mira"], width: 100)))
        #expect(mira != (try renderer.render("row", data: ["name": "Ada"], width: 100)))
        let live = mira.hydrate()
        let item = try #require(slots(mira.displayList).first).item
        #expect(live.node(of: item)?.property(named: "value") == .string("Mira"))
    }
}
