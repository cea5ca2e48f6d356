import Testing

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
}
