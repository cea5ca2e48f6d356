import Testing
import VirtualViewExpressions
import VirtualViewFormat

@Suite struct BindingReferenceClientTests {
    @Test(arguments: [
        BindingRow("${title ?: 'x'}", "missing"),
        BindingRow("${[1.x}", "[1,2]", "[1,2]"),
        BindingRow("${user.tags[99999999999999999999]}", "missing"),
        BindingRow("${user.tags[ \n1x]}", #""b""#),
        BindingRow("${user..name}", #""Mira""#),
        BindingRow("${title}\n", "\"${title}\\n\""),
        BindingRow("@{${title}?a\n:b}", "\"a\\n\""),
        BindingRow("@{${off}?@{a}:b}", #""@{a}""#),
        BindingRow("\\${title}", #""\\${title}""#),
        BindingRow(" plain ", #""plain""#),
        BindingRow("@{${missing}?a:${list[0].n}}", "1"),
        BindingRow("@{x?a:b}", "7", "missing"),
    ])
    func readsAsTheClientDoes(_ row: BindingRow) throws {
        try row.check(.iOS)
    }

    /// What is not simulated is evaluated by our rules, and has nothing of its own to report unless it is a client's.
    @Test(arguments: Client.allCases)
    func onlyASimulatedClientHasRulesOfItsOwn(_ client: Client) {
        let text = "@{${list}?a:b}"
        let differs = BindingExpression(text, client: client).evaluate(on: ["list": []]) == .string("a")
        #expect(differs == (client == .iOS))
        let issues = BindingExpression.portabilityIssues(in: text, for: client)
        #expect(issues.isEmpty == (client != .iOS))
    }
}
