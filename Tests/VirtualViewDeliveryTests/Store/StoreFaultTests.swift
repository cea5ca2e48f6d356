import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// Each step of an install that changes a file fails once, in each way that there is.
@Suite struct StoreFaultTests {
    /// A device with release 1, and a server with release 2.
    private func bench() async throws -> StoreBench {
        var bench = StoreBench()
        bench.publish(1)
        try await bench.update(bench.open())
        bench.publish(2)
        return bench
    }

    private func steps() async throws -> Int {
        let bench = try await bench()
        let files = ModelFiles(on: bench.disk)
        try await bench.update(bench.open(files))
        return files.plan.withLock { $0.count }
    }

    @Test(arguments: ModelFiles.Fault.allCases)
    func whateverFailsTheStoreOpensWithAReleaseThatWasVerifiedWhole(_ fault: ModelFiles.Fault) async throws {
        let steps = try await steps()
        #expect(steps >= 9)
        for step in 0..<steps {
            let bench = try await bench()
            let files = ModelFiles(on: bench.disk, failingAfter: step, by: fault)
            let store = try bench.open(files)
            let update = try? await bench.update(store)
            #expect(bench.fault(of: store) == nil, "step \(step)")
            #expect(store.current?.number == (update == nil ? 1 : 2) || store.current?.number == 2, "step \(step)")
            let again = try bench.open()
            #expect(again.current != nil, "step \(step)")
            #expect(bench.fault(of: again) == nil, "step \(step)")
            // When it is over, the same update succeeds.
            try await bench.update(again)
            #expect(again.current?.number == 2, "step \(step)")
            #expect(bench.fault(of: again) == nil, "step \(step)")
        }
    }

    @Test func afterALossOfPowerTheStoreOpensWithAReleaseThatWasVerifiedWhole() async throws {
        let steps = try await steps()
        var random = SeededGenerator(seed: 7)
        var found: Set<Int> = []
        for step in 0...steps {
            for _ in 0..<8 {
                let bench = try await bench()
                let files = ModelFiles(on: bench.disk, failingAfter: step, by: .kill)
                let update = try? await bench.update(bench.open(files))
                bench.disk.losePower(&random)
                let store = try bench.open()
                let number = try #require(store.current?.number, "step \(step)")
                #expect(bench.fault(of: store) == nil, "step \(step)")
                #expect(update == nil || number == 2, "what an update has told is on the device")
                found.insert(number)
                try await bench.update(store)
                #expect(store.current?.number == 2, "step \(step)")
                #expect(bench.fault(of: store) == nil, "step \(step)")
            }
        }
        #expect(found == [1, 2])
    }

    @Test func anInstallWaitsForTheDeviceTwice() async throws {
        let bench = try await bench()
        let store = try bench.open()
        let before = bench.disk.state.withLock { ($0.barriers, $0.syncs) }
        try await bench.update(store)
        let after = bench.disk.state.withLock { ($0.barriers, $0.syncs) }
        #expect(after.0 - before.0 == 1)
        #expect(after.1 - before.1 == 1)
    }

    @Test func whoIsSecondStartsAgain() async throws {
        var bench = try await bench()
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
        async let first = bench.update(one)
        async let second = bench.update(two)
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
            let store = try bench.open(files, capacity: 1500)
            try await bench.update(store)
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
