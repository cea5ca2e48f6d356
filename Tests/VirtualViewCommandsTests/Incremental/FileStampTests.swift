import Foundation
import Testing

@testable import VirtualViewCommands

/// What records keep of a file.
@Suite struct FileStampTests {
    static func stamp(size: Int, inode: UInt, _ modified: (Int, Int), _ changed: (Int, Int)) -> FileStamp {
        var status = stat()
        status.st_size = .init(size)
        status.st_ino = .init(inode)
        #if canImport(Darwin)
            status.st_mtimespec = timespec(tv_sec: modified.0, tv_nsec: modified.1)
            status.st_ctimespec = timespec(tv_sec: changed.0, tv_nsec: changed.1)
        #else
            status.st_mtim = timespec(tv_sec: modified.0, tv_nsec: modified.1)
            status.st_ctim = timespec(tv_sec: changed.0, tv_nsec: changed.1)
        #endif
        return FileStamp(status)
    }

    /// Stamps that differ in one number each, negative ones and the largest among them.
    private static let stamps = [
        stamp(size: 0, inode: 0, (0, 0), (0, 0)),
        stamp(size: 367, inode: 16_247_073, (1_795_534_689, 7), (1, 999_999_999)),
        stamp(size: 368, inode: 16_247_073, (1_795_534_689, 7), (1, 999_999_999)),
        stamp(size: 367, inode: 16_247_074, (1_795_534_689, 7), (1, 999_999_999)),
        stamp(size: 367, inode: 16_247_073, (1_795_534_688, 7), (1, 999_999_999)),
        stamp(size: 367, inode: 16_247_073, (1_795_534_689, 70), (1, 999_999_999)),
        stamp(size: 367, inode: 16_247_073, (1_795_534_689, 7), (-1, 999_999_999)),
        stamp(size: 367, inode: 16_247_073, (1_795_534_689, 7), (1, 99_999_999)),
        stamp(size: .max, inode: .max, (.min, 0), (.max, 0)),
    ]

    /// A change and the time of a look at it, and whether a change from then on gives another stamp.
    @Test(arguments: [
        ((10, 999_500_000), (11, 300_000), false), ((10, 999_500_000), (11, 60_000_000), true),
        ((10, 100_000_000), (10, 149_000_000), false), ((10, 100_000_000), (10, 151_000_000), true),
        ((10, 0), (12, 999_999_999), false), ((10, 0), (13, 0), true), ((11, 0), (10, 0), false),
        ((Int.min, 1), (Int.max, 1), false),
    ])
    func stampIsSettledWhenTheClockHasGoneOn(_ change: (Int, Int), _ look: (Int, Int), _ isSettled: Bool) {
        let stamp = Self.stamp(size: 1, inode: 1, change, change)
        #expect(stamp.isSettled(at: timespec(tv_sec: look.0, tv_nsec: look.1)) == isSettled)
    }

    @Test func textIsThatOfItsStampOnly() {
        for (place, stamp) in Self.stamps.enumerated() {
            for (other, text) in Self.stamps.map(\.text).enumerated() {
                #expect(stamp.isWritten(as: text) == (place == other), "\(text)")
            }
        }
    }

    @Test func stampIsNotWrittenAsNothing() {
        for stamp in Self.stamps.dropFirst() {
            #expect(!stamp.isWritten(as: ""))
            #expect(!stamp.isWritten(as: String(stamp.text.dropFirst())))
        }
    }

    @Test func textIsTheOneOfEarlierVersions() {
        #expect(Self.stamps[1].text == "367.16247073.1795534689.7.1.999999999")
    }
}
