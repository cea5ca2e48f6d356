import Foundation
import VirtualViewTestSupport

/// Uses one input of `Docs/Limits.md` in a size, and prints the processor time in milliseconds and the growth of memory in
/// KiB.
///
/// It is given the number of the input and the part of the size, and without them prints the numbers, sizes and inputs.
/// `.ci/growth` builds and starts it, a process for each size of each input, so that the memory of one is not that of another.
/// With `--objects` it runs the cycles of the memory tests, or those with a word, and prints the bytes in use after warming up
/// and after each quarter.
@main
struct Growth {
    private static let sections: [[LimitCase]] = [
        FormatLimitCases.all, ExpressionLimitCases.all, CompilerLimitCases.all, ToolLimitCases.all,
        RuntimeLimitCases.all, ListLimitCases.all, HostLimitCases.all, DeliveryLimitCases.all, CommandLimitCases.all,
        EditorLimitCases.all,
    ]

    static func main() async throws {
        if let place = CommandLine.arguments.firstIndex(of: "--objects") {
            return try await runCycles(CommandLine.arguments.dropFirst(place + 1).first ?? "")
        }
        let cases = sections.flatMap { $0 }
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard arguments.count == 2, cases.indices.contains(arguments[0]) else {
            for (number, item) in cases.enumerated() { print(number, item.size, item.input, separator: "\t") }
            return
        }
        let item = cases[arguments[0]]
        let size = max(1, item.size / arguments[1])
        let memory = peak
        var fastest = Double.infinity
        var (total, runs) = (0.0, 0)
        var largest = 0
        // It is done again, and the fastest counts: others use the processor, too.
        repeat {
            let start = processorTime
            let outcome = try await item.run(size)
            let time = processorTime - start
            guard size < item.size || outcome == item.outcome else { fatalError("\(item.input): \(outcome)") }
            fastest = min(fastest, time)
            total += time
            if largest == 0 { largest = peak - memory }
            runs += 1
        } while total < 0.05 || runs < 5
        print(String(format: "%.3f", fastest * 1_000), largest, separator: "\t")
    }

    @MainActor
    private static func runCycles(_ word: String) async throws {
        for cycle in try HostCycles.all() + StoreCycles.all() + EditorCycles.all()
        where word.isEmpty || cycle.what.contains(word) {
            let sizes = try await cycle.heapSizes(20_000)
            print(sizes.map(String.init).joined(separator: " "), cycle.what, separator: "\t")
        }
    }

    /// The processor time of the process in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The most memory that the process had, in KiB.
    private static var peak: Int {
        var usage = rusage()
        #if os(macOS)
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1_024
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss
        #endif
    }
}
