import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// `vvc schema`: what the compiler takes validates, what it does not know does not.
@Suite(.enabled(if: SchemaValidator.isInstalled, Comment(rawValue: SchemaValidator.missing)))
struct SchemaDocumentTests {
    private func validator(_ configuration: Configuration = Configuration()) throws -> SchemaValidator {
        try SchemaValidator(SchemaDocument(configuration).text)
    }

    // MARK: - Sources

    /// The sources of a folder below the package that compile without a word, as XML.
    private func sources(in folder: String, _ configuration: Configuration) throws -> [(name: String, bytes: [UInt8])] {
        let root = Fixtures.packageRoot.appendingPathComponent(folder)
        let files =
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        var sources: [(name: String, bytes: [UInt8])] = []
        for url in files.sorted(by: { $0.path < $1.path }) where ["xml", "asv"].contains(url.pathExtension) {
            let file = SourceFile(path: url.lastPathComponent, bytes: [UInt8](try Data(contentsOf: url)))
            let result = TemplateCompiler(configuration: configuration).compile(file)
            guard result.diagnostics.isEmpty, let tree = result.source.tree else { continue }
            guard !tree.hasUndescribedNames(configuration) else { continue }
            let isXML = url.pathExtension == "xml"
            sources.append((url.lastPathComponent, isXML ? file.bytes : Array(XMLPrinter().print(tree).utf8)))
        }
        return sources
    }

    private func configuration(_ path: String) throws -> Configuration {
        let bytes = [UInt8](try Data(contentsOf: Fixtures.packageRoot.appendingPathComponent(path)))
        return Configuration().applying(SourceFile(path: path, bytes: bytes)).configuration
    }

    @Test(arguments: [
        ("Templates", "Templates/config.properties", 35),
        ("Tests/Fixtures/Compile", "Tests/Fixtures/Compile/config.properties", 60),
        ("Tests/Fixtures/Layout", "Templates/config.properties", 80),
        ("Tests/Fixtures/Assemble", "Templates/config.properties", 20),
    ])
    func whatCompilesWithoutAWordValidates(_ folder: String, _ config: String, _ atLeast: Int) throws {
        let configuration = try configuration(config)
        let sources = try sources(in: folder, configuration)
        print("\(folder): \(sources.count) sources validated")
        #expect(sources.count >= atLeast)
        let problems = try validator(configuration).problems(of: sources.map(\.bytes))
        for (source, problems) in zip(sources, problems) { #expect(problems.isEmpty, "\(source.name)") }
    }

    /// Most signs of ASCII have no backslash in the patterns of a schema.
    @Test func aWordMayHaveSigns() throws {
        let words = [
            "16/9", "a&b", "a@b", "50%", "a#b", "a!", "a~b", "a`b", "a=b", "a'b", "(a)", "[b]", "{c}", "a.b", "a*",
            "a+",
            "a?", "a-b", "^a", "a\\b", "$a", "a,b", "a;b",
        ]
        let table = WordTable(words.enumerated().map { WordTable.Word($1, Int32($0)) })
        let property = PropertySchema("shape", .enumeration(table), default: .int(0))
        let configuration = Configuration(components: [ComponentSchema(id: 1001, name: "Box", properties: [property])])
        let sources = (words + ["16:9"]).map { word in
            let value = word.replacing("&", with: "&amp;")
            return Array("<Box layoutWidth=\"1\" layoutHeight=\"1\" shape=\"\(value)\"/>".utf8)
        }
        let problems = try validator(configuration).problems(of: sources)
        #expect(problems.map(\.isEmpty) == words.map { _ in true } + [false], "\(problems)")
    }

    // MARK: - What is wrong

    @Test(arguments: [
        #"<NText text="Hi" textColour="red"/>"#, #"<NTxt text="Hi"/>"#, #"<NText text=""/>"#, #"<NText>Hi</NText>"#,
        #"<FrameLayout><Item/></FrameLayout>"#, #"<NText var_int_count="1"/>"#, #"<NText text="Hi" textColor="gren"/>"#,
        #"<NText gravity="centre"/>"#, #"<NText layoutWidth="12px"/>"#, #"<VHLayout orientation="X"/>"#,
        #"<NText visibility="3"/>"#, #"<NText layoutWidth=" match_parent "/>"#,
    ])
    func whatIsWrongDoesNotValidate(_ source: String) throws {
        let problems = try validator().problems(of: source)
        #expect(problems.keys.sorted() == [1])
    }

    // MARK: - Values

    private static let kinds: [(name: String, kind: ValueKind)] = [
        ("stringValue", .string), ("numberValue", .number), ("intValue", .int), ("floatValue", .float),
        ("boolValue", .bool),
        ("colorValue", .color), ("flagsValue", .flags), ("gravityValue", .gravity), ("textStyleValue", .textStyle),
        ("typeValue", .type), ("sizeValue", .size), ("visibilityValue", .visibility), ("dataModeValue", .dataMode),
        ("wordValue", .enumeration(["kiss": 1, "a.b": 2, "Ärger": 3, "x-y|z": 4])),
    ]

    private static let texts: [String] = [
        "1", "-1", "+1", "007", "2147483647", "-2147483648", "１２", "1rp", "1 rp", " 1", "1 ", "1.5", "1.", ".5", "+.5",
        "-.5rp", "1e5",
        "1.5e3", "1.5E-3f", "1e5f", "0x1p3", "0x1.8p3", "0x.8P-1d", ".5 rp", "1.5 rp", "1,5", "0x10", "1.5.5", "1.5e",
        "--1", "true", "True", " true ",
        "TRUE", "false", "yes", "${a}", "${a}rp", " ${a} ", "${}", "@{a}", "@{${a} ? 1 : 2}", "${a", "$a", "a", "", " ",
        "red", "Red", "RED",
        "dkgray", "DkGray", "#FFF", "#ffffff", "#80FFFFFF", " #ffffff", "#fffffff", "left", "Left", "left|top",
        "left | top", "|", "||",
        "left|", "left||", "left||top", "|left", "left| ", "left,top", "bold|italic", "flag_draw|flag_event", "int",
        "circle", "oval", " oval",
        "match_parent", "wrap_content", "match_parent ", "-2", "-1rp", "invisible", "gone", "0", "2", "3", "02", "-0",
        "2rp", "1.0", "set",
        "append", "kiss", "KISS", "kıſſ", "ſilver", "falſe", "a.b", "axb", "ÄRGER", "ärger", "x-y|z", "X-Y|Z", "NaN",
        "Infinity",
        "line\nend", "tab\tstop",
        "&<>\"'", "日本語", "1\u{A0}", "２",
    ]

    @Test func valuesAreThoseOfTheCompiler() throws {
        var generator = SeededGenerator(seed: RandomTests.seed)
        var texts = Self.texts
        let pieces = [
            "1", "0", "9", ".", "-", "+", "e", "E", "f", "0x", "p", "rp", " ", "true", "${a}", "|", "left", "top",
            "bold", "red", "#", "ab", "CD", "kis",
            "s", "S", "２", "match_parent", "gone", "\n",
        ]
        for _ in 0..<RandomTests.count(600) {
            let count = Int.random(in: 1...6, using: &generator)
            texts.append((0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined())
        }
        let properties = Self.kinds.map { PropertySchema($0.name, $0.kind) }
        let configuration = Configuration(components: [
            ComponentSchema(id: 1001, name: "Sample", properties: properties)
        ])
        var document = "<FrameLayout>\n"
        var cases: [(name: String, text: String, isRight: Bool)] = []
        for text in texts {
            for (name, kind) in Self.kinds {
                let result = ValueParser().parse(text, as: kind)
                cases.append(
                    (name, text, result.value != nil && !result.problems.contains { $0.message.severity == .error })
                )
                document += "<Sample \(name)=\"\(Self.escaped(text))\"/>\n"
            }
        }
        let problems = try validator(configuration).problems(of: document + "</FrameLayout>\n")
        for (index, item) in cases.enumerated() {
            let problem = problems[index + 2]
            if item.isRight {
                #expect(problem == nil, "\(item.name)=\(item.text) seed \(RandomTests.seed)")
            } else if !Self.isBeyondPatterns(item.text) {
                #expect(problem != nil, "\(item.name)=\(item.text) seed \(RandomTests.seed)")
            }
        }
    }

    /// Whether a text may be wrong in a way that patterns cannot tell: too large a number.
    private static func isBeyondPatterns(_ text: String) -> Bool {
        text.contains { $0.isNumber }
            && (text.count > 9 || text.lowercased().contains("e") || text.contains("p") || text.contains("２"))
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&", "<", ">", "\"", "\n", "\t": "&#\(scalar.value);"
            default: String(scalar)
            }
        }.joined()
    }
}

/// What needs no validator.
@Suite struct SchemaTextTests {
    @Test func theTextDependsOnTheConfigurationAlone() {
        let components = [ComponentSchema(id: 1001, name: "Badge", properties: [PropertySchema("count", .int)])]
        let text = SchemaDocument(Configuration(components: components)).text
        #expect(text == SchemaDocument(Configuration(components: components)).text)
        #expect(
            text.contains(#"<xs:element name="Badge">"#) && text.contains(#"<xs:attribute name="count" type="Int">"#)
        )
        #expect(text != SchemaDocument(Configuration()).text)
    }

    @Test func componentsAndAttributesAreDescribed() {
        let text = SchemaDocument(Configuration()).text
        #expect(text.contains("<xs:documentation>Component 7: has no children.</xs:documentation>"))
        #expect(text.contains("<xs:documentation>A name, #RRGGBB, #AARRGGBB or a binding. Default: "))
        #expect(text.contains("or a binding. Default: 1. Differs on VirtualContainer.</xs:documentation>"))
    }

    @Test func namesThatASchemaCannotHaveAreToldApart() {
        let file = SourceFile(path: "c", bytes: Array("VIEW_ID_a\\:b=1001\nx\\:--y=Int\n".utf8))
        let (configuration, problems) = Configuration().applying(file)
        #expect(problems.isEmpty, "\(problems)")
        let text = SchemaDocument(configuration).text
        #expect(text.contains("<!-- Not described, for a schema cannot name them: a:b x:\u{2010}\u{2010}y -->"))
        #expect(!text.contains(#"name="a:b""#))
    }
}

extension SyntaxTree {
    /// Whether an element has a user variable or an attribute that the configuration does not have.
    fileprivate func hasUndescribedNames(_ configuration: Configuration) -> Bool {
        elements.contains { element in
            let component = configuration.element(named: element.name)
            return attributes(of: element).contains { configuration.knownKind(of: $0.name, on: component) == nil }
        }
    }
}
