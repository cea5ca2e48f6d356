import Testing
import VirtualView

@Suite struct KerningTests {
    private func width(_ text: String, isBold: Bool = false) -> Double {
        let font = TextFont(size: 1_000, isBold: isBold)
        let limits = TextLimits(room: LayoutSize(width: 1e6, height: 1e6), lineHeight: 1)
        return BuiltInTextMetrics().measure(text, in: font, within: limits).width
    }

    @Test func pairsStandNearer() {
        #expect(width("AV") < width("A") + width("V"))
        #expect(width("To", isBold: true) < width("T", isBold: true) + width("o", isBold: true))
        #expect(width("nn") == 2 * width("n"))
        #expect(width("中V") == width("中") + width("V"))
    }

    @Test func theFirstCharacterOfALineFollowsNothing() {
        let font = TextFont(size: 1_000)
        let lines = BuiltInTextMetrics().lines(of: "A\nV", in: font, width: 1e6, maximumCount: 9, ellipsis: .end)
        #expect(lines.map(\.width) == [width("A"), width("V")])
    }

    @Test func aCutLineIsAsWideAsWhatStandsOnIt() {
        let font = TextFont(size: 1_000)
        for ellipsis in [TextNode.Ellipsis.start, .middle, .end] {
            let lines = BuiltInTextMetrics().lines(
                of: "AVAVAVAVAV",
                in: font,
                width: 4_000,
                maximumCount: 1,
                ellipsis: ellipsis
            )
            #expect(lines.count == 1 && lines[0].width <= 4_000 && lines[0].width == width(lines[0].text))
        }
    }
}
