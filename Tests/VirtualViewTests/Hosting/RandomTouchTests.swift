import Testing
import VirtualView
import VirtualViewTestSupport

/// Random fingers: what a touch is, is known when it is over.
@Suite struct RandomTouchTests {
    @Test func theEventsFollowFromTheWholeTouches() throws {
        for seed in RandomTests.seeds(400) {
            var random = SeededGenerator(seed: seed)
            let model = TouchModel(count: 24) { Int.random(in: $0, using: &random) }
            let events = model.events
            for tellsTime in [true, false] {
                let sent = try model.run(tellsTime: tellsTime)
                try #require(sent == events, "VV_SEED=\(seed): \(model.steps)")
            }
            // Not two events for one touch.
            #expect(events.count <= model.steps.count { $0.phase == .began })
        }
    }
}
