import Foundation
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

extension BenchmarkRow {
    /// The journal of what is at work (J1): a transition, and what a card costs with it.
    static let journalRows: [BenchmarkRow] = [
        BenchmarkRow("J1/phase", "enter or leave a phase of one of four templates, in a journal") { context in
            try transitions(context, among: 4, goal: .atMost(10))
        },
        BenchmarkRow("J1/many", "enter or leave a phase of one of 64 templates, more than it has room for") { context in
            try transitions(context, among: 64)
        },
        BenchmarkRow("J1/stalls", "enter or leave a phase of one of four templates, with a stall monitor") { context in
            try transitions(context, among: 4, stalls: StallMonitor())
        },
        BenchmarkRow("J1/card", "recycled 30-node card, bound, laid out and listed, with a journal") { context in
            try withJournal { journal in
                let bytes = try CardTemplate.bytes(context.inputs.compiler)
                let cards = try [journal, nil].map { try RecordedCard(bytes, $0) }
                let data = [CardTemplate.data(1), CardTemplate.data(22)]
                return try context.stopwatch.compare(
                    units: data.count,
                    in: .microseconds,
                    { data.reduce(0) { $0 &+ cards[0].show($1) } },
                    with: ("without one", { data.reduce(0) { $0 &+ cards[1].show($1) } }),
                    goal: .withinBaseline(1.05)
                )
            }
        },
        BenchmarkRow("J1/load", "load and prepare a card, with a journal, which hashes the file") { context in
            // More than the journal keeps the hashes of.
            let files = try (0..<12).map { try CardTemplate.bytes(context.inputs.compiler, named: "Card\($0)") }
            return try withJournal { journal in
                let managers = [journal, nil].map { journal in
                    var configuration = TemplateManager.Configuration()
                    configuration.journal = journal
                    return TemplateManager(configuration: configuration)
                }
                return try context.stopwatch.compare(
                    units: files.count,
                    in: .microseconds,
                    { try load(files, managers[0]) },
                    with: ("without one", { try load(files, managers[1]) }),
                    goal: nil
                )
            }
        },
    ]

    /// Enters and leaves phases of hosts and items in turns.
    private static func transitions(
        _ context: BenchmarkContext,
        among count: Int,
        stalls: StallMonitor? = nil,
        goal: BenchmarkResult.Goal? = nil
    ) throws -> BenchmarkResult {
        try withJournal(stalls) { journal in
            stalls?.turnBegan()
            let templates = (0..<count).map { journal.record("Card\($0)", hash: Array(repeating: 1, count: 32)) }
            let numbers = templates.map(\.number)
            let recorder: any PhaseRecorder = journal
            defer { withExtendedLifetime(templates) {} }
            let times = try context.stopwatch.time([
                {
                    var sum = 0
                    for index in 0..<count {
                        let (host, item) = (numbers[index], numbers[index + 1 == count ? 0 : index + 1])
                        let outer = recorder.enter(.layout, host: host, item: 0)
                        let inner = recorder.enter(.bind, host: host, item: item)
                        sum &+= Int(truncatingIfNeeded: inner >> 60)
                        recorder.leave(to: inner)
                        recorder.leave(to: outer)
                    }
                    return sum
                }
            ])
            return BenchmarkResult(value: times[0].median / Double(4 * count), unit: "ns", goal: goal)
        }
    }

    /// Loads and prepares cards; gives the number of their nodes.
    private static func load(_ files: [[UInt8]], _ manager: TemplateManager) throws -> Int {
        var count = 0
        for (index, bytes) in files.enumerated() {
            try manager.load(bytes, as: "Card\(index)")
            count += try manager.preparedTemplate(for: "Card\(index)").nodeCount
        }
        return count
    }

    /// Keeps a journal in a folder that goes away.
    private static func withJournal(
        _ stalls: StallMonitor? = nil,
        _ body: (TemplateJournal) throws -> BenchmarkResult
    ) throws -> BenchmarkResult {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        return try body(TemplateJournal(at: URL(fileURLWithPath: folder.path("bench.journal")), stalls: stalls))
    }
}

/// A card of a manager with or without a journal.
private final class RecordedCard {
    private let manager: TemplateManager
    private let container: Container

    init(_ bytes: [UInt8], _ journal: TemplateJournal?) throws {
        var configuration = TemplateManager.Configuration()
        configuration.journal = journal
        manager = TemplateManager(configuration: configuration)
        try manager.load(bytes, as: "Card")
        container = Container(try manager.makeNodeTree(of: "Card", environment: ScreenEnvironment(width: 375)))
    }

    /// Shows other data, as a list does with a cell.
    func show(_ data: JSONValue) -> Int {
        container.reuse(for: data)
        let size = container.sizeThatFits(width: 375)
        container.layout(in: size)
        return Int(size.height) + container.displayList().items.count
    }
}
