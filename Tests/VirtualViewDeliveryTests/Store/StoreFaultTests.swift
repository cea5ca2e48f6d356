import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// Each step of an install that changes a file fails once, in each way that there is.
@Suite struct StoreFaultTests {
    /// What is on a device before an update, and on its server.
    enum Device: CaseIterable {
        /// Nothing, and release 1.
        case empty
        /// Release 1, and release 2.
        case used
        /// As many files of older releases as there may be, and release 6.
        case crowded
        /// Release 1 and a part of release 2, and release 2.
        case interrupted

        /// The number of the release that serves.
        var old: Int? {
            switch self {
            case .empty: nil
            case .used, .interrupted: 1
            case .crowded: 5
            }
        }

        /// The number of the release that is on the server.
        var new: Int { (old ?? 0) + 1 }
        var capacity: Int { self == .crowded ? 1500 : 64 << 20 }

        func bench() async throws -> StoreBench {
            var bench = StoreBench()
            for number in 0..<(old ?? 0) {
                bench.publish(number + 1)
                try await bench.update(bench.open(capacity: capacity))
            }
            bench.publish(new)
            guard self == .interrupted else { return bench }
            bench.server.fail(after: 2)
            _ = try? await bench.update(bench.open())
            bench.server.fail(after: nil)
            #expect(bench.disk.files.keys.contains { $0.hasPrefix("partial/") })
            return bench
        }
    }

    private func steps(_ device: Device) async throws -> Int {
        let bench = try await device.bench()
        let files = ModelFiles(on: bench.disk)
        try await bench.update(bench.open(files, capacity: device.capacity))
        return files.plan.withLock { $0.count }
    }

    @Test(arguments: ModelFiles.Fault.allCases, Device.allCases)
    func whateverFailsTheStoreOpensWithAReleaseThatWasVerifiedWhole(
        _ fault: ModelFiles.Fault,
        _ device: Device
    ) async throws {
        let steps = try await steps(device)
        // What an interrupted update has on the device is not written again.
        #expect(steps >= (device == .interrupted ? 8 : 9))
        for step in 0..<steps {
            let bench = try await device.bench()
            let files = ModelFiles(on: bench.disk, failingAfter: step, by: fault)
            let store = try bench.open(files, capacity: device.capacity)
            let update = try? await bench.update(store)
            #expect(update == nil || update == .installed(device.new), "step \(step)")
            #expect(bench.fault(of: store) == nil, "step \(step)")
            #expect(store.current?.number == device.new || update == nil && store.current?.number == device.old)
            let again = try bench.open(capacity: device.capacity)
            #expect(again.current?.number == device.new || update == nil && again.current?.number == device.old)
            #expect(bench.fault(of: again) == nil, "step \(step)")
            // When it is over, the same update succeeds.
            try await bench.update(again)
            #expect(again.current?.number == device.new, "step \(step)")
            #expect(bench.fault(of: again) == nil, "step \(step)")
        }
    }

    @Test(arguments: Device.allCases)
    func afterALossOfPowerTheStoreOpensWithAReleaseThatWasVerifiedWhole(_ device: Device) async throws {
        let steps = try await steps(device)
        var random = SeededGenerator(seed: 7)
        var found: Set<Int?> = []
        for step in 0...steps {
            for _ in 0..<RandomTests.count(1) {
                let bench = try await device.bench()
                let files = ModelFiles(on: bench.disk, failingAfter: step, by: .kill)
                let update = try? await bench.update(bench.open(files, capacity: device.capacity))
                bench.disk.losePower(&random)
                let store = try bench.open(capacity: device.capacity)
                let number = store.current?.number
                #expect([device.old, device.new].contains(number), "step \(step)")
                #expect(bench.fault(of: store) == nil, "step \(step)")
                #expect(update == nil || number == device.new, "what an update has told is on the device")
                found.insert(number)
                try await bench.update(store)
                #expect(store.current?.number == device.new, "step \(step)")
                #expect(bench.fault(of: store) == nil, "step \(step)")
            }
        }
        #expect(found == [device.old, device.new])
    }

    // MARK: - Other changes

    /// What an app and its journal change.
    enum Change: CaseIterable {
        case rollBack, quarantine, markHealthy, death

        /// Makes the change; returns whether it is told to be made, `nil` if nobody is told.
        func make(in store: TemplateStore) throws -> Bool? {
            let card = try #require(store.current?.manifest["Card"])
            switch self {
            case .rollBack: return (try? store.rollBack("test")) != nil
            case .quarantine: return (try? store.quarantine("Card", sha256: card.sha256, why: "test")) != nil
            case .markHealthy: store.markHealthy()
            case .death:
                store.count(try TemplateStoreTests.death(of: "Card", in: store))
            }
            return nil
        }
    }

    @Test(arguments: Change.allCases) func aChangeThatFailsAtAnyStepIsMadeOrNot(_ change: Change) async throws {
        let launch = UUID()
        func onTrial() async throws -> StoreBench {
            let bench = try await Device.used.bench()
            let store = try await bench.updated(bench.open(launch: launch))
            try bench.use(store)
            // That this launch shows the release need not outlast a loss of power.
            try ModelFiles(on: bench.disk).sync()
            return bench
        }
        let model = try await onTrial()
        let before = try model.open().content.withLock { $0.state }
        let counting = ModelFiles(on: model.disk)
        _ = try change.make(in: model.open(counting, launch: launch))
        let after = try model.open().content.withLock { $0.state }
        #expect(before != after)
        let steps = counting.plan.withLock { $0.count }
        #expect(steps >= 4)
        var random = SeededGenerator(seed: 8)
        for fault in ModelFiles.Fault.allCases {
            for step in 0...steps {
                let bench = try await onTrial()
                let store = try bench.open(
                    ModelFiles(on: bench.disk, failingAfter: step, by: fault),
                    launch: launch
                )
                let isMade = try change.make(in: store)
                let states = isMade == true ? [after] : [before, after]
                #expect(states.contains(try bench.open().content.withLock { $0.state }), "\(fault), step \(step)")
                bench.disk.losePower(&random)
                let again = try bench.open()
                #expect(states.contains(again.content.withLock { $0.state }), "\(fault), step \(step), no power")
                #expect(bench.fault(of: again) == nil)
            }
        }
    }

    @Test func anInstallWaitsForTheDeviceTwice() async throws {
        let bench = try await Device.used.bench()
        let store = try bench.open()
        let before = bench.disk.state.withLock { ($0.barriers, $0.syncs) }
        try await bench.update(store)
        let after = bench.disk.state.withLock { ($0.barriers, $0.syncs) }
        #expect(after.0 - before.0 == 1)
        #expect(after.1 - before.1 == 1)
    }

    @Test func whatIsOnTheDeviceIsNotWaitedForAgain() async throws {
        let bench = StoreBench(publishing: 1)
        try await bench.update(bench.open())
        // What another process wrote may not be on the device yet.
        let store = try bench.open()
        var waits: [Int] = []
        for _ in 0..<3 {
            let before = bench.disk.state.withLock { $0.syncs }
            #expect(try await bench.update(store) == .upToDate)
            waits.append(bench.disk.state.withLock { $0.syncs } - before)
        }
        #expect(waits == [1, 0, 0])
    }

    @Test func whoIsSecondStartsAgain() async throws {
        var bench = try await Device.used.bench()
        let (one, two) = (try bench.open(), try bench.open())
        try await bench.update(one)
        #expect(two.current?.number == 1)
        try two.quarantine("Feed", sha256: String(repeating: "ab", count: 32), why: "written after the other process")
        #expect(two.current?.number == 2)
        #expect(two.setbacks.count == 1)
        let third = try bench.open()
        #expect(third.current?.number == 2)
        #expect(third.setbacks == two.setbacks)
        bench.publish(3)
        let device = bench
        async let first = device.update(one)
        async let second = device.update(two)
        _ = try? await (first, second)
        try await bench.update(one)
        #expect(try bench.open().current?.number == 3)
        #expect(bench.fault(of: one) == nil)
    }

    @Test func whatNoReleaseNamesGoesWhenThereIsNoSpaceForIt() async throws {
        var bench = StoreBench()
        let files = ModelFiles(on: bench.disk)
        var blobs: [Int] = []
        for number in 1...12 {
            bench.publish(number)
            let store = try await bench.updated(bench.open(files, capacity: 1500))
            #expect(bench.fault(of: store) == nil)
            blobs.append(bench.disk.files.keys.filter { $0.hasPrefix("blobs/") }.count)
            #expect(store.current?.number == number)
        }
        let store = try bench.open(files, capacity: 1500)
        try store.rollBack("the release before is still there")
        #expect(store.current?.number == 11)
        #expect(bench.fault(of: store) == nil)
        #expect((blobs.max() ?? 0) < 16)
    }
}
