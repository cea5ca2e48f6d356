import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewFormat

/// What `vvc` does with event programs.
@Suite struct EventCommandsTests {
    private let workspace = Workspace.fresh()

    /// Compiles a template with an event, and named programs.
    private func compile(_ blocks: String) throws -> Workspace.Result {
        try workspace.write("T.xml", "<NText onClick=\"open\"/>")
        try workspace.write("handlers.txt", blocks)
        return workspace.vvc("compile", "@/T.xml", "-o", "@", "--blocks", "@/handlers.txt")
    }

    @Test func blocksAreReadFromFiles() throws {
        let run = try compile("block open { this.text = 'x' }")
        #expect(run.code == .success && run.error.isEmpty)
        let template = try Template(decoding: workspace.bytes("T.out"))
        #expect(template.expressions.map(\.id) == [StringID(hashing: "open")])
    }

    @Test func anErrorInABlockFileStopsTheRun() throws {
        let run = try compile("block open { this.a = }")
        #expect(run.code == .inputErrors)
        #expect(run.error.contains("handlers.txt:1:23: error: expected a value after '=', but found the end"))
        #expect(!workspace.exists("T.out"))
        let missing = workspace.vvc("compile", "@/T.xml", "-o", "@", "--blocks", "@/none.txt")
        #expect(missing.code == .cannotRead && missing.error.contains("none.txt"))
    }

    @Test func programsThatAreNotVerifiedAreWarnings() throws {
        var builder = TemplateBuilder(type: "T")
        try builder.openNode(component: 7)
        try builder.addExpression([0x15, 0, 0, 0, 0], id: StringID(rawValue: 5))
        try builder.closeNode()
        let bytes = try builder.encoded()
        let problem = "badProgram at byte \(bytes.count - 4): event program 5: a jump back to byte 0 [expressions]"
        try workspace.write("T.out", bytes)
        let run = workspace.vvc("verify", "@/T.out")
        #expect(run.code == .success && run.out == "@/T.out: warning: \(problem)\n@/T.out: ok\n")
        let strict = workspace.vvc("verify", "@/T.out", "--strict")
        #expect(strict.code == .inputErrors && strict.out == "@/T.out: error: \(problem)\n")
    }

    @Test func aProgramThatIsNotThereIsAWarning() throws {
        try workspace.write("T.xml", "<?vvc node=\"0\" key=\"onClick\" program=\"5\"?><NText/>")
        #expect(workspace.vvc("compile", "@/T.xml", "-o", "@").code == .success)
        let name = "event program 5, 'onClick' of node 0, NText: the file does not have the program [code]"
        #expect(workspace.vvc("verify", "@/T.out").out.hasSuffix("\(name)\n@/T.out: ok\n"))
        #expect(workspace.vvc("verify", "@/T.out", "--strict").code == .inputErrors)
    }

    /// Only the last program with an id runs.
    @Test func aProgramThatAnotherReplacesIsOfNoHandler() throws {
        let handler = "<?vvc node=\"0\" key=\"onClick\" program=\"5\"?>"
        let codes = ["1A", "15 05000000"].map { "<?vvc program=\"5\" code=\"\($0.filter { $0 != " " })\"?>" }
        for (order, isHandlers) in [(codes, false), (codes.reversed(), true)] {
            try workspace.write("T.xml", order.joined() + handler + "<NText/>")
            #expect(workspace.vvc("compile", "@/T.xml", "-o", "@").code == .success)
            let line = workspace.vvc("verify", "@/T.out").out
            #expect(line.contains("unknown opcode 26") && line.contains("'onClick' of node 0") == isHandlers, "\(line)")
        }
    }
}
