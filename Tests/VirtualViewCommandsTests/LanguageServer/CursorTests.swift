import Testing

@testable import VirtualViewCommands

/// Where an editor's cursor is in sources and data that may be half-written.
@Suite struct CursorTests {
    /// A text in which `‸` stands for the cursor.
    private struct MarkedText {
        let bytes: [UInt8]
        let offset: Int

        init(_ marked: String) {
            let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
            bytes = Array(parts.joined().utf8)
            offset = parts[0].utf8.count
        }

        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    }

    /// What data names is found in half-written data too.
    @Test(arguments: [
        ("{\"type\": \"Ca‸rd\"}", "Card"), ("{\"type\"\n:\"‸\"}", ""), ("{\"type\":\"Ca‸", "Ca"),
        ("{\"type\":\"C\n‸\"", nil), ("{\"title\": \"Ca‸rd\"}", nil), ("\"‸type\"", nil),
        ("Ca‸rd", nil), ("‸", nil), ("\"‸", nil),
    ])
    func aTemplateIsNamedByTheTextOfAType(_ marked: String, _ name: String?) {
        let source = MarkedText(marked)
        let found = DataCursor.type(in: source.bytes, at: source.offset).map { source.text($0) }
        #expect(found == name)
    }

    /// At the end of a name the name counts, and at the first letter of an attribute that.
    @Test(arguments: [
        ("<‸NText text=\"a\"/>", "element NText"), ("<NText‸ text=\"a\"/>", "element NText"),
        ("<NText ‸text=\"a\"/>", "attribute text"), ("<NText  ‸ text=\"a\"/>", "attributes"),
        ("<NText text‸=\"a\"/>", "attribute text"), ("<NText text=\"‸a\"/>", "value a"),
        ("<NText text=\"a‸\"/>", "value a"), ("<NText text=\"a\"‸/>", "other"), ("<NText‸", "element NText"),
        ("<NText text=\"a\"‸>", "other"), ("<NText text=\"a\" ‸/>", "attributes"), ("<NText text=‸/>", "other"),
        ("<NText text=\"a\">‸", "content"),
        ("<NText/‸>", "other"), ("<NText/>‸", "content"), ("<NText>‸</NText>", "content"),
        // Behind a slash nothing but the end may be written.
        ("<NText text=\"a\"/‸", "other"), ("<NText text=\"a\" /‸>", "other"),
        ("<NText text=\"a\"/‸\n<NText/>", "other"),
        ("<FrameLayout><NText text=\"a\"/‸</FrameLayout>", "other"), ("<NText text=\"a/‸b\"/>", "value a/b"),
        ("<NText ‸/>", "attributes"), ("<NText‸/>", "element NText"),
        ("<NText></‸NText>", "end NText"), ("<NText></NText‸>", "end NText"), ("<NText></NText>‸", "content"),
        ("<NText></NText ‸>", "other"), ("<NText></NText\n‸>", "other"), ("<NText></‸>", "end "),
        ("<!-- ‸ --><NText/>", "other"), ("‸<NText/>", "content"), ("<!-- <NText‸", "other"),
        ("<![CDATA[ a > ‸ ]]>", "other"), ("<a><![CDATA[ > ]]>‸</a>", "content"), ("<!DOCTYPE a‸>", "other"),
        ("<!DOCTYPE a>‸<a/>", "content"), ("<?xml ‸?>", "other"), ("<NText text ‸= \"a\"/>", "other"),
        ("<NText text= ‸\"a\"/>", "other"), ("<NText te‸xt= a=\"b\"/>", "attribute text"),
        ("<NText text= ‸a=\"b\"/>", "attribute a"), ("<NText text=a‸b=\"c\"/>", "attribute ab"),
        // A value ends where the next tag may begin, and not with what is less than something.
        ("<NText text=\"${= a < b‸ }\"/>", "value ${= a < b }"), ("<NText text=\"${= a <‸\"/>", "value ${= a <"),
        ("<NText text=\"${= a < b }\" text‸Size=\"1\"/>", "attribute textSize"),
        ("<NText text=\"a\n<VT‸ext/>", "element VText"), ("<NText text=\"a\n<‸\n", "element "),
        ("<NText text=\"a\n<‸", "element "), ("<NText text=\"a\n</NTe‸xt>", "end NText"),
    ])
    func aPlaceInHalfWrittenXMLIsThatOfItsText(_ marked: String, _ expected: String) {
        let source = MarkedText(marked)
        let found =
            switch XMLCursor(source.bytes, at: source.offset).place {
            case .content: "content"
            case .elementName(let range): "element \(source.text(range))"
            case .endName(let range): "end \(source.text(range))"
            case .attributes: "attributes"
            case .attributeName(let attribute): "attribute \(source.text(attribute.name))"
            case .attributeValue(let attribute): "value \(attribute.value.map { source.text($0) } ?? "-")"
            case .other: "other"
            }
        #expect(found == expected, "\(marked)")
    }

    /// The path at the cursor of a value, and the step there in brackets; `-` where no path is.
    private func path(_ marked: String, isProgram: Bool) -> String {
        let source = MarkedText(marked)
        let cursor = BindingCursor(
            source.bytes,
            in: 0..<source.bytes.count,
            at: source.offset,
            isAssemble: false,
            isProgram: isProgram
        )
        return cursor.map { "\($0.path.joined(separator: ".")) [\(source.text($0.range))]" } ?? "-"
    }

    /// A completion takes the place of the step in brackets.
    @Test(arguments: [
        ("${a.b‸c.d}", "a.bc [bc]"), ("${‸, welcome", " []"), ("${us‸ and ${title}", "us [us]"),
        ("${ti‸, welcome: you", "ti [ti]"), ("${odd k‸ey ?: x}", "odd key [odd key]"),
        ("${us‸er.x", "user [user]"),
        ("${odd ‸key}", "odd key [odd key]"), ("${ user . na‸me }", "user.name [name]"), ("${user. ‸}", "user. []"),
        ("${= a.b‸ + 1}", "a.b [b]"), ("${= 'a.b‸'}", "-"), ("${a}‸", "-"),
    ])
    func aPathInAHalfWrittenBindingIsThatAroundTheCursor(_ marked: String, _ expected: String) {
        #expect(path(marked, isProgram: false) == expected)
    }

    /// A program reads data by paths that begin with `data`; the rest are its own.
    @Test(arguments: [
        ("${this.text = data.ti‸tle}", "title [title]"), ("${this.text = data.‸}", " []"), ("${da‸ta.title}", "-"),
        ("${ti‸tle}", "-"), ("${this.te‸xt = 1}", "-"), ("${‸}", "-"), ("${this.text = 'data.a‸'}", "-"),
        ("${a = data.user.na‸me + data.x}", "user.name [name]"),
        ("${if (data.a) { this.text = data.‸ } }", " []"), ("${if(this.a){this.b=1} this.text = data.ti‸", "ti [ti]"),
        ("${this.text = 'it\\'s ' + data.na‸me}", "name [name]"),
    ])
    func aPathOfAProgramBeginsWithData(_ marked: String, _ expected: String) {
        #expect(path(marked, isProgram: true) == expected)
    }

    /// What is written right before or behind a part is none of it; what takes the place of its last letters is.
    @Test(arguments: [
        (0..<1, 3, 4..<8), (2..<2, 1, 3..<7), (6..<6, 1, 2..<6), (3..<4, 0, 2..<5), (4..<6, 1, 2..<5),
        (4..<8, 1, 2..<4), (0..<4, 1, 1..<3), (1..<8, 1, 2..<2),
    ])
    func aPartMovesWithTheTextAroundIt(_ edited: Range<Int>, _ count: Int, _ expected: Range<Int>) {
        var shift = TextShift()
        shift.replace(edited, count: count)
        #expect(shift.moved(2..<6) == expected)
    }

    /// A place comes back to where it was; one in what is new was nowhere.
    @Test(arguments: [(0, 0), (2, 2), (3, nil), (4, nil), (5, 4), (7, 6), (8, 9), (9, 10)])
    func aPlaceComesBackThroughEdits(_ offset: Int, _ expected: Int?) {
        var shift = TextShift()
        // "abcdefghij" becomes "abXYZefghij", and that "abXYZefij".
        shift.replace(2..<4, count: 3)
        shift.replace(7..<9, count: 0)
        #expect(shift.original(offset) == expected)
    }

    /// Brackets inside a value belong to it.
    @Test(arguments: [
        ("‸", "top"), ("{v‸l [(text:a)]}", "head vl"), ("{vl [qui‸et(text:a)]}", "part quiet"),
        ("{vl [(te‸xt:a)]}", "attribute text"), ("{vl [(text:((a)b, c‸), font:1)]}", "value text ((a)b, c)"),
        ("{vl [(text:(a)(b‸, c), font:1)]}", "value text (a)(b, c)"), ("{vl [(text:(a), fo‸nt:1)]}", "attribute font"),
        ("{vl [(text:\"a, (b‸\", font:1)]}", "value text a, (b"), ("{vl [(text:<a.b‸>, font:1)]}", "value text <a.b>"),
        ("{vl [(text:<‸, font:1)]}", "value text <"), ("{vl [(text:<a.‸)] [(text:<b>)]}", "value text <a."),
        ("{vl [(text:<a, fo‸nt:1)]}", "attribute font"),
        ("{vl [(text:a)]‸}", "other"), ("// {v‸l\n{vl}", "other"), ("// {vl\n{v‸l}", "head vl"),
        ("/* {v‸l */{hl}", "other"), ("/* {vl */{h‸l}", "head hl"), ("/* {v‸l", "other"), ("/* {vl‸", "other"),
        ("{vl}//‸", "other"),
        // One slash is no comment yet.
        ("{vl}/‸", "top"),
        // What is escaped ends nothing and opens nothing.
        ("{vl [(text:a \\) b, fo‸nt:1)]}", "attribute font"), ("{vl [(text:a \\( b, fo‸nt:1)]}", "attribute font"),
        ("{vl [(text:a\\, b‸)]}", "value text a\\, b"), ("{vl [(text:a\\\n, fo‸nt:1)]}", "attribute font"),
        ("{vl [(text:a\\‸", "value text a\\"),
        // Comments stand between attributes, and not in values.
        ("{vl [(text:a, // size [big]\n fo‸nt:1)]}", "attribute font"),
        ("{vl [(text:a, // the fo‸\n font:1)]}", "other"),
        ("{vl [(text:a, // the name: x‸\n font:1)]}", "other"), ("{vl [(text:a, /* (a:‸ */ font:1)]}", "other"),
        ("{vl [(text:a, /* (a: */ fo‸nt:1)]}", "attribute font"), ("{vl [(text:a, /* a‸", "other"),
        ("{vl [(text:a, ‸ // b\n font:1)]}", "attribute "), ("{vl [(text://a.b/c‸, font:1)]}", "value text //a.b/c"),
        ("{vl [(text :a, padding ‸:1)]}", "other"), ("{vl [(text\n‸:a)]}", "other"),
        ("{vl [(text‸ :a)]}", "attribute text"),
        // A word in a list that is no attribute yet takes nothing of the next one.
        ("{vl [(te\n fo‸nt:1)]}", "attribute font"), ("{vl [(te ‸ font:1)]}", "other"),
        ("{vl [(te // a: b\n fo‸nt:1)]}", "attribute font"),
        // Nor does what cannot stand in a list, or a comma.
        ("{vl [(text:<a>, te ‸ = font:1)]}", "other"), ("{vl [(text:<a>, te ‸; font:1)]}", "other"),
        ("{vl [(text:<a>, te ‸, font:1)]}", "other"), ("{vl [(te‸ = 3, font:1)]}", "attribute te"),
        ("{vl [(te = ‸ font:1)]}", "attribute "), ("{vl [(te = fo‸nt:1)]}", "attribute font"),
        ("{vl [muted-te‸xt(text:a)]}", "part muted-text"), ("{vl [muted-‸", "part muted-"),
    ])
    func aPlaceInHalfWrittenAssembleIsThatOfItsText(_ marked: String, _ expected: String) {
        let source = MarkedText(marked)
        let found =
            switch AssembleCursor(source.bytes, at: source.offset).place {
            case .top: "top"
            case .head(let range): "head \(source.text(range))"
            case .partName(let range): "part \(source.text(range))"
            case .attributeName(let range, _): "attribute \(source.text(range))"
            case .attributeValue(let name, let value, _): "value \(source.text(name)) \(source.text(value))"
            case .other: "other"
            }
        #expect(found == expected, "\(marked)")
    }
}
