import Testing
import VirtualView
import VirtualViewCore
import VirtualViewExpressions

/// What cannot be seen is left out of a display list, and costs little.
@Suite struct DisplayListCullingTests {
    // MARK: - What is left out

    private static let runs = ["cases", "images", "updates"].flatMap { LayoutRun.all(in: $0) }

    /// The list of what is seen is the list of everything, without what is seen nowhere.
    @Test(arguments: runs) func leavesOutWhatIsNotSeenAndNothingElse(_ run: LayoutRun) throws {
        let container = try run.makeContainer(client: .swift)
        container.update(data: run.value.present("data") ?? run.value.list("steps").last?.present("data"))
        for node in container.tree.nodes { node.background = .black }
        // The second size is too small for most of these layouts.
        for share in [1, 0.4] {
            container.layout(in: LayoutSize(width: run.size.width * share, height: run.size.height * share))
            for scrolled in [0.0, 37] {
                for case let list as ItemContainerNode in container.tree.nodes {
                    list.scrollOffset = LayoutPoint(x: scrolled, y: scrolled)
                }
                let all = container.displayList(culling: false)
                let reach = container.tree.nodes.map { Self.reach(of: $0) }
                #expect(container.displayList().items == Self.seen(of: all, reach))
            }
        }
    }

    /// How far beyond its frame a node may draw.
    private static func reach(of node: Node) -> Double {
        switch node {
        case let line as LineNode: return line.color.alpha > 0 ? max(0, Double(line.paintWidth)) : 0
        case let shape as GraphNode: return max(0, Double(shape.diameterX), Double(shape.diameterY))
        case let image as ImageNode:
            // It is to be loaded.
            let isOpen =
                [image.layoutWidth, image.layoutHeight].contains { $0 < 0 } && !(image.ratio > 0)
            return isOpen && !hasArea(image.frame) ? 1 : 0
        default: return 0
        }
    }

    private static func seen(of list: DisplayList, _ reaches: [Double]) -> [DisplayList.Item] {
        var kept: [DisplayList.Item] = []
        var seen = [grown(LayoutRect(origin: .zero, size: list.size))]
        var starts: [Int] = []
        var unseenGroups = 0
        for item in list.items {
            switch item.content {
            case .beginGroup(let group):
                let inner = group.clip.map { overlap(grown($0), seen[seen.count - 1]) } ?? seen[seen.count - 1]
                guard unseenGroups == 0, group.clip == nil || hasArea(inner) else {
                    unseenGroups += 1
                    continue
                }
                seen.append(inner)
                starts.append(kept.count)
                kept.append(item)
            case .endGroup:
                guard unseenGroups == 0 else {
                    unseenGroups -= 1
                    continue
                }
                seen.removeLast()
                if kept.count == starts.removeLast() + 1 {
                    kept.removeLast()
                } else {
                    kept.append(item)
                }
            default:
                let reach = reaches[item.nodeIndex]
                let drawn = LayoutRect(
                    x: item.frame.origin.x - reach,
                    y: item.frame.origin.y - reach,
                    width: item.frame.size.width + 2 * reach,
                    height: item.frame.size.height + 2 * reach
                )
                if unseenGroups == 0, hasArea(overlap(drawn, seen[seen.count - 1])) { kept.append(item) }
            }
        }
        return kept
    }

    /// What a container without an area holds may get one.
    private static func grown(_ clip: LayoutRect) -> LayoutRect {
        guard !hasArea(clip) else { return clip }
        let (origin, size) = (clip.origin, clip.size)
        return LayoutRect(x: origin.x - 1, y: origin.y - 1, width: size.width + 2, height: size.height + 2)
    }

    private static func hasArea(_ rect: LayoutRect) -> Bool {
        rect.size.width > 0 && rect.size.height > 0
    }

    private static func overlap(_ first: LayoutRect, _ second: LayoutRect) -> LayoutRect {
        let left = max(first.origin.x, second.origin.x)
        let top = max(first.origin.y, second.origin.y)
        let right = min(first.origin.x + first.size.width, second.origin.x + second.size.width)
        let bottom = min(first.origin.y + first.size.height, second.origin.y + second.size.height)
        return LayoutRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    // MARK: - What a thick line needs

    /// A line of ten points is drawn around the middle of its thickness, partly beyond a thinner frame.
    @Test(arguments: [(-6, true), (-11, true), (-13, false), (108, true), (110, false)])
    func aThickLineIsSeenBesideItsFrame(_ place: Int, _ isSeen: Bool) throws {
        for side in ["Left", "Top"] {
            let container = try LayoutSource.container(
                """
                <FrameLayout><NLine layoutWidth="2" layoutHeight="2" layoutMargin\(side)="\(place)" paintWidth="10"/>
                </FrameLayout>
                """
            )
            container.layout(in: LayoutSize(width: 100, height: 100))
            let lines = container.displayList().items.filter { if case .line = $0.content { true } else { false } }
            #expect(lines.count == (isSeen ? 1 : 0), "\(side)")
        }
    }

    // MARK: - What is drawn beside its frame

    /// A circle of forty points in the middle of a frame of two.
    @Test(arguments: [(-18, true), (-20, true), (118, true), (-60, false), (150, false)])
    func aShapeThatIsLargerThanItsFrameIsSeen(_ place: Int, _ isSeen: Bool) throws {
        for side in ["Left", "Top"] {
            let container = try LayoutSource.container(
                """
                <FrameLayout><VGraph type="circle" diameterX="40" paintStyle="fill" gravity="h_center|v_center"
                layoutWidth="2" layoutHeight="2" layoutMargin\(side)="\(place)"/></FrameLayout>
                """
            )
            container.layout(in: LayoutSize(width: 100, height: 100))
            let shapes = container.displayList().items.filter { if case .shape = $0.content { true } else { false } }
            #expect(shapes.count == (isSeen ? 1 : 0), "\(side)")
        }
    }

    /// Not even the ellipsis of a text that others in its row left no width.
    @Test(arguments: [("0", "20", 0), ("20", "0", 0), ("0", "0", 0), ("3", "3", 1)])
    func aTextWithoutRoomIsNotDrawn(_ width: String, _ height: String, _ count: Int) throws {
        let source = """
            <FrameLayout><NText text="a" textSize="10" layoutWidth="\(width)" layoutHeight="\(height)"/></FrameLayout>
            """
        let container = try LayoutSource.container(source)
        container.layout(in: LayoutSize(width: 100, height: 100))
        for isCulling in [false, true] {
            #expect(container.displayList(culling: isCulling).items.count == count)
        }
    }

    // MARK: - What has no size yet

    /// The size of an image follows from its file, which a host loads when it is to be drawn.
    @Test(arguments: [
        ("-2", "-2", "", 1), ("-2", "10", "", 1), ("0", "0", "", 0), ("-2", "-2", #"layoutMarginTop="150""#, 0),
    ])
    func anImageThatHasNotArrivedIsAskedForWhereItWillBe(
        _ width: String,
        _ height: String,
        _ place: String,
        _ count: Int
    ) throws {
        let container = try LayoutSource.container(
            """
            <FrameLayout><NImage src="photo" layoutWidth="\(width)" layoutHeight="\(height)" \(place)/></FrameLayout>
            """
        )
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.displayList().imageSources == [String](repeating: "photo", count: count))
    }

    /// Also in a view that is as high as its content, which has no height before.
    @Test(arguments: ["Page", "Scroller", "Slider", "Grid", "FrameLayout"])
    func anImageThatHasNotArrivedIsAskedForInWhatWrapsIt(_ component: String) throws {
        let sizes = FixedImages()
        let image = "<NImage src=\"photo\" layoutWidth=\"-1\" layoutHeight=\"-2\"/>"
        let xml =
            "<\(component) dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-2\">"
            + (component == "FrameLayout" ? image : "") + "</\(component)>"
        let tree = try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(image))
        let container = Container(tree, textMeasuring: FixedTextMetrics(), imageMeasuring: sizes)
        container.update(data: ["items": [["type": "Item"]]])
        func layOut(isWrapped: Bool = true) {
            let height = isWrapped ? container.sizeThatFits(width: 100).height : 200
            container.layout(in: LayoutSize(width: 100, height: height))
            #expect(container.displayList().imageSources == ["photo"])
        }
        layOut(isWrapped: false)
        layOut()
        #expect(container.size.height == 0)
        sizes.known["photo"] = LayoutSize(width: 50, height: 30)
        container.imageDidArrive("photo")
        layOut()
        #expect(container.size.height > 0)
    }

    // MARK: - What it costs

    @Test func onlyTextsThatAreSeenAreBroken() throws {
        let item = #"<NText text="${t}" textSize="10" layoutWidth="-1" layoutHeight="20"/>"#
        let source = #"<Scroller orientation="V" dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let metrics = CountingMetrics()
        let tree = try LayoutSource.prepare(source).makeTree(source: PreparedTemplates(item))
        let container = Container(tree, textMeasuring: metrics)
        container.update(data: ["items": .array((0..<500).map { ["type": "Item", "t": .string("row \($0)")] })])
        container.layout(in: LayoutSize(width: 100, height: 100))
        let list = try #require(tree.root as? ScrollerNode)
        for (offset, count) in [(0.0, 5), (30, 6), (5_000, 5), (9_900, 5)] {
            let before = metrics.brokenTexts
            container.scroll(list, to: LayoutPoint(x: 0, y: offset))
            #expect(
                container.displayList().items.filter { if case .text = $0.content { true } else { false } }.count
                    == count
            )
            #expect(metrics.brokenTexts - before == count, "\(offset)")
        }
        container.listWindow = nil
        container.layout(in: LayoutSize(width: 100, height: 100))
        let before = metrics.brokenTexts
        _ = container.displayList(culling: false)
        #expect(metrics.brokenTexts - before == 500)
    }
}
