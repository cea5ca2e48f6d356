import Testing
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// What `vvc lint --fix` makes of a source.
@Suite struct SourceFixerTests {
    private func fix(_ text: String, path: String = "Card.xml") -> (text: String, ids: [String], left: [String]) {
        let compiler = TemplateCompiler()
        let fixer = SourceFixer(SourceFile(path: path, text: text)) { file in
            TemplateLinter.lint(compiler.compile(file), compiledBy: compiler)
        }
        let left = fixer.diagnostics.ordered.map(\.id)
        return (String(decoding: fixer.file.bytes, as: UTF8.self), fixer.fixed.map(\.id), left)
    }

    @Test func errorsAndThenWarningsAreFixed() {
        let result = fix(#"<NText layoutWidth="9" layoutHeigth="9" text="a & b" onClick="${this.text = 'b'}"/>"#)
        #expect(
            result.text
                == #"<NText layoutWidth="9" layoutHeight="9" text="a &amp; b" flag="flag_clickable" onClick="${this.text = 'b'}"/>"#
        )
        #expect(result.ids.contains("xml.unescaped-ampersand") && result.ids.contains("lint.unreached-handler"))
        #expect(result.left.isEmpty, "\(result)")
    }

    @Test func aFixAfterWhichFurtherErrorsAreFoundStays() {
        let source = "{ hc [(text:${= a = b})] [(text:${= c = d})] [(text:${a > 1})] }"
        let result = fix(source, path: "Card.asv")
        #expect(result.text == "{ hc [(text:${= a == b})] [(text:${= c == d})] [(text:\"${=a > 1}\")] }")
        #expect(result.ids.first == "E104" && result.ids.count == 4 && result.left.isEmpty, "\(result)")
    }

    /// Sixty-four fixes each of which would make an error are tried by halves, and given up.
    @Test func fixesThatMakeErrorsEndTheLooking() {
        let text = String(repeating: "a", count: 64)
        var looks = 0
        let fixer = SourceFixer(SourceFile(path: "Card.xml", text: text)) { file in
            looks += 1
            var found = DiagnosticList()
            for offset in 0..<64 {
                let range = SourceRange(file, offset..<offset + 1)
                let isFixed = file.bytes[offset] != UInt8(ascii: "a")
                let fixIt = Diagnostic.FixIt("replace", [.init(range, with: "b")])
                found.add(Diagnostic(isFixed ? .error : .warning, id: "test", "test", at: range, fixIts: [fixIt]))
            }
            return found
        }
        #expect(looks == 41)
        #expect(fixer.fixed.isEmpty && fixer.file.bytes == Array(text.utf8))
    }

    @Test func whatHasNoCertainFixIsLeft() {
        let source = #"<NText layoutWidth="9" layoutHeight="9" text="a" fontWeight="1"/>"#
        let result = fix(source)
        #expect(result.text == source && result.ids.isEmpty && result.left == ["lint.unknown-property"])
    }

    @Test(arguments: [
        (#""@{${a} == &quot;x&quot; ? r : b}""#, #""@{${= a == &quot;x&quot;} ? r : b}""#),
        (#""@{${a} == 1 &amp;&amp; ${b} ? r : b}""#, #""@{${= a == 1 &amp;&amp; b} ? r : b}""#),
        (#"'@{${a} == &apos;x&apos; ? r : b}'"#, #"'@{${= a == &apos;x&apos;} ? r : b}'"#),
        (#"'@{${a} == "x" ? r : b}'"#, #"'@{${= a == "x"} ? r : b}'"#),
        (#""@{${a} == '&#10;' ? r : b}""#, #""@{${= a == '&#10;'} ? r : b}""#),
    ])
    func aBindingIsCorrectedAsXML(_ value: String, _ fixed: String) {
        let result = fix(#"<NText layoutWidth="9" layoutHeight="9" text=\#(value)/>"#)
        #expect(result.text == #"<NText layoutWidth="9" layoutHeight="9" text=\#(fixed)/>"#)
        #expect(result.ids == ["binding.operator-in-path"] && result.left.isEmpty)
    }

    @Test(arguments: [("a|b", "a or b"), ("a &amp;b", "a and b"), ("(a)| b", "(a) or b")])
    func anOperatorThatIsCorrectedToAWordStaysAWord(_ expression: String, _ fixed: String) {
        let result = fix(#"<NText layoutWidth="9" layoutHeight="9" text="${= \#(expression)}"/>"#)
        #expect(result.text == #"<NText layoutWidth="9" layoutHeight="9" text="${= \#(fixed)}"/>"#)
        #expect(result.ids == ["binding.unknown-operator"] && result.left.isEmpty, "\(result)")
    }

    @Test(arguments: [
        (#""@{${a} == \"x\" ? r : b}""#, #""@{${= a == \"x\"} ? r : b}""#),
        (#""@{${a} == '\n\\n' ? r : b}""#, #""@{${= a == '\n\\n'} ? r : b}""#),
        (#"@\{$\{a\} == max(1\, 2) ? r : b\}"#, #"@\{$\{= a == max\(1\, 2\)\} ? r : b\}"#),
        ("@{${a} ? b : c}", #""@{${a} ? b : c}""#), ("@{${a} ? '}' : c}", #""@{${a} ? '}' : c}""#),
        ("@{${= a} ? ${b.c[0]} : (d)}", #""@{${= a} ? ${b.c[0]} : (d)}""#), ("${a.b}", "<a.b>"),
        ("@{${a} ? don't : c}", #""@{${a} ? don't : c}""#),
        // Nothing closes these.
        ("@{${a} ? b : c", nil), ("@{${a} ? 'b : c", nil), ("${a ?: b", nil),
    ])
    func aBindingIsCorrectedAsAssembleSource(_ value: String, _ fixed: String?) {
        let result = fix("{hc [(text:\(value))]}", path: "Card.asv")
        #expect(result.text == "{hc [(text:\(fixed ?? value))]}")
        #expect(result.left.isEmpty == (fixed != nil), "\(result.left)")
    }

    @Test(arguments: [
        (
            #"onClick="${this.text='a'}" onLongClick="${this.text='b'}""#,
            #"flag="flag_clickable|flag_longclickable" onClick="${this.text='a'}" onLongClick="${this.text='b'}""#
        ),
        (
            #"onLongClick="${this.text='b'}" onClick="${this.text='a'}""#,
            #"onLongClick="${this.text='b'}" flag="flag_longclickable|flag_clickable" onClick="${this.text='a'}""#
        ),
        (#"textColour="red" textColr="red""#, #"textColor="red" textColr="red""#),
        (#"layoutWidht="3""#, #"layoutWidht="3""#),
        (#"flagg="flag_clickable" onClick="${this.text='a'}""#, #"flag="flag_clickable" onClick="${this.text='a'}""#),
    ])
    func fixesThatContradictEachOtherKeepNoneFromBeingMade(_ attributes: String, _ fixed: String) {
        let (start, end) = (#"<NText layoutWidth="9" layoutHeight="9" "#, "/>")
        let other = (wrong: #" action="${a - b}""#, right: #" action="${=a - b}""#)
        let result = fix(start + attributes + other.wrong + end)
        #expect(result.text == start + fixed + other.right + end, "\(result)")
    }

    @Test func editsThatOverlapWaitForTheNextLook() {
        let file = SourceFile(path: "a", text: "abcdef")
        func diagnostic(_ range: Range<Int>, _ text: String) -> Diagnostic {
            let place = SourceRange(file, range)
            return Diagnostic(.warning, id: "x", "x", at: place, fixIts: [.init("x", [.init(place, with: text)])])
        }
        let (bytes, applied) = SourceFixer.apply(
            [diagnostic(0..<2, "1"), diagnostic(1..<3, "2"), diagnostic(3..<3, "3"), diagnostic(3..<3, "4")],
            to: file
        )
        #expect(String(decoding: bytes, as: UTF8.self) == "1c3def" && applied.count == 2)
    }

    @Test func fixesThatGoInCirclesEnd() {
        let first = SourceFile(path: "a", text: "a")
        var looks = 0
        let fixer = SourceFixer(first) { file in
            looks += 1
            var list = DiagnosticList()
            let place = SourceRange(file, 0..<1)
            let other = file.bytes == [0x61] ? "b" : "a"
            list.add(Diagnostic(.warning, id: "x", "x", at: place, fixIts: [.init("x", [.init(place, with: other)])]))
            return list
        }
        #expect(looks < 20 && fixer.file.bytes.count == 1)
    }

    /// A fix after which the same is asked for again would be made in every round.
    @Test(arguments: ["a", "b"]) func aFixThatDoesNotHelpIsTakenBack(_ place: String) throws {
        let fixer = SourceFixer(SourceFile(path: "a", text: "abc")) { file in
            var list = DiagnosticList()
            func add(_ id: String, at text: String, _ edit: Diagnostic.FixIt.Edit) {
                guard let start = file.bytes.firstIndex(of: Array(text.utf8)[0]) else { return }
                let range = SourceRange(file, start..<start + 1)
                list.add(Diagnostic(.error, id: id, "x", at: range, fixIts: [.init("x", [edit])]))
            }
            func range(_ text: String, length: Int) -> SourceRange {
                let start = file.bytes.firstIndex(of: Array(text.utf8)[0]) ?? 0
                return SourceRange(file, start..<start + length)
            }
            add("lasting", at: "c", .init(range("c", length: 1), with: "d"))
            add("endless", at: place, .init(range("b", length: 0), with: ","))
            return list
        }
        #expect(String(decoding: fixer.file.bytes, as: UTF8.self) == "abd")
        #expect(fixer.fixed.map(\.id) == ["lasting"] && fixer.diagnostics.ordered.map(\.id) == ["endless"])
    }

    @Test(arguments: [
        (#"text="a", action="b""#, #"text="a"  action="b""#), (#"text="a"; action="b""#, #"text="a"  action="b""#),
        (#"text="a",action="b""#, #"text="a" action="b""#), (#"text="a";action="b""#, #"text="a" action="b""#),
        (#"text="${= a &&amp; b}""#, #"text="${= a and b}""#), (#"text="${= a &lt= b}""#, #"text="${= a &lt;= b}""#),
        (#"text="a &lt= b""#, #"text="a &lt;= b""#),
        (#"text="a" action="h?b=1&lt=2&lt;3""#, #"text="a" action="h?b=1&amp;lt=2&lt;3""#),
        (#"text="a &&#38; b""#, #"text="a &amp;&#38; b""#),
        (#"text"=a""#, #"text="a""#), (#"text '=a'"#, #"text= '=a'"#), (#"text"="a""#, #"text="a""#),
        (#"text=="a""#, #"text="a""#),
        (#"text= = 'a'"#, #"text= 'a'"#),
        ("text=@{${a} ? yes : no} action=b", #"text="@{${a} ? yes : no}" action="b""#),
        ("text=${= a == 'x' ? '}' : b}", #"text="${= a == 'x' ? '}' : b}""#),
        (#"text=@{${a} ? don't : ${= b == "c"}}"#, #"text="@{${a} ? don't : ${= b == &quot;c&quot;}}""#),
        (#"text=${= a == "b c"}${d ?: e}f"#, #"text='${= a == "b c"}${d ?: e}f'"#),
        (#"text="${= a => 1}""#, #"text="${= a >= 1}""#), (#"text="${= a =&lt; 1}""#, #"text="${= a &lt;= 1}""#),
        (
            #"text="a" onClick="${this.tag = 'b' this.text = 'c'}""#,
            #"text="a" onClick="${this.tag = 'b'; this.text = 'c'}""#
        ),
        (#"text="a" onClick="${this.a('b') this.c[0] = 'd'}""#, #"text="a" onClick="${this.a('b'); this.c[0] = 'd'}""#),
    ])
    func whatWasMeantIsWrittenInXML(_ attributes: String, _ fixed: String) {
        let rest = #"flag="flag_clickable" layoutWidth="9" layoutHeight="9""#
        let result = fix("<NText \(rest) \(attributes)/>")
        #expect(result.text == "<NText \(rest) \(fixed)/>", "\(result)")
    }

    @Test func anEndTagThatLacksItsSignEndsItsElement() {
        let size = #"layoutWidth="9" layoutHeight="9""#
        func source(_ sign: String) -> String {
            "<VHLayout \(size)>\n<FrameLayout \(size)>\n\(sign)/FrameLayout>\n<VLine \(size)/>\n</VHLayout>\n"
        }
        let result = fix(source(""))
        #expect(result.text == source("<") && result.ids == ["xml.unexpected-character"], "\(result)")
    }

    @Test(arguments: [
        ("text：a", "text:a"), ("text＝a", "text:a"), ("text;a", "text:a"), ("text==a", "text:a"), ("text=>a", "text:a"),
        ("text=:a", "text:a"), ("text；:a", "text:a"),
        ("text：\"a\"", "text:\"a\""), ("text：a，font：12，color：ff0000", "text:a,font:12,color:ff0000"),
        ("text：\"a，font：1\"，font：12", "text:\"a，font：1\",font:12"),
        ("text：${a}，font：12", "text:<a>,font:12"), ("text：a@b，font：12", "text:a@b,font:12"),
        ("text：\"a，font:1\"", "text:\"a，font:1\""), ("text：a，b", "text:a，b"),
        ("text：a， font:12", "text:a, font:12"), ("text a", "text: a"),
        ("text:Total ${a}", "text:\"Total ${a}\""), ("text:${a} x", "text:\"${a} x\""),
        ("text:${a}${b} , font:12", "text:\"${a}${b}\" , font:12"),
        ("text:(a), font:12,color:${c}", "text:(a), font:12,color:<c>"),
    ])
    func whatWasMeantIsWrittenInAssembles(_ attributes: String, _ fixed: String) {
        let result = fix("{hc [(\(attributes))]}", path: "Card.asv")
        #expect(result.text == "{hc [(\(fixed))]}" && result.left.isEmpty, "\(result)")
    }

    @Test(arguments: [
        ("{ vl\n [ { hc [(text:a)] ]\n [(text:b)]\n}", "{ vl\n [ { hc [(text:a)]} ]\n [(text:b)]\n}"),
        ("{ vl [{ hc [(text:a)] (width:9)] [(text:b)] }", "{ vl [{ hc [(text:a)]} (width:9)] [(text:b)] }"),
        ("{ vl\n [(text:a)]\n", "{ vl\n [(text:a)]}\n"),
    ])
    func aBraceOfAnAssembleIsClosed(_ source: String, _ fixed: String) {
        let result = fix(source, path: "Card.asv")
        #expect(result.text == fixed && result.ids == ["E111"], "\(result)")
    }

    @Test(arguments: [
        ("<NText = layoutWidth=\"10\" layoutHeight=\"10\" text=\"a\"/>", "Card.xml", ["xml.missing-name"]),
        ("{ hc [(text:a, width:min(2, height:3))] }", "Card.asv", ["E202"]),
        ("{ vl\n [(text:\"Tea]\n [(text:Milk)] }", "Card.asv", ["E102"]),
        ("{ hc [(text:Fish, chips and more, font:12)] }", "Card.asv", ["E115"]),
        ("{ hc [(text.a)] }", "Card.asv", ["E115"]), ("{ hc [(text|a)] }", "Card.asv", ["E115"]),
        ("{ hc [(text:${a}{b})] }", "Card.asv", ["E111", "E104", "E114", "E112"]),
        (
            "<NText layoutWidth=\"9\" layoutHeight=\"9\" text=x\"y\"/>", "Card.xml",
            ["xml.unquoted-value", "xml.unexpected-character"]
        ),
    ])
    func whatWasMeantIsNotGuessed(_ source: String, _ path: String, _ ids: [String]) {
        let result = fix(source, path: path)
        #expect(result.text == source && result.ids.isEmpty && result.left == ids, "\(result)")
    }

    @Test func fixesThatMakeItWorseAreTakenBack() {
        let first = SourceFile(path: "a", text: "a")
        let fixer = SourceFixer(first) { file in
            var list = DiagnosticList()
            let place = SourceRange(file, 0..<1)
            let fixIt = Diagnostic.FixIt("x", [.init(place, with: "b")])
            list.add(Diagnostic(file == first ? .warning : .error, id: "x", "x", at: place, fixIts: [fixIt]))
            return list
        }
        #expect(fixer.file == first && fixer.fixed.isEmpty)
    }
}
