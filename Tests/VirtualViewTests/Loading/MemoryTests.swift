import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// Ten thousand times, templates are loaded, made into live nodes, shown, used and forgotten: nothing stays behind.
///
/// Everything that a cycle makes is watched by weak references, and the manager has to be empty behind each cycle. What
/// neither of them sees is seen by the size of the heap. That is looked at four times, each time 2,500 loads later, after
/// 5,000 for warming up. What is left behind makes each of the quarters grow. What caches of the system keep fills up once:
/// threads keep free pieces of memory, and Dispatch keeps what it queues work with. So the quarter in which the heap grows
/// least tells.
///
/// A heap belongs to a process and other tests use it too, so each test here runs in a process of its own.
@Suite struct MemoryTests {
    #if os(macOS) || os(Linux)
        /// At most 4 KiB in the quietest quarter.
        ///
        /// Six kinds of cycle take turns, so a quarter has 416 of each. The smallest object takes 32 bytes of heap: a kind
        /// that left one behind each time would leave 13,312.
        @Test func cyclesOnOneThreadLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                try await MemoryTests.runCycles(10_000, MemoryCycles.Kind.onOneThread, mostGrowth: 4 << 10)
            }
        }

        /// At most 64 KiB in the quietest quarter, because threads come and go and take what they keep at hand with them.
        ///
        /// A cycle loads ten templates, so a quarter has 625 loads of each of the four kinds: a kind that left an object as
        /// large as a load behind each time, some 200 bytes, would leave 125,000.
        @Test func cyclesOnManyThreadsLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                try await MemoryTests.runCycles(
                    10_000 / MemoryCycles.groupSize,
                    MemoryCycles.Kind.onManyThreads,
                    mostGrowth: 64 << 10
                )
            }
        }

        /// Lists, data models, what hosts use, journals and pages: some of them stay, as in an app that runs for long.
        @Test func objectsOfHostsLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                let leaks = try await ObjectCycle.leaks(in: HostCycles.all(), 80)
                #expect(leaks == [], "\(leaks)")
            }
        }
    #endif

    /// Runs cycles after half as many for warming up; all that is wrong is an issue of the test that runs.
    @MainActor
    static func runCycles(_ count: Int, _ kinds: [MemoryCycles.Kind], mostGrowth: Int) async throws {
        let cycles = try MemoryCycles(kinds)
        for number in 0..<count / 2 { await cycles.run(number) }
        var sizes = [await heapSize(cycles)]
        for quarter in 0..<4 {
            for number in 0..<count / 4 { await cycles.run(count / 2 + quarter * (count / 4) + number) }
            sizes.append(await heapSize(cycles))
        }
        cycles.checkThatNothingIsLeft()
        let growths = zip(sizes, sizes.dropFirst()).compactMap { before, after in
            before.flatMap { before in after.map { $0 - before } }
        }
        #expect((growths.min() ?? 0) <= mostGrowth, "the heap grows in each quarter: \(sizes)")
    }

    #if canImport(Glibc) || canImport(Darwin)
        /// Where nothing is measured, nothing would grow.
        @Test func theSizeOfTheHeapIsKnown() {
            #expect(HeapUse.bytesInUse != nil)
        }
    #endif

    /// The bytes in use, or `nil` where nobody tells.
    @MainActor
    private static func heapSize(_ cycles: MemoryCycles) async -> Int? {
        await cycles.settle()
        return HeapUse.bytesInUse
    }
}
