import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewTestSupport

/// What `Docs/Layout.md` shows is what the program prints.
@Suite struct LayoutDocumentTests {
    private static let text =
        (try? String(contentsOf: Fixtures.packageRoot.appendingPathComponent("Docs/Layout.md"), encoding: .utf8)) ?? ""

    /// The fenced blocks: what stands behind the fence, and the lines.
    private static let blocks: [(head: String, body: String)] = {
        var blocks: [(String, String)] = []
        var open: (head: String, lines: [String])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let block = open {
                if line == "```" {
                    blocks.append((block.head, block.lines.joined(separator: "\n") + "\n"))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            }
        }
        return blocks
    }()

    @Test func everyExampleIsReal() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("doc \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var count = 0
        for (head, body) in Self.blocks {
            if head.hasPrefix("xml ") {
                try Data(body.utf8).write(to: folder.appendingPathComponent(String(head.dropFirst(4))))
            } else if head == "text", body.hasPrefix("$ vvc ") {
                let lines = body.split(separator: "\n", maxSplits: 1).map(String.init)
                var words = lines[0].split(separator: " ").dropFirst(2).map(String.init)
                words[1] = folder.appendingPathComponent(words[1]).path
                var out = ""
                let terminal = Terminal(
                    out: {
                        out += String(decoding: $0, as: UTF8.self)
                        return true
                    },
                    error: { Issue.record("\(String(decoding: $0, as: UTF8.self))") }
                )
                #expect(VVC.run(words, terminal: terminal) == .success)
                #expect(out == lines[1], "\(lines[0])")
                count += 1
            }
        }
        #expect(count >= 4)
    }

    @Test func listsEveryQuirk() {
        for (name, _) in Quirks.named {
            #expect(Self.text.contains("`\(name)`"), "\(name)")
        }
    }
}
