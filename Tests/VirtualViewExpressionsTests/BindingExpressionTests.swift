import Testing
import VirtualViewExpressions
import VirtualViewFormat

/// A binding, the JSON text of the data, and the JSON text of the result, or `missing`.
struct BindingRow: Sendable, CustomTestStringConvertible {
    let text: String
    let data: String
    let result: String

    init(_ text: String, _ data: String, _ result: String) {
        self.text = text
        self.data = data
        self.result = result
    }

    init(_ text: String, _ result: String) {
        self.init(text, Self.card, result)
    }

    var testDescription: String {
        "\(text) on \(data)"
    }

    /// Data that most rows read.
    static let card = """
        {"title":"Tea","user":{"name":"Mira","vip":true,"tags":["a","b"]},"list":[{"n":1},{"n":2}],
        "grid":[[1,2],[3,4]],"zero":0,"price":4.5,"off":false,"empty":"","nothing":null,"none":[],"nobody":{},
        "a b":"spaced","no":"FALSE","nul":"Null","it's":"apostrophe","0":"digit"}
        """

    func check(_ client: Client = .swift, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let value = BindingExpression(text, client: client).evaluate(on: try JSONValue(json: data))
        #expect((value?.json ?? "missing") == result, sourceLocation: sourceLocation)
    }
}

@Suite struct BindingExpressionTests {
    @Test(arguments: [
        BindingRow("${title}", #""Tea""#),
        BindingRow("  ${title}\n", #""Tea""#),
        BindingRow("\u{3000}${title}\u{2028}", #""Tea""#),
        BindingRow("${ title }", #""Tea""#),
        BindingRow("${ user . name }", #""Mira""#),
        BindingRow("${a b}", #""spaced""#),
        BindingRow("${it's}", #""apostrophe""#),
        BindingRow("${0}", #""digit""#),
        BindingRow("${user.tags[1]}", #""b""#),
        BindingRow("${user.tags[ 1 ]}", #""b""#),
        BindingRow("${list[1].n}", "2"),
        BindingRow("${list[1] . n}", "2"),
        BindingRow("${grid[1][0]}", "3"),
        BindingRow("${grid[1] [0]}", "3"),
        BindingRow("${[1]}", "[7,8]", "8"),
        BindingRow("${ [0] .x}", #"[{"x":"y"}]"#, #""y""#),
        BindingRow("${user.tags}", #"["a","b"]"#),
        BindingRow("${user.tags[2]}", "missing"),
        BindingRow("${user.tags[99999999999999999999999999]}", "missing"),
        BindingRow("${user[0]}", "missing"),
        BindingRow("${user.tags.name}", "missing"),
        BindingRow("${missing.title}", "missing"),
        BindingRow("${nothing}", "null"),
        BindingRow("${nothing.title}", "missing"),
        BindingRow("${title}", "null", "missing"),
        BindingRow("${title}", "7", "missing"),
        BindingRow("${Title}", "missing"),
        BindingRow("${标题.名}", #"{"标题":{"名":1}}"#, "1"),
        BindingRow("${e\u{301}}", #"{"\u00e9":1}"#, "missing"),
    ])
    func looksUp(_ row: BindingRow) throws {
        try row.check()
    }

    @Test(arguments: [
        BindingRow("@{${user.vip} ? yes : no}", #""yes""#),
        BindingRow("@{${off} ? yes : no}", #""no""#),
        BindingRow("@{${zero} ? yes : no}", #""yes""#),
        BindingRow("@{${empty} ? yes : no}", #""no""#),
        BindingRow("@{${nothing} ? yes : no}", #""no""#),
        BindingRow("@{${none} ? yes : no}", #""no""#),
        BindingRow("@{${nobody} ? yes : no}", #""no""#),
        BindingRow("@{${no} ? yes : no}", #""no""#),
        BindingRow("@{${nul} ? yes : no}", #""no""#),
        BindingRow("@{${missing} ? yes : no}", #""no""#),
        BindingRow("@{${user} ? yes : no}", #""yes""#),
        BindingRow("@{${list} ? yes : no}", #""yes""#),
        BindingRow("@{fAlSe ? yes : no}", #""no""#),
        BindingRow("@{ null ? yes : no}", #""no""#),
        BindingRow("@{0 ? yes : no}", #""yes""#),
        BindingRow("@{' ' ? yes : no}", #""yes""#),
        BindingRow("@{'' ? yes : no}", #""no""#),
        BindingRow("@{x ? ${price} : no}", "4.5"),
        BindingRow("@{x ? : no}", "missing"),
        BindingRow("@{? yes :}", "missing"),
        BindingRow("@{x?'':no}", #""""#),
        BindingRow("@{${a} ? yes : no}", "5", #""no""#),
        BindingRow("@{${user.vip}?http://x.y/z:no}", #""http""#),
        BindingRow("@{${off}?no:http://x.y/z?a=b}", #""http://x.y/z?a=b""#),
        BindingRow("\n @{${user.vip}\n?\nyes\n:\nno\n} ", #""yes""#),
        BindingRow("@{x?{a}:b}", #""{a}""#),
        BindingRow("@{x?{a?b:c}:d}", #""{a?b:c}""#),
    ])
    func chooses(_ row: BindingRow) throws {
        try row.check()
    }

    @Test(arguments: [
        BindingRow("@{${off} ? 1 : @{${user.vip} ? 2 : 3}}", #""2""#),
        BindingRow("@{${user.vip} ? @{${off} ? 1 : 2} : 3}", #""2""#),
        BindingRow("@{@{${user.vip} ? ${off} : x} ? 1 : 2}", #""2""#),
        BindingRow("@{@{${off}?a:''}?1:@{${zero}?@{x?${list[0].n}:5}:6}}", "1"),
        BindingRow("@{${off}?a:@{${off}?b:@{${off}?c:@{${off}?d:e}}}}", #""e""#),
        BindingRow("@{x ? @{y ? 'a:b' : c} : d}", #""a:b""#),
        BindingRow("@{x ? @{y ? '}' : c} : d}", #""}""#),
        BindingRow("@{x ? ${missing ?: 'a:b?'} : d}", #""a:b?""#),
        BindingRow("@{${missing ?: 'x'} ? 1 : 2}", #""1""#),
        BindingRow("@{${missing ?: ''} ? 1 : 2}", #""2""#),
        BindingRow("@{x ? ${a?:${b?:'}'}} : d}", #""}""#),
        BindingRow("@{x ? Hi ${user.name} : d}", #""Hi Mira""#),
    ])
    func nests(_ row: BindingRow) throws {
        try row.check()
    }

    @Test(arguments: [
        BindingRow("@{x ? 'a ? b : c' : d}", #""a ? b : c""#),
        BindingRow("@{x ? 'it\\'s' : d}", #""it's""#),
        BindingRow("@{x ? 'a\\\\' : d}", #""a\\""#),
        BindingRow("@{x ? 'a\\n' : d}", #""a\\n""#),
        BindingRow("@{x ? ' kept ' : d}", #"" kept ""#),
        BindingRow("@{x ? '${title}' : d}", #""${title}""#),
        BindingRow("@{'false' ? a : b}", #""b""#),
        BindingRow("@{x?'http://x.y/z':d}", #""http://x.y/z""#),
        BindingRow("@{x ? don't : won't}", #""don't""#),
        BindingRow("@{x ? ${user.name}'s : d}", #""Mira's""#),
        BindingRow("@{x ? say 'a:b' now : d}", #""say 'a:b' now""#),
        BindingRow("@{x ? '' : d}", #""""#),
        BindingRow("@{x ? '}' : '{'}", #""}""#),
        BindingRow("@{'?' ? ':' : '}'}", #"":""#),
        BindingRow("'${title}'", #""'Tea'""#),
    ])
    func quotes(_ row: BindingRow) throws {
        try row.check()
    }

    @Test(arguments: [
        BindingRow("${missing ?: 'x'}", #""x""#),
        BindingRow("${missing?:'x'}", #""x""#),
        BindingRow("${nothing ?: 'x'}", #""x""#),
        BindingRow("${empty ?: 'x'}", #""x""#),
        BindingRow("${off ?: 'x'}", "false"),
        BindingRow("${zero ?: 'x'}", "0"),
        BindingRow("${none ?: 'x'}", "[]"),
        BindingRow("${title ?: 'x'}", #""Tea""#),
        BindingRow("${missing ?: ''}", #""""#),
        BindingRow("${missing ?: 'it\\'s }'}", #""it's }""#),
        BindingRow("${missing ?: plain text }", #""plain text""#),
        BindingRow("${missing ?: 0}", #""0""#),
        BindingRow("${missing ?: ${title}}", #""Tea""#),
        BindingRow("${missing ?: ${gone ?: ${list[0].n ?: 'x'}}}", "1"),
        BindingRow("${user.tags[7] ?: 'none'}", #""none""#),
        BindingRow("${missing ?: 'x'}", "null", #""x""#),
    ])
    func defaults(_ row: BindingRow) throws {
        try row.check()
    }

    @Test(arguments: [
        BindingRow("Hello ${user.name}!", #""Hello Mira!""#),
        BindingRow("${title}${price}", #""Tea4.5""#),
        BindingRow("${title} ", #""Tea""#),
        BindingRow(" - ${title} ", #"" - Tea ""#),
        BindingRow("a${missing}b${nothing}c", #""abc""#),
        BindingRow("${missing}${gone}", #""""#),
        BindingRow("on: ${user.vip}, off: ${off}", #""on: true, off: false""#),
        BindingRow("${user.tags} and ${list}", #""[\"a\",\"b\"] and [{\"n\":1},{\"n\":2}]""#),
        BindingRow("${zero}%", #""0%""#),
        BindingRow("a ${missing ?: 'x}y'} b", #""a x}y b""#),
        BindingRow("\\${title}", #""${title}""#),
        BindingRow("\\${title} is ${title}", #""${title} is Tea""#),
        BindingRow("\\\\${title}", #""\\${title}""#),
        BindingRow("\\$title", #""\\$title""#),
        BindingRow("${title", #""${title""#),
        BindingRow("$ ${title}", #""$ Tea""#),
        BindingRow("$${title}", #""$Tea""#),
        BindingRow("{${title}}", #""{Tea}""#),
        BindingRow("${a..b} and ${title}", #""${a..b} and Tea""#),
        BindingRow("${} and ${title}", #""${} and Tea""#),
        BindingRow("${ ${title}", #""${ Tea""#),
        BindingRow("100 @{ ${title}", #""100 @{ Tea""#),
        BindingRow("一${title}二", #""一Tea二""#),
    ])
    func interpolates(_ row: BindingRow) throws {
        try row.check()
    }

    @Test(arguments: [
        "", " ", " plain ", "{}", "$", "@", "${}", "@{}", "${ }", "${a", "$a}", "@{a}", "@{a?b}", "@{a:b}", "@{a?b:c",
        "@{a?b:c}}", "@{a?b:c} x", "@{a?'b:c}", "${a..b}", "${.a}", "${a.}", "${a[}", "${a[]}", "${a[x]}", "${a[-1]}",
        "${a[+1]}", "${a[0]b}", "${a]}", "${a:b}", "${a?b}", "${a?:}", "${a?:'x}", "${a?:'x'y}", "${a?:{}}",
        "${a ?: @{x?b:c}}", "${a{b}}",
    ])
    func leavesPlainAndMalformedTextsAlone(_ text: String) throws {
        let binding = BindingExpression(text)
        #expect(binding.kind == .text)
        #expect(binding.constantText == text)
        #expect(!binding.readsData)
        #expect(binding.evaluate(on: try JSONValue(json: BindingRow.card)) == .string(text))
    }

    @Test(arguments: [("@{x?", ":y}"), ("@{x?a:", "}"), ("@{", "?a:b}"), ("${a ?: ", "}")])
    func nestsAsDeepAsTheLimitAndNoDeeper(_ open: String, _ close: String) {
        let isTernary = open.hasPrefix("@")
        func nested(_ depth: Int) -> String {
            let levels = isTernary ? depth : depth - 1
            return String(repeating: open, count: levels) + "${deep}" + String(repeating: close, count: levels)
        }
        var issues: [BindingIssue] = []
        _ = BindingExpression(nested(BindingExpression.maximumDepth), issues: &issues)
        #expect(!issues.contains { $0.id == "binding.too-deep" })
        _ = BindingExpression(nested(BindingExpression.maximumDepth + 1), issues: &issues)
        #expect(issues.contains { $0.id == "binding.too-deep" })
    }

    /// A condition is as deep as the values beside it.
    @Test func aConditionIsOneLevelDeeper() {
        let most = BindingExpression.maximumDepth
        for (depth, id) in [(most - 1, "binding.missing-question"), (most, "binding.too-deep")] {
            let open = String(repeating: "@{x?a:", count: depth - 1)
            let close = String(repeating: "}", count: depth - 1)
            var issues: [BindingIssue] = []
            _ = BindingExpression("\(open)@{@{y}?b:c}\(close)", client: .iOS, issues: &issues)
            #expect(issues.map(\.id) == [id], "\(depth)")
        }
    }

    @Test func knowsWhatReadsTheData() {
        #expect(BindingExpression("${a}").readsData)
        #expect(BindingExpression("@{x ? a : ${b}}").readsData)
        #expect(!BindingExpression("@{x ? a : b}").readsData)
        #expect(BindingExpression("a ${b}").kind == .interpolation)
        #expect(BindingExpression("${a ?: 'b'}").kind == .path)
        #expect(BindingExpression("@{x ? a : b}").kind == .ternary)
        #expect(BindingExpression("\\${a}").constantText == "${a}")
    }

    /// A text, and the ids and ranges of what is wrong in it.
    @Test(arguments: [
        ("${a", ["binding.unclosed 0..<2"]),
        ("  ${a", ["binding.unclosed 2..<4"]),
        ("${a[0]", ["binding.unclosed 0..<2"]),
        ("${}", ["binding.empty-path 0..<3"]),
        ("${ }", ["binding.empty-path 0..<4"]),
        ("${a..b}", ["binding.empty-key 3..<5"]),
        ("${a.}", ["binding.empty-key 3..<5"]),
        ("${.a}", ["binding.empty-key 1..<3"]),
        ("${a[x]}", ["binding.bad-index 3..<5"]),
        ("${a[1}", ["binding.bad-index 3..<6"]),
        ("${a[0]b}", ["binding.text-after-index 6..<7"]),
        ("${a:b}", ["binding.reserved-character 3..<4"]),
        ("${a ?: }", ["binding.bad-default 4..<8"]),
        ("${a ?: 'b' c}", ["binding.bad-default 4..<12"]),
        ("${a ?: 'b}", ["binding.unclosed-quote 7..<10"]),
        ("${a ?: b", ["binding.unclosed 4..<6"]),
        ("${é..b}", ["binding.empty-key 4..<6"]),
        ("@{a", ["binding.unclosed 0..<2"]),
        ("@{${a}}", ["binding.missing-question 0..<7"]),
        ("@{${a}?b}", ["binding.missing-colon 6..<7"]),
        ("@{${a}?b:c} d", ["binding.text-after-ternary 11..<13"]),
        ("@{${a}?'b:c}", ["binding.unclosed-quote 7..<8"]),
        ("@{${a}?'b' c:d}", ["binding.text-after-quote 7..<12"]),
        ("@{a?b:c}", ["binding.constant-condition 2..<3"]),
        ("@{${a}?http://b:c}", ["binding.split-url 11..<12"]),
        ("@{${a}?${}:b}", ["binding.empty-path 7..<10"]),
        ("a @{${b}?c:d}", ["binding.ternary-in-text 2..<4"]),
        ("${a..b} ${c..d}", ["binding.empty-key 3..<5", "binding.empty-key 11..<13"]),
        ("${a ?: ${b..c}}", ["binding.empty-key 10..<12"]),
        ("${a gt 1}", ["binding.operator-in-path 4..<6"]),
        ("@{${a} ? x : ${b} ? y : z}", ["binding.bare-choice 13..<25"]),
    ])
    func reportsWhatIsWrongAndWhere(_ text: String, _ expected: [String]) {
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        #expect(issues.map { "\($0.id) \($0.range)" } == expected)
        #expect(issues.allSatisfy { $0.severity == .warning && !$0.message.isEmpty })
    }

    /// A choice, and what the fix-it makes of it; the result says nothing more.
    @Test(arguments: [
        ("@{${a} ? x : ${b} ? y : z}", "@{${a} ? x : @{${b} ? y : z}}"),
        ("@{${a} ? x :  ${= b > 1} ? 'y : ?' : z }", "@{${a} ? x :  @{${= b > 1} ? 'y : ?' : z} }"),
        ("@{${a} ? ${b} ? x : y : z}", "@{${a} ? @{${b} ? x : y} : z}"),
        ("@{${a} ? x : @{${b} ? y : ${c} ? z : w}}", "@{${a} ? x : @{${b} ? y : @{${c} ? z : w}}}"),
        // Where there are others, the braces may belong elsewhere.
        ("@{${a} ? ${b} ? x : ${c} ? y : z : w}", nil), ("@{${a} ? ${b} ? ${c} ? x : y : z : w}", nil),
        ("@{${a} ? x : ${b} ? y : z : w}", nil), ("@{${a} ? x : ${b} ? y : ${c} ? z : w}", nil),
    ])
    func aChoiceInsideAnotherOneNeedsItsBraces(_ text: String, _ corrected: String?) throws {
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        #expect(issues.map(\.id) == ["binding.bare-choice"])
        let correction = try #require(issues.first).correction
        var bytes = Array(text.utf8)
        if let correction { bytes.replaceSubrange(correction.range, with: correction.text.utf8) }
        #expect((correction == nil ? nil : String(decoding: bytes, as: UTF8.self)) == corrected)
        guard let corrected else { return }
        issues = []
        _ = BindingExpression(corrected, issues: &issues)
        #expect(issues == [])
    }

    @Test(arguments: [
        "@{${a} ? x : y : z}", "@{${a} ? x : Really, ${b}? Yes: no}", "@{${a} ? x : ${b} ? y}", "@{${a} ? ${b} ? : c}",
        "@{${a} ? x : b ? ${y} : z}", "@{${a} ? \\${b} ? x : y : z}",
        "@{${new} ? Bonjour : Déjà client, ${name} ? Votre panier : ${count} articles}",
        "@{${on} ? ${n} : Really ${n} ? yes : no}", "@{${a} ? ${b} ${c} ? x : y : z}", "@{${a} ? ${b}. ? x : y : z}",
        "@{${a} ? x : '${b} ? y : z'}", "@{${a} ? x : y ? b : z}", "@{${a} ? ${b}: c : d}", "${a} ? x : y",
        "plain", "${a}", "${a.b[0] ?: 'c'}", "@{${a} ? 'b' : ${c}}", "a ${b} \\${c}", "costs $5", "{}",
    ])
    func reportsNothingForGoodTexts(_ text: String) {
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        #expect(issues == [])
    }
}

/// What tools find out about a binding from sample data.
@Suite struct BindingSampleTests {
    @Test func everyOutcomeOfAChoiceIsKnown() {
        let binding = BindingExpression("@{${isNew} ? ${title?:'none'} : @{${old} ? ${date} : early}}")
        #expect(binding.outcomes(in: ["title": "Tea"]) == [.value("Tea"), .text("none"), .text("early")])
        #expect(binding.outcomes(in: ["date": 3]) == [.text("none"), .value(3), .text("early")])
        #expect(binding.outcomes(in: nil) == [.text("none"), .text("early")])
        #expect(BindingExpression("a ${title}").outcomes(in: ["title": "Tea"]) == [])
    }

    @Test func onlyWhatTheDataChoosesIsMissing() {
        let binding = BindingExpression("@{${isNew} ? ${title?:${name}} : ${date} }")
        #expect(binding.missingPaths(in: ["isNew": true, "title": "Tea"]) == [])
        #expect(binding.missingPaths(in: ["isNew": true]) == ["name"])
        #expect(binding.missingPaths(in: ["isNew": false]) == ["date"])
    }
}
