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
}
