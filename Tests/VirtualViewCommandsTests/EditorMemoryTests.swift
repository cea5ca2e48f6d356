import Testing
import VirtualViewTestSupport

/// Documents of the language server and pages of the preview server leave nothing behind.
@Suite struct EditorMemoryTests {
    #if os(macOS) || os(Linux)
        @Test func cyclesLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                let leaks = try await ObjectCycle.leaks(in: EditorCycles.all(), 80)
                #expect(leaks == [], "\(leaks)")
            }
        }
    #endif
}
