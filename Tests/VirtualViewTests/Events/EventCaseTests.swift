import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// A program of `Tests/Fixtures/Expressions/events.json`, with what came of it on the reference client.
struct RecordedEvent: Sendable, CustomTestStringConvertible {
    let id: String
    let source: String
    let code: [UInt8]
    let strings: [String]
    let data: JSONValue?
    /// `completed`, `stopped`, `throws` or `loops`; `nil` when there is no code.
    let outcome: String?
    /// What was set and called, in order: `pager.text = string:ok`, `pager.plus(int:3)`.
    let effects: [String]

    var testDescription: String { "\(id): \(source)" }

    static let all: [RecordedEvent] = {
        guard let bytes = try? Fixtures.bytes("Expressions/events.json"),
            case .array(let entries)? = try? JSONValue(json: bytes)
        else { return [] }
        return entries.compactMap(RecordedEvent.init)
    }()

    private init?(_ entry: JSONValue) {
        guard case .string(let id)? = entry["id"], case .string(let source)? = entry["source"] else { return nil }
        self.id = id
        self.source = source
        var digits = ""
        if case .string(let text)? = entry["bytecodeHex"] { digits = text }
        code = Self.bytes(hex: digits)
        if case .object(let table)? = entry["stringTable"] { strings = table.sortedKeys } else { strings = [] }
        data = entry["data"] == .null ? nil : entry["data"]
        if case .string(let text)? = entry["expected"]?["outcome"] { outcome = text } else { outcome = nil }
        guard case .array(let list)? = entry["expected"]?["effects"] else {
            effects = []
            return
        }
        effects = list.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    private static func bytes(hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
            UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
        }
    }
}

@Suite struct EventCaseTests {
    /// What is different here, and why.
    struct Difference: Sendable {
        /// What is set and called; `nil` when that is the same.
        let effects: [String]?
        /// Whether an error stops the program.
        let isStopped: Bool
        let reason: String

        init(_ effects: [String]? = nil, stops: Bool = false, _ reason: String) {
            self.effects = effects
            isStopped = stops
            self.reason = reason
        }
    }

    static let differences: [String: Difference] = [
        "ev-004": Difference(["pager.alpha = float:1.0"], "a whole number fits a decimal property"),
        "ev-007": Difference(stops: true, "a number that is given to a text is an error"),
        "ev-019": Difference(
            ["panel.background = int:2", "title.background = int:2"],
            "every node has a background here"
        ),
        "ev-025": Difference(stops: true, "a property that no node has is an error"),
        "ev-026": Difference(["pager.count = int:5"], "user variables can be written"),
        "ev-079": Difference(["pager.textColor = int:0"], "values of different kinds are unequal"),
        "ev-083": Difference(["pager.textColor = int:1"], "all numbers but 0 are true"),
        "ev-085": Difference(["pager.textColor = int:1"], "decimal numbers are true or false too"),
        "ev-116": Difference(stops: true, "a decimal number that is given to a whole one is an error"),
        "ev-119": Difference(stops: true, "a property that no node has is an error"),
        "ev-121": Difference(
            ["pager.textSize = int:13", "pager.textColor = int:20"],
            "a compound assignment has a value"
        ),
        "ev-130": Difference(["util.half(int:3)"], "a whole number fits a decimal parameter"),
        "ev-133": Difference(["util.noop()"], "what a function without a result gives is nothing"),
        "ev-142": Difference(stops: true, "data has no functions"),
        "ev-145": Difference(["pager.alpha = float:3.0"], "decimal numbers of the data are numbers"),
        "ev-146": Difference(["pager.alpha = float:2.0"], "decimal numbers of the data are numbers"),
        "ev-158": Difference(["pager.textColor = int:2"], "an element of an element can be taken"),
        "ev-160": Difference(["pager.textColor = int:1"], "a path goes into the data as deep as it likes"),
        "ev-161": Difference(["pager.text = none:"], "nothing that is given to a text clears it"),
        "ev-172": Difference(["pager.textColor = int:1"], "negative numbers are true"),
        "ev-185": Difference([], stops: true, "a program with more than 20 registers is refused as a whole"),
        "ev-196": Difference([], stops: true, "a program with a jump back is refused as a whole"),
    ]

    @Test func theFileIsThere() {
        #expect(RecordedEvent.all.count == 134)
        #expect(RecordedEvent.all.filter { $0.outcome == nil }.count == 13)
        let ids = Set(RecordedEvent.all.map(\.id))
        #expect(Self.differences.keys.allSatisfy { ids.contains($0) })
    }

    /// Every program runs to its end or to an error, and has the effects that it has on the reference client.
    @Test(arguments: RecordedEvent.all.filter { $0.outcome != nil })
    func aProgramHasItsEffects(_ recorded: RecordedEvent) throws {
        let scene = try RecordedScene(recorded)
        let before = scene.values
        let error = try scene.run()
        let outcome = try #require(recorded.outcome)
        let difference = Self.differences[recorded.id]
        let effects = difference?.effects ?? recorded.effects
        let isStopped = difference?.isStopped ?? (outcome != "completed")
        #expect((error != nil) == isStopped, "\(error.map { "\($0)" } ?? "no error")")
        #expect(scene.calls == effects.filter { !$0.contains(" = ") })
        var expected = before
        for effect in effects where effect.contains(" = ") {
            let sides = effect.split(separator: " = ", maxSplits: 1)
            expected[String(sides[0])] = sides.count > 1 ? String(sides[1]) : "string:"
        }
        let after = scene.values
        for (name, value) in expected where after[name] != value {
            Issue.record("\(name) is \(after[name] ?? "not there"), not \(value)")
        }
        #expect(after.count == expected.count)
    }

    /// What the reference compiler refuses or drops has nothing that could run.
    @Test(arguments: RecordedEvent.all.filter { $0.outcome == nil })
    func whatHasNoOutcomeHasNoCode(_ recorded: RecordedEvent) {
        #expect(recorded.code == [] && recorded.effects == [])
    }

    /// A difference that is none any more would hide what goes wrong later.
    @Test(arguments: differences.keys.sorted())
    func aDifferenceIsOne(_ id: String) throws {
        let recorded = try #require(RecordedEvent.all.first { $0.id == id })
        let difference = try #require(Self.differences[id])
        let isSame = difference.effects == nil || difference.effects == recorded.effects
        #expect(!isSame || difference.isStopped != (recorded.outcome != "completed"))
        #expect(!difference.reason.isEmpty)
    }
}
