import Testing
import VirtualViewFormat

@testable import VirtualViewCompiler

// Components of an app.

extension LintTests {
    private static let badge = ComponentSchema(
        id: 1001,
        name: "Badge",
        properties: [
            PropertySchema("label", .string, eventAccess: .readWrite),
            PropertySchema("tone", .int, eventAccess: .readWrite),
            PropertySchema("dataUrl", .string, eventAccess: .read),
            PropertySchema("secret", .string, eventAccess: .none),
        ]
    )

    /// The findings of an element as messages, where the app has a `Badge` and a configuration.
    private func messages(_ element: String, config: String = "", _ client: Client = .swift) -> [String] {
        let file = SourceFile(path: "config.properties", text: config)
        let configuration = Configuration(components: [Self.badge]).applying(file).configuration
        let compiler = TemplateCompiler(configuration: configuration, options: .init(client: client))
        let source = SourceFile(path: "Card.xml", text: element)
        return TemplateLinter.lint(compiler.compile(source), compiledBy: compiler).ordered.map(\.message)
    }

    private static func element(_ attributes: String) -> String { "<Badge \(size) \(attributes)/>" }

    @Test(
        arguments: [
            ("label=\"a\" alpha=\"0.5\" visibility=\"gone\" id=\"1\" var_int_taps=\"1\"", []),
            ("dataUrl=\"a\"", []), ("contentDescription=\"a\"", []),
            ("colCount=\"2\"", ["'Badge' has no 'colCount', so it does nothing"]),
            ("kind=\"a\"", ["'Badge' has no 'kind', so it does nothing"]),
        ] as [(String, [String])]
    )
    func attributesOfADeclaredComponentAreThoseOfAll(_ attributes: String, _ found: [String]) {
        #expect(messages(Self.element(attributes)) == found)
    }

    @Test func attributesOfADeclaredComponentMayBeConfigured() {
        let source = Self.element("kind=\"a\"")
        #expect(messages(source, config: "kind=String").isEmpty)
        // What a configuration alone knows, or gives another id, has whatever its class reads.
        #expect(messages(source, config: "VIEW_ID_Badge=1005").isEmpty)
        #expect(messages("<Meter \(Self.size) colCount=\"2\"/>", config: "VIEW_ID_Meter=1004").isEmpty)
    }

    @Test(
        arguments: [
            ("this.label = 'b' + this.dataUrl", []), ("this.taps = this.taps + 1", []),
            ("this.zz = 1", ["'Badge' has no 'zz', so this stops the program"]),
            ("this.lable = 'b'", ["'Badge' has no 'lable', so this stops the program; did you mean 'label'?"]),
            ("this.label = 5", ["'label' takes a text, and a number stops the program; write '5'"]),
            ("this.tone = 'a'", ["'tone' takes a number, and a text stops the program"]),
            ("this.dataUrl = 'a'", ["'dataUrl' can only be read, so this stops the program"]),
            ("this.label = this.secret", ["programs may not use 'secret' of 'Badge', so this stops the program"]),
            ("this.secret = 5", ["programs may not use 'secret' of 'Badge', so this stops the program"]),
            ("this.visibility = 'gone'", ["'visibility' takes a number, and a text stops the program; write 2"]),
        ] as [(String, [String])]
    )
    func programsUseWhatADeclaredComponentHas(_ program: String, _ found: [String]) {
        let attributes = "flag=\"flag_clickable\" var_int_taps=\"1\" onClick=\"${\(program)}\""
        #expect(messages(Self.element(attributes)) == found)
    }

    /// A configuration adds attributes for the app's own code, and no program of this runtime sees them.
    @Test(arguments: ["Badge", "NText"]) func programsCannotUseWhatIsOnlyConfigured(_ name: String) {
        let source = """
            <\(name) \(Self.size) kind="a" id="1" flag="flag_clickable" onClick="${this.id = this.kind}"/>
            """
        let found = "'\(name)' has no 'kind', so this stops the program"
        #expect(messages(source, config: "kind=String").contains(found))
        #expect(!messages(source, config: "kind=String", .android).contains(found))
    }
}
