import Testing
import VirtualViewTestSupport

@testable import VirtualViewCore
@testable import VirtualViewPreview

/// How often each point of a picture is painted.
@Suite struct PaintCountTests {
    private static func box(_ rect: LayoutRect, color: ARGBColor = .black, border: Double = 0) -> DisplayList.Item {
        let box = DisplayList.Box(
            background: color,
            backgroundImage: nil,
            borderColor: .black,
            borderWidth: border,
            radii: .zero
        )
        return DisplayList.Item(.box(box), frame: rect)
    }

    private static func shape(_ kind: GraphNode.Shape, _ rect: LayoutRect, stroke: Double? = nil) -> DisplayList.Item {
        DisplayList.Item(.shape(DisplayList.Shape(kind: kind, box: rect, color: .black, strokeWidth: stroke)))
    }

    private static func group(_ clip: LayoutRect?, opacity: Double = 1) -> DisplayList.Item {
        DisplayList.Item(.beginGroup(DisplayList.Group(clip: clip, radii: .zero, opacity: opacity, scrolling: nil)))
    }

    private static func count(_ items: [DisplayList.Item], _ side: Double = 4) -> PaintCount {
        PaintCount(DisplayList(size: LayoutSize(width: side, height: side), items: items))
    }

    @Test func `a border is painted beside the background that it lies on`() {
        let rect = LayoutRect(x: 0, y: 0, width: 4, height: 4)
        #expect(Self.count([Self.box(rect, border: 1)]).numbers == [2, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 2, 2, 2])
        let outline = Self.count([Self.shape(.rect, rect, stroke: 1)])
        #expect(outline.numbers == [1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1])
    }

    @Test func `what is transparent or clipped away is not counted`() {
        let rect = LayoutRect(x: 0, y: 0, width: 4, height: 4)
        #expect(Self.count([Self.box(rect, color: ARGBColor(rawValue: 0x00FF_FFFF))]).isBlank)
        #expect(Self.count([Self.group(nil, opacity: 0), Self.box(rect), DisplayList.Item(.endGroup)]).isBlank)
        let clipped = [
            Self.group(LayoutRect(x: 1, y: 2, width: 2, height: 1)), Self.box(rect), DisplayList.Item(.endGroup),
        ]
        #expect(Self.count(clipped).numbers == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0])
    }

    @Test func `an end of a group that never began ends nothing`() {
        let rect = LayoutRect(x: 0, y: 0, width: 4, height: 4)
        #expect(Self.count([DisplayList.Item(.endGroup), Self.box(rect)]).numbers == Array(repeating: 1, count: 16))
    }

    @Test func `all that is drawn counts where it is, and nothing where it cannot be seen`() {
        let rect = LayoutRect(x: 0, y: 0, width: 4, height: 2)
        func contents(_ color: ARGBColor, _ word: String = "word") -> [DisplayList.Item.Content] {
            let (start, end) = (LayoutPoint(x: 0, y: 1), LayoutPoint(x: 4, y: 1))
            return [
                .line(DisplayList.Line(start: start, end: end, width: 2, color: color, dashes: [])),
                .shape(DisplayList.Shape(kind: .rect, box: rect, color: color, strokeWidth: nil)),
                .bar(DisplayList.Bar(box: rect, fraction: 1, color: color)),
                .text(
                    DisplayList.Text(
                        lines: [.init(text: word, baseline: LayoutPoint(x: 0, y: 2), width: 4)],
                        font: TextFont(size: 2),
                        color: color,
                        alignment: .left,
                        isUnderlined: false,
                        isStruckThrough: false,
                        box: rect,
                        lineHeight: 2,
                        lineSpacing: 0
                    )
                ),
            ]
        }
        let others: [DisplayList.Item.Content] = [
            .image(DisplayList.Image(source: "a", scaleType: .fitXY, box: rect, destination: rect, radii: .zero)),
            .slot(DisplayList.Slot(component: "Map", box: rect, properties: [:])),
        ]
        let upperHalf = [UInt8](repeating: 1, count: 8) + [UInt8](repeating: 0, count: 8)
        for content in contents(.black) + others {
            let numbers = Self.count([DisplayList.Item(content)]).numbers
            #expect(numbers.map { UInt8($0) } == upperHalf, "\(content)")
        }
        for content in contents(ARGBColor(rawValue: 0x00FF_FFFF)) + [contents(.black, " \u{3000}")[3]] {
            #expect(Self.count([DisplayList.Item(content)]).isBlank, "\(content)")
        }
    }

    @Test func `what is painted twice is blue, then green, orange and red`() {
        let layers = (0..<6).map { Self.box(LayoutRect(x: Double($0), y: 0, width: 6 - Double($0), height: 1)) }
        var renderer = SVGRenderer(title: "Layers")
        renderer.showsOverdraw = true
        let picture = renderer.render(DisplayList(size: LayoutSize(width: 6, height: 1), items: layers))
        let colors = ["#3D7BFF", "#2FB457", "#FF9F1C", "#E53935"]
        #expect(picture.matches(of: /#[0-9A-F]{6}/).map { String($0.output) }.filter { colors.contains($0) } == colors)
    }

    @Test func `an ellipse covers its area`() {
        let circle = Self.count([Self.shape(.circle, LayoutRect(x: 0, y: 0, width: 200, height: 200))], 200)
        #expect(abs(circle.average - Double.pi / 4) < 0.002)
    }

    @Test(arguments: [
        LayoutSize.zero, LayoutSize(width: -5, height: 9), LayoutSize(width: .infinity, height: 1),
        LayoutSize(width: .nan, height: 1), LayoutSize(width: 1e9, height: 1e9),
    ])
    func `no size is too strange`(_ size: LayoutSize) {
        let rect = LayoutRect(x: -.infinity, y: .nan, width: .infinity, height: 1e300)
        let count = PaintCount(DisplayList(size: size, items: [Self.box(rect)]))
        #expect(count.numbers.count <= 4 << 20)
    }

    /// Each costs its own rows, whatever is around it.
    @Test func `groups inside each other are counted as one`() {
        let rect = LayoutRect(x: 0, y: 0, width: 4, height: 1_000)
        let groups = (0..<500).flatMap { _ in [Self.group(rect), Self.box(rect)] }
        let ends = (0..<500).map { _ in DisplayList.Item(.endGroup) }
        let list = DisplayList(size: LayoutSize(width: 4, height: 1_000), items: groups + ends)
        #expect(PaintCount(list).numbers.allSatisfy { $0 == 500 })
    }

    @Test func `random rectangles are counted as points are one by one`() {
        let seed = RandomTests.seed
        var random = SeededGenerator(seed: seed)
        for _ in 0..<RandomTests.count(60) {
            func rect() -> LayoutRect {
                func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) / 3 }
                return LayoutRect(
                    x: number(-20...70),
                    y: number(-20...70),
                    width: number(0...60),
                    height: number(0...60)
                )
            }
            let (clip, inner) = (rect(), rect())
            let (inside, outside, deep) = (
                (0..<8).map { _ in rect() }, (0..<8).map { _ in rect() }, (0..<8).map { _ in rect() }
            )
            let end = DisplayList.Item(.endGroup)
            let items =
                [Self.group(clip)] + inside.map { Self.box($0) } + [Self.group(inner)] + deep.map { Self.box($0) }
                + [end, end] + outside.map { Self.box($0) }
            let count = Self.count(items, 20)
            for row in 0..<20 {
                for column in 0..<20 {
                    func has(_ rect: LayoutRect) -> Bool {
                        let (x, y) = (Double(column) + 0.5 - rect.origin.x, Double(row) + 0.5 - rect.origin.y)
                        return x >= 0 && y >= 0 && x < rect.size.width && y < rect.size.height
                    }
                    let expected =
                        (has(clip) ? inside.count(where: has) : 0) + outside.count(where: has)
                        + (has(clip) && has(inner) ? deep.count(where: has) : 0)
                    #expect(Int(count.numbers[row * 20 + column]) == expected, "seed \(seed)")
                    // The coloured rectangles say the same.
                    let colors = count.rectangles.map { $0.count(where: has) }
                    let color = PaintCount.color(of: Int32(expected))
                    #expect(colors == PaintCount.colors.indices.map { $0 == color ? 1 : 0 })
                }
            }
        }
    }
}
