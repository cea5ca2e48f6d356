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
}
