import Testing

@testable import VirtualViewFormat

@Suite struct SystemStringsTests {
    @Test func keysAreTheHashesOfTheListedTexts() throws {
        let rows = try fixtureRows("Schema/system-strings.tsv")
        #expect(rows.count == 160)
        #expect(SystemStrings.extended.strings == rows.map { $0[1] })
        #expect(SystemStrings.standard.strings == rows.prefix(157).map { $0[1] })
        for row in rows {
            let id = StringID(hashing: row[1])
            #expect(String(id.rawValue) == row[2])
            #expect(SystemStrings.string(for: id) == row[1])
            #expect(SystemStrings.extended.contains(id))
            #expect(SystemStrings.extended.contains(row[1]))
        }
    }

    @Test(arguments: ["lineHeight", "padding", "layoutMargin"])
    func onlyTheExtendedListHas(_ text: String) {
        #expect(!SystemStrings.standard.contains(text))
        #expect(!SystemStrings.standard.contains(StringID(hashing: text)))
        #expect(SystemStrings.extended.contains(text))
        #expect(SystemStrings.string(for: StringID(hashing: text)) == text)
    }

    @Test func findsStringsByATableThatFitsTheList() {
        var slots = [UInt8](repeating: 0, count: 1024)
        for (place, entry) in SystemStrings.table.enumerated() {
            #expect(slots[SystemStrings.slot(of: entry.id)] == 0)
            slots[SystemStrings.slot(of: entry.id)] = UInt8(place + 1)
        }
        #expect(slots == SystemStrings.slots)
    }

    @Test func knowsNothingElse() {
        #expect(SystemStrings.standard.count == 157)
        #expect(SystemStrings.extended.count == 160)
        for text in ["", "title", "jE", "f1", "ID", "native"] {
            #expect(!SystemStrings.extended.contains(text), "\(text)")
        }
        for id in [Int32.min, -1, 0, 1, Int32.max] {
            #expect(SystemStrings.string(for: StringID(rawValue: id)) == nil)
            #expect(!SystemStrings.extended.contains(StringID(rawValue: id)))
        }
    }
}
