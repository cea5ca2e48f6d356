import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// `Docs/Diagnostics.md` has every id, and its examples give exactly the diagnostic that they stand for.
@Suite struct DiagnosticsDocumentTests {
    /// An id with what the page says about it.
    struct Entry: CustomTestStringConvertible, Sendable {
        let id: String
        let text: String
        let example: MarkdownDocument.Block?

        var testDescription: String { id }
    }

    static let entries: [Entry] = {
        guard let page = try? MarkdownDocument("Docs/Diagnostics.md") else { return [] }
        return page.sections.filter { $0.level == 3 }.map { section in
            Entry(
                id: section.title,
                text: section.lines.joined(separator: " ").trimmingCharacters(in: .whitespaces),
                example: page.blocks.first { $0.headings.last == section.title }
            )
        }
    }()

    /// The ids that the page explains, with their severities.
    static let catalogue: [String: MessageSeverity] = {
        var all: [String: MessageSeverity] = [:]
        func add<ID: MessageID>(_: ID.Type) {
            for id in ID.allCases { all[id.rawValue] = id.severity }
        }
        add(BreakingMessageID.self)
        add(CommonMessageID.self)
        add(ComponentsMessageID.self)
        add(ConfigurationMessageID.self)
        add(InstructionMessageID.self)
        add(JSONMessageID.self)
        add(LintMessageID.self)
        add(ListMessageID.self)
        add(ProjectMessageID.self)
        add(PropertiesMessageID.self)
        add(TemplateMessageID.self)
        add(ValueMessageID.self)
        add(XMLMessageID.self)
        return all
    }()

    /// How an entry begins.
    static func opening(of severity: MessageSeverity) -> String {
        switch severity {
        case .error: "Error. "
        case .errorUnlessLenient: "Error; a warning with `--lenient`. "
        case .warning: "Warning. "
        case .warningOrError: "Warning; an error "
        }
    }

    @Test func pageHasExactlyTheIDsOfTheCatalogue() {
        // Those of files belong to the commands.
        #expect(Self.entries.map(\.id).filter { !$0.hasPrefix("file.") } == Self.catalogue.keys.sorted())
    }

    @Test func catalogueHasEveryIDThatTheSourcesDefine() throws {
        let sources = Fixtures.packageRoot.appendingPathComponent("Sources/VirtualViewCompiler")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        var defined: Set<String> = []
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            guard text.contains("MessageID: String, MessageID {") else { continue }
            for match in text.matches(of: /\n    case \w+ = "([a-z]+\.[^"]+)"/) { defined.insert(String(match.1)) }
        }
        let explainedElsewhere = Set(EventMessageID.allCases.map(\.rawValue))
        #expect(defined == explainedElsewhere.union(Self.catalogue.keys))
    }

    @Test(arguments: entries.filter { !$0.id.hasPrefix("file.") })
    func entrySaysItsSeverityAndFix(_ entry: Entry) throws {
        #expect(entry.text.hasPrefix(Self.opening(of: try #require(Self.catalogue[entry.id]))))
        #expect(entry.text.contains("*Fix:* "))
    }

    @Test func onlyTheseHaveNoExample() {
        #expect(
            Self.entries.filter { $0.example == nil }.map(\.id) == [
                "diagnostics.limit", "file.cannot-load", "file.cannot-read", "file.cannot-write",
                "file.manifest-conflict",
                "file.same-output", "file.same-type", "json.invalid-utf8", "json.too-deep", "list.missing-source",
                "project.missing-picture", "project.unknown-slot", "properties.invalid-utf8",
                "template.id-collision-between-templates",
                "template.name-too-long", "template.string-too-long", "template.too-large",
                "template.too-many-properties", "xml.control-character", "xml.file-too-large", "xml.invalid-utf8",
                "xml.nul-character", "xml.unsupported-encoding",
            ]
        )
    }

    /// The entries with an example of one source; the commands' tests try the others.
    private static let withExample = entries.filter { entry in
        entry.example != nil && !entry.id.hasPrefix("breaking.") && !LintExamples.ofRuntime.contains(entry.id)
    }

    @Test(arguments: withExample)
    func exampleGivesItsDiagnosticAlone(_ entry: Entry) throws {
        let example = try #require(entry.example)
        let severity = try #require(Self.catalogue[entry.id])
        let found = diagnostics(of: example, isLenient: false)
        #expect(found.map(\.id) == [entry.id])
        let isError = severity == .error || severity == .errorUnlessLenient
        #expect(found.map(\.severity) == [isError ? .error : .warning])
        guard severity == .errorUnlessLenient else { return }
        let lenient = diagnostics(of: example, isLenient: true)
        #expect(lenient.map(\.id) == [entry.id])
        #expect(lenient.map(\.severity) == [.warning])
    }

    private func diagnostics(of example: MarkdownDocument.Block, isLenient: Bool) -> [Diagnostic] {
        if let id = example.headings.last, id.hasPrefix("lint.") { return LintExamples.diagnostics(of: example) }
        let file = SourceFile(path: "example", text: example.text)
        switch example.language {
        case "xml":
            var options = TemplateCompiler.Options(isLenient: isLenient)
            if let client = example.options.last.flatMap({ Client(rawValue: $0) }) { options.client = client }
            return TemplateCompiler(options: options).compile(file).diagnostics.ordered
        case "properties" where example.options == ["list"]:
            return TemplateList.read(file, isLenient: isLenient).diagnostics
        case "properties":
            return Configuration().applying(file).diagnostics
        case "json" where example.options == ["project"]:
            return ProjectFile.read(file).diagnostics
        case "json":
            return ComponentsReader.read(file).diagnostics
        default:
            Issue.record("an example in '\(example.language)'")
            return []
        }
    }
}

// MARK: - Output

extension DiagnosticsDocumentTests {
    @Test func outputAtTheTopIsTheRealOne() throws {
        let file = SourceFile(path: "Card.xml", text: #"<NText layoutWidht="120rp"/>"#)
        let found = TemplateCompiler().compile(file).diagnostics.ordered
        let blocks = try MarkdownDocument("Docs/Diagnostics.md").blocks.filter { $0.language == "text" }
        for (block, style) in zip(blocks, [DiagnosticFormatter.Style.text(color: false), .json]) {
            var formatter = DiagnosticFormatter(style: style)
            #expect(formatter.format(found) == block.text + "\n")
        }
        #expect(blocks.count == 2)
    }
}

// MARK: - Messages

extension DiagnosticsDocumentTests {
    @Test(arguments: withExample)
    func messageIsOneLineInTheHouseStyle(_ entry: Entry) throws {
        for diagnostic in diagnostics(of: try #require(entry.example), isLenient: false) {
            let texts = [diagnostic.message] + diagnostic.notes.map(\.message) + diagnostic.fixIts.map(\.message)
            for text in texts {
                #expect(!text.contains("\n") && !text.hasSuffix(".") && !text.hasSuffix(" "), "\(text)")
                let first = try #require(text.unicodeScalars.first)
                let startsWithName = text.hasPrefix("CDATA ") || text.hasPrefix("DOCTYPE ") || text.hasPrefix("NUL ")
                #expect(!first.properties.isUppercase || startsWithName, "\(text)")
            }
        }
    }
}
