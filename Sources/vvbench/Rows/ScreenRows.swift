import Foundation
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

extension BenchmarkRow {
    /// A cold screen (U1): from files on the disk to display lists.
    static let screenRows: [BenchmarkRow] = [
        BenchmarkRow("U1/p50", "12 cards from files to display lists, median") { try showing($0, percentile: 0.5) },
        BenchmarkRow("U1/p99", "12 cards from files to display lists, 99 of 100 are faster") {
            try showing($0, percentile: 0.99, goal: .atMost(4))
        },
        BenchmarkRow("U1/flat", "12 cards from files to display lists, median") { context in
            try showing(context, percentile: 0.5, against: .reading)
        },
    ]

    private enum Baseline {
        case dictionaries
        case reading

        var name: String {
            switch self {
            case .dictionaries: "an object a setter, nodes with a dictionary of properties"
            case .reading: "reading the files, and arrays of resolved numbers and measured texts"
            }
        }
    }

    /// Shows the screen again and again, each time with a new manager and new files' bytes.
    private static func showing(
        _ context: BenchmarkContext,
        percentile: Double,
        against baseline: Baseline = .dictionaries,
        goal: BenchmarkResult.Goal? = nil
    ) throws -> BenchmarkResult {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let screen = try ColdScreen(folder, context.inputs.compiler)
        var own: [Double] = []
        var other: [Double] = []
        for _ in 0..<max(200, 20 * context.stopwatch.rounds) {
            own.append(try time { try screen.show() })
            other.append(
                try time { try baseline == .reading ? screen.readAndLayOutFlat() : screen.showDictionaries() }
            )
        }
        let value = Stopwatch.percentile(percentile, of: own) / 1e6
        let compared = Stopwatch.percentile(percentile, of: other) / 1e6
        return BenchmarkResult(
            value: value,
            unit: "ms",
            baseline: (compared, baseline.name),
            ratio: compared / value,
            goal: goal
        )
    }
}

extension BenchmarkRow {
    /// Times one call in processor time, in nanoseconds.
    ///
    /// The files are in memory, where the system keeps what was just written, so nothing waits; on the wall's clock the
    /// slowest of a hundred would be those in which another program had the processor.
    private static func time(_ body: () throws -> Int) rethrows -> Double {
        let start = Stopwatch.Clock.processor.now
        let result = try body()
        let end = Stopwatch.Clock.processor.now
        return withExtendedLifetime(result) { end - start }
    }
}

/// Twelve cards whose templates are files, and data for them.
private final class ColdScreen {
    private let files: [URL]
    private let data: [JSONValue]
    private let metrics = BuiltInTextMetrics()
    private let flat: [FlatLayout]
    private let heights: [Double]
    private static let count = 12

    init(_ folder: ScratchFolder, _ compiler: TemplateCompiler) throws {
        let bytes = try CardTemplate.bytes(compiler)
        let names = (0..<Self.count).map { "Card\($0).out" }
        let files = try names.map { ($0, try CardTemplate.bytes(compiler, named: String($0.dropLast(4)))) }
        try folder.write(files, to: "cards")
        self.files = names.map { URL(fileURLWithPath: folder.path("cards/\($0)")) }
        data = (0..<Self.count).map { CardTemplate.data($0) }
        var flat: [FlatLayout] = []
        var heights: [Double] = []
        for data in data {
            let card = try LayoutSubject(bytes)
            try card.checkFrames(showing: data)
            flat.append(card.flatLayout(showing: data))
            heights.append(card.container.size.height)
        }
        self.flat = flat
        self.heights = heights
        guard try show() == showDictionaries() else { throw BenchmarkError("the two designs draw other things") }
    }

    /// Loads, instantiates, binds, lays out and lists what to draw; gives the number of things.
    func show() throws -> Int {
        let manager = TemplateManager()
        var drawings = 0
        for (index, file) in files.enumerated() {
            let type = "Card\(index)"
            try manager.load(contentsOf: file, as: type)
            let tree = try manager.makeNodeTree(of: type, environment: ScreenEnvironment(width: 375))
            let card = Container(tree, textMeasuring: metrics)
            card.update(data: data[index])
            card.layout(in: card.sizeThatFits(width: 375))
            drawings += card.displayList(culling: false).items.count
        }
        return drawings
    }

    /// The same in the class design, up to counting what there is to draw.
    func showDictionaries() throws -> Int {
        let layout = DictionaryLayout(metrics: metrics)
        var drawings = 0
        for (index, file) in files.enumerated() {
            let tree = DictionaryNode(try ClassTemplate(Array(try Data(contentsOf: file))).root)
            tree.update(data[index])
            let size = layout.size(of: tree, width: 375)
            layout.layout(tree, width: size.width, height: size.height)
            drawings += tree.drawingCount
        }
        return drawings
    }

    func readAndLayOutFlat() throws -> Int {
        var sum = 0
        for (index, file) in files.enumerated() {
            sum += try Data(contentsOf: file).count
            flat[index].layout(width: 375, height: heights[index])
        }
        return sum
    }
}
