import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewPreview

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct SVGRendererTests {
    private let frame = LayoutRect(x: 10, y: 20, width: 100, height: 50)

    private func item(_ content: DisplayList.Item.Content, node: Int = 0, text: String? = nil) -> DisplayList.Item {
        DisplayList.Item(content, node: node, text: text, frame: frame)
    }

    private func list(_ contents: DisplayList.Item.Content...) -> DisplayList {
        DisplayList(size: LayoutSize(width: 200, height: 100), items: contents.map { item($0) })
    }

    /// The lines between the clip that holds the whole picture and its end.
    private func body(_ list: DisplayList, _ renderer: SVGRenderer = SVGRenderer(title: "T")) throws -> [String] {
        let svg = renderer.render(list)
        try checkXML(svg)
        return Array(svg.split(separator: "\n").map(String.init).dropFirst(5).dropLast(2))
    }

    private func checkXML(_ text: String) throws {
        let parser = XMLParser(data: Data(text.utf8))
        #expect(parser.parse(), "\(parser.parserError as Any) in \(text)")
    }

    private func text(_ string: String, _ alignment: DisplayList.Text.Alignment = .left, font: TextFont)
        -> DisplayList.Text
    {
        DisplayList.Text(
            lines: [.init(text: string, baseline: LayoutPoint(x: 12, y: 33.125), width: 40)],
            font: font,
            color: .black,
            alignment: alignment,
            isUnderlined: false,
            isStruckThrough: false,
            box: frame,
            lineHeight: 12,
            lineSpacing: 0
        )
    }

    @Test func aTextMayHaveTwoRules() throws {
        var text = text("a", font: TextFont(size: 12))
        (text.isUnderlined, text.isStruckThrough) = (true, true)
        #expect(try body(list(.text(text)))[0].contains(#" text-decoration="underline line-through""#))
    }

    // MARK: - Elements for screen readers

    private func element(
        _ role: AccessibilityTree.Element.Role,
        _ label: String? = nil,
        value: String? = nil,
        states: [AccessibilityTree.Element.State] = [],
        parent: Int? = nil,
        entry: Int? = nil,
        count: Int? = nil
    ) -> AccessibilityTree.Element {
        AccessibilityTree.Element(
            dataPath: DataPath(),
            templateIndex: 0,
            nodeID: 0,
            parent: parent,
            role: role,
            label: label,
            value: value,
            states: states,
            actions: [],
            frame: frame,
            entryIndex: entry,
            entryCount: count,
            currentPage: nil
        )
    }

    @Test func elementsHaveRolesAndLabelsInFrontOfAHiddenDrawing() throws {
        let elements = [
            element(.button, "A \"<b>\"", value: "1 & 2", states: [.selected, .disabled]),
            element(.list, "L", count: 9),
            element(.text, "one", parent: 1, entry: 3),
            element(.image, "two", parent: 1, entry: 3),
            element(.header, "three", parent: 1, entry: 4),
            element(.progress, "four", value: "62%"),
            element(.none),
            element(.link, "inner", parent: 6),
            element(.pages),
            element(.text, "page", parent: 8, entry: 0),
        ]
        let svg = SVGRenderer(title: "T").render([list(.endGroup)], elements: [elements])
        try checkXML(svg)
        #expect(svg.contains("role=\"group\" aria-labelledby=\"vv-title\" "))
        let shape = "<rect x=\"10\" y=\"20\" width=\"100\" height=\"50\" fill=\"none\"/>"
        let lines = svg.split(separator: "\n").map(String.init).filter { $0 != shape }
        let start = try #require(lines.firstIndex { $0.contains("role=\"button\"") })
        #expect(lines.contains("<g aria-hidden=\"true\">"))
        #expect(
            lines[start...].joined(separator: "\n") == """
                <g role="button" aria-label="A &quot;&lt;b&gt;&quot;, 1 &amp; 2" aria-selected="true" aria-disabled="true">
                </g>
                <g role="list" aria-label="L">
                <g role="listitem" aria-posinset="4" aria-setsize="9">
                <g role="group" aria-label="one">
                </g>
                <g role="img" aria-label="two">
                </g>
                </g>
                <g role="listitem" aria-posinset="5" aria-setsize="9">
                <g role="heading" aria-level="2" aria-label="three">
                </g>
                </g>
                </g>
                <g role="progressbar" aria-label="four" aria-valuetext="62%">
                </g>
                <g role="group">
                <g role="link" aria-label="inner">
                </g>
                </g>
                <g role="group" aria-roledescription="carousel">
                <g role="group" aria-label="page">
                </g>
                </g>
                </svg>
                """
        )
    }

    @Test func aPictureWithoutElementsIsOneImage() {
        let plain = SVGRenderer(title: "T").render([list()])
        #expect(SVGRenderer(title: "T").render([list()], elements: [[]]) == plain && plain.contains("role=\"img\""))
    }

    // MARK: - Slots

    private final class Pictures: ImageProviding {
        func encodedImage(for source: String) -> EncodedImage? { encodedImage(forSlot: source) }

        func encodedImage(forSlot component: String) -> EncodedImage? {
            component == "Map" ? EncodedImage(Array(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.utf8)) : nil
        }
    }

    @Test func slotsAreLabelledBoxesOrPictures() throws {
        let box = LayoutRect(x: 12, y: 22, width: 96, height: 46)
        func slot(_ name: String, _ box: LayoutRect) -> DisplayList.Item.Content {
            .slot(DisplayList.Slot(component: name, box: box, properties: [:]))
        }
        let plain = try body(list(slot("A<b>", box)))
        #expect(plain.count == 2)
        #expect(plain[0].hasPrefix("<rect x=\"12.5\" y=\"22.5\" width=\"95\" height=\"45\""))
        #expect(plain[0].contains("data-node=\"0\"") && plain[1].hasSuffix(">A&lt;b&gt;</text>"))
        // No room for a name, and no place at all.
        for (width, height, count) in [(23.0, 46.0, 1), (24, 46, 2), (46, 11, 1), (46, 12, 2)] {
            let box = LayoutRect(x: 0, y: 0, width: width, height: height)
            #expect(try body(list(slot("A", box))).count == count, "\(width) x \(height)")
        }
        #expect(try body(list(slot("A", LayoutRect(x: 0, y: 0, width: 0, height: 46)))).isEmpty)
        let renderer = SVGRenderer(title: "T", images: Pictures())
        let pictures = try body(list(slot("Map", box), slot("Map", box), slot("Other", box)), renderer)
        #expect(pictures.count { $0.contains("<image ") } == 1 && pictures.count { $0.contains("<use ") } == 1)
        #expect(pictures.last?.contains(">Other</text>") == true)
        // An image of the same name, at the same place, is another picture.
        let both = try body(list(slot("Map", frame), .image(image("Map", .centerCrop))), renderer)
        #expect(both.count { $0.contains("<image ") } == 2)
    }

    // MARK: - Boxes

    @Test func drawsBackgroundAndBorderInsideTheFrame() throws {
        let radii = DisplayList.CornerRadii(topLeft: 8, topRight: 8, bottomLeft: 8, bottomRight: 8)
        let box = DisplayList.Box(
            background: ARGBColor(rawValue: 0x80FF_0000),
            borderColor: ARGBColor(rawValue: 0xFF00_FF00),
            borderWidth: 2,
            radii: radii
        )
        #expect(
            try body(list(.box(box))) == [
                ##"<rect x="10" y="20" width="100" height="50" rx="8" fill="#FF0000" fill-opacity="0.502" data-node="0"/>"##,
                ##"<rect x="11" y="21" width="98" height="48" rx="7" fill="none" stroke="#00FF00" stroke-width="2" data-node="0"/>"##,
            ]
        )
    }

    @Test func givesEachCornerItsRadius() throws {
        let box = DisplayList.Box(
            background: .black,
            borderColor: .clear,
            borderWidth: 0,
            radii: DisplayList.CornerRadii(topLeft: 5, topRight: 0, bottomLeft: 7, bottomRight: 9)
        )
        #expect(
            try body(list(.box(box))) == [
                ##"<path d="M15 20L110 20L110 61A9 9 0 0 1 101 70L17 70A7 7 0 0 1 10 63L10 25A5 5 0 0 1 15 20Z" fill="#000000" data-node="0"/>"##
            ]
        )
    }

    @Test func borderKeepsTheRadiusOfEachCorner() throws {
        let box = DisplayList.Box(
            background: .clear,
            borderColor: .black,
            borderWidth: 2,
            radii: DisplayList.CornerRadii(topLeft: 5, topRight: 0, bottomLeft: 7, bottomRight: 9)
        )
        #expect(
            try body(list(.box(box))) == [
                ##"<path d="M15 21L109 21L109 61A8 8 0 0 1 101 69L17 69A6 6 0 0 1 11 63L11 25A4 4 0 0 1 15 21Z" fill="none" stroke="#000000" stroke-width="2" data-node="0"/>"##
            ]
        )
    }

    /// A stroke around the middle of such a border would have sharp corners.
    @Test func aBorderThatIsWiderThanTwiceARadiusKeepsTheCorner() throws {
        let box = DisplayList.Box(
            background: .clear,
            borderColor: .black,
            borderWidth: 12,
            radii: DisplayList.CornerRadii(topLeft: 5, topRight: 5, bottomLeft: 5, bottomRight: 5)
        )
        let outer =
            "M15 20L105 20A5 5 0 0 1 110 25L110 65A5 5 0 0 1 105 70L15 70A5 5 0 0 1 10 65L10 25A5 5 0 0 1 15 20Z"
        let inner = "M22 32L98 32L98 58L22 58L22 32Z"
        #expect(
            try body(list(.box(box))) == [
                ##"<path d="\##(outer)\##(inner)" fill-rule="evenodd" fill="#000000" data-node="0"/>"##
            ]
        )
    }

    // MARK: - Groups

    @Test func clipsFadesAndTellsHowFarSomethingIsScrolled() throws {
        let scrolling = DisplayList.Group.Scrolling(
            offset: LayoutPoint(x: 100, y: 0),
            contentSize: LayoutSize(width: 300, height: 50),
            isPaged: true
        )
        let group = DisplayList.Group(clip: frame, radii: .zero, opacity: 0.25, scrolling: scrolling)
        let bar = DisplayList.Bar(box: frame, fraction: 1, color: .black)
        #expect(
            try body(list(.beginGroup(group), .bar(bar), .endGroup)) == [
                #"<clipPath id="vv-clip2"><rect x="10" y="20" width="100" height="50"/></clipPath>"#,
                #"<g data-node="0" opacity="0.25" clip-path="url(#vv-clip2)" data-page="100 0 300 50">"#,
                ##"<rect x="10" y="20" width="100" height="50" fill="#000000" data-node="0"/>"##,
                "</g>",
            ]
        )
    }

    @Test func closesWhatAListLeavesOpenAndIgnoresEndsOfNothing() throws {
        let group = DisplayList.Group(clip: nil, radii: .zero, opacity: 0.5, scrolling: nil)
        #expect(try body(list(.endGroup, .beginGroup(group), .beginGroup(group))).filter { $0 == "</g>" }.count == 2)
    }

    // MARK: - Text

    @Test func keepsTextAsTextAndAnchorsItWhereItIsAligned() throws {
        let plain = text("Tea & \"茶\" 🍵 <b>]]>", font: TextFont(size: 12))
        #expect(
            try body(list(.text(plain))) == [
                ##"<text data-node="0" x="12" y="33.125" textLength="40" lengthAdjust="spacingAndGlyphs" font-size="12" fill="#000000">Tea &amp; &quot;茶&quot; 🍵 &lt;b&gt;]]&gt;</text>"##
            ]
        )
        let centered = text("a", .center, font: TextFont(name: "Din 'x'", size: 9.5, isBold: true, isItalic: true))
        let element = try #require(try body(list(.text(centered))).first)
        #expect(
            element.contains(
                #"x="32" text-anchor="middle" y="33.125" textLength="40" lengthAdjust="spacingAndGlyphs" font-size="9.5""#
            )
        )
        #expect(element.contains("font-family=\"&#39;Din x&#39;, &#39;Liberation Sans&#39;"))
        #expect(element.contains(#"font-weight="bold" font-style="italic""#))
        let right = text("a", .right, font: TextFont(size: 9))
        #expect(try #require(try body(list(.text(right))).first).contains(#"x="52" text-anchor="end""#))
    }

    @Test(arguments: [
        (0.0, nil), (0.0004, nil), (-3, nil), (.nan, nil), (.infinity, nil), (0.5, "0.5"), (61.2345, "61.235"),
    ])
    func linesTakeTheRoomThatWasMeasured(_ width: Double, _ length: String?) throws {
        // One letter, an end that was cut, a script without spaces: all are made to fit in the same way.
        for string in ["i", "Add to c…", "手工陶瓷", "a  b"] {
            var drawing = text(string, font: TextFont(size: 12, isBold: true))
            drawing.lines[0].width = width
            let element = try #require(try body(list(.text(drawing))).first)
            let attribute = length.map { #" textLength="\#($0)" lengthAdjust="spacingAndGlyphs""# }
            #expect(element.contains("textLength") == (length != nil))
            #expect(element.contains(attribute ?? "<text"))
        }
    }

    @Test func linesOfSpacesAreNotDrawn() throws {
        for string in ["", " ", " \t "] {
            #expect(try body(list(.text(text(string, font: TextFont(size: 12))))).isEmpty)
        }
    }

    @Test func labelOfAPlaceholderTakesTheRoomThatWasMeasured() throws {
        let label = try #require(try body(list(.image(image("tea.png")))).last)
        let width = BuiltInTextMetrics().lines(
            of: "tea.png",
            in: TextFont(size: 11),
            width: 88,
            maximumCount: 1,
            ellipsis: .none
        )[0].width
        #expect(label.contains(#"textLength="\#(SVGText.number(width))" lengthAdjust="spacingAndGlyphs""#), "\(label)")
    }

    @Test func pageAboutPreviewsListsTheFaces() throws {
        let page = try String(
            contentsOf: Fixtures.packageRoot.appendingPathComponent("Docs/Preview.md"),
            encoding: .utf8
        )
        #expect(page.contains("`\(SVGFont.families)`"))
    }

    @Test(arguments: ["\u{0}", "\u{B}", "\u{1B}[31m", "\u{FFFE}", "\u{FFFF}", "\u{9F}", "a\r\nb", "\u{2028}"])
    func writesWellFormedXMLWhateverATextHolds(_ string: String) throws {
        var list = list(.text(text("x" + string, font: TextFont(name: string, size: 12))))
        list.items[0].accessibilityText = string
        list.items.append(item(.image(image("https://example.com/" + string)), text: string))
        _ = try body(list, SVGRenderer(title: string))
    }

    @Test func neverPrintsANumberThatIsNone() throws {
        let strange = [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude]
        for number in strange {
            let rect = LayoutRect(x: number, y: number, width: number, height: number)
            let radii = DisplayList.CornerRadii(topLeft: number, topRight: 1, bottomLeft: number, bottomRight: number)
            var drawing = text("a", font: TextFont(size: number))
            drawing.lines[0].baseline.x = number
            var list = list(
                .beginGroup(DisplayList.Group(clip: rect, radii: radii, opacity: number, scrolling: nil)),
                .box(DisplayList.Box(background: .black, borderColor: .black, borderWidth: number, radii: radii)),
                .text(drawing),
                .image(DisplayList.Image(source: "a", scaleType: .fitXY, box: rect, destination: rect, radii: radii)),
                .line(
                    DisplayList.Line(
                        start: rect.origin,
                        end: rect.origin,
                        width: number,
                        color: .black,
                        dashes: [number]
                    )
                ),
                .shape(DisplayList.Shape(kind: .circle, box: rect, color: .black, strokeWidth: number)),
                .bar(DisplayList.Bar(box: rect, fraction: number, color: .black))
            )
            for index in list.items.indices { list.items[index].frame = rect }
            list.size = LayoutSize(width: number, height: number)
            let svg = SVGRenderer(title: "T").render(list)
            try checkXML(svg)
            for word in ["nan", "inf", "e+", "E+"] {
                #expect(!svg.contains("\"\(word)") && !svg.contains(" \(word)"), "\(word) for \(number)")
            }
        }
    }

    // MARK: - Images

    private func image(
        _ source: String,
        _ type: ImageNode.ScaleType = .fitXY,
        to destination: LayoutRect? = nil
    ) -> DisplayList.Image {
        DisplayList.Image(source: source, scaleType: type, box: frame, destination: destination, radii: .zero)
    }

    @Test func embedsAnImageOnceAndShowsItAgain() throws {
        let renderer = SVGRenderer(title: "T", images: SameImages(names: ["a.svg"]))
        let first = image("a.svg", .centerCrop)
        var second = first
        second.box.origin.x += 30
        let lines = try body(list(.image(first), .image(second)), renderer)
        #expect(lines.filter { $0.contains("data:image/svg+xml;base64,") }.count == 1)
        #expect(lines[2].hasPrefix(#"<image id="vv-image1" x="10" y="20" width="100" height="50""#))
        #expect(lines[2].contains(#"preserveAspectRatio="xMidYMid slice""#))
        #expect(lines[6] == ##"<use href="#vv-image1" x="30" y="0" data-node="0"/>"##)
    }

    private struct Photos: ImageProviding {
        func encodedImage(for source: String) -> EncodedImage? {
            EncodedImage([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(source.utf8))
        }
    }

    /// Pictures side by side have most images in several sizes.
    @Test func embedsAnImageThatFillsItsPlaceOnceForAllSizes() throws {
        var renderer = SVGRenderer(title: "T", images: Photos())
        renderer.maximumImageBytes = 10
        let first = LayoutRect(x: 10, y: 20, width: 30, height: 40)
        let places = [
            first, LayoutRect(x: 5, y: 0, width: 60, height: 10), LayoutRect(x: 7, y: 7, width: 20, height: 40),
        ]
        let lists = places.map { list(.image(image("a", to: $0))) }
        let svg = renderer.render(lists)
        try checkXML(svg)
        #expect(svg.ranges(of: "href=\"data:").count == 1)
        #expect(
            svg.contains(##"<use href="#vv-image1" transform="translate(-15 -5) scale(2.0 0.25)" data-node="0"/>"##)
        )
        let third = "translate(0.333 -13) scale(\(2.0 / 3) 1.0)"
        #expect(svg.contains(##"<use href="#vv-image1" transform="\##(third)" data-node="0"/>"##))
    }

    /// What has no size, or what the browser or the image itself fits, is not the same in another size.
    @Test(arguments: [
        ("a", ImageNode.ScaleType.fitXY, 0.0, true), ("a", .fitXY, 0.5, true), ("a", .centerCrop, 30, false),
        ("a.svg", .fitXY, 30, true),
    ])
    func embedsAnImageAgainIfItsSizeMatters(
        _ source: String,
        _ type: ImageNode.ScaleType,
        _ width: Double,
        _ hasPlace: Bool
    ) throws {
        let images: any ImageProviding = source == "a" ? Photos() : SameImages(names: [source])
        let renderer = SVGRenderer(title: "T", images: images)
        func shown(_ width: Double) -> DisplayList {
            let place = LayoutRect(x: 10, y: 20, width: width, height: 40)
            var image = image(source, type, to: hasPlace ? place : nil)
            image.box = LayoutRect(x: 10, y: 20, width: max(1, width), height: 40)
            return list(.image(image))
        }
        let svg = renderer.render([shown(width), shown(90)])
        #expect(svg.ranges(of: "href=\"data:").count == 2 && !svg.contains("<use "))
    }

    @Test func cutsWhatReachesOutOfTheBoxAndNothingElse() throws {
        let renderer = SVGRenderer(title: "T", images: SameImages(names: ["a.svg"]))
        for large in [
            LayoutRect(x: 9, y: 20, width: 100, height: 50), LayoutRect(x: 10, y: 19, width: 100, height: 50),
            LayoutRect(x: 10, y: 20, width: 101, height: 50), LayoutRect(x: 10, y: 20, width: 100, height: 51),
        ] {
            let lines = try body(list(.image(image("a.svg", .center, to: large))), renderer)
            #expect(lines.contains { $0.contains("clip-path=") }, "\(large)")
        }
        #expect(try body(list(.image(image("a.svg", .center, to: frame))), renderer).count == 1)
    }

    @Test func labelsAPlaceholderWithTheNameAlone() throws {
        let lines = try body(list(.image(image("https://cdn.example.com/a/tea.png?token=secret#x"))))
        #expect(lines.joined().contains(">tea.png</title>"))
        #expect(lines.joined().contains(">tea.png</text>"))
        #expect(!lines.joined().contains("secret") && !lines.joined().contains("cdn"))
    }

    /// The picture is half as high as the box, which is 100 by 50 points at 10, 20, and has room for the label below.
    @Test func aPlaceholderStandsInTheMiddle() throws {
        let lines = try body(list(.image(image("a.png"))))
        #expect(lines.joined().contains(#"<g transform="translate(47.5 23.5) scale(1.042)""#), "\(lines)")
    }

    @Test func stopsEmbeddingWhenItHasTakenEnough() throws {
        var renderer = SVGRenderer(title: "T", images: SameImages(names: ["a.svg", "b.svg"]))
        renderer.maximumImageBytes = SameImages.svg.count
        let lines = try body(list(.image(image("a.svg")), .image(image("b.svg"))), renderer)
        #expect(lines.filter { $0.contains("<image") }.count == 1)
        #expect(lines.last?.contains(">b.svg</text>") == true)
    }

    // MARK: - The whole picture

    @Test func saysWhatItShows() throws {
        var list = list(.bar(DisplayList.Bar(box: frame, fraction: 1, color: .black)))
        list.items[0].accessibilityText = "A & B"
        let svg = SVGRenderer(title: "<Card>", idPrefix: "p").render(list)
        #expect(svg.contains("aria-labelledby=\"p-title p-desc\""))
        #expect(svg.contains("<title id=\"p-title\">&lt;Card&gt;</title>\n<desc id=\"p-desc\">A &amp; B</desc>"))
    }

    @Test func saysWhatAGroupIsOnce() {
        var list = list()
        let group = DisplayList.Group(clip: nil, radii: .zero, opacity: 0.5, scrolling: nil)
        list.items = [
            item(.beginGroup(group), node: 0, text: "Card"),
            item(.bar(DisplayList.Bar(box: frame, fraction: 1, color: .black)), node: 1, text: "Tea"),
            item(.endGroup, node: 0, text: "Card"),
        ]
        #expect(SVGRenderer(title: "T", idPrefix: "p").render(list).contains(">Card · Tea</desc>"))
    }

    @Test func saysNoMoreThanPeopleListenTo() {
        func description(_ lengths: Int...) -> String? {
            var list = list()
            list.items = lengths.enumerated().map { index, length in
                let bar = DisplayList.Bar(box: frame, fraction: 1, color: .black)
                return item(.bar(bar), node: index, text: String(repeating: "a", count: length))
            }
            let svg = SVGRenderer(title: "T", idPrefix: "p").render(list)
            guard let start = svg.range(of: "<desc id=\"p-desc\">"), let end = svg.range(of: "</desc>") else {
                return nil
            }
            return String(svg[start.upperBound..<end.lowerBound])
        }
        #expect(description(1_999, 1)?.count == 2_003)
        #expect(description(1_999, 2, 1)?.count == 1_999)
        #expect(description(2_500, 2) == String(repeating: "a", count: 2_000) + "…")
    }

    @Test func outlinesFramesInFrontOfTheListTheyBelongTo() throws {
        let svg = SVGRenderer(title: "T").render([list(), list()], outlines: [[frame], []])
        try checkXML(svg)
        let lines = svg.split(separator: "\n").map(String.init)
        let outline = #"<rect x="10.5" y="20.5" width="99" height="49""#
        #expect(lines.filter { $0.hasPrefix(outline) }.count == 1)
        #expect(lines[7].hasPrefix(outline) && lines[8] == "</g>")
    }

    /// A browser draws no rectangle that has no area.
    @Test(arguments: [
        (LayoutRect(x: 4, y: 8, width: 30, height: 1), "M4.5 8.5L33.5 8.5L33.5 8.5L4.5 8.5L4.5 8.5Z"),
        (LayoutRect(x: 4, y: 8, width: 0, height: 9), "M4.5 8.5L4.5 8.5L4.5 16.5L4.5 16.5L4.5 8.5Z"),
        (LayoutRect(x: 4, y: 8, width: 30, height: 0.5), "M4.5 8.5L33.5 8.5L33.5 8.5L4.5 8.5L4.5 8.5Z"),
    ])
    func theFrameOfAThinNodeIsOutlined(_ frame: LayoutRect, _ path: String) throws {
        let svg = SVGRenderer(title: "T").render([list()], outlines: [[frame]])
        try checkXML(svg)
        #expect(svg.contains("<path d=\"\(path)\""), "\(svg)")
    }

    @Test func putsSeveralListsSideBySide() throws {
        let svg = SVGRenderer(title: "T", canvas: ARGBColor(rawValue: 0xFFFF_FFFF)).render([list(), list()])
        try checkXML(svg)
        #expect(svg.contains(#"width="416" height="100" viewBox="0 0 416 100""#))
        #expect(svg.contains(#"<g transform="translate(216 0)">"#))
    }
}
