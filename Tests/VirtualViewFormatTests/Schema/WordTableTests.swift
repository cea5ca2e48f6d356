import Testing
import VirtualViewFormat

@Suite struct WordTableTests {
    static func text(_ table: WordTable) -> String {
        table.words.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    }

    @Test(arguments: [
        (
            WordTable.flags,
            "flag_draw 1, flag_event 2, flag_dynamic 4, flag_software 8, flag_exposure 16, flag_clickable 32, "
                + "flag_longclickable 64, flag_touchable 128"
        ),
        (.gravity, "left 1, right 2, h_center 4, top 8, bottom 16, v_center 32"),
        (.textStyle, "bold 1, italic 2, underline 4, strike 8"),
        (.variableTypes, "circle 1, rect 2, oval 3, int 1, float 2, string 3"),
        (.sizes, "match_parent -1, wrap_content -2"),
        (.visibilities, "invisible 0, visible 1, gone 2"),
        (.dataModes, "set 1, append 2"),
    ])
    func hasTheWordsOfTheLanguage(_ table: WordTable, _ expected: String) {
        #expect(Self.text(table) == expected)
    }

    @Test func looksWordsUpBothWays() {
        #expect(WordTable.gravity.value(of: "h_center") == 4)
        #expect(WordTable.gravity.value(of: "H_CENTER") == nil)
        #expect(WordTable.gravity.value(ignoringCaseOf: "H_Center") == 4)
        #expect(WordTable.gravity.value(ignoringCaseOf: " h_center") == nil)
        #expect((["a": 1, "A": 2] as WordTable).value(ignoringCaseOf: "a") == 2)
        #expect(WordTable.gravity.name(of: 32) == "v_center")
        #expect(WordTable.gravity.name(of: 3) == nil)
        #expect(WordTable.variableTypes.name(of: 1) == "circle")
    }
}
