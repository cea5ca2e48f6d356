import VirtualView
import VirtualViewExpressions

extension BenchmarkRow {
    /// Layout: what a pass costs (Y1), and a recycled card (U2).
    static let layoutRows: [BenchmarkRow] = [
        BenchmarkRow("Y1/time", "lay out all of 300 nodes, a node") {
            try fullPass(texts: false, against: .dictionary, $0, goal: .atMost(20))
        },
        BenchmarkRow("Y1/flat", "the same") { try fullPass(texts: false, against: .flat, $0) },
        BenchmarkRow("Y1/texts", "lay out all of 300 nodes with 87 texts, a node") {
            try fullPass(texts: true, against: .dictionary, $0)
        },
        BenchmarkRow("Y1/texts-flat", "the same") { try fullPass(texts: true, against: .flat, $0) },
        BenchmarkRow("Y1/count", "allocations of laying out all of 300 nodes with 87 texts") { context in
            let subject = try LayoutSubject(LayoutTemplates.screen(texts: true, context.inputs.compiler))
            let count = try AllocationCounter.count { _ = subject.layOutInTurns() }
            return BenchmarkResult(value: Double(count), unit: "", goal: .atMost(0))
        },
        BenchmarkRow("Y1/path", "nodes measured again when a leaf four levels deep changes, of 300") { context in
            let subject = try LayoutSubject(LayoutTemplates.screen(texts: true, context.inputs.compiler))
            let container = subject.container
            container.laysOutEverything = false
            guard let leaf = container.tree.nodes.compactMap({ $0 as? TextNode }).first, leaf.depth == 3 else {
                throw BenchmarkError("the screen has no text where it should have one")
            }
            container.layout(in: subject.sizes[0])
            let before = container.measureCount
            leaf.text = "Another title of another length"
            container.layout(in: subject.sizes[0])
            let count = container.measureCount - before
            guard count > 0 else { throw BenchmarkError("nothing was measured again") }
            return BenchmarkResult(value: Double(count), unit: "", goal: .atMost(4))
        },
        BenchmarkRow("Y1/deep", "measurements of 400 levels that wrap and match in turns, times those of 200") {
            context in
            let counts = try [200, 400].map { levels in
                let bytes = try LayoutTemplates.nested(levels: levels, context.inputs.compiler)
                let container = try LayoutSubject(bytes).container
                container.layout(in: LayoutSize(width: 375, height: 667))
                return Double(container.measureCount)
            }
            return BenchmarkResult(value: counts[1] / counts[0], unit: "x", goal: .atMost(2.1))
        },
        BenchmarkRow("U2/time", "recycled 30-node card: new data, bound and laid out") {
            try recycling($0, against: .dictionary, goal: .atMost(50))
        },
        BenchmarkRow("U2/flat", "the same") { try recycling($0, against: .flat) },
        BenchmarkRow("U2/count", "allocations of equal data in new objects, bound, sized and laid out") { context in
            let card = try LayoutSubject(CardTemplate.bytes(context.inputs.compiler))
            let (first, second) = (CardTemplate.data(1), CardTemplate.data(1))
            card.container.update(data: first)
            let size = card.container.sizeThatFits(width: 375)
            let count = try AllocationCounter.count {
                card.container.update(data: second)
                card.container.layout(in: size)
                card.container.reuse(for: first)
                card.container.layout(in: size)
            }
            return BenchmarkResult(value: Double(count), unit: "", goal: .atMost(0))
        },
    ]

    /// What layout is compared with.
    private enum Baseline {
        case dictionary
        case flat

        var name: String {
            switch self {
            case .dictionary: "nodes with a dictionary of properties"
            case .flat: "arrays of resolved numbers and measured texts"
            }
        }
    }

    private static func fullPass(
        texts: Bool,
        against baseline: Baseline,
        _ context: BenchmarkContext,
        goal: BenchmarkResult.Goal? = nil
    ) throws -> BenchmarkResult {
        let subject = try LayoutSubject(LayoutTemplates.screen(texts: texts, context.inputs.compiler))
        try subject.checkFrames()
        return try context.stopwatch.compare(
            units: 2 * LayoutTemplates.screenNodeCount,
            in: .nanoseconds,
            { subject.layOutInTurns() },
            with: (baseline.name, baseline == .flat ? subject.layOutFlat : subject.layOutDictionaries),
            goal: goal
        )
    }

    private static func recycling(
        _ context: BenchmarkContext,
        against baseline: Baseline,
        goal: BenchmarkResult.Goal? = nil
    ) throws -> BenchmarkResult {
        let card = try LayoutSubject(CardTemplate.bytes(context.inputs.compiler))
        let data = [CardTemplate.data(1), CardTemplate.data(22)]
        for data in data { try card.checkFrames(showing: data) }
        let flat = data.map { card.flatLayout(showing: $0) }
        return try context.stopwatch.compare(
            units: data.count,
            in: .microseconds,
            { data.reduce(0) { $0 &+ card.recycle($1) } },
            with: (
                baseline.name,
                {
                    switch baseline {
                    case .dictionary: data.reduce(0) { $0 &+ card.recycleDictionaries($1) }
                    case .flat: flat.reduce(0) { $0 &+ card.layOutCard($1) }
                    }
                }
            ),
            goal: goal
        )
    }
}
