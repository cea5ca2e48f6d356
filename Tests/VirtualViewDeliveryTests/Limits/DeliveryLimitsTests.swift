import Testing
import VirtualViewTestSupport

/// Large and hostile inputs end, in time that grows with their size; `Docs/Limits.md` lists them.
@Suite struct DeliveryLimitsTests {
    @Test(arguments: DeliveryLimitCases.all)
    func endsAsThePageSays(_ item: LimitCase) async throws {
        #expect(try await item.run(item.size) == item.outcome)
    }

    @Test func coversEveryLineOfThePage() throws {
        #expect(try LimitCase.lines(of: "Releases and stores") == DeliveryLimitCases.all.map(\.cells))
    }
}
