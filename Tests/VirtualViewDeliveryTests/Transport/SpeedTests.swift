import Foundation
import Testing
import VirtualViewCore
import VirtualViewTestSupport

@testable import VirtualViewDelivery

@Suite(.timeLimit(.minutes(10))) struct SpeedTests {
    /// Fetches a file of which so many bytes arrive in each second; returns the error and the seconds that passed.
    private func fetch(_ bytes: [Int]) async -> (error: DeliveryError?, seconds: Int) {
        let clock = ManualClock()
        let seconds = Locked(0)
        let scripted = Scripted(clock: clock) { request, _ in
            [.head(request.url, 200)]
                + bytes.flatMap { count -> [ScriptedTransport.Step] in
                    [
                        .body(Array(repeating: 1, count: count)),
                        .run {
                            await clock.advance(by: .seconds(1))
                            // Nothing more arrives before this second has been looked at.
                            await clock.waitForSleeper()
                            if !Task.isCancelled { seconds.withLock { $0 += 1 } }
                        },
                    ]
                }
        }
        let error = await failure { () throws(DeliveryError) in
            let file = try await scripted.downloads.file("f", maximumSize: 1 << 30)
            #expect(file.count == bytes.reduce(0, +))
        }
        await scripted.waitForEnd()
        return (error, seconds.withLock { $0 })
    }

    @Test func aTaskThatIsCancelledWatchesNoLonger() async {
        let clock = ManualClock()
        let task = Task { await SpeedWatch().watch(clock) }
        await clock.waitForSleeper()
        task.cancel()
        #expect(await task.value.code == .cancelled)
    }

    /// The second at whose end the last 30 had too few bytes.
    private func model(_ bytes: [Int]) -> Int? {
        (30...max(30, bytes.count)).first { $0 <= bytes.count && bytes[($0 - 30)..<$0].reduce(0, +) < 30 * 1024 }
    }

    @Test func endsWhatIsSlowerThanAKibibyteASecondForThirty() async {
        let cases: [[Int]] = [
            Array(repeating: 0, count: 40), Array(repeating: 1023, count: 40), Array(repeating: 1024, count: 90),
            [30 * 1024] + Array(repeating: 0, count: 29), [30 * 1024] + Array(repeating: 0, count: 40),
            Array(repeating: 0, count: 29) + [30 * 1024] + Array(repeating: 0, count: 29),
            Array(repeating: 0, count: 29),
        ]
        for bytes in cases {
            let (error, seconds) = await fetch(bytes)
            let end = model(bytes)
            #expect(error?.code == (end == nil ? nil : .tooSlow), "\(bytes)")
            // The second in which it was found has passed for the transport, or was cut short.
            if let end {
                #expect((end - 1...end).contains(seconds), "\(bytes)")
            } else {
                #expect(seconds == bytes.count)
            }
        }
    }

    @Test func agreesWithAModelForRandomSpeeds() async {
        let seed = RandomTests.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<RandomTests.count(40) {
            let usual = Int.random(in: 900...1500, using: &generator)
            let bytes = (0..<Int.random(in: 0...90, using: &generator)).map { _ in
                Int.random(in: 0..<6, using: &generator) == 0 ? 0 : Int.random(in: 0...2 * usual, using: &generator)
            }
            let (error, _) = await fetch(bytes)
            #expect((error?.code == .tooSlow) == (model(bytes) != nil), "VV_SEED=\(seed)")
        }
    }

    @Test func endsAServerThatNeverAnswers() async {
        let clock = ManualClock()
        let scripted = Scripted(clock: clock) { _, _ in [.hang] }
        async let error = failure { () throws(DeliveryError) in
            _ = try await scripted.downloads.file("f", maximumSize: 10)
        }
        for _ in 0..<30 { await clock.advance(by: .seconds(1)) }
        #expect(await error?.code == .tooSlow)
    }

    /// The time of a redirect counts, too: five slow ones are not six times 30 seconds.
    @Test func watchesAllRedirectsTogether() async {
        let clock = ManualClock()
        let scripted = Scripted(clock: clock) { request, number in
            (0..<20).map { _ in .run { await clock.advance(by: .seconds(1)) } }
                + [.head(request.url, 302, location: "/\(number)")]
        }
        let error = await failure { () throws(DeliveryError) in
            _ = try await scripted.downloads.file("f", maximumSize: 10)
        }
        #expect(error?.code == .tooSlow)
        #expect(scripted.transport.requests.count == 2)
    }
}
