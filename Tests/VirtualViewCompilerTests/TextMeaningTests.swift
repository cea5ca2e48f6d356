import Testing
import VirtualViewCompiler
import VirtualViewFormat

/// What a file holds as texts, because the reference compiler does not know the attributes: it is checked.
@Suite struct TextMeaningTests {
    /// The properties that files hold as texts, with a value of each.
    private static let properties = LanguageSchema.standard.properties.compactMap { property in
        property.meaning.map { (property.name, sample($0)) }
    }

    private static func sample(_ kind: ValueKind) -> String {
        switch kind {
        case .color: "red"
        case .bool: "true"
        case .enumeration(let table): table.words.first?.name ?? ""
        default: "12"
        }
    }

    @Test func theReferenceCompilerWouldStoreTheSame() throws {
        #expect(Self.properties.count >= 5)
        // That compiler takes what its configuration does not list for a text.
        let listed = LanguageSchema.standard.properties.filter { $0.meaning == nil }
        let schema = LanguageSchema(components: LanguageSchema.standard.components, properties: listed)
        let reference = TemplateCompiler(configuration: Configuration(schema: schema))
        for (name, value) in Self.properties {
            let file = SourceFile(path: "T.xml", text: "<NImage \(name)=\"\(value)\"/>")
            let bytes = try #require(TemplateCompiler().compile(file).bytes, "\(name)")
            #expect(bytes == reference.compile(file).bytes, "\(name)")
            #expect(try Template(decoding: bytes).root.setters.map { $0.text } == [value], "\(name)")
        }
    }

    private func diagnostics(_ attributes: String, _ options: TemplateCompiler.Options = .init()) -> [String] {
        let file = SourceFile(path: "T.xml", text: "<NText \(attributes)/>")
        return TemplateCompiler(options: options).compile(file).diagnostics.ordered.map { "\($0.severity) \($0.id)" }
    }

    @Test(arguments: ["maxWidth", "maxHeight", "flexShrink"])
    func aTextThatIsNoNumberIsAnError(_ name: String) {
        for text in ["12", "1.5", "0", "30rp", " 7 ", "${a.b}", "@{${a} ? 1 : 2}"] {
            #expect(diagnostics("\(name)=\"\(text)\"") == [], "\(text)")
        }
        #expect(diagnostics("\(name)=\"wide\"") == ["error value.not-a-number"])
        #expect(diagnostics("\(name)=\"12dp\"") == ["error value.unknown-unit"])
        #expect(diagnostics("\(name)=\"50%\"") == ["error value.unknown-unit"])
        #expect(diagnostics("\(name)=\"-1\"") == ["error value.negative"])
        #expect(diagnostics("\(name)=\"1e99\"") == ["error value.not-finite"])
    }

    @Test func aTextThatIsNoColourIsAnError() {
        for text in ["red", "#FF0000", "#80FF0000", "${a.b}", "${= a ? 'red' : 'blue'}"] {
            #expect(diagnostics("pressedBackground=\"\(text)\"") == [], "\(text)")
        }
        #expect(diagnostics("pressedBackground=\"rot\"") == ["error value.not-a-color"])
        #expect(diagnostics("pressedBackground=\"#FF\"") == ["error value.not-a-color"])
        #expect(diagnostics("pressedAlpha=\"-1\"") == ["error value.negative"])
        #expect(diagnostics("pressedAlpha=\"half\"") == ["error value.not-a-number"])
    }

    @Test func theMessageNamesTheNumber() throws {
        let file = SourceFile(path: "T.xml", text: #"<NText maxWidth="-4"/>"#)
        let diagnostic = try #require(TemplateCompiler().compile(file).diagnostics.ordered.first)
        #expect(diagnostic.message == "'-4' is negative; expected a number from 0")
        #expect(diagnostic.range.offsets == 17..<19)
    }

    @Test func aLenientCompilerStoresAnyText() {
        #expect(diagnostics(#"maxWidth="wide" flexShrink="-1""#, .init(isLenient: true)) == [])
    }

    @Test func theFileHoldsTheTextAsItStands() throws {
        let file = SourceFile(path: "T.xml", text: #"<NText maxWidth=" 30.0rp" flexShrink="01"/>"#)
        let template = try Template(decoding: try #require(TemplateCompiler().compile(file).bytes))
        #expect(Set(template.root.setters.map { $0.text ?? "" }) == [" 30.0rp", "01"])
    }

    @Test func clientsThatDoNotKnowTheLimitsAreNamed() {
        let limits = #"minWidth="1" maxWidth="1" minHeight="1" maxHeight="1" flexShrink="1""#
        let unknown = "warning template.target-unknown-attribute"
        #expect(diagnostics(limits, .init(client: .iOS)) == Array(repeating: unknown, count: 5))
        #expect(diagnostics(limits, .init(client: .android)) == Array(repeating: unknown, count: 3))
        #expect(diagnostics(limits, .init(client: .swift)) == [])
    }
}
