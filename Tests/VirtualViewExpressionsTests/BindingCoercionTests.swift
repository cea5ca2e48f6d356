import Testing
import VirtualViewExpressions
import VirtualViewFormat

/// A value, what a property takes, and what it gets, as `vvc eval --as` prints it; the default is 77.
struct CoercionRow: Sendable, CustomTestStringConvertible {
    let value: JSONValue?
    let kind: ValueKind?
    let result: JSONValue

    init(_ value: JSONValue?, _ kind: ValueKind?, _ result: JSONValue) {
        self.value = value
        self.kind = kind
        self.result = result
    }

    var testDescription: String {
        "\(value?.json ?? "missing") as \(kind.map { "\($0)" } ?? "any data")"
    }

    func check(_ client: Client, sourceLocation: SourceLocation = #_sourceLocation) {
        let standard: CoercedValue = .int(77, .none)
        let coerced = BindingCoercion(client).coerce(value, to: kind, default: standard)
        #expect(coerced.jsonValue(as: kind).json == result.json, sourceLocation: sourceLocation)
    }
}

private let alignment = ValueKind.enumeration(["start": 1, "End": 2])

@Suite struct BindingCoercionTests {
    @Test(arguments: [
        CoercionRow(nil, .int, 77), CoercionRow(.null, .int, 77), CoercionRow(true, .int, 1),
        CoercionRow(false, .int, 0), CoercionRow(12, .int, 12), CoercionRow(3.9, .int, 3), CoercionRow(-3.9, .int, -3),
        CoercionRow(5_000_000_000, .int, 2_147_483_647), CoercionRow(-1e300, .int, -2_147_483_648),
        CoercionRow("12", .int, 12), CoercionRow(" 12 ", .int, 12), CoercionRow("12abc", .int, 12),
        CoercionRow("1e2", .int, 100), CoercionRow("+4", .int, 4), CoercionRow("-4.7", .int, -4),
        CoercionRow("12rp", .int, "12rp"), CoercionRow("12 rp ", .int, "12rp"), CoercionRow("12rpx", .int, 12),
        CoercionRow("12RP", .int, 12), CoercionRow("abc", .int, 77), CoercionRow("true", .int, 77),
        CoercionRow("", .int, 77), CoercionRow("-", .int, 77), CoercionRow(".", .int, 77), CoercionRow([1], .int, 77),
        CoercionRow(["a": 1], .int, 77), CoercionRow("match_parent", .int, 77),
    ])
    func appliesToInt(_ row: CoercionRow) {
        row.check(.swift)
    }

    @Test(arguments: [
        CoercionRow(nil, .float, 77), CoercionRow(true, .float, 1), CoercionRow(1.25, .float, 1.25),
        CoercionRow(33.3, .float, 33.3), CoercionRow(7, .float, 7), CoercionRow("1.5rp", .float, "1.5rp"),
        CoercionRow(".5", .float, 0.5), CoercionRow("5.", .float, 5), CoercionRow("1e2", .float, 100),
        CoercionRow("1e", .float, 1), CoercionRow("0x10", .float, 0), CoercionRow("1e999", .float, 77),
        CoercionRow(1e300, .float, 77), CoercionRow(.double(.nan), .float, 77), CoercionRow("nan", .float, 77),
        CoercionRow("inf", .float, 77), CoercionRow("wrap_content", .float, 77),
        CoercionRow("match_parent", .size, "match_parent"), CoercionRow("wrap_content", .size, "wrap_content"),
        CoercionRow(-1, .size, "match_parent"), CoercionRow("-2", .size, "wrap_content"),
        CoercionRow("-1rp", .size, "-1rp"), CoercionRow(12, .size, 12), CoercionRow("12rp", .size, "12rp"),
        CoercionRow("fill", .size, 77), CoercionRow(.null, .size, 77),
    ])
    func appliesToFloatAndSize(_ row: CoercionRow) {
        row.check(.swift)
    }

    @Test(arguments: [
        CoercionRow(nil, .string, .null), CoercionRow(.null, .string, .null), CoercionRow("a", .string, "a"),
        CoercionRow("", .string, ""), CoercionRow(true, .string, "true"), CoercionRow(3, .string, "3"),
        CoercionRow(3.0, .string, "3"), CoercionRow(1.5, .string, "1.5"),
        CoercionRow([1, "a/b"], .string, "[1,\"a/b\"]"),
        CoercionRow(["b": 1, "a": .null], .string, "{\"a\":null,\"b\":1}"),
        CoercionRow(nil, .bool, 0), CoercionRow(.null, .bool, 0), CoercionRow(true, .bool, 1),
        CoercionRow(false, .bool, 0), CoercionRow(0, .bool, 0), CoercionRow(-1, .bool, 1), CoercionRow(0.5, .bool, 1),
        CoercionRow("TrUe", .bool, 1), CoercionRow("1", .bool, 0), CoercionRow("yes", .bool, 0),
        CoercionRow([1], .bool, 0),
        CoercionRow(nil, .visibility, "gone"), CoercionRow(.null, .visibility, "gone"),
        CoercionRow("visible", .visibility, "visible"), CoercionRow("invisible", .visibility, "invisible"),
        CoercionRow("gone", .visibility, "gone"), CoercionRow("Visible", .visibility, "gone"),
        CoercionRow(true, .visibility, "visible"), CoercionRow(false, .visibility, "gone"),
        CoercionRow(1, .visibility, "gone"),
        CoercionRow(nil, nil, .null), CoercionRow(.null, nil, .null), CoercionRow([1], nil, [1]),
        CoercionRow("a", nil, "a"),
    ])
    func appliesToTextFlagVisibilityAndObject(_ row: CoercionRow) {
        row.check(.swift)
    }

    @Test(arguments: [
        CoercionRow(nil, .gravity, 77), CoercionRow(.null, .gravity, 77), CoercionRow("left", .gravity, 1),
        CoercionRow("left|top", .gravity, 9), CoercionRow(" right | v_center ", .gravity, 34),
        CoercionRow("left|what|bottom", .gravity, 17), CoercionRow("what", .gravity, 77), CoercionRow("", .gravity, 77),
        CoercionRow("Left", .gravity, 77), CoercionRow("center", .gravity, 36), CoercionRow(5, .gravity, 77),
        CoercionRow("bold|italic", .textStyle, 3), CoercionRow("underline|strike", .textStyle, 12),
        CoercionRow("START", alignment, 1), CoercionRow("end|start", alignment, 2),
        CoercionRow("nowhere|end", alignment, 2),
        CoercionRow(nil, .color, "#00000000"), CoercionRow(.null, .color, "#00000000"),
        CoercionRow("red", .color, "#FFFF0000"), CoercionRow("#123456", .color, "#FF123456"),
        CoercionRow("#80abcdef", .color, "#80ABCDEF"), CoercionRow("#fff", .color, "#00000000"),
        CoercionRow("pink", .color, "#00000000"), CoercionRow(255, .color, "#00000000"),
    ])
    func appliesToWordsAndColors(_ row: CoercionRow) {
        row.check(.swift)
    }

    @Test func reportsUnknownWordsAndColors() {
        var issues: [BindingCoercion.Issue] = []
        let coercion = BindingCoercion()
        _ = coercion.coerce("left|up|down", to: .gravity, default: .int(0, .none), issues: &issues)
        _ = coercion.coerce("pink", to: .color, default: .int(0, .none), issues: &issues)
        _ = coercion.coerce(nil, to: .color, default: .int(0, .none), issues: &issues)
        #expect(issues == [.unknownWord("up"), .unknownWord("down"), .unknownColor("pink")])
        #expect(issues.map(\.id) == ["binding.unknown-word", "binding.unknown-word", "binding.unknown-color"])
        #expect(issues[2].message == "the data holds 'pink', which is no color")
        issues = []
        for value: JSONValue? in ["match_paren", "match_parent", "12rp", "12 apples", "", .null, nil, [1]] {
            _ = coercion.coerce(value, to: .size, default: .float(3, .none), issues: &issues)
        }
        for kind in [ValueKind.int, .float, .number] {
            #expect(coercion.coerce("many", to: kind, default: .int(3, .none), issues: &issues) == .int(3, .none))
        }
        #expect(issues == [.unknownWord("match_paren")] + Array(repeating: .unknownWord("many"), count: 3))
    }

    /// A server says so that it has no value.
    @Test func anEmptyTextIsNoIssueForAnyKind() {
        for (name, kind) in BindingCoercion.kinds + [("enumeration", .enumeration(["H": 1, "V": 0]))] {
            var issues: [BindingCoercion.Issue] = []
            _ = BindingCoercion().coerce("", to: kind, default: .int(3, .none), issues: &issues)
            #expect(issues.isEmpty, "\(name)")
        }
    }

    @Test func aLongWordIsCutInTheMessage() {
        let (long, short) = (String(repeating: "é", count: 100_000), String(repeating: "é", count: 48) + "…")
        for issue in [BindingCoercion.Issue.unknownWord(long), .unknownColor(long)] {
            #expect(issue.message.contains("'\(short)'"))
        }
    }

    @Test(arguments: [(1_024, false), (1_025, true), (1_000_000, true)])
    func aTextThatIsTooLongHasNoWords(_ count: Int, _ isUnknown: Bool) {
        let text = "left" + String(repeating: "|", count: count - 4)
        for kind in [ValueKind.gravity, .flags, .textStyle] {
            var issues: [BindingCoercion.Issue] = []
            let value = BindingCoercion(.swift).coerce(
                .string(text),
                to: kind,
                default: .int(7, .none),
                issues: &issues
            )
            let isLeft = kind == .gravity && !isUnknown
            #expect(issues == (isLeft ? [] : [.unknownWord(isUnknown ? text : "left")]))
            #expect(value == .int(isLeft ? 1 : 7, .none))
        }
    }

    @Test(arguments: [
        ("hidden", true), ("VISIBLE", true), ("invisible ", true), ("true", true), ("visible", false),
        ("invisible", false), ("gone", false), ("", false),
    ])
    func reportsAWordThatNoVisibilityHas(_ word: String, _ isUnknown: Bool) {
        for (client, isReported) in [(Client.swift, isUnknown), (.iOS, false)] {
            var issues: [BindingCoercion.Issue] = []
            _ = BindingCoercion(client).coerce(
                .string(word),
                to: .visibility,
                default: .int(0, .none),
                issues: &issues
            )
            #expect(issues == (isReported ? [.unknownWord(word)] : []))
        }
    }

    @Test(arguments: [
        CoercionRow(nil, .int, 0), CoercionRow(.null, .int, 0), CoercionRow(true, .int, 1),
        CoercionRow("true", .int, 0),
        CoercionRow("1e2", .int, 1), CoercionRow("12rp", .int, 12),
        CoercionRow("99999999999999999999", .int, 2_147_483_647),
        CoercionRow("-99999999999999999999", .int, -2_147_483_648), CoercionRow([1], .int, 0),
        CoercionRow(nil, .float, 0), CoercionRow("100rp", .float, 100), CoercionRow("abc", .float, 0),
        CoercionRow("match_parent", .size, 0), CoercionRow("-1", .size, "match_parent"),
        CoercionRow(-2, .size, "wrap_content"),
        CoercionRow(nil, .string, .null), CoercionRow(false, .string, "0"), CoercionRow(.null, .string, "<null>"),
        CoercionRow(3.0, .string, "3"), CoercionRow(true, .bool, 0), CoercionRow("true", .bool, 1),
        CoercionRow(true, .visibility, "gone"), CoercionRow(nil, .visibility, "gone"),
        CoercionRow("invisible", .visibility, "invisible"),
        CoercionRow(nil, .gravity, 0), CoercionRow("left|x|top", .gravity, 9), CoercionRow("center", .gravity, 36),
        CoercionRow("bold", .textStyle, 0), CoercionRow("3", .textStyle, 3),
        CoercionRow("#123456", .color, "#FF123456"), CoercionRow("0x123456", .color, "#FF123456"),
        CoercionRow("80123456", .color, "#80123456"), CoercionRow("red", .color, .null),
        CoercionRow(nil, .color, .null),
        CoercionRow(.null, nil, .null), CoercionRow("start", alignment, "start"),
    ])
    func appliesAsTheIOSClientDoes(_ row: CoercionRow) {
        row.check(.iOS)
    }

    @Test func knowsWhatTheIOSClientTakes() {
        let kinds: [(String, ValueKind?)] = [
            ("maxLines", .int), ("textStyle", .int), ("textSize", .float), ("layoutWidth", .size), ("text", .string),
            ("background", .color), ("canSlide", .bool), ("visibility", .visibility), ("layoutGravity", .gravity),
            ("flag", nil), ("autoDimDirection", nil), ("dataTag", nil), ("anything", nil),
        ]
        for (name, kind) in kinds {
            #expect(BindingCoercion.kindOnIOS(ofProperty: name) == kind, "\(name)")
        }
    }
}
