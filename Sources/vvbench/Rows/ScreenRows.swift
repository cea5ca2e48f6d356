import Foundation
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

extension BenchmarkRow {
    /// A cold screen (U1): from files on the disk to display lists, or from templates that the queue has loaded.
    static let screenRows: [BenchmarkRow] = [
        BenchmarkRow("U1/p50", "12 cards from files to display lists, median") { try showing($0, percentile: 0.5) },
        BenchmarkRow("U1/p99", "12 cards from files to display lists, 99 of 100 are faster") {
            try showing($0, percentile: 0.99, goal: .atMost(4))
        },
        BenchmarkRow("U1/idle", "12 cards to display lists after the queue has loaded their files, median") {
            try showing($0, percentile: 0.5, afterQueue: true, goal: .atMost(1))
        },
    ]

    /// Shows the screen again and again, each time with a new manager and new files' bytes.
    private static func showing(
        _ context: BenchmarkContext,
        percentile: Double,
        afterQueue: Bool = false,
        goal: BenchmarkResult.Goal? = nil
    ) throws -> BenchmarkResult {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let screen = try ColdScreen(folder, context.inputs.compiler)
        let drawings = try screen.show(try screen.load())
        var times: [Double] = []
        for _ in 0..<max(200, 20 * context.stopwatch.rounds) {
            // The files are in memory, where the system keeps what was just written, so nothing waits; on the wall's clock
            // the slowest of a hundred would be those in which another program had the processor.
            let queued = afterQueue ? screen.queue() : nil
            let start = Stopwatch.Clock.processor.now
            guard try screen.show(try queued ?? screen.load()) == drawings else {
                throw BenchmarkError("a screen draws other things")
            }
            times.append(Stopwatch.Clock.processor.now - start)
        }
        return BenchmarkResult(value: Stopwatch.percentile(percentile, of: times) / 1e6, unit: "ms", goal: goal)
    }
}

/// Twelve cards whose templates are files, and data for them.
private final class ColdScreen {
    private let files: [URL]
    private let data: [JSONValue]
    private let metrics = BuiltInTextMetrics()
    private static let count = 12

    init(_ folder: ScratchFolder, _ compiler: TemplateCompiler) throws {
        let names = (0..<Self.count).map { "Card\($0).out" }
        let files = try names.map { ($0, try CardTemplate.bytes(compiler, named: String($0.dropLast(4)))) }
        try folder.write(files, to: "cards")
        self.files = names.map { URL(fileURLWithPath: folder.path("cards/\($0)")) }
        data = (0..<Self.count).map { CardTemplate.data($0) }
    }

    /// Loads the files on this thread.
    func load() throws -> TemplateManager {
        let manager = TemplateManager()
        for file in files { try manager.load(contentsOf: file) }
        return manager
    }

    /// Lets the queue of a manager load the files.
    func queue() -> TemplateManager {
        let manager = TemplateManager()
        for file in files { manager.enqueue(contentsOf: file) }
        manager.waitUntilQueueIsIdle()
        return manager
    }

    /// Instantiates, binds, lays out and lists what to draw; gives the number of things.
    func show(_ manager: TemplateManager) throws -> Int {
        var drawings = 0
        for index in files.indices {
            let tree = try manager.makeNodeTree(of: "Card\(index)", environment: ScreenEnvironment(width: 375))
            let card = Container(tree, textMeasuring: metrics)
            card.update(data: data[index])
            card.layout(in: card.sizeThatFits(width: 375))
            drawings += card.displayList(culling: false).items.count
        }
        return drawings
    }
}
