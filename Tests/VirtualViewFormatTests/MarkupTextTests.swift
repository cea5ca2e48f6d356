import Testing
import VirtualViewFormat

@Suite struct MarkupTextTests {
    @Test(arguments: [
        ("", ""),
        ("a < b && c > \"d's\"", "a &lt; b &amp;&amp; c &gt; &quot;d&#39;s&quot;"),
        // An entity is text like any other.
        ("&lt;", "&amp;lt;"),
        ("two\r\nlines\t\u{0}é🙂", "two\r\nlines\t\u{0}é🙂"),
        // A mark that joins the character before it does not hide it.
        ("<\u{301}&\u{FE0F}", "&lt;\u{301}&amp;\u{FE0F}"),
    ])
    func writesEntitiesForMarkupAlone(_ text: String, _ expected: String) {
        #expect(Array(MarkupText.escaped(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func replacesWhatTheWriterSaysButNoMarkup() {
        let text = MarkupText.escaped("a\n<\u{1}&") { $0.value < 0x20 || $0 == "<" ? "?" : nil }
        #expect(text == "a?&lt;?&amp;")
    }
}
