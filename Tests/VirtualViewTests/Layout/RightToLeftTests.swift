import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// What is read from right to left is the mirror image of what is read from left to right.
@Suite struct RightToLeftTests {
    private static let runs = ["cases", "images", "updates"].flatMap { LayoutRun.all(in: $0) }

    // MARK: - Everything

    @Test(arguments: runs) func mirrorsEveryConformanceLayout(_ run: LayoutRun) throws {
        let pair = try MirroredPair { try run.makeContainer(client: .swift) }
        let data = run.value.present("data") ?? run.value.list("steps").last?.present("data")
        pair.both { container in
            container.update(data: data)
            container.layout(in: run.size)
        }
        #expect(pair.difference() == nil, "\(run)")
        pair.scroll(by: LayoutPoint(x: 37, y: 11), toPage: 1)
        #expect(pair.difference() == nil, "\(run), scrolled")
    }

    /// Every template is shown with several data and sizes.
    @Test func mirrorsRandomLayouts() throws {
        for number in 0..<RandomTests.count(60) {
            let seed = RandomTests.seed &+ UInt64(number)
            try checkRandomLayout(seed, hasDirections: number % 2 == 1)
        }
    }

    private func checkRandomLayout(_ seed: UInt64, hasDirections: Bool) throws {
        var random = RandomLayout(seed: seed, hasDirections: hasDirections)
        var generator = SeededGenerator(seed: seed ^ 0x417_0000)
        let source = random.template()
        let template = try LayoutSource.prepare(source)
        let items = try FixtureTemplates(names: ["ItBox", "ItFlex", "ItFill"], client: .swift)
        let hasWindow = Bool.random(using: &generator)
        let pair = MirroredPair {
            let container = Container(template.makeTree(source: items), textMeasuring: FixedTextMetrics())
            if !hasWindow { container.listWindow = nil }
            return container
        }
        var data: JSONValue?
        for step in 0..<4 {
            data = random.data(changing: data)
            let size = LayoutSize(width: .random(in: 50...400, using: &generator).rounded(), height: 300)
            pair.both { container in
                container.update(data: data)
                container.layout(in: size)
            }
            if step > 1 { pair.scroll(by: LayoutPoint(x: Double(step) * 17, y: 9), toPage: step) }
            let isLinked = pair.left.tree.nodes.allSatisfy { $0.parent != nil || $0 === pair.left.tree.root }
            try #require(isLinked, "VV_SEED=\(seed), step \(step): a node without a parent\n\(source)")
            var difference = pair.differingFrame()
            if !hasDirections, pair.hasPlaces {
                difference = difference ?? pair.differingImage() ?? pair.differingTouch()
            }
            difference = difference ?? pair.differingScrolling()
            try #require(difference == nil, "VV_SEED=\(seed), step \(step)\n\(source)")
        }
    }

    // MARK: - The direction of a node

    private static func row(_ direction: String) -> String {
        """
        <FrameLayout><VHLayout id="1" \(direction) layoutWidth="100" layoutHeight="20" layoutMarginLeft="7" paddingLeft="3">
        <FrameLayout id="2" layoutWidth="10" layoutHeight="20"/>
        <VHLayout id="3" layoutWidth="30" layoutHeight="20">
        <FrameLayout id="4" layoutWidth="5" layoutHeight="5"/></VHLayout>
        </VHLayout></FrameLayout>
        """
    }

    @Test(arguments: [
        ("", false, [7.0, 3, 13, 0]), ("", true, [93, 87, 57, 25]),
        ("direction=\"ltr\"", false, [7, 3, 13, 0]), ("direction=\"ltr\"", true, [93, 3, 13, 0]),
        ("direction=\"rtl\"", false, [7, 87, 57, 25]), ("direction=\"rtl\"", true, [93, 87, 57, 25]),
        ("direction=\"inherit\"", true, [93, 87, 57, 25]), ("direction=\"inherit\"", false, [7, 3, 13, 0]),
    ])
    func aNodeIsPlacedByItsParentAndPlacesItsChildrenByItsOwnDirection(
        _ direction: String,
        _ isRightToLeft: Bool,
        _ places: [Double]
    ) throws {
        let container = try LayoutSource.container(Self.row(direction))
        if isRightToLeft { container.environment.layoutDirection = .rightToLeft }
        container.layout(in: LayoutSize(width: 200, height: 50))
        let found = (1...4).compactMap { container.tree.node(withID: $0)?.frame.origin.x }
        #expect(found == places)
        // The other direction and back gives the same as at first.
        let node = try #require(container.tree.node(withID: 1))
        let written = node.direction
        node.direction = written == .leftToRight ? .rightToLeft : .leftToRight
        container.layout(in: LayoutSize(width: 200, height: 50))
        node.direction = written
        container.layout(in: LayoutSize(width: 200, height: 50))
        #expect((1...4).compactMap { container.tree.node(withID: $0)?.frame.origin.x } == places)
    }

    @Test func dataMayGiveTheDirection() throws {
        let container = try LayoutSource.container(Self.row(#"direction="@{${latin} ? ltr : inherit}""#))
        container.environment.layoutDirection = .rightToLeft
        for (latin, place) in [(true, 3.0), (false, 87), (true, 3)] {
            container.update(data: ["latin": .bool(latin)])
            container.layout(in: LayoutSize(width: 200, height: 50))
            #expect(container.tree.node(withID: 2)?.frame.origin.x == place)
        }
    }

    @Test func aListAndItsItemsTakeOverAnotherDirection() throws {
        let row =
            #"<VHLayout layoutWidth="50" layoutHeight="20"><NText id="5" text="${n}" layoutWidth="9" layoutHeight="9"/></VHLayout>"#
        let source = try PreparedTemplates(row)
        let template = try LayoutSource.prepare(
            #"<Scroller dataTag="${items}" orientation="H" layoutWidth="-1" layoutHeight="-1"/>"#
        )
        func makeContainer(_ direction: Node.ReadingDirection) -> Container {
            let container = Container(template.makeTree(source: source), textMeasuring: FixedTextMetrics())
            container.tree.root.direction = direction
            container.update(data: ["items": .array((0..<40).map { ["type": "a", "n": "\($0)"] })])
            container.layout(in: LayoutSize(width: 120, height: 20))
            return container
        }
        let container = makeContainer(.inherited)
        let list = try #require(container.tree.root as? ItemContainerNode)
        // Some items wait for an entry when the direction changes.
        container.scroll(list, to: LayoutPoint(x: 900, y: 0))
        container.scroll(list, to: .zero)
        for direction in [Node.ReadingDirection.rightToLeft, .leftToRight, .rightToLeft] {
            list.direction = direction
            container.layout(in: container.size)
            let other = makeContainer(direction)
            for offset in [0.0, 333, 1_880] {
                container.scroll(list, to: LayoutPoint(x: offset, y: 0))
                if let list = other.tree.root as? ItemContainerNode {
                    other.scroll(list, to: LayoutPoint(x: offset, y: 0))
                }
                #expect(ListOracle.difference(between: container, and: other) == nil, "\(direction) \(offset)")
            }
        }
    }

    // MARK: - Scrolling

    @Test func offsetsCountFromWhereReadingBegins() throws {
        let item = ##"<FrameLayout layoutWidth="100" layoutHeight="40" background="#FF0000"/>"##
        let source = try PreparedTemplates(item)
        let template = try LayoutSource.prepare(
            #"<Slider dataTag="${items}" itemMargin="10" layoutWidth="-1" layoutHeight="-1"/>"#
        )
        let container = Container(template.makeTree(source: source), textMeasuring: FixedTextMetrics())
        container.environment.layoutDirection = .rightToLeft
        container.listWindow = nil
        container.update(data: ["items": .array((0..<5).map { _ in ["type": "a"] })])
        container.layout(in: LayoutSize(width: 200, height: 40))
        let list = try #require(container.tree.root as? SliderNode)
        func places() -> [Double] {
            container.displayList(culling: false).items.compactMap { item in
                if case .box = item.content { item.frame.origin.x } else { nil }
            }
        }
        #expect(list.contentSize.width == 540)
        #expect(list.children.map(\.frame.origin.x) == [440, 330, 220, 110, 0])
        #expect(places() == [100, -10, -120, -230, -340])
        #expect(list.children.map { container.frame(of: $0).origin.x } == [100, -10, -120, -230, -340])
        #expect(list.scrollOffset(ofEntry: 2) == LayoutPoint(x: 220, y: 0))
        container.scroll(list, to: list.scrollOffset(ofEntry: 2))
        #expect(places() == [320, 210, 100, -10, -120])
        container.scroll(list, to: LayoutPoint(x: 9_999, y: 0))
        #expect(list.scrollOffset.x == 340 && places() == [440, 330, 220, 110, 0])
        container.scroll(list, to: LayoutPoint(x: -9, y: 0))
        #expect(list.scrollOffset == .zero)
    }

    @Test func pagesFollowEachOtherToTheLeft() throws {
        let source = try PreparedTemplates(#"<NText text="${n}" layoutWidth="-1" layoutHeight="-1"/>"#)
        let template = try LayoutSource.prepare(
            #"<Page dataTag="${items}" orientation="H" layoutWidth="-1" layoutHeight="-1"/>"#
        )
        let container = Container(template.makeTree(source: source), textMeasuring: FixedTextMetrics())
        container.environment.layoutDirection = .rightToLeft
        container.update(data: ["items": .array((0..<3).map { ["type": "a", "n": "\($0)"] })])
        container.layout(in: LayoutSize(width: 100, height: 40))
        let page = try #require(container.tree.root as? PageNode)
        func shown(at x: Double) -> [String?] {
            container.displayList(culling: false).items.filter { $0.frame.origin.x == x }.compactMap(
                \.accessibilityText
            )
        }
        for (turned, next) in [("0", "1"), ("1", "2"), ("2", "0")] {
            #expect(shown(at: 0) == [turned])
            #expect(shown(at: -100) == [next])
            container.turn(page, to: page.currentPage + 1)
        }
        #expect(page.currentPage == 0)
        // A finger that pulls the content to the right shows the next page.
        container.scroll(page, to: LayoutPoint(x: page.scrollOffset.x + 100, y: 0))
        #expect(page.currentPage == 1)
    }

    @Test func nothingIsMirroredForTheReferenceClient() throws {
        let container = try LayoutSource.container(Self.row("direction=\"rtl\""), client: .iOS)
        container.environment.layoutDirection = .rightToLeft
        container.layout(in: LayoutSize(width: 200, height: 50))
        #expect((1...4).compactMap { container.tree.node(withID: $0)?.frame.origin.x } == [7, 3, 13, 0])
        #expect(container.tree.nodes.allSatisfy { !$0.isRightToLeft })
    }

    // MARK: - Images

    @Test(arguments: [("", false, false), ("", true, false), ("true", false, false), ("true", true, true)])
    func onlyAnArrowIsTurned(_ mirrorsImage: String, _ isRightToLeft: Bool, _ isTurned: Bool) throws {
        let attribute = mirrorsImage.isEmpty ? "" : "mirrorsImage=\"\(mirrorsImage)\""
        let container = try LayoutSource.container(
            #"<FrameLayout><NImage src="arrow" \#(attribute) layoutWidth="20" layoutHeight="10" paddingLeft="4"/></FrameLayout>"#
        )
        if isRightToLeft { container.environment.layoutDirection = .rightToLeft }
        container.layout(in: LayoutSize(width: 100, height: 20))
        let images = container.displayList().items.compactMap { item -> DisplayList.Image? in
            if case .image(let image) = item.content { image } else { nil }
        }
        #expect(images.map(\.isMirrored) == [isTurned])
        #expect(images.map(\.box.origin.x) == [isRightToLeft ? 80 : 4])
    }

    @Test(arguments: [("fit_start", 75.0), ("fit_end", 60), ("fit_center", 67.5), ("fit_xy", 60)])
    func anImageThatDoesNotFillItsNodeStandsWhereReadingBegins(_ scaleType: String, _ x: Double) throws {
        let template = try LayoutSource.prepare(
            #"<FrameLayout><NImage src="a" scaleType="\#(scaleType)" layoutWidth="20" layoutHeight="10"/></FrameLayout>"#
        )
        let container = Container(template.makeTree(), imageMeasuring: FixedImages(width: 5, height: 10))
        container.environment.layoutDirection = .rightToLeft
        container.layout(in: LayoutSize(width: 80, height: 20))
        guard case .image(let image)? = container.displayList().items.first?.content else {
            Issue.record("nothing is drawn")
            return
        }
        #expect(image.destination?.origin.x == x)
    }
}
