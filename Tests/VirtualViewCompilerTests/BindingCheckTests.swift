import Testing
import VirtualViewCompiler
import VirtualViewFormat

/// What compiling says about data bindings.
@Suite struct BindingCheckTests {
    private struct Finding: Equatable, CustomStringConvertible {
        var severity: Diagnostic.Severity
        var id: String
        var place: String

        var description: String {
            "\(severity) \(id) at \(place)"
        }
    }

    private func findings(_ attributes: String, _ client: Client = .swift) -> (found: [Finding], hasOutput: Bool) {
        let source = SourceFile(path: "T.xml", text: "<NText \(attributes)/>")
        let result = TemplateCompiler(options: .init(client: client)).compile(source)
        var formatter = DiagnosticFormatter()
        let found = result.diagnostics.ordered.map { diagnostic in
            let start = formatter.position(of: diagnostic.range.offsets.lowerBound, in: source)
            let end = formatter.position(of: diagnostic.range.offsets.upperBound, in: source)
            return Finding(
                severity: diagnostic.severity,
                id: diagnostic.id,
                place: "\(start.line):\(start.column)-\(end.column)"
            )
        }
        return (found, result.bytes != nil)
    }

    @Test(arguments: [
        #"text="${a.b[2].c}""#, #"text="@{${a} ? ${b} : 'x:y'}""#, #"text="plain {a} $ @ ${""#,
        #"text="${a ?: 'none'}""#, #"text="Hello ${name}!""#, #"layoutWidth="${w}""#, #"text="\${literal}""#,
    ])
    func soundBindingsAndPlainTextsAreQuiet(_ attributes: String) {
        // A lone `${` is no well-formed binding, and is said so.
        let (found, hasOutput) = findings(attributes)
        #expect(found.map(\.id) == (attributes.contains("$ @") ? ["binding.unclosed"] : []))
        #expect(hasOutput)
    }

    @Test func malformedBindingIsAWarningAtItsPlace() {
        // `<NText text="${a..b}" name="@{${a} ? b}"/>`: the two points, and the lone `?`.
        let (found, hasOutput) = findings(#"text="${a..b}" name="@{${a} ? b}""#)
        #expect(
            found == [
                Finding(severity: .warning, id: "binding.empty-key", place: "1:17-19"),
                Finding(severity: .warning, id: "binding.missing-colon", place: "1:36-37"),
            ]
        )
        #expect(hasOutput)
    }

    @Test func entitiesShiftColumns() throws {
        // Both bindings are malformed at the second point; the entities in front of the second take more columns.
        let plain = findings(#"text="xx ${a..b}""#).found
        let shifted = findings(#"text="&amp;&#x78; ${a..b}""#).found
        let verbatim = try #require(plain.first)
        let moved = try #require(shifted.first)
        #expect(plain.count == 1 && shifted.count == 1 && verbatim.id == moved.id)
        #expect(columns(moved.place) == columns(verbatim.place).map { $0 + "&amp;&#x78;".count - "xx".count })
    }

    private func columns(_ place: String) -> [Int] {
        place.split(separator: ":").last.map { $0.split(separator: "-").compactMap { Int($0) } } ?? []
    }

    @Test(arguments: [
        ("Hi ${name}", "binding.ios-interpolation"), ("${a ?: 'x'}", "binding.ios-default"),
        ("@{${a} ? @{${b} ? c : d} : e}", "binding.ios-nesting"), ("@{${a} ? 'b' : c}", "binding.ios-quotes"),
    ])
    func ourExtensionsAreErrorsForAReferenceClient(_ text: String, _ id: String) {
        let (found, hasOutput) = findings(#"text="\#(text)""#, .iOS)
        #expect(found.contains { $0.id == id && $0.severity == .error }, "\(found)")
        #expect(!hasOutput)
        #expect(findings(#"text="\#(text)""#).found.isEmpty)
    }

    @Test(arguments: [
        ("${a.b}", Client.iOS, "binding.ios-fall-through"), ("@{${a} ? b : c}", .iOS, "binding.ios-truth"),
        ("${a[0][1]}", .android, "binding.android-second-index"), ("${a.0}", .android, "binding.android-numeric-key"),
        ("${this}", .android, "binding.android-this"), ("${ a }", .android, "binding.android-blanks"),
    ])
    func whatAClientOnlyReadsDifferentlyIsAWarning(_ text: String, _ client: Client, _ id: String) {
        let (found, hasOutput) = findings(#"text="\#(text)""#, client)
        #expect(found.contains { $0.id == id && $0.severity == .warning }, "\(found)")
        #expect(hasOutput)
    }

    @Test(arguments: [(Client.iOS, "binding.ios-fall-through"), (.android, "binding.android-steps")])
    func whatHoldsForEveryPathIsToldOnceAFile(_ client: Client, _ id: String) throws {
        let text = #"<NText text="${a.b}" textColor="${c[0]}"/>"#
        let source = SourceFile(path: "T.xml", text: "<VHLayout>\(text)<NText text=\"${d}\"/>\(text)</VHLayout>")
        let result = TemplateCompiler(options: .init(client: client)).compile(source)
        let found = result.diagnostics.ordered.filter { $0.id == id }
        let diagnostic = try #require(found.first)
        #expect(found.count == 1 && diagnostic.severity == .warning)
        #expect(diagnostic.message.hasSuffix(" (and in 3 more values)"))
        let places = ([diagnostic.range] + diagnostic.notes.map(\.range)).map { range in
            String(decoding: source.bytes[range.offsets], as: UTF8.self)
        }
        #expect(places == ["${a.b", "${c[0]", "${a.b", "${c[0]"])
        let starts = diagnostic.notes.map(\.range.offsets.lowerBound)
        #expect(starts == starts.sorted())
        let strict = TemplateCompiler(options: .init(client: client, warningsAreErrors: true)).compile(source)
        #expect(strict.diagnostics.ordered.filter { $0.id == id }.map(\.severity) == [.error])
    }

    @Test func placesThatAreNamedAreBounded() throws {
        let texts = String(repeating: "<NText text='${a.b}'/>", count: 1500)
        let source = SourceFile(path: "T.xml", text: "<VHLayout>\(texts)</VHLayout>")
        let result = TemplateCompiler(options: .init(client: .iOS)).compile(source)
        let diagnostic = try #require(result.diagnostics.ordered.first)
        #expect(result.diagnostics.ordered.count == 1 && diagnostic.notes.count == result.diagnostics.limit - 1)
        #expect(diagnostic.message.hasSuffix(" (and in 1499 more values)"))
    }

    /// A client without computed bindings is no help with one.
    @Test(arguments: [Client.swift, .iOS, .android])
    func aComputedBindingIsAdvisedWhereThereAreSome(_ client: Client) throws {
        for text in ["${count > 1}", "@{${count} > 1 ? a : b}"] {
            let source = SourceFile(path: "T.xml", text: "<NText text=\"\(text)\"/>")
            let found = TemplateCompiler(options: .init(client: client)).compile(source).diagnostics.ordered
            let diagnostic = try #require(found.first { $0.id == "binding.operator-in-path" })
            #expect(diagnostic.fixIts.isEmpty == (client != .swift), "\(diagnostic)")
            #expect(diagnostic.message.contains("${=") == (client == .swift), "\(diagnostic)")
        }
    }

    /// Not every client has a choice inside another one.
    @Test(arguments: [Client.swift, .iOS, .android])
    func aChoiceInsideAnotherOneIsAdvisedForOurClient(_ client: Client) throws {
        let source = SourceFile(path: "T.xml", text: "<NText text=\"@{${a} ? x : ${b} ? y : z}\"/>")
        let found = TemplateCompiler(options: .init(client: client)).compile(source).diagnostics.ordered
        let diagnostic = try #require(found.first { $0.id == "binding.bare-choice" })
        #expect(diagnostic.fixIts.isEmpty == (client != .swift), "\(diagnostic)")
        #expect(diagnostic.message.contains("@{") == (client == .swift), "\(diagnostic)")
    }

    @Test func kindOfThePropertyMatters() {
        #expect(findings(#"layoutWidth="${w}""#, .iOS).found.map(\.id) == ["binding.ios-units"])
        #expect(findings(#"visibility="${v}""#, .android).found.map(\.id) == ["binding.android-visibility"])
        #expect(findings(#"textColor="${c}""#, .iOS).found.isEmpty)
    }

    @Test func bytesAreTheAuthorsTextWhateverTheTarget() throws {
        let source = SourceFile(path: "T.xml", text: #"<NText text="${ a.b }" layoutWidth=" ${w} "/>"#)
        let plain = TemplateCompiler().compile(source).bytes
        let other = TemplateCompiler(options: .init(client: .iOS)).compile(source).bytes
        #expect(plain != nil && plain == other)
        #expect(try Template(decoding: plain ?? []).strings.map(\.text) == ["${ a.b }", " ${w} "])
    }
}
