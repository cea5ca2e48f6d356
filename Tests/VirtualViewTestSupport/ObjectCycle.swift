/// A way to make objects, use them and let them go, or to use one that stays, which leaves nothing behind however often it
/// is done.
@MainActor
package struct ObjectCycle {
    /// What the objects are.
    package let what: String
    private let run: @MainActor (Int) async throws -> Void

    /// Describes a cycle.
    ///
    /// - Parameters:
    ///   - what: What the objects are.
    ///   - run: Runs one cycle; its number makes texts and names of its own.
    package init(_ what: String, _ run: @escaping @MainActor (Int) async throws -> Void) {
        self.what = what
        self.run = run
    }

    /// Runs as many cycles as `VV_COUNT` says, or a few, after half as many for warming up.
    ///
    /// - Parameter suggestion: How many are a few.
    /// - Returns: The bytes in use after the warm-up and after each quarter; empty where nobody tells.
    /// - Throws: What a cycle throws.
    package func heapSizes(_ suggestion: Int) async throws -> [Int] {
        let quarter = max(1, RandomTests.count(suggestion) / 4)
        var number = 0
        func run(_ count: Int) async throws -> Int? {
            for _ in 0..<count {
                try await self.run(number)
                number += 1
            }
            return HeapUse.bytesInUse
        }
        var sizes = [try await run(2 * quarter)]
        for _ in 0..<4 { sizes.append(try await run(quarter)) }
        return sizes.compactMap { $0 }
    }

    /// Runs cycles, and tells of those in which the heap grows in each quarter, and does so once more.
    ///
    /// What caches keep fills up once, so that the quarter with the least growth tells. The smallest object takes 32 bytes: a
    /// cycle that left one behind each time would have twice the growth that is allowed by default.
    ///
    /// - Parameters:
    ///   - cycles: The cycles.
    ///   - suggestion: How many runs of each are a few.
    ///   - allowance: The growth that is allowed, in bytes a run: more for what runs in many threads, each of which takes some
    ///     memory to keep at hand.
    /// - Returns: A line for each that leaves something behind.
    /// - Throws: What a cycle throws.
    package static func leaks(
        in cycles: [ObjectCycle],
        _ suggestion: Int,
        allowance: Int = 16
    ) async throws -> [String] {
        var lines: [String] = []
        let allowed = allowance * (RandomTests.count(suggestion) / 4)
        func grow(_ sizes: [Int]) -> Bool {
            (zip(sizes, sizes.dropFirst()).map { $1 - $0 }.min() ?? 0) > allowed
        }
        for cycle in cycles {
            var sizes = try await cycle.heapSizes(suggestion)
            // Threads keep up to seven free pieces of each size at hand. The first cycles of a process fill that slowly, so
            // only what grows once more is a leak.
            if grow(sizes) { sizes = try await cycle.heapSizes(suggestion) }
            if grow(sizes) { lines.append("\(cycle.what): \(sizes)") }
        }
        return lines
    }
}
