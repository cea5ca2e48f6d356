import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// How `vvc unused` looks for the names of images in texts.
@Suite struct NameSearchTests {
    @Test func everyPlaceIsFound() {
        var random = SeededGenerator(seed: 21)
        func text(_ length: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: length, using: &random)).compactMap { _ in "ab".utf8.randomElement(using: &random) }
        }
        for _ in 0..<300 {
            let names = Set((0..<Int.random(in: 0...12, using: &random)).map { _ in text(1...5) }).map { $0 }
            let whole = text(0...12)
            var found: Set<[Int]> = []
            let search = NameSearch(names.map { String(decoding: $0, as: UTF8.self) })
            search.forEachPlace(in: String(decoding: whole, as: UTF8.self)) { found.insert([$0, $1]) }
            let expected = names.indices.flatMap { name in
                (0...whole.count).filter { whole[..<$0].reversed().starts(with: names[name].reversed()) }
                    .map { [name, $0] }
            }
            #expect(found == Set(expected), "\(names) in \(whole)")
        }
    }

    /// All at once as one by one, and as a regular expression finds them.
    @Test func manyNamesAreFoundAsOneIs() throws {
        var random = SeededGenerator(seed: 22)
        func text(_ letters: String, _ length: ClosedRange<Int>) -> String {
            let count = Int.random(in: length, using: &random)
            return String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
        }
        for _ in 0..<200 {
            let literals = (0..<Int.random(in: 0...4, using: &random)).map { _ in text("ab.é ", 0...12) }
            let patterns = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                (0...Int.random(in: 1...3, using: &random)).map { _ in text("abé", 0...2) }
            }
            let lines = literals.map { "\"\($0)\"" } + patterns.map { "\"\($0.joined(separator: "\\(x)"))\"" }
            var names = SwiftNames()
            names.add(Array(lines.joined(separator: "\n").utf8))
            let texts = (0..<12).map { _ in (text: text("ab.é", 1...5), constants: [SwiftNames.Constant]()) }
            let expected = try texts.map { text, _ in
                let isPut = try patterns.contains { pieces in
                    guard pieces.contains(where: { !$0.isEmpty }) else { return false }
                    return try Regex(pieces.joined(separator: ".*")).wholeMatch(in: text) != nil
                }
                let apart = try Regex("(^|[ .])\(text.replacing(".", with: "[.]"))($|[ .])")
                return isPut || literals.contains { $0.contains(apart) }
            }
            #expect(names.mayMention(texts) == expected, "\(texts) in \(lines)")
            #expect(texts.flatMap { names.mayMention([$0]) } == expected, "\(texts) in \(lines)")
        }
    }
}
