import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// How `vvc unused` looks for the names of images in texts.
@Suite struct NameSearchTests {
    @Test func namesAreFoundWhereverTheyAre() {
        var random = SeededGenerator(seed: 20)
        func text(_ length: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: length, using: &random)).compactMap { _ in "abcé".randomElement(using: &random) }
            )
        }
        for _ in 0..<500 {
            let names = (0..<Int.random(in: 0...12, using: &random)).map { _ in text(0...6) }
            let texts = (0..<Int.random(in: 0...3, using: &random)).map { _ in text(0...12) }
            var search = NameSearch(names)
            for text in texts { search.read(text) }
            let expected = names.map { name in name.isEmpty || texts.contains { $0.contains(name) } }
            #expect(search.found == expected, "\(names) in \(texts)")
        }
    }

    @Test func aNameIsInOneText() {
        var search = NameSearch(["star", "tar", "s"])
        for text in ["st", "ar", "tart"] { search.read(text) }
        #expect(search.found == [false, true, true])
    }
}
