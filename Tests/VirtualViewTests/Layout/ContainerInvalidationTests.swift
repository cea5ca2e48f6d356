import Testing

@testable import VirtualView
@testable import VirtualViewCore

/// What a container measures and draws again when it is told that texts or images are not as they were.
@Suite struct ContainerInvalidationTests {
    /// Texts of another size than before, from one moment on.
    private final class ChangingMetrics: AlmostFixedMetrics {
        private let current = Locked(1.0)
        var factor: Double {
            get { current.withLock { $0 } }
            set { current.withLock { $0 = newValue } }
        }

        func shown(_ font: TextFont) -> TextFont {
            TextFont(name: font.name, size: font.size * factor, isBold: font.isBold, isItalic: font.isItalic)
        }
    }

    private static let size = LayoutSize(width: 200, height: 400)

    /// A container that was laid out and drawn.
    private func shown(
        _ xml: String,
        item: String = "<NText/>",
        _ metrics: ChangingMetrics = ChangingMetrics(),
        _ sizes: FixedImages = FixedImages(),
        data: JSONValue? = nil
    ) throws -> Container {
        let tree = try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(item))
        let container = Container(tree, textMeasuring: metrics, imageMeasuring: sizes)
        container.update(data: data)
        container.layout(in: Self.size)
        _ = container.displayList()
        return container
    }

    private func expectSame(_ first: Container, _ second: Container, sourceLocation: SourceLocation = #_sourceLocation)
    {
        #expect(first.records == second.records, sourceLocation: sourceLocation)
        #expect(first.displayList() == second.displayList(), sourceLocation: sourceLocation)
        let fitting = (first.sizeThatFits(width: 100), second.sizeThatFits(width: 100))
        #expect(fitting.0 == fitting.1, sourceLocation: sourceLocation)
    }

    /// It was made of the frames before.
    @Test func aDisplayListBeforeTheLayoutIsOutdatedAfterIt() throws {
        let container = try shown(
            #"<FrameLayout><NText text="${t}" layoutWidth="-2" layoutHeight="-2"/></FrameLayout>"#
        )
        let model = DataModel(["t": "a"])
        container.model = model
        container.layout(in: Self.size)
        _ = container.displayList()
        #expect(!container.needsDisplay)
        model["t"] = "much longer"
        _ = container.displayList()
        container.layout(in: Self.size)
        #expect(container.needsDisplay)
    }

    @Test(arguments: [
        """
        <VHLayout orientation="V"><NText text="some words" layoutWidth="-1" layoutHeight="-2" maxLines="9"/>
        <FrameLayout layoutHeight="5"/></VHLayout>
        """,
        """
        <FlexLayout><NText text="ab" layoutWidth="-2" layoutHeight="-2" flexShrink="0"/>
        <NText text="cd" layoutWidth="-2" layoutHeight="-2" flexGrow="1"/></FlexLayout>
        """,
        """
        <FlexLayout alignItems="baseline"><NText text="ab" layoutWidth="-2" layoutHeight="-2"/>
        <NText text="cd" textSize="9" layoutWidth="-2" layoutHeight="-2"/></FlexLayout>
        """,
        """
        <GridLayout layoutHeight="-2"><NText text="a" layoutWidth="-1" layoutHeight="-2"/>
        <NText text="b" layoutWidth="-2" layoutHeight="-2"/></GridLayout>
        """,
        """
        <RatioLayout><NText text="abc" layoutWidth="-2" layoutHeight="-2"/>
        <FrameLayout layoutRatio="1"/></RatioLayout>
        """,
        """
        <VHLayout><VirtualTime text="12:00" layoutWidth="-2" layoutHeight="-2"/>
        <FrameLayout layoutWidth="5"/></VHLayout>
        """,
        """
        <VHLayout orientation="V"><Grid dataTag="${items}" layoutWidth="-1" layoutHeight="-2"/>
        <NLine layoutHeight="2"/></VHLayout>
        """,
    ])
    func newTextMetricsMeasureEveryTextAgain(_ xml: String) throws {
        let item = #"<NText text="${n}" layoutWidth="-2" layoutHeight="-2"/>"#
        let data: JSONValue = ["items": [["type": "A", "n": "one"], ["type": "A", "n": "two"]]]
        let metrics = ChangingMetrics()
        let container = try shown(xml, item: item, metrics, data: data)
        let before = container.records
        metrics.factor = 2
        #expect(!container.needsLayout && !container.needsDisplay)
        container.textMetricsDidChange()
        #expect(container.needsLayout && container.needsDisplay)
        container.layout(in: Self.size)
        #expect(container.records != before)
        expectSame(container, try shown(xml, item: item, metrics, data: data))
        #expect(!container.needsLayout && !container.needsDisplay)
    }

    @Test func newTextMetricsLeaveEverythingElseAlone() throws {
        let container = try shown("<VHLayout><NImage layoutWidth=\"9\"/><NLine/><VGraph/></VHLayout>")
        container.textMetricsDidChange()
        #expect(!container.needsLayout && !container.needsDisplay)
        let mixed = try shown(
            """
            <VHLayout orientation="V"><VHLayout layoutWidth="9" layoutHeight="9"><NImage/><NImage/></VHLayout>
            <NText text="a"/></VHLayout>
            """
        )
        mixed.textMetricsDidChange()
        let marked = mixed.tree.nodes.filter { !$0.needs.isEmpty }.map(\.componentName)
        #expect(marked == ["VHLayout", "NText"])
    }

    @Test func anImageThatArrivesIsMeasuredInEveryPlaceThatShowsIt() throws {
        let xml = """
            <VHLayout orientation="V">
            <NImage id="1" src="photo" layoutWidth="-2" layoutHeight="-2"/>
            <NImage id="2" src="photo" layoutWidth="30" layoutHeight="-2"/>
            <NImage id="3" src="photo" layoutWidth="30" layoutHeight="30"/>
            <NImage id="4" src="photo" layoutWidth="30" layoutHeight="-2" ratio="2"/>
            <NImage id="5" src="other" backgroundImage="photo" layoutWidth="-2" layoutHeight="-2"/>
            <FrameLayout id="6" backgroundImage="photo" layoutHeight="10"/>
            <FrameLayout id="7" backgroundImage="other" layoutHeight="10"/>
            <Grid id="8" dataTag="${items}" layoutHeight="-2"/>
            </VHLayout>
            """
        let item = #"<NImage id="9" src="${n}" layoutWidth="-2" layoutHeight="-2"/>"#
        let data: JSONValue = ["items": [["type": "A", "n": "photo"]]]
        let sizes = FixedImages()
        let container = try shown(xml, item: item, ChangingMetrics(), sizes, data: data)
        sizes.known["photo"] = LayoutSize(width: 40, height: 20)
        container.imageDidArrive("photo")
        func marked(_ need: NodeNeeds) -> [Int32] {
            container.tree.nodes.filter { $0.needs.isSuperset(of: need) }.map(\.id)
        }
        #expect(marked(.measuring) == [1, 2, 9])
        #expect(marked(.drawing) == [1, 2, 3, 4, 5, 6, 9])
        container.layout(in: Self.size)
        #expect(container.frame(id: 1).size == LayoutSize(width: 40, height: 20))
        #expect(container.frame(id: 9).size.height == 20)
        expectSame(container, try shown(xml, item: item, ChangingMetrics(), sizes, data: data))
        container.imageDidArrive("third")
        #expect(!container.needsLayout && !container.needsDisplay)
    }

    @Test(arguments: [
        (#"layoutWidth="-2" layoutHeight="-2""#, true), (#"layoutWidth="30" layoutHeight="-2""#, true),
        (#"layoutWidth="-2" layoutHeight="30""#, true), (#"layoutWidth="30" layoutHeight="30""#, false),
        (#"layoutWidth="30" layoutHeight="-2" ratio="2""#, false),
    ])
    func anotherImageIsMeasuredWhereItsSizeCounts(_ attributes: String, _ isMeasured: Bool) throws {
        let xml = #"<VHLayout><NImage src="${n}" \#(attributes)/></VHLayout>"#
        let sizes = FixedImages(["a": LayoutSize(width: 30, height: 20), "b": LayoutSize(width: 60, height: 50)])
        let container = try shown(xml, ChangingMetrics(), sizes, data: ["n": "a"])
        container.update(data: ["n": "b"])
        #expect(container.needsLayout == isMeasured && container.needsDisplay)
        container.layout(in: Self.size)
        expectSame(container, try shown(xml, ChangingMetrics(), sizes, data: ["n": "b"]))
    }

    /// A child as wide as its parent is measured where the parent is as wide as its content.
    @Test(arguments: [("FlexLayout", "row"), ("FlexLayout", "column"), ("FrameLayout", "row"), ("VHLayout", "row")])
    func anotherImageIsMeasuredWhereItFillsWhatWrapsIt(_ parent: String, _ direction: String) throws {
        let xml = """
            <FrameLayout><\(parent) layoutWidth="-2" layoutHeight="-2" flexDirection="\(direction)">
            <NImage src="${n}" layoutWidth="-1" layoutHeight="30"/></\(parent)></FrameLayout>
            """
        let sizes = FixedImages(["a": LayoutSize(width: 30, height: 20)])
        let container = try shown(xml, ChangingMetrics(), sizes, data: ["n": "a"])
        for name in ["b", "a"] {
            container.update(data: ["n": .string(name)])
            container.layout(in: Self.size)
            expectSame(container, try shown(xml, ChangingMetrics(), sizes, data: ["n": .string(name)]))
        }
    }

    @Test func theEnvironmentIsThatOfTheTree() throws {
        let container = try shown("<NText text=\"a\"/>")
        container.environment = ScreenEnvironment(scale: 3, width: 100)
        #expect(container.environment == container.tree.environment)
        #expect(container.tree.environment.scale == 3)
    }
}
