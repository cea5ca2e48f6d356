import Testing
import VirtualViewFormat

@testable import VirtualViewCompiler

// Lists.

extension LintTests {
    @Test(
        arguments: [
            (
                "dataTag=\"^items\"",
                "'items' is no binding, so the list has no entries; did you mean '${items}'?",
                "${items}"
            ), ("dataTag=\"^a..b\"", "'a..b' is no binding, so the list has no entries", nil),
            (
                "dataTag=\"^$items\"",
                "'$items' is no binding, so the list has no entries; did you mean '${items}'?",
                "${items}"
            ), ("dataTag=\"^$(items)\"", "'$(items)' is no binding, so the list has no entries", nil),
        ] as [(String, String, String?)]
    )
    func aValueThatAListCannotUseIsFound(_ marked: String, _ message: String, _ corrected: String?) {
        let source = "<Scroller \(Self.size) \(marked)/>"
        expectFinding("lint.unfit-value", source)
        // What is said once is not said again because of the data.
        expectFinding("lint.unfit-value", source, sample: #"{"a": [], "items": []}"#)
        let plain = source.replacing("^", with: "")
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: plain))
        #expect(found.map(\.message) == [message])
        expectFix(found, of: plain, corrected)
    }

    @Test func aKeyOfAnEntryIsNoBinding() {
        let source = "<Scroller \(Self.size) dataTag=\"${a}\" itemKey=\"^${post.id}\"/>"
        expectFinding("lint.unfit-value", source, sample: #"{"a": []}"#)
        // Without data nobody knows, and the app's values are its own.
        expectFinding(nil, source.replacing("^", with: ""))
        expectFinding(nil, source.replacing("^${post.id}", with: "${env.key}"), sample: #"{"a": []}"#)
    }

    @Test func aKeyMayBeOfTheDataAroundTheList() {
        let source = "<Scroller \(Self.size) dataTag=\"${a}\" itemKey=\"${key}\"/>"
        expectFinding(nil, source, sample: #"{"a": [], "key": "id"}"#)
        expectFinding(nil, source.replacing("${key}", with: "${= key ?: 'id'}"))
    }

    /// An app says what its own list does with an attribute, and other clients may take the name of an array.
    @Test func listsOfOthersAreTheirOwn() {
        expectFinding(nil, "<Grid \(Self.size) dataTag=\"items\"/>", .android)
        let items = PropertySchema("dataTag", .string)
        let feed = ComponentSchema(id: 1003, name: "Feed", family: .container, properties: [items])
        let compiler = TemplateCompiler(configuration: Configuration(components: [feed]))
        let source = SourceFile(path: "Card.xml", text: "<Feed \(Self.size) dataTag=\"items\"/>")
        #expect(TemplateLinter.lint(compiler.compile(source), compiledBy: compiler).ordered.isEmpty)
    }
}
