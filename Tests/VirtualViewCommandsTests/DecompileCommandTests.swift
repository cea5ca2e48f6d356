import Foundation
import Testing
import VirtualViewCommands
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

    @Test func aSourceThatIsThereOutlivesWhatCannotBeDecompiled() throws {
        try space.write("a.out", "ALIVV?")
        try space.write("a.xml", "old")
        let result = space.vvc("decompile", "@/a.out", "-o", "@/a.xml")
        #expect(result.code == .inputErrors && result.firstError.hasPrefix("@/a.out: error: truncated at byte"))
        #expect(space.vvc("decompile", "@/none.out", "-o", "@/a.xml").code == .cannotRead)
        #expect(String(decoding: try space.bytes("a.xml"), as: UTF8.self) == "old")
    }
}
