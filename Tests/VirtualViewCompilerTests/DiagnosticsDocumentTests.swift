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
        var isErrorUnlessLenient: Bool { text.hasPrefix("Error; a warning with `--lenient`. ") }
        var severity: Diagnostic.Severity? {
            if text.hasPrefix("Error. ") || isErrorUnlessLenient { return .error }
            return text.hasPrefix("Warning. ") || text.hasPrefix("Warning; an error with a `--target`") ? .warning : nil
        }
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

    /// The ids of all catalogues.
    static let catalogue =
        CommonDiagnosticID.allCases.map(\.rawValue) + FileDiagnosticID.allCases.map(\.rawValue)
        + XMLDiagnosticID.allCases.map(\.rawValue) + TemplateDiagnosticID.allCases.map(\.rawValue)
        + InstructionDiagnosticID.allCases.map(\.rawValue) + ValueMessage.allIDs + ConfigurationMessage.allIDs
        + PropertiesMessage.allIDs + JSONMessage.allIDs + ComponentsMessage.allIDs
        + ListMessage.allIDs + LintMessage.allIDs

    @Test func pageHasExactlyTheIDsOfTheCatalogues() {
        #expect(Self.entries.map(\.id) == Self.catalogue.sorted())
        #expect(Set(Self.catalogue).count == Self.catalogue.count)
    }

    @Test func cataloguesHaveEveryIDThatTheSourcesName() throws {
        let folder = Fixtures.packageRoot.appendingPathComponent("Sources/VirtualViewCompiler/Messages")
        let areas = Set(Self.catalogue.compactMap { $0.split(separator: ".").first.map(String.init) })
        var named: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\"")
            for part in parts where part.wholeMatch(of: /[a-z]+\.[a-z0-9-]+/) != nil {
                if let area = part.split(separator: ".").first, areas.contains(String(area)) { named.insert(part) }
            }
        }
        #expect(named == Set(Self.catalogue))
    }

    @Test func everyEntrySaysItsSeverityAndFix() {
        for entry in Self.entries {
            #expect(entry.text.contains("*Fix:* "), "\(entry.id)")
            let isSpecial = ["diagnostics.limit", "template.id-collision-between-templates"].contains(entry.id)
            #expect(isSpecial || entry.severity != nil, "\(entry.id)")
        }
    }

    @Test func onlyTheseHaveNoExample() {
        #expect(
            Self.entries.filter { $0.example == nil }.map(\.id) == [
                "diagnostics.limit", "file.cannot-load", "file.cannot-read", "file.cannot-write",
                "file.manifest-conflict",
                "file.same-output", "json.invalid-utf8", "json.too-deep", "list.missing-source",
                "properties.invalid-utf8", "template.id-collision-between-templates",
                "template.name-too-long", "template.string-too-long", "template.too-large",
                "template.too-many-properties", "xml.control-character", "xml.file-too-large", "xml.invalid-utf8",
                "xml.nul-character", "xml.unsupported-encoding",
            ]
        )
    }

    @Test(arguments: entries.filter { $0.example != nil })
    func exampleGivesItsDiagnosticAlone(_ entry: Entry) throws {
        let example = try #require(entry.example)
        let found = diagnostics(of: example, isLenient: false)
        #expect(found.map(\.id) == [entry.id])
        #expect(found.map(\.severity) == [entry.severity])
        guard entry.isErrorUnlessLenient else { return }
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
            if let target = example.options.last.flatMap({ Client(rawValue: $0) }) { options.target = target }
            return TemplateCompiler(options: options).compile(file).diagnostics.ordered
        case "properties" where example.options == ["list"]:
            return TemplateList.read(file, isLenient: isLenient).diagnostics
        case "properties":
            return Configuration().applying(file).diagnostics
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
    @Test(arguments: entries.filter { $0.example != nil })
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
