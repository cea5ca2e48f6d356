import Testing
import VirtualViewTestSupport

/// Stores, their updates and what they give a manager leave nothing behind.
@Suite struct StoreMemoryTests {
    #if os(macOS) || os(Linux)
        /// A store that is left behind keeps its files, of which each disk here has more than 10 KiB.
        @Test func cyclesLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                let leaks = try await ObjectCycle.leaks(in: StoreCycles.all(), 20, allowance: 8 << 10)
                #expect(leaks == [], "\(leaks)")
            }
        }
    #endif
}
