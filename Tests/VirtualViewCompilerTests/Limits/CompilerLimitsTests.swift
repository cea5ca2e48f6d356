import Testing
import VirtualViewTestSupport

/// Large and hostile inputs end, in time that grows with their size; `Docs/Limits.md` lists them.
@Suite struct CompilerLimitsTests {
    @Test(arguments: CompilerLimitCases.all)
    func endsAsThePageSays(_ item: LimitCase) throws {
        #expect(try item.run(item.size) == item.outcome)
    }

    @Test func coversEveryLineOfThePage() throws {
        #expect(try LimitCase.lines(of: "XML") == CompilerLimitCases.xml.map(\.cells))
        #expect(try LimitCase.lines(of: "Other sources") == CompilerLimitCases.others.map(\.cells))
        #expect(try LimitCase.lines(of: "Lint and decompiling") == CompilerLimitCases.templates.map(\.cells))
    }
}
