import Testing
import VirtualViewCompiler
import VirtualViewFormat

/// What becomes of elements and attributes that the reader has reported something about.
@Suite struct LoweringTests {
    private func ids(_ text: String) -> [String] {
        TemplateCompiler().compile(SourceFile(path: "T.xml", text: text)).diagnostics.ordered.map(\.id)
    }

    @Test(arguments: [
        #"<NText text="a"/><NText text="b"/>"#,
        #"<NText text="a"/><FrameLayout var_int_a="1"><NText text="b"/></FrameLayout><NText text="c"/>"#,
    ])
    func secondRootIsCheckedAndNotBuilt(_ text: String) {
        #expect(ids(text) == ["xml.multiple-roots"])
    }

    @Test func elementsOfASecondRootAreStillChecked() {
        #expect(
            ids(#"<NText/><FrameLayout><NText lines="x"/></FrameLayout>"#) == [
                "xml.multiple-roots", "value.not-a-number",
            ]
        )
    }

    @Test(arguments: [
        ("<NText text/>", "xml.missing-value"), ("<NText lines=x/>", "xml.unquoted-value"),
        (#"<NText lines="&x;"/>"#, "xml.unknown-entity"), (#"<NText 2="&#10;"/>"#, "xml.invalid-name"),
        ("<2Text/>", "xml.invalid-name"),
    ])
    func whatIsReportedOnceIsNotCheckedAgain(_ text: String, _ id: String) {
        #expect(ids(text) == [id])
    }

    @Test func spellingIsJudgedByTheComponentThatHasTheAttribute() throws {
        let file = SourceFile(path: "config.properties", text: "VIEW_ID_Badge=1001\nBadge.score=Int\n")
        let (configuration, problems) = Configuration().applying(file)
        #expect(problems.isEmpty)
        let compiler = TemplateCompiler(configuration: configuration)
        let source = #"<FrameLayout scoer="1"><Badge scoer="1"/><NText scoer="1"/><Badge scoer="2"/></FrameLayout>"#
        let found = compiler.compile(SourceFile(path: "T.xml", text: source)).diagnostics.ordered
        #expect(found.map(\.id) == ["template.misspelt-attribute", "template.misspelt-attribute"])
        #expect(found.allSatisfy { $0.message.hasPrefix("unknown attribute 'scoer' on 'Badge'") })
    }

    @Test func correctedWordsAreSpelledAsXMLNeedsIt() throws {
        let file = SourceFile(path: "config.properties", text: "tone=Enum<R&B:1,q\"r:3>\n")
        let compiler = TemplateCompiler(configuration: Configuration().applying(file).configuration)
        let source = SourceFile(path: "T.xml", text: #"<NText tone="R&amp;BB"/>"#)
        let fixIts = compiler.compile(source).diagnostics.ordered.flatMap(\.fixIts)
        #expect(fixIts.flatMap(\.edits).map(\.text) == ["R&amp;B"])
    }

    @Test func everyUnknownNameIsReportedWhereItStands() {
        let source = #"<FrameLayout><NTxt/><NTxt layoutWidht="1"/><NTet layoutWidht="1"/></FrameLayout>"#
        let found = TemplateCompiler().compile(SourceFile(path: "T.xml", text: source)).diagnostics.ordered
        #expect(
            found.map(\.id) == [
                "template.unknown-component", "template.unknown-component", "template.misspelt-attribute",
                "template.unknown-component", "template.misspelt-attribute",
            ]
        )
        #expect(found.allSatisfy { $0.fixIts.count == 1 })
    }
}
