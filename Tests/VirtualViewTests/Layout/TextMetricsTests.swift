import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct TextMetricsTests {
    private let font = TextFont(size: 10)

    private func measure(_ text: String, _ metrics: any TextMeasuring, _ width: Double, _ height: Double) -> [Double] {
        let limits = TextLimits(room: LayoutSize(width: width, height: height), lineHeight: 12, lineSpacing: 2)
        let size = metrics.measure(text, in: font, within: limits)
        return [size.width, size.height]
    }

    @Test func fixedMetricsCountUTF16Units() {
        let metrics = FixedTextMetrics()
        #expect(measure("abcdef", metrics, 18, 99) == [18, 26])
        #expect(measure("abcdef", metrics, 17.9, 99) == [12, 40])
        #expect(measure("a\nbcd", metrics, 99, 99) == [18, 26])
        #expect(measure("abcdef", metrics, 12, 30) == [12, 26])
        #expect(measure("abcdef", metrics, 0, 0) == [6, 12])
        #expect(measure("😀", metrics, 99, 99) == [12, 12])
        #expect(measure("", metrics, 99, 99) == [0, 0])
    }

    @Test(arguments: ["a\u{7}b", "a\u{7F}b", "\u{9F}ab", "ab\u{300}", "a\u{200D}b", "a\u{AD}b"])
    func whatHasNoShapeHasNoWidth(_ text: String) {
        let metrics = BuiltInTextMetrics()
        #expect(measure(text, metrics, 99, 99) == measure("ab", metrics, 99, 99))
    }

    @Test func aSyllableIsAsWideInParts() {
        let metrics = BuiltInTextMetrics()
        let (whole, parts) = ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}")
        #expect(measure(parts, metrics, 99, 99) == measure(whole, metrics, 99, 99))
    }

    @Test(arguments: ["Total\t12.50\tEUR", "\tab", "é\tb"], [false, true])
    func aTabIsAsWideAsASpace(_ text: String, _ isBold: Bool) {
        let font = TextFont(size: 10, isBold: isBold)
        func line(_ text: String) -> Double? {
            BuiltInTextMetrics().lines(of: text, in: font, width: 999, maximumCount: 1, ellipsis: .none).first?.width
        }
        #expect(line(text) == line(text.replacing("\t", with: " ")))
    }

    /// What is measured is what is drawn, whatever ends a line and however many units a character has.
    @Test(arguments: [
        "a\rb", "a\u{2028}b", "a\u{2029}b", "a\u{85}b", "ab\r\nc", "a\u{B}b\u{C}", "👨‍👩‍👧x", "abe\u{301}f", "é\nab", "中文字",
        "ab\n", "\r\n\n", "\u{301}ab", "a\tb c",
    ])
    func fixedMetricsMeasureTheLinesThatAreDrawn(_ text: String) {
        let metrics = FixedTextMetrics()
        for width in [0, 6, 12, 17.9, 18, 30, 99.0] {
            for most in [1, 2, 3, 99] {
                let lines = metrics.lines(of: text, in: font, width: width, maximumCount: most, ellipsis: .none)
                let size = measure(text, metrics, width, Double(most) * 14 - 2)
                #expect(abs(size[0] - (lines.map(\.width).max() ?? 0)) < 1e-6, "\(width), \(most)")
                #expect(size[1] == Double(lines.count) * 14 - 2, "\(width), \(most)")
            }
        }
    }

    @Test func builtInMetricsBreakBetweenWords() {
        let metrics = BuiltInTextMetrics()
        let lines = metrics.lines(of: "ill will", in: font, width: 20, maximumCount: 9, ellipsis: .end)
        #expect(lines.map(\.text) == ["ill", "will"])
        #expect(lines.map(\.width) == [6.66, 13.88])
        #expect(measure("ill will", metrics, 20, 99) == [13.88, 26])
        #expect(measure("ill will", metrics, 99, 99)[1] == 12)
    }

    @Test func wideCharactersBreakAnywhere() {
        let metrics = BuiltInTextMetrics()
        let lines = metrics.lines(of: "中文字a b", in: font, width: 21, maximumCount: 9, ellipsis: .end)
        #expect(lines.map(\.text) == ["中文", "字a", "b"])
        #expect(lines.first?.width == 20)
        #expect(measure("😀e\u{301}", metrics, 99, 99)[0] == 15.56)
    }

    /// As narrow as a line may be, the pieces are those that no line break divides.
    @Test(arguments: [
        ("now -50% off", ["now", "-50%", "off"]), ("well-made 10-20", ["well-", "made", "10-20"]),
        ("x-) a--b", ["x-)", "a--", "b"]), ("漢字。漢（字）漢", ["漢", "字。", "漢", "（字）", "漢"]),
        ("「字」、“字”…", ["「字」、", "“字”…"]), ("news 🎉!", ["news", "🎉!"]), ("ラーメン", ["ラー", "メ", "ン"]),
        ("aa🇩🇪bb", ["aa", "🇩🇪", "bb"]), ("a❤️b", ["a", "❤️", "b"]), ("ｱｲｳ｡ｴ", ["ｱ", "ｲ", "ｳ｡", "ｴ"]),
        ("super\u{200B}cali\u{200B}x", ["super\u{200B}", "cali\u{200B}", "x"]), ("5%字%", ["5%", "字%"]),
    ])
    func punctuationStaysWithWhatItBelongsTo(_ text: String, _ pieces: [String]) {
        let metrics = BuiltInTextMetrics()
        let longest = pieces.map { measure($0, metrics, 999, 99)[0] }.max() ?? 0
        let lines = metrics.lines(of: text, in: font, width: longest, maximumCount: 99, ellipsis: .end).map(\.text)
        // Short pieces may stand together; each is on one line.
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        for piece in pieces { #expect(lines.contains { $0.contains(piece) }, "\(lines)") }
    }

    /// Between characters that lines may break before and behind.
    @Test func everySignOfPunctuationStaysWithWhatItBelongsTo() {
        func lines(_ text: String, _ width: Double) -> [String] {
            BuiltInTextMetrics().lines(of: text, in: font, width: width, maximumCount: 9, ellipsis: .none).map(\.text)
        }
        for sign in #"!%),-./:;?]}"'”’»…‥､｡｣･、。，．・：；？！％）］｝〕〉》」』】〗〙〟ー々ゝゞヽヾ"# {
            #expect(lines("漢漢\(sign)漢", 20) == ["漢", "漢\(sign)", "漢"])
        }
        for sign in "([{“‘«｢（［｛〔〈《「『【〖〘〝" {
            #expect(lines("漢\(sign)漢", 20) == ["漢", "\(sign)漢"])
        }
        // These begin and end.
        for sign in #""'"# {
            #expect(lines("漢漢\(sign)漢漢", 30) == ["漢", "漢\(sign)漢", "漢"])
        }
    }

    /// However many characters it is made of.
    @Test(arguments: [
        "👍", "👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "❤️‍🔥", "☝🏽", "🧑🏽‍🚀", "\u{1F1E9}\u{1F1EA}", "1\u{FE0F}\u{20E3}", "\u{A9}\u{FE0F}",
        "\u{1F3C3}\u{200D}\u{2640}\u{FE0F}", "\u{1F642}\u{200D}\u{2195}\u{FE0F}",
        "\u{2665}\u{FE0F}", "\u{263A}\u{FE0F}", "\u{2714}\u{FE0F}", "\u{1F170}\u{FE0F}",
    ]) func anEmojiIsAsWideAsHigh(_ emoji: String) {
        let metrics = BuiltInTextMetrics()
        #expect(measure(emoji, metrics, 99, 99)[0] == 10)
        #expect(abs(measure(emoji + "a" + emoji, metrics, 99, 99)[0] - 25.56) < 1e-9)
        let cut = metrics.lines(of: emoji + emoji + emoji, in: font, width: 25, maximumCount: 1, ellipsis: .end)
        #expect(cut.map(\.text) == [emoji + "…"] && cut.map(\.width) == [20])
    }

    /// What an editor left behind a letter shows no emoji.
    @Test func aLetterIsNoEmoji() {
        let metrics = BuiltInTextMetrics()
        for letter in ["a", "é", " a"] {
            #expect(measure(letter + "\u{FE0F}", metrics, 99, 99) == measure(letter, metrics, 99, 99))
        }
    }

    @Test func aLongWordIsBroken() {
        let metrics = BuiltInTextMetrics()
        let lines = metrics.lines(of: "mmmmmm", in: font, width: 20, maximumCount: 2, ellipsis: .end)
        #expect(lines.map(\.text) == ["mm", "m…"])
    }

    @Test(
        arguments: [
            ("Hello\nWorld", 1, .end, ["Hello…"]), ("Hello\n", 1, .end, ["Hello"]),
            ("Hello\r\n \n\t", 1, .middle, ["Hello"]),
            ("a\nb\nc", 2, .end, ["a", "b…"]), ("a\n\nb", 2, .end, ["a", "…"]),
            ("a\nb\nc d\n", 2, .start, ["a", "…c d"]),
            ("ab\ncd\nef", 1, .middle, ["ab…ef"]), ("iiii\n\n", 1, .middle, ["iiii"]), ("a\n", 1, .start, ["a"]),
            ("iiiiiiiiiiiiiiiiiiiiiiiiiiiii\n", 1, .middle, ["iiiiii…iiiiiii"]),
            ("iiiiiiiiiiiiiiiiiiiiiiiiiiiii", 1, .middle, ["iiiiii…iiiiiii"]),
            ("\nab", 1, .middle, ["…ab"]), ("a\u{2028}b", 1, .end, ["a…"]), ("a\nb", 1, .none, ["a"]),
        ] as [(String, Int, TextNode.Ellipsis, [String])]
    )
    func otherLinesOfATextAreNotDrawnOnTheLastOne(
        _ text: String,
        _ most: Int,
        _ ellipsis: TextNode.Ellipsis,
        _ expected: [String]
    ) {
        let lines = BuiltInTextMetrics().lines(of: text, in: font, width: 40, maximumCount: most, ellipsis: ellipsis)
        #expect(lines.map(\.text) == expected)
    }

    @Test func heavyLettersAreWider() {
        let metrics = BuiltInTextMetrics()
        let bold = TextFont(size: 10, isBold: true)
        let limits = TextLimits(room: LayoutSize(width: 99, height: 99), lineHeight: 12)
        #expect(
            metrics.measure("text", in: bold, within: limits).width
                > metrics.measure("text", in: font, within: limits).width
        )
        #expect(metrics.lineHeight(of: font) == 11.5)
    }

    /// The first characters of their alphabets and signs: Ά, Ё, ‰, № and ⌂.
    @Test(arguments: [
        ("\u{386}", 6.67), ("\u{401}", 6.67), ("\u{2030}", 10.0), ("\u{2116}", 10.73), ("\u{2302}", 6.04),
    ])
    func charactersOutsideASCIIHaveTheirOwnWidths(_ text: String, _ width: Double) {
        #expect(abs(measure(text, BuiltInTextMetrics(), 99, 99)[0] - width) < 1e-9)
    }

    /// Boxes that are drawn with characters look alike in either weight.
    @Test func charactersOfBoxesAreAsWideInBold() throws {
        let metrics = BuiltInTextMetrics()
        let (plain, bold) = (TextFont(size: 1_000), TextFont(size: 1_000, isBold: true))
        let limits = TextLimits(room: LayoutSize(width: 1e6, height: 1e6), lineHeight: 12)
        for code: UInt32 in 0x2500...0x25FF {
            let text = String(try #require(Unicode.Scalar(code)))
            let width = metrics.measure(text, in: plain, within: limits).width
            #expect(metrics.measure(text, in: bold, within: limits).width == width, "\(text)")
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -5, 1e300, 0])
    func survivesAnyRoom(_ number: Double) {
        for metrics in [FixedTextMetrics(), BuiltInTextMetrics()] as [any TextMeasuring] {
            let limits = TextLimits(room: LayoutSize(width: number, height: number), lineHeight: number)
            let size = metrics.measure("some text", in: font, within: limits)
            #expect(size.width > 0)
            let lines = metrics.lines(of: "some text", in: font, width: number, maximumCount: 3, ellipsis: .middle)
            #expect(!lines.isEmpty)
        }
    }
}

/// Texts of ASCII characters are broken byte by byte; the lines are those of the general way.
@Suite struct PlainTextTests {
    private static let words = [
        "a", "word", "longer", " ", "  ", "\t", "-", "--", "\n", "\r\n", "\r", "\u{0B}", "\u{0C}", "ill-fitting", ".",
        "5", "-5", ")", "(",
        "\u{7}",
    ]

    @Test func breaksAsTheGeneralWayDoes() {
        var generator = SeededGenerator(seed: RandomTests.seed)
        for number in 0..<RandomTests.count(300) {
            let count = Int.random(in: 0...12, using: &generator)
            let text = (0..<count).map { _ in Self.words.randomElement(using: &generator) ?? "" }.joined()
            let font = TextFont(size: 10, isBold: Bool.random(using: &generator))
            let width = [0, 5, 20, 33.3, 60, 1_000, .infinity, .nan].randomElement(using: &generator) ?? 0
            let most = Int.random(in: 1...6, using: &generator)
            let breaker = LineBreaker(SansSerifWidths(font), width: width)
            let name: Comment = "seed \(RandomTests.seed), number \(number): \(text.debugDescription) in \(width)"
            guard !text.isEmpty else { continue }
            #expect(
                breaker.extent(of: text, maximumCount: most) == breaker.generalExtent(of: text, maximumCount: most),
                name
            )
            #expect(
                breaker.lines(of: text, maximumCount: most, ellipsis: .end)
                    == breaker.generalLines(of: text, maximumCount: most, ellipsis: .end),
                name
            )
        }
    }

    @Test func aLineFeedAtTheEndStartsALine() {
        let breaker = LineBreaker(SansSerifWidths(TextFont(size: 10)), width: 100)
        #expect(breaker.lines(of: "a\n", maximumCount: 5, ellipsis: .end).map(\.text) == ["a", ""])
        #expect(breaker.lines(of: "a\r\nb", maximumCount: 5, ellipsis: .end).map(\.text) == ["a", "b"])
    }
}
