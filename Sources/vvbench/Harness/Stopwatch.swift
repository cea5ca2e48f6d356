import Foundation

/// Times passes, in turns.
///
/// A machine is never quite idle. So the two sides of a row take turns, every sample lasts long enough for the clock, and
/// medians are taken; a ratio is the median of the ratios of single rounds, whose two samples were taken side by side.
/// What only computes is timed in processor time, so that it does not matter when other programs have the processor.
struct Stopwatch: Sendable {
    /// How often each side is measured.
    let rounds: Int
    /// The least time that a sample takes; passes are repeated until it is filled.
    private let leastTime = 6e6
    /// The most samples of what needs preparation, which is slow.
    private static let slowRounds = 9

    init(rounds: Int) {
        self.rounds = rounds
    }

    /// What time is.
    enum Clock {
        /// The time for which this process had a processor: for what only computes.
        case processor
        /// The time that passes: for what waits for files, threads or other processes.
        case wall

        /// What the clock shows, in nanoseconds.
        var now: Double {
            var time = timespec()
            clock_gettime(self == .processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
    }

    /// A thing to be timed: it does its work once and returns a number that depends on all of it.
    ///
    /// The number keeps the optimiser from leaving work out, and must be the same each time.
    typealias Pass = () throws -> Int

    /// The times of single rounds, in nanoseconds a pass.
    struct Times: Sendable {
        let rounds: [Double]

        var median: Double { Stopwatch.median(rounds) }
    }

    /// Times passes in turns.
    ///
    /// - Parameters:
    ///   - passes: What to time.
    ///   - clock: The clock to time them with.
    ///   - prepare: What to do before each pass, untimed; a sample is then one pass.
    /// - Returns: The times of each, in the order of `passes`.
    /// - Throws: What a pass throws, or ``BenchmarkError`` when its number changes.
    func time(_ passes: [Pass], on clock: Clock = .processor, prepare: (() throws -> Void)? = nil) throws -> [Times] {
        var expected: [Int] = []
        var counts: [Int] = []
        for pass in passes {
            try prepare?()
            expected.append(try pass())
            counts.append(prepare == nil ? try calibrate(pass, clock) : 1)
        }
        var samples = [[Double]](repeating: [], count: passes.count)
        for _ in 0..<(prepare == nil ? rounds : min(rounds, Self.slowRounds)) {
            for (index, pass) in passes.enumerated() {
                try prepare?()
                let (sum, time) = try sample(pass, counts[index], clock)
                guard sum == expected[index] &* counts[index] else {
                    throw BenchmarkError("two passes over the same input gave different results")
                }
                samples[index].append(time / Double(counts[index]))
            }
        }
        return samples.map(Times.init)
    }

    /// Makes passes; gives the sum of their numbers and the time of all in nanoseconds.
    private func sample(_ pass: Pass, _ count: Int, _ clock: Clock) throws -> (sum: Int, time: Double) {
        var sum = 0
        let start = clock.now
        for _ in 0..<count { sum &+= try pass() }
        return (sum, clock.now - start)
    }

    /// How many passes fill a sample; the passes made here are the warm-up.
    private func calibrate(_ pass: Pass, _ clock: Clock) throws -> Int {
        var count = 1
        while true {
            let time = try sample(pass, count, clock).time
            if time >= leastTime { return count }
            count = max(count + 1, Int(Double(count) * min(10, leastTime / max(1, time) * 1.1)))
        }
    }

    /// Times one call on the wall's clock, in nanoseconds; the clock itself takes a small part of what is shown.
    static func time(_ body: () throws -> some Any) rethrows -> Double {
        let start = Clock.wall.now
        let result = try body()
        let end = Clock.wall.now
        return withExtendedLifetime(result) { end - start }
    }

    /// The number that so large a part of some numbers, from 0 to 1, does not exceed; there is at least one number.
    static func percentile(_ part: Double, of numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        return sorted[min(sorted.count - 1, max(0, Int((Double(sorted.count) * part).rounded(.up)) - 1))]
    }

    /// The middle of some numbers.
    static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

extension Stopwatch {
    /// Times a pass against a baseline.
    ///
    /// - Parameters:
    ///   - units: How many things a pass handles; the values are for one of them.
    ///   - unit: What the values are in.
    ///   - pass: What is measured.
    ///   - baseline: What it is compared with, and its name.
    ///   - goal: What counts as good.
    ///   - clock: The clock to time both with.
    ///   - prepare: What to do before each pass, untimed; a sample is then one pass.
    /// - Returns: The medians and the ratio.
    /// - Throws: What a pass throws.
    func compare(
        units: Int,
        in unit: TimeUnit,
        _ pass: Pass,
        with baseline: (name: String, pass: Pass),
        goal: BenchmarkResult.Goal?,
        on clock: Clock = .processor,
        prepare: (() throws -> Void)? = nil
    ) throws -> BenchmarkResult {
        let times = try withoutActuallyEscaping(pass) { try time([$0, baseline.pass], on: clock, prepare: prepare) }
        let ratios = zip(times[0].rounds, times[1].rounds).map { own, other in
            if case .withinBaseline = goal { own / other } else { other / own }
        }
        let scale = 1 / (Double(max(1, units)) * unit.nanoseconds)
        return BenchmarkResult(
            value: times[0].median * scale,
            unit: unit.rawValue,
            baseline: (times[1].median * scale, baseline.name),
            ratio: Self.median(ratios),
            goal: goal
        )
    }
}

/// What times are shown in.
enum TimeUnit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"

    /// The unit in nanoseconds.
    var nanoseconds: Double {
        switch self {
        case .nanoseconds: 1
        case .microseconds: 1e3
        case .milliseconds: 1e6
        }
    }
}
