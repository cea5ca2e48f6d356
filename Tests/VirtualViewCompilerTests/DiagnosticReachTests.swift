import Testing
import VirtualViewCompiler

/// A problem is shown under the text that it is about: all of it, and nothing else.
@Suite struct DiagnosticReachTests {
    /// Expects that the problems of a source are those with these identifiers, at the texts between `«` and `»`.
    private func expect(
        _ ids: [String],
        in marked: String,
        as ending: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let source = String(marked.filter { $0 != "«" && $0 != "»" })
        let wanted = marked.split(separator: "«", omittingEmptySubsequences: false).dropFirst().map { part in
            part.prefix { $0 != "»" }
        }
        let file = SourceFile(path: "T.\(ending)", text: source)
        let bytes = Array(source.utf8)
        let found = TemplateCompiler().compile(file).diagnostics.ordered
        #expect(found.map { $0.id } == ids, "\(source)", sourceLocation: sourceLocation)
        let covered = found.map { String(decoding: bytes[$0.range.offsets], as: UTF8.self) }
        #expect(covered == wanted.map { String($0) }, "\(source)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        (["E105"], #"{hc [(text:"a«\x»b")]}"#), (["E105"], #"{hc [(text:"a«\é»b")]}"#),
        (["E105"], #"{hc [(text:"a«\u{D800}»b")]}"#), (["E105"], #"{hc [(text:"a«\u»41b")]}"#),
        (["E102"], #"{hc [(text:«"»abc)]}"#), (["E103"], "«/*» never"), (["E101"], "{hc [(text:a)] «oops»}"),
        (["E104"], "{hc [(text:«<a..b>»)]}"), (["E104"], "{hc [(text:«<>»)]}"), (["E104"], "{hc [(text:a «<»b> c)]}"),
        (["E104"], "{hc [(text:«${user.name}»)]}"), (["E104"], "[(text:«${}»)]"),
        (["E110"], "def «=» [(font:12)] {hc [(text:a)]}"),
        (["E110"], "def small «[»(font:12)] {hc [small(text:a)]}"), (["E111"], "{hc «[»(text:a)}"),
        (["E114"], "{«hq» [(text:a)]}"), (["E119"], "{hc [{hc [(text:a)]} «{»hc [(text:b)]}]}"),
        (["E124", "E121", "W205"], "{hc [nobody(text:a) «nobody»«(»«text»:b)]}"),
        (["E201"], "{hc [(«colour»:red,text:a)]}"), (["E202"], "{hc [(width:«1abc»,text:a)]}"),
        (["E202"], "{hc [(text:a,font:«12px»)]}"), (["W205"], "{hc [(text:a,«text»:b)]}"),
        (["E212"], #"ASS(@"{hc [«%@»]}")"#), (["E212"], #"ASS(@"{hc [(text:«%@»)]}")"#),
        (["E215"], "def a = [(font:12)] def «a» = [(font:13)] {hc [a(text:a)]}"), (["W303"], "{hc «[»(image:a.png)]}"),
    ])
    func coversWhatItIsAboutInAssemble(_ ids: [String], _ source: String) {
        expect(ids, in: source, as: "asv")
    }

    @Test(arguments: [
        (["xml.unterminated-tag"], #"<FrameLayout>«<NText» text="a"</FrameLayout>"#),
        (["xml.unclosed-element", "xml.unterminated-value"], #"<FrameLayout><«NText» text=«"a»></FrameLayout>"#),
        (["xml.mismatched-end-tag"], #"<FrameLayout><NText text="a"/></«FrameLayou»>"#),
        (
            ["xml.unclosed-element", "xml.unclosed-element"],
            "<VHLayout><FrameLayout><«NText»></FrameLayout><FrameLayout><«NText»></FrameLayout></VHLayout>"
        ), (["xml.misplaced-declaration"], #"<FrameLayout/>«<?xml» version="1.0"?>"#),
        (["xml.duplicate-attribute"], #"<FrameLayout id="1" «id»="2"/>"#),
        (["xml.unknown-entity"], #"<FrameLayout id="«&nope;»"/>"#),
        (["xml.invalid-character-reference"], #"<FrameLayout id="«&#0;»"/>"#),
        (["xml.unquoted-value"], "<FrameLayout id=«1»/>"), (["xml.multiple-roots"], "<FrameLayout/><«FrameLayout»/>"),
        (["xml.unterminated-comment"], "«<!--» never"), (["xml.ignored-text"], "<FrameLayout>«text»</FrameLayout>"),
        (["xml.ignored-text"], "<FrameLayout>«<![CDATA[text]]>»</FrameLayout>"),
        (["xml.declared-encoding"], #"<?xml version="1.0" encoding="«latin1»"?><FrameLayout/>"#),
        (["template.misspelt-attribute"], #"<FrameLayout «colour»="red"/>"#),
        (["template.unknown-component"], "<FrameLayout><«Nowhere»/></FrameLayout>"),
        (["value.unknown-word"], #"<FrameLayout layoutWidth="«wide»"/>"#),
        (["value.unknown-word"], #"<NText gravity="left|«upp»"/>"#),
        (["value.not-a-color"], ##"<NText textColor="«#12»"/>"##),
        (["value.not-a-color"], #"<NText textColor="«redd»"/>"#),
        (["value.not-a-number"], #"<NText textSize="«12 rp»"/>"#),
        (["value.out-of-range"], #"<NText layoutWidth="«99999999999»"/>"#),
        (["binding.empty-key"], #"<NText text="${user«..»name}"/>"#),
        (["binding.expected-value"], #"<NText text="${= 1 +«}»"/>"#),
        (["binding.unknown-function"], #"<NText text="${= «nope»(1)}"/>"#),
        (["binding.missing-colon"], #"<NText text="@{a «?» b}"/>"#),
        (["event.unknown-block"], #"<FrameLayout onClick="«{ a = 1 }»"/>"#),
    ])
    func coversWhatItIsAboutInXML(_ ids: [String], _ source: String) {
        expect(ids, in: source, as: "xml")
    }
}
