import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewExpressions

@Suite struct ExpressionsDocumentTests {
    static let examples = DocumentExample.all("bindings", "coercions")

    /// The value in a column; `nil` for one that is missing.
    private func value(_ text: String) throws -> JSONValue? {
        text == "missing" ? nil : try JSONValue(json: text)
    }

    @Test(arguments: examples)
    func exampleGivesWhatItSays(_ example: DocumentExample) throws {
        try #require(example.columns.count == 3)
        let client = try #require(Client(rawValue: example.options.first ?? "swift"))
        let (given, expected) = (try value(example.columns[1]), try value(example.columns[2]))
        if example.block == "bindings" {
            let binding = BindingExpression(example.columns[0], client: client)
            #expect(binding.evaluate(on: given).isSame(as: expected))
        } else {
            let (_, kind) = try #require(BindingCoercion.kinds.first { $0.name == example.columns[0] })
            let coercion = BindingCoercion(client)
            let coerced = coercion.coerce(given, to: kind, default: .int(0, .none))
            #expect(coerced.jsonValue(as: kind).json == expected?.json)
        }
    }

    @Test func findsTheExamples() {
        #expect(Self.examples.count { $0.block == "bindings" } > 50)
        #expect(Self.examples.count { $0.block == "coercions" } > 30)
        #expect(Self.examples.contains { $0.options.first == Client.iOS.rawValue })
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
