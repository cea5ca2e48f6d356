import Testing
import VirtualViewFormat

/// The classes of characters, against those of the standard library.
@Suite struct CharacterClassesTests {
    private static let scalars = (0...UInt32(0x10_FFFF)).compactMap(Unicode.Scalar.init)

    @Test func whiteSpaceIsThatOfUnicode() {
        #expect(Self.scalars.first { $0.isSpace != $0.properties.isWhitespace } == nil)
        #expect(["\r\n", " \u{301}", "\u{A0}"].allSatisfy { Character($0).isSpace } && !Character("a").isSpace)
    }

    /// Unicode counts marks, numbers and signs among the alphabetic characters that carry or look like letters.
    @Test func lettersAreTheAlphabeticCharactersWithoutMarksAndSigns() {
        let others = Self.scalars.filter { $0.isLetter != $0.properties.isAlphabetic }.map { $0.properties }
        #expect(others.allSatisfy { $0.isAlphabetic })
        #expect(
            Set(others.map(\.generalCategory)) == [.nonspacingMark, .spacingMark, .letterNumber, .otherSymbol]
        )
    }
}
