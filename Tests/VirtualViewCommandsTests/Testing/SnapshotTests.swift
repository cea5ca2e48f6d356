import Testing

@testable import VirtualViewCommands

/// What files of snapshots are read as.
@Suite struct SnapshotTests {
    @Test(arguments: [
        ("NText  \"\"  0,0 9x9", ["\"\"", "0,0 9x9"]), ("NText  \"a  b\"  on", ["\"a  b\"", "on"]),
        ("NText  \"a \\\"  b\\\\\"  on", ["\"a \\\"  b\\\\\"", "on"]), ("NText", []),
        ("NText  note \"\"  \"\"", ["note \"\"", "\"\""]),
    ])
    func fieldsAreApartByTwoSpacesOutsideOfQuotes(_ line: String, _ fields: [String]) {
        let snapshot = Snapshot(title: "", lines: ["9 x 9", "- \(line)"])
        #expect(snapshot.nodes().map { $0.fields.map(\.text) } == [fields])
    }

    /// Where a text is broken into lines, and where it is cut to fit, follows from its room.
    @Test(arguments: [
        (#""Hello wide""#, #""Hello ","wide""#, true), (#""Hello ","wide""#, #""Hello wi","de""#, true),
        (#""Hel…""#, #""Hello wide…""#, true), (#""Hel…""#, #""Hello wide""#, true),
        (#""Hello wide""#, #""Hel…""#, true), (#""Hello wide…""#, #""Hel…""#, true), (#""Hel…""#, #""Hal…""#, false),
        (#""Hel…""#, #""Help…""#, true), (#""Hel…""#, #""Halo wide""#, false), (#""Hello wide""#, #""Hal…""#, false),
        (#""Hello""#, #""Hello wide""#, false), (#""Hello wide""#, #""Hello""#, false),
        (#""Hello…""#, #""Hell""#, false), (#""Hello""#, #""Hello…""#, true), (#""Hell""#, #""Hello…""#, false),
        (#""Hello…""#, #""Hello""#, true), (#""Hello""#, #""Hallo""#, false),
    ])
    func linesOfATextFollowFromItsRoom(_ old: String, _ new: String, _ isSame: Bool) {
        func snapshot(_ lines: String) -> Snapshot {
            let node: Substring = "- NText  x 0  y 0  width 60  height 20"
            return Snapshot(title: "", lines: ["60 x 20", node, "  text  \(lines)  size 17  at 0,15.61"])
        }
        let change = isSame ? "what is drawn moved inside of it" : "text \(old) → \(new)"
        #expect(SnapshotDifference(snapshot(old), snapshot(new)).changes.map(\.text) == [change])
    }

    // MARK: - What others follow from

    private func changes(_ old: [Substring], _ new: [Substring]) -> [String] {
        let difference = SnapshotDifference(Snapshot(title: "", lines: old), Snapshot(title: "", lines: new))
        return difference.changes.map { "\($0.name): \($0.text)" }
    }

    /// A row with two nodes in it, of which the second one follows the first.
    private func row(_ width: Int, first: Int) -> [Substring] {
        [
            "90 x 20", "- VHLayout#1  x 0  y 0  width \(width)  height 20",
            "  - NText#2  x \(first)  y 0  width 20  height 20",
            "  - NText#3  x \(first + 20)  y 0  width 20  height 20",
        ]
    }

    /// A node that moves as far as the one around it grows has made it grow; else that one has moved it.
    @Test(arguments: [
        (45, 5, ["NText#2: x 0 → 5"]), (50, 5, ["VHLayout#1: width 40 → 50"]), (40, 5, ["NText#2: x 0 → 5"]),
        (50, 0, ["VHLayout#1: width 40 → 50"]), (40, 0, []),
    ])
    func aChangeOfPlaceIsThatOfTheNodeThatMadeIt(_ width: Int, _ first: Int, _ expected: [String]) {
        #expect(changes(row(40, first: 0), row(width, first: first)) == expected)
    }

    /// Of nodes that only follow others, nothing is told but their number.
    @Test func nodesThatFollowAreCounted() {
        func snapshot(_ width: Int, _ first: Int) -> Snapshot { Snapshot(title: "", lines: row(width, first: first)) }
        #expect(SnapshotDifference(snapshot(40, 0), snapshot(45, 5)).followerCount == 2)
    }

    @Test func theSizeOfAllIsTheChangeIfThereIsNoOther() {
        let node: Substring = "- NText#1  x 0  y 0  width 20  height 20"
        let other: Substring = "- NText#1  x 1  y 0  width 20  height 20"
        #expect(changes(["90 x 20", node], ["90 x 30", node]) == ["container: 90 x 20 → 90 x 30"])
        #expect(changes(["90 x 20", node], ["90 x 30", other]) == ["NText#1: x 0 → 1"])
    }

    @Test(arguments: [
        ("", "  rtl", "now rtl"), ("  rtl", "", "no longer rtl"), ("", "  scrolled 0,9", "scrolled none → 0,9"),
        ("  scrolled 0,9", "", "scrolled 0,9 → none"), ("  scrolled 0,9", "  scrolled 0,8", "scrolled 0,9 → 0,8"),
    ])
    func whatComesAndGoesOfANodeIsNamed(_ old: Substring, _ new: Substring, _ expected: String) {
        func lines(_ fields: Substring) -> [Substring] { ["9 x 9", "- NText  x 0\(fields)"] }
        #expect(changes(lines(old), lines(new)) == ["NText: \(expected)"])
    }

    // MARK: - Sketches

    /// A line whose room is not said is as wide as its letters are.
    @Test func linesHaveTheRoomThatIsSaid() {
        let node: Substring = "- NText  x 0  y 0  width 9  height 9"
        let text: Substring =
            "  text  \"a\",\"b\"  size 9  underlined  struckThrough  color #FF000000  at 0,9 0,19  room 5"
        let svg = SnapshotSketch.svg(Snapshot(title: "", lines: ["90 x 90", node, text]), isDark: false)
        let lines = svg.split(separator: "\n").filter { $0.hasPrefix("<text") }
        #expect(lines.map { $0.contains("textLength=\"5\"") } == [true, false], "\(svg)")
        #expect(lines.allSatisfy { $0.contains(" text-decoration=\"underline line-through\"") }, "\(svg)")
    }

    /// What is inside begins behind the padding, and is scrolled.
    @Test(arguments: [("padding 3,4,0,0", "13", "24"), ("padding 5", "15", "25"), ("scrolled 1,2", "9", "18")])
    func sketchesShowWhatIsInsideWhereItIs(_ field: String, _ x: String, _ y: String) {
        let lines: [Substring] = [
            "90 x 90", "- Other  x 10  y 20  width 9  height 9  \(field)", "  - Other  x 0  y 0  width 1  height 1",
            "    bar  box 0,0 8x4  fraction 0.25  color #FF112233",
        ]
        let svg = SnapshotSketch.svg(Snapshot(title: "", lines: lines), isDark: false)
        #expect(svg.contains("<rect x=\"\(x)\" y=\"\(y)\" width=\"8\""), "\(svg)")
    }

    /// A list that is read from right to left begins at its right end, and is scrolled from there.
    @Test(arguments: [("", "40"), ("  rtl", "-50"), ("  scrolled 7,0", "33"), ("  scrolled 7,0  rtl", "-43")])
    func sketchesOfListsBeginWhereReadingDoes(_ fields: String, _ x: String) {
        let lines: [Substring] = [
            "90 x 90", "- Slider  x 10  y 0  width 60  height 9\(fields)", "  group  clip 0,0 60x9  content 150x9",
            "  - Other  x 30  y 0  width 8  height 9", "    bar  box 0,0 8x4  fraction 0.25  color #FF112233",
        ]
        let svg = SnapshotSketch.svg(Snapshot(title: "", lines: lines), isDark: false)
        #expect(svg.contains("<rect x=\"\(x)\" y=\"0\" width=\"8\""), "\(svg)")
    }

    /// What containers clip is seen in all of them; the box of one is not cut by itself.
    @Test func sketchesCutWhatContainersClip() {
        let lines: [Substring] = [
            "90 x 90", "- Scroller  x 10  y 20  width 60  height 30", "  box  background #FF010101",
            "  group  clip 0,0 60x30  content 60x300", "  - Slider  x 0  y 10  width 80  height 9",
            "    group  clip 0,0 80x9  content 150x9", "    box  background #FF020202",
            "    - Other  x 0  y 0  width 8  height 9", "      bar  box 0,0 8x9  fraction 1  color #FF030303",
            "  - Slider  x 0  y 40  width 80  height 9", "    group  clip 0,0 80x9  content 150x9",
            "    - Other  x 0  y 0  width 8  height 9", "      bar  box 0,0 8x9  fraction 1  color #FF040404",
        ]
        let svg = SnapshotSketch.svg(Snapshot(title: "", lines: lines), isDark: false)
        func around(_ color: String) -> Substring? {
            let drawn = svg.split(separator: "\n")
            return drawn.firstIndex { $0.contains("#\(color)") }.map { drawn[$0 - 1] }
        }
        #expect(around("010101")?.hasPrefix("<rect width=\"90\"") == true, "\(svg)")
        #expect(
            around("020202") == "<svg x=\"10\" y=\"20\" width=\"60\" height=\"30\" viewBox=\"10 20 60 30\">",
            "\(svg)"
        )
        #expect(
            around("030303") == "<svg x=\"10\" y=\"30\" width=\"60\" height=\"9\" viewBox=\"10 30 60 9\">",
            "\(svg)"
        )
        #expect(around("040404") == nil, "\(svg)")
        #expect(svg.ranges(of: "<svg ").count == svg.ranges(of: "</svg>").count)
    }

    @Test(arguments: [
        ("image  \"a.png\"  box 1,2 3x4", ##"<rect x="11" y="22" width="3" height="4" fill="#8884" stroke="#888""##),
        ("slot  box 1,2 3x4", ##"<rect x="11" y="22" width="3" height="4" fill="#8884""##),
        (
            "shape  kind rect  box 1,2 3x4  color #80112233",
            ##"<rect x="11" y="22" width="3" height="4" fill="#11223380"/>"##
        ),
        (
            "shape  kind circle  box 1,2 4x6  color #FF112233  stroke 2",
            ##"<rect x="11" y="22" width="4" height="6" rx="2" ry="3" fill="none" stroke-width="2" stroke="#112233FF"/>"##
        ),
        (
            "bar  box 1,2 8x4  fraction 0.25  color #FF112233",
            ##"<rect x="11" y="22" width="8" height="4" fill="#112233FF"/>"##
        ),
        (
            "line  from 0,1  to 8,1  thickness 2  color #FF112233",
            ##"<line x1="10" y1="21" x2="18" y2="21" stroke-width="2" stroke="#112233FF"/>"##
        ),
        ("shape  kind rect  color #FF112233", nil), ("image  \"a.png\"", nil), ("line  from 0,1", nil),
    ])
    func sketchesShowWhatIsDrawn(_ detail: Substring, _ expected: String?) {
        let lines: [Substring] = ["90 x 90", "- Other  x 10  y 20  width 9  height 9", "  \(detail)"]
        let svg = SnapshotSketch.svg(Snapshot(title: "", lines: lines), isDark: false)
        let drawn = svg.split(separator: "\n").dropFirst(2).dropLast()
        #expect(drawn.count == (expected == nil ? 0 : 1))
        #expect(drawn.first.map { $0.hasPrefix(expected ?? "") } ?? true, "\(svg)")
    }
}
