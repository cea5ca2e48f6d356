import VirtualView

extension BenchmarkRow {
    /// Live nodes: making them (I1), and showing data in them.
    static let nodeRows: [BenchmarkRow] = [
        BenchmarkRow("I1/time", "make a live tree of 30 nodes") { context in
            let (card, creater) = try bothDesigns(context)
            var trees: [NodeTree] = []
            var nodes: [ClassLiveNode] = []
            // Few enough that the heap neither grows nor gives memory back between samples.
            let count = 64
            trees.reserveCapacity(count)
            nodes.reserveCapacity(count)
            // The trees of a sample are kept until the next one, so that taking them down is not timed.
            return try context.stopwatch.compare(
                units: count,
                in: .microseconds,
                {
                    for _ in 0..<count { trees.append(card.makeTree(environment: environment)) }
                    return trees.count
                },
                with: (
                    classDesign,
                    {
                        for _ in 0..<count { nodes.append(creater.makeNode()) }
                        return nodes.count
                    }
                ),
                goal: .withinBaseline(0.5),
                prepare: {
                    trees.removeAll(keepingCapacity: true)
                    nodes.removeAll(keepingCapacity: true)
                }
            )
        },
        BenchmarkRow("I1/cycle", "make a live tree of 30 nodes and let it go") { context in
            let (card, creater) = try bothDesigns(context)
            return try context.stopwatch.compare(
                units: 1,
                in: .microseconds,
                { card.makeTree(environment: environment).root.children.count },
                with: (classDesign, { creater.makeNode().children.count }),
                goal: nil
            )
        },
        BenchmarkRow("I1/count", "allocations of making a live tree, a node") { context in
            let card = try PreparedTemplate(try CardTemplate.make(context.inputs.compiler))
            let count = try AllocationCounter.count { _ = card.makeTree(environment: environment) }
            return BenchmarkResult(value: Double(count) / Double(card.nodeCount), unit: "", goal: .atMost(2.1))
        },
        BenchmarkRow("data/1", "new data for one binding") { try updatingTexts(1, $0) },
        BenchmarkRow("data/100", "new data for 100 bindings") { try updatingTexts(100, $0) },
        BenchmarkRow("data/card", "recycled 30-node card, new data for 14 bindings") { context in
            let tree = try card(context)
            let data = [CardTemplate.data(1), CardTemplate.data(22)]
            return try alternating(tree, data, CardTemplate.bindingCount, context) { tree.reuse(for: $0) }
        },
        BenchmarkRow("data/same", "30-node card, the same data again") { context in
            let data = CardTemplate.data(1)
            return try repeating([data, data], try card(context), context)
        },
        BenchmarkRow("data/equal", "30-node card, equal data in new objects") { context in
            try repeating([CardTemplate.data(1), CardTemplate.data(1)], try card(context), context)
        },
        BenchmarkRow("data/count", "allocations of equal data in new objects") { context in
            let tree = try card(context)
            let (first, second) = (CardTemplate.data(1), CardTemplate.data(1))
            let count = try AllocationCounter.count {
                tree.update(data: first)
                tree.update(data: second)
                tree.reuse(for: first)
            }
            return BenchmarkResult(value: Double(count), unit: "", goal: .atMost(0))
        },
    ]

    private static let classDesign = "a class a node, an object a setter"
    /// Half a point for an `rp`, like the class design.
    private static let environment = ScreenEnvironment(width: 375)

    private static func card(_ context: BenchmarkContext) throws -> NodeTree {
        try PreparedTemplate(try CardTemplate.make(context.inputs.compiler)).makeTree(environment: environment)
    }

    /// The card in both designs, which have to make the same of it.
    private static func bothDesigns(
        _ context: BenchmarkContext
    ) throws -> (PreparedTemplate, ClassLiveCreater) {
        let template = try CardTemplate.make(context.inputs.compiler)
        let card = try PreparedTemplate(template)
        let creater = try ClassLiveCreater(template.root)
        let sum = card.makeTree(environment: environment).nodes.reduce(0) { $0 + checksum($1) }
        guard sum == creater.makeNode().treeChecksum else {
            throw BenchmarkError("the two designs make different trees of the card")
        }
        return (card, creater)
    }

    /// As `ClassLiveNode.checksum`.
    private static func checksum(_ node: Node) -> Double {
        var sum = Double(node.layoutWidth) + Double(node.layoutHeight) + Double(node.layoutMarginLeft)
        sum += Double(node.paddingLeft) + Double(node.borderRadius)
        if let node = node as? TextNode {
            sum += Double(node.textSize) + Double(node.text?.utf8.count ?? 0) + Double(node.textColor.rawValue)
        }
        if let node = node as? LineNode { sum += Double(node.color.rawValue) }
        return sum
    }

    private static func updatingTexts(_ count: Int, _ context: BenchmarkContext) throws -> BenchmarkResult {
        let template = try CardTemplate.texts(count, context.inputs.compiler)
        let tree = try PreparedTemplate(template).makeTree(environment: environment)
        let data = [CardTemplate.textData(1, count: count), CardTemplate.textData(22, count: count)]
        return try alternating(tree, data, count, context) { tree.update(data: $0) }
    }

    /// Shows two data objects in turn, whose values differ in one byte each; the result is for one of them.
    private static func alternating(
        _ tree: NodeTree,
        _ data: [JSONValue],
        _ bindingCount: Int,
        _ context: BenchmarkContext,
        _ show: (JSONValue) -> Void
    ) throws -> BenchmarkResult {
        let sizes = data.map { data in
            show(data)
            return contentSize(of: tree)
        }
        guard sizes[1] - sizes[0] == bindingCount else {
            throw BenchmarkError("an update has not reached every binding")
        }
        let time = try time(data, tree, context, show)
        return BenchmarkResult(value: time / 1e3, unit: "µs")
    }

    /// Shows equal data objects in turn; the result is for one of them.
    private static func repeating(
        _ data: [JSONValue],
        _ tree: NodeTree,
        _ context: BenchmarkContext
    ) throws -> BenchmarkResult {
        tree.update(data: data[0])
        return BenchmarkResult(value: try time(data, tree, context) { tree.update(data: $0) }, unit: "ns")
    }

    /// The time for one of the data objects, in nanoseconds.
    private static func time(
        _ data: [JSONValue],
        _ tree: NodeTree,
        _ context: BenchmarkContext,
        _ show: (JSONValue) -> Void
    ) throws -> Double {
        let text = tree.nodes.compactMap { $0 as? TextNode }.last
        let times = try withoutActuallyEscaping(show) { show in
            try context.stopwatch.time([
                {
                    var sum = 0
                    for object in data {
                        show(object)
                        sum &+= text?.text?.utf8.count ?? 0
                    }
                    return sum
                }
            ])
        }
        return times[0].median / Double(data.count)
    }

    /// The size of all texts and addresses that a tree shows.
    private static func contentSize(of tree: NodeTree) -> Int {
        tree.nodes.reduce(0) { sum, node in
            sum + ((node as? TextNode)?.text ?? (node as? ImageNode)?.src ?? "").utf8.count
        }
    }
}
