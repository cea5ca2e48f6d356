import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A candidate that was taken back serves no longer, also where the release for everybody is not installed in its place.
@Suite struct WithdrawnCandidateTests {
    /// Takes the candidate back.
    private func withdraw(_ bench: inout StoreBench) {
        bench.workshop.candidate = nil
        bench.publishLatest()
    }

    @Test func theAppsOwnReleaseTakesItsPlace() async throws {
        var bench = StoreBench(publishing: 1)
        let app = try bench.embed()
        let store = try bench.open(embedded: app.url)
        bench.offer(2)
        #expect(try await bench.update(store) == .installed(2))
        withdraw(&bench)
        #expect(try await bench.update(store) == .installed(1))
        #expect(store.current?.isEmbedded == true)
        #expect(try await bench.update(store) == .upToDate)
        #expect(try bench.open(embedded: app.url).current?.number == 1)
    }

    @Test func itServesNotInPlaceOfAReleaseThatIsKnownToBeBad() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        try bench.use(store)
        try store.rollBack("1 shows garbage")
        bench.offer(2)
        #expect(try await bench.update(store) == .installed(2))
        withdraw(&bench)
        #expect(try await bench.update(store) == .notChosen)
        #expect(store.current == nil)
    }

    @Test(arguments: TemplateStoreTests.Refusal.allCases)
    func itServesNotInPlaceOfAReleaseThatThisDeviceCannotTake(_ refusal: TemplateStoreTests.Refusal) async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open(capacity: 5_000))
        bench.offer(3)
        #expect(try await bench.update(store) == .installed(3))
        bench.workshop.stable = refusal.makeRelease(2, in: &bench.workshop)
        withdraw(&bench)
        #expect(await bench.refusal(of: store) == refusal.code)
        #expect(store.current?.number == 1)
        #expect(try bench.open().current?.number == 1)
    }

    @Test func goingBackLeadsPastACandidateThatWasReplaced() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        for number in 2...3 {
            bench.offer(number)
            #expect(try await bench.update(store) == .installed(number))
        }
        try bench.use(store)
        #expect(try store.rollBack("3 shows garbage")?.number == 1)
        #expect(bench.fault(of: store) == nil)
    }

    /// Nothing else is there, and the next update gets it.
    @Test func itServesUntilTheReleaseForEverybodyIsThere() async throws {
        var bench = StoreBench(publishing: 1)
        bench.offer(2)
        let store = try bench.open()
        #expect(try await bench.update(store) == .installed(2))
        withdraw(&bench)
        bench.server.fail(after: 1)
        await #expect(throws: DeliveryError.self) { try await bench.update(store) }
        #expect(store.current?.number == 2)
        bench.server.fail(after: nil)
        #expect(try await bench.update(store) == .installed(1))
        #expect(store.current?.number == 1)
    }
}
