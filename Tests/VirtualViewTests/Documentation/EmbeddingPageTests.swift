import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

/// Compares `Docs/Embedding.md`, `Docs/Lists.md`, `Docs/Live.md` and `Docs/Delivery.md` with the code that the tests compile.
///
/// A block of Swift on a page follows a line `<!-- snippet: NAME -->`. Its text stands in a `…Snippets.swift` file
/// beside this one or in a test target that may import more, between `// snippet: NAME` and `// end`, indented as it has
/// to be there.
@Suite struct EmbeddingPageTests {
    @Test func showsOnlyCodeThatIsCompiled() throws {
        let compiled = try Self.compiledSnippets()
        let pages = try ["Embedding", "Lists", "Live", "Delivery"].map { try Self.shownSnippets(on: $0) }
        #expect(pages.allSatisfy { !$0.isEmpty })
        let shown = pages.flatMap(\.self)
        for (name, text) in shown {
            #expect(compiled[name] == text, "the snippet '\(name)' is not the one that is compiled")
        }
        #expect(Set(shown.map(\.name)) == Set(compiled.keys))
        #expect(shown.count == compiled.count, "a snippet is shown twice")
    }

    @Test func listsEveryErrorCode() throws {
        let page = try Self.page("Embedding")
        for code in TemplateError.Code.allCases {
            #expect(page.contains("| `\(code.rawValue)` |"), "the page does not list '\(code.rawValue)'")
        }
    }

    private static func page(_ name: String) throws -> String {
        try String(contentsOf: Fixtures.packageRoot.appendingPathComponent("Docs/\(name).md"), encoding: .utf8)
    }

    /// A page's blocks of Swift; one without a name has an empty one, which no compiled snippet has.
    private static func shownSnippets(on page: String) throws -> [(name: String, text: String)] {
        var snippets: [(name: String, text: String)] = []
        var name = ""
        var block: [String]?
        for line in try self.page(page).components(separatedBy: "\n") {
            if let lines = block {
                if line == "```" {
                    snippets.append((name, lines.joined(separator: "\n")))
                    (name, block) = ("", nil)
                } else {
                    block = lines + [line]
                }
            } else if line == "```swift" {
                block = []
            } else if line.hasPrefix("<!-- snippet: ") {
                name = String(line.dropFirst(14).dropLast(4))
            }
        }
        return snippets
    }

    private static func compiledSnippets() throws -> [String: String] {
        let folders = [
            "Tests/VirtualViewTests/Documentation", "Tests/VirtualViewPreviewTests",
            "Tests/VirtualViewDeliveryTests/Documentation",
        ]
        let files = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: Fixtures.packageRoot.appendingPathComponent(folder),
                includingPropertiesForKeys: nil
            )
        }
        var snippets: [String: String] = [:]
        for file in files where file.lastPathComponent.hasSuffix("Snippets.swift") {
            var name: String?
            var lines: [String] = []
            for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
                let text = line.trimmingCharacters(in: .whitespaces)
                if text.hasPrefix("// snippet: ") {
                    (name, lines) = (String(text.dropFirst(12)), [])
                } else if text == "// end", let known = name {
                    #expect(snippets[known] == nil, "the snippet '\(known)' is compiled twice")
                    snippets[known] = withoutIndentation(lines)
                    name = nil
                } else {
                    lines.append(line)
                }
            }
            #expect(name == nil, "the snippet '\(name ?? "")' does not end")
        }
        return snippets
    }

    private static func withoutIndentation(_ lines: [String]) -> String {
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
    }
}
