import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// The sentences, places and fix-its of value problems.
@Suite struct ValueMessageTests {
    /// A wrong value, the sentence about it, where it points, and what corrects it.
    struct Row: Sendable, CustomTestStringConvertible {
        let kind: ValueKind
        let text: String
        let message: String
        let place: String
        let corrected: String?

        init(_ kind: ValueKind, _ text: String, _ message: String, at place: String? = nil, corrected: String? = nil) {
            self.kind = kind
            self.text = text
            self.message = message
            self.place = place ?? text
            self.corrected = corrected
        }

        var testDescription: String { "\(kind.configurationName) \(text.debugDescription)" }
    }

    static let rows: [Row] = numbers + words + others

    private static let number = "a number such as '12', '1.5' or '12rp', 'true', 'false' or a binding '${…}'"
    private static let gravity =
        "'left', 'right', 'h_center', 'top', 'bottom' or 'v_center', joined by '|', or a binding '${…}'"
    private static let flags =
        "'flag_draw', 'flag_event', 'flag_dynamic', 'flag_software', 'flag_exposure', 'flag_clickable', "
        + "'flag_longclickable' or 'flag_touchable', joined by '|'"
    private static let sizes =
        "'match_parent' or 'wrap_content', a number such as '12', '1.5' or '12rp', or a binding '${…}'"

    private static let numbers: [Row] = [
        Row(.number, "abc", "'abc' is not a number; expected \(number)"),
        Row(.number, "", "the value is empty; expected \(number)"),
        Row(
            .number,
            "TRUE",
            "'TRUE' is not a number; 'true', 'false' and 'rp' are in lower case; did you mean 'true'?",
            corrected: "true"
        ),
        Row(
            .number,
            " 12RP",
            "'12RP' is not a number; 'true', 'false' and 'rp' are in lower case; did you mean '12rp'?",
            at: "12RP",
            corrected: " 12rp"
        ),
        Row(
            .number,
            "1 rp",
            "'1 rp' is not a number; no blank may stand before 'rp'; did you mean '1rp'?",
            corrected: "1rp"
        ),
        Row(
            .number,
            ".5",
            "'.5' is not a number; a digit must stand before the point; did you mean '0.5'?",
            corrected: "0.5"
        ),
        Row(
            .number,
            "1,5",
            "'1,5' is not a number; the decimal separator is a point; did you mean '1.5'?",
            corrected: "1.5"
        ),
        Row(.number, "1,500", "'1,500' is not a number; expected \(number)"),
        Row(
            .number,
            "1e3",
            "'1e3' is not a number; a number with an exponent needs a decimal point; did you mean '1.0e3'?",
            corrected: "1.0e3"
        ),
        Row(
            .int,
            "5.0",
            "'5.0' is not a whole number; a whole number has neither point nor exponent; did you mean '5'?",
            corrected: "5"
        ),
        Row(
            .int,
            "5.0rp",
            "'5.0rp' is not a whole number; a whole number has neither point nor exponent; did you mean '5rp'?",
            corrected: "5rp"
        ),
        Row(
            .int,
            "16777217.0",
            "'16777217.0' is not a whole number; a whole number has neither point nor exponent; "
                + "did you mean '16777217'?",
            corrected: "16777217"
        ),
        Row(.int, "5.5", "'5.5' is not a whole number; a whole number has neither point nor exponent"),
        Row(
            .int,
            "0x1F",
            "'0x1F' is not a whole number; whole numbers are decimal; did you mean '31'?",
            corrected: "31"
        ),
        Row(
            .number,
            "1_000",
            "'1_000' is not a number; digits cannot be grouped; did you mean '1000'?",
            corrected: "1000"
        ),
        Row(
            .number,
            "12f",
            "'12f' is not a number; a whole number takes no type suffix; did you mean '12'?",
            corrected: "12"
        ),
        Row(
            .number,
            "12dp",
            "unknown unit 'dp'; a number alone is in points, 'rp' is 1/750 of the screen's width; did you mean '12'?",
            corrected: "12"
        ),
        Row(
            .float,
            "1.5 rpx",
            "unknown unit 'rpx'; a number alone is in points, 'rp' is 1/750 of the screen's width; "
                + "did you mean '1.5rp'?",
            corrected: "1.5rp"
        ),
        Row(
            .number,
            "12px",
            "unknown unit 'px'; a number alone is in points, 'rp' is 1/750 of the screen's width"
        ),
        Row(
            .int,
            " 2147483648 ",
            "'2147483648' is out of range; expected -2147483648 to 2147483647",
            at: "2147483648"
        ),
        Row(.float, "NaN", "'NaN' is not a finite number of 32 bits"),
        Row(.float, "1e99", "'1e99' is not a finite number of 32 bits"),
        Row(.float, "1e-99", "'1e-99' is too near to zero and is stored as 0"),
        Row(
            .float,
            "x",
            "'x' is not a decimal number; expected a decimal number such as '1.5' or '1.5rp' "
                + "or a binding '${…}'"
        ),
    ]

    private static let words: [Row] = [
        Row(
            .gravity,
            "left|center",
            "unknown word 'center'; expected \(gravity); did you mean 'v_center'?",
            at: "center",
            corrected: "left|v_center"
        ),
        Row(
            .gravity,
            "centre|bottom",
            "unknown word 'centre'; expected \(gravity); did you mean 'h_center'?",
            at: "centre",
            corrected: "h_center|bottom"
        ),
        Row(
            .gravity,
            "botom",
            "unknown word 'botom'; expected \(gravity); did you mean 'bottom'?",
            corrected: "bottom"
        ),
        Row(
            .gravity,
            "left, top",
            "unknown word 'left, top'; expected \(gravity); did you mean 'left|top'?",
            corrected: "left|top"
        ),
        Row(.gravity, "|left", "a word is missing beside '|'; expected \(gravity)", at: "|", corrected: "left"),
        Row(
            .gravity,
            " ${g}",
            "blanks are part of this value; did you mean '${g}'?",
            corrected: "${g}"
        ),
        Row(
            .flags,
            "3",
            "unknown word '3'; expected \(flags); did you mean 'flag_draw|flag_event'?",
            corrected: "flag_draw|flag_event"
        ),
        Row(
            .flags,
            "flag_draw|event",
            "unknown word 'event'; expected \(flags); did you mean 'flag_event'?",
            at: "event",
            corrected: "flag_draw|flag_event"
        ),
        Row(.flags, "${a}", "a data binding cannot stand here; expected \(flags)"),
        Row(
            .size,
            "wrap-content",
            "unknown word 'wrap-content'; expected \(sizes); did you mean 'wrap_content'?",
            corrected: "wrap_content"
        ),
        Row(
            .size,
            "MatchParent",
            "unknown word 'MatchParent'; expected \(sizes); did you mean 'match_parent'?",
            corrected: "match_parent"
        ),
        Row(
            .type,
            "integer",
            "unknown word 'integer'; expected 'circle', 'rect', 'oval', 'int', 'float' or 'string'; "
                + "did you mean 'int'?",
            corrected: "int"
        ),
        Row(
            .enumeration(["H": 1, "V": 0]),
            "horizontal",
            "unknown word 'horizontal'; expected 'H' or 'V'; did you mean 'H'?",
            corrected: "H"
        ),
        Row(
            .enumeration(["H": 1, "V": 0]),
            "1",
            "unknown word '1'; expected 'H' or 'V'; did you mean 'H'?",
            corrected: "H"
        ),
        Row(
            .visibility,
            "3",
            "'3' is out of range; expected 'invisible', 'visible' or 'gone' (or 0 to 2) or a binding '${…}'"
        ),
        Row(
            .dataMode,
            "1rp",
            "'rp' scales a number that stands for a word; expected 'set' or 'append' (or 1 and 2)",
            corrected: "1"
        ),
    ]

    private static let others: [Row] = [
        Row(.bool, "yes", "'yes' is neither 'true' nor 'false'", corrected: "true"),
        Row(.bool, "0", "'0' is neither 'true' nor 'false'", corrected: "false"),
        Row(.bool, " true ", "' true ' is neither 'true' nor 'false'", corrected: "true"),
        Row(.bool, "ture", "'ture' is neither 'true' nor 'false'", corrected: "true"),
        Row(.bool, "maybe", "'maybe' is neither 'true' nor 'false'"),
        Row(.bool, "${a}", "a data binding cannot stand here; expected 'true' or 'false'"),
        Row(
            .color,
            "#1aF",
            "'#1aF' is not a color; it has 3 hexadecimal digits, expected 6 (RRGGBB) or 8 (AARRGGBB); "
                + "did you mean '#11aaFF'?",
            corrected: "#11aaFF"
        ),
        Row(
            .color,
            "#f008",
            "'#f008' is not a color; it has 4 hexadecimal digits, expected 6 (RRGGBB) or 8 (AARRGGBB); "
                + "did you mean '#ff000088' or '#88ff0000'?"
        ),
        Row(
            .color,
            "#ffff",
            "'#ffff' is not a color; it has 4 hexadecimal digits, expected 6 (RRGGBB) or 8 (AARRGGBB); "
                + "did you mean '#ffffffff'?",
            corrected: "#ffffffff"
        ),
        Row(
            .color,
            "#12345",
            "'#12345' is not a color; it has 5 hexadecimal digits, expected 6 (RRGGBB) or 8 (AARRGGBB)"
        ),
        Row(.color, "#-00001", "'#-00001' is not a color; '-' is not a hexadecimal digit", at: "-"),
        Row(
            .color,
            "#\u{FF11}2345A",
            "'#\u{FF11}2345A' is not a color; '\u{FF11}' is not a hexadecimal digit",
            at: "\u{FF11}"
        ),
        Row(
            .color,
            "00FF00",
            "'00FF00' is not a color; expected a color name, '#RRGGBB', '#AARRGGBB' or a binding '${…}'; "
                + "did you mean '#00FF00'?",
            corrected: "#00FF00"
        ),
        Row(
            .color,
            "0x80FF0000",
            "'0x80FF0000' is not a color; expected a color name, '#RRGGBB', '#AARRGGBB' or a binding '${…}'; "
                + "did you mean '#80FF0000'?",
            corrected: "#80FF0000"
        ),
        Row(
            .color,
            "DkGray",
            "'DkGray' is not a color; expected a color name, '#RRGGBB', '#AARRGGBB' or a binding '${…}'; "
                + "did you mean 'dkgray'?",
            corrected: "dkgray"
        ),
        Row(
            .color,
            "purpel",
            "'purpel' is not a color; expected a color name, '#RRGGBB', '#AARRGGBB' or a binding '${…}'; "
                + "did you mean 'purple'?",
            corrected: "purple"
        ),
        Row(.color, " red ", "blanks are part of this value; did you mean 'red'?", corrected: "red"),
        Row(.int, "${}", "the binding has no expression"),
        Row(.int, "${a} + 1", "a data binding must end with '}' and be the whole value"),
        Row(.string, "", "the value is empty; remove the attribute or give it a text"),
    ]

    @Test(arguments: rows) func saysWhatIsWrongAndHowToMendIt(_ row: Row) throws {
        let result = ValueParser().parse(row.text, as: row.kind)
        let problem = try #require(result.problems.first)
        #expect(result.problems.count == 1)
        #expect(problem.message.text == row.message)
        #expect(part(of: row.text, problem.range) == row.place)
        let corrected = problem.edits.first.map { replacement in
            let bytes = Array(row.text.utf8)
            return String(
                decoding: bytes[..<replacement.range.lowerBound] + Array(replacement.text.utf8)
                    + bytes[replacement.range.upperBound...],
                as: UTF8.self
            )
        }
        #expect(corrected == row.corrected)
    }

    @Test(arguments: rows + ValueCases.all.map { Row($0.kind, $0.text, "") }) func mendsAreAccepted(_ row: Row) {
        var text = row.text
        // A list may need one fix-it for each of its words.
        for _ in 0..<4 {
            let problems = ValueParser().parse(text, as: row.kind).problems
            guard let replacement = problems.first?.edits.first else {
                if text != row.text { #expect(problems.isEmpty, "\(text)") }
                return
            }
            var bytes = Array(text.utf8)
            bytes.replaceSubrange(replacement.range, with: Array(replacement.text.utf8))
            text = String(decoding: bytes, as: UTF8.self)
        }
        Issue.record("no end of fix-its: \(row.text)")
    }

    @Test func quotationsAreShortAndOfOneLine() throws {
        let text = String(repeating: "x\n\u{202E}", count: 1000)
        let problem = try #require(ValueParser().parse(text, as: .number).problems.first)
        #expect(!problem.message.text.contains("\n"))
        #expect(problem.message.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
        #expect(problem.message.text.utf8.count < 500)
    }

    @Test(arguments: [(64, ["11"]), (65, [])])
    func onlyAboutShortTextsIsGuessed(_ length: Int, _ guesses: [String]) throws {
        let text = "1" + String(repeating: "_", count: length - 2) + "1"
        let problem = try #require(ValueParser().parse(text, as: .int).problems.first)
        #expect(problem.edits.map(\.text) == guesses)
    }

    @Test func problemsBecomeDiagnosticsOfASource() throws {
        let file = SourceFile(path: "a.xml", text: "<A b='center'/>")
        let problem = try #require(ValueParser().parse("center", as: .gravity).problems.first)
        let diagnostic = problem.diagnostic { SourceRange(file, $0.lowerBound + 6..<$0.upperBound + 6) }
        #expect(diagnostic.id == "value.unknown-word")
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.range.offsets == 6..<12)
        #expect(diagnostic.fixIts.first?.message == "replace with 'h_center|v_center'")
        #expect(diagnostic.fixIts.first?.edits.first?.range.offsets == 6..<12)
    }

    @Test func everyIdIsAStableDottedName() {
        let problems = Self.rows.flatMap { ValueParser().parse($0.text, as: $0.kind).problems }
        #expect(problems.allSatisfy { $0.message.id.rawValue.hasPrefix("value.") })
        #expect(Set(problems.map(\.message.id)).count == 16)
    }

    @Test func nothingTrapsOnMutatedValues() {
        var random = SeededGenerator(seed: RandomTests.seed)
        let seeds = Self.rows.map(\.text) + ValueCases.all.map(\.text)
        let kinds = Set(Self.rows.map(\.kind) + ValueCases.all.map(\.kind))
        let bytes: [UInt8] =
            Array("0123456789.,eExXpPrR+-#|${}@ \t\u{FF11}é_%fdTRUEtrue".utf8) + [0, 0x7F, 0x80, 0xFF, 0xF4]
        for _ in 0..<RandomTests.count(1000) {
            var text = Array(seeds.randomElement(using: &random)?.utf8 ?? "".utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...text.count, using: &random)
                let byte = bytes.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text.insert(byte, at: place)
                case 1 where place < text.count: text[place] = byte
                default: text.removeSubrange(place..<min(text.count, place + 1))
                }
            }
            for kind in kinds { checkInvariants(text, kind) }
        }
    }

    /// What holds of every text: a value or an error, and places within the text.
    private func checkInvariants(_ text: [UInt8], _ kind: ValueKind) {
        for isLenient in [false, true] {
            let result = ValueParser(isLenient: isLenient).parse(text.span, as: kind)
            let hasError = result.problems.contains { $0.message.severity == .error }
            #expect((result.value == nil) == hasError, "\(text) \(kind), seed \(RandomTests.seed)")
            for problem in result.problems {
                #expect(problem.range.upperBound <= text.count)
                #expect((problem.edits.first?.range.upperBound ?? 0) <= text.count)
                #expect(!problem.message.text.isEmpty)
            }
        }
    }

    private func part(of text: String, _ range: Range<Int>) -> String {
        String(decoding: Array(text.utf8)[range], as: UTF8.self)
    }
}
