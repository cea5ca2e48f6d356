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

    // MARK: - Components of an app

    private func found(_ components: String, _ source: String, _ client: Client = .swift) -> [String] {
        let file = SourceFile(path: "c.json", text: "{\"version\": 1, \"components\": [\(components)]}")
        let (own, problems) = ComponentsReader.read(file)
        #expect(problems.isEmpty, "\(problems.map(\.message))")
        let compiler = TemplateCompiler(configuration: Configuration(components: own), options: .init(client: client))
        let compiled = compiler.compile(SourceFile(path: "T.xml", text: source))
        return compiled.diagnostics.ordered.map { "\($0.range.offsets.lowerBound) \($0.id)" }
    }

    private static let own = #"""
        {"id": 1001, "name": "Badge", "targets": ["swift"], "properties": [{"name": "tone", "kind": "Int",
        "targets": ["swift"]}]},
        {"id": 1002, "name": "Budge", "properties": [{"name": "tint", "kind": "Color", "targets": ["swift", "android-1.4"]},
        {"name": "shade", "kind": "Color"}, {"name": "onShake", "kind": "Expr", "targets": ["swift"]}]}
        """#

    @Test func whatTheTargetDoesNotKnowOfAnAppIsNamed() {
        let size = "layoutWidth=\"1\" layoutHeight=\"1\""
        let source =
            "<FrameLayout \(size)><Badge tone=\"1\"/><Budge tint=\"red\" shade=\"red\" maxWidth=\"4\"/></FrameLayout>"
        let (badge, budge) = (47, 64)
        #expect(found(Self.own, source) == [])
        #expect(
            found(Self.own, source, .iOS) == [
                "\(badge) template.target-unknown-component", "\(budge + 6) template.target-unknown-attribute",
                "\(budge + 29) template.target-unknown-attribute",
            ]
        )
        #expect(
            found(Self.own, source, .android) == [
                "\(badge) template.target-unknown-component", "\(budge + 29) template.target-unknown-attribute",
            ]
        )
        let program = #"<Budge onShake="${this.a = 1}"/>"#
        #expect(found(Self.own, program, .android).contains("7 event.target-ignores"))
        #expect(found(Self.own, program, .iOS).filter { $0.hasSuffix("target-ignores") }.count == 1)
        #expect(found(Self.own, program).allSatisfy { !$0.hasSuffix("target-ignores") })
    }

    @Test(arguments: [
        (#"label="${x}""#, true), (#"label="a ${x} b""#, true), (#"label="@{${x} ? a : b}""#, true),
        (#"label="a""#, false), (#"tint="${x}""#, true), (#"tint="red""#, false), (#"title="${x}""#, false),
    ])
    func aPropertyThatIsNotBindableTakesNoBinding(_ attribute: String, _ isRefused: Bool) {
        let badge = #"""
            {"id": 1001, "name": "Badge", "properties": [{"name": "label", "kind": "String", "bindable": false},
            {"name": "tint", "kind": "Color", "bindable": false}, {"name": "title", "kind": "String"}]}
            """#
        let start = 7 + (attribute.firstIndex(of: "\"")?.utf16Offset(in: attribute) ?? 0) + 1
        #expect(found(badge, "<Badge \(attribute)/>") == (isRefused ? ["\(start) value.binding-not-allowed"] : []))
    }

    // MARK: - Ids

    /// A word whose number is stored is no text, and neither is one that only looks the same.
    @Test(arguments: [
        ("<NImage scaleType=\"center\"/>\n<NText text=\"^center\"/>\n<NText text=\"dFnter\"/>", "center"),
        ("<NText lines=\"3\" text=\"^Aa\"/><NText text=\"BB\"/>", "Aa"),
        ("<NText onClick=\"${^this.Aa = 1}\"/><NText text=\"BB\"/>", "Aa"),
        ("<NText ^var_int_Aa=\"1\"/><NText text=\"BB\"/>", "Aa"),
        ("<NText text=\"^Aa\"/><NText text=\"C#\"/>", "Aa"),
    ])
    func aCollisionNamesTheFirstUse(_ marked: String, _ other: String) {
        let source = "<FrameLayout>\(marked.replacing("^", with: ""))</FrameLayout>"
        let start = "<FrameLayout>".utf8.count + marked.prefix { $0 != "^" }.utf8.count
        let found = TemplateCompiler().compile(SourceFile(path: "T.xml", text: source)).diagnostics.ordered
            .filter { $0.id == "template.id-collision" }
        #expect(found.map { $0.notes.map(\.range.offsets.lowerBound) } == [[start]], "\(found)")
        #expect(found.first?.notes.first?.message == "'\(other)' is used here")
    }

    @Test func aNameThatBeginsLikeAVariableIsOneWhateverFollows() {
        #expect(ids("<NText var_\u{301}int_x=\"q\"/>") == ["template.variable-type"])
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
