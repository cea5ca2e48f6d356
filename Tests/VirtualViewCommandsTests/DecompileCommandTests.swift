import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewTestSupport

/// `vvc decompile`.
@Suite struct DecompileCommandTests {
    private let space = Workspace.fresh()

    @Test func compilingTheSourceGivesTheFile() throws {
        let bytes = try Fixtures.bytes("Compile/open/expr_assign.out")
        try space.write("a.out", bytes)
        let result = space.vvc("decompile", "@/a.out", "-o", "@/new/b.xml")
        #expect(result.code == .success && result.error.isEmpty && result.out.isEmpty)
        #expect(space.vvc("compile", "@/new/b.xml", "-o", "@/c.out").code == .success)
        #expect(try space.bytes("c.out") == bytes)
        #expect(space.vvc("decompile", "@/c.out").out == String(decoding: try space.bytes("new/b.xml"), as: UTF8.self))
    }

    @Test func optionsGoBeforeTheInstruction() throws {
        try space.write("a.out", Fixtures.bytes("Compile/source-profile/comp_mix_00.out"))
        #expect(space.vvc("decompile", "@/a.out", "-o", "@/a.xml").code == .success)
        let result = space.vvc("compile", "@/a.xml", "-o", "@/b", "--name", "Other", "--template-version", "9")
        #expect(result.code == .success)
        #expect(space.vvc("dump", "@/b/Other.out").out.hasPrefix("Other 1.0.9"))
    }

    /// A terminal shows a sign for such a character, so no attribute has it.
    @Test func theSourceOnATerminalGivesTheFile() throws {
        try space.write("a.xml", "<NText a\u{FEFF}x=\"q\" var_int_n\u{FEFF}=\"1\"/>")
        #expect(space.vvc("compile", "@/a.xml", "-o", "@/a.out").code == .success)
        try space.write("b.xml", space.vvc("decompile", "@/a.out").out)
        #expect(space.vvc("compile", "@/b.xml", "--name", "a", "-o", "@/b.out").code == .success)
        #expect(try space.bytes("b.out") == space.bytes("a.out"))
    }

    /// Eight nodes with 100 properties use a text of 60,000 bytes: the source would have 48 megabytes.
    @Test func aTextThatIsUsedTooOftenHasNoSource() throws {
        var builder = TemplateBuilder(type: "a")
        let text = try builder.intern(String(repeating: "a", count: 60_000))
        try builder.openNode(component: 1)
        for _ in 0..<8 {
            try builder.openNode(component: 7)
            for key in 0..<100 { try builder.set(.string(text), for: builder.intern("key\(key)")) }
            try builder.closeNode()
        }
        try builder.closeNode()
        try space.write("a.out", builder.encoded())
        let message = "error: its nodes use texts and programs of 480"
        for command in [["decompile", "@/a.out"], ["contract", "@/a.out"], ["diff", "@/a.out", "@/a.out"]] {
            let result = space.vvc(command)
            #expect(result.code == .inputErrors && result.firstError.contains(message), "\(result)")
        }
        let dump = space.vvc("dump", "@/a.out", "--json").out
        #expect(dump.utf8.count < 1_500_000 && dump.contains("\"valueId\": "))
    }

    @Test func aSourceThatIsThereOutlivesWhatCannotBeDecompiled() throws {
        try space.write("a.out", "ALIVV?")
        try space.write("a.xml", "old")
        let result = space.vvc("decompile", "@/a.out", "-o", "@/a.xml")
        #expect(result.code == .inputErrors && result.firstError.hasPrefix("@/a.out: error: truncated at byte"))
        #expect(space.vvc("decompile", "@/none.out", "-o", "@/a.xml").code == .cannotRead)
        #expect(String(decoding: try space.bytes("a.xml"), as: UTF8.self) == "old")
    }
}
