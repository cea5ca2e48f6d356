import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// What the queue does beyond loading, and which template a tree is made of while a newer one is on its way.
@Suite struct QueueReadinessTests {
    /// Writes down which thread prepares what, and may stop the first preparation at a gate.
    private final class Preparations: Sendable {
        private let lines = Locked<[String]>([])
        private let loads = Locked<[String]>([])
        private let gate: Gate?

        init(firstAt gate: Gate?) {
            self.gate = gate
        }

        /// `TYPE caller` or `TYPE queue`, in order.
        var all: [String] { lines.withLock { $0 } }
        /// Where loaders were called.
        var loaders: [String] { loads.withLock { $0 } }

        private var place: String { OperationQueue.current?.name == "Readiness" ? "queue" : "caller" }

        func note(_ type: String) {
            let isFirst = lines.withLock { lines in
                lines.append("\(type) \(place)")
                return lines.count == 1
            }
            if isFirst { gate?.pass() }
        }

        func noteLoad() { loads.withLock { $0.append(place) } }
    }

    private func bench(
        firstAt gate: Gate? = nil,
        _ adjust: (inout TemplateManager.Configuration) -> Void = { _ in }
    ) -> (bench: LoadingBench, preparations: Preparations) {
        let preparations = Preparations(firstAt: gate)
        let bench = LoadingBench { configuration in
            configuration.loader = HookedLoader { _ in preparations.noteLoad() }
            configuration.onPreparation = { preparations.note($0) }
            configuration.queueName = "Readiness"
            adjust(&configuration)
        }
        return (bench, preparations)
    }

    /// Makes a tree on this thread and gives the version of its template, or the error's code.
    private func tree(
        _ bench: LoadingBench,
        _ type: String = "Card",
        _ freshness: TemplateManager.Freshness? = nil
    ) -> String {
        do {
            return "v\(try bench.manager.makeNodeTree(of: type, freshness: freshness).templateVersion.patch)"
        } catch {
            return error.code.rawValue
        }
    }

    // MARK: - Readiness

    @Test(arguments: [TemplateManager.Readiness.prepared, .resolved(width: 390)])
    func nothingIsPreparedOnTheCallerWhenTheQueueIsIdle(_ readiness: TemplateManager.Readiness) throws {
        let (bench, preparations) = bench { $0.queueReadiness = readiness }
        let types = (1...20).map { "Card\($0)" }
        for type in types { bench.enqueue(type, 1) }
        bench.manager.waitUntilQueueIsIdle()
        for type in types { #expect(tree(bench, type) == "v1") }
        #expect(preparations.all == types.map { "\($0) queue" })
    }

    @Test func theDefaultIsPrepared() {
        #expect(TemplateManager.Configuration().queueReadiness == .prepared)
        #expect(TemplateManager.Configuration().freshness == .newest)
    }

    @Test func aQueueThatOnlyDecodesLeavesPreparingToTheCaller() {
        let (bench, preparations) = bench { $0.queueReadiness = .decoded }
        bench.enqueue("Card", 1)
        bench.manager.waitUntilQueueIsIdle()
        #expect(preparations.all == [])
        #expect(tree(bench) == "v1")
        #expect(tree(bench) == "v1")
        #expect(preparations.all == ["Card caller"])
    }

    @Test func anAliasIsPreparedWithTheNameInTheFile() {
        let (bench, preparations) = bench()
        bench.enqueue("Card", 1, as: "Home", allowsAlias: true)
        bench.manager.waitUntilQueueIsIdle()
        #expect(tree(bench, "Home") == "v1")
        #expect(tree(bench, "Card") == "v1")
        #expect(preparations.all == ["Card queue"])
    }

    @Test func aLoadOnTheCallerIsNotPrepared() async throws {
        let (bench, preparations) = bench()
        bench.load("Card", 1)
        try await bench.manager.load(Sample.bytes("Task"), as: "Task")
        bench.manager.isSuspended = true
        bench.enqueue("Promoted", 1)
        #expect(bench.ask("Promoted") == "v1")
        #expect(preparations.all == [])
        #expect(bench.recorder.reports.map(\.preparationDuration) == [nil, nil, nil])
    }

    @Test func aCallerWhoComesMeanwhilePreparesAndTheFirstResultIsKept() throws {
        let gate = Gate()
        let (bench, preparations) = bench(firstAt: gate)
        bench.enqueue("Card", 1)
        gate.waitUntilEntered()
        let first = try bench.manager.preparedTemplate(for: "Card")
        #expect(preparations.all == ["Card queue", "Card caller"])
        gate.open()
        bench.manager.waitUntilQueueIsIdle()
        #expect(try bench.manager.preparedTemplate(for: "Card") === first)
        #expect(preparations.all.count == 2)
    }

    @Test func tellsWhenThePreparationIsDone() async throws {
        let gate = Gate()
        let (bench, _) = bench(firstAt: gate)
        bench.enqueue("Card", 1)
        gate.waitUntilEntered()
        #expect(bench.published == ["Card v1"])
        #expect(bench.recorder.reports.isEmpty)
        await bench.manager.waitForDeliveries()
        #expect(bench.recorder.completions == [])
        gate.open()
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#1 v1"])
        let report = try #require(bench.recorder.reports.first)
        #expect(report.line == "Card published queue")
        #expect(report.preparationDuration.map { $0 > .zero } == true)
    }

    @Test func anOlderVersionThatIsStillBeingPreparedIsNotKept() async throws {
        let gate = Gate()
        let (bench, preparations) = bench(firstAt: gate)
        bench.enqueue("Card", 1)
        gate.waitUntilEntered()
        bench.load("Card", 2)
        gate.open()
        await bench.finish()
        #expect(bench.published == ["Card v2"])
        #expect(tree(bench) == "v2")
        #expect(preparations.all == ["Card queue", "Card caller"])
        #expect(bench.recorder.completions == ["Card#1 v1"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller", "Card published queue"])
    }

    @Test func anOlderLoadThatIsStillBeingPreparedIsToldBeforeANewerOne() async {
        let gate = Gate()
        let (bench, _) = bench(firstAt: gate)
        bench.enqueue("Card", 1)
        gate.waitUntilEntered()
        bench.enqueue("Card", 2)
        #expect(bench.ask("Card") == "v2")
        await bench.manager.waitForDeliveries()
        #expect(bench.recorder.completions == ["Card#1 v1", "Card#2 v2"])
        gate.open()
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#1 v1", "Card#2 v2"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller promoted", "Card published queue"])
        #expect(bench.recorder.reports.map { $0.preparationDuration != nil } == [false, true])
    }

    @Test func aTypeThatIsRemovedWhileItIsPreparedStaysRemoved() async {
        let gate = Gate()
        let (bench, _) = bench(firstAt: gate)
        let load = bench.enqueue("Card", 1)
        gate.waitUntilEntered()
        bench.manager.remove("Card")
        #expect(!load.cancel())
        gate.open()
        await bench.finish()
        #expect(bench.published == [])
        #expect(tree(bench) == "notFound")
        #expect(bench.recorder.completions == ["Card#1 v1"])
    }

    @Test func aTemplateThatCannotBePreparedStaysPublished() async throws {
        let bytes = try makeTemplate(NodeSpec(component: 4_000), type: "Card").bytes
        let (bench, preparations) = bench()
        bench.manager.enqueue(bytes, as: "Card", completion: bench.recorder.completion("Card"))
        await bench.finish()
        #expect(bench.recorder.completions == ["Card v1"])
        #expect(bench.recorder.reports.first?.preparationDuration != nil)
        #expect(bench.manager.loadedTypes == ["Card"])
        #expect(tree(bench) == "unknownComponent")
        #expect(preparations.all == ["Card queue", "Card caller"])
    }

    @Test func aLoadThatFailsIsNotPrepared() async {
        let (bench, preparations) = bench()
        bench.manager.enqueue([1, 2, 3], as: "Card", completion: bench.recorder.completion("Card"))
        await bench.finish()
        #expect(bench.recorder.completions == ["Card malformed"])
        #expect(bench.recorder.reports.map(\.preparationDuration) == [nil])
        #expect(preparations.all == [])
    }

    // MARK: - Freshness

    @Test func whatIsPublishedIsTakenWhileANewerLoadWaits() {
        let (bench, preparations) = bench()
        bench.enqueue("Card", 1)
        bench.manager.waitUntilQueueIsIdle()
        bench.manager.isSuspended = true
        bench.enqueue("Card", 2)
        #expect(tree(bench, "Card", .published) == "v1")
        #expect(preparations.loaders == ["queue"])
        #expect(preparations.all == ["Card queue"])
        #expect(tree(bench, "Card", .newest) == "v2")
        #expect(preparations.loaders == ["queue", "caller"])
    }

    @Test func theConfigurationChoosesUnlessTheCallDoes() throws {
        let bench = LoadingBench { $0.freshness = .published }
        bench.load("Card", 1)
        bench.manager.isSuspended = true
        bench.enqueue("Card", 2)
        #expect(tree(bench) == "v1")
        #expect(try bench.manager.preparedTemplate(for: "Card").template.version.patch == 1)
        #expect(tree(bench, "Card", .newest) == "v2")
        #expect(tree(bench) == "v2")
    }

    @Test func aLoadIsRunOnlyIfNothingIsPublished() {
        let (bench, preparations) = bench()
        bench.manager.isSuspended = true
        bench.enqueue("Card", 1)
        #expect(tree(bench, "Card", .published) == "v1")
        #expect(tree(bench, "None", .published) == "notFound")
        #expect(preparations.loaders == ["caller"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller promoted"])
    }

    @Test(arguments: [false, true])
    func theItemsOfATreeFollowItsFreshness(isOfConfiguration: Bool) throws {
        let bench = LoadingBench { if isOfConfiguration { $0.freshness = .published } }
        let list = try makeTemplate(NodeSpec("Grid", ["dataTag": "${items}"]), type: "List")
        try bench.manager.load(list.bytes, as: "List")
        bench.load("Item", 1)
        bench.manager.isSuspended = true
        bench.enqueue("Item", 2)
        let freshness: TemplateManager.Freshness? = isOfConfiguration ? nil : .published
        let old = try bench.manager.makeNodeTree(of: "List", freshness: freshness)
        old.update(data: ["items": [["type": "Item"]]])
        #expect(old.root.children.map { ($0 as? TextNode)?.text } == ["version 1"])
        let new = try bench.manager.makeNodeTree(of: "List", freshness: .newest)
        new.update(data: ["items": [["type": "Item"]]])
        #expect(new.root.children.map { ($0 as? TextNode)?.text } == ["version 2"])
    }
}
