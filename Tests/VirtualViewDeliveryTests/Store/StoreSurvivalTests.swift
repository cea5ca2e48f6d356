import Foundation
import Testing
import VirtualViewFormat

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// What could end updates for ever, or take back what was decided.
@Suite struct StoreSurvivalTests {
    // MARK: - Trust

    @Test func anotherChannelCountsItsOwnNumbers() async throws {
        var bench = StoreBench()
        for number in 1...4 { bench.publish(number) }
        try await bench.update(bench.open())
        // So many root keys were lost that an update of the app brings a new root file; the other keys are still good.
        var next = Workshop()
        next.channel = "production-2"
        next.keys[.root] = ([SigningKey("root 9")], 1)
        next.files[RootFile.path(1)] = next.signed(.root, next.root.content)
        bench.workshop = next
        bench.publish(1)
        let store = try bench.open()
        #expect(try await bench.update(store) == .installed(1))
        #expect(try await bench.update(bench.open()) == .upToDate)
    }

    @Test func aCandidateThatBecameStableIsNotTakenBackByTheOnlineKey() async throws {
        var bench = StoreBench()
        let first = bench.publish(1)
        let store = try bench.open()
        try await bench.update(store)
        let second = bench.workshop.offer(2, StoreBench.templates(2), percent: 100)
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .installed(2))
        (bench.workshop.stable, bench.workshop.candidate) = (second, nil)
        bench.workshop.writeLatest()
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .upToDate)
        bench.workshop.stable = first
        bench.workshop.writeLatest()
        bench.server.serve(bench.workshop)
        let error = await #expect(throws: DeliveryError.self) { try await bench.update(bench.open()) }
        #expect(error?.code == .rolledBack)
        #expect(try bench.open().current?.number == 2)
    }
}
