import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewExpressions

/// A line of an example block of `Docs/Expressions.md`.
struct DocumentExample: Sendable, CustomTestStringConvertible {
    /// `bindings` or `coercions`.
    let block: String
    let client: Client
    let columns: [String]

    var testDescription: String {
        columns.joined(separator: " | ")
    }

    static let page = try? MarkdownDocument("Docs/Expressions.md")

    /// Every line of the blocks that begin with the fence and a name that tests know.
    static let all = (page?.blocks ?? []).filter { ["bindings", "coercions"].contains($0.language) }.flatMap { block in
        block.text.components(separatedBy: "\n").compactMap { line in
            let columns = line.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let client = Client(rawValue: block.options.first ?? "swift") else { return nil as DocumentExample? }
            return DocumentExample(block: block.language, client: client, columns: columns)
        }
    }

    func value(_ column: Int) throws -> JSONValue? {
        columns[column] == "missing" ? nil : try JSONValue(json: columns[column])
    }
}

@Suite struct ExpressionsDocumentTests {
    @Test(arguments: DocumentExample.all)
    func exampleGivesWhatItSays(_ example: DocumentExample) throws {
        try #require(example.columns.count == 3)
        if example.block == "bindings" {
            let binding = BindingExpression(example.columns[0], client: example.client)
            #expect(binding.evaluate(on: try example.value(1)) == (try example.value(2)))
        } else {
            let (_, kind) = try #require(BindingCoercion.kinds.first { $0.name == example.columns[0] })
            let coercion = BindingCoercion(example.client)
            let coerced = coercion.coerce(try example.value(1), to: kind, default: .int(0, .none))
            #expect(coerced.jsonValue(as: kind).json == (try example.value(2)?.json))
        }
    }

    @Test func findsTheExamples() {
        #expect(DocumentExample.all.count { $0.block == "bindings" } > 50)
        #expect(DocumentExample.all.count { $0.block == "coercions" } > 30)
        #expect(DocumentExample.all.contains { $0.client == .iOS })
    }

    @Test func listsEveryIDWithItsSeverity() throws {
        let page = try #require(DocumentExample.page).text
        for problem in BindingProblem.allCases {
            #expect(page.contains("\n| `\(problem.rawValue)` | "), "\(problem.rawValue)")
        }
        for difference in Portability.allCases {
            let row = "\n| `\(difference.rawValue)` | \(difference.severity.rawValue) | "
            #expect(page.contains(row), "\(difference.rawValue)")
        }
        let issues: [BindingCoercion.Issue] = [.unknownWord(""), .unknownColor("")]
        let known = BindingProblem.allCases.count + Portability.allCases.count + issues.count
        let ids = page.split(whereSeparator: { !"abcdefghijklmnopqrstuvwxyz.-".contains($0) })
        // The word at the end of a sentence is no id.
        #expect(Set(ids.filter { $0.hasPrefix("binding.") && !$0.hasSuffix(".") }).count == known)
        #expect(issues.allSatisfy { page.contains("`\($0.id)`") })
    }
}
