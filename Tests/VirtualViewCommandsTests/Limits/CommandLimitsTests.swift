import Testing
import VirtualViewTestSupport

/// Large and hostile inputs end, in time that grows with their size; `Docs/Limits.md` lists them.
@Suite struct CommandLimitsTests {
    @Test(arguments: CommandLimitCases.all + EditorLimitCases.all)
    func endsAsThePageSays(_ item: LimitCase) async throws {
        #expect(try await item.run(item.size) == item.outcome)
    }

    @Test func coversEveryLineOfThePage() throws {
        #expect(
            try LimitCase.lines(of: "Commands, pictures and the preview server") == CommandLimitCases.all.map(\.cells)
        )
    }

    @Test func coversTheLinesOfEditors() throws {
        #expect(try LimitCase.lines(of: "Editors, snapshots and builds") == EditorLimitCases.all.map(\.cells))
    }

    @Test func everySectionOfThePageHasATest() throws {
        let expected = [
            "Files", "Bindings, data and bytecode", "XML", "Other sources", "Lint and decompiling",
            "Projects, formatting and comparing", "Trees, layout and programs", "Lists",
            "Data models, hosts and journals", "Releases and stores", "Commands, pictures and the preview server",
            "Editors, snapshots and builds",
        ]
        #expect(try LimitCase.sections() == expected)
    }
}
