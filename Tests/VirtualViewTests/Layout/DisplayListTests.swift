import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

@Suite struct DisplayListTests {
    private func items(_ source: String, width: Double = 100, height: Double = 100) throws -> [DisplayList.Item] {
        let container = try LayoutSource.container(source)
        container.layout(in: LayoutSize(width: width, height: height))
        return container.displayList().items
    }

    private func boxes(_ items: [DisplayList.Item]) -> [DisplayList.Box] {
        items.compactMap { if case .box(let box) = $0.content { box } else { nil } }
    }

    private func texts(_ items: [DisplayList.Item]) -> [DisplayList.Text] {
        items.compactMap { if case .text(let text) = $0.content { text } else { nil } }
    }

    @Test func boxesComeFromBackToFrontWithTheirNodes() throws {
        let found = try items(
            """
            <FrameLayout id="1" background="#FF0000"><FrameLayout visibility="invisible" background="#00FF00"
            layoutWidth="9" layoutHeight="9"><FrameLayout background="#00FF00" layoutWidth="9" layoutHeight="9"/>
            </FrameLayout><FrameLayout id="3" layoutWidth="40" layoutHeight="20" layoutGravity="right"
            background="#0000FF" borderWidth="2" borderColor="#80000000" borderRadius="50" borderTopLeftRadius="3"/>
            <FrameLayout layoutWidth="10" layoutHeight="10"/></FrameLayout>
            """
        )
        #expect(found.map(\.nodeIndex) == [0, 3])
        #expect(found.map(\.nodeID) == [1, 3])
        #expect(found[1].frame == LayoutRect(x: 60, y: 0, width: 40, height: 20))
        let box = try #require(boxes(found).last)
        #expect(box.background == ARGBColor(rawValue: 0xFF00_00FF))
        #expect(box.borderWidth == 2)
        #expect(box.radii == DisplayList.CornerRadii(topLeft: 3, topRight: 10, bottomLeft: 10, bottomRight: 10))
    }

    /// They fill their box, and would cover a border below them; children of a layout lie over its border.
    @Test(
        arguments: [
            ("NImage src=\"a.png\"", "", ["image", "border 2"]),
            ("NImage src=\"a.png\" background=\"#FF0000\"", "", ["fill", "image", "border 2"]),
            ("NImage background=\"#FF0000\"", "", ["fill and border 2"]),
            ("Progress initValue=\"50\"", "", ["bar", "border 2"]),
            ("FrameLayout", "<NImage src=\"a.png\" layoutWidth=\"40\" layoutHeight=\"40\"/>", ["border 2", "image"]),
            ("NText text=\"a\"", "", ["border 2", "text"]),
        ] as [(String, String, [String])]
    )
    func aBorderLiesOverAnImageAndABar(_ element: String, _ child: String, _ expected: [String]) throws {
        let name = element.prefix { $0 != " " }
        let style = "borderWidth=\"2\" borderColor=\"#0000FF\" layoutWidth=\"40\" layoutHeight=\"40\""
        let found = try items("<FrameLayout><\(element) \(style)>\(child)</\(name)></FrameLayout>").map { item in
            switch item.content {
            case .box(let box) where box.borderWidth == 0: "fill"
            case .box(let box): "\(box.background.alpha > 0 ? "fill and " : "")border \(Int(box.borderWidth))"
            case .image: "image"
            case .bar: "bar"
            case .text: "text"
            default: "\(item.content)"
            }
        }
        #expect(found == expected)
    }

    /// They have no places; the numbers of the nodes behind them are the same.
    @Test func whatStandsInALeafIsNotDrawn() throws {
        let found = try items(
            """
            <FrameLayout><NText text="a" alpha="0.5" layoutWidth="9" layoutHeight="19"><VGraph diameterX="40" paintStyle="fill"/><NImage src="a.png"/></NText>
            <NImage alpha="0.5"><VGraph diameterX="40" paintStyle="fill"/></NImage>
            <NLine layoutWidth="9" layoutHeight="1"/></FrameLayout>
            """
        )
        #expect(found.map(\.nodeIndex) == [1, 1, 1, 6])
    }

    @Test(arguments: [(4.0, 4.0), (5, 5), (6, 5), (99, 5)])
    func aBorderThatLeavesNoSpaceIsHalfASide(_ stated: Double, _ width: Double) throws {
        let style = "borderColor=\"#FF0000\" layoutWidth=\"40\" layoutHeight=\"10\""
        let found = boxes(try items("<FrameLayout><FrameLayout borderWidth=\"\(stated)\" \(style)/></FrameLayout>"))
        #expect(found.map(\.borderWidth) == [width])
    }

    @Test(
        arguments: [
            ("paintStyle=\"stroke\" paintWidth=\"4\"", [4.0]), ("paintStyle=\"stroke\" paintWidth=\"5\"", [nil]),
            ("paintStyle=\"stroke\" paintWidth=\"50\"", [nil]), ("paintStyle=\"fill\" paintWidth=\"0\"", [nil]),
            ("paintStyle=\"stroke\" paintWidth=\"0\"", []), ("color=\"#00FF0000\"", []), ("color=\"#80FF0000\"", [1]),
        ] as [(String, [Double?])]
    )
    func anOutlineThatLeavesNoSpaceIsAFilledShape(_ style: String, _ strokes: [Double?]) throws {
        let found = try items("<VGraph diameterX=\"10\" diameterY=\"10\" \(style)/>")
        let shapes = found.compactMap { if case .shape(let shape) = $0.content { shape } else { nil } }
        #expect(shapes.map(\.strokeWidth) == strokes)
    }

    @Test func textsAreBrokenPlacedAndCut() throws {
        let found = try items(
            """
            <NText text="abcdefgh" textSize="10" lines="2" paddingLeft="4" gravity="right" textColor="#112233"
            textStyle="bold|underline" contentDescription="letters"/>
            """,
            width: 22,
            height: 40
        )
        let text = try #require(texts(found).first)
        #expect(text.lines.map(\.text) == ["abc", "de…"])
        #expect(text.lines.map(\.baseline.x) == [4, 4])
        // Two lines of 12 points in the middle of 40, with letters 9.5 below the upper edge.
        #expect(text.lines.map(\.baseline.y) == [17.5, 29.5])
        #expect(text.font.isBold && text.isUnderlined && !text.isStruckThrough)
        #expect(text.color == ARGBColor(rawValue: 0xFF11_2233))
        #expect(text.alignment == .right)
    }

    @Test(arguments: [("start", "…gh"), ("middle", "d…h"), ("end", "de…"), ("none", "def")])
    func cutsWhereTheNodeSays(_ word: String, _ expected: String) throws {
        let source = #"<NText text="abcdefgh" textSize="10" lines="2" ellipsize="\#(word)"/>"#
        let text = try #require(texts(try items(source, width: 18, height: 40)).first)
        #expect(text.lines.map(\.text) == ["abc", expected])
    }

    @Test func whatIsOutsideIsLeftOut() throws {
        let source = """
            <VHLayout orientation="V"><FrameLayout layoutWidth="9" layoutHeight="60" background="#111111"/>
            <FrameLayout layoutWidth="9" layoutHeight="60" background="#222222"/>
            <NText id="5" text="a" textSize="10" layoutWidth="-2" layoutHeight="-2"/></VHLayout>
            """
        #expect(try items(source).count == 2)
        let container = try LayoutSource.container(source)
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.displayList(culling: false).items.count == 3)
    }

    @Test func opacityGroupsWhatIsBelow() throws {
        let found = try items(
            """
            <FrameLayout><FrameLayout alpha="0.5" background="#111111" layoutWidth="-1" layoutHeight="-1">
            <FrameLayout background="#222222" layoutWidth="9" layoutHeight="9"/></FrameLayout>
            <FrameLayout alpha="0" background="#333333" layoutWidth="9" layoutHeight="9"/>
            <FrameLayout alpha="0.3" layoutWidth="9" layoutHeight="9"/></FrameLayout>
            """
        )
        #expect(found.count == 4)
        guard case .beginGroup(let group) = found[0].content, case .endGroup = found[3].content else {
            Issue.record("\(found)")
            return
        }
        #expect(group.opacity == 0.5)
        #expect(group.clip == nil)
        #expect(found.map(\.nodeIndex) == [1, 1, 2, 1])
    }

    @Test(arguments: [
        ("left", 10.0, 20.0), ("left|top", 10, 20), ("h_center|v_center", 40, 35), ("right|bottom", 70, 50),
        ("right", 70, 20), ("bottom", 10, 50), ("h_center|bottom", 40, 50), ("right|v_center", 70, 35),
    ])
    func aShapeIsWhereItsGravitySays(_ gravity: String, _ x: Double, _ y: Double) throws {
        let graph = #"type="rect" diameterX="20" diameterY="10" paintStyle="fill" gravity="\#(gravity)""#
        let place = #"layoutWidth="80" layoutHeight="40" layoutMarginLeft="10" layoutMarginTop="20""#
        let source = "<FrameLayout><VGraph \(graph) \(place)/></FrameLayout>"
        let shapes = try items(source).compactMap { if case .shape(let shape) = $0.content { shape } else { nil } }
        #expect(shapes.map(\.box) == [LayoutRect(x: x, y: y, width: 20, height: 10)])
    }

    /// However narrow or low the node is.
    @Test(arguments: [
        ("diameterX=\"30\"", 30.0), ("diameterY=\"30\"", 30), ("diameterX=\"30\" diameterY=\"50\"", 30), ("", 12),
    ])
    func aCircleHasTheDiameterThatIsStated(_ diameters: String, _ side: Double) throws {
        for (width, height) in [(12, 60), (60, 12)] {
            let sides = "layoutWidth=\"\(width)\" layoutHeight=\"\(height)\""
            let found = try items("<FrameLayout><VGraph paintStyle=\"fill\" \(diameters) \(sides)/></FrameLayout>")
            let shapes = found.compactMap { if case .shape(let shape) = $0.content { shape } else { nil } }
            #expect(shapes.map(\.box.size) == [LayoutSize(width: side, height: side)])
        }
    }

    @Test func nativeLayoutsWithRoundCornersClip() throws {
        let child = ##"<FrameLayout background="#222222" layoutWidth="9" layoutHeight="9"/>"##
        let clipped = try items(#"<NFrameLayout borderRadius="8">\#(child)</NFrameLayout>"#)
        guard case .beginGroup(let group)? = clipped.first?.content else {
            Issue.record("\(clipped)")
            return
        }
        #expect(group.clip == LayoutRect(x: 0, y: 0, width: 100, height: 100))
        #expect(group.radii.topLeft == 8)
        #expect(try items(#"<FrameLayout borderRadius="8">\#(child)</FrameLayout>"#).count == 1)
    }

    /// Only the language's own layouts with an `N` are views on the reference client.
    @Test(arguments: ["NewsBox", "CardBox"]) func layoutsOfAnAppDoNotClipWhateverTheirNames(_ name: String) throws {
        let component = ComponentSchema(id: 2_001, name: name, family: .layout)
        var registry = NodeRegistry.standard
        try registry.register(for: component)
        let child = ##"<FrameLayout background="#222222" layoutWidth="9" layoutHeight="9"/>"##
        let compiled = TemplateCompiler(configuration: Configuration(components: [component]))
            .compile(SourceFile(path: "Test.xml", text: "<\(name) borderRadius=\"8\">\(child)</\(name)>"))
        let template = try Template(decoding: try #require(compiled.bytes))
        let container = Container(try PreparedTemplate(template, registry: registry).makeTree())
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.displayList().items.count == 1)
    }

    /// What is faded is faded whole, and clipped inside.
    @Test func theGroupThatFadesDoesNotClip() throws {
        let child = ##"<FrameLayout background="#222222" layoutWidth="9" layoutHeight="9"/>"##
        let found = try items(#"<NFrameLayout borderRadius="8" alpha="0.5">\#(child)</NFrameLayout>"#)
        let groups = found.compactMap { item in
            if case .beginGroup(let group) = item.content { group } else { nil }
        }
        #expect(groups.map(\.opacity) == [0.5, 1] && groups.map(\.radii.topLeft) == [0, 8])
        #expect(groups.map { $0.clip == nil } == [true, false])
    }

    @Test func pagesAreClippedScrolledAndCulled() throws {
        let templates = try PreparedTemplates(#"<NText text="${t}" layoutWidth="-1" layoutHeight="-1"/>"#)
        let source = #"<Page orientation="H" layoutWidth="-1" layoutHeight="-1" dataTag="${items}"/>"#
        let tree = try LayoutSource.prepare(source).makeTree(source: templates)
        let container = Container(tree)
        container.update(data: ["items": [["type": "ItText", "t": "one"], ["type": "ItText", "t": "two"]]])
        container.layout(in: LayoutSize(width: 100, height: 50))
        let found = container.displayList().items
        guard case .beginGroup(let group)? = found.first?.content else {
            Issue.record("\(found)")
            return
        }
        #expect(group.clip == LayoutRect(x: 0, y: 0, width: 100, height: 50))
        #expect(group.scrolling?.offset == LayoutPoint(x: 100, y: 0))
        #expect(group.scrolling?.contentSize == LayoutSize(width: 400, height: 50))
        #expect(group.scrolling?.isPaged == true)
        #expect(texts(found).flatMap { $0.lines.map(\.text) } == ["one"])
        #expect(found.first { $0.accessibilityText == "one" }?.frame.origin == .zero)
        #expect(found.first { $0.accessibilityText == "one" }?.nodeIndex == 2)
        let wider = container.displayListWithNextPages().items
        #expect(texts(wider).flatMap { $0.lines.map(\.text) } == ["two", "one", "two"])
        #expect(wider.filter { $0.accessibilityText == "one" } == found.filter { $0.accessibilityText == "one" })
    }

    /// It would only slide back.
    @Test(arguments: [(0, true), (1, true), (2, false)])
    func aPageThatIsAloneIsNotDragged(_ count: Int, _ isLocked: Bool) throws {
        let templates = try PreparedTemplates(#"<NText text="a" layoutWidth="-1" layoutHeight="-1"/>"#)
        let source = #"<Page layoutWidth="-1" layoutHeight="-1" dataTag="${items}"/>"#
        let container = Container(try LayoutSource.prepare(source).makeTree(source: templates))
        let page = try #require(container.tree.root as? PageNode)
        container.update(data: ["items": .array(BindingArray((0..<count).map { _ in ["type": "ItText"] }))])
        container.layout(in: LayoutSize(width: 100, height: 50))
        let group = DrawingContext(container).group(of: page, page.frame, isPressed: false)
        #expect(group.scrolling?.isLocked == isLocked)
    }

    @Test func linesHaveDashesAndPlaces() throws {
        let found = try items(
            """
            <FrameLayout><NLine layoutWidth="50" layoutHeight="10" paintWidth="2" style="DASH" dashEffect="[4,2]"
            gravity="bottom"/><VLine orientation="V" layoutWidth="10" layoutHeight="30" gravity="right" layoutGravity="right"/>
            <NLine layoutWidth="9" layoutHeight="9" paintWidth="0"/></FrameLayout>
            """
        )
        let lines = found.compactMap { item -> DisplayList.Line? in
            if case .line(let line) = item.content { line } else { nil }
        }
        #expect(lines.count == 2)
        #expect(lines.first?.dashes == [4, 2])
        #expect(lines.first?.start == LayoutPoint(x: 0, y: 9))
        #expect(lines.first?.end == LayoutPoint(x: 50, y: 9))
        #expect(lines.last?.start == LayoutPoint(x: 99.5, y: 0))
        #expect(lines.last?.end == LayoutPoint(x: 99.5, y: 30))
    }

    @Test func progressFillsAPart() throws {
        let found = try items(##"<Progress initValue="25" color="#123456" paddingLeft="20"/>"##, width: 100, height: 8)
        guard case .bar(let bar)? = found.first?.content else {
            Issue.record("\(found)")
            return
        }
        #expect(bar.fraction == 0.25)
        #expect(bar.box == LayoutRect(x: 20, y: 0, width: 20, height: 8))
    }

    @Test func imagesKnowWhereTheyGo() throws {
        let source = """
            <VHLayout orientation="V"><NImage src="known" layoutWidth="-2" layoutHeight="-2" id="1"/>
            <NImage src="known" scaleType="center_crop" layoutWidth="60" layoutHeight="60"/>
            <NImage src="known" scaleType="fit_end" layoutWidth="60" layoutHeight="60"/>
            <NImage src="other" scaleType="center" layoutWidth="-2" layoutHeight="10"/></VHLayout>
            """
        let tree = try LayoutSource.prepare(source).makeTree()
        let container = Container(tree, imageMeasuring: FixedImages(["known": LayoutSize(width: 40, height: 20)]))
        container.layout(in: LayoutSize(width: 100, height: 200))
        #expect(container.frame(id: 1).size == LayoutSize(width: 40, height: 20))
        let images = container.displayList().items.compactMap { item -> DisplayList.Image? in
            if case .image(let image) = item.content { image } else { nil }
        }
        #expect(
            images.map(\.destination) == [
                LayoutRect(x: 0, y: 0, width: 40, height: 20), LayoutRect(x: -30, y: 20, width: 120, height: 60),
                LayoutRect(x: 0, y: 110, width: 60, height: 30),
                // It has not arrived.
                nil,
            ]
        )
    }

    /// Padding is beside an image that has its own size, and beside the side that follows from the other one.
    @Test(arguments: [
        (#"layoutWidth="-2" layoutHeight="-2""#, 47.0, 25.0), (#"layoutWidth="27" layoutHeight="-2""#, 27, 15),
        (#"layoutWidth="-2" layoutHeight="15""#, 27, 15),
    ])
    func anImageHasRoomForItsPadding(_ sizes: String, _ width: Double, _ height: Double) throws {
        let source = """
            <FrameLayout>
            <NImage id="1" src="a" paddingLeft="3" paddingRight="4" paddingTop="5" \(sizes)/></FrameLayout>
            """
        let images = FixedImages(width: 40, height: 20)
        let container = Container(try LayoutSource.prepare(source).makeTree(), imageMeasuring: images)
        container.layout(in: LayoutSize(width: 100, height: 200))
        #expect(container.frame(id: 1).size == LayoutSize(width: width, height: height))
    }

    @Test(arguments: [
        ("4,2", [4.0, 2.0]), ("[0, 4]", [0, 4]), ("0,0", [6, 6]), ("4,-1", [6, 6]), ("nan,1", [6, 6]),
        ("inf,1", [6, 6]),
    ])
    func dashesAreLengthsThatAreNotAllZero(_ effect: String, _ dashes: [Double]) throws {
        let source = """
            <NLine layoutWidth="50" layoutHeight="10" paintWidth="2" style="DASH" dashEffect="\(effect)"/>
            """
        guard case .line(let line)? = try items(source, width: 50, height: 10).first?.content else {
            Issue.record("there is a line")
            return
        }
        #expect(line.dashes == dashes)
    }

    @Test func anImageOfOnePointHasARatioToo() throws {
        let source = """
            <VHLayout orientation="V"><NImage src="a" layoutWidth="40" layoutHeight="-2" id="1"/>
            <NImage src="a" layoutWidth="-2" layoutHeight="40" id="2"/></VHLayout>
            """
        let images = FixedImages(width: 1, height: 0.5)
        let container = Container(try LayoutSource.prepare(source).makeTree(), imageMeasuring: images)
        container.layout(in: LayoutSize(width: 100, height: 200))
        #expect(container.frame(id: 1).size == LayoutSize(width: 40, height: 20))
        #expect(container.frame(id: 2).size == LayoutSize(width: 80, height: 40))
    }

    @Test func theCornersOfAnImageFitIntoItsBox() throws {
        let source = """
            <NImage src="a" layoutWidth="100" layoutHeight="100" padding="30" borderTopLeftRadius="50" borderTopRightRadius="9"/>
            """
        guard case .image(let image)? = try items(source, width: 100, height: 100).first?.content else {
            Issue.record("there is an image")
            return
        }
        #expect(image.box.size == LayoutSize(width: 40, height: 40))
        #expect(image.radii.topLeft == 20 && image.radii.topRight == 9)
    }

    @Test func anImageThatArrivesChangesWhatDependsOnIt() throws {
        let source = """
            <VHLayout orientation="V"><VHLayout layoutWidth="-1" layoutHeight="-2"><NText text="a"/></VHLayout>
            <NImage src="photo" layoutWidth="-1" layoutHeight="-2"/><FrameLayout id="2" layoutHeight="5"/></VHLayout>
            """
        let sizes = FixedImages()
        let tree = try LayoutSource.prepare(source).makeTree()
        let container = Container(tree, imageMeasuring: sizes)
        container.layout(in: LayoutSize(width: 100, height: 200))
        #expect(container.frame(id: 2).origin.y == 0)
        sizes.known["photo"] = LayoutSize(width: 200, height: 100)
        container.imageDidArrive("other")
        #expect(!container.needsLayout)
        container.imageDidArrive("photo")
        let before = container.measureCount
        container.layout(in: LayoutSize(width: 100, height: 200))
        #expect(container.frame(id: 2).origin.y == 50)
        #expect(container.measureCount - before == 1)
    }

    @Test func aCornerHasItsOwnRadiusOrThatOfAll() throws {
        let source = ##"""
            <FrameLayout background="#FF0000" borderRadius="5" borderTopLeftRadius="1" borderTopRightRadius="2"
            borderBottomLeftRadius="3"/>
            """##
        let box = try #require(boxes(try items(source)).first)
        #expect(box.radii == DisplayList.CornerRadii(topLeft: 1, topRight: 2, bottomLeft: 3, bottomRight: 5))
    }

    @Test(arguments: [(Client.swift, 0xFF00_FF00, "Courier"), (.iOS, 0xFFFF_0000, nil)] as [(Client, UInt32, String?)])
    func theReferenceClientPressesNothingAndHasOneFace(_ client: Client, _ color: UInt32, _ face: String?) throws {
        let source = ##"""
            <FrameLayout flag="flag_clickable" background="#FF0000" pressedBackground="#00FF00">
            <NText text="a" textSize="10" typeface="Courier" layoutWidth="20" layoutHeight="20"/></FrameLayout>
            """##
        let container = try LayoutSource.container(source, client: client)
        container.layout(in: LayoutSize(width: 100, height: 100))
        container.touch(.began, at: LayoutPoint(x: 50, y: 50), time: 0)
        container.advance(to: 0.2)
        let found = container.displayList().items
        #expect(boxes(found).map(\.background.rawValue) == [color])
        #expect(texts(found).map(\.font.name) == [face])
    }

    @Test func theReferenceClientHasNoOpacityImagesBehindNorDashes() throws {
        let source = ##"""
            <FrameLayout alpha="0.5" background="#FF0000" backgroundImage="paper"><NLine layoutWidth="50"
            layoutHeight="10" paintWidth="2" style="DASH" dashEffect="4,2"/></FrameLayout>
            """##
        for (client, count, image, dashes) in [(Client.swift, 4, "paper", [4.0, 2]), (.iOS, 2, nil, [])] {
            let container = try LayoutSource.container(source, client: client)
            container.layout(in: LayoutSize(width: 100, height: 100))
            let found = container.displayList().items
            #expect(found.count == count)
            #expect(boxes(found).map(\.backgroundImage) == [image])
            let lines = found.compactMap { item in if case .line(let line) = item.content { line.dashes } else { nil } }
            #expect(lines == [dashes])
        }
    }

    @Test func anImageBehindIsDrawnWithoutAColor() throws {
        let found = try items(#"<FrameLayout backgroundImage="paper"/>"#)
        #expect(boxes(found).map(\.backgroundImage) == ["paper"])
        #expect(boxes(found).map(\.background.alpha) == [0])
    }

    @Test(arguments: [
        ("strike", [false, true, false, false]), ("underline|strike", [true, true, false, false]),
        ("bold|italic", [false, false, true, true]), ("italic", [false, false, false, true]),
        ("bold|italic|underline|strike", [true, true, true, true]),
    ])
    func everyStyleOfATextIsDrawn(_ style: String, _ expected: [Bool]) throws {
        let text = try #require(texts(try items(#"<NText text="a" textSize="10" textStyle="\#(style)"/>"#)).first)
        #expect([text.isUnderlined, text.isStruckThrough, text.font.isBold, text.font.isItalic] == expected)
    }

    /// Whichever is written first; with `maxLines` alone, or as the only binding, `lines` is 0.
    @Test(arguments: [
        (#"lines="3" maxLines="2""#, 3), (#"maxLines="2" lines="3""#, 3), (#"lines="1" maxLines="2""#, 1),
        (#"lines="0" maxLines="2""#, 2), (#"maxLines="2""#, 2), (#"lines="4" maxLines="${two}""#, 2),
    ])
    func linesCountRatherThanTheirMaximum(_ attributes: String, _ count: Int) throws {
        let letters = String(repeating: "m", count: 45)
        for sizes in [#"layoutWidth="60""#, #"layoutWidth="-2" maxWidth="60""#] {
            let source =
                #"<FrameLayout><NText text="\#(letters)" textSize="10" layoutHeight="-2" \#(sizes) \#(attributes)/></FrameLayout>"#
            let container = try LayoutSource.container(source, data: ["two": 2])
            container.layout(in: LayoutSize(width: 100, height: 100))
            let text = try #require(texts(container.displayList().items).first)
            #expect(text.lines.count == count)
            #expect(text.box.size == LayoutSize(width: 60, height: Double(count) * 12))
        }
    }

    @Test func screenReadersAreToldWhatANodeSays() throws {
        let found = try items(
            """
            <VHLayout orientation="V"><NText text="seen" textSize="10" layoutWidth="-2" layoutHeight="-2"/>
            <NText text="seen" contentDescription="said" textSize="10" layoutWidth="-2" layoutHeight="-2"/>
            <NImage src="a" layoutWidth="9" layoutHeight="9" contentDescription="a photo"/>
            <NImage src="a" layoutWidth="9" layoutHeight="9"/></VHLayout>
            """
        )
        #expect(found.map(\.accessibilityText) == ["seen", "said", "a photo", nil])
    }

    @Test func whatIsBehindAClipIsLeftOut() throws {
        let source = """
            <NFrameLayout borderRadius="2" layoutWidth="20" layoutHeight="20"><FrameLayout layoutWidth="9" layoutHeight="9"
            layoutMarginLeft="30" background="#111111"/><FrameLayout layoutWidth="9" layoutHeight="9" layoutMarginLeft="15"
            background="#222222"/></NFrameLayout>
            """
        let found = try items("<FrameLayout>\(source)</FrameLayout>")
        #expect(boxes(found).map(\.background) == [ARGBColor(rawValue: 0xFF22_2222)])
    }

    @Test func anImageOfAGivenSizeIsOnlyDrawnAgainWhenItArrives() throws {
        let sizes = FixedImages()
        let source = """
            <VHLayout><NImage src="photo" layoutWidth="40" layoutHeight="20" scaleType="center"/>
            <NImage src="photo" layoutWidth="40" layoutHeight="-2" ratio="2"/></VHLayout>
            """
        let container = Container(try LayoutSource.prepare(source).makeTree(), imageMeasuring: sizes)
        container.layout(in: LayoutSize(width: 100, height: 100))
        _ = container.displayList()
        sizes.known["photo"] = LayoutSize(width: 10, height: 10)
        container.imageDidArrive("photo")
        #expect(!container.needsLayout)
        #expect(container.needsDisplay)
    }

    @Test func tellsWhetherItIsOutOfDate() throws {
        let container = try LayoutSource.container(#"<FrameLayout><NText id="2" text="a"/></FrameLayout>"#)
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.needsDisplay)
        _ = container.displayList()
        #expect(!container.needsDisplay)
        container.tree.node(withID: 2)?.background = .black
        #expect(container.needsDisplay && !container.needsLayout)
    }
}
