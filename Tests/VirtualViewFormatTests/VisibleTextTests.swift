import Testing
import VirtualViewFormat

@Suite struct VisibleTextTests {
    /// Everything that acts on a terminal, ends a line, or turns the direction of text.
    static let acting: [Unicode.Scalar] =
        [0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF...0xFEFF]
        .flatMap { $0.compactMap { Unicode.Scalar(UInt32($0)) } }

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
        let text = String(String.UnicodeScalarView(Self.acting))
        #expect(Self.acting.allSatisfy(VisibleText.acts))
        #expect(!VisibleText.line(text).unicodeScalars.contains(where: VisibleText.acts))
        #expect(VisibleText.lines(text).unicodeScalars.filter(VisibleText.acts) == ["\n"])
        #expect(VisibleText.line(text).unicodeScalars.count == Self.acting.count)
        #expect(!JSONText.quoted(text).unicodeScalars.contains(where: VisibleText.acts))
    }

    @Test func escapesInJSONOfOthers() {
        #expect(JSONText.visible("{\n\"a\":\"\u{9B}\u{202E}é\"}\n") == "{\n\"a\":\"\\u009b\\u202eé\"}\n")
        #expect(JSONText.visible("[\"\\n\"]") == "[\"\\n\"]")
    }
}
