import Foundation
import VirtualView

extension BenchmarkRow {
    /// The manager: its queue against loading in a loop (Q1), promotion against one load (U5), and the first tree of a
    /// template that the queue prepared against a later one (V4).
    static let managerRows: [BenchmarkRow] = [
        BenchmarkRow("Q1", "queue 1000 loads and wait for them, one worker") { context in
            let requests = requests(context)
            guard let last = requests.last?.type else { throw BenchmarkError("there is nothing to load") }
            try check(requests)
            return try context.stopwatch.compare(
                units: 1,
                in: .microseconds,
                {
                    let manager = queueing(requests, .decoded)
                    return manager.cachedTemplate(for: last)?.nodes.count ?? 0
                },
                with: (
                    "the same loads one after another, on the calling thread",
                    {
                        let manager = TemplateManager()
                        for request in requests { try manager.load(request) }
                        return manager.cachedTemplate(for: last)?.nodes.count ?? 0
                    }
                ),
                goal: .withinBaseline(2),
                on: .wall
            )
        },
        BenchmarkRow("U5/p50", "promote one of 1000 queued loads, median") {
            try promoting($0, percentile: 0.5, goal: .withinBaseline(2))
        },
        BenchmarkRow("U5/p99", "promote one of 1000 queued loads, 99 of 100 are faster") {
            try promoting($0, percentile: 0.99, goal: .withinBaseline(10))
        },
        BenchmarkRow("V4", "first tree of 30 nodes after the queue is idle") { context in
            let cards = try (0..<64).map { number in
                let name = "Card\(number)"
                return TemplateRequest(try CardTemplate.bytes(context.inputs.compiler, named: name), as: name)
            }
            let environment = ScreenEnvironment(width: 390)
            func makeTrees(_ manager: TemplateManager) throws -> [NodeTree] {
                try cards.map { try manager.makeNodeTree(of: $0.type, environment: environment) }
            }
            // The trees of a sample are kept until the next one, so that taking them down is not timed.
            var trees: [NodeTree] = []
            var manager = TemplateManager()
            let warm = queueing(cards)
            _ = try makeTrees(warm)
            return try context.stopwatch.compare(
                units: cards.count,
                in: .microseconds,
                {
                    trees = try makeTrees(manager)
                    return trees.count
                },
                with: (
                    "a later tree of it",
                    {
                        trees = try makeTrees(warm)
                        return trees.count
                    }
                ),
                goal: .withinBaseline(3),
                prepare: {
                    trees = []
                    manager = queueing(cards)
                }
            )
        },
    ]

    private static func requests(_ context: BenchmarkContext) -> [TemplateRequest] {
        context.inputs.small.enumerated().map { TemplateRequest($1.binary, as: "Small\($0)") }
    }

    private static func queueing(
        _ requests: [TemplateRequest],
        _ readiness: TemplateManager.Readiness = .prepared
    ) -> TemplateManager {
        var configuration = TemplateManager.Configuration()
        configuration.queueReadiness = readiness
        let manager = TemplateManager(configuration: configuration)
        for request in requests { manager.enqueue(request) }
        manager.waitUntilQueueIsIdle()
        return manager
    }

    /// Makes sure that the queue does all that it is asked for.
    private static func check(_ requests: [TemplateRequest]) throws {
        guard queueing(requests).loadedTypes.count == requests.count else {
            throw BenchmarkError("the queue has not loaded every template")
        }
    }

    /// Asks for a template far back in a busy queue; every sample is one load of a new manager.
    ///
    /// The baseline is the median time of loading the same templates at once, so a percentile shows the worst cases of
    /// promotion and not those of both sides.
    private static func promoting(
        _ context: BenchmarkContext,
        percentile: Double,
        goal: BenchmarkResult.Goal
    ) throws -> BenchmarkResult {
        let requests = requests(context)
        let count = max(400, 30 * context.stopwatch.rounds)
        var inline: [Double] = []
        var promoted: [Double] = []
        // A worker that prepares nothing takes the lock most often.
        var configuration = TemplateManager.Configuration()
        configuration.queueReadiness = .decoded
        for attempt in 0..<4 * count where promoted.count < count {
            let request = requests[requests.count - 1 - attempt % 100]
            let other = TemplateManager()
            inline.append(try Stopwatch.time { try other.load(request) })

            let manager = TemplateManager(configuration: configuration)
            let progress = manager.prefetch(requests)
            // Where the queue was faster than this thread there is nothing to promote, and no sample is taken.
            if manager.cachedTemplate(for: request.type) == nil {
                promoted.append(try Stopwatch.time { try manager.template(for: request.type) })
            }
            manager.waitUntilQueueIsIdle()
            // The main actor is told of every load; a manager lives until then.
            while !progress.isFinished {
                _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
            }
        }
        guard promoted.count == count else { throw BenchmarkError("the queue ends before anything can be promoted") }
        let value = Stopwatch.percentile(percentile, of: promoted)
        let baseline = Stopwatch.median(inline)
        return BenchmarkResult(
            value: value / 1e3,
            unit: "µs",
            baseline: (baseline / 1e3, "one load at once, median"),
            ratio: value / baseline,
            goal: goal
        )
    }
}
