import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// Whether something was written, which is what a command counts.
@Suite struct OutputFileTests {
    @Test func sameBytesAreNotWrittenAgain() throws {
        let workspace = try Workspace()
        for (byte, isWritten) in [(1, true), (1, false), (2, true), (2, false)] as [(UInt8, Bool)] {
            #expect(try OutputFile.write([byte], to: workspace.path("file")) == isWritten)
        }
    }

    /// A device keeps nothing that could be the same.
    @Test func aDeviceIsWrittenEachTime() throws {
        for _ in 0..<2 { #expect(try OutputFile.write([1], to: "/dev/null")) }
    }

    @Test func aSourceThatWasChangedMeanwhileStays() throws {
        let workspace = try Workspace()
        let path = try workspace.write("file", [2])
        let error = #expect(throws: FileError.self) { try OutputFile.rewrite([3], to: path, replacing: [1]) }
        #expect(error?.reason == "it was changed after it was read" && error?.exitCode == .cannotWrite)
        #expect(try workspace.bytes("file") == [2])
        try OutputFile.rewrite([2], to: path, replacing: [1])
        try OutputFile.rewrite([3], to: path, replacing: [2])
        #expect(try workspace.bytes("file") == [3])
    }

    /// As `/dev/stdout` does where the shell has opened a file for it, which an error must not lose either.
    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func aLinkToStandardOutputStaysOne() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", "<NText/>")
        try workspace.write("Bad.xml", "<NText")
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/Card.out").code == .success)
        let link = workspace.path("stream")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/fd/1")
        let script = """
            { echo first; "$0/vvc" decompile Card.out -o stream; "$0/vvc" compile Bad.xml -o out --manifest stream; echo last; } > found
            """
        try run(script, in: workspace.path(""))
        let found = String(decoding: try workspace.bytes("found"), as: UTF8.self)
        #expect(found == "first\n\(workspace.vvc("decompile", "@/Card.out").out)last\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/fd/1")
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func aWorkingFolderThatIsGoneIsNoReasonToStop() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", "<NText/>")
        let script = """
            top=$PWD; mkdir gone; cd gone; rmdir ../gone
            "$0/vvc" compile "$top/Card.xml" 2> "$top/error"; echo $? > "$top/code"
            "$0/vvc" compile "$top/Card.xml" -o "$top/" --manifest m.json 2>> "$top/error"; echo $? >> "$top/code"
            """
        try run(script, in: workspace.path(""))
        #expect(String(decoding: try workspace.bytes("code"), as: UTF8.self) == "73\n73\n")
        let error = String(decoding: try workspace.bytes("error"), as: UTF8.self)
        #expect(error.contains("cannot write 'Card.out'") && error.contains("cannot write 'm.json'"), "\(error)")
    }

    private func run(_ script: String, in folder: String) throws {
        try Program.run("/bin/sh", ["-c", script, Tool.folder], in: URL(fileURLWithPath: folder))
    }
}
