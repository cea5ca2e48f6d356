import Testing
import VirtualViewCompiler

@Suite struct DiagnosticFormatterTests {
    private func file(_ text: String) -> SourceFile { SourceFile(path: "card.xml", text: text) }

    /// A formatter's text for a problem at the first occurrence of a word.
    private func text(_ source: String, at word: String, color: Bool = false) -> String {
        var formatter = DiagnosticFormatter(style: .text(color: color))
        return formatter.format(Diagnostic(.error, id: "xml.test", "wrong", at: range(of: word, in: file(source))))
    }

    private func range(of word: String, in file: SourceFile) -> SourceRange {
        let word = Array(word.utf8)
        let start = file.bytes.indices.first { file.bytes[$0...].starts(with: word) } ?? 0
        return SourceRange(file, start..<start + word.count)
    }

    // MARK: - Text

    @Test func printsPlaceSourceNotesAndFixIts() {
        let file = file("<A>\n  <B id=\"1\" id=\"2\"/>\n</A>\n")
        let again = SourceRange(file, 16..<18)
        let diagnostic = Diagnostic(
            .warning,
            id: "xml.duplicate-attribute",
            "duplicate attribute 'id' on 'B'",
            at: again,
            notes: [.init("'id' first used here", at: SourceRange(file, 9..<11))],
            fixIts: [
                .init("remove it", [.init(SourceRange(file, 15..<22), with: "")]),
                .init("quote the value", [.init(again, with: "x"), .init(SourceRange(file, 26..<26), with: "y")]),
            ]
        )
        var formatter = DiagnosticFormatter()
        #expect(
            formatter.format(diagnostic) == """
                card.xml:2:13: warning: duplicate attribute 'id' on 'B' [xml.duplicate-attribute]
                  <B id="1" id="2"/>
                            ^~
                card.xml:2:6: note: 'id' first used here
                  <B id="1" id="2"/>
                     ^~
                card.xml:2:12: fix-it: remove it
                card.xml:2:13: fix-it: quote the value (also at 3:2)

                """
        )
    }

    @Test(arguments: [(9, ""), (10, ", …")])
    func placesOfEightFurtherEditsAreNamed(_ count: Int, _ more: String) {
        let file = file("abcdefghijkl")
        let edits = (0..<count).map { Diagnostic.FixIt.Edit(SourceRange(file, $0..<$0 + 1), with: "x") }
        let diagnostic = Diagnostic(
            .error,
            id: "x",
            "m",
            at: SourceRange(file, 0..<1),
            fixIts: [.init("change", edits)]
        )
        var formatter = DiagnosticFormatter()
        let line = formatter.format(diagnostic).split(separator: "\n").last.map(String.init)
        #expect(line == "card.xml:1:1: fix-it: change (also at 1:2, 1:3, 1:4, 1:5, 1:6, 1:7, 1:8, 1:9\(more))")
    }

    @Test func tabsAreExpandedAboveAndBelow() {
        #expect(
            text("\t<A\tid=1/>", at: "1") == """
                card.xml:1:8: error: wrong [xml.test]
                    <A  id=1/>
                           ^

                """
        )
    }

    @Test func wideCharactersTakeTwoColumns() {
        #expect(
            text("<A 标题=\"你好\" id=1/>", at: "id") == """
                card.xml:1:12: error: wrong [xml.test]
                <A 标题="你好" id=1/>
                               ^~

                """
        )
        #expect(text("你好x", at: "好").hasSuffix("\n  ^~\n"))
    }

    @Test(arguments: [
        ("😀", 2), ("👨‍👩‍👧", 2), ("🇨🇳", 2), ("e\u{301}", 1), ("❤\u{FE0F}", 2), ("한", 2), ("ｱ", 1), ("Ａ", 2), ("é", 1),
        ("：", 2),
        ("\u{200B}", 0),
    ])
    func caretStandsAfterCharacter(character: String, width: Int) {
        let caret = text("\(character)|", at: "|").split(separator: "\n").last
        #expect(caret.map(String.init) == String(repeating: " ", count: width) + "^")
    }

    @Test func longLinesAreCutAroundTheCaret() {
        let line = String(repeating: "a", count: 500) + "HERE" + String(repeating: "b", count: 500)
        let lines = text(line, at: "HERE").split(separator: "\n")
        #expect(lines[1] == "…" + String(repeating: "a", count: 40) + "HERE" + String(repeating: "b", count: 66) + "…")
        #expect(lines[2] == String(repeating: " ", count: 41) + "^~~~")
        let start = text("HERE" + String(repeating: "b", count: 500), at: "HERE").split(separator: "\n")
        #expect(start[1].hasPrefix("HEREbbb"))
        #expect(start[2] == "^~~~")
        let wide = text(String(repeating: "你", count: 500) + "|" + String(repeating: "好", count: 500), at: "|")
        #expect(wide.split(separator: "\n")[2] == String(repeating: " ", count: 41) + "^")
        // What has three bytes in UTF-8 may be two columns wide, and is cut as if it was.
        let narrow = text(String(repeating: "ก", count: 500) + "|" + String(repeating: "ก", count: 500), at: "|")
        #expect(narrow.split(separator: "\n")[2] == String(repeating: " ", count: 21) + "^")
    }

    @Test func rangeOverSeveralLinesIsMarkedToTheLineEnd() {
        let file = file("<A\r\n  b>")
        var formatter = DiagnosticFormatter()
        let diagnostic = Diagnostic(.error, id: "x", "wrong", at: SourceRange(file, 0..<8))
        #expect(formatter.format(diagnostic) == "card.xml:1:1: error: wrong [x]\n<A\n^~\n")
    }

    @Test func emptyLinesAreNotShown() {
        var formatter = DiagnosticFormatter()
        let diagnostic = Diagnostic(.error, id: "x", "wrong", at: SourceRange(file("a\n\nb"), 2..<2))
        #expect(formatter.format(diagnostic) == "card.xml:2:1: error: wrong [x]\n")
    }

    @Test func controlCharactersNeverReachTheTerminal() {
        let source = SourceFile(path: "a\u{1B}.xml", text: "x\u{1B}[31m\u{202E}y")
        var formatter = DiagnosticFormatter()
        let diagnostic = Diagnostic(.error, id: "x", "bad '\u{1B}[2J\n'", at: SourceRange(source, 0..<1))
        let printed = formatter.format(diagnostic)
        #expect(printed == "a␛.xml:1:1: error: bad '␛[2J␊' [x]\nx␛[31m\u{FFFD}y\n^\n")
    }

    @Test func colorsMarkSeverityAndCaret() {
        let printed = text("<A id=1/>", at: "id", color: true)
        #expect(
            printed
                == "\u{1B}[1mcard.xml:1:4:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m \u{1B}[1mwrong [xml.test]\u{1B}[0m\n"
                + "<A id=1/>\n   \u{1B}[1;32m^~\u{1B}[0m\n"
        )
    }

    @Test func invalidBytesAreShownRepaired() {
        let file = SourceFile(path: "card.xml", bytes: [0x61, 0xC4, 0xE3, 0x62])
        var formatter = DiagnosticFormatter()
        let diagnostic = Diagnostic(.error, id: "x", "wrong", at: SourceRange(file, 3..<4))
        #expect(formatter.format(diagnostic) == "card.xml:1:4: error: wrong [x]\na\u{FFFD}\u{FFFD}b\n   ^\n")
    }

    // MARK: - JSON

    @Test func jsonHasTheDocumentedKeysInOrder() {
        let file = file("<A>\r\n  <B id=1/>\r\n</A>")
        let diagnostic = Diagnostic(
            .error,
            id: "xml.unquoted-value",
            "the value of 'id' is not quoted",
            at: SourceRange(file, 13..<14),
            notes: [.init("a \"note\"", at: SourceRange(file, 1..<2))],
            fixIts: [
                .init(
                    "quote the value",
                    [.init(SourceRange(file, 13..<13), with: "\""), .init(SourceRange(file, 14..<14), with: "\"")]
                )
            ]
        )
        var formatter = DiagnosticFormatter(style: .json)
        #expect(
            formatter.format([diagnostic]) == #"{"path":"card.xml","line":2,"column":9,"endLine":2,"endColumn":10,"#
                + #""severity":"error","id":"xml.unquoted-value","message":"the value of 'id' is not quoted","#
                + #""notes":[{"path":"card.xml","line":1,"column":2,"message":"a \"note\""}],"#
                + #""fixIts":[{"message":"quote the value","edits":[{"line":2,"column":9,"endLine":2,"endColumn":9,"text":"\""},"#
                + #"{"line":2,"column":10,"endLine":2,"endColumn":10,"text":"\""}]}]}"# + "\n"
        )
    }

    @Test func jsonEscapesWhatItMust() {
        let source = SourceFile(path: "C:\\x/\u{7}.xml", text: "")
        var formatter = DiagnosticFormatter(style: .json)
        let diagnostic = Diagnostic(.warning, id: "x", "tab\t line\n 你😀 \u{2028}", at: SourceRange(source, 0..<0))
        #expect(
            formatter.format(diagnostic)
                == #"{"path":"C:\\x/\u0007.xml","line":1,"column":1,"endLine":1,"endColumn":1,"#
                + #""severity":"warning","id":"x","message":"tab\t line\n 你😀 \u2028","notes":[],"fixIts":[]}"# + "\n"
        )
    }

    @Test func jsonLeavesOutEditsOfOtherFiles() {
        let other = SourceFile(path: "other.xml", text: "x")
        let edit = Diagnostic.FixIt.Edit(SourceRange(other, 0..<1), with: "y")
        let diagnostic = Diagnostic(
            .error,
            id: "x",
            "m",
            at: SourceRange(file("a"), 0..<1),
            fixIts: [.init("f", [edit])]
        )
        var formatter = DiagnosticFormatter(style: .json)
        #expect(formatter.format(diagnostic).hasSuffix("\"fixIts\":[]}\n"))
    }
}
