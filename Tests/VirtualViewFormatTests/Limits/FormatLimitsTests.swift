import Testing
import VirtualViewTestSupport

/// Large and hostile inputs end, in time that grows with their size; `Docs/Limits.md` lists them.
@Suite struct FormatLimitsTests {
    @Test(arguments: FormatLimitCases.all)
    func endsAsThePageSays(_ item: LimitCase) async throws {
        #expect(try await item.run(item.size) == item.outcome)
    }

    @Test func coversEveryLineOfThePage() throws {
        #expect(try LimitCase.lines(of: "Files") == FormatLimitCases.all.map(\.cells))
    }
}
