import Testing

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewPreview

/// A picture of the first part of a display list.
@Suite struct DisplayListFirstTests {
    private static let bar = DisplayList.Item.Content.bar(DisplayList.Bar(box: .zero, fraction: 1, color: .black))
    private static let group = DisplayList.Item.Content.beginGroup(
        DisplayList.Group(clip: nil, radii: .zero, opacity: 0.5, scrolling: nil)
    )
    private static let text = DisplayList.Item.Content.text(
        DisplayList.Text(
            lines: ["a", "b", "c"].map { .init(text: $0, baseline: .zero, width: 5) },
            font: TextFont(size: 9),
            color: .black,
            alignment: .left,
            isUnderlined: false,
            isStruckThrough: false,
            box: .zero,
            lineHeight: 9,
            lineSpacing: 0
        )
    )
    private static let list = DisplayList(
        size: LayoutSize(width: 9, height: 9),
        items: [group, bar, text, .endGroup, bar].map { DisplayList.Item($0) }
    )

    @Test func countsLinesAndWhatIsNotTheEndOfAGroup() {
        #expect(Self.list.drawingCount == 6)
        #expect(Self.list.first(6) == Self.list)
        #expect(Self.list.first(.max) == Self.list)
    }

    @Test(arguments: [(-1, 0, 0), (0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 1, 2), (5, 1, 3)])
    func drawsSoManyAndEndsItsGroups(_ count: Int, _ bars: Int, _ lines: Int) {
        let first = Self.list.first(count)
        #expect(first.drawingCount == max(0, count))
        let svg = SVGRenderer(title: "T").render(first)
        func occurrences(_ text: String) -> Int { svg.ranges(of: text).count }
        // The clip of the whole picture is a rectangle too.
        #expect(occurrences("<rect") == bars + 1)
        #expect(occurrences("<text") == lines)
        #expect(occurrences("<g") == occurrences("</g>"))
    }
}
