import Testing
import VirtualViewTestSupport

/// Large and hostile inputs end, in time that grows with their size; `Docs/Limits.md` lists them.
@Suite struct CommandLimitsTests {
    @Test(arguments: CommandLimitCases.all)
    func endsAsThePageSays(_ item: LimitCase) throws {
        #expect(try item.run(item.size) == item.outcome)
    }

    @Test func coversEveryLineOfThePage() throws {
        #expect(
            try LimitCase.lines(of: "Commands, pictures and the preview server") == CommandLimitCases.all.map(\.cells)
        )
    }

    @Test func everySectionOfThePageHasATest() throws {
        let expected = [
            "Files", "Bindings, data and bytecode", "XML", "Other sources", "Lint and decompiling",
            "Trees, layout and programs", "Commands, pictures and the preview server",
        ]
        #expect(try LimitCase.sections() == expected)
    }
}
