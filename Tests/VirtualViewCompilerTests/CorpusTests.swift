import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// Compares every template of the corpus with the file that the reference compiler made of it.
@Suite struct CorpusTests {
    /// The templates whose event programs the reference stores in the order of an identity hash, and equal ones twice.
    private static let unordered = CompileCorpus.cases(in: "multi-expr")

    private static let ordered = CompileCorpus.all.filter { $0.folder != "multi-expr" }

    /// The templates that need `--lenient`, because we refuse what the reference compiler lets pass.
    private static let lenient: Set<String> = ["xml_dup_attr", "xml_dup_tables", "val_bool", "override"]

    private func compiler(for item: CorpusCase, isLenient: Bool) throws -> TemplateCompiler {
        let file = SourceFile(path: "config.properties", bytes: try Fixtures.bytes("Compile/config.properties"))
        let (configuration, problems) = Configuration().applying(file)
        #expect(problems.isEmpty)
        return TemplateCompiler(
            configuration: configuration,
            options: .init(client: item.folder == "source-profile" ? .tools : .swift, isLenient: isLenient)
        )
    }

    private func compile(_ item: CorpusCase, isLenient: Bool) throws -> CompiledTemplate {
        let file = SourceFile(path: "\(item.name).xml", bytes: try item.source)
        return try compiler(for: item, isLenient: isLenient).compile(file, name: item.type, version: item.version)
    }

    @Test func corpusHasTheExpectedCounts() {
        #expect(Self.ordered.count { $0.folder == "open" } == 116)
        #expect(Self.ordered.count { $0.name.hasPrefix("expr_") } == 26)
        #expect(Self.ordered.count == 116 + 11 + 2)
        #expect(Self.unordered.count == 6)
    }

    @Test(arguments: ordered)
    func bytesAreThoseOfTheReferenceCompiler(_ item: CorpusCase) throws {
        let result = try compile(item, isLenient: Self.lenient.contains(item.name))
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics.ordered)")
        #expect(result.bytes == (try item.expected))
    }

    @Test(arguments: CompileCorpus.all.filter { lenient.contains($0.name) })
    func whatTheReferenceLetsPassIsAnErrorUnlessLenient(_ item: CorpusCase) throws {
        let result = try compile(item, isLenient: false)
        #expect(result.bytes == nil && result.diagnostics.hasErrors)
    }

    @Test(arguments: ["p_click", "p_own", "p_padding", "p_page", "p_total"])
    func configurationAloneGivesTheBytesOfTheReferenceCompiler(_ name: String) throws {
        let folder = "Compile/partial-config"
        let file = SourceFile(path: "config.properties", bytes: try Fixtures.bytes("\(folder)/config.properties"))
        let nothing = Configuration(schema: LanguageSchema(components: [], properties: []))
        let (configuration, problems) = nothing.applying(file)
        #expect(problems.isEmpty)
        let source = SourceFile(path: "\(name).xml", bytes: try Fixtures.bytes("\(folder)/\(name).xml"))
        let expected = try Fixtures.bytes("\(folder)/\(name).out")
        let result = TemplateCompiler(configuration: configuration).compile(source, name: name, version: 1)
        #expect(result.bytes == expected, "\(result.diagnostics.ordered)")
        // Added to the language, the file gives other bytes, save where it types all that a source uses.
        let added = TemplateCompiler(configuration: Configuration().applying(file).configuration)
        #expect((added.compile(source, name: name, version: 1).bytes == expected) == (name == "p_own"))
    }

    @Test(arguments: unordered)
    func programsAreThoseOfTheReferenceCompilerInAnyOrder(_ item: CorpusCase) throws {
        let result = try compile(item, isLenient: Self.lenient.contains(item.name))
        let bytes = try #require(result.bytes, "\(result.diagnostics.ordered)")
        let ours = try Template(decoding: bytes)
        let theirs = try Template(decoding: item.expected)
        #expect(Set(ours.expressions) == Set(theirs.expressions))
        #expect(ours.expressions.count == Set(theirs.expressions).count)
        #expect(try withoutPrograms(ours) == withoutPrograms(theirs))
    }

    /// The file without the table of programs and the two fields of the header that depend on its size.
    private func withoutPrograms(_ template: Template) throws -> [UInt8] {
        let sections = template.sections
        var bytes = template.bytes
        bytes.replaceSubrange(31..<39, with: [UInt8](repeating: 0, count: 8))
        bytes.removeSubrange(sections.expressions)
        return bytes
    }
}
