import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// Compares every template of the corpus with the file that the reference compiler made of it.
@Suite struct CorpusTests {
    /// The templates whose handlers are event programs.
    private static func hasPrograms(_ item: CorpusCase) -> Bool {
        item.name.hasPrefix("expr_") || item.folder == "multi-expr"
    }

    private static let plain = CompileCorpus.all.filter { !hasPrograms($0) }

    /// The templates that need `--lenient`, because we refuse what the reference compiler lets pass.
    private static let lenient: Set<String> = ["xml_dup_attr", "xml_dup_tables", "val_bool"]

    private func compiler(for item: CorpusCase, isLenient: Bool) throws -> TemplateCompiler {
        let file = SourceFile(path: "config.properties", bytes: try Fixtures.bytes("Compile/config.properties"))
        let (configuration, problems) = Configuration().applying(file)
        #expect(problems.isEmpty)
        return TemplateCompiler(
            configuration: configuration,
            options: .init(target: item.folder == "source-profile" ? .tools : .swift, isLenient: isLenient)
        )
    }

    private func compile(_ item: CorpusCase, isLenient: Bool) throws -> CompiledTemplate {
        let file = SourceFile(path: "\(item.name).xml", bytes: try item.source)
        return try compiler(for: item, isLenient: isLenient).compile(file, name: item.type, version: item.version)
    }

    @Test func corpusHasTheExpectedCounts() {
        #expect(Self.plain.count { $0.folder == "open" } == 90)
        #expect(Self.plain.count == 90 + 11 + 2)
    }

    @Test(arguments: plain)
    func bytesAreThoseOfTheReferenceCompiler(_ item: CorpusCase) throws {
        let result = try compile(item, isLenient: Self.lenient.contains(item.name))
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics.ordered)")
        #expect(result.bytes == (try item.expected))
    }

    @Test(arguments: plain.filter { lenient.contains($0.name) })
    func whatTheReferenceLetsPassIsAnErrorUnlessLenient(_ item: CorpusCase) throws {
        let result = try compile(item, isLenient: false)
        #expect(result.bytes == nil && result.diagnostics.hasErrors)
    }

    @Test(arguments: CompileCorpus.all.filter(hasPrograms))
    func eventProgramsAreRefusedWithTheirPlace(_ item: CorpusCase) throws {
        let result = try compile(item, isLenient: true)
        #expect(result.bytes == nil)
        let errors = result.diagnostics.ordered.filter { $0.severity == .error }
        #expect(!errors.isEmpty && errors.allSatisfy { $0.id == "value.event-program" })
    }
}
