import Foundation
import VirtualView

extension BenchmarkRow {
    /// Cells of an app's own lists (V5): one from the cache, and many on all cores.
    static let cellRows: [BenchmarkRow] = [
        BenchmarkRow("V5/cached", "a cell of 30 nodes from the cache") { context in
            let feed = try CellFeed(context)
            let cache = RenderedItemCache()
            let times = try context.stopwatch.time([
                {
                    try feed.entries.reduce(0) { sum, entry in
                        let cell = try cache.item(entry.type, data: entry.data, width: feed.width, from: feed.renderer)
                        return sum &+ cell.displayList.items.count
                    }
                }
            ])
            guard cache.count == feed.entries.count else { throw BenchmarkError("the cells are not in the cache") }
            let value = times[0].median / Double(feed.entries.count) / 1e3
            return BenchmarkResult(value: value, unit: "µs", goal: .atMost(1))
        },
        BenchmarkRow("V5/cores", "make cells of 30 nodes in the background, two cores or more") { context in
            guard ProcessInfo.processInfo.activeProcessorCount > 1 else { throw BenchmarkSkipped(reason: "one core") }
            let feed = try CellFeed(context)
            return try context.stopwatch.compare(
                units: feed.entries.count,
                in: .microseconds,
                { try feed.renderOnAllCores() },
                with: ("the same cells one after another", { try feed.render() }),
                goal: .fasterThanBaseline(1.7),
                on: .wall
            )
        },
    ]
}

/// Cells with different data.
private struct CellFeed: Sendable {
    let renderer: ItemRenderer
    let entries: [ItemRenderer.Entry]
    let width = 390.0

    init(_ context: BenchmarkContext) throws {
        let manager = TemplateManager()
        try manager.load(TemplateRequest(try CardTemplate.bytes(context.inputs.compiler), as: "Card"))
        renderer = ItemRenderer(manager, environment: ScreenEnvironment(width: width))
        entries = (0..<256).map { ItemRenderer.Entry("Card", data: CardTemplate.data($0)) }
    }

    /// Makes the cells on this thread; gives the number of things that they draw.
    func render() throws -> Int {
        let cells = try entries.map { try renderer.render($0.type, data: $0.data, width: width) }
        return cells.reduce(0) { $0 + $1.displayList.items.count }
    }

    /// Makes the cells in the background while this thread waits.
    func renderOnAllCores() throws -> Int {
        let done = DispatchSemaphore(value: 0)
        let results = Locked<[Result<RenderedItem, TemplateError>]>([])
        Task.detached(priority: .high) {
            let cells = await renderer.render(entries, width: width)
            results.withLock { $0 = cells }
            done.signal()
        }
        done.wait()
        return try results.withLock { $0 }.reduce(0) { try $0 + $1.get().displayList.items.count }
    }
}
