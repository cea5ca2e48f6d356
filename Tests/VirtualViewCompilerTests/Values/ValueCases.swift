import Testing
import VirtualViewCompiler
import VirtualViewFormat

/// A value and what is made of it: `int 5`, `int-rp 5`, `float 1.5`, `float-rp 1.5`, `string`, or the id of the error;
/// with a warning, its id follows.
struct ValueCase: Sendable, CustomTestStringConvertible, CustomStringConvertible {
    let kind: ValueKind
    let text: String
    let outcome: String

    init(_ kind: ValueKind, _ text: String, _ outcome: String) {
        self.kind = kind
        self.text = text
        self.outcome = outcome
    }

    var description: String { "\(kind.configurationName) \(text.debugDescription): \(outcome)" }
    var testDescription: String { description }
}

extension ValueKind {
    func outcome(of text: String, isLenient: Bool = false) -> String {
        ValueParser(isLenient: isLenient).parse(text, as: self).description
    }
}

extension ValueResult {
    var description: String {
        let ids = problems.map(\.message.id.rawValue)
        guard let value else {
            return problems.contains { $0.message.severity == .error } ? ids.joined(separator: " ") : "nothing"
        }
        let text =
            switch value {
            case .int(let number, .none): "int \(number)"
            case .int(let number, .rp): "int-rp \(number)"
            case .float(let number, .none): "float \(number)"
            case .float(let number, .rp): "float-rp \(number)"
            case .string: "string"
            case .expression: "expression"
            }
        return ([text] + ids).joined(separator: " ")
    }
}

enum ValueCases {
    static let all =
        numbers + ints + floats + bools + colorForms + lists + words + sizes + visibilities + dataModes + texts

    private static func rows(_ kind: ValueKind, _ rows: [(String, String)]) -> [ValueCase] {
        rows.map { ValueCase(kind, $0.0, $0.1) }
    }

    private static let numbers = rows(
        .number,
        [
            ("true", "int 1"), (" true ", "int 1"), ("false", "int 0"), ("\tfalse\n", "int 0"),
            ("TRUE", "value.not-a-number"), ("True", "value.not-a-number"), ("truerp", "value.not-a-number"),
            ("0", "int 0"), ("+14", "int 14"), ("-14", "int -14"), (" 8 ", "int 8"), ("007", "int 7"),
            ("2147483647", "int 2147483647"), ("-2147483648", "int -2147483648"),
            ("2147483648", "value.out-of-range"), ("-2147483649", "value.out-of-range"),
            ("99999999999999999999999999", "value.out-of-range"),
            ("\u{663}", "int 3"), ("\u{FF11}\u{FF12}rp", "int-rp 12"), ("-\u{663}", "int -3"),
            ("\u{1D7D9}", "value.not-a-number"), ("\u{2162}", "value.not-a-number"), ("\u{B2}", "value.not-a-number"),
            ("12rp", "int-rp 12"), (" 12rp ", "int-rp 12"), ("-3rp", "int-rp -3"), ("2.75rp", "float-rp 2.75"),
            ("1 rp", "value.not-a-number"), ("1.5 rp", "float-rp 1.5"), ("12RP", "value.not-a-number"),
            ("12rprp", "value.not-a-number"), ("rp", "value.not-a-number"), (".rp", "value.not-a-number"),
            (".5", "value.not-a-number"), ("-.5", "float -0.5"), ("-.25", "float -0.25"), ("+.5", "float 0.5"),
            ("1.", "float 1.0"), ("0.1", "float 0.1"), ("16.0f", "float 16.0"), ("1.5d", "float 1.5"),
            ("1.5F", "float 1.5"), ("1.5D", "float 1.5"), ("1.5ff", "value.not-a-number"),
            ("1e3", "value.not-a-number"), ("1.5e1", "float 15.0"), ("1.5E+1", "float 15.0"),
            ("1.5e-1", "float 0.15"), ("1.5e", "value.not-a-number"), ("1.5e+", "value.not-a-number"),
            ("1.2.3", "value.not-a-number"), ("0x10", "value.not-a-number"), ("0x1.8p1", "float 3.0"),
            ("-0", "int 0"), ("-0.0", "float -0.0"), ("1_000", "value.not-a-number"), ("1 000", "value.not-a-number"),
            ("1,5", "value.not-a-number"), ("1,000", "value.not-a-number"), ("--1", "value.not-a-number"),
            ("+", "value.not-a-number"), ("-", "value.not-a-number"), ("abc", "value.not-a-number"),
            ("12px", "value.unknown-unit"), ("12dp", "value.unknown-unit"), ("50%", "value.unknown-unit"),
            ("\u{A0}12", "value.not-a-number"), ("12\u{3000}", "value.not-a-number"),
            ("", "value.empty"), (" \t ", "value.empty"), ("12f", "value.not-a-number"),
            ("NaN", "value.not-a-number"), ("Infinity", "value.not-a-number"),
            ("1.0e39", "value.not-finite"), ("1.0e-60", "float 0.0 value.underflow"),
            ("-1.0e-60", "float -0.0 value.underflow"),
            ("${a}", "string"), ("@{a ? 1 : 2}", "string"), (" ${a} ", "string"), ("${a.b}", "string"),
            ("${a}rp", "string"), ("${a}${b}", "string"), ("${a}x", "value.unclosed-binding"),
            ("${a", "value.unclosed-binding"), ("${", "value.unclosed-binding"), ("@{", "value.unclosed-binding"),
            ("$", "value.not-a-number"), ("@", "value.not-a-number"), ("$a", "value.not-a-number"),
            ("$ {a}", "value.not-a-number"), ("x${a}", "value.not-a-number"),
            ("${}", "value.empty-binding"), ("@{}", "value.empty-binding"), (" ${} ", "value.empty-binding"),
            ("${}rp", "value.empty-binding"), ("${ }", "string"),
        ]
    )

    private static let ints = rows(
        .int,
        [
            ("true", "int 1"), ("false", "int 0"), ("TRUE", "value.not-a-number"), ("42", "int 42"),
            ("+1", "int 1"), ("3000rp", "int-rp 3000"), (" 250 ", "int 250"), ("5.0", "value.not-a-number"),
            ("5.5", "value.not-a-number"), ("1.5rp", "value.not-a-number"), ("${max}", "string"),
            ("@{n}", "string"), ("${a.b}", "string"), ("0x1F", "value.not-a-number"), ("", "value.empty"),
            ("2147483648rp", "value.out-of-range"), ("1 rp", "value.not-a-number"), ("${}", "value.empty-binding"),
        ]
    )

    private static let floats = rows(
        .float,
        [
            ("1", "float 1.0"), ("2.5rp", "float-rp 2.5"), ("1e2", "float 100.0"), ("0x1.8p1", "float 3.0"),
            ("-0", "float -0.0"), ("1.2f", "float 1.2"), (" 3 rp ", "float-rp 3.0"), (".5", "float 0.5"),
            ("1 rp", "float-rp 1.0"), ("1.", "float 1.0"), ("+1.5", "float 1.5"), ("1d", "float 1.0"),
            ("true", "value.not-a-number"), ("false", "value.not-a-number"), ("", "value.empty"),
            ("rp", "value.not-a-number"), (".", "value.not-a-number"), ("e1", "value.not-a-number"),
            ("1 .5", "value.not-a-number"), ("\u{661}", "value.not-a-number"), ("1,5", "value.not-a-number"),
            ("NaN", "value.not-finite"), ("-NaN", "value.not-finite"), ("Infinity", "value.not-finite"),
            ("-Infinity", "value.not-finite"), ("+Infinity", "value.not-finite"), ("NaNrp", "value.not-finite"),
            ("nan", "value.not-a-number"), ("inf", "value.not-a-number"), ("infinity", "value.not-a-number"),
            ("NaNf", "value.not-a-number"), ("1e39", "value.not-finite"), ("-1e39", "value.not-finite"),
            ("3.4028235e38", "float 3.4028235e+38"), ("3.4028236e38", "value.not-finite"),
            ("1e-45", "float 1e-45"), ("7e-46", "float 0.0 value.underflow"),
            ("0e999999999999", "float 0.0"), ("1e999999999999", "value.not-finite"),
            ("1e-999999999999", "float 0.0 value.underflow"),
            ("${gap}", "string"), (" @{gap} ", "string"), ("${gap}rp", "string"),
            ("${gap} rp", "value.unclosed-binding"), ("${}", "value.empty-binding"),
            ("12dp", "value.unknown-unit"), ("0x1p", "value.not-a-number"), ("0x1", "value.not-a-number"),
            ("0x.p1", "value.not-a-number"), ("0x.8p1", "float 1.0"), ("0x1.p1", "float 2.0"),
            ("0X1P1", "float 2.0"), ("0x1p1f", "float 2.0"), ("0x1p-1d", "float 0.5"),
        ]
    )

    private static let bools = rows(
        .bool,
        [
            ("true", "int 1"), ("True", "int 1"), ("TRUE", "int 1"), ("false", "int 0"), ("FALSE", "int 0"),
            ("1", "value.not-a-boolean"), ("0", "value.not-a-boolean"), ("yes", "value.not-a-boolean"),
            (" true ", "value.not-a-boolean"), ("", "value.empty"), (" ", "value.empty"),
            ("${a}", "value.binding-not-allowed"), ("@{a}", "value.binding-not-allowed"),
            ("${}", "value.binding-not-allowed"), ("tru\u{435}", "value.not-a-boolean"),
        ]
    )

    private static let colorForms = rows(
        .color,
        [
            ("#000000", "int -16777216"), ("#ffffff", "int -1"), ("#80FF00aa", "int -2130771798"),
            ("#00FFFFFF", "int 16777215"), ("#FFFFFFFF", "int -1"), ("${style.color}", "string"),
            ("@{vip ? gold : gray}", "string"), ("${}", "value.empty-binding"),
            ("#FFF", "value.not-a-color"), ("#8FFF", "value.not-a-color"), ("#", "value.not-a-color"),
            ("#12345", "value.not-a-color"), ("#1234567", "value.not-a-color"), ("#123456789", "value.not-a-color"),
            ("#-00001", "value.not-a-color"), ("#+00001", "value.not-a-color"), ("#GGGGGG", "value.not-a-color"),
            ("#\u{FF11}\u{FF12}3456", "value.not-a-color"), ("FF0000", "value.not-a-color"),
            ("0xFF0000", "value.not-a-color"), ("pink", "value.not-a-color"), ("orange", "value.not-a-color"),
            ("brown", "value.not-a-color"), ("DKGRAY", "value.not-a-color"), ("Transparent", "value.not-a-color"),
            ("16711680", "value.not-a-color"), ("rgb(1,2,3)", "value.not-a-color"), ("", "value.empty"),
            (" red", "value.surrounding-blanks"), ("#000000 ", "value.surrounding-blanks"),
            (" ${a} ", "value.surrounding-blanks"), ("${a", "value.unclosed-binding"),
            ("blac\u{212A}", "value.not-a-color"),
        ]
    )

    private static let lists =
        rows(
            .flags,
            [
                ("flag_draw", "int 1"), ("flag_event|flag_dynamic", "int 6"),
                ("flag_software | flag_exposure", "int 24"),
                ("flag_clickable|flag_longclickable|flag_touchable|", "int 224"),
                ("flag_draw|flag_draw|flag_event", "int 3"), (" flag_touchable ", "int 128"), ("|", "int 0"),
                ("||", "int 0"), ("flag_draw||", "int 1"), ("", "value.empty"), (" ", "value.empty"),
                ("|flag_draw", "value.empty-piece"), ("flag_draw||flag_event", "value.empty-piece"),
                ("flag_draw| ", "value.empty-piece"), ("flag_draw| |", "value.empty-piece"),
                (" |", "value.empty-piece"), ("1", "value.unknown-word"), ("draw", "value.unknown-word"),
                ("FLAG_DRAW", "value.unknown-word"), ("flag_drow|flag_evnt", "value.unknown-word value.unknown-word"),
                ("flag_draw,flag_event", "value.unknown-word"), ("${a}", "value.binding-not-allowed"),
                ("${}", "value.binding-not-allowed"), ("flag_draw\u{A0}", "value.unknown-word"),
            ]
        )
        + rows(
            .gravity,
            [
                ("left|top", "int 9"), ("h_center|v_center", "int 36"), (" right | bottom ", "int 18"),
                ("${g}", "string"), ("@{g}", "string"), (" ${g} ", "value.surrounding-blanks"),
                ("${}", "value.empty-binding"), ("${g", "value.unclosed-binding"), ("center", "value.unknown-word"),
                ("Left", "value.unknown-word"), ("left|", "int 1"), ("|", "int 0"), ("", "value.empty"),
                ("left|${g}", "value.unknown-word"), ("9", "value.unknown-word"), ("left top", "value.unknown-word"),
            ]
        )
        + rows(
            .textStyle,
            [
                ("bold", "int 1"), ("strike|underline", "int 12"), (" underline ", "int 4"),
                ("italic|italic|", "int 2"), ("|", "int 0"), ("@{s}", "string"), ("${ts}", "string"),
                (" ${ts}", "value.surrounding-blanks"), ("normal", "value.unknown-word"), ("", "value.empty"),
                ("bold,italic", "value.unknown-word"), ("BOLD", "value.unknown-word"),
            ]
        )

    private static let flex: ValueKind = .enumeration(["flex-start": 0, "center": 2, "none": -1])

    private static let words =
        rows(
            .type,
            [
                ("int", "int 1"), ("float", "int 2"), ("string", "int 3"), ("circle", "int 1"), ("rect", "int 2"),
                ("oval", "int 3"), ("Int", "value.unknown-word"), (" int", "value.surrounding-blanks"),
                ("1", "value.unknown-word"), ("${t}", "value.binding-not-allowed"), ("", "value.empty"),
                ("string|int", "value.unknown-word"),
            ]
        )
        + rows(
            flex,
            [
                ("flex-start", "int 0"), ("FLEX-START", "int 0"), ("Center", "int 2"), ("none", "int -1"),
                (" center", "value.surrounding-blanks"), ("2", "value.unknown-word"),
                ("flex_start", "value.unknown-word"), ("${a}", "value.binding-not-allowed"), ("", "value.empty"),
                ("${}", "value.binding-not-allowed"),
            ]
        )

    private static let sizes = rows(
        .size,
        [
            ("match_parent", "int -1"), ("wrap_content", "int -2"), ("-1", "int -1"), ("-2", "int -2"),
            ("120rp", "int-rp 120"), ("33.5", "float 33.5"), ("${w}", "string"), ("@{h}", "string"),
            (" 12 ", "int 12"), ("true", "int 1"), (" match_parent", "value.surrounding-blanks"),
            ("wrap-content", "value.unknown-word"), ("MATCH_PARENT", "value.unknown-word"),
            ("fill_parent", "value.unknown-word"), ("", "value.empty"), ("100%", "value.unknown-unit"),
            ("match_parentrp", "value.unknown-word"), ("TRUE", "value.not-a-number"),
            ("-1rp", "int-rp -1 value.scaled-word"), ("-2rp", "int-rp -2 value.scaled-word"), ("-3rp", "int-rp -3"),
            ("0rp", "int-rp 0"),
        ]
    )

    private static let visibilities = rows(
        .visibility,
        [
            ("invisible", "int 0"), ("visible", "int 1"), ("gone", "int 2"), ("0", "int 0"), ("2", "int 2"),
            (" 1 ", "int 1"), ("true", "int 1"), ("false", "int 0 value.false-visibility"),
            (" false", "int 0 value.false-visibility"), ("FALSE", "value.not-a-number"), ("${v}", "string"),
            ("@{v}", "string"),
            ("3", "value.out-of-range"), ("-1", "value.out-of-range"), ("9.5", "float 9.5 value.decimal-visibility"),
            ("1.0", "float 1.0 value.decimal-visibility"), ("2rp", "int-rp 2 value.scaled-word"),
            ("3rp", "value.out-of-range"), ("hidden", "value.unknown-word"), ("Visible", "value.unknown-word"),
            (" gone ", "value.surrounding-blanks"), ("", "value.empty"), ("${}", "value.empty-binding"),
        ]
    )

    private static let dataModes = rows(
        .dataMode,
        [
            ("set", "int 1"), ("append", "int 2"), ("1", "int 1"), ("2", "int 2"), ("true", "int 1"),
            ("false", "value.out-of-range"), ("0", "value.out-of-range"), ("3", "value.out-of-range"),
            ("1rp", "int-rp 1 value.scaled-word"), ("1.0", "value.not-a-number"), ("1.5", "value.not-a-number"),
            ("${m}", "value.binding-not-allowed"), ("@{m}", "value.binding-not-allowed"),
            ("${}", "value.binding-not-allowed"), (" set", "value.surrounding-blanks"), ("", "value.empty"),
            ("replace", "value.unknown-word"), ("Set", "value.unknown-word"),
        ]
    )

    private static let texts =
        rows(.string, [("x", "string"), ("", "value.empty-string"), (" ", "string"), ("${}", "string")])
        + rows(
            .expression,
            [
                ("${a = 1}", "expression"), ("@{a}", "expression"), ("", "expression"),
                ("click", "expression"),
            ]
        )

    /// The rows that `--lenient` changes.
    static let lenient: [ValueCase] =
        rows(
            .bool,
            ["1", "0", "yes", " true ", "", " ", "${a}", "@{a}", "${}", "tru\u{435}"].map {
                ($0, "int 0 value.not-a-boolean")
            }
        )
        + ["${}", "@{}", " ${} ", "${}rp"].map { ValueCase(.number, $0, "string value.empty-binding") }
        + [ValueKind.int, .float, .color, .gravity, .visibility].map {
            ValueCase($0, "${}", "string value.empty-binding")
        }
        + rows(
            .float,
            [
                ("NaN", "float nan value.not-finite"), ("-NaN", "float nan value.not-finite"),
                ("Infinity", "float inf value.not-finite"), ("+Infinity", "float inf value.not-finite"),
                ("-Infinity", "float -inf value.not-finite"), ("NaNrp", "float-rp nan value.not-finite"),
                ("1e39", "float inf value.not-finite"), ("-1e39", "float -inf value.not-finite"),
                ("3.4028236e38", "float inf value.not-finite"), ("1e999999999999", "float inf value.not-finite"),
            ]
        )
        + rows(.number, [("1.0e39", "float inf value.not-finite")])

    static let colors: [(String, UInt32)] = [
        ("black", 0xFF00_0000), ("blue", 0xFF00_00FF), ("cyan", 0xFF00_FFFF), ("dkgray", 0xFF44_4444),
        ("gray", 0xFF88_8888), ("green", 0xFF00_FF00), ("ltgray", 0xFFCC_CCCC), ("magenta", 0xFFFF_00FF),
        ("red", 0xFFFF_0000), ("transparent", 0), ("yellow", 0xFFFF_FF00), ("white", 0xFFFF_FFFF),
        ("darkgray", 0xFF44_4444), ("darkgrey", 0xFF44_4444), ("grey", 0xFF88_8888), ("lightgray", 0xFFCC_CCCC),
        ("lightgrey", 0xFFCC_CCCC), ("aqua", 0xFF00_FFFF), ("fuchsia", 0xFFFF_00FF), ("lime", 0xFF00_FF00),
        ("maroon", 0xFF80_0000), ("navy", 0xFF00_0080), ("olive", 0xFF80_8000), ("purple", 0xFF80_0080),
        ("silver", 0xFFC0_C0C0), ("teal", 0xFF00_8080),
    ]
}
