import Testing
import VirtualView
import VirtualViewExpressions

/// What is as large as its content has room for its padding too.
@Suite struct WrappedSizeTests {
    private static let content = #"<NLine layoutWidth="20" layoutHeight="10"/>"#
    private static let items = #"dataTag="${items}""#

    @Test(arguments: [
        ("VGraph", #"diameterX="20" diameterY="10""#, ""), ("NText", #"text="a word" textSize="10""#, ""),
        ("FrameLayout", "", content), ("VHLayout", "", content), ("VH2Layout", "", content),
        ("FlexLayout", "", content), ("NGridLayout", #"itemHeight="10""#, content), ("RatioLayout", "", content),
        ("Grid", #"\#(items) itemHeight="10""#, ""), ("VH", #"\#(items) itemWidth="20" itemHeight="10""#, ""),
        ("Scroller", #"\#(items) orientation="V""#, ""), ("Scroller", #"\#(items) orientation="H""#, ""),
        ("Slider", #"\#(items) itemWidth="20""#, ""), ("Page", items, ""),
    ])
    func paddingIsBesideTheContent(_ component: String, _ attributes: String, _ content: String) throws {
        func height(_ padding: String) throws -> Double {
            let node =
                #"<\#(component) \#(attributes) \#(padding) layoutWidth="-2" layoutHeight="-2">\#(content)</\#(component)>"#
            let item = try LayoutSource.prepare(Self.content)
            let source = "<FrameLayout>\(node)</FrameLayout>"
            let tree = try LayoutSource.prepare(source).makeTree(source: PreparedTemplates(["item": item]))
            let container = Container(tree)
            container.update(data: ["items": [["type": "item"]]])
            container.layout(in: LayoutSize(width: 100, height: 100))
            return try #require(container.tree.root.children.first).frame.size.height
        }
        let (plain, padded) = (try height(""), try height(#"paddingTop="3" paddingBottom="4""#))
        #expect(plain > 0 && padded == plain + 7, "\(plain), \(padded)")
    }

    /// A circle is as large as it is drawn.
    @Test(
        arguments: [
            ("circle", "diameterX=\"40\"", [40, 40]), ("circle", "diameterY=\"30\"", [30, 30]),
            ("circle", "diameterX=\"40\" diameterY=\"30\"", [40, 40]), ("circle", "", [0, 0]),
            ("oval", "diameterX=\"40\" diameterY=\"30\"", [40, 30]), ("rect", "diameterX=\"40\"", [40, 0]),
        ] as [(String, String, [Double])]
    )
    func aShapeHasRoomForItsDiameters(_ type: String, _ diameters: String, _ size: [Double]) throws {
        let graph = "<VGraph type=\"\(type)\" \(diameters) paintStyle=\"fill\" layoutWidth=\"-2\" layoutHeight=\"-2\"/>"
        let container = try LayoutSource.container("<FrameLayout>\(graph)</FrameLayout>")
        container.layout(in: LayoutSize(width: 100, height: 100))
        let node = container.tree.root.children[0]
        #expect([node.frame.size.width, node.frame.size.height] == size)
        let shapes = container.displayList().items.compactMap {
            if case .shape(let shape) = $0.content { shape } else { nil }
        }
        #expect(type != "circle" || shapes.allSatisfy { $0.box.size == node.frame.size })
    }

    /// Whatever share it gets then; and it takes no room of a row that wraps.
    @Test(arguments: ["H", "V"], ["", "flexShrink=\"1\""])
    func aChildWithAShareIsMeasuredAsIfItHadAllTheRoom(_ orientation: String, _ shrink: String) throws {
        let isRow = orientation == "H"
        let (along, across) = isRow ? ("layoutWidth", "layoutHeight") : ("layoutHeight", "layoutWidth")
        func frames(_ length: Int) throws -> [LayoutRect] {
            let xml = """
                <FrameLayout><RatioLayout orientation="\(orientation)" \(along)="\(length)" \(across)="-2">
                  <NLine layoutWidth="20" layoutHeight="10" \(shrink)/>
                  <VHLayout orientation="V" layoutRatio="1" layoutMargin="2" \(across)="-2">
                    <NText text="a word" textSize="10" lines="0" layoutWidth="-1" layoutHeight="-2"/>
                  </VHLayout>
                </RatioLayout></FrameLayout>
                """
            let container = Container(try LayoutSource.prepare(xml).makeTree())
            container.layout(in: LayoutSize(width: 100, height: 100))
            let row = try #require(container.tree.root.children.first)
            // Turned and back again it is the same.
            let before = container.tree.nodes.map(\.frame)
            let ratio = try #require(row as? RatioLayoutNode)
            ratio.orientation = isRow ? .vertical : .horizontal
            container.layout(in: LayoutSize(width: 100, height: 100))
            ratio.orientation = isRow ? .horizontal : .vertical
            container.layout(in: LayoutSize(width: 100, height: 100))
            #expect(container.tree.nodes.map(\.frame) == before)
            return [row.frame, row.children[1].frame]
        }
        let full = try frames(80)
        if isRow {
            #expect(full[1].size == LayoutSize(width: 56, height: 12) && full[0].size.height == 16, "\(full)")
        } else {
            #expect(full[1].size.height == 66, "\(full)")
        }
        let wrapped = try frames(-2)
        #expect(isRow ? wrapped[0].size.width == 24 : wrapped[0].size.height == 14, "\(wrapped)")
    }

    @Test(arguments: [
        (#"minWidth="50""#, 65.0), (#"autoDimDirection="Y" autoDimX="1" autoDimY="1""#, 55), ("", 15),
        (#"layoutWidth="-1""#, 10),
        (#"layoutWidth="20""#, 35),
    ])
    func aRowThatWrapsHasRoomForWhatAChildWithAShareIsAtLeast(_ attributes: String, _ width: Double) throws {
        let xml = """
            <FrameLayout><RatioLayout layoutWidth="-2" layoutHeight="40">
              <NLine layoutWidth="10" layoutHeight="10"/>
              <NText text="a word" textSize="10" layoutRatio="1" layoutHeight="40" layoutMarginLeft="5" \(attributes)/>
            </RatioLayout></FrameLayout>
            """
        let container = Container(try LayoutSource.prepare(xml).makeTree())
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.tree.root.children.first?.frame.size.width == width)
    }

    @Test(arguments: [true, false]) func aScrollerHasRoomForTheSpacesAroundItsItems(_ hasWindow: Bool) throws {
        let xml = """
            <FrameLayout><Scroller \(Self.items) firstSpace="7" lineSpace="5" lastSpace="9"
                layoutWidth="-2" layoutHeight="-2"/></FrameLayout>
            """
        let item = try LayoutSource.prepare(Self.content)
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(["item": item])))
        if !hasWindow { container.listWindow = nil }
        container.update(data: ["items": [["type": "item"], ["type": "item"]]])
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.tree.root.children.first?.frame.size == LayoutSize(width: 20, height: 41))
    }

    @Test(arguments: [("H", LayoutSize(width: 70, height: 10)), ("V", LayoutSize(width: 20, height: 40))])
    func equalItemsHaveRoomForTheGapsBetweenThem(_ orientation: String, _ size: LayoutSize) throws {
        let xml = """
            <FrameLayout><VH \(Self.items) orientation="\(orientation)" itemWidth="20" itemHeight="10" itemMargin="5"
                layoutWidth="-2" layoutHeight="-2"/></FrameLayout>
            """
        let item = try LayoutSource.prepare(Self.content)
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(["item": item])))
        container.update(data: ["items": .array(BindingArray(Array(repeating: ["type": "item"], count: 3)))])
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.tree.root.children.first?.frame.size == size)
    }

    @Test(
        arguments: [
            "", #"itemHeight="30""#, #"itemVerticalMargin="10""#, #"itemHeight="30" itemVerticalMargin="10""#,
            #"itemHeight="5" itemVerticalMargin="-10""#,
        ],
        [
            ("Grid", items, ""), ("NGridLayout", "", ""),
            ("GridLayout", "", #"<NLine layoutHeight="9" visibility="gone"/>"#),
        ]
    )
    func aGridWithoutRowsHasNoHeight(
        _ attributes: String,
        _ grid: (name: String, data: String, content: String)
    ) throws {
        for (width, padding) in [("-1", 0.0), ("-1", 7), ("-2", 7)] {
            let container = try LayoutSource.container(
                """
                <VHLayout orientation="V"><\(grid.name) id="1" \(grid.data) \(attributes) paddingTop="\(padding)"
                layoutWidth="\(width)" layoutHeight="-2">\(grid.content)</\(grid.name)></VHLayout>
                """,
                data: ["items": []]
            )
            container.layout(in: LayoutSize(width: 200, height: 300))
            #expect(container.frame(id: 1).size.height == padding)
        }
    }

    /// An image without an area has no proportions that an open side could follow.
    @Test(arguments: [
        (LayoutSize(width: 30, height: 0), #"layoutWidth="-2" layoutHeight="15""#, LayoutSize(width: 30, height: 15)),
        (LayoutSize(width: 0, height: 20), #"layoutWidth="25" layoutHeight="-2""#, LayoutSize(width: 25, height: 20)),
    ])
    func anImageOfNoAreaHasTheSideThatItHas(_ natural: LayoutSize, _ sides: String, _ size: LayoutSize) throws {
        let images = FixedImages(width: natural.width, height: natural.height)
        let source = #"<FrameLayout><NImage id="1" src="a" \#(sides)/></FrameLayout>"#
        let container = Container(try LayoutSource.prepare(source).makeTree(), imageMeasuring: images)
        container.layout(in: LayoutSize(width: 100, height: 200))
        #expect(container.frame(id: 1).size == size)
    }

    /// Whoever asks without a limit gets numbers to work with.
    @Test(arguments: [
        ("-1", 100.0, 100.0), ("-1", Double.infinity, 0.0), ("-2", Double.infinity, 20.0),
        ("30", Double.infinity, 30.0),
    ])
    func aRootThatFillsRoomWithoutAnEndHasNoWidthInIt(_ width: String, _ room: Double, _ expected: Double) throws {
        let root = "<FrameLayout layoutWidth=\"\(width)\" layoutHeight=\"-1\">\(Self.content)</FrameLayout>"
        let container = try LayoutSource.container(root)
        #expect(container.sizeThatFits(width: room) == LayoutSize(width: expected, height: 10))
    }

    /// A wrapped column that is as wide as nothing gives its content a width after it was measured with all the room.
    @Test(arguments: [("0", false), ("0.25", true), ("1", true), ("3", true)])
    func aChildWithARatioIsMeasuredAgain(_ ratio: String, _ isAgain: Bool) throws {
        let container = try LayoutSource.container(
            """
            <FrameLayout><VH2Layout layoutWidth="-2" layoutHeight="-2" orientation="V">
              <FrameLayout layoutWidth="-1" layoutHeight="-2">
                <NText id="1" layoutWidth="-2" layoutHeight="-2" layoutRatio="\(ratio)" text="some words"/>
              </FrameLayout>
            </VH2Layout></FrameLayout>
            """
        )
        container.layout(in: LayoutSize(width: 200, height: 150))
        #expect((container.frame(id: 1).size.width < 20) == isAgain, "\(container.frame(id: 1))")
    }
}
