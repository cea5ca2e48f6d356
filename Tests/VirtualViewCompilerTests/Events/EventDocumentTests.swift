import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// Runs the examples of the part of `Docs/Expressions.md` about event programs.
@Suite struct EventDocumentTests {
    /// A line of an example block.
    struct Example: Sendable, CustomTestStringConvertible {
        /// `programs` or `errors`.
        let block: String
        let program: String
        /// The listing, or the id of what is reported.
        let result: String

        var testDescription: String { program }
    }

    private static let page = try? MarkdownDocument("Docs/Expressions.md")

    static let examples = (page?.blocks ?? []).filter { ["programs", "errors"].contains($0.info) }.flatMap { block in
        block.text.components(separatedBy: "\n").map { line in
            let columns = line.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
            return Example(block: block.info, program: columns[0], result: columns.dropFirst().joined())
        }
    }

    @Test(arguments: examples)
    func exampleGivesWhatItSays(_ example: Example) throws {
        let result = try #require(EventProgramCompiler.compile("${\(example.program)}"))
        if example.block == "errors" {
            #expect(result.problems.map(\.message.id.rawValue) == [example.result])
            return
        }
        #expect(result.problems.isEmpty)
        let words = result.strings.map { (StringID(hashing: $0.text).rawValue, $0.text) }
        let names = Dictionary(words, uniquingKeysWith: { first, _ in first })
        let listing = Disassembler { names[$0] }.listing(of: try #require(result.code))
        #expect(listing.lines.joined(separator: " ; ") == example.result)
    }

    @Test func findsTheExamples() {
        #expect(Self.examples.count { $0.block == "programs" } > 20)
        #expect(Self.examples.count { $0.block == "errors" } > 10)
    }

    @Test func rowsAreThoseOfTheCatalogue() throws {
        let words: [MessageSeverity: String] = [.error: "error", .errorUnlessLenient: "error †", .warning: "warning"]
        let rows = try #require(Self.page).text.components(separatedBy: "\n").filter { $0.hasPrefix("| `event.") }
        let starts = rows.map { $0.components(separatedBy: " | ").prefix(2).joined(separator: " | ") }
        #expect(starts == EventMessageID.allCases.map { "| `\($0.rawValue)` | \(words[$0.severity] ?? "")" })
    }
}
