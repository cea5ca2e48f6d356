import VirtualView
import VirtualViewExpressions

extension BenchmarkRow {
    /// Live nodes (I1), and the bindings that fill them.
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
        BenchmarkRow("I1/count", "allocations of making a live tree, a node") { context in
            let card = try PreparedTemplate(try CardTemplate.make(context.inputs.compiler))
            let count = try AllocationCounter.count { _ = card.makeTree(environment: environment) }
            return BenchmarkResult(value: Double(count) / Double(card.nodeCount), unit: "", goal: .atMost(2.1))
        },
        BenchmarkRow("bind/count", "allocations of evaluating a path of three steps") { _ in
            let data: JSONValue = ["user": ["address": ["city": "Oslo"]]]
            let path = BindingExpression("${user.address.city}")
            guard path.evaluate(on: data) == "Oslo" else { throw BenchmarkError("the path leads elsewhere") }
            let count = try AllocationCounter.count { _ = path.evaluate(on: data) }
            return BenchmarkResult(value: Double(count), unit: "", goal: .atMost(0))
        },
        BenchmarkRow("B1/time", "evaluate computed bindings: a choice by a sum") { context in
            let data = computedData
            let binding = BindingExpression("${= price * count + 2.5 > limit ? price : 0}")
            guard binding.evaluate(on: data) == byHand(data), byHand(data) == 4.5 else {
                throw BenchmarkError("the binding has another value than the code")
            }
            let count = 4_096
            return try context.stopwatch.compare(
                units: count,
                in: .nanoseconds,
                { (0..<count).reduce(0) { sum, _ in sum + Int(binding.evaluate(on: data)?.benchmarkNumber ?? 0) } },
                with: (
                    "the same by hand in Swift",
                    { (0..<count).reduce(0) { sum, _ in sum + Int(byHand(data)?.benchmarkNumber ?? 0) } }
                ),
                goal: .withinBaseline(3)
            )
        },
        BenchmarkRow("B1/count", "allocations of computed bindings: a choice, a division, a rounded number") { _ in
            let count =
                try allocations("${= price * count + 2.5 > limit ? price : 0}") + allocations("${= 2 * limit / 3}")
                + allocations("${= round(price) == 5 and not off}")
            return BenchmarkResult(value: Double(count), unit: "", goal: .atMost(0))
        },
    ]

    private static let computedData: JSONValue = ["price": 4.5, "count": 3, "limit": 10, "off": false]

    private static func allocations(_ text: String) throws -> Int {
        let (data, binding) = (computedData, BindingExpression(text))
        return try AllocationCounter.count { _ = binding.evaluate(on: data) }
    }

    /// What an app would write instead of the binding.
    private static func byHand(_ data: JSONValue) -> JSONValue? {
        guard let price = data["price"]?.benchmarkNumber, let count = data["count"]?.benchmarkNumber,
            let limit = data["limit"]?.benchmarkNumber
        else { return nil }
        return price * count + 2.5 > limit ? .double(price) : .int(0)
    }

    private static let classDesign = "a class a node, an object a setter"
    /// Half a point for an `rp`, like the class design.
    private static let environment = ScreenEnvironment(width: 375)

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
}

extension JSONValue {
    fileprivate var benchmarkNumber: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
