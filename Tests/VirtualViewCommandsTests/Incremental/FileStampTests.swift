import Foundation
import Testing

@testable import VirtualViewCommands

/// What records keep of a file.
@Suite struct FileStampTests {
    private static func stamp(size: Int, inode: UInt, _ modified: (Int, Int), _ changed: (Int, Int)) -> FileStamp {
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
