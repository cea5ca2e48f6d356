import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// Flex layouts have the frames that a browser gives them; `.ci/flex-fixtures` writes the fixture.
@Suite struct FlexLayoutTests {
    private static let browser = BrowserLayout("flex.json")

    @Test func thereAreManyTrees() {
        #expect(Self.browser.indices.count >= 300 && Self.browser.mirroredCount >= 250)
    }

    @Test(arguments: browser.indices) func givesTheFramesOfABrowser(_ number: Int) throws {
        try Self.browser.expectFrames(number)
    }

    @Test func firstLinesOfTextStandOnOneLine() throws {
        let container = try LayoutSource.container(
            """
            <FlexLayout alignItems="baseline">
            <NText id="1" text="a" textSize="10" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="2" text="b" textSize="20" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="3" text="c" textSize="10" paddingTop="4" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="4" text="d" textSize="10" lineHeight="15" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="5" text="e" textSize="10" layoutMarginTop="3" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="6" layoutWidth="5" layoutHeight="10"/>
            <FrameLayout id="7" layoutWidth="5" layoutHeight="10"/>
            </FlexLayout>
            """
        )
        container.layout(in: LayoutSize(width: 200, height: 60))
        // Letters stand 0.95 of their size below the upper edge; 19 for the largest.
        let expected = [1: 9.5, 2: 0, 3: 5.5, 4: 6.5, 5: 9.5, 6: 9, 7: 9]
        for (id, y) in expected {
            #expect(abs(container.frame(id: Int32(id)).origin.y - y) < 1e-9, "\(id): \(container.frame(id: Int32(id)))")
        }
    }

    /// Texts are drawn in the middle of boxes that are higher than their lines.
    @Test(arguments: ["nowrap", "wrap", "wrap-reverse"], [2, 1])
    func theLettersOfBoxesOfAnyHeightStandOnOneLine(_ wrap: String, _ scale: Double) throws {
        let container = try LayoutSource.container(
            """
            <FlexLayout alignItems="baseline" flexWrap="\(wrap)" layoutWidth="400" layoutHeight="200">
            <NText text="a" textSize="10" layoutWidth="-2" layoutHeight="-2"/>
            <NText text="b" textSize="20" layoutWidth="-2" layoutHeight="70"/>
            <NText text="c" textSize="10" paddingTop="4" paddingBottom="9" minHeight="40" layoutWidth="-2" layoutHeight="-2"/>
            <NText text="d d d d" textSize="12" lines="0" layoutWidth="15" layoutHeight="90"/>
            <NText text="e e e e" textSize="12" maxLines="2" lineSpaceExtra="3" layoutWidth="15" layoutHeight="90"/>
            <NText text="f f f" textSize="14" lines="5" lineHeight="25" layoutWidth="-2" layoutHeight="-2"/>
            <NText text="g g g" textSize="14" lines="0" layoutWidth="15" layoutHeight="20"/>
            </FlexLayout>
            """
        )
        container.environment.textScale = scale
        container.layout(in: LayoutSize(width: 400, height: 200))
        let baselines = container.displayList().items.compactMap { item -> Double? in
            guard case .text(let text) = item.content else { return nil }
            return text.lines.first?.baseline.y
        }
        #expect(baselines.count == 7)
        for baseline in baselines { #expect(abs(baseline - baselines[0]) < 1, "\(baselines)") }
    }

    @Test(arguments: [
        ("25%", 50.0), ("0%", 0), ("50", 50), ("0", 0), ("auto", 30), ("-5%", 30), ("-5", 30), ("x%", 30), ("nan", 30),
        ("inf", 30), ("inf%", 30),
    ])
    func theLengthBeforeRoomIsSharedIsPointsOrAPartOfTheLine(_ basis: String, _ width: Double) throws {
        let container = try LayoutSource.container(
            #"<FlexLayout><FrameLayout id="1" layoutWidth="30" flexBasis="\#(basis)"/></FlexLayout>"#
        )
        container.layout(in: LayoutSize(width: 200, height: 60))
        #expect(container.frame(id: 1).size.width == width)
    }

    /// The words that `vvc lint` lets pass are those that layout knows.
    @Test func everyWordOfTheSchemaPlacesAChild() throws {
        let places = [
            "auto": 50.0, "flex-start": 0, "flex-end": 50, "center": 25, "baseline": 0, "stretch": 0, "start": 0,
            "end": 50,
        ]
        guard case .styleWord(let table)? = LanguageSchema.standard.property(named: "alignSelf")?.textForm else {
            Issue.record("there are words")
            return
        }
        #expect(Set(table.words.map(\.name)) == Set(places.keys))
        for (word, y) in places {
            let child = #"<FrameLayout id="1" layoutWidth="5" layoutHeight="10" alignSelf="\#(word)"/>"#
            let container = try LayoutSource.container("<FlexLayout alignItems=\"flex-end\">\(child)</FlexLayout>")
            container.layout(in: LayoutSize(width: 200, height: 60))
            #expect(container.frame(id: 1).origin.y == y, "\(word)")
        }
    }

    @Test func aSideOfLessThanNothingIsNothing() throws {
        let child = #"<FrameLayout id="1" layoutWidth="-5" layoutHeight="-7" alignSelf="flex-start"/>"#
        let container = try LayoutSource.container("<FlexLayout>\(child)</FlexLayout>")
        container.layout(in: LayoutSize(width: 200, height: 60))
        #expect(container.frame(id: 1).size == .zero)
    }

    @Test func aSideOfNothingStaysAsItIsIfTheOtherOneWraps() throws {
        for (width, height) in [("0", "-2"), ("-2", "0")] {
            let container = try LayoutSource.container(
                """
                <FrameLayout><FlexLayout id="1" layoutWidth="\(width)" layoutHeight="\(height)">
                <FrameLayout layoutWidth="30" layoutHeight="20"/></FlexLayout></FrameLayout>
                """
            )
            container.layout(in: LayoutSize(width: 200, height: 60))
            let size = container.frame(id: 1).size
            #expect(size == (width == "0" ? LayoutSize(width: 0, height: 20) : LayoutSize(width: 30, height: 0)))
        }
    }

    /// A side follows the other one only if both parts of the proportion are there.
    @Test(arguments: [("X", 1, 0), ("X", 0, 1), ("Y", 1, 0), ("Y", 0, 1)])
    func halfAProportionIsNone(_ axis: String, _ x: Int, _ y: Int) throws {
        let container = try LayoutSource.container(
            """
            <FlexLayout alignItems="flex-start"><FrameLayout id="1" layoutWidth="30" layoutHeight="20"
            autoDimDirection="\(axis)" autoDimX="\(x)" autoDimY="\(y)"/></FlexLayout>
            """
        )
        container.layout(in: LayoutSize(width: 200, height: 60))
        #expect(container.frame(id: 1).size == LayoutSize(width: 30, height: 20))
    }

    /// What fills a height that follows from the content counts with its own content, as in CSS.
    @Test(
        arguments: ["row", "column"],
        [
            "FrameLayout", "VHLayout", "VH2Layout", "RatioLayout", "GridLayout", "FlexLayout", "NText", "NImage",
            "Scroller",
        ]
    )
    func aChildThatFillsAHeightThatWrapsIsAsHighAsItsContentAtLeast(_ direction: String, _ component: String) throws {
        let line = #"<NLine layoutWidth="10" layoutHeight="30"/>"#
        let attributes = ["NText": #"text="a word""#, "Scroller": #"dataTag="${items}""#][component] ?? ""
        let content = component.hasSuffix("Layout") ? line : ""
        for parent in ["FrameLayout", "VHLayout", "RatioLayout", "GridLayout"] {
            let containers = try ["-1", "-2"].map { height in
                let source = """
                    <\(parent)><FlexLayout id="1" flexDirection="\(direction)" layoutWidth="-2" layoutHeight="-2">
                    <\(component) id="2" \(attributes) layoutWidth="20" layoutHeight="\(height)">\(content)</\(component)>
                    <NText text="y" layoutWidth="-2" layoutHeight="-2"/></FlexLayout></\(parent)>
                    """
                let tree = try LayoutSource.prepare(source).makeTree(source: PreparedTemplates(line))
                let container = Container(tree, textMeasuring: FixedTextMetrics())
                container.update(data: ["items": [["type": "Item"]]])
                container.layout(in: LayoutSize(width: 200, height: 100))
                return container
            }
            let sizes = containers.map { $0.frame(id: 1).size }
            #expect(sizes[0] == sizes[1], "in a \(parent): \(sizes)")
            if direction == "row" { #expect(containers[0].frame(id: 2).size.height == sizes[0].height, "\(parent)") }
        }
    }

    @Test(arguments: ["FlexLayout", "VHLayout"]) func aLineAsHighAsTheRowMayBeInIt(_ row: String) throws {
        let container = try LayoutSource.container(
            """
            <\(row) layoutWidth="-1" layoutHeight="-2"><FrameLayout id="1" layoutWidth="4" layoutHeight="-1"/>
            <NText text="y" textSize="10" layoutWidth="-2" layoutHeight="-2"/></\(row)>
            """
        )
        #expect(container.sizeThatFits(width: 200) == LayoutSize(width: 200, height: 12))
        container.layout(in: container.sizeThatFits(width: 200))
        #expect(container.frame(id: 1).size == LayoutSize(width: 4, height: 12))
    }

    @Test func aPartOfARowThatWrapsIsThatOfTheWidthOfItsContent() throws {
        let container = try LayoutSource.container(
            """
            <FrameLayout><FlexLayout id="2" layoutWidth="-2" layoutHeight="-2">
            <FrameLayout id="1" layoutWidth="30" layoutHeight="20" flexBasis="50%"/></FlexLayout></FrameLayout>
            """
        )
        container.layout(in: LayoutSize(width: 200, height: 60))
        #expect(container.frame(id: 1).size == LayoutSize(width: 15, height: 20))
        #expect(container.frame(id: 2).size == LayoutSize(width: 30, height: 20))
    }

    /// The height follows from the children, so that no child can be a part of it.
    @Test(arguments: [("nowrap", 1), ("wrap", 1), ("nowrap", 0)])
    func aPartOfAColumnThatWrapsCountsAsAuto(_ wrap: String, _ shrink: Int) throws {
        let container = try LayoutSource.container(
            """
            <FrameLayout><FlexLayout id="9" flexDirection="column" flexWrap="\(wrap)" layoutWidth="40" layoutHeight="-2">
            <FrameLayout id="1" layoutWidth="20" layoutHeight="30" flexBasis="60%" flexShrink="\(shrink)"/>
            <FrameLayout id="2" layoutWidth="20" layoutHeight="100" flexBasis="60%" flexShrink="\(shrink)"/>
            </FlexLayout></FrameLayout>
            """
        )
        container.layout(in: LayoutSize(width: 200, height: 400))
        #expect(container.frame(id: 9).size == LayoutSize(width: 40, height: 130))
        #expect(container.frame(id: 1) == LayoutRect(x: 0, y: 0, width: 20, height: 30))
        #expect(container.frame(id: 2) == LayoutRect(x: 0, y: 30, width: 20, height: 100))
    }

    @Test(arguments: [("layoutHeight=\"-1\"", ""), ("layoutHeight=\"-2\" flexGrow=\"1\"", "column")])
    func aPartOfAColumnOfGivenHeightCounts(_ height: String, _ direction: String) throws {
        let column = """
            <FlexLayout flexDirection="column" layoutWidth="40" \(height)>
            <FrameLayout id="1" layoutWidth="20" layoutHeight="30" flexBasis="25%"/></FlexLayout>
            """
        let outer = direction.isEmpty ? "FrameLayout" : "FlexLayout"
        let container = try LayoutSource.container("<\(outer) flexDirection=\"column\">\(column)</\(outer)>")
        container.layout(in: LayoutSize(width: 200, height: 400))
        #expect(container.frame(id: 1).size == LayoutSize(width: 20, height: 100))
    }

    @Test(arguments: [
        #"VH orientation="V" itemHeight="200""#, #"Slider orientation="V" itemWidth="200""#,
    ])
    func aPartOfAnItemWhoseListGivesTheHeightCounts(_ list: String) throws {
        let item = """
            <FlexLayout flexDirection="column" layoutWidth="40" layoutHeight="-2">
            <FrameLayout id="1" layoutWidth="20" layoutHeight="30" flexBasis="50%"/></FlexLayout>
            """
        let source = "<FrameLayout><\(list) dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/></FrameLayout>"
        let container = Container(try LayoutSource.prepare(source).makeTree(source: PreparedTemplates(item)))
        container.update(data: ["items": [["type": "Item"]]])
        container.layout(in: LayoutSize(width: 200, height: 400))
        #expect(container.frame(id: 1).size == LayoutSize(width: 20, height: 100))
    }

    /// With the places of a browser.
    @Test func aBaselineMayBeOutsideOfTheMargins() throws {
        let rows = [
            (
                #"<NText id="1" text="a" textSize="10" layoutMarginTop="-20" layoutWidth="-2" layoutHeight="-2"/>"#,
                "row"
            ),
            (
                """
                <FrameLayout id="1" layoutWidth="9" layoutHeight="9" layoutMarginLeft="-5"/>
                <FrameLayout id="2" layoutWidth="9" layoutHeight="9" layoutMarginLeft="-8"/>
                """, "column"
            ),
        ]
        for (children, direction) in rows {
            let container = try LayoutSource.container(
                #"<FlexLayout alignItems="baseline" flexDirection="\#(direction)">\#(children)</FlexLayout>"#
            )
            container.layout(in: LayoutSize(width: 200, height: 60))
            let expected = direction == "row" ? LayoutPoint(x: 0, y: -20) : LayoutPoint(x: -5, y: 0)
            #expect(container.frame(id: 1).origin == expected)
            if direction == "column" { #expect(container.frame(id: 2).origin == LayoutPoint(x: -5, y: 9)) }
        }
        let line = try LayoutSource.container(
            """
            <FrameLayout><FlexLayout id="9" alignItems="baseline" layoutWidth="100" layoutHeight="-2">
            <FrameLayout id="1" layoutWidth="9" layoutHeight="9" layoutMarginTop="-20"/></FlexLayout></FrameLayout>
            """
        )
        line.layout(in: LayoutSize(width: 200, height: 60))
        #expect(line.frame(id: 9).size.height == 0)
        #expect(line.frame(id: 1).origin.y == -20)
    }
}
