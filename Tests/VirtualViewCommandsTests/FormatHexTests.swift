import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// The bytes that `Docs/Format.md` shows are those of the sources above them.
@Suite struct FormatHexTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let source: (language: String, text: String)?
        let options: [String]
        let rows: String
        let testDescription: String
    }

    static let examples: [Example] = {
        guard let page = try? MarkdownDocument("Docs/Format.md") else { return [] }
        var source: (language: String, text: String)?
        var examples: [Example] = []
        for block in page.blocks {
            if ["xml", "asv"].contains(block.language) { source = (block.language, block.text) }
            guard block.language == "hex" else { continue }
            examples.append(
                Example(
                    source: source,
                    options: block.options,
                    rows: block.text,
                    testDescription: "line \(block.line)"
                )
            )
        }
        return examples
    }()

    @Test func pageHasExamples() {
        #expect(Self.examples.count >= 8)
    }

    @Test(arguments: examples)
    func rowsAreThoseOfTheFile(_ example: Example) throws {
        let workspace = try Workspace()
        if let fixture = example.options.first, fixture.hasSuffix(".out") {
            try workspace.write(
                "Card.out",
                Fixtures.bytes(fixture.replacingOccurrences(of: "Tests/Fixtures/", with: ""))
            )
        } else {
            let source = try #require(example.source)
            let file = "Card.\(source.language)"
            try workspace.write(file, source.text)
            let result = workspace.vvc(["compile", "@/\(file)", "-o", "@"] + example.options)
            #expect(result.code == .success && result.error.isEmpty)
        }
        let dump = workspace.vvc("dump", "--hex", "@/Card.out").out
        #expect("\n\(dump)\n".contains("\n\(example.rows)\n"))
    }
}
