import Testing
import VirtualViewTestSupport

/// Large and hostile inputs end, in time that grows with their size; `Docs/Limits.md` lists them.
@Suite struct RuntimeLimitsTests {
    @Test(arguments: RuntimeLimitCases.all + ListLimitCases.all + HostLimitCases.all)
    func endsAsThePageSays(_ item: LimitCase) async throws {
        #expect(try await item.run(item.size) == item.outcome)
    }

    @Test func coversEveryLineOfThePage() throws {
        #expect(try LimitCase.lines(of: "Trees, layout and programs") == RuntimeLimitCases.all.map(\.cells))
        #expect(try LimitCase.lines(of: "Lists") == ListLimitCases.all.map(\.cells))
        #expect(try LimitCase.lines(of: "Data models, hosts and journals") == HostLimitCases.all.map(\.cells))
    }
}
