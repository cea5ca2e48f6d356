import Testing
import VirtualView
import VirtualViewFormat

@testable import VirtualViewCore

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

    /// Whatever else stands behind one of these is as far away as its width says.
    @Test(arguments: [
        ("R", false, ["T": -18, "V": -18, "W": -18, "Y": -18]), ("R", true, ["V": -18, "W": -18, "Y": -37]),
        ("F", false, [",": -111, ".": -111, "A": -55]), ("F", true, [",": -111, ".": -111, "A": -55]),
        ("f", false, ["f": -18]),
    ])
    func onlyThePairsOfTheFaceStandNearer(_ first: String, _ isBold: Bool, _ distances: [String: Int]) {
        for code in UInt8(ascii: "!")...UInt8(ascii: "~") {
            let second = String(UnicodeScalar(code))
            let alone = width(first, isBold: isBold) + width(second, isBold: isBold)
            let distance = width(first + second, isBold: isBold) - alone
            #expect(abs(distance - Double(distances[second] ?? 0)) < 1e-6, "\(first)\(second)")
        }
    }

    /// Nobody edits the tables: who has `.ci/text-widths` write others writes their digest here.
    @Test func theTablesAreAsTheyWereWritten() {
        var numbers = TextWidths.ranges.flatMap { [Int($0.first), Int($0.last)] }
        numbers += (TextWidths.regular + TextWidths.bold).map { Int($0) }
        numbers += (TextWidths.regularPairStarts + TextWidths.boldPairStarts).map { Int($0) }
        numbers += (TextWidths.regularPairSeconds + TextWidths.boldPairSeconds).map { Int($0) }
        numbers += (TextWidths.regularPairDistances + TextWidths.boldPairDistances).map { Int($0) }
        let digest = SHA256.digest(of: Array(numbers.map(String.init).joined(separator: " ").utf8))
        #expect(HexText.text(digest) == "15ea832a44ce69d8b4e7b101b30c18943b74355412acc01ab8163ee2ae740579")
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
