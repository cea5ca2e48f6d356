import Testing
import VirtualViewFormat

@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// What a store removes to have room, and what it leaves.
@Suite struct StoreRoomTests {
    private func sizeOfBlobs(_ bench: StoreBench) -> Int {
        bench.disk.files.reduce(0) { $0 + ($1.key.hasPrefix("blobs/") ? $1.value.count : 0) }
    }

    /// What no release names goes until the rest is within the capacity, the oldest first.
    @Test(arguments: 0...5) func onlyTheOldestFilesGo(_ count: Int) async throws {
        var plain = StoreBench()
        plain.publish(1)
        try await plain.update(plain.open())
        var bench = StoreBench()
        bench.publish(1)
        let others = (0..<5).map { [UInt8](repeating: UInt8($0), count: 1_000) }
        let paths = others.map { ReleaseFile.Blob.path(ContentHash.of($0)) }
        bench.disk.state.withLock { state in
            for (index, path) in paths.enumerated() {
                state.files[path] = others[index]
                state.ages[path] = Int64(index) - 10
            }
        }
        let store = try bench.open(capacity: sizeOfBlobs(plain) + 5_000 - count * 1_000)
        try await bench.update(store)
        #expect(paths.map { bench.disk.files[$0] != nil } == (0..<5).map { $0 >= count })
        #expect(bench.fault(of: store) == nil)
        #expect(sizeOfBlobs(bench) == sizeOfBlobs(plain) + 5_000 - count * 1_000)
    }

    /// Files of processes that were ended go after an hour; younger ones may still be written.
    @Test(arguments: ["next-1", ".aside-1", "blobs/.aside-1", "blobs/doomed-1", "partial/1"])
    func leftoversGoAfterAnHour(_ path: String) async throws {
        for (age, isLeft) in [(3_600, true), (3_601, false)] as [(Int64, Bool)] {
            var bench = StoreBench()
            bench.publish(1)
            let now = bench.now
            bench.disk.state.withLock { state in
                state.files[path] = [1]
                state.ages[path] = now - age
            }
            try await bench.update(bench.open())
            #expect((bench.disk.files[path] != nil) == isLeft)
        }
    }

    @Test func aPartOfAFileIsKeptUntilItIsWhole() {
        let bench = StoreBench()
        let partials = PartialFiles(files: ModelFiles(on: bench.disk))
        partials.keep([1, 2], of: "a")
        partials.keep([3], of: "b")
        #expect(partials.partial(of: "a") == [1, 2] && partials.partial(of: "c").isEmpty)
        partials.remove("a")
        #expect(partials.partial(of: "a").isEmpty && partials.partial(of: "b") == [3])
    }
}
