import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewExpressions

/// One row of `Fixtures/Expressions/computed.json`.
struct ComputedCase: Sendable, CustomTestStringConvertible {
    let id: String
    let text: String
    /// The value; `nil` if the expression is malformed.
    let expected: JSONValue?

    var testDescription: String { "\(id) \(text)" }

    private static let table = (try? Fixtures.bytes("Expressions/computed.json")).flatMap { try? JSONValue(json: $0) }
    static let data = table?["data"]
    static let all: [ComputedCase] = {
        guard case .array(let rows)? = table?["cases"] else { return [] }
        return rows.compactMap { row in
            guard case .string(let id)? = row["id"], case .string(let text)? = row["expr"] else { return nil }
            return ComputedCase(id: id, text: text, expected: row["expected"]?["value"])
        }
    }()
}

@Suite struct ComputedBindingTests {
    private func value(_ text: String, on data: JSONValue? = ComputedModel.data) -> JSONValue? {
        BindingExpression(text).evaluate(on: data)
    }

    @Test func readsTheWholeTable() {
        #expect(ComputedCase.all.count == 126)
    }

    @Test(arguments: ComputedCase.all)
    func hasTheValueOfTheTable(_ row: ComputedCase) {
        var issues: [BindingIssue] = []
        let binding = BindingExpression(row.text, issues: &issues)
        #expect(issues.contains { $0.severity == .error } == (row.expected == nil))
        #expect(binding.kind == .computed)
        let value = binding.evaluate(on: ComputedCase.data) ?? JSONValue.null
        // What is whole is a whole number, not only equal to one: functions of the app tell them apart.
        #expect(value.isSame(as: row.expected ?? JSONValue.null), "\(value)")
    }

    @Test(arguments: [
        ("@{${= n} ? a : b}", "b"), ("@{${= n - n} ? a : b}", "b"), ("@{${= one % 2} ? odd : even}", "odd"),
        ("@{${= no} ? a : b}", "a"), ("@{${= list} ? a : b}", "b"), ("@{${n} ? a : b}", "a"), ("@{${no} ? a : b}", "b"),
    ])
    func aCalculatedConditionIsTrueAsInCalculations(_ text: String, _ expected: String) {
        let data: JSONValue = ["n": 0, "one": 1, "no": "false", "list": []]
        #expect(value(text, on: data) == .string(expected))
    }

    private static let neighbours: [(JSONValue, JSONValue)] = [
        (9_007_199_254_740_992, 9_007_199_254_740_993), (9_007_199_254_740_992.0, 9_007_199_254_740_993),
        (9_223_372_036_854_775_807, 9_223_372_036_854_775_808.0), (-1e19, -9_223_372_036_854_775_808),
        (-1_152_921_504_606_846_977, -1_152_921_504_606_846_976.0), (-1.5, -1), (1, 1.5),
    ]

    @Test(arguments: neighbours)
    func numbersAreComparedExactly(_ small: JSONValue, _ large: JSONValue) {
        let data: JSONValue = ["a": small, "b": large]
        #expect(
            value("${= list(a < b, a <= b, a == b, a >= b, a > b)}", on: data) == [true, true, false, false, false]
        )
        #expect(
            value("${= list(b < a, b <= a, b == a, b >= a, b > a)}", on: data) == [false, false, false, true, true]
        )
        for text in ["(a, b)", "(b, a)"] {
            #expect(value("${= list(min\(text), max\(text))}", on: data) == [small, large])
        }
    }

    @Test func placesFarBeyondTheEndsCountAsTheEnds() {
        #expect(value("${= slice('abc', 0, 1e300)}") == "abc")
        #expect(value("${= slice('abc', -1e300, 2)}") == "ab")
        #expect(value("${= slice('abc', 1e300, 2)}") == "")
        #expect(value("${= round(2.5, 1e300)}") == nil)
        #expect(value("${= list(1, 2)[1e300]}") == nil)
    }

    @Test(arguments: ["slice(t, 0, n)", "upper(t)", "t + ''"]) func aTextThatIsMadeIsAtMostAMebibyteLong(_ text: String)
    {
        for (count, isMade) in [(1 << 20, true), (1 << 20 + 1, false)] {
            let data: JSONValue = ["t": .string(String(repeating: "a", count: count)), "n": .int(Int64(count))]
            #expect((value("${= \(text)}", on: data) != nil) == isMade)
        }
    }

    @Test(arguments: ["${= 1.e5}", "${= 1.}", "${= 2.a + 1}", "${= 1. }"])
    func aPointWithoutDigitsMakesABadNumber(_ text: String) {
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        #expect(issues.map(\.id) == ["binding.bad-number"])
    }

    /// The slow way gives the same, for expressions that are made by chance.
    @Test func hasTheValueThatTheSlowWayFinds() {
        var generator = SeededGenerator(seed: RandomTests.seed)
        func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        for _ in 0..<RandomTests.count(1_500) {
            let model = ComputedModel(depth: pick(0...5), pick: pick)
            let text = "${= \(model.text(pick))}"
            var issues: [BindingIssue] = []
            let value = BindingExpression(text, issues: &issues).evaluate(on: ComputedModel.data)
            guard !value.isSame(as: model.result) || !issues.isEmpty else { continue }
            Issue.record(
                "VV_SEED=\(RandomTests.seed): \(text) is \(value ?? .null), not \(model.result ?? .null); \(issues)"
            )
            return
        }
    }

    /// Numbers beside the middle between two results, for whole numbers, places and the 15 digits of every result.
    @Test func roundsAsTheSlowWay() {
        var generator = SeededGenerator(seed: RandomTests.seed)
        let powers = [1, 10, 100, 1e3, 1e6, 1e9, 1e14, 1e15, 1e16, 1e20]
        for _ in 0..<RandomTests.count(1_500) {
            let digits = Int64.random(in: 0...1 << Int64.random(in: 1...52, using: &generator), using: &generator)
            var number = (Double(digits) + 0.5) / powers[Int.random(in: 0..<10, using: &generator)]
            for _ in 0..<Int.random(in: 0...2, using: &generator) { number = number.nextUp }
            for _ in 0..<Int.random(in: 0...2, using: &generator) { number = number.nextDown }
            let places = Int.random(in: 0...9, using: &generator)
            let model = ComputedModel.number(number.description, number)
            for model in [model, .call("round", [model, .number("\(places)", Double(places))])] {
                let text = "${= \(model.text { $0.lowerBound })}"
                guard let value = value(text), let result = model.result, value.isSame(as: result) else {
                    Issue.record("VV_SEED=\(RandomTests.seed): \(text) is not \(model.result ?? .null)")
                    return
                }
            }
        }
    }

    private static let longDecimals: [(Double, String)] = [
        (1_234_567_890_123_456, "1234567890123456"), (-0x1p53, "-9007199254740992"), (0x1p54, "18014398509482000"),
        (123_456_789_012_345.67, "123456789012346"), (4.350_000_000_000_000_5, "4.35"),
        (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (-1.797_693_134_862_31e308, "-1.79769313486231e+308"),
    ]

    @Test(arguments: longDecimals)
    func `a decimal has 15 digits unless it is whole and exact, or would be infinite`(_ number: Double, _ text: String)
    {
        let data: JSONValue = ["a": .double(number)]
        #expect(value("${= a + ''}", on: data) == .string(text))
        #expect(value("${= text(a)}", on: data) == .string(text))
        #expect(value("${= a}", on: data).map(\.json) == text)
    }

    @Test func whatADivisionLeavesIsThatOfTheStandardLibrary() {
        let extremes: [Double] = [.leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan]
        let numbers = [0.0, -0.0, 1, -1, 0.5, 2, 3, 5.5, -7.25, 0.1, 1e-300, 1e300, 0x1p52] + extremes
        for number in numbers {
            for divisor in numbers {
                let (found, expected) = (
                    number.remainder(after: divisor), number.truncatingRemainder(dividingBy: divisor)
                )
                #expect(found == expected || found.isNaN && expected.isNaN, "\(number) % \(divisor)")
            }
        }
    }

    @Test func standsInTextsConditionsAndDefaults() {
        #expect(value("${= count + 1} of ${count}") == "4 of 3")
        #expect(value("@{${= count > 5} ? many : few}") == "few")
        #expect(value("@{${= 'a}b' == name} ? x : ${= 'y}'}}") == "y}")
        #expect(value("${missing ?: ${= count * 2}}") == 6)
        #expect(value("[${= nothing}]") == "[]")
        #expect(value("\\${= 1}") == "${= 1}")
    }

    @Test(arguments: [("${= 7 / 1}", 7), ("${= 7 / 0}", nil), ("${= app.count + 1}", 3)] as [(String, JSONValue?)])
    func whatLooksLikeASpecialCaseMayBeNone(_ text: String, _ expected: JSONValue?) {
        #expect(BindingExpression(text).evaluate(on: ["app": ["count": 2]]) == expected)
    }

    @Test func readsWhatTheDataDoesNotHaveFromTheEnvironment() {
        let binding = BindingExpression("${= env.width > 400 ? 'wide' : 'narrow'}")
        let environment: JSONValue = ["env": ["width": 500]]
        #expect(binding.evaluate(on: [:], environment: environment, functions: nil) == "wide")
        #expect(binding.evaluate(on: ["env": ["width": 1]], environment: environment, functions: nil) == "narrow")
    }

    @Test func whatIsMalformedIsMissingAndTheRestIsThere() {
        #expect(value("${= 1 +}") == nil)
        #expect(value("a ${= 1 +} b") == "a  b")
        #expect(value("${= 'open") == nil)
        #expect(value("${= (1") == nil)
    }

    /// The id and the place of each problem, and the correction.
    @Test(arguments: [
        ("${= }", "expected-value", "}", nil), ("${= 1 + }", "expected-value", "}", nil),
        ("${= a b}", "expected-operator", "b", nil), ("${= (1}", "unclosed-bracket", "(", nil),
        ("${= list(1, 2}", "unclosed-bracket", "(", nil), ("${= a[1}", "unclosed-bracket", "[", nil),
        ("${= a == b == c}", "chained-comparison", "==", nil), ("${= a < b < c}", "chained-comparison", "<", nil),
        ("${= a = 1}", "unknown-operator", "=", "=="), ("${= a === 1}", "unknown-operator", "===", "=="),
        ("${= a & b}", "unknown-operator", "&", "and"), ("${= a | b}", "unknown-operator", "|", "or"),
        ("${= a|b}", "unknown-operator", "|", " or "), ("${= a &b}", "unknown-operator", "&", "and "),
        ("${= (a)&\u{A0}b}", "unknown-operator", "&", " and"),
        ("${= foo(1)}", "unknown-function", "foo", nil), ("${= round()}", "argument-count", "round", nil),
        ("${= 012}", "bad-number", "012", nil), ("${= 12px}", "bad-number", "12px", nil),
        ("${= 1e999}", "bad-number", "1e999", nil), ("${= .5}", "expected-value", ".", nil),
        ("${= a.}", "expected-name", "}", nil), ("${= a..b}", "expected-name", ".", nil),
        ("${= a[]}", "expected-value", "[]", nil), ("${= 'a\\x'}", "bad-escape", "\\x", nil),
        ("${= 'a\\中b'}", "bad-escape", "\\中", nil),
        ("${= '\\u{110000}'}", "bad-escape", "\\u{110000}", nil), ("${= 1 ? 2}", "missing-colon", "?", nil),
        ("${= 'open}", "unclosed-quote", "'", nil), ("${= open", "unclosed", "${", nil),
        ("${= and}", "expected-value", "a", nil), ("${= a, b}", "expected-operator", ",", nil),
        ("@{${= 'a} ? b : c}", "unclosed-quote", "'", nil), ("@{x ? ${= 'a} : c}", "unclosed-quote", "'", nil),
        ("@{${a} ? x : ${= upper('b)}}", "unclosed-quote", "'", nil),
    ])
    func aProblemHasItsPlace(_ text: String, _ id: String, _ place: String, _ correction: String?) throws {
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        #expect(issues.count == 1)
        let issue = try #require(issues.first)
        #expect(issue.id == "binding.\(id)")
        #expect(issue.severity == .error)
        #expect(String(decoding: Array(text.utf8)[issue.range], as: UTF8.self) == place)
        #expect(issue.correction?.text == correction)
        #expect(BindingExpression(text).evaluate(on: ["a": "b"]) == nil)
    }

    /// A word behind `?:` is a text, and would be a path in an expression.
    ///
    /// The words that compare are words of other languages, too.
    @Test(arguments: [
        "${old - new ?: sale}", "${a > 1 ?: 'b'}", "${avec le client}", "${a lt b}", "@{${a lt b} ? x : y}",
        "${a.1 le client}", "${1 lt b}", "${a2 le b2}", "@{${item-count > 3} ? many : few}", "${item-1 > 3}",
    ])
    func anOperatorThatNeedNotBeOneIsNotCorrected(_ text: String) throws {
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        let issue = try #require(issues.first { $0.id == "binding.operator-in-path" })
        #expect(issue.correction == nil)
    }

    @Test(arguments: [
        ("${count > 1}", "${=count > 1}"), ("${count > 1 ? 'a' : 'b'}", "${=count > 1 ? 'a' : 'b'}"),
        ("@{${count} > 1 ? a : b}", "@{${= count > 1} ? a : b}"), ("@{count > 1 ? a : b}", "@{${= count > 1} ? a : b}"),
        ("@{!${on} ? a : b}", "@{${= !on} ? a : b}"), ("${a - b}", "${=a - b}"),
        ("${a gt 1}", "${=a gt 1}"), ("${a.b le 1}", "${=a.b le 1}"),
        ("${a ge -1}", "${=a ge -1}"),
        ("${a gt 'x'}", "${=a gt 'x'}"),
        ("@{${= a} > 1 ? x : y}", "@{${= (a) > 1} ? x : y}"),
    ])
    func anOperatorThatIsNotReadIsCorrected(_ text: String, _ corrected: String) throws {
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        let issue = try #require(issues.first { $0.id == "binding.operator-in-path" })
        let correction = try #require(issue.correction)
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(correction.range, with: correction.text.utf8)
        #expect(String(decoding: bytes, as: UTF8.self) == corrected)
        issues = []
        _ = BindingExpression(corrected, issues: &issues)
        #expect(issues.isEmpty)
    }

    @Test(arguments: [
        ("not ${a > 1}", "${= not (a > 1)}"), ("${a - 1} * 2", "${= (a - 1) * 2}"),
        ("!${a ?: 'b'}", "${= !(a ?: 'b')}"), ("!${a ?: b}", "${= !(a ?: 'b')}"),
        ("${a ?: 0} > 1", "${= (a ?: 0) > 1}"),
        ("!${a ?: b\\c}", "${= !(a ?: 'b\\\\c')}"), ("list[${ i }] > 1", "${= list[i] > 1}"),
        // Two that touch, or touch a name; names that look like calculations; what is in quotes.
        ("${a}${b} == 1", nil), ("x${a} > 1", nil), ("${a}x > 1", nil), ("1 < ${a}x", nil), ("${a}[0] > 1", nil),
        ("${a}.b > 1", nil),
        ("!${first-name}", nil), ("!${first-name ?: 'x'}", nil), ("${1} == 1", nil), ("${a} == '${b}'", nil),
        ("${a} == \"${b}\"", nil),
        // A name outside is a text, but not with brackets behind it.
        ("${status} == open", nil), ("open == ${status}", nil), ("${a} != none and ${b} > 1", nil),
        ("${a} == b.c", nil), ("list[${i}].x > 1", "${= list[i].x > 1}"), ("max(${a}, 1) > 2", "${= max(a, 1) > 2}"),
        ("${= a} gt 1", "${= (a) gt 1}"), ("!${= a ? b : c}", "${= !(a ? b : c)}"),
        ("${= a + 1} * ${b} > 1", "${= (a + 1) * b > 1}"), ("${= a} == ${= b}", "${= (a) == (b)}"),
        ("${= a} > b", nil), ("${= a}[0] > 1", nil),
        ("${a} == true", "${= a == true}"), ("not ${a} or ${b} > 1.5", "${= not a or b > 1.5}"),
        // What is no name in an expression.
        ("${a b} == 1", nil), ("${x.0} == 1", nil),
    ])
    func aConditionIsCorrectedOnlyToWhatItMeans(_ condition: String, _ corrected: String?) throws {
        var issues: [BindingIssue] = []
        _ = BindingExpression("@{\(condition) ? x : y}", issues: &issues)
        let issue = try #require(issues.first { $0.range == 2..<condition.utf8.count + 2 })
        #expect(issue.id == "binding.operator-in-path")
        #expect(issue.correction?.text == corrected)
        guard let corrected else { return }
        issues = []
        _ = BindingExpression("@{\(corrected) ? x : y}", issues: &issues)
        #expect(issues.isEmpty)
    }

    @Test(arguments: [
        "${first-name}", "${a b}", "@{${a} ? x - y : z}", "@{${first} ${last} ? a : b}", "${a} > ${b}",
        "@{(${first-name}) ? a : b}", "@{${= a} ? x : y}", "@{x${= a} ? x : y}", "${terms and conditions}", "${elt x}",
        "${gt}", "${gt a}", "${a gt}", "${a.le.b}", "${a gte b}",
    ])
    func whatOnlyLooksLikeAnOperatorIsNoProblem(_ text: String) {
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        #expect(issues.isEmpty)
    }

    @Test(arguments: ["<", "<=", ">", ">=", "=="]) func whatIsNoNumberHasNoOrder(_ sign: String) {
        for text in ["${= x \(sign) 1}", "${= 1 \(sign) x}", "${= x \(sign) x}"] {
            let value = BindingExpression(text).evaluate(on: ["x": .double(.nan)])
            #expect(value == (sign == "==" ? false : nil), "\(text)")
        }
    }

    @Test func otherClientsDoNotHaveThem() {
        for client in [Client.iOS, .android] {
            let issues = BindingExpression.portabilityIssues(in: "${= a + 1}", for: client)
            #expect(issues.map { $0.severity } == [.error])
        }
    }

    @Test func aTextIsNoLongerThanAMebibyte() {
        let data: JSONValue = ["half": .string(String(repeating: "x", count: 1 << 19))]
        #expect(value("${= length(half + half)}", on: data) == .int(1 << 20))
        for text in [
            "half + half + 'y'", "text(list(half, half, half))", "join(list(half, half), '-')",
            "replace(half, 'x', 'xyz')",
        ] {
            #expect(value("${= \(text)}", on: data) == nil)
        }
        // What lowers to more bytes than it had is measured again.
        let dotted: JSONValue = ["i": .string(String(repeating: "İ", count: 400_000))]
        #expect(value("${= lower(i)}", on: dotted) == nil)
    }

    /// What one binding may make with a text of a mebibyte, four of which are the limit.
    @Test(
        arguments: [
            ("${= length(upper(t)) + length(lower(t)) + length(slice(t, 0)) + length(trim(t))}", .int(1 << 22)),
            (
                "${= length(upper(t)) + length(lower(t)) + length(slice(t, 0)) + length(trim(t)) + length('a' + '')}",
                nil
            ),
            ("${= length(list(t + '', text(t), replace(t, 'a', 'b')))}", 3),
            ("${= length(list(t + '', text(t), replace(t, 'a', 'b'), join(list(t), '')))}", nil),
            // What is too long counts as well, and so does what is made for a part that is empty in the end.
            ("${= length(list(t + t, t + t, t + t, t + t))}", nil), ("${= length(list(t + t, t + t, t + t))}", 3),
            (
                "x${= length(t + '')}${= length(t + '')}${= length(t + '')}${= length(t + '')}${= length('a' + '')}",
                "x1048576104857610485761048576"
            ),
            ("@{${= upper(t) == lower(t)} ? x : ${= length(list(t + '', t + ''))}}", nil),
            // Data are not made, and neither are numbers.
            ("${= length(list(t, t, t, t, t, t)) + length(t)}", .int(6 + 1 << 20)), ("${t}${t}", nil),
        ] as [(String, JSONValue?)]
    )
    func allThatABindingMakesIsAtMostFourMebibytes(_ text: String, _ expected: JSONValue?) {
        #expect(value(text, on: ["t": .string(String(repeating: "a", count: 1 << 20))]) == expected)
    }

    @Test func entriesOfListsCountAsSixteenBytes() {
        for (count, isMade) in [(1 << 18, true), (1 << 18 + 1, false)] {
            let data: JSONValue = ["l": .array(BindingArray(Array(repeating: 1, count: count)))]
            #expect((value("${= length(slice(l, 0))}", on: data) != nil) == isMade)
        }
    }

    @Test func aTextThatASumAddsToCountsOnce() {
        let data: JSONValue = ["a": .string(String(repeating: "x", count: 100))]
        let sum = String(repeating: " + a", count: 10_000)
        #expect(value("${= length('y'\(sum))}", on: data) == 1_000_001)
        #expect(value("${= length(1 + 2\(sum)) + length(('y'\(sum)) + '') + length('y'\(sum))}", on: data) == 3_000_003)
        #expect(value("${= list('y'\(sum), 'y'\(sum), 'y'\(sum), 'y'\(sum), 'y'\(sum))[4]}", on: data) == nil)
    }

    /// The slow way gives the same where little may be made.
    @Test func stopsWhereTheSlowWayDoes() {
        var generator = SeededGenerator(seed: RandomTests.seed)
        func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        var stopped = 0
        for _ in 0..<RandomTests.count(1_500) {
            let model = ComputedModel.infix("+", .text("a"), ComputedModel(depth: pick(1...6), pick: pick))
            let budget = pick(0...20)
            // Brackets around the start of a sum would make it a value like any other.
            let text = "${= \(model.text { $0 == 0...9 ? 1 : pick($0) })}"
            var bytes = BindingBudget(bytes: budget)
            let evaluator = BindingEvaluator(data: ComputedModel.data, quirks: [])
            let value = evaluator.value(of: BindingExpression(text).root, &bytes)
            let expected = model.result(budget: budget)
            if expected != model.result { stopped += 1 }
            guard !value.isSame(as: expected) else { continue }
            Issue.record(
                "VV_SEED=\(RandomTests.seed): \(text) is \(value ?? .null), not \(expected ?? .null), within \(budget)"
            )
            return
        }
        #expect(stopped > RandomTests.count(1_500) / 10)
    }

    /// The JSON of a list is much longer than its values are many.
    @Test(arguments: [(1_234_567_890_123_456_789, 20), ("\u{1}\u{2}\u{3}", 21)] as [(JSONValue, Int)])
    func aListWhoseJSONIsLongerIsNotShown(_ element: JSONValue, _ size: Int) {
        for (count, isShown) in [(((1 << 20) - 1) / size, true), (((1 << 20) - 1) / size + 1, false)] {
            let list = JSONValue.array(Array(repeating: element, count: count))
            let shown = BindingCoercion().coerce(list, to: .string, default: .string(nil))
            let isRight = shown == .string(isShown ? list.json : nil)
            #expect(isRight, "\(count) elements")
        }
    }

    @Test func aListIsNoDeeperThanDataMayBe() {
        let deep = (0..<JSONValue.maximumDepth - 1).reduce(JSONValue.array([])) { inner, _ in [inner] }
        #expect(value("${= length(list(d))}", on: ["d": 1]) == 1)
        #expect(value("${= length(list([0]))}", on: deep) == 1)
        #expect(value("${= list(list([0]))}", on: deep) == nil)
    }

    @Test func whatIsNestedTooDeepIsAnErrorAndWhatIsLongIsNot() throws {
        func nested(_ count: Int) -> [String] {
            [
                String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count),
                String(repeating: "!", count: count) + "1", String(repeating: "- ", count: count) + "1",
                String(repeating: "abs(", count: count) + "1" + String(repeating: ")", count: count),
                String(repeating: "a[", count: count) + "1" + String(repeating: "]", count: count),
                String(repeating: "1?", count: count) + "1" + String(repeating: ":1", count: count),
                // Every rank in every level.
                String(repeating: "0||1&&1==1<1?:1+1*(", count: count) + "1" + String(repeating: ")", count: count),
            ]
        }
        for (count, isError) in [(32, false), (33, true), (10_000, true)] {
            for text in nested(count) {
                var issues: [BindingIssue] = []
                _ = BindingExpression("${= \(text)}", issues: &issues)
                #expect(issues.map { $0.id } == (isError ? ["binding.too-deep"] : []), "\(text.prefix(40))")
            }
        }
        for join in ["+1", "||0", "&&1", "?:1", " ? 1 : 1", "*1"] {
            #expect(value("${= 1\(String(repeating: join, count: 20_000))}") != nil, "\(join)")
        }
        #expect(value("${= a\(String(repeating: ".a", count: 20_000))}") == nil)
    }

    @Test func theDeepestExpressionNeedsLittleStack() {
        let level = "0||1&&1==1<1?:1+1*("
        let text = "${= \(String(repeating: level, count: 32))1\(String(repeating: ")", count: 32))}"
        let isRead = SmallStack.run(unoptimized: 1 << 20) {
            let binding = BindingExpression(text)
            return binding == BindingExpression(text) && binding.evaluate(on: nil) == false
        }
        #expect(isRead)
    }
}
