import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@Suite struct BindingRobustnessTests {
    /// Parses in every client, evaluates, applies; the checks are those that hold for any text.
    private func exercise(_ text: String, on data: JSONValue?, _ comment: Comment) {
        for client in [Client.swift, .iOS] {
            var issues: [BindingIssue] = []
            let binding = BindingExpression(text, client: client, issues: &issues)
            #expect(issues.allSatisfy { $0.range.upperBound <= text.utf8.count && !$0.range.isEmpty }, comment)
            let value = binding.evaluate(on: data)
            #expect(binding.kind != .text || value == .string(binding.constantText ?? ""), comment)
            if client == .swift { expectSense(binding, on: data, comment) }
            for (name, kind) in BindingCoercion.kinds {
                let coerced = BindingCoercion(client).coerce(value, to: kind, default: Self.standard)
                #expect(coerced == Self.standard || Self.fits(coerced, kind), "\(name): \(coerced), \(comment)")
            }
        }
        for client in [Client.iOS, .android] {
            _ = BindingExpression.portabilityIssues(in: text, for: client)
        }
    }

    /// A default that no value gives.
    private static let standard = CoercedValue.int(123_456_789, .rp)

    /// Expects what holds for the value of any text.
    private func expectSense(_ binding: BindingExpression, on data: JSONValue?, _ comment: Comment) {
        let text = binding.text
        let value = binding.evaluate(on: data)
        // Without the beginning of a binding a text stands for itself, and what reads no data needs none.
        if !text.utf8.contains(where: [UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "\\")].contains) {
            #expect(binding.constantText == text, comment)
        }
        #expect(binding.readsData || binding.evaluate(on: [:]) == value, comment)
        // What the text does not name changes nothing, unless the value shows all of the data.
        guard case .object(let object)? = data, !text.contains("unheard") else { return }
        let names = object.sortedKeys.map { ($0, object[$0] ?? .null) } + [("unheard", 1)]
        let wider = binding.evaluate(on: .object(BindingObject(names)))
        #expect(wider == value || wider?.json.contains("unheard") == true, comment)
    }

    /// Whether a value is one that a kind has.
    private static func fits(_ value: CoercedValue, _ kind: ValueKind?) -> Bool {
        switch (kind, value) {
        case (.int, .int), (.float, .float), (.size, .float), (.string, .string), (nil, .data): true
        case (.bool, .int(0...1, .none)), (.visibility, .int(0...2, .none)), (.color, .int(_, .none)): true
        case (.gravity, .int(_, .none)), (.textStyle, .int(_, .none)), (.color, .noColor): true
        default: false
        }
    }

    @Test(arguments: BindingCase.all)
    func survivesEveryTruncation(_ row: BindingCase) {
        var rest = row.text
        while !rest.isEmpty {
            rest.removeLast()
            exercise(rest, on: row.data, "\(rest)")
        }
    }

    @Test func survivesMutations() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        let pieces = ["${", "@{", "}", "?", ":", "'", "\\", "[", "]", ".", "?:", " ", "\n", "é", "😀", "0", "a"]
        for row in BindingCase.all {
            for _ in 0..<RandomTests.count(40) {
                var characters = Array(row.text)
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0...characters.count, using: &random)
                    if Bool.random(using: &random), place < characters.count {
                        characters.remove(at: place)
                    } else {
                        characters.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
                    }
                }
                exercise(String(characters), on: row.data, "seed \(RandomTests.seed)")
            }
        }
    }

    @Test(arguments: [
        "@{", "${", "[", "${a[", "@{a?", "@{a?b:", "'", "@{'", "${a ?: ", "${a ?: '", "\\${", "?:", "${.", ".",
    ])
    func staysShallowOnEndlessNesting(_ piece: String) {
        exercise(String(repeating: piece, count: 10_000), on: ["a": 1], "\(piece)")
        let opened = String(repeating: piece, count: 1000)
        let closed = opened + String(repeating: "}", count: 1000)
        for text in [closed, "@{" + opened + "}", "@{x?" + closed + ":y}", "${a" + opened + "}"] {
            exercise(text, on: ["a": 1], "\(piece)")
        }
    }

    @Test func tellsAFewIssuesOnly() {
        var issues: [BindingIssue] = []
        _ = BindingExpression(String(repeating: "${}", count: 1000), issues: &issues)
        #expect(issues.count == 64)
    }

    @Test func readsBackWhatItCanPrint() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(3000) {
            let source = BindingSource(using: &random)
            let binding = BindingExpression(source.text)
            #expect(binding.root == source.root, "seed \(RandomTests.seed): \(source.text)")
        }
    }
}
