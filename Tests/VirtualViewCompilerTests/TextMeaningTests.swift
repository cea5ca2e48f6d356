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

    /// Apps read the texts by the rules for data, which know fewer forms of numbers, and ASCII letters alone in any case.
    @Test(arguments: [
        (#"maxWidth="0x32p0""#, "value.not-a-number", "50"), (#"flexShrink="0x1p0""#, "value.not-a-number", "1"),
        (#"maxWidth="12frp""#, "value.not-a-number", "12rp"),
        (#"accessibilityRole="lınk""#, "value.unknown-word", "link"),
        (#"accessibilityRole="ımage""#, "value.unknown-word", "image"),
    ])
    func aTextMeansToAppsWhatItMeansHere(_ attribute: String, _ id: String, _ meant: String) throws {
        #expect(diagnostics(attribute) == ["error \(id)"])
        let file = SourceFile(path: "T.xml", text: "<NText \(attribute)/>")
        let found = TemplateCompiler().compile(file).diagnostics.ordered
        #expect(found.flatMap { $0.fixIts.flatMap { $0.edits.map(\.text) } } == [meant])
        #expect(diagnostics(attribute, .init(isLenient: true)) == [])
    }

    @Test(arguments: ["0x0p0", "12f", "+5", ".5", "5.", "1e3", "16777217", "0.1", "3.4028234e38", "1.1754944e-38"])
    func numbersThatAppsReadAlikeAreAccepted(_ text: String) {
        #expect(diagnostics("maxWidth=\"\(text)\"") == [])
    }

    /// Such attributes take bindings, whatever their kind.
    @Test(arguments: [
        (#"accessibilityHidden=" ${a} ""#, "value.surrounding-blanks"),
        (#"accessibilityRole="${r""#, "value.unclosed-binding"), (#"direction=" ${a} ""#, "value.surrounding-blanks"),
        (#"accessibilityState="${a}|selected""#, "value.unclosed-binding"),
        (#"accessibilityState=" ${a}""#, "value.surrounding-blanks"),
        (#"accessibilityGroup="${a} ""#, "value.surrounding-blanks"),
        (#"maxWidth="${a""#, "value.unclosed-binding"), (#"pressedBackground="${a""#, "value.unclosed-binding"),
        (#"pressedAlpha="${}""#, "value.empty-binding"),
    ])
    func whatIsWrongWithABindingIsSaidOnce(_ attribute: String, _ id: String) {
        #expect(diagnostics(attribute) == ["error \(id)"])
    }

    @Test func blanksAroundABindingAreRemoved() throws {
        let file = SourceFile(path: "T.xml", text: #"<NText accessibilityHidden=" ${a} "/>"#)
        let diagnostic = try #require(TemplateCompiler().compile(file).diagnostics.ordered.first)
        #expect(diagnostic.fixIts.flatMap { $0.edits.map(\.text) } == ["${a}"])
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
