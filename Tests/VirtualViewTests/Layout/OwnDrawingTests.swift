import Testing
import VirtualView
import VirtualViewExpressions

/// What an app's own classes add to a display list.
@Suite struct OwnDrawingTests {
    private static let probe = """
        <FrameLayout layoutWidth="100" layoutHeight="100"><Probe id="1" layoutMarginLeft="10" layoutMarginTop="20"
        layoutWidth="40" layoutHeight="30" padding="5" background="#FF0000"/></FrameLayout>
        """

    private func drawn(_ body: @escaping (inout NodeDrawing) -> Void) throws -> [DisplayList.Item] {
        let container = try OwnComponents.container(Self.probe)
        let node = try #require(container.tree.node(withID: 1) as? ProbeDrawingNode)
        node.body = body
        return Array(container.displayList().items.dropFirst())
    }

    @Test(arguments: [
        ("", 37.0, 20.0), (#"autoDimDirection="X" autoDimX="1" autoDimY="2""#, 37, 74),
        (#"autoDimDirection="Y" autoDimX="3" autoDimY="1""#, 60, 20), (#"layoutWidth="50""#, 50, 20),
        (#"layoutWidth="50" layoutHeight="8""#, 50, 8),
    ])
    func aComponentIsAsLargeAsItSays(_ attributes: String, _ width: Double, _ height: Double) throws {
        var sizes = ""
        if !attributes.contains("layoutWidth") { sizes += #"layoutWidth="-2" "# }
        if !attributes.contains("layoutHeight") { sizes += #"layoutHeight="-2" "# }
        let own = "<Measured \(sizes) paddingLeft=\"7\" \(attributes)/>"
        let graph = "<VGraph type=\"oval\" diameterX=\"30\" diameterY=\"20\" \(sizes) paddingLeft=\"7\" \(attributes)/>"
        let container = try OwnComponents.container("<FrameLayout>\(own)\(graph)</FrameLayout>")
        let found = container.tree.nodes.dropFirst().map { $0.frame.size }
        #expect(found == [LayoutSize(width: width, height: height), LayoutSize(width: width, height: height)])
    }

    @Test func thingsAreInTheNodesCoordinatesAndInOrder() throws {
        let green = ARGBColor(rawValue: 0xFF00_FF00)
        let items = try drawn { drawing in
            #expect(drawing.size == LayoutSize(width: 40, height: 30))
            #expect(drawing.content == LayoutRect(x: 5, y: 5, width: 30, height: 20))
            drawing.addBox(
                LayoutRect(x: 1, y: 2, width: 8, height: 4),
                background: green,
                borderWidth: 3,
                radii: .init(topLeft: 9, topRight: -1, bottomLeft: 1, bottomRight: .nan)
            )
            drawing.addLine(
                from: .zero,
                to: LayoutPoint(x: 40, y: 30),
                width: 2,
                color: green,
                dashes: [4, 1]
            )
            drawing.addShape(.circle, in: drawing.content, color: green, strokeWidth: 2)
            drawing.addImage("a.png", in: drawing.content)
            drawing.addText("abc", in: drawing.content, font: TextFont(size: 10), alignment: .right)
        }
        #expect(items.allSatisfy { $0.nodeIndex == 1 && $0.nodeID == 1 && $0.templateIndex == 1 })
        let frame = LayoutRect(x: 10, y: 20, width: 40, height: 30)
        #expect(items.map(\.frame) == [LayoutRect(x: 11, y: 22, width: 8, height: 4), frame, frame, frame, frame])
        guard case .box(let box) = items[0].content, case .line(let line) = items[1].content,
            case .shape(let shape) = items[2].content, case .image(let image) = items[3].content,
            case .text(let text) = items[4].content
        else {
            Issue.record("\(items)")
            return
        }
        #expect(box.background == green && box.borderWidth == 0)
        #expect(box.radii == .init(topLeft: 2, topRight: 0, bottomLeft: 1, bottomRight: 0))
        #expect(line.start == frame.origin && line.end == LayoutPoint(x: 50, y: 50) && line.dashes == [4, 1])
        #expect(shape.box == LayoutRect(x: 20, y: 25, width: 20, height: 20) && shape.strokeWidth == 2)
        #expect(image.source == "a.png" && image.destination == LayoutRect(x: 15, y: 25, width: 30, height: 20))
        #expect(text.lines.map(\.text) == ["abc"])
        #expect(text.lines.map { $0.baseline.x + $0.width } == [45])
    }

    /// A text node of the same size is the oracle.
    @Test(arguments: [1, 1.5], ["one two three four", "x", "a\nb"])
    func textsAreBrokenAsThoseOfATextNode(scale: Double, text: String) throws {
        let xml = """
            <FrameLayout layoutWidth="100" layoutHeight="100">
            <NText layoutWidth="50" layoutHeight="40" textSize="10" lines="0" ellipsize="end" gravity="h_center"
            text="${t}"/>
            <Probe id="1" layoutWidth="50" layoutHeight="40"/></FrameLayout>
            """
        let container = try OwnComponents.container(xml, data: ["t": .string(text)])
        container.environment.textScale = scale
        let node = try #require(container.tree.node(withID: 1) as? ProbeDrawingNode)
        var measured = LayoutSize.zero
        node.body = { drawing in
            drawing.addText(
                text,
                in: LayoutRect(size: drawing.size),
                font: TextFont(size: 10),
                color: .black,
                alignment: .center
            )
            measured = drawing.size(of: text, in: TextFont(size: 10), width: 50)
        }
        container.layout(in: LayoutSize(width: 100, height: 100))
        let texts = container.displayList().items.compactMap { item -> DisplayList.Text? in
            if case .text(let text) = item.content { text } else { nil }
        }
        #expect(texts.count == 2 && texts.first == texts.last)
        let metrics = FixedTextMetrics()
        let font = TextFont(size: 10 * scale)
        let limits = TextLimits(
            room: LayoutSize(width: 50, height: .infinity),
            lineHeight: metrics.lineHeight(of: font)
        )
        #expect(measured == metrics.measure(text, in: font, within: limits))
    }

    @Test func whatHasNoFiniteNumberOrNothingToSeeIsLeftOut() throws {
        let rect = LayoutRect(x: 0, y: 0, width: 9, height: 9)
        let font = TextFont(size: 10)
        for bad in [Double.nan, .infinity, -.infinity, 1e300] {
            let items = try drawn { drawing in
                let point = LayoutPoint(x: bad, y: 0)
                drawing.addBox(LayoutRect(x: bad, y: 0, width: 9, height: 9), background: .black)
                drawing.addBox(LayoutRect(x: 0, y: 0, width: bad, height: 9), background: .black)
                drawing.addBox(rect, background: .black, borderWidth: bad)
                drawing.addLine(from: point, to: .zero, color: .black)
                drawing.addLine(from: .zero, to: LayoutPoint(x: 0, y: bad), color: .black)
                drawing.addLine(from: .zero, to: .zero, width: bad, color: .black)
                drawing.addLine(from: .zero, to: .zero, color: .black, dashes: [1, bad])
                drawing.addShape(.rect, in: LayoutRect(x: 0, y: bad, width: 1, height: 1), color: .black)
                drawing.addShape(.oval, in: rect, color: .black, strokeWidth: bad)
                drawing.addText("a", in: rect, font: TextFont(size: bad))
                drawing.addText("a", in: LayoutRect(x: 0, y: 0, width: 9, height: bad), font: font)
                drawing.addImage("a", in: LayoutRect(x: bad, y: bad, width: 1, height: 1))
                #expect(drawing.size(of: "a", in: TextFont(size: bad)) == .zero)
            }
            #expect(items.isEmpty, "\(bad): \(items)")
        }
        let items = try drawn { drawing in
            drawing.addBox(rect)
            drawing.addBox(rect, image: "", borderColor: .black)
            drawing.addBox(LayoutRect(x: 0, y: 0, width: 0, height: 9), background: .black)
            drawing.addLine(from: .zero, to: .zero, color: .clear)
            drawing.addLine(from: .zero, to: .zero, width: 0, color: .black)
            drawing.addLine(from: .zero, to: .zero, color: .black, dashes: [-1])
            drawing.addShape(.rect, in: rect, color: .black, strokeWidth: 0)
            drawing.addText("", in: rect, font: font)
            drawing.addText("a", in: rect, font: font, maximumCount: 0)
            drawing.addText("a", in: rect, font: TextFont(size: 0))
            drawing.addImage("", in: rect)
            #expect(drawing.size(of: "", in: font) == .zero && drawing.size(of: "a", in: font, width: .nan) == .zero)
        }
        #expect(items.isEmpty, "\(items)")
    }

    @Test func aNodeDrawsOnlySoManyThings() throws {
        let items = try drawn { drawing in
            for _ in 0...NodeDrawing.maximumCount { drawing.addLine(from: .zero, to: .zero, color: .black) }
        }
        #expect(items.count == NodeDrawing.maximumCount)
    }

    @Test func drawingIsBetweenTheNodeAndItsChildrenAndFollowsIt() throws {
        let container = try OwnComponents.container(
            """
            <FrameLayout layoutWidth="100" layoutHeight="100" background="#FFFFFF">
            <VText layoutWidth="30" layoutHeight="10" textSize="8" text="a" background="#EEEEEE"/>
            <FrameLayout alpha="0.5" layoutWidth="20" layoutHeight="20"><Probe layoutWidth="5" layoutHeight="5"/>
            </FrameLayout>
            <Probe visibility="gone" layoutWidth="5" layoutHeight="5"/></FrameLayout>
            """
        )
        let kinds = container.displayList().items.map { item -> String in
            switch item.content {
            case .box: "box"
            case .text: "text"
            case .line: "line"
            case .shape: "shape"
            case .beginGroup: "("
            case .endGroup: ")"
            default: "?"
            }
        }
        #expect(kinds == ["box", "box", "text", "line", "(", "shape", ")"])
    }

    @Test func changesLeadToAnotherDrawing() throws {
        let container = try OwnComponents.container(Self.probe)
        let node = try #require(container.tree.node(withID: 1) as? ProbeDrawingNode)
        node.body = { [unowned node] drawing in
            guard case .int(let tint)? = node.property(named: "tint") else { return }
            drawing.addShape(.rect, in: drawing.content, color: ARGBColor(stored: tint))
        }
        let first = container.displayList()
        #expect(!container.needsDisplay && node.drawings == 1)
        #expect(node.setProperty(.int(-16_777_216), named: "tint"))
        #expect(container.needsDisplay && !container.needsLayout)
        let second = container.displayList()
        #expect(first != second && !container.needsDisplay && node.drawings == 2)
        node.invalidate(.drawing)
        #expect(container.needsDisplay && !container.needsLayout)
        #expect(container.displayList() == second && node.drawings == 3)
        container.imageDidArrive("any")
        #expect(container.needsDisplay)
        node.invalidate(.ownSize)
        #expect(container.needsLayout)
    }

    @Test func renderedItemsCarryIt() throws {
        let prepared = try OwnComponents.prepare(Self.probe)
        let renderer = ItemRenderer(PreparedTemplates(["Test": prepared]), textMeasuring: FixedTextMetrics())
        let item = try renderer.render("Test", data: nil, width: 100)
        let expected = try OwnComponents.container(Self.probe).displayList()
        #expect(item.displayList == expected && item.displayList.items.count == 2)
        #expect(item == (try renderer.render("Test", data: nil, width: 100)))
        #expect(item.hydrate().displayList() == expected)
    }
}
