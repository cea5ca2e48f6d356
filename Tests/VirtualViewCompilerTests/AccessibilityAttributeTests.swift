import Testing
import VirtualViewCompiler
import VirtualViewFormat

/// What authors say to screen readers: files hold it as texts, and the compiler checks words and truth values.
@Suite struct AccessibilityAttributeTests {
    private func diagnostics(_ attributes: String, _ options: TemplateCompiler.Options = .init()) -> [Diagnostic] {
        let file = SourceFile(path: "T.xml", text: "<NText \(attributes)/>")
        return TemplateCompiler(options: options).compile(file).diagnostics.ordered
    }

    @Test(arguments: [
        #"accessibilityRole="button""#, #"accessibilityRole="Header""#, #"accessibilityRole="${r}""#,
        #"accessibilityRole="${= a ? 'link' : 'auto'}""#, #"accessibilityGroup="true""#, #"accessibilityHidden="${h}""#,
        #"accessibilityState="selected""#, #"accessibilityState="selected | disabled|expanded""#,
        #"accessibilityState="${= selected ? 'selected' : ''}""#, #"accessibilityLabel="a, ${b}""#,
        #"accessibilityValue="3 of 5""#,
    ])
    func acceptsWhatHasAMeaning(_ attribute: String) {
        #expect(diagnostics(attribute).isEmpty)
    }

    @Test(arguments: [
        ("accessibilityRole=\"buton\"", "value.unknown-word", "button"),
        ("accessibilityGroup=\"yes\"", "value.not-a-boolean", "true"),
        ("accessibilityHidden=\"1\"", "value.not-a-boolean", "true"),
        ("accessibilityState=\"selectd\"", "value.unknown-word", "selected"),
        ("accessibilityState=\"selected disabled\"", "value.unknown-word", "selected|disabled"),
        ("accessibilityState=\"selected|disabeld\"", "value.unknown-word", "disabled"),
    ])
    func correctsTheRest(_ attribute: String, _ id: String, _ meant: String) throws {
        let found = diagnostics(attribute)
        let first = try #require(found.first)
        #expect(found.count == 1 && first.id == id && first.severity == .error)
        #expect(first.fixIts.flatMap { $0.edits.map(\.text) } == [meant])
        #expect(diagnostics(attribute, .init(isLenient: true)).isEmpty)
    }

    @Test func filesHoldTexts() throws {
        let file = SourceFile(path: "T.xml", text: #"<NText accessibilityRole="LINK" accessibilityGroup="true"/>"#)
        let template = try Template(decoding: try #require(TemplateCompiler().compile(file).bytes))
        #expect(Set(template.root.setters.map { $0.text ?? "" }) == ["LINK", "true"])
    }

    @Test func clientsThatDoNotKnowTheAttributesAreNamed() {
        let all = #"accessibilityLabel="a" accessibilityState="selected" accessibilityHidden="true""#
        for client in [Client.iOS, .android] {
            let ids = diagnostics(all, .init(client: client)).map(\.id)
            #expect(ids == Array(repeating: "template.target-unknown-attribute", count: 3))
        }
    }
}
