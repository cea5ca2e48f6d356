/// A moment of a clock that is never set, in milliseconds.
struct MonotonicTime: Comparable, Sendable {
    private let milliseconds: Int

    /// The moment now.
    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(milliseconds: Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000)
    }

    static func < (lhs: MonotonicTime, rhs: MonotonicTime) -> Bool {
        lhs.milliseconds < rhs.milliseconds
    }

    /// Returns a later moment.
    static func + (time: MonotonicTime, milliseconds: Int) -> MonotonicTime {
        MonotonicTime(milliseconds: time.milliseconds + milliseconds)
    }

    /// Returns the milliseconds between two moments.
    static func - (lhs: MonotonicTime, rhs: MonotonicTime) -> Int {
        lhs.milliseconds - rhs.milliseconds
    }
}
