import Foundation

@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// The files of a device, in a process that is killed before one of its changes.
final class DyingFiles: StoreFiles {
    private let files: SystemFiles
    private let countdown: Locked<Int>

    init(in folder: URL, dyingAfter count: Int) {
        files = SystemFiles(in: folder)
        countdown = Locked(count)
    }

    /// The number of changes that were still allowed.
    var left: Int { countdown.withLock { $0 } }

    private func step() {
        let isLast = countdown.withLock { countdown in
            countdown -= 1
            return countdown < 0
        }
        if isLast { kill(getpid(), SIGKILL) }
    }

    func read(_ path: String, maximumSize: Int) throws(DeliveryError) -> [UInt8]? {
        try files.read(path, maximumSize: maximumSize)
    }

    func names(in folder: String) throws(DeliveryError) -> [String] { try files.names(in: folder) }

    func status(of path: String) -> StoredFile? { files.status(of: path) }

    func write(_ bytes: [UInt8], to path: String) throws(DeliveryError) {
        step()
        try files.write(bytes, to: path)
    }

    func add(_ bytes: [UInt8], as path: String) throws(DeliveryError) -> Bool {
        step()
        return try files.add(bytes, as: path)
    }

    func rename(_ path: String, to name: String) throws(DeliveryError) {
        step()
        try files.rename(path, to: name)
    }

    func claim(_ name: String, for path: String) throws(DeliveryError) -> Bool {
        step()
        return try files.claim(name, for: path)
    }

    func remove(_ path: String) {
        step()
        files.remove(path)
    }

    func barrier() throws(DeliveryError) {
        step()
        try files.barrier()
    }

    func sync() throws(DeliveryError) {
        step()
        try files.sync()
    }
}
