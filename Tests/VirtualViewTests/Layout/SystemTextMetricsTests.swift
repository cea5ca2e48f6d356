import Testing
import VirtualView

@testable import VirtualViewCore

/// Texts as a host's text system measures them.
@Suite struct SystemTextMetricsTests {
    /// Fonts in which a character is as wide as the font is large, and each pair of the same characters is 1 closer.
    private final class Fonts: FontMeasuring {
        private let questions = Locked<[String: Int]>([:])

        func width(of text: String, in font: TextFont) -> Double {
            questions.withLock { $0[text, default: 0] += 1 }
            let scalars = Array(text.unicodeScalars)
            guard scalars.first != "∞" else { return .infinity }
            // Two letters are a flag.
            if scalars.allSatisfy({ "\u{1F1E6}"..."\u{1F1FF}" ~= $0 }) {
                return font.size * Double((scalars.count + 1) / 2)
            }
            // Letters that join are closer still than their pairs.
            if text == "👨\u{200D}👩" { return font.size }
            if scalars.count > 2, scalars.allSatisfy({ $0 == "ل" }) { return font.size * Double(scalars.count) / 2 }
            let pairs = zip(scalars, scalars.dropFirst()).count { $0 == $1 }
            return font.size * Double(scalars.count) - Double(pairs)
        }

        /// Is called while the system answers.
        let onLineHeight = Locked<@Sendable () -> Void>({})
        /// What the font's own size is multiplied by.
        let factor = Locked(2.0)

        func lineHeight(of font: TextFont) -> Double {
            let height = font.size * factor.withLock { $0 }
            onLineHeight.withLock { $0 }()
            return height
        }
        func ascent(of font: TextFont) -> Double { font.size }

        func count(_ text: String) -> Int { questions.withLock { $0[text] ?? 0 } }
    }

    private let font = TextFont(size: 10)
    private let fonts = Fonts()

    private func lines(_ text: String, _ metrics: SystemTextMetrics, width: Double) -> [TextLine] {
        metrics.lines(of: text, in: font, width: width, maximumCount: 9, ellipsis: .end)
    }

    @Test func linesBreakByPairsAndAreAsWideAsTheSystemSays() {
        let metrics = SystemTextMetrics(fonts)
        #expect(metrics.lineHeight(of: font) == 20 && metrics.ascent(of: font) == 10)
        #expect(lines("aaaa bc", metrics, width: 37).map(\.text) == ["aaaa", "bc"])
        #expect(lines("aaaa bc", metrics, width: 36.9).map(\.text) == ["aaa", "a", "bc"])
        #expect(lines("aaaa bc", metrics, width: 37).map(\.width) == [37, 20])
        let limits = TextLimits(room: LayoutSize(width: 37, height: 99), lineHeight: 20)
        #expect(metrics.measure("aaaa bc", in: font, within: limits) == LayoutSize(width: 37, height: 40))
        #expect(metrics.measure("", in: font, within: limits) == .zero)
        #expect(metrics.measure("∞", in: font, within: limits).width == 0)
    }

    @Test func aTextFitsIntoTheRoomThatItAskedFor() {
        let metrics = SystemTextMetrics(fonts)
        let limits = TextLimits(room: LayoutSize(width: 200, height: 20), lineHeight: 20)
        let size = metrics.measure("للللل", in: font, within: limits)
        let lines = metrics.lines(of: "للللل", in: font, width: size.width, maximumCount: 1, ellipsis: .end)
        #expect(lines == [TextLine(text: "للللل", width: 25)])
        #expect(metrics.measure("👨\u{200D}👩", in: font, within: limits).width == 20)
    }

    /// Also where the last letter of one and the first of the next would be a flag, too, as those of Sweden and Spain.
    @Test(arguments: ["\u{1F1F8}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}"]) func flagsSideBySideAreAsManyFlags(_ flag: String) {
        let metrics = SystemTextMetrics(fonts)
        #expect(lines(flag + flag + flag, metrics, width: 20).map(\.text) == [flag + flag, flag])
    }

    @Test func theSystemIsAskedOnceForACharacterAndAPair() {
        let metrics = SystemTextMetrics(fonts)
        for _ in 0..<5 { _ = lines("abab abab", metrics, width: 45) }
        #expect(["a", "b", "ab", "ba"].map(fonts.count) == [1, 1, 1, 1])
        metrics.forgetFonts()
        _ = lines("abab abab", metrics, width: 45)
        #expect(["a", "b", "ab", "ba"].map(fonts.count) == [2, 2, 2, 2])
    }

    @Test func aNULIsACharacterAsAnyOther() {
        let metrics = SystemTextMetrics(fonts)
        #expect(lines("\0a\0a", metrics, width: 40).map(\.text) == ["\0a\0a"])
        #expect(lines("\0a\0a", metrics, width: 39).map(\.text) == ["\0a\0", "a"])
    }

    /// A thread may have asked before fonts arrived, and get its answer after that.
    @Test func whatWasAskedBeforeFontsArrivedIsNotKept() {
        let metrics = SystemTextMetrics(fonts)
        fonts.onLineHeight.withLock { [fonts] action in
            action = {
                fonts.factor.withLock { $0 = 3 }
                metrics.forgetFonts()
            }
        }
        #expect(metrics.lineHeight(of: font) == 20)
        fonts.onLineHeight.withLock { $0 = {} }
        #expect(metrics.lineHeight(of: font) == 30)
    }

    /// What is kept is forgotten when it is too much, and the answers stay the same.
    @Test func manyCharactersAndFontsChangeNothing() {
        let metrics = SystemTextMetrics(fonts)
        let before = lines("aaaa bc", metrics, width: 37)
        let many = String(String.UnicodeScalarView((0x4E00..<0x8E00).compactMap(Unicode.Scalar.init)))
        _ = lines(many, metrics, width: 1_000)
        for size in 1...600 { #expect(metrics.lineHeight(of: TextFont(size: Double(size))) == Double(size) * 2) }
        #expect(lines("aaaa bc", metrics, width: 37) == before)
        #expect(fonts.count("a") == 2)
    }
}
