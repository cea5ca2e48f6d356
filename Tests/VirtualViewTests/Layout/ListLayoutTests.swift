import Testing
import VirtualView
import VirtualViewExpressions

/// `Scroller`, `Slider`, `VH` and `Progress`, which the reference iOS runtime does not know.
@Suite struct ListLayoutTests {
    private static let item = #"<FrameLayout layoutWidth="${w}" layoutHeight="${h}" layoutMarginLeft="${m}"/>"#

    private func container(_ list: String, _ items: [JSONValue]) throws -> Container {
        let source = "<FrameLayout>\(list)</FrameLayout>"
        let template = try LayoutSource.prepare(source)
        let items = items.map { item -> JSONValue in
            guard case .object(let object) = item else { return item }
            let pairs = object.sortedKeys.map { ($0, object[$0] ?? .null) } + [("type", .string("Item"))]
            return .object(BindingObject(pairs))
        }
        let container = Container(
            try template.makeTree(source: PreparedTemplates(Self.item)),
            textMeasuring: FixedTextMetrics()
        )
        container.update(data: ["items": .array(items)])
        container.layout(in: LayoutSize(width: 300, height: 200))
        return container
    }

    private func frames(_ container: Container) -> [[Double]] {
        container.tree.nodes.dropFirst(2).map { node in
            let frame = container.frame(of: node)
            return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
        }
    }

    private func list(_ container: Container) throws -> ItemContainerNode {
        try #require(container.tree.root.children[0] as? ItemContainerNode)
    }

    @Test(arguments: [("H", [0, 40]), ("V", [40, 0])])
    func itemsHaveNoShareOfARoomThatGapsFill(_ orientation: String, _ size: [Double]) throws {
        let found = try container(
            #"<VH orientation="\#(orientation)" dataTag="${items}" itemMargin="50" layoutWidth="40" layoutHeight="40"/>"#,
            Array(repeating: ["w": -1, "h": -1, "m": 0], count: 3)
        )
        #expect(frames(found).map { Array($0[2...]) } == [size, size, size])
    }

    /// The columns are 145 wide, and 10 apart.
    @Test(
        arguments: [
            ("left", [0.0, 155, 0]), ("right", [105, 260, 260]), ("h_center", [52.5, 207.5, 130]),
            ("top", [0, 155, 0]),
        ],
        ["V", "H"]
    )
    func anItemStandsInItsColumnWhereItsGravitySays(_ row: (String, [Double]), _ orientation: String) throws {
        let turned = ["left": "top", "right": "bottom", "h_center": "v_center", "top": "left"]
        let gravity = orientation == "V" ? row.0 : turned[row.0] ?? ""
        let item = "<FrameLayout layoutWidth=\"40\" layoutHeight=\"40\" layoutGravity=\"\(gravity)\"/>"
        let list = "<Scroller mode=\"staggeredGrid\" span=\"10\" orientation=\"\(orientation)\" dataTag=\"${items}\""
        let source = "<FrameLayout>\(list) layoutWidth=\"-1\" layoutHeight=\"-1\"/></FrameLayout>"
        for hasWindow in [true, false] {
            let container = Container(
                try LayoutSource.prepare(source).makeTree(
                    source: PreparedTemplates(["Item": LayoutSource.prepare(item)])
                )
            )
            if !hasWindow { container.listWindow = nil }
            container.update(data: ["items": [["type": "Item"], ["type": "Item"], ["type": "Item", "span": 2]]])
            container.layout(in: LayoutSize(width: 300, height: 300))
            let places = frames(container).map { orientation == "V" ? $0[0] : $0[1] }
            #expect(places == row.1)
        }
    }

    /// The cell is one of the list's; an item has its margins inside of it.
    @Test(arguments: [
        (#"<VH orientation="V" itemHeight="30""#, [[5.0, 3, 289, 23], [5, 33, 289, 23]]),
        (#"<VH orientation="H" itemWidth="60""#, [[5, 3, 49, 193], [65, 3, 49, 193]]),
        (#"<Slider orientation="V" itemWidth="30""#, [[5, 3, 20, 23], [5, 33, 20, 23]]),
        (#"<Slider orientation="H" itemWidth="60""#, [[5, 3, 49, 10], [65, 3, 49, 10]]),
    ])
    func itemsHaveTheirMarginsInsideOfTheirCells(_ list: String, _ expected: [[Double]]) throws {
        let item = """
            <FrameLayout layoutWidth="20" layoutHeight="10" layoutMarginLeft="5" layoutMarginRight="6"
            layoutMarginTop="3" layoutMarginBottom="4"/>
            """
        let source = "<FrameLayout>\(list) dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/></FrameLayout>"
        let tree = try LayoutSource.prepare(source).makeTree(source: PreparedTemplates(item))
        let container = Container(tree)
        container.update(data: ["items": [["type": "Item"], ["type": "Item"]]])
        container.layout(in: LayoutSize(width: 300, height: 200))
        #expect(frames(container) == expected)
    }

    /// The text has 67 lines and is 804 high; the list is 200.
    @Test(
        arguments: [
            ("Scroller", "-2", 804), ("Scroller mode=\"staggeredGrid\"", "-2", 804), ("Slider", "-2", 804),
            ("Slider itemWidth=\"60\"", "-2", 60), ("Scroller", "-1", 200), ("Slider", "-1", 200),
        ],
        [true, false]
    )
    func anItemOfAColumnMayBeHigherThanTheList(_ row: (String, String, Double), _ hasWindow: Bool) throws {
        let list = #"<\#(row.0) orientation="V" dataTag="${items}" layoutWidth="40" layoutHeight="-1"/>"#
        let text = #"<NText text="${text}" textSize="10" lines="0" layoutWidth="20" layoutHeight="-2"/>"#
        let item = #"<FrameLayout layoutWidth="-2" layoutHeight="\#(row.1)">\#(text)</FrameLayout>"#
        let tree = try LayoutSource.prepare("<FrameLayout>\(list)</FrameLayout>").makeTree(
            source: PreparedTemplates(item)
        )
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        if !hasWindow { container.listWindow = nil }
        let words = Array(repeating: "four", count: 40).joined(separator: " ")
        container.update(data: ["items": [["type": "Item", "text": .string(words)]]])
        container.layout(in: LayoutSize(width: 300, height: 200))
        #expect(frames(container)[0][3] == row.2)
        #expect(try self.list(container).contentSize.height == max(200, row.2))
    }

    /// It shows its start, and so it does not stay at its end.
    @Test(arguments: [true, false]) func aListThatIsAnchoredLaterStaysWhereItIs(_ hasWindow: Bool) throws {
        let list = #"<Scroller dataTag="${items}" anchor="${anchor}" layoutWidth="-1" layoutHeight="-1"/>"#
        let item = #"<FrameLayout layoutWidth="-1" layoutHeight="20"/>"#
        let container = Container(try LayoutSource.prepare(list).makeTree(source: PreparedTemplates(item)))
        if !hasWindow { container.listWindow = nil }
        let items = JSONValue.array(BindingArray(Array(repeating: ["type": "Item"], count: 40)))
        for data: JSONValue in [["items": items], ["items": items, "anchor": "end"]] {
            container.update(data: data)
            container.layout(in: LayoutSize(width: 100, height: 200))
            #expect((container.tree.root as? ItemContainerNode)?.scrollOffset == .zero)
        }
    }

    /// What fits is found in a room without an end, and so is the length of a child that gives way.
    @Test(arguments: ["Scroller", "Slider", "Scroller orientation=\"V\" mode=\"staggeredGrid\""], ["V", "H"])
    func anItemThatFillsARoomWithoutAnEndHasNoLength(_ list: String, _ orientation: String) throws {
        let sides = orientation == "V" ? ["-1", "-2", "20"] : ["-2", "-1", "20"]
        let end = orientation == "V" ? #"layoutWidth="-1" layoutHeight="20""# : #"layoutWidth="20" layoutHeight="-1""#
        let along = list.contains("orientation") ? "" : " orientation=\"\(orientation)\""
        for shrink in ["0", "1"] {
            let source = """
                <VHLayout orientation="\(orientation)" layoutWidth="\(sides[0])" layoutHeight="\(sides[1])">
                    <FrameLayout \(end) flexShrink="\(shrink)"/>
                    <\(list)\(along) layoutWidth="\(sides[0])" layoutHeight="\(sides[1])" dataTag="${items}"/>
                    <FrameLayout \(end)/>
                </VHLayout>
                """
            let item = #"<NText text="row" layoutWidth="-1" layoutHeight="-1"/>"#
            let tree = try LayoutSource.prepare(source).makeTree(source: PreparedTemplates(item))
            let container = Container(tree, textMeasuring: FixedTextMetrics())
            container.listWindow = nil
            container.update(data: ["items": [["type": "Item"], ["type": "Item"]]])
            if orientation == "V" { #expect(container.sizeThatFits(width: 100) == LayoutSize(width: 100, height: 40)) }
            container.layout(in: LayoutSize(width: 100, height: 100))
            let frames = container.tree.root.children.map { container.frame(of: $0) }
            #expect(frames.allSatisfy { $0.size.width.isFinite && $0.size.height.isFinite }, "\(list) \(frames)")
            let last = try #require(frames.last)
            #expect(orientation == "V" ? last.size.height == 20 : last.size.width == 20, "\(list) \(frames)")
            #expect(last.origin.x.isFinite && last.origin.y.isFinite)
        }
    }

    @Test func sliderIsARowWiderThanItsFrame() throws {
        let found = try container(
            #"""
            <Slider dataTag="${items}" itemWidth="120" itemMargin="10" layoutWidth="-1" layoutHeight="-2"
            paddingLeft="5"/>
            """#,
            [["w": -1, "h": 40], ["w": 10, "h": 60], ["w": 10, "h": 20, "m": 8]]
        )
        #expect(frames(found) == [[5, 0, 120, 40], [135, 0, 120, 60], [273, 0, 112, 20]])
        #expect(try list(found).frame.size == LayoutSize(width: 300, height: 60))
        #expect(try list(found).contentSize == LayoutSize(width: 385, height: 60))
    }

    @Test func sliderWithoutItemWidthKeepsTheItemsOwn() throws {
        let found = try container(
            #"<Slider dataTag="${items}" span="4" layoutWidth="-2" layoutHeight="50"/>"#,
            [["w": 30, "h": -1], ["w": 40, "h": 20]]
        )
        #expect(frames(found) == [[0, 0, 30, 50], [34, 0, 40, 20]])
        #expect(try list(found).frame.size == LayoutSize(width: 74, height: 50))
    }

    @Test func scrollerFollowsItsSpaces() throws {
        let found = try container(
            #"""
            <Scroller dataTag="${items}" firstSpace="7" lineSpace="5" lastSpace="9" layoutWidth="-1"
            layoutHeight="100"/>
            """#,
            [["w": -1, "h": 60], ["w": 20, "h": 70]]
        )
        #expect(frames(found) == [[0, 7, 300, 60], [0, 72, 20, 70]])
        #expect(try list(found).contentSize == LayoutSize(width: 300, height: 151))
    }

    /// The content ends with the padding at the end of its own axis.
    @Test(arguments: [("V", LayoutSize(width: 300, height: 221)), ("H", LayoutSize(width: 314, height: 200))])
    func aScrollersContentHasThePaddingsOfItsAxis(_ orientation: String, _ size: LayoutSize) throws {
        let found = try container(
            #"""
            <Scroller dataTag="${items}" orientation="\#(orientation)" layoutWidth="-1" layoutHeight="-1"
            paddingLeft="3" paddingTop="5" paddingRight="11" paddingBottom="16"/>
            """#,
            [["w": 150, "h": 100], ["w": 150, "h": 100]]
        )
        #expect(try list(found).contentSize == size)
    }

    @Test func scrollerInTwoColumnsFillsTheShorterOne() throws {
        let found = try container(
            #"<Scroller dataTag="${items}" mode="staggeredGrid" span="20" lineSpace="5" layoutWidth="-1" layoutHeight="-2"/>"#,
            [
                ["w": -1, "h": 60], ["w": -1, "h": 20], ["w": 30, "h": 50], ["w": -1, "h": 10, "span": 2],
                ["w": -1, "h": 8],
            ]
        )
        #expect(
            frames(found) == [
                [0, 0, 140, 60], [160, 0, 140, 20], [160, 25, 30, 50], [0, 80, 300, 10], [0, 95, 140, 8],
            ]
        )
        #expect(try list(found).frame.size.height == 103)
    }

    @Test func scrollerInTwoColumnsKeepsItsSpaceInBoth() throws {
        let found = try container(
            #"<Scroller dataTag="${items}" mode="staggeredGrid" span="20" lineSpace="5" layoutWidth="-1" layoutHeight="-2"/>"#,
            [["w": -1, "h": 10], ["w": -1, "h": 60], ["w": -1, "h": 20], ["w": -1, "h": 30], ["w": -1, "h": 1]]
        )
        #expect(
            frames(found) == [
                [0, 0, 140, 10], [160, 0, 140, 60], [0, 15, 140, 20], [0, 40, 140, 30], [160, 65, 140, 1],
            ]
        )
    }

    @Test func anItemsSpanIsReadAgainWithItsData() throws {
        let source = #"<Scroller dataTag="${items}" mode="staggeredGrid" layoutWidth="-1" layoutHeight="-1"/>"#
        let found = try container(source, [["w": -1, "h": 60], ["w": -1, "h": 20]])
        #expect(frames(found)[1] == [150, 0, 150, 20])
        found.update(data: [
            "items": [
                ["type": "Item", "w": -1, "h": 60], ["type": "Item", "w": -1, "h": 20, "span": 2],
            ]
        ])
        found.layout(in: LayoutSize(width: 300, height: 200))
        #expect(frames(found)[1] == [0, 60, 300, 20])
    }

    @Test func equalItemsShareTheRoom() throws {
        let items: [JSONValue] = [["w": 10, "h": 10], ["w": -1, "h": -1], ["w": 0, "h": 0]]
        let shared = try container(
            #"<VH dataTag="${items}" itemMargin="15" layoutWidth="-1" layoutHeight="40"/>"#,
            items
        )
        #expect(frames(shared) == [[0, 0, 90, 40], [105, 0, 90, 40], [210, 0, 90, 40]])
        let given = try container(
            #"""
            <VH dataTag="${items}" orientation="V" itemWidth="50" itemHeight="20" itemMargin="2" layoutWidth="-2"
            layoutHeight="-2"/>
            """#,
            items
        )
        #expect(frames(given) == [[0, 0, 50, 20], [0, 22, 50, 20], [0, 44, 50, 20]])
        #expect(try list(given).frame.size == LayoutSize(width: 50, height: 64))
    }

    /// Without a size of its own, an item of a list that wraps is as large as the largest one.
    @Test(arguments: [("H", [60.0, 15.0], [[0.0, 0.0], [30, 0]]), ("V", [30, 30], [[0, 0], [0, 15]])])
    func equalItemsOfAWrappedListAreAsLargeAsTheLargest(
        _ orientation: String,
        _ size: [Double],
        _ places: [[Double]]
    ) throws {
        let found = try container(
            #"<VH dataTag="${items}" orientation="\#(orientation)" layoutWidth="-2" layoutHeight="-2"/>"#,
            [["w": 20, "h": 10], ["w": 30, "h": 15]]
        )
        let frame = try list(found).frame
        #expect([frame.size.width, frame.size.height] == size)
        #expect(frames(found).map { Array($0[..<2]) } == places)
    }

    @Test func touchesReachWhatIsScrolledIntoSight() throws {
        let found = try container(
            #"<Slider dataTag="${items}" itemWidth="200" layoutWidth="-1" layoutHeight="-1"/>"#,
            [["w": -1, "h": -1], ["w": -1, "h": -1]]
        )
        let nodes = try list(found).children
        for node in nodes { node.flag = .clickable }
        #expect(found.hitTest(LayoutPoint(x: 150, y: 5)) === nodes[0])
        try list(found).scrollOffset.x = 100
        #expect(found.hitTest(LayoutPoint(x: 150, y: 5)) === nodes[1])
    }
}
