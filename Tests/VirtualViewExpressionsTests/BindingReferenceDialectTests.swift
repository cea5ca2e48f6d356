import Testing
import VirtualViewExpressions

@Suite struct BindingReferenceDialectTests {
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

    @Test func namesItsDialects() {
        #expect(BindingDialect.allCases.map(\.rawValue) == ["swift", "ios-1.2"])
        #expect(ReferenceClient.allCases.map(\.rawValue) == ["ios-1.2", "android-1.4"])
    }
}
