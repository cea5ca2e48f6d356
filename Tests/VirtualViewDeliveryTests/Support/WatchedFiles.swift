@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// Files on which others work while they are read or stored, or whose folders cannot be listed for a while: each action runs
/// once, before the next such call.
final class WatchedFiles: StoreFiles {
    typealias Action = @Sendable () -> Void

    let beforeRead = Locked<Action?>(nil)
    let beforeNames = Locked<Action?>(nil)
    let beforeBarrier = Locked<Action?>(nil)
    let readCount = Locked(0)
    let canList = Locked(true)
    private let files: any StoreFiles

    init(_ files: any StoreFiles) {
        self.files = files
    }

    private func run(_ place: Locked<Action?>) {
        let action = place.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    func read(_ path: String, maximumSize: Int) throws(DeliveryError) -> [UInt8]? {
        run(beforeRead)
        readCount.withLock { $0 += 1 }
        return try files.read(path, maximumSize: maximumSize)
    }

    func names(in folder: String) throws(DeliveryError) -> [String] {
        run(beforeNames)
        guard canList.withLock({ $0 }) else { throw DeliveryError(.storeUnreadable, "too many open files") }
        return try files.names(in: folder)
    }

    func barrier() throws(DeliveryError) {
        run(beforeBarrier)
        try files.barrier()
    }

    func status(of path: String) -> StoredFile? { files.status(of: path) }
    func write(_ bytes: [UInt8], to path: String) throws(DeliveryError) { try files.write(bytes, to: path) }
    func add(_ bytes: [UInt8], as path: String) throws(DeliveryError) -> Bool { try files.add(bytes, as: path) }
    func rename(_ path: String, to name: String) throws(DeliveryError) { try files.rename(path, to: name) }
    func claim(_ name: String, for path: String) throws(DeliveryError) -> Bool { try files.claim(name, for: path) }
    func remove(_ path: String) { files.remove(path) }
    func sync() throws(DeliveryError) { try files.sync() }
}
