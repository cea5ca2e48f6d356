/// The system's data about a file; a different stamp means different content.
///
/// Editors save by writing in place or by renaming a new file over the old one: one changes the times, the other the
/// number of the file.
struct FileStamp: Hashable, Sendable {
    private let device: Int64
    private let inode: UInt64
    private let size: Int64
    private let modified: Time
    private let changed: Time

    private struct Time: Hashable, Sendable {
        let seconds: Int64
        let nanoseconds: Int64

        init(_ time: timespec) {
            seconds = Int64(time.tv_sec)
            nanoseconds = Int64(time.tv_nsec)
        }

        func isBefore(_ other: Time) -> Bool {
            seconds != other.seconds ? seconds < other.seconds : nanoseconds < other.nanoseconds
        }
    }

    init(_ status: stat) {
        device = Int64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(truncatingIfNeeded: status.st_size)
        #if canImport(Darwin)
            modified = Time(status.st_mtimespec)
            changed = Time(status.st_ctimespec)
        #else
            modified = Time(status.st_mtim)
            changed = Time(status.st_ctim)
        #endif
    }

    /// The time that files get which change now.
    static var clock: timespec {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        return clock
    }
}

// MARK: - Stamps that are kept

extension FileStamp {
    /// The stamp as a text to compare with a later one; without the device, whose number changes when it is mounted.
    var text: String {
        "\(size).\(inode).\(modified.seconds).\(modified.nanoseconds).\(changed.seconds).\(changed.nanoseconds)"
    }

    /// Returns whether ``text`` is a text; without making it, as a run that has nothing to do asks for two a template.
    func isWritten(as text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var place = 0
            return Self.number(bytes, &place) == size && Self.number(bytes, &place) == Int64(bitPattern: inode)
                && Self.number(bytes, &place) == modified.seconds && Self.number(bytes, &place) == modified.nanoseconds
                && Self.number(bytes, &place) == changed.seconds && Self.number(bytes, &place) == changed.nanoseconds
        } ?? false
    }

    /// Returns the number at a place of a text, and steps over the point after it.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int64 {
        let isNegative = place < bytes.count && bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        var number: Int64 = 0
        while place < bytes.count, bytes[place] != UInt8(ascii: ".") {
            number = number &* 10 &+ Int64(bytes[place] &- UInt8(ascii: "0"))
            place += 1
        }
        place += 1
        return isNegative ? 0 &- number : number
    }

    /// Returns whether a change that is made from some time on gives the file another stamp.
    ///
    /// That is not so as long as the clock of the file system may still show the time of the last change: some
    /// milliseconds, or up to two seconds where it counts whole ones. A time in the future says nothing.
    ///
    /// - Parameter time: A time at which the file had the stamp, or one before.
    /// - Returns: Whether that is so.
    func isSettled(at time: timespec) -> Bool {
        let now = Time(time)
        let last = modified.isBefore(changed) ? changed : modified
        let isCoarse = modified.nanoseconds == 0 && changed.nanoseconds == 0
        let (age, overflow) = now.seconds.subtractingReportingOverflow(last.seconds)
        // Times of files and the clock agree to a tick, which is ten milliseconds at most.
        guard !overflow, age >= 0 else { return false }
        return age > 2 || !isCoarse && age * 1_000_000_000 + now.nanoseconds - last.nanoseconds > 50_000_000
    }
}
