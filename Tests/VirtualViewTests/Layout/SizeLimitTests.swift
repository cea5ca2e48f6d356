import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// `minWidth`, `maxWidth`, `minHeight` and `maxHeight` hold for every component, and `flexShrink` along rows and columns.
@Suite struct SizeLimitTests {
    // MARK: Like a browser

    private static let browser = BrowserLayout("rows.json")

    @Test func thereAreManyRowsAndColumns() throws {
        #expect(Self.browser.indices.count >= 300 && Self.browser.mirroredCount >= 250)
        for name in ["VHLayout", "RatioLayout", "FlexLayout"] { #expect(Self.browser.roots[name, default: 0] >= 60) }
    }

    @Test(arguments: browser.indices) func givesTheFramesOfABrowser(_ number: Int) throws {
        try Self.browser.expectFrames(number)
    }

    // MARK: Rules

    private func frames(
        _ source: String,
        _ size: LayoutSize = LayoutSize(width: 200, height: 100)
    ) throws -> [LayoutRect] {
        let container = try LayoutSource.container(source)
        container.layout(in: size)
        return container.tree.nodes.dropFirst().map { container.frame(of: $0) }
    }

    @Test(arguments: [
        (#"layoutWidth="50" minWidth="60""#, 60.0, 0.0), (#"layoutWidth="50" maxWidth="40""#, 40, 0),
        (#"layoutWidth="50" minWidth="60" maxWidth="40""#, 60, 0), (#"minWidth="7" minHeight="8""#, 7, 8),
        (#"layoutWidth="-1" layoutHeight="-1" maxWidth="90" maxHeight="30.5""#, 90, 30.5),
        (#"layoutWidth="-2" layoutHeight="-2" minWidth="20" minHeight="10""#, 20, 10),
        (#"layoutWidth="50" maxWidth="0""#, 0, 0), (#"layoutWidth="50" maxWidth="10" paddingLeft="30""#, 30, 0),
        (#"layoutWidth="400" maxWidth="75rp""#, 20, 0), (#"layoutWidth="50" maxWidth="${no}""#, 50, 0),
        (#"layoutWidth="50" maxWidth="${w}""#, 11, 0), (#"layoutWidth="50" maxWidth="${less}""#, 50, 0),
        (#"layoutWidth="100" autoDimDirection="X" autoDimX="2" autoDimY="1" maxWidth="60""#, 60, 30),
        (#"layoutWidth="100" autoDimDirection="X" autoDimX="2" autoDimY="1" maxHeight="40""#, 100, 40),
    ])
    func theMinimumWinsOverTheMaximum(_ attributes: String, _ width: Double, _ height: Double) throws {
        let data: JSONValue = ["w": 11, "less": -4]
        for name in ["FrameLayout", "VHLayout", "NText", "NImage", "NLine", "GridLayout", "FlexLayout", "Scroller"] {
            let container = try LayoutSource.container(
                "<FrameLayout><\(name) \(attributes)/></FrameLayout>",
                data: data
            )
            container.environment.width = 200
            container.layout(in: LayoutSize(width: 200, height: 100))
            let found = container.frame(of: Array(container.tree.nodes)[1]).size
            #expect(found == LayoutSize(width: width, height: height), "\(name) \(attributes)")
        }
    }

    @Test(arguments: [
        ("", 78.0, 12.0), (#"maxWidth="50""#, 48, 24), (#"maxWidth="30.5" minHeight="50""#, 30, 50),
        (#"maxWidth="47.5" minWidth="45""#, 45, 24), (#"maxHeight="14""#, 78, 12),
    ])
    func aTextIsBrokenWithinItsMaximum(_ limits: String, _ width: Double, _ height: Double) throws {
        let text = #"<NText text="one two three" textSize="10" lines="0" layoutWidth="-2" layoutHeight="-2""#
        let alone = try frames("<FrameLayout>\(text) \(limits)/></FrameLayout>").map(\.size)
        #expect(alone == [LayoutSize(width: width, height: height)])
        let inside = try frames(
            "<FrameLayout><VHLayout layoutWidth=\"-2\" layoutHeight=\"-2\" \(limits)>\(text)/></VHLayout></FrameLayout>"
        )
        #expect(inside.map(\.size).first == LayoutSize(width: width, height: height))
    }

    /// What `autoDim` makes of a side is its size, however small.
    @Test(arguments: [
        (#"layoutWidth="10" layoutHeight="-2" autoDimDirection="X" autoDimX="20" autoDimY="1""#, 10.0, 0.5),
        (#"layoutWidth="-2" layoutHeight="10" autoDimDirection="Y" autoDimX="1" autoDimY="20""#, 0.5, 10),
        (#"layoutWidth="10" layoutHeight="-2""#, 10, 5), (#"layoutWidth="-2" layoutHeight="10""#, 20, 10),
    ])
    func theRatioOfAnImageGivesASideThatHasNoSize(_ sizes: String, _ width: Double, _ height: Double) throws {
        let found = try frames("<FrameLayout><NImage src=\"photo\" ratio=\"2\" \(sizes)/></FrameLayout>").map(\.size)
        #expect(found == [LayoutSize(width: width, height: height)])
    }

    /// Of an image that wraps both ways; the room and other limits may distort it.
    @Test(arguments: [
        (#"minWidth="50""#, 50.0, 25.0), (#"minHeight="20""#, 40, 20), (#"minWidth="50" minHeight="40""#, 80, 40),
        (#"minWidth="90" minHeight="40""#, 90, 45), (#"minWidth="50" paddingLeft="10" paddingTop="3""#, 50, 23),
        (#"minWidth="50" maxHeight="10""#, 50, 10), (#"minWidth="300""#, 300, 100), (#"maxWidth="40""#, 0, 0),
        (#"minWidth="50" autoDimDirection="X" autoDimX="1" autoDimY="1""#, 50, 50),
    ])
    func theRatioOfAnImageBeginsWithAMinimum(_ attributes: String, _ width: Double, _ height: Double) throws {
        let image = #"<NImage src="a" ratio="2" layoutWidth="-2" layoutHeight="-2" \#(attributes)/>"#
        let found = try frames("<FrameLayout>\(image)</FrameLayout>").map(\.size)
        #expect(found == [LayoutSize(width: width, height: height)])
    }

    /// `autoDim` computes a side from that of the content, or from a minimum that is larger.
    @Test(arguments: [
        (#"autoDimDirection="X" autoDimX="2" autoDimY="1" minWidth="20""#, 50.0, 25.0),
        (#"autoDimDirection="X" autoDimX="2" autoDimY="1" minWidth="60""#, 60, 30),
        (#"autoDimDirection="Y" autoDimX="1" autoDimY="2" minHeight="20""#, 25, 50),
        (#"autoDimDirection="Y" autoDimX="1" autoDimY="2" minHeight="60""#, 30, 60),
    ])
    func aMinimumDoesNotStandInForTheContent(_ attributes: String, _ width: Double, _ height: Double) throws {
        let source = """
            <FrameLayout><FrameLayout layoutWidth="-2" layoutHeight="-2" \(attributes)>
            <FrameLayout layoutWidth="50" layoutHeight="50"/></FrameLayout></FrameLayout>
            """
        #expect(try frames(source).first?.size == LayoutSize(width: width, height: height))
    }

    @Test func childrenAsWideAsTheirParentFollowItsLimits() throws {
        let source = """
            <FrameLayout><FrameLayout layoutWidth="-2" layoutHeight="-2" minWidth="50" maxHeight="20">
            <FrameLayout layoutWidth="-1" layoutHeight="-1"/><FrameLayout layoutWidth="30" layoutHeight="40"/>
            </FrameLayout></FrameLayout>
            """
        #expect(
            try frames(source).prefix(2).map(\.size) == [
                LayoutSize(width: 50, height: 20), LayoutSize(width: 50, height: 20),
            ]
        )
    }

    @Test(arguments: [
        (#"maxWidth="40""#, 40.0, 20.0), (#"maxHeight="10""#, 20, 10), (#"minWidth="160""#, 160, 80),
        (#"minWidth="160" maxHeight="30""#, 160, 30), (#"maxWidth="40" maxHeight="10""#, 20, 10),
        (#"maxWidth="40" paddingLeft="20""#, 40, 10), (#"maxWidth="200""#, 80, 40),
    ])
    func anImageKeepsItsProportionsWithinItsLimits(_ attributes: String, _ width: Double, _ height: Double) throws {
        let template = try LayoutSource.prepare(
            #"<FrameLayout><NImage src="a" layoutWidth="-2" layoutHeight="-2" \#(attributes)/></FrameLayout>"#
        )
        let container = Container(template.makeTree(), imageMeasuring: FixedImages(width: 80, height: 40))
        container.layout(in: LayoutSize(width: 300, height: 300))
        #expect(container.frame(of: Array(container.tree.nodes)[1]).size == LayoutSize(width: width, height: height))
    }

    @Test func whatALimitedChildLeavesGoesToTheOthersOfARatioLayout() throws {
        let source = """
            <RatioLayout><FrameLayout layoutRatio="1" maxWidth="20"/><FrameLayout layoutRatio="1"/>
            <FrameLayout layoutRatio="0.5"/></RatioLayout>
            """
        #expect(try frames(source).map(\.size.width) == [20, 120, 60])
        #expect(try frames(source.replacing("maxWidth=\"20\"", with: "")).map(\.size.width) == [80, 80, 40])
    }

    @Test func textsAreMeasuredAgainInWhatIsLeft() throws {
        let source = """
            <VHLayout layoutWidth="-1" layoutHeight="-2"><NText text="one two three" textSize="10" lines="0" layoutWidth="-2" layoutHeight="-2"
            flexShrink="1"/><FrameLayout layoutWidth="150" layoutHeight="5"/></VHLayout>
            """
        let container = try LayoutSource.container(source)
        #expect(container.sizeThatFits(width: 200) == LayoutSize(width: 200, height: 24))
        container.layout(in: LayoutSize(width: 200, height: 24))
        #expect(container.tree.nodes.map { container.frame(of: $0).size.width } == [200, 50, 150])
    }

    @Test func aRowThatWrapsGivesWayToItsRoom() throws {
        let source = """
            <FrameLayout><VHLayout layoutWidth="-2" layoutHeight="-2"><FrameLayout layoutWidth="150" layoutHeight="9"
            flexShrink="1"/><FrameLayout layoutWidth="150" layoutHeight="9" flexShrink="3"/>
            <FrameLayout layoutWidth="150" visibility="gone"/></VHLayout></FrameLayout>
            """
        #expect(try frames(source).prefix(3).map(\.size.width) == [200, 125, 75])
    }

    @Test(arguments: ["VHLayout", "NVHLayout", "VH2Layout", "NVH2Layout", "RatioLayout", "NRatioLayout"])
    func everyRowAndColumnSharesOutWhatIsTooLittle(_ name: String) throws {
        for (side, orientation) in [("layoutWidth", "H"), ("layoutHeight", "V")] {
            let source = """
                <\(name) orientation="\(orientation)"><FrameLayout \(side)="90" flexShrink="1"/><FrameLayout \(side)="60"/>
                <FrameLayout \(side)="90" flexShrink="1" visibility="gone"/></\(name)>
                """
            let frames = try frames(source, LayoutSize(width: 100, height: 100))
            #expect(
                frames.prefix(2).map { orientation == "H" ? $0.size.width : $0.size.height } == [40, 60],
                "\(name)"
            )
        }
    }

    /// As in a row in which nothing gives way.
    @Test(arguments: ["", "flexShrink=\"1\"", "layoutRatio=\"1\" minWidth=\"1\" maxWidth=\"50\""])
    func aSideThatIsComputedIsNoShare(_ other: String) throws {
        let source = """
            <RatioLayout><FrameLayout layoutRatio="1" layoutHeight="20" autoDimDirection="Y" autoDimX="3" autoDimY="2"/>
            <FrameLayout layoutRatio="1" autoDimDirection="X" autoDimX="10" autoDimY="1"/>
            <FrameLayout layoutWidth="50" layoutHeight="10" \(other)/></RatioLayout>
            """
        let found = try frames(source).map(\.size)
        #expect(found.map(\.width) == [30, 75, 50] && found.map(\.height) == [20, 7.5, 10])
    }

    @Test func gravityAppliesToWhatIsLeft() throws {
        let source = """
            <VHLayout gravity="right"><FrameLayout layoutWidth="90" layoutHeight="5" maxWidth="40" flexShrink="1"/></VHLayout>
            """
        #expect(try frames(source).map(\.origin.x) == [160])
    }

    @Test func aTextThatIsNoNumberIsReportedAndLimitsNothing() throws {
        let source = SourceFile(path: "T.xml", text: #"<NText maxWidth="wide" maxHeight="7" flexShrink="x1"/>"#)
        let compiled = TemplateCompiler(options: .init(isLenient: true)).compile(source)
        let prepared = try PreparedTemplate(Template(decoding: #require(compiled.bytes)))
        #expect(prepared.issues.map(\.code) == [.unfitValue, .unfitValue])
        let node = prepared.makeTree().root
        #expect([node.maxWidth, node.maxHeight, node.flexShrink] == [-1, 7, -1])
    }

    // MARK: What stays

    #if os(macOS) || os(Linux)
        /// Layout keeps nothing once it has seen a row's rooms.
        @Test func sharingRowsKeepTheHeapAsItIs() async {
            await #expect(processExitsWith: .success) {
                let leaks = try await ObjectCycle.leaks(in: [SizeLimitTests.layoutOfSharingRows()], 360)
                #expect(leaks == [], "\(leaks)")
            }
        }
    #endif

    /// Lays out one tree of rows that share, in sixty widths by turns.
    @MainActor
    private static func layoutOfSharingRows() throws -> ObjectCycle {
        let row = """
            <VHLayout layoutWidth="-1" layoutHeight="-2"><NText text="${t}" textSize="10" lines="0" layoutWidth="-2"
            layoutHeight="-2" flexShrink="1"/><FrameLayout layoutWidth="60" layoutHeight="9" flexShrink="2" minWidth="9"/></VHLayout>
            """
        let source = "<VHLayout orientation=\"V\">" + String(repeating: row, count: 20) + "</VHLayout>"
        let container = try LayoutSource.container(source, data: ["t": "one two three four five six"])
        return ObjectCycle("rows that share") { number in
            container.layout(in: LayoutSize(width: Double(60 + number % 60), height: 900))
        }
    }

    @Test func aRowThatCeasesToShareIsLaidOutAsUsual() throws {
        let source = """
            <VHLayout><NText text="one two three" textSize="10" lines="0" layoutWidth="-2" layoutHeight="-2"
            flexShrink="${s}"/><NText text="${t}" textSize="10" lines="0" layoutWidth="-2" layoutHeight="-2"/></VHLayout>
            """
        let container = try LayoutSource.container(source)
        for (step, shrink) in [1, 0, 2, 0, 0, 1, 3].enumerated() {
            let data: JSONValue = [
                "s": .int(Int64(shrink)), "t": .string(String(repeating: "ab ", count: 1 + step % 3)),
            ]
            container.update(data: data)
            container.layout(in: LayoutSize(width: 60, height: 100))
            let fresh = try LayoutSource.container(source, data: data)
            fresh.layout(in: LayoutSize(width: 60, height: 100))
            #expect(container.records == fresh.records, "\(step)")
        }
    }

    @Test func everyLaidOutNodeKeepsToItsLimits() throws {
        var checked = 0
        for seed in RandomTests.seeds(150) {
            var random = RandomLayout(seed: seed)
            let source = random.template()
            let data = random.data(changing: nil)
            let container = try LayoutSource.container(source, data: data)
            container.layout(in: LayoutSize(width: 250, height: 300))
            for node in container.tree.nodes where Self.isLaidOut(node) {
                let size = container.frame(of: node).size
                let most = [
                    node.maxWidth < 0
                        ? Double.infinity : Double(max(node.maxWidth, node.paddingLeft + node.paddingRight)),
                    node.maxHeight < 0 ? .infinity : Double(max(node.maxHeight, node.paddingTop + node.paddingBottom)),
                ]
                let least = [Double(node.minWidth), Double(node.minHeight)]
                for (side, (least, most)) in zip([size.width, size.height], zip(least, most)) {
                    guard least > 0 || most.isFinite else { continue }
                    checked += 1
                    #expect(side >= least - 1e-9 && side <= max(least, most) + 1e-9, "seed \(seed): \(size)\n\(source)")
                }
            }
        }
        #expect(checked > 100)
    }

    private static func isLaidOut(_ node: Node) -> Bool {
        guard let parent = node.parent, node.visibility != .gone else { return false }
        var above: Node? = parent
        while let next = above {
            if next.visibility == .gone || ["NText", "NImage", "NLine", "VGraph", "Progress"].contains(next.familyName)
            {
                return false
            }
            above = next.parent
        }
        return true
    }
}
