import Testing
import VirtualViewCompiler

/// Malformed sources with everything that is reported about them.
@Suite struct XMLDiagnosticsTests {
    struct Source: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let isLenient: Bool
        let expected: [ExpectedDiagnostic]

        init(_ name: String, _ text: String, isLenient: Bool = false, _ expected: ExpectedDiagnostic...) {
            testDescription = name
            self.text = text
            self.isLenient = isLenient
            self.expected = expected
        }
    }

    @Test(arguments: tagSources + attributeSources)
    func reportsExactly(_ source: Source) {
        expectDiagnostics(source.text, source.expected, by: source.isLenient ? readLenientXML : readXML)
    }

    @Test(arguments: Self.htmlEntities)
    func entityOfHTMLIsReplacedByTheNumberOfItsCharacter(_ name: String, _ character: Unicode.Scalar) throws {
        let result = TemplateCompiler().compile(SourceFile(path: "A.xml", text: "<NText text=\"&\(name);\"/>"))
        let edit = try #require(result.diagnostics.ordered.first?.fixIts.first?.edits.first)
        #expect(edit.text == "&#\(character.value);")
    }

    private static let htmlEntities: [(String, Unicode.Scalar)] = [
        ("bull", "•"), ("cent", "¢"), ("copy", "©"), ("darr", "↓"), ("deg", "°"), ("divide", "÷"),
        ("emsp", "\u{2003}"), ("ensp", "\u{2002}"), ("euro", "€"), ("frac12", "½"), ("frac14", "¼"), ("ge", "≥"),
        ("harr", "↔"), ("hearts", "♥"), ("hellip", "…"), ("iexcl", "¡"), ("infin", "∞"), ("iquest", "¿"),
        ("laquo", "«"), ("larr", "←"), ("ldquo", "“"), ("le", "≤"), ("lsquo", "‘"), ("mdash", "—"), ("middot", "·"),
        ("minus", "−"), ("nbsp", "\u{A0}"), ("ndash", "–"), ("ne", "≠"), ("para", "¶"), ("permil", "‰"),
        ("plusmn", "±"), ("pound", "£"), ("raquo", "»"), ("rarr", "→"), ("rdquo", "”"), ("reg", "®"), ("rsquo", "’"),
        ("sect", "§"), ("shy", "\u{AD}"), ("thinsp", "\u{2009}"), ("times", "×"), ("trade", "™"), ("uarr", "↑"),
        ("yen", "¥"), ("zwj", "\u{200D}"), ("zwnj", "\u{200C}"),
    ]

    @Test func everyIDIsReportedBySomeSource() {
        // These need bytes that are not text, or a size, and have tests of their own.
        let elsewhere: Set = ["xml.invalid-utf8", "xml.unsupported-encoding", "xml.file-too-large"]
        let reported = Set((Self.tagSources + Self.attributeSources).flatMap { $0.expected.map(\.id) }).union(elsewhere)
        #expect(XMLMessageID.allCases.map(\.rawValue).filter { !reported.contains($0) } == [])
    }
}

// MARK: - The table

extension XMLDiagnosticsTests {
    /// Sources whose tags or text are wrong.
    static let tagSources: [Source] = [
        Source(
            "emptySource",
            "1️⃣",
            .error("xml.no-root", "the source has no element; a template needs one root element", at: "1️⃣")
        ),
        Source(
            "blankSource",
            #" \#n\#t\#n1️⃣"#,
            .error("xml.no-root", "the source has no element; a template needs one root element", at: "1️⃣")
        ),
        Source(
            "commentOnly",
            #"<!-- nothing -->\#n1️⃣"#,
            .error("xml.no-root", "the source has no element; a template needs one root element", at: "1️⃣")
        ),
        Source(
            "declarationOnly",
            #"<?xml version="1.0"?>1️⃣"#,
            .error("xml.no-root", "the source has no element; a template needs one root element", at: "1️⃣")
        ),
        Source("textOnly", "1️⃣hello", .error("xml.text-outside-root", "text outside the root element", at: "1️⃣")),
        Source(
            "textOnlyLenient",
            "1️⃣hello2️⃣",
            isLenient: true,
            .warning("xml.text-outside-root", "text outside the root element", at: "1️⃣"),
            .error("xml.no-root", "the source has no element; a template needs one root element", at: "2️⃣")
        ),
        Source(
            "blankCDATAOutsideRoot",
            "1️⃣<![CDATA[ ]]>\n<A><![CDATA[ ]]></A>2️⃣<![CDATA[]]>",
            .error("xml.text-outside-root", "text outside the root element", at: "1️⃣"),
            .error("xml.text-outside-root", "text outside the root element", at: "2️⃣")
        ),
        Source(
            "textBeforeRoot",
            "1️⃣card <A/>",
            .error("xml.text-outside-root", "text outside the root element", at: "1️⃣")
        ),
        Source(
            "textAfterRoot",
            #"<A/>\#n1️⃣end"#,
            .error("xml.text-outside-root", "text outside the root element", at: "1️⃣")
        ),
        Source(
            "textAfterRootLenient",
            #"<A/>\#n1️⃣end"#,
            isLenient: true,
            .warning("xml.text-outside-root", "text outside the root element", at: "1️⃣")
        ),
        Source(
            "textOutsideOnBothSides",
            "1️⃣a <A/> 2️⃣b",
            .error("xml.text-outside-root", "text outside the root element", at: "1️⃣"),
            .error("xml.text-outside-root", "text outside the root element", at: "2️⃣")
        ),
        Source(
            "cdataAfterRoot",
            "<A/>1️⃣<![CDATA[x]]>",
            .error("xml.text-outside-root", "text outside the root element", at: "1️⃣")
        ),
        Source("textInElement", "<A>1️⃣hello</A>", .warning("xml.ignored-text", "text inside 'A' is ignored", at: "1️⃣")),
        Source(
            "cdataInElement",
            "<A>1️⃣<![CDATA[ hello ]]></A>",
            .warning("xml.ignored-text", "text inside 'A' is ignored", at: "1️⃣")
        ),
        Source("blankCDATAIsNothing", #"<A><![CDATA[ \#n ]]></A>"#),
        Source(
            "textTwice",
            "<A>1️⃣one<B/>2️⃣two</A>",
            .warning("xml.ignored-text", "text inside 'A' is ignored", at: "1️⃣"),
            .warning("xml.ignored-text", "text inside 'A' is ignored", at: "2️⃣")
        ),
        Source(
            "secondRoot",
            "<1️⃣A/><2️⃣B/>",
            .error(
                "xml.multiple-roots",
                "'B' is a second root element; a template has one",
                at: "2️⃣",
                notes: [.init("the first root is 'A'", at: "1️⃣")]
            )
        ),
        Source(
            "manyRootsAreOneProblem",
            "<1️⃣A/><2️⃣B/><C/>",
            .error(
                "xml.multiple-roots",
                "'B' is a second root element; a template has one",
                at: "2️⃣",
                notes: [.init("the first root is 'A'", at: "1️⃣")]
            )
        ),
        Source(
            "unclosedRoot",
            "<1️⃣A>",
            .error(
                "xml.unclosed-element",
                "element 'A' is not closed; expected '</A>'",
                at: "1️⃣",
                fixIts: ["insert '</A>'"]
            )
        ),
        Source(
            "unclosedNest",
            #"<1️⃣A>\#n  <2️⃣B>\#n    <3️⃣C>\#n"#,
            .error(
                "xml.unclosed-element",
                "element 'C' is not closed; expected '</C>'",
                at: "3️⃣",
                notes: [
                    .init("'B' around it is not closed either", at: "2️⃣"),
                    .init("'A' around it is not closed either", at: "1️⃣"),
                ],
                fixIts: ["insert '</C></B></A>'"]
            )
        ),
        Source(
            "unclosedBeforeASibling",
            #"<A>\#n  <1️⃣B>\#n  <C/>\#n2️⃣</A>"#,
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "1️⃣",
                notes: [.init("'A' is closed here", at: "2️⃣")]
            )
        ),
        Source(
            "unclosedBeforeACommentAndASibling",
            #"<A>\#n  <1️⃣B>\#n  <!-- c -->\#n  <C/>\#n2️⃣</A>"#,
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "1️⃣",
                notes: [.init("'A' is closed here", at: "2️⃣")]
            )
        ),
        Source(
            "startInPlaceOfAnEnd",
            #"<2️⃣A>\#n  <B/>\#n<1️⃣A>\#n"#,
            .error(
                "xml.unclosed-element",
                "element 'A' is not closed; expected '</A>'",
                at: "1️⃣",
                notes: [.init("'A' around it is not closed either", at: "2️⃣")]
            )
        ),
        Source(
            "unclosedChild",
            "<A><1️⃣B>2️⃣</A>",
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "1️⃣",
                notes: [.init("'A' is closed here", at: "2️⃣")],
                fixIts: ["insert '</B>'"]
            )
        ),
        Source(
            "unclosedChildren",
            "<A><1️⃣B><2️⃣C>3️⃣</A>",
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "1️⃣",
                notes: [.init("'A' is closed here", at: "3️⃣")]
            ),
            .error(
                "xml.unclosed-element",
                "element 'C' is not closed; expected '</C>'",
                at: "2️⃣",
                notes: [.init("'A' is closed here", at: "3️⃣")],
                fixIts: ["insert '</C></B>'"]
            )
        ),
        Source(
            "emptyTagThatEndsEarly",
            #"<A><1️⃣B id="1">2️⃣/><C/>3️⃣</A>"#,
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "1️⃣",
                notes: [.init("'A' is closed here", at: "3️⃣")],
                fixIts: ["remove '>'"]
            ),
            .warning("xml.ignored-text", "text inside 'B' is ignored", at: "2️⃣")
        ),
        Source(
            "rootThatEndsEarly",
            #"<1️⃣B id="1">2️⃣/>"#,
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "1️⃣",
                fixIts: ["remove '>'"]
            ),
            .warning("xml.ignored-text", "text inside 'B' is ignored", at: "2️⃣")
        ),
        Source(
            "crossedEndTags",
            "<R><A><1️⃣B>2️⃣</A></B></R>",
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "1️⃣",
                notes: [.init("'A' is closed here", at: "2️⃣")]
            )
        ),
        Source(
            "crossedEndTagTwice",
            "<R><A><1️⃣B>2️⃣</A></B>3️⃣</B></R>",
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "1️⃣",
                notes: [.init("'A' is closed here", at: "2️⃣")]
            ),
            .error("xml.extra-end-tag", "end tag 'B' has no start tag", at: "3️⃣", fixIts: ["remove the end tag"])
        ),
        Source(
            "misspeltEndTag",
            "<1️⃣NText></2️⃣NTxt>",
            .error(
                "xml.mismatched-end-tag",
                "end tag 'NTxt' does not match start tag 'NText'",
                at: "2️⃣",
                notes: [.init("'NText' opened here", at: "1️⃣")],
                fixIts: ["replace with 'NText'"]
            )
        ),
        Source(
            "otherEndTag",
            "<A><1️⃣B></2️⃣C></A>",
            .error(
                "xml.mismatched-end-tag",
                "end tag 'C' does not match start tag 'B'",
                at: "2️⃣",
                notes: [.init("'B' opened here", at: "1️⃣")],
                fixIts: ["replace with 'B'"]
            )
        ),
        Source(
            "extraEndTag",
            "<A><B/>1️⃣</B></A>",
            .error("xml.extra-end-tag", "end tag 'B' has no start tag", at: "1️⃣", fixIts: ["remove the end tag"])
        ),
        Source(
            "misspeltEndTagAroundATagWithoutEnd",
            "<1️⃣VHLayout>2️⃣<NText <NText/></3️⃣VHlayout>",
            .error("xml.unterminated-tag", "start tag 'NText' is not terminated; expected '>' or '/>'", at: "2️⃣"),
            .error(
                "xml.mismatched-end-tag",
                "end tag 'VHlayout' does not match start tag 'VHLayout'",
                at: "3️⃣",
                notes: [.init("'VHLayout' opened here", at: "1️⃣")],
                fixIts: ["replace with 'VHLayout'"]
            )
        ),
        Source(
            "endTagThatLacksItsSign",
            "<A><B><D/>1️⃣/B><C/></A>",
            .error(
                "xml.unexpected-character",
                "unexpected '/' before 'B>'; expected '</'",
                at: "1️⃣",
                fixIts: ["insert '<'"]
            )
        ),
        Source(
            "endTagThatLacksItsSignInAnotherOfItsName",
            "<A><A>1️⃣/A><C/></A>",
            .error(
                "xml.unexpected-character",
                "unexpected '/' before 'A>'; expected '</'",
                at: "1️⃣",
                fixIts: ["insert '<'"]
            )
        ),
        Source(
            "textLikeAnEndTagBesideIt",
            "<A><B><C/>\n1️⃣/B>\n<D id=\"1\"/></B></A>",
            .warning("xml.ignored-text", "text inside 'B' is ignored", at: "1️⃣")
        ),
        Source(
            "textLikeTheEndTagOfTheRoot",
            "<A>1️⃣/A></A>",
            .warning("xml.ignored-text", "text inside 'A' is ignored", at: "1️⃣")
        ),
        Source(
            "textLikeAnEndTagInAnotherOfItsName",
            "<A><A>1️⃣/A><B/></A></A>",
            .warning("xml.ignored-text", "text inside 'A' is ignored", at: "1️⃣")
        ),
        Source(
            "textLikeAnEndTagOfAnother",
            "<A><B>1️⃣/A></B></A>",
            .warning("xml.ignored-text", "text inside 'B' is ignored", at: "1️⃣")
        ),
        Source(
            "endTagOfTextThatLacksItsSign",
            #"<A>1️⃣B id="1"><C/>2️⃣</B></A>"#,
            .warning("xml.ignored-text", "text inside 'A' is ignored", at: "1️⃣"),
            .error("xml.extra-end-tag", "end tag 'B' has no start tag", at: "2️⃣", fixIts: ["insert '<'"])
        ),
        Source(
            "endTagOfTextInsideAnother",
            #"<A><C>1️⃣B id="1"></C>2️⃣</B><D/></A>"#,
            .warning("xml.ignored-text", "text inside 'C' is ignored", at: "1️⃣"),
            .error("xml.extra-end-tag", "end tag 'B' has no start tag", at: "2️⃣")
        ),
        Source(
            "extraEndTagAfterRoot",
            "<A/>1️⃣</A>",
            .error("xml.extra-end-tag", "end tag 'A' has no start tag", at: "1️⃣", fixIts: ["remove the end tag"])
        ),
        Source(
            "extraEndTagBeforeChild",
            "<A><B/>1️⃣</C><D/></A>",
            .error("xml.extra-end-tag", "end tag 'C' has no start tag", at: "1️⃣", fixIts: ["remove the end tag"])
        ),
        Source("endTagOnly", "1️⃣</A>", .error("xml.extra-end-tag", "end tag 'A' has no start tag", at: "1️⃣")),
        Source(
            "namelessEndTag",
            "<A>1️⃣</>",
            .error("xml.missing-name", "expected 'A' after '</'", at: "1️⃣", fixIts: ["insert 'A'"])
        ),
        Source(
            "namelessStartTag",
            "<A>1️⃣<></A>",
            .error("xml.missing-name", "expected the name of an element after '<'", at: "1️⃣")
        ),
        Source(
            "attributeOnEndTag",
            #"<A></A 1️⃣id="1">"#,
            .error(
                "xml.attribute-on-end-tag",
                "end tag 'A' has attributes; they belong to the start tag",
                at: "1️⃣",
                fixIts: ["remove the attributes"]
            )
        ),
        Source(
            "slashOnEndTag",
            "<A></A1️⃣/>",
            .error(
                "xml.unexpected-character",
                "unexpected '/' in end tag 'A'; expected '>'",
                at: "1️⃣",
                fixIts: ["remove '/'"]
            )
        ),
        Source(
            "spaceInEndTag",
            "<A></1️⃣ A>",
            .error(
                "xml.space-in-tag",
                "unexpected white space after '</'",
                at: "1️⃣",
                fixIts: ["remove the white space"]
            )
        ),
        Source(
            "spaceBeforeEndTag",
            "<A><B><1️⃣ /B><2️⃣\n/3️⃣ A>",
            .error(
                "xml.space-in-tag",
                "unexpected white space after '<'",
                at: "1️⃣",
                fixIts: ["remove the white space"]
            ),
            .error(
                "xml.space-in-tag",
                "unexpected white space after '<'",
                at: "2️⃣",
                fixIts: ["remove the white space"]
            ),
            .error(
                "xml.space-in-tag",
                "unexpected white space after '</'",
                at: "3️⃣",
                fixIts: ["remove the white space"]
            )
        ),
        Source(
            "spaceInStartTag",
            #"<A><1️⃣ B id="1"/></A>"#,
            .error(
                "xml.space-in-tag",
                "unexpected white space after '<'",
                at: "1️⃣",
                fixIts: ["remove the white space"]
            )
        ),
        Source(
            "spaceInEmptyTag",
            "<A/1️⃣ >",
            .error(
                "xml.space-in-tag",
                "unexpected white space after '/'",
                at: "1️⃣",
                fixIts: ["remove the white space"]
            )
        ),
        Source(
            "spaceInEmptyTagLenient",
            "<A/1️⃣ >",
            isLenient: true,
            .warning(
                "xml.space-in-tag",
                "unexpected white space after '/'",
                at: "1️⃣",
                fixIts: ["remove the white space"]
            )
        ),
        Source(
            "slashInTag",
            #"<A 1️⃣/ id="1"/>"#,
            .error(
                "xml.unexpected-character",
                "unexpected '/' in the tag of 'A'; expected an attribute, '>' or '/>'",
                at: "1️⃣",
                fixIts: ["remove '/'"]
            )
        ),
        Source(
            "slashBetweenNames",
            #"<A1️⃣/id="1"/>"#,
            .error(
                "xml.unexpected-character",
                "unexpected '/' in the tag of 'A'; expected an attribute, '>' or '/>'",
                at: "1️⃣",
                fixIts: ["replace with ' '"]
            )
        ),
        Source(
            "unterminatedStartTag",
            #"1️⃣<A id="1""#,
            .error("xml.unterminated-tag", "start tag 'A' is not terminated; expected '>' or '/>'", at: "1️⃣")
        ),
        Source(
            "unterminatedStartTagBeforeTag",
            #"1️⃣<A\#n<B/></A>"#,
            .error("xml.unterminated-tag", "start tag 'A' is not terminated; expected '>' or '/>'", at: "1️⃣")
        ),
        Source(
            "lessThanInTag",
            #"<A1️⃣< id="1"2️⃣< text="x"/>"#,
            .error(
                "xml.unexpected-character",
                "unexpected '<' in the tag of 'A'; expected an attribute, '>' or '/>'",
                at: "1️⃣"
            ),
            .error(
                "xml.unexpected-character",
                "unexpected '<' in the tag of 'A'; expected an attribute, '>' or '/>'",
                at: "2️⃣"
            )
        ),
        Source(
            "unterminatedStartTagBeforeEndTag",
            #"1️⃣<A id="1"\#n</A>"#,
            .error(
                "xml.unterminated-tag",
                "start tag 'A' is not terminated; expected '>' or '/>'",
                at: "1️⃣",
                fixIts: ["insert '>'"]
            )
        ),
        Source(
            "unterminatedEndTag",
            "<A>1️⃣</A",
            .error(
                "xml.unterminated-tag",
                "end tag 'A' is not terminated; expected '>'",
                at: "1️⃣",
                fixIts: ["insert '>'"]
            )
        ),
        Source(
            "unterminatedEndTagBeforeTag",
            "<A><B>1️⃣</B<C/></A>",
            .error(
                "xml.unterminated-tag",
                "end tag 'B' is not terminated; expected '>'",
                at: "1️⃣",
                fixIts: ["insert '>'"]
            )
        ),
        Source(
            "unterminatedEndTagBeforeSpace",
            "<A><B>1️⃣</B  <C/></A>",
            .error(
                "xml.unterminated-tag",
                "end tag 'B' is not terminated; expected '>'",
                at: "1️⃣",
                fixIts: ["insert '>'"]
            )
        ),
        Source(
            "loneLessThan",
            "<A/>1️⃣<",
            .error("xml.stray-less-than", "'<' does not begin a tag here; write '&lt;'", at: "1️⃣")
        ),
        Source(
            "strayLessThan",
            "<A>1️⃣1 2️⃣< 2</A>",
            .warning("xml.ignored-text", "text inside 'A' is ignored", at: "1️⃣"),
            .error(
                "xml.stray-less-than",
                "'<' does not begin a tag here; write '&lt;'",
                at: "2️⃣",
                fixIts: ["replace with '&lt;'"]
            )
        ),
        Source(
            "invalidElementName",
            "<A><1️⃣1b/></A>",
            .error("xml.invalid-name", "'1b' is not a valid element name", at: "1️⃣")
        ),
    ]
}
