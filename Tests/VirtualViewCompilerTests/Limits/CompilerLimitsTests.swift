import Testing
import VirtualViewTestSupport

/// Large and hostile inputs end, in time that grows with their size; `Docs/Limits.md` lists them.
@Suite struct CompilerLimitsTests {
    @Test(arguments: CompilerLimitCases.all + ToolLimitCases.all)
    func endsAsThePageSays(_ item: LimitCase) async throws {
        #expect(try await item.run(item.size) == item.outcome)
    }

    @Test func coversEveryLineOfThePage() throws {
        let sections = ["XML", "Other sources", "Lint and decompiling", "Projects, formatting and comparing"]
        let lines = try sections.map { try LimitCase.lines(of: $0) }
        #expect(lines.flatMap { $0 } == (CompilerLimitCases.all + ToolLimitCases.all).map(\.cells))
    }
}
