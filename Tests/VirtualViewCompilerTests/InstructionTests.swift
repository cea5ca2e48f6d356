import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// What instructions in front of the root may say, and everything that is reported when it is wrong.
@Suite struct InstructionTests {
    struct Source: CustomTestStringConvertible, Sendable {
        /// The instructions, with markers; a root with one child follows.
        let text: String
        let expected: [ExpectedDiagnostic]

        var testDescription: String { text }

        init(_ text: String, _ expected: ExpectedDiagnostic...) {
            self.text = text
            self.expected = expected
        }
    }

    private static func badValue(_ value: String, of item: String, _ expected: String) -> ExpectedDiagnostic {
        .error("instruction.bad-value", "'\(value)' is not a value of '\(item)'; expected \(expected)", at: "1️⃣")
    }

    private static func missing(_ item: String, _ expected: String) -> ExpectedDiagnostic {
        .error(
            "instruction.missing-item",
            "an instruction that begins with '\(item)' needs \(expected) next",
            at: "1️⃣"
        )
    }

    private static func unknown(
        _ item: String,
        _ expected: String,
        _ suggestion: String? = nil,
        at marker: String = "1️⃣"
    ) -> ExpectedDiagnostic {
        .error(
            "instruction.unknown-item",
            "unknown item '\(item)' in the instruction; expected \(expected)"
                + (suggestion.map { "; did you mean '\($0)'?" } ?? ""),
            at: marker,
            fixIts: suggestion.map { ["replace with '\($0)'"] } ?? []
        )
    }

    private static let place = "a number from 0 to 1: a place in document order"
    private static let bits = "a number of 32 bits"
    private static let decimal = "a decimal number, or '#' and its 32 bits as eight hexadecimal digits"
    private static let hex = "hexadecimal digits, two for each of at most 65535 bytes"
    private static let short = "a number from 0 to 65535"
    private static let nodeItems = "'key', 'keyID', 'variable', 'variableID' or 'tables'"
    private static let values = "'int', 'float', 'text', 'textID' or 'program'"
    private static let variableValues = "'int', 'float', 'text' or 'textID'"
    private static let sections = "'code', 'strings', 'expressions' and 'extra', each once"

    private static let lostBytes = ExpectedDiagnostic.error(
        "instruction.bad-value",
        "these bytes are not records, and would be lost beside what is embedded in the file",
        at: "1️⃣"
    )

    static let headerSources = [
        Source(#"<?vvc format="1️⃣2.0"?>"#, badValue("2.0", of: "format", "'1.' and \(short)")),
        Source(#"<?vvc format="1️⃣1"?>"#, badValue("1", of: "format", "'1.' and \(short)")),
        Source(#"<?vvc format="1️⃣1.65536"?>"#, badValue("1.65536", of: "format", "'1.' and \(short)")),
        Source(#"<?vvc format="1️⃣1.0.0"?>"#, badValue("1.0.0", of: "format", "'1.' and \(short)")),
        Source(#"<?vvc page="1️⃣-1"?>"#, badValue("-1", of: "page", short)),
        Source(#"<?vvc page="1️⃣65536"?>"#, badValue("65536", of: "page", short)),
        Source(
            #"<?vvc dependencies="1️⃣1 x 65536"?>"#,
            badValue("1 x 65536", of: "dependencies", "numbers from 0 to 65535, with blanks between them")
        ),
        Source(
            #"<?vvc target="1️⃣ios"?>"#,
            badValue("ios", of: "target", "'swift', 'ios-1.2', 'android-1.4' or 'tools-2021'")
        ),
        Source(#"<?vvc sections="1️⃣code code"?>"#, badValue("code code", of: "sections", sections)),
        Source(#"<?vvc sections="1️⃣header"?>"#, badValue("header", of: "sections", sections)),
        Source(#"<?vvc sections="1️⃣nodes"?>"#, badValue("nodes", of: "sections", sections)),
        Source(#"<?vvc embed="1️⃣map"?>"#, badValue("map", of: "embed", "'digest'")),
        Source(#"<?vvc extra="1️⃣0"?>"#, badValue("0", of: "extra", "hexadecimal digits, two for each byte")),
        Source(#"<?vvc extra="1️⃣0g"?>"#, badValue("0g", of: "extra", "hexadecimal digits, two for each byte")),
        Source(#"<?vvc extra="1️⃣00ff" embed="digest"?>"#, lostBytes),
        Source(#"<?vvc embed="digest"?><?vvc extra="1️⃣5656583141"?>"#, lostBytes),
        Source(#"<?vvc 1️⃣dependency="1"?>"#, unknown("dependency", "'name' or 'version'")),
        Source(#"<?vvc 1️⃣formt="1.0"?>"#, unknown("formt", "'name' or 'version'", "format")),
        Source(
            #"<?vvc name="a" page="1" 1️⃣node="0"?>"#,
            unknown("node", "'name' or 'version'")
        ),
    ]

    static let nodeSources = [
        Source(#"<?vvc node="1️⃣x" key="a" int="1"?>"#, badValue("x", of: "node", place)),
        Source(#"<?vvc node="1️⃣-1" key="a" int="1"?>"#, badValue("-1", of: "node", place)),
        Source(#"<?vvc node="1️⃣2" key="a" int="1"?>"#, badValue("2", of: "node", place)),
        Source(
            #"<?vvc node="1️⃣99999999999999999999" key="a" int="1"?>"#,
            badValue("99999999999999999999", of: "node", place)
        ),
        Source(#"<?vvc 1️⃣node="0"?>"#, missing("node", "'key', 'variable' or 'tables'")),
        Source(#"<?vvc 1️⃣node="0" key="a"?>"#, missing("node", values)),
        Source(#"<?vvc 1️⃣node="0" keyID="5"?>"#, missing("node", values)),
        Source(#"<?vvc 1️⃣node="0" variable="a"?>"#, missing("node", variableValues)),
        Source(#"<?vvc node="0" 1️⃣kee="a" int="1"?>"#, unknown("kee", nodeItems)),
        Source(#"<?vvc node="0" 1️⃣keyId="5" int="1"?>"#, unknown("keyId", nodeItems, "keyID")),
        Source(#"<?vvc node="0" 1️⃣int="1"?>"#, unknown("int", nodeItems)),
        Source(#"<?vvc node="0" keyID="1️⃣a" int="1"?>"#, badValue("a", of: "keyID", bits)),
        Source(#"<?vvc node="0" keyID="1️⃣2147483648" int="1"?>"#, badValue("2147483648", of: "keyID", bits)),
        Source(#"<?vvc node="0" variableID="1️⃣" int="1"?>"#, badValue("", of: "variableID", bits)),
        Source(#"<?vvc node="0" key="a" int="1️⃣1.5"?>"#, badValue("1.5", of: "int", bits)),
        Source(#"<?vvc node="0" key="a" int="1️⃣-2147483649"?>"#, badValue("-2147483649", of: "int", bits)),
        Source(#"<?vvc node="0" key="a" int="1️⃣rp"?>"#, badValue("rp", of: "int", bits)),
        Source(#"<?vvc node="0" variable="a" int="1️⃣5rp"?>"#, badValue("5rp", of: "int", bits)),
        Source(#"<?vvc node="0" key="a" float="1️⃣x"?>"#, badValue("x", of: "float", decimal)),
        Source(#"<?vvc node="0" key="a" float="1️⃣#7fc0"?>"#, badValue("#7fc0", of: "float", decimal)),
        Source(#"<?vvc node="0" key="a" float="1️⃣#7fc0000g"?>"#, badValue("#7fc0000g", of: "float", decimal)),
        Source(#"<?vvc node="0" variable="a" float="1️⃣1rp"?>"#, badValue("1rp", of: "float", decimal)),
        Source(#"<?vvc node="0" key="a" textID="1️⃣x"?>"#, badValue("x", of: "textID", bits)),
        Source(#"<?vvc node="0" key="onClick" program="1️⃣x"?>"#, badValue("x", of: "program", bits)),
        Source(#"<?vvc node="0" key="a" 1️⃣inte="1"?>"#, unknown("inte", values, "int")),
        Source(#"<?vvc node="0" variable="a" 1️⃣program="1"?>"#, unknown("program", variableValues)),
        Source(
            #"<?vvc node="0" key="a" int="1" 1️⃣float="1" 2️⃣text="x"?>"#,
            unknown("float", "nothing more"),
            unknown("text", "nothing more", at: "2️⃣")
        ),
        Source(#"<?vvc node="0" tables="1️⃣0"?>"#, badValue("0", of: "tables", hex)),
        Source(#"<?vvc node="0" tables="1️⃣xy"?>"#, badValue("xy", of: "tables", hex)),
        Source(#"<?vvc node="0" tables="00000000000000" 1️⃣int="1"?>"#, unknown("int", "nothing more")),
        Source(
            #"<?vvc node="0" tables="1️⃣01"?>"#,
            .error("instruction.bad-value", "these bytes are not the tables of a node", at: "1️⃣")
        ),
        Source(
            #"<?vvc node="0" 2️⃣key="a" 1️⃣key="b" int="1"?>"#,
            .error(
                "instruction.duplicate-item",
                "'key' is given twice in the instruction",
                at: "1️⃣",
                notes: [.init("'key' first given here", at: "2️⃣")]
            )
        ),
    ]

    static let otherSources = [
        Source(#"<?vvc string="a" 1️⃣ids="5"?>"#, unknown("ids", "'id'")),
        Source(#"<?vvc string="a" id="1️⃣x"?>"#, badValue("x", of: "id", bits)),
        Source(#"<?vvc string="a" id="5" 1️⃣text="b"?>"#, unknown("text", "nothing more")),
        Source(#"<?vvc program="1️⃣x" code="00"?>"#, badValue("x", of: "program", bits)),
        Source(#"<?vvc 1️⃣program="5"?>"#, missing("program", "'code'")),
        Source(#"<?vvc program="5" 1️⃣coda="00"?>"#, unknown("coda", "'code'", "code")),
        Source(#"<?vvc program="5" code="1️⃣0"?>"#, badValue("0", of: "code", hex)),
        Source(#"<?vvc program="5" code="00" 1️⃣id="1"?>"#, unknown("id", "nothing more")),
        Source(#"<?vvc component="1️⃣" id="1000"?>"#, badValue("", of: "component", "the name of an element")),
        Source(#"<?vvc 1️⃣component="Badge"?>"#, missing("component", "'id'")),
        Source(#"<?vvc component="Badge" 1️⃣number="1"?>"#, unknown("number", "'id'")),
        Source(#"<?vvc component="Badge" id="1️⃣65536"?>"#, badValue("65536", of: "id", short)),
        Source(#"<?vvc component="Badge" id="1000" 1️⃣page="1"?>"#, unknown("page", "nothing more")),
    ]

    private static let compile: Analysis = { file in TemplateCompiler().compile(file).diagnostics.ordered }

    @Test(arguments: [
        TemplateCompiler.Options(), .init(embedsDigest: true), .init(embedsSourceMap: true),
        .init(embedsPartNames: true),
    ])
    func bytesOfTheExtraSectionAreKeptOrReported(_ options: TemplateCompiler.Options) throws {
        for (hex, areRecords) in [("00ff", false), ("56565831", true)] {
            let file = SourceFile(path: "Card.xml", text: "<?vvc extra=\"\(hex)\"?><NText/>")
            let compiled = TemplateCompiler(options: options).compile(file)
            let isEmbedded = options.embedsDigest || options.embedsSourceMap
            #expect(
                compiled.diagnostics.ordered.map(\.id) == (isEmbedded && !areRecords ? ["instruction.bad-value"] : [])
            )
            guard let bytes = compiled.bytes else { continue }
            let extra = try Template(decoding: bytes).extra
            #expect(isEmbedded ? extra.records?.count == 1 : extra.bytes == HexText.bytes(hex))
        }
    }

    private static let program = #"<NText onClick="${this.id=1}"/>"#

    @Test(arguments: [("01", "01", true), ("02", "01", true), ("01", "02", false)])
    func aHandlerRunsTheProgramOfItsSource(_ first: String, _ second: String, _ isRight: Bool) {
        let listed = [first, second].map { number in
            "<?vvc program=\"1060009269\" code=\"0501ffffffff029e4e36001b0d0000\(number)00000000\"?>"
        }
        let file = SourceFile(path: "Card.xml", text: listed.joined() + Self.program)
        #expect(
            TemplateCompiler().compile(file).diagnostics.ordered.map(\.id) == (isRight ? [] : ["event.id-collision"])
        )
    }

    /// Clients take the last of two strings with one id.
    @Test(arguments: [
        (#"<?vvc string="title"?><?vvc string="other" id="110371416"?>"#, true),
        (#"<?vvc string="other" id="110371416"?>"#, false),
        (#"<?vvc string="other" id="110371416"?><?vvc string="title"?>"#, false),
    ])
    func aTextIsWhatItsSourceSays(_ listed: String, _ isReported: Bool) throws {
        let file = SourceFile(path: "Card.xml", text: listed + #"<NText text="title"/>"#)
        let compiled = TemplateCompiler().compile(file)
        guard isReported else {
            let template = try Template(decoding: #require(compiled.bytes))
            #expect(template.string(for: StringID(hashing: "title")) == "title")
            return
        }
        let found = try #require(compiled.diagnostics.ordered.first)
        #expect(found.id == "template.id-collision" && found.message.hasPrefix("'title' and 'other' have the same id"))
        #expect(found.range.offsets.lowerBound == listed.utf8.count + #"<NText text=""#.utf8.count)
        #expect(
            found.notes.map(\.range.offsets.lowerBound) == [listed.utf8.count - #"other" id="110371416"?>"#.utf8.count]
        )
    }

    @Test(arguments: headerSources + nodeSources + otherSources)
    func reportsExactly(_ source: Source) {
        expectDiagnostics(source.text + "<VHLayout><NText/></VHLayout>", source.expected, by: Self.compile)
    }

    private func result(_ instructions: String) -> CompiledTemplate {
        TemplateCompiler().compile(SourceFile(path: "Card.xml", text: instructions + "<VHLayout><NText/></VHLayout>"))
    }

    private func template(_ instructions: String) throws -> Template {
        try Template(decoding: #require(result(instructions).bytes))
    }

    @Test(arguments: ["&#+66;", "&#-0;", "&#x+42;", "&#;", "&# 66;"])
    func anAmpersandThatBeginsNoEntityIsOrdinary(_ text: String) {
        #expect(result("<?vvc name=\"A\(text)C\"?>").type == "A\(text)C")
        #expect(result("<?vvc name=\"A&#66;&#x42;C\"?>").type == "ABBC")
    }

    @Test func eachValueIsStoredAsItIsGiven() throws {
        let template = try template(
            #"""
            <?vvc node="1" keyID="-42" int="-5rp"?><?vvc node="1" key="alpha" float="1.5rp"?>
            <?vvc node="1" key="text" text="a&#0;"?><?vvc node="1" key="src" textID="77"?>
            <?vvc node="1" key="onClick" program="9"?><?vvc program="9" code="0aFF"?>
            <?vvc node="1" variable="n" int="3"?><?vvc node="1" variableID="8" float="0.5"?>
            <?vvc node="1" variable="t" text="b"?><?vvc node="1" variable="u" textID="77"?>
            """#
        )
        let node = template.nodes[1]
        let values = Dictionary(uniqueKeysWithValues: node.setters.map { ($0.key, $0.value) })
        #expect(
            values == [
                StringID(rawValue: -42): .int(-5, .rp), StringID(hashing: "alpha"): .float(1.5, .rp),
                StringID(hashing: "text"): .string(StringID(hashing: "a\0")),
                StringID(hashing: "src"): .string(StringID(rawValue: 77)),
                StringID(hashing: "onClick"): .expression(StringID(rawValue: 9)),
            ]
        )
        let variables = Dictionary(uniqueKeysWithValues: node.variables.map { ($0.name, $0.value) })
        #expect(
            variables == [
                StringID(hashing: "n"): .int(3), StringID(rawValue: 8): .float(0.5),
                StringID(hashing: "t"): .string(StringID(hashing: "b")),
                StringID(hashing: "u"): .string(StringID(rawValue: 77)),
            ]
        )
        #expect(template.string(for: StringID(hashing: "a\0")) == "a\0")
    }

    @Test(arguments: [
        ("#7fc00001", 0x7FC0_0001), ("#FF800001", 0xFF80_0001), ("#00000000", 0), ("#80000000", 0x8000_0000),
        ("0.1", 0x3DCC_CCCD), ("-0", 0x8000_0000), ("inf", 0x7F80_0000), ("-inf", 0xFF80_0000), ("1e-45", 1),
        ("nan", 0x7FC0_0000), ("-nan", 0xFFC0_0000), ("nan(0x1)", 0x7FC0_0001), ("-nan(0x3fffff)", 0xFFFF_FFFF),
    ])
    func aDecimalNumberMayBeGivenByItsBits(_ text: String, _ bits: UInt32) throws {
        for unit in ["", "rp"] {
            let template = try template("<?vvc node=\"1\" key=\"alpha\" float=\"\(text)\(unit)\"?>")
            guard case .float(let number, let found)? = Array(template.nodes[1].setters).first?.value else {
                Issue.record("\(text) is no decimal number")
                continue
            }
            #expect(number.bitPattern == bits)
            #expect(found == (unit.isEmpty ? .none : .rp))
        }
    }

    @Test(arguments: [
        0x7F80_0001, 0x7FBF_FFFF, 0x7FC0_0000, 0x7FFF_FFFF, 0xFF80_0001, 0xFFC0_0000, 0xFFFF_FFFF, 0x8000_0000, 1,
        0x0080_0000, 0x7F7F_FFFF, 0x6258_D727, 0x4B80_0000, 0xFF80_0000,
    ])
    func everyDecimalNumberComesBackFromItsSource(_ bits: UInt32) throws {
        var builder = TemplateBuilder(type: "Card")
        try builder.openNode(component: 1)
        for name in ["alpha", "textSize", "minWidth", "other"] {
            try builder.set(.float(Float(bitPattern: bits), .none), for: builder.intern(name))
        }
        try builder.add(UserVariable(name: builder.intern("v"), value: .float(Float(bitPattern: bits))))
        try builder.closeNode()
        let bytes = try builder.encoded()
        let output = try #require(Decompiler(Template(decoding: bytes)).run())
        let file = SourceFile(path: "Card.xml", text: output.source)
        #expect(TemplateCompiler().compile(file).bytes == bytes, "\(output.source)")
        #expect(!output.source.contains("tables="))
    }

    private func errors(_ instructions: String) -> [String] {
        result(instructions).diagnostics.ordered.filter { $0.severity == .error }.map { "\($0.id): \($0.message)" }
    }

    @Test(arguments: ["keyID", "variableID"]) func reportsMoreThanATableHolds(_ key: String) {
        func many(_ count: Int) -> String {
            (0..<count).map { "<?vvc node=\"0\" \(key)=\"\($0)\" int=\"1\"?>" }.joined()
        }
        #expect(errors(many(255)) == [])
        #expect(errors(many(258)).map { $0.prefix { $0 != ":" } } == ["template.too-many-properties"])
    }

    @Test func reportsWhatTheTargetDoesNotRead() {
        func errors(_ instructions: String) -> [String] {
            let compiler = TemplateCompiler(options: .init(client: .android))
            let file = SourceFile(path: "A.xml", text: instructions + "<FrameLayout/>")
            return compiler.compile(file).diagnostics.ordered.map { "\($0.severity) \($0.id)" }
        }
        let limit = "error template.client-limit"
        let many = (0..<200).map { "<?vvc node=\"0\" key=\"zq\($0)\" int=\"1\"?>" }
        #expect(errors(many.prefix(100).joined()) == [] && errors(many.joined()) == [limit])
        #expect(errors("<?vvc string=\"\(String(repeating: "s", count: 40_000))\"?>") == [limit])
        #expect(errors("<?vvc program=\"5\" code=\"\(String(repeating: "00", count: 40_000))\"?>") == [limit])
    }

    @Test func reportsMoreThanTheHeaderHolds() {
        func dependencies(_ count: Int) -> String {
            "<?vvc dependencies=\"\(Array(repeating: "7", count: count).joined(separator: " "))\"?>"
        }
        #expect(errors(dependencies(65_535)) == [])
        #expect(errors(dependencies(65_536)) == ["template.too-large: 65535 dependencies are the most"])
    }

    @Test func reportsTextsAndCodeThatAreTooLong() {
        func text(_ count: Int) -> String { "<?vvc string=\"\(String(repeating: "s", count: count))\"?>" }
        func code(_ count: Int) -> String {
            "<?vvc program=\"5\" code=\"\(String(repeating: "00", count: count))\"?>"
        }
        #expect(errors(text(65_535)) == [] && errors(code(65_535)) == [])
        #expect(errors(text(65_536)).map { $0.hasSuffix("expected at most 65535 bytes") } == [true])
        #expect(errors(code(65_536)).map { $0.hasSuffix("two for each of at most 65535 bytes") } == [true])
    }

    @Test(arguments: [
        #"<?vvc node="0" key="Aa" int="1"?><?vvc node="1" key="BB" int="1"?>"#,
        #"<?vvc node="0" key="Aa" int="1"?><?vvc node="1" variable="BB" int="1"?>"#,
        #"<?vvc node="0" key="a" text="Aa"?><?vvc node="1" key="b" text="BB"?>"#,
        #"<?vvc node="0" variable="a" text="Aa"?><?vvc node="1" variable="b" text="BB"?>"#,
    ])
    func reportsTextsWithOneID(_ instructions: String) {
        #expect(errors(instructions).map { $0.prefix { $0 != ":" } } == ["template.id-collision"])
    }

    /// Wherever an instruction ends, what is cut is one item, and nothing is written.
    @Test func aCutInstructionIsOneReport() {
        let whole = #"name="Card" version = "3""#
        for length in 1..<whole.count {
            let text = String(whole.prefix(length))
            let complete = [11, 12].contains(length)
            let compiled = TemplateCompiler().compile(SourceFile(path: "A.xml", text: "<?vvc \(text)?><NText/>"))
            let ids = compiled.diagnostics.ordered.map(\.id)
            #expect(ids == (complete ? [] : ["instruction.malformed"]), "\(text)")
            #expect((compiled.bytes != nil) == complete, "\(text)")
        }
    }
}
