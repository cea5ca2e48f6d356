#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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

    /// Returns whether the file changed so shortly before a time that it may change again with the same stamp.
    ///
    /// The clocks of file systems advance in steps, of some milliseconds mostly.
    func isFresh(at time: timespec) -> Bool {
        let now = Time(time)
        let (age, overflow) = now.seconds.subtractingReportingOverflow(max(modified.seconds, changed.seconds))
        return !overflow && age < 1
    }
}
