import VirtualViewRelease

/// The time that `vvc release` signs, and by which it tells what has expired.
enum ReleaseClock {
    /// Returns the time of `--date`, else that of `SOURCE_DATE_EPOCH`, else that of the clock.
    ///
    /// - Parameter date: The value of `--date`.
    /// - Returns: The time.
    /// - Throws: `UsageError` if `SOURCE_DATE_EPOCH` is no number of seconds, or too large a one.
    static func date(_ date: ReleaseTime?) throws(UsageError) -> ReleaseTime {
        if let date { return date }
        guard let text = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }), !text.isEmpty else { return now }
        guard let seconds = Int64(text), seconds >= 0 else {
            throw UsageError("SOURCE_DATE_EPOCH is '\(text)', which is no number of seconds")
        }
        let time = ReleaseTime(seconds: seconds)
        // What is signed once counts for ever, so milliseconds must not become the last time that there is.
        guard time.seconds == seconds else {
            throw UsageError("SOURCE_DATE_EPOCH is '\(text)', which is after the year 9999; it counts seconds")
        }
        return time
    }

    /// Refuses a root file whose time is to come: it counts for ever, and each `latest.json` that ends before it has expired.
    ///
    /// The clocks of several machines may differ, but not by a day.
    static func check(_ root: RootFile) throws(ReleaseProblem) {
        guard root.issued.seconds > now.seconds + 86400 else { return }
        let what = "the time of '\(RootFile.path(root.version))' is \(root.issued), but by the clock it is \(now)"
        throw ReleaseProblem("\(what); the time of a root file counts for ever, so one to come is not signed")
    }

    /// The time of the clock.
    static var now: ReleaseTime { ReleaseTime(seconds: Int64(time(nil))) }
}
