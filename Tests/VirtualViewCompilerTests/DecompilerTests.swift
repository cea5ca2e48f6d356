import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// Decompiling a file and compiling the result gives the file.
@Suite struct DecompilerTests {
    /// What the sources of some files need beside a name and a version.
    ///
    /// - `node`: a value that the kind of its attribute in the built-in language does not give, a handler, one attribute
    ///   in two tables; for `treeify_real` the tables as a whole.
    /// - `program`: the bytecode of a handler, whose text no file has. `string`: the texts that it uses, which stand
    ///   among the others in the order of their use.
    /// - `target`: the list of 160 built-in strings.
    private static func instructions(for item: CorpusCase) -> [String] {
        if item.name.hasPrefix("expr_this") { return ["node", "program"] }
        if item.name.hasPrefix("expr_") || item.folder == "multi-expr" { return ["node", "program", "string"] }
        let name = "\(item.folder)/\(item.name)"
        if let known = special[name] { return known }
        return item.folder == "source-profile" ? ["target"] : []
    }

    private static let special: [String: [String]] = [
        "edge-order/treeify_real": ["node", "string"], "open/xml_dup_attr": ["string"],
        "source-profile/comp_mix_02": ["node", "target"], "open/comp_0009_nimage": ["node"],
        "open/comp_0010_vimage": ["node"], "open/comp_0016_page": ["node"], "open/comp_0017_grid": ["node"],
        "open/comp_0018_vh": ["node"], "open/comp_0019_slider": ["node"], "open/val_flag_b": ["node"],
        "open/val_textstyle_b": ["node"], "open/xml_dup_tables": ["node"], "open/uservar_shadow": ["node"],
        "open/scoped": ["node"],
    ]

    @discardableResult
    private func expectIdentical(
        _ bytes: [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Decompiler.Output {
        let template = try Template(decoding: bytes)
        let output = try #require(Decompiler(template).run(), sourceLocation: sourceLocation)
        let result = TemplateCompiler().compile(SourceFile(path: "again.xml", text: output.source))
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics.ordered)", sourceLocation: sourceLocation)
        #expect(result.bytes == bytes, sourceLocation: sourceLocation)
        return output
    }

    private func output(of source: String) throws -> Decompiler.Output {
        let compiled = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: source))
        return try expectIdentical(try #require(compiled.bytes, "\(compiled.diagnostics.ordered)"))
    }

    @Test(arguments: CompileCorpus.all)
    func corpusComesBackToTheByte(_ item: CorpusCase) throws {
        let output = try expectIdentical(item.expected)
        #expect(output.instructions == Self.instructions(for: item))
    }

    /// The samples with handlers: the text of a program is not in its file.
    private static let samplesWithPrograms: Set = ["FaqRow.xml", "LikeButton.xml", "TabPanel.xml"]

    @Test(arguments: Fixtures.templateNames)
    func samplesNeedNothingButNameVersionAndPrograms(_ name: String) throws {
        let url = Fixtures.packageRoot.appendingPathComponent("Templates/\(name)")
        let result = TemplateCompiler().compile(SourceFile(path: name, bytes: [UInt8](try Data(contentsOf: url))))
        let output = try expectIdentical(try #require(result.bytes))
        let expected = Self.samplesWithPrograms.contains(name) ? ["node", "program", "string"] : []
        #expect(output.instructions == expected, "\(output.source)")
    }

    // MARK: - What sources say

    @Test func numbersBecomeWords() throws {
        let source = """
            <?xml version="1.0" encoding="utf-8"?>
            <?vvc name="Card" version="1"?>
            <VHLayout orientation="V" layoutHeight="wrap_content" layoutWidth="match_parent" flag="flag_clickable" tone="calm">
                <NText visibility="gone" ellipsize="middle" textStyle="bold|strike" layoutGravity="right|v_center"
            """
        let output = try output(
            of: """
                <VHLayout orientation="V" layoutHeight="wrap_content" layoutWidth="-1" flag="flag_clickable" tone="calm">
                    <VGraph type="rect"/>
                    <NText visibility="2" ellipsize="middle" textStyle="bold|strike" layoutGravity="right|v_center"
                        textSize="12.5rp" lines="3" textColor="#80FF0000" background="black" text="a &lt; b &#10;"
                        var_int_count="3" var_string_kind="x" var_float_ratio="0.5"/>
                </VHLayout>
                """
        )
        for word in [
            "layoutWidth=\"match_parent\"", "visibility=\"gone\"", "textStyle=\"bold|strike\"", "textSize=\"12.5rp\"",
            "textColor=\"#80FF0000\"", "background=\"#000000\"", "text=\"a &lt; b &#10;\"", "var_int_count=\"3\"",
            "var_string_kind=\"x\"", "var_float_ratio=\"0.5\"", "tone=\"calm\"", "layoutGravity=\"right|v_center\"",
            "type=\"rect\"",
        ] {
            #expect(output.source.contains(word), "\(word) in\n\(output.source)")
        }
        #expect(output.instructions.isEmpty && output.source.hasPrefix(source.prefix(70)))
    }

    /// Texts are stored in the order of the attributes that use them first.
    @Test(arguments: ["var_int_fresh=\"1\" padding=\"5rp\"", "padding=\"5rp\" var_int_fresh=\"1\""])
    func variablesStayBeforeOrBehindOtherAttributes(_ attributes: String) throws {
        let output = try output(of: "<VHLayout \(attributes)/>")
        #expect(output.instructions.isEmpty && output.source.contains(attributes), "\(output.source)")
    }

    @Test func unknownKeysAndComponentsAreInInstructions() throws {
        var builder = TemplateBuilder(type: "A \"B\" & <C>?>\n", version: FormatVersion(minor: 3, patch: 9))
        builder.pageID = 7
        builder.dependencies = [1, 65_535]
        try builder.openNode(component: 2000)
        try builder.set(.int(5, .rp), for: StringID(rawValue: -42))
        try builder.set(.int(1, .none), for: builder.intern("custom"))
        try builder.set(.string(StringID(rawValue: 77)), for: builder.intern("text"))
        try builder.set(.string(builder.intern("a\u{0}b\u{1}")), for: builder.intern("src"))
        try builder.set(.float(Float(bitPattern: 0x7FC0_0001), .none), for: builder.intern("alpha"))
        try builder.set(.float(-0.0, .rp), for: builder.intern("textSize"))
        try builder.set(.float(.infinity, .none), for: builder.intern("ratio"))
        try builder.set(.int(3, .none), for: builder.intern("not a name"))
        try builder.add(UserVariable(name: builder.intern("with_line"), value: .float(.nan)))
        try builder.add(UserVariable(name: StringID(rawValue: 8), value: .string(StringID(rawValue: 9))))
        try builder.closeNode()
        let output = try expectIdentical(try builder.encoded())
        #expect(output.instructions == ["component", "dependencies", "format", "node", "page", "string"])
        for item in [
            "name=\"A &quot;B&quot; &amp; <C&gt;?&gt;&#10;\" version=\"9\" format=\"1.3\" page=\"7\" dependencies=\"1 65535\"",
            "<?vvc component=\"Component2000\" id=\"2000\"?>", "<?vvc node=\"0\" keyID=\"-42\" int=\"5rp\"?>",
            "<?vvc node=\"0\" key=\"text\" textID=\"77\"?>", "<?vvc node=\"0\" key=\"src\" text=\"a&#0;b&#1;\"?>",
            "<?vvc node=\"0\" key=\"alpha\" float=\"nan(0x1)\"?>", "key=\"not a name\" int=\"3\"",
            "<?vvc node=\"0\" variableID=\"8\" textID=\"9\"?>", "variable=\"with_line\" float=\"nan\"",
        ] {
            #expect(output.source.contains(item), "\(item) in\n\(output.source)")
        }
    }

    @Test func sectionsAndExtrasComeBack() throws {
        var builder = TemplateBuilder(type: "Card")
        try builder.openNode(component: 7)
        try builder.closeNode()
        builder.extra = ExtraSection(bytes: [1, 2, 255])
        #expect(try expectIdentical(try builder.encoded()).instructions == ["extra"])
        builder.setSectionOrder([.strings, .extra, .code, .expressions])
        #expect(try expectIdentical(try builder.encoded()).instructions == ["extra", "sections"])
        builder.extra = ExtraSection(records: [.init(tag: "NOTE", payload: [9])])
        builder.setSectionOrder([])
        builder.embedsDigest = true
        #expect(try expectIdentical(try builder.encoded()).instructions.contains("embed"))
    }

    @Test func stringsThatNobodyUsesComeBack() throws {
        var builder = TemplateBuilder(type: "Card")
        _ = try builder.intern("unused")
        try builder.openNode(component: 7)
        try builder.set(.string(builder.intern("used")), for: builder.intern("text"))
        try builder.closeNode()
        _ = try builder.intern("also unused")
        builder.prependStrings(verbatim: [(StringID(rawValue: 5), "other"), (StringID(rawValue: 5), "other")])
        let output = try expectIdentical(try builder.encoded())
        #expect(output.instructions == ["string"] && output.source.contains("<?vvc string=\"other\" id=\"5\"?>"))
    }

    @Test func repeatedKeysAreGivenByBytes() throws {
        var builder = TemplateBuilder(type: "Card")
        try builder.openNode(component: 1010)
        let entry: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 1]
        let isTables = builder.setTables(verbatim: [2] + entry + entry + [0, 0, 0, 0, 0, 0])
        #expect(isTables)
        try builder.closeNode()
        let output = try expectIdentical(try builder.encoded())
        #expect(output.instructions.contains("node") && output.source.contains(" tables=\"02"))
    }

    @Test func templateWithoutANameHasNoSource() throws {
        var builder = TemplateBuilder(type: "")
        try builder.openNode(component: 7)
        try builder.closeNode()
        #expect(Decompiler(try Template(decoding: builder.encoded())).run() == nil)
    }

    /// The file has the block's name, because a text is the same, but not the block.
    @Test func aNamedBlockIsAllThatIsGivenByBytes() throws {
        var options = TemplateCompiler.Options()
        var diagnostics = DiagnosticList()
        let blocks = SourceFile(path: "blocks.txt", text: "block openCard{this.id=1}")
        options.blocks.read(blocks, isLenient: false, into: &diagnostics)
        let source = SourceFile(path: "Card.xml", text: #"<NText text="openCard" onClick="openCard"/>"#)
        let compiled = TemplateCompiler(options: options).compile(source)
        let output = try expectIdentical(try #require(compiled.bytes, "\(compiled.diagnostics.ordered)"))
        #expect(output.instructions == ["node", "program"], "\(output.source)")
    }

    /// As the reference compiler stores them.
    @Test(arguments: [#"maxWidth="abc""#, #"accessibilityHidden="abc""#])
    func aTextThatNoSourceMayHaveIsAllThatIsInAnInstruction(_ attribute: String) throws {
        let source =
            #"<VHLayout layoutWidth="9" layoutHeight="9"><NText text="a" \#(attribute)/><NText text="b"/></VHLayout>"#
        let compiler = TemplateCompiler(options: .init(isLenient: true))
        let compiled = compiler.compile(SourceFile(path: "Card.xml", text: source))
        let output = try expectIdentical(try #require(compiled.bytes, "\(compiled.diagnostics.ordered)"))
        #expect(output.instructions == ["node"] && !output.source.contains("tables"), "\(output.source)")
        #expect(output.source.contains(#"text="a""#) && output.source.contains(#"text="abc""#))
    }

    @Test func aProgramBesideSuchATextStaysOne() throws {
        func instructions(_ attributes: String) throws -> [String] {
            let compiler = TemplateCompiler(options: .init(isLenient: true))
            let source = #"<NText text="a" \#(attributes)/>"#
            let compiled = compiler.compile(SourceFile(path: "Card.xml", text: source))
            return try expectIdentical(try #require(compiled.bytes, "\(compiled.diagnostics.ordered)")).instructions
        }
        let program = try instructions(#"onClick="${data.x = 1}""#)
        let both = try instructions(#"maxWidth="abc" onClick="${data.x = 1}""#)
        #expect(Set(both) == Set(program + ["node"]))
    }

    @Test func handlersAreExplainedInComments() throws {
        let bytes = try Fixtures.bytes("Compile/open/expr_assign.out")
        #expect(try expectIdentical(bytes).source.contains("00: r0 = SET state.open, 1 -->"))
    }

    /// Damages files, and expects that whatever still is a file comes back.
    @Test func damagedFilesComeBack() throws {
        print("seed \(RandomTests.seed)")
        var random = SeededGenerator(seed: RandomTests.seed)
        var tried = 0
        for _ in 0..<RandomTests.count(1_500) {
            let item = try #require(CompileCorpus.all.randomElement(using: &random))
            var bytes = try item.expected
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let offset = Int.random(in: 47..<bytes.count, using: &random)
                bytes[offset] =
                    Bool.random(using: &random) ? UInt8.random(in: 0...9, using: &random) : bytes[offset] ^ 32
            }
            guard let template = try? Template(decoding: bytes), !template.type.isEmpty else { continue }
            tried += 1
            try expectIdentical(bytes)
        }
        #expect(tried > 20 || RandomTests.count(1_500) < 500)
    }
}
