import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// Runs the examples of the part of `Docs/Expressions.md` about event programs.
@Suite struct EventDocumentTests {
    static let examples = DocumentExample.all("programs", "errors")

    @Test(arguments: examples)
    func exampleGivesWhatItSays(_ example: DocumentExample) throws {
        try #require(example.columns.count == 2)
        let result = try #require(EventProgramCompiler.compile("${\(example.columns[0])}"))
        if example.block == "errors" {
            #expect(result.problems.map(\.message.id.rawValue) == [example.columns[1]])
            return
        }
        #expect(result.problems.isEmpty)
        let words = result.strings.map { (StringID(hashing: $0.text).rawValue, $0.text) }
        let names = Dictionary(words, uniquingKeysWith: { first, _ in first })
        let listing = Disassembler { names[$0] }.listing(of: try #require(result.code))
        #expect(listing.lines.joined(separator: " ; ") == example.columns[1])
    }

    @Test func findsTheExamples() {
        #expect(Self.examples.count { $0.block == "programs" } > 20)
        #expect(Self.examples.count { $0.block == "errors" } > 10)
    }

    @Test func rowsAreThoseOfTheCatalogue() throws {
        let words: [MessageSeverity: String] = [.error: "error", .errorUnlessLenient: "error †", .warning: "warning"]
        let rows = try #require(DocumentExample.page).text.components(separatedBy: "\n").filter {
            $0.hasPrefix("| `event.")
        }
        let starts = rows.map { $0.components(separatedBy: " | ").prefix(2).joined(separator: " | ") }
        let expected = EventMessageID.allCases.map { id in
            "| `\(id.rawValue)` | \(words[id.severity] ?? "")\(id.isOfOtherClients ? " ‡" : "")"
        }
        #expect(starts == expected)
    }
}
