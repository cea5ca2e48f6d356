import Testing
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewTestSupport

/// What `Docs/Layout.md` shows is what the program prints.
@Suite struct LayoutDocumentTests {
    private let page: MarkdownDocument

    init() throws {
        page = try MarkdownDocument("Docs/Layout.md")
    }

    @Test func everyExampleIsReal() throws {
        let workspace = try Workspace()
        var count = 0
        for block in page.blocks {
            if block.language == "xml", let name = block.options.first {
                try workspace.write(name, block.text + "\n")
            } else if block.info == "text", block.text.hasPrefix("$ vvc ") {
                let lines = block.text.split(separator: "\n", maxSplits: 1).map(String.init)
                var words = lines[0].split(separator: " ").dropFirst(2).map(String.init)
                words[1] = "@/" + words[1]
                let result = workspace.vvc(words)
                #expect(result.code == .success && result.error.isEmpty, "\(result.error)")
                #expect(result.out == lines[1] + "\n", "\(lines[0])")
                count += 1
            }
        }
        #expect(count >= 4)
    }

    @Test func listsEveryQuirk() {
        for (name, _) in Quirks.named {
            #expect(page.text.contains("`\(name)`"), "\(name)")
        }
    }
}
