import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("", ""), ("plain é 茶 👨‍👩‍👧", "plain é 茶 👨‍👩‍👧"), ("a\u{1B}[31mb", "a␛[31mb"), ("a\nb\r\tc", "a␊b␍␉c"),
        ("\u{0}\u{7F}", "␀␡"),
        ("\u{9B}2J", "\u{FFFD}2J"), ("a\u{202E}b\u{2066}c\u{2028}d\u{200F}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}"),
    ])
    func showsSignsForWhatActs(_ text: String, _ shown: String) {
        #expect(VisibleText.line(text) == shown)
        #expect(VisibleText.lines(text + "\n" + text) == VisibleText.lines(text) + "\n" + VisibleText.lines(text))
    }

    @Test func nothingThatActsIsLeft() {
        let acting = ActingScalars.all
        let text = String(String.UnicodeScalarView(acting))
        #expect(acting.allSatisfy(VisibleText.acts))
        #expect(!VisibleText.line(text).unicodeScalars.contains(where: VisibleText.acts))
        #expect(VisibleText.lines(text).unicodeScalars.filter(VisibleText.acts) == ["\n"])
        #expect(VisibleText.line(text).unicodeScalars.count == acting.count)
        #expect(!JSONText.quoted(text).unicodeScalars.contains(where: VisibleText.acts))
    }

    @Test(
        arguments: [
            0x20, 0x7E, 0xA0, 0x61B, 0x61D, 0x200D, 0x2010, 0x2027, 0x202F, 0x2065, 0x2070, 0xFEFE, 0xFF00, 0xFFF8,
            0xFFFC,
        ] as [UInt32]
    )
    func itsNeighboursAreShown(_ value: UInt32) throws {
        let text = String(try #require(Unicode.Scalar(value)))
        #expect(VisibleText.line(text) == text)
    }

    @Test func escapesInJSONOfOthers() {
        #expect(JSONText.visible("{\n\"a\":\"\u{9B}\u{202E}é\"}\n") == "{\n\"a\":\"\\u009b\\u202eé\"}\n")
        #expect(JSONText.visible("[\"\\n\"]") == "[\"\\n\"]")
    }
}
