import Testing

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewPreview

/// Pictures of what is read from right to left.
@Suite struct RightToLeftPictureTests {
    private let frame = LayoutRect(x: 10, y: 20, width: 100, height: 50)

    private func lines(
        _ content: DisplayList.Item.Content,
        isRightToLeft: Bool = true,
        images: (any ImageProviding)? = nil
    ) -> [String] {
        var item = DisplayList.Item(content, frame: frame)
        item.isRightToLeft = isRightToLeft
        let list = DisplayList(size: LayoutSize(width: 200, height: 100), items: [item])
        let svg = SVGRenderer(title: "T", images: images).render(list)
        return Array(svg.split(separator: "\n").map(String.init).dropFirst(5).dropLast(2))
    }

    private func text(_ string: String, _ alignment: DisplayList.Text.Alignment) -> DisplayList.Item.Content {
        .text(
            DisplayList.Text(
                lines: [.init(text: string, baseline: LayoutPoint(x: 12, y: 33), width: 40)],
                font: TextFont(size: 12),
                color: .black,
                alignment: alignment,
                isUnderlined: false,
                isStruckThrough: false,
                box: frame,
                lineHeight: 12,
                lineSpacing: 0
            )
        )
    }

    /// The anchor of a line that runs to the left is its right end.
    @Test(arguments: [
        (DisplayList.Text.Alignment.right, "x=\"52\" direction"), (.left, "x=\"12\" text-anchor=\"end\" direction"),
        (.center, "x=\"32\" text-anchor=\"middle\" direction"),
    ])
    func aTextRunsToTheLeft(_ alignment: DisplayList.Text.Alignment, _ place: String) {
        for string in ["\u{5E9}\u{5DC}\u{5D5}\u{5DD}!", "12 \u{645}\u{631}", "2.40", "\u{200F}a"] {
            let line = lines(text(string, alignment))[0]
            #expect(line.contains("\(place)=\"rtl\""), "\(line)")
        }
    }

    @Test func aTextRunsToTheLeftInANodeThatIsReadFromTheLeft() {
        let line = lines(text("שלום!", .left), isRightToLeft: false)[0]
        #expect(line.contains("x=\"12\" text-anchor=\"end\" direction=\"rtl\""), "\(line)")
    }

    @Test func aTextOfAnotherScriptKeepsItsOrder() {
        for (string, isRightToLeft) in [
            ("Tea.", true), ("(Чай)", true), ("茶", true), ("\u{200E}!", true), ("2.40", false),
        ] {
            let line = lines(text(string, .right), isRightToLeft: isRightToLeft)[0]
            #expect(!line.contains("direction") && line.contains("x=\"52\" text-anchor=\"end\""), "\(line)")
        }
    }

    private func image(_ type: ImageNode.ScaleType, isMirrored: Bool) -> DisplayList.Item.Content {
        .image(DisplayList.Image(source: "a", scaleType: type, box: frame, isMirrored: isMirrored, radii: .zero))
    }

    @Test func anArrowIsTurnedAroundTheMiddleOfItsPlace() {
        let turned = lines(image(.fitXY, isMirrored: true), images: SameImages(names: ["a"]))
        #expect(
            turned.count == 3 && turned[0] == #"<g transform="translate(120 0) scale(-1 1)">"# && turned[2] == "</g>"
        )
        #expect(lines(image(.fitXY, isMirrored: false), images: SameImages(names: ["a"])).count == 1)
    }

    /// What mirroring exchanges already is not exchanged again.
    @Test(arguments: [
        (ImageNode.ScaleType.fitStart, false, "xMaxYMin"), (.fitEnd, false, "xMinYMax"), (.fitStart, true, "xMinYMin"),
        (.fitCenter, false, "xMidYMid"),
    ])
    func aBrowserFitsAnImageWhereReadingBegins(_ type: ImageNode.ScaleType, _ isMirrored: Bool, _ mode: String) {
        let drawn = lines(image(type, isMirrored: isMirrored), images: SameImages(names: ["a"]))
        #expect(drawn.contains { $0.contains("preserveAspectRatio=\"\(mode) meet\"") }, "\(drawn)")
    }
}
