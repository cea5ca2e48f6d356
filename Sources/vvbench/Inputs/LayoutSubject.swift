import VirtualView
import VirtualViewExpressions

/// One template in a container and in the two designs that layout is compared with.
final class LayoutSubject {
    /// Two sizes that are laid out in turn, so that frames change.
    let sizes = [LayoutSize(width: 375, height: 2_000), LayoutSize(width: 414, height: 2_000)]
    let container: Container
    private let dictionaries: DictionaryNode
    private let layout = DictionaryLayout(metrics: BuiltInTextMetrics())
    private let flat: FlatLayout
    private let last: Node

    init(_ bytes: [UInt8]) throws {
        let tree = try PreparedTemplate(Template(decoding: bytes)).makeTree(environment: ScreenEnvironment(width: 375))
        container = Container(tree)
        container.laysOutEverything = true
        dictionaries = try DictionaryNode(ClassTemplate(bytes).root)
        flat = FlatLayout(dictionaries, BuiltInTextMetrics())
        last = tree.nodes.reduce(tree.root) { $1 }
    }

    /// Makes sure that all designs find the same frames.
    func checkFrames() throws {
        for size in sizes {
            container.layout(in: size)
            layout.layout(dictionaries, width: size.width, height: size.height)
            flat.layout(width: size.width, height: size.height)
            try compare(flat)
        }
    }

    /// Makes sure that all designs find the same size and frames when they show data.
    func checkFrames(showing data: JSONValue) throws {
        container.reuse(for: data)
        let size = container.sizeThatFits(width: 375)
        container.layout(in: size)
        let flat = flatLayout(showing: data)
        let other = layout.size(of: dictionaries, width: 375)
        guard size == other else { throw BenchmarkError("the designs find the sizes \(size) and \(other)") }
        layout.layout(dictionaries, width: size.width, height: size.height)
        flat.layout(width: size.width, height: size.height)
        try compare(flat)
    }

    private func compare(_ flat: FlatLayout) throws {
        let sum = container.tree.nodes.reduce(0.0) { sum, node in
            let frame = node.frame
            return sum + frame.origin.x + 3 * frame.origin.y + 5 * frame.size.width + 7 * frame.size.height
        }
        for other in [dictionaries.frameSum, flat.frameSum] where abs(other - sum) > 1e-6 * sum || sum <= 0 {
            throw BenchmarkError("the designs find other frames: \(sum), \(other)")
        }
    }

    // MARK: Full passes

    func layOutInTurns() -> Int {
        for size in sizes { container.layout(in: size) }
        return Int(last.frame.origin.y)
    }

    func layOutDictionaries() -> Int {
        for size in sizes { layout.layout(dictionaries, width: size.width, height: size.height) }
        return Int(dictionaries.size.width)
    }

    func layOutFlat() -> Int {
        for size in sizes { flat.layout(width: size.width, height: size.height) }
        return 1
    }

    // MARK: Cards

    /// The flat design with the texts of some data.
    func flatLayout(showing data: JSONValue) -> FlatLayout {
        dictionaries.update(data)
        return FlatLayout(dictionaries, BuiltInTextMetrics())
    }

    /// Shows other data and lays out what that changes, as a list does with a cell.
    func recycle(_ data: JSONValue) -> Int {
        container.laysOutEverything = false
        container.reuse(for: data)
        let size = container.sizeThatFits(width: 375)
        container.layout(in: size)
        return Int(size.height) + Int(last.frame.origin.y)
    }

    func recycleDictionaries(_ data: JSONValue) -> Int {
        dictionaries.update(data)
        let size = layout.size(of: dictionaries, width: 375)
        layout.layout(dictionaries, width: size.width, height: size.height)
        return Int(size.height)
    }

    func layOutCard(_ flat: FlatLayout) -> Int {
        flat.layout(width: 375, height: container.size.height)
        return 1
    }
}
