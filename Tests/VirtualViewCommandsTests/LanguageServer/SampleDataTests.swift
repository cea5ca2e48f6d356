import Testing
import VirtualViewCompiler

@testable import VirtualViewCommands

/// What is told of the data beside a template.
@Suite struct SampleDataTests {
    private static func letters(_ count: Int) -> String { String(repeating: "é", count: count) }

    private static let values: [(String, String)] = [
        ("{\"a\":\n    1}", "{\"a\": 1}"),
        ("\"" + letters(118) + "\"", "\"" + letters(118) + "\""),
        ("\"" + letters(119) + "\"", "\"" + letters(118) + "…"),
        ("[" + String(repeating: " ", count: 4_093) + "\"éé\"]", "[ \"…"),
        ("[\"" + letters(5_000) + "\"]", "[\"" + letters(117) + "…"),
    ]

    /// Of a long value only the beginning is read, which ends with a whole character.
    @Test(arguments: values) func aValueIsToldInALine(_ text: String, _ line: String) {
        #expect(JSONNode.read(SourceFile(path: "Card.json", text: text)).node?.shortText == line)
    }
}
