import Foundation
import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewTestSupport

/// What the README shows is what happens.
@Suite struct ReadmeTests {
    private let blocks: [(language: String, text: String)]

    init() throws {
        let readme = try String(contentsOf: Fixtures.packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
        let parts = readme.components(separatedBy: "```")
        blocks = stride(from: 1, to: parts.count, by: 2).map { index in
            let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(lines[0]), String(lines.last ?? ""))
        }
    }

    private func block(_ language: String, containing text: String) throws -> String {
        try #require(blocks.first { $0.language == language && $0.text.contains(text) }?.text)
    }

    @Test func templateIsTheOneInTheFolder() throws {
        let file = Fixtures.packageRoot.appendingPathComponent("Templates/TagItem.xml")
        #expect(try block("xml", containing: "<NText") == String(contentsOf: file, encoding: .utf8))
    }

    @Test func dumpIsTheRealOne() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme \(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = Fixtures.packageRoot.appendingPathComponent("Templates/TagItem.xml").path
        var output = ""
        let terminal = Terminal(
            out: { bytes in
                output += String(decoding: bytes, as: UTF8.self)
                return true
            },
            error: { bytes in Issue.record("\(String(decoding: bytes, as: UTF8.self))") }
        )
        #expect(VVC.run(["compile", source, "-o", folder.path], terminal: terminal) == .success)
        #expect(VVC.run(["dump", folder.appendingPathComponent("TagItem.out").path], terminal: terminal) == .success)
        #expect(try block("text", containing: "TagItem 1.0.1") == output)
    }

    @Test func mistakeIsShownAsPrinted() throws {
        let source = "<VHLayout>\n  <NText text=\"Hi\" textColor=\"gren\"/>\n</VHLayout>\n"
        let result = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: source))
        var formatter = DiagnosticFormatter()
        #expect(try block("text", containing: "gren") == formatter.format(result.diagnostics.ordered))
    }

    @Test(arguments: [("TemplateManager", 5), ("Container", 5)])
    func swiftSnippetsAreThese(_ part: String, _ count: Int) throws {
        let snippet = try block("swift", containing: part)
        let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let lines = snippet.split(separator: "\n").filter { !$0.hasPrefix("import") && !$0.isEmpty }
        #expect(lines.count == count)
        for line in lines {
            let code = line.prefix { $0 != "/" || line.contains("app://") }.trimmingCharacters(in: .whitespaces)
            #expect(source.contains(code), "\(code)")
        }
    }

    /// Never called: it is compiled so that the README's snippets are.
    private func loading(_ files: [URL]) throws {
        let templates = TemplateManager()
        templates.prefetch(contentsOf: files)
        let tag = try templates.makeNodeTree(of: "TagItem")
        tag.update(data: ["label": "Camping", "hot": true, "url": "app://search?q=1"])
        tag.onIssue = { issue in print(issue) }
        let card = Container(root: tag)
        let size = card.sizeThatFits(width: 375)
        card.layout(in: size)
        for item in card.displayList().items { print(item.frame) }
        card.send(.click, at: LayoutPoint(x: 20, y: 12))
    }
}
