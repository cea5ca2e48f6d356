import Testing
import VirtualViewCompiler

@Suite struct LineIndexTests {
    private func positions(_ text: String, _ offsets: [Int]) -> [String] {
        let index = LineIndex(SourceFile(path: "test", text: text))
        return offsets.map { index.position(of: $0) }.map { "\($0.line):\($0.column)" }
    }

    @Test func lineEndsCountOnce() {
        #expect(
            positions("a\nb\r\nc\rd", [0, 1, 2, 3, 5, 6, 7, 8]) == [
                "1:1", "1:2", "2:1", "2:2", "3:1", "3:2", "4:1", "4:2",
            ]
        )
    }

    @Test func columnsCountScalars() {
        // A tab, a Chinese character, an emoji, and a letter with a combining accent.
        #expect(
            positions("\t你😀e\u{301}x", [0, 1, 4, 8, 9, 11, 12]) == ["1:1", "1:2", "1:3", "1:4", "1:5", "1:6", "1:7"]
        )
    }

    @Test func byteOrderMarkIsNoColumn() {
        #expect(positions("\u{FEFF}ab\nc", [0, 3, 4, 6]) == ["1:1", "1:1", "1:2", "2:1"])
    }

    @Test func offsetsInsideACharacterMeanTheCharacter() {
        #expect(positions("你x", [1, 2, 3]) == ["1:1", "1:1", "1:2"])
        // Also where one kilobyte ends and the next begins.
        for (count, character) in [(1_023, "é"), (1_022, "你"), (1_023, "你")] {
            let text = String(repeating: "a", count: count) + character + "x"
            #expect(positions(text, [1_024, count + character.utf8.count]) == ["1:\(count + 1)", "1:\(count + 2)"])
        }
    }

    @Test func offsetsOutsideTheSourceAreItsEnds() {
        #expect(positions("ab", [-5, 99]) == ["1:1", "1:3"])
        #expect(positions("", [0, 1]) == ["1:1", "1:1"])
    }

    @Test func invalidBytesCountAsTheyAreRepaired() {
        let index = LineIndex(SourceFile(path: "test", bytes: [0x61, 0xC4, 0xE3, 0xBA, 0x62, 0x80, 0x0A, 0xFF, 0x63]))
        #expect([1, 2, 4, 5, 6].map { index.position(of: $0).column } == [2, 3, 4, 5, 6])
        #expect([6, 7, 8].map { index.position(of: $0).line } == [1, 2, 2])
        #expect([7, 8].map { index.position(of: $0).column } == [1, 2])
    }

    @Test func agreesWithCountingOnLongLines() {
        let text = String(repeating: "ab你\t😀", count: 700) + "\r\n" + String(repeating: "é", count: 3000) + "\n\nend"
        let index = LineIndex(SourceFile(path: "test", text: text))
        var offset = 0
        var line = 1
        var column = 1
        var isAligned = true
        var last: Unicode.Scalar = "x"
        for scalar in text.unicodeScalars {
            let position = index.position(of: offset)
            isAligned = isAligned && position.line == line && position.column == column
            offset += UTF8.width(scalar)
            column += 1
            if scalar == "\n" { (line, column) = (line + 1, 1) }
            last = scalar
        }
        #expect(isAligned)
        #expect(last == "d")
        #expect(index.position(of: offset).line == 4)
    }
}
