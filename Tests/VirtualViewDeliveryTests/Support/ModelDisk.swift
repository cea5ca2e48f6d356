import Foundation
import VirtualViewFormat

@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A disk in memory, as processes see it and as it would be found after a loss of power.
///
/// What was changed since the last `sync` is a list of steps with barriers between them. A loss of power keeps all steps before
/// some barrier, some of those up to the next, and none after: names without their bytes, files cut short, files of zeros.
final class ModelDisk: Sendable {
    enum Step: Hashable, Sendable {
        case write(String, [UInt8])
        case rename(String, String)
        case claim(String, String)
        case remove(String)
        case barrier
    }

    struct State: Sendable {
        /// What processes see.
        var files: [String: [UInt8]] = [:]
        /// When each file was written: a count instead of a time.
        var ages: [String: Int64] = [:]
        var age: Int64 = 0
        /// What is on the device for certain.
        var stored: [String: [UInt8]] = [:]
        var steps: [Step] = []
        /// How many bytes the files may have whose paths begin so; `nil` if there is room enough.
        var room: (prefix: String, size: Int)?
        /// How often a process waited for the device.
        var barriers = 0
        var syncs = 0
    }

    let state = Locked(State())

    /// The files as processes see them.
    var files: [String: [UInt8]] { state.withLock { $0.files } }

    /// The size of the files whose paths begin with a text.
    func size(of prefix: String = "") -> Int {
        state.withLock { Self.size(of: prefix, in: $0.files) }
    }

    private static func size(of prefix: String, in files: [String: [UInt8]]) -> Int {
        files.reduce(0) { $0 + ($1.key.hasPrefix(prefix) ? $1.value.count : 0) }
    }

    /// Leaves room for some bytes more, of the files whose paths begin with a text; `nil` for as many as anybody likes.
    func leave(_ count: Int?, for prefix: String = "") {
        state.withLock { state in
            state.room = count.map { (prefix, Self.size(of: prefix, in: state.files) + $0) }
        }
    }

    /// Whether there is room for a file.
    func hasRoom(for bytes: [UInt8], at path: String) -> Bool {
        state.withLock { state in
            guard let room = state.room, path.hasPrefix(room.prefix) else { return true }
            return Self.size(of: room.prefix, in: state.files) + bytes.count <= room.size
        }
    }

    /// Ends the power: every process must be gone.
    func losePower(_ random: inout some RandomNumberGenerator) {
        let (stored, steps) = state.withLock { ($0.stored, $0.steps) }
        var files = stored
        let epochs = steps.split(separator: .barrier, omittingEmptySubsequences: false)
        let last = Int.random(in: 0..<epochs.count, using: &random)
        for epoch in epochs.prefix(last) { for step in epoch { Self.apply(step, to: &files) } }
        for step in epochs[last] where Bool.random(using: &random) {
            if case .write(let path, let bytes) = step {
                Self.apply(.write(path, Self.damage(bytes, &random)), to: &files)
            } else {
                Self.apply(step, to: &files)
            }
        }
        state.withLock { [files] in
            $0.files = files
            $0.stored = files
            $0.steps = []
        }
    }

    private static func damage(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes
        case 1: Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        case 2: [UInt8](repeating: 0, count: bytes.count)
        default: []
        }
    }

    static func apply(_ step: Step, to files: inout [String: [UInt8]]) {
        switch step {
        case .write(let path, let bytes): files[path] = bytes
        case .rename(let path, let name), .claim(let path, let name):
            guard let bytes = files.removeValue(forKey: path) else { return }
            files[name] = bytes
        case .remove(let path): files[path] = nil
        case .barrier: break
        }
    }
}

/// A process's hand on a model disk, which may fail, and be killed, at any step.
final class ModelFiles: StoreFiles {
    enum Fault: Hashable, Sendable, CaseIterable {
        case full, error, kill
    }

    struct Plan: Sendable {
        /// The number of changes that still succeed; `nil` for all.
        var countdown: Int?
        var fault = Fault.error
        /// Whether the process is gone: nothing that it does has an effect.
        var isDead = false
        /// The number of changes so far.
        var count = 0
    }

    let disk: ModelDisk
    let plan: Locked<Plan>

    init(on disk: ModelDisk, failingAfter countdown: Int? = nil, by fault: Fault = .error) {
        self.disk = disk
        plan = Locked(Plan(countdown: countdown, fault: fault))
    }

    var isDead: Bool { plan.withLock { $0.isDead } }

    /// Lets the change after some others fail.
    func fail(after countdown: Int?, by fault: Fault) {
        plan.withLock { plan in
            guard !plan.isDead else { return }
            plan.countdown = countdown
            plan.fault = fault
        }
    }

    /// Counts a change, and fails if it is its turn.
    ///
    /// A disk that is full stays so; another error passes.
    private func step() throws(DeliveryError) {
        let fault = plan.withLock { plan -> Fault? in
            guard !plan.isDead else { return .kill }
            plan.count += 1
            guard let countdown = plan.countdown else { return nil }
            plan.countdown = countdown - 1
            guard countdown <= 0 else { return nil }
            switch plan.fault {
            case .kill: plan.isDead = true
            case .error: plan.countdown = nil
            case .full: plan.countdown = 0
            }
            return plan.fault
        }
        switch fault {
        case nil: return
        case .full: throw DeliveryError(.storeFull, "the model's disk is full")
        case .error: throw DeliveryError(.storeUnwritable, "the model's disk fails")
        case .kill: throw DeliveryError(.storeUnwritable, "the model's process is gone")
        }
    }

    private func checkRoom(for bytes: [UInt8], at path: String) throws(DeliveryError) {
        guard disk.hasRoom(for: bytes, at: path) else {
            throw DeliveryError(.storeFull, "there is no room on the model's disk", at: path)
        }
    }

    private func perform(_ step: ModelDisk.Step) {
        disk.state.withLock { state in
            ModelDisk.apply(step, to: &state.files)
            state.steps.append(step)
            state.age += 1
            if case .write(let path, _) = step { state.ages[path] = state.age }
        }
    }

    func read(_ path: String, maximumSize: Int) throws(DeliveryError) -> [UInt8]? {
        guard let bytes = disk.files[path] else { return nil }
        guard bytes.count <= maximumSize else {
            throw DeliveryError(.tooLarge, "the model's file is too large", at: path)
        }
        return bytes
    }

    func names(in folder: String) throws(DeliveryError) -> [String] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        return disk.files.keys.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
            .map { String($0.dropFirst(prefix.count)) }
    }

    func status(of path: String) -> StoredFile? {
        disk.state.withLock { state in
            state.files[path].map { StoredFile(size: $0.count, modified: state.ages[path] ?? 0) }
        }
    }

    func write(_ bytes: [UInt8], to path: String) throws(DeliveryError) {
        try step()
        try checkRoom(for: bytes, at: path)
        perform(.write(path, bytes))
    }

    func add(_ bytes: [UInt8], as path: String) throws(DeliveryError) -> Bool {
        try step()
        try checkRoom(for: bytes, at: path)
        guard disk.files[path] == nil else { return false }
        perform(.write(path, bytes))
        return true
    }

    func rename(_ path: String, to name: String) throws(DeliveryError) {
        try step()
        perform(.rename(path, name))
    }

    func claim(_ name: String, for path: String) throws(DeliveryError) -> Bool {
        try step()
        return disk.state.withLock { state in
            guard state.files[name] == nil else {
                state.files[path] = nil
                state.steps.append(.remove(path))
                return false
            }
            ModelDisk.apply(.claim(path, name), to: &state.files)
            state.steps.append(.claim(path, name))
            return true
        }
    }

    func remove(_ path: String) {
        do { try step() } catch { return }
        perform(.remove(path))
    }

    func barrier() throws(DeliveryError) {
        try step()
        disk.state.withLock { state in
            state.steps.append(.barrier)
            state.barriers += 1
        }
    }

    func sync() throws(DeliveryError) {
        try step()
        disk.state.withLock { state in
            for step in state.steps { ModelDisk.apply(step, to: &state.stored) }
            state.steps = []
            state.syncs += 1
        }
    }
}
