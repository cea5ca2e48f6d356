import VirtualView

/// A number of live nodes: one template, or a list of ten when one cannot hold them.
final class GrowthSubject {
    /// How many nodes there are, containers included.
    let nodeCount: Int
    private let files: [[UInt8]]
    private let prepared: PreparedTemplate
    private let items: PreparedTemplates
    private let data: [JSONValue]
    private let container: Container
    private let last: Node
    private static let sizes = [LayoutSize(width: 375, height: 2_000), LayoutSize(width: 414, height: 2_000)]

    init(nodes: Int, _ context: BenchmarkContext) throws {
        let compiler = context.inputs.compiler
        let parts = max(1, nodes / GrowthTemplates.largestTemplate)
        let column = try GrowthTemplates.column(nodes: nodes / parts, compiler)
        files = Array(repeating: column, count: parts)
        let item = try PreparedTemplate(Template(decoding: column))
        items = PreparedTemplates(otherwise: item)
        prepared =
            parts == 1 ? item : try PreparedTemplate(Template(decoding: GrowthTemplates.list(compiler)))
        data = (1...2).map { number in
            let entry = GrowthTemplates.data(number)
            return parts == 1 ? entry : ["items": .array(Array(repeating: entry, count: parts))]
        }
        container = Container(prepared.makeTree(environment: ScreenEnvironment(width: 375), source: items))
        container.laysOutEverything = true
        container.update(data: data[0])
        container.layout(in: Self.sizes[0])
        let all = Array(container.tree.nodes)
        nodeCount = all.count
        last = all.last ?? container.tree.root
        guard nodeCount == nodes + parts + (parts > 1 ? 1 : 0), last.frame.size.width > 0,
            drawn() >= 6 * nodes / 10
        else { throw BenchmarkError("the tree of \(nodes) nodes is not what it should be: \(nodeCount), \(drawn())") }
    }

    /// Loads the templates that hold so many nodes.
    func load() throws -> Int {
        try files.reduce(0) { $0 &+ (try Template(decoding: $1).nodes.count) }
    }

    /// Makes the nodes and shows their first data, because it is the data that make items; lets them go.
    func create() -> Int {
        let tree = prepared.makeTree(environment: ScreenEnvironment(width: 375), source: items)
        tree.update(data: data[0])
        return tree.root.children.count
    }

    /// Shows other data.
    func bind() -> Int {
        for object in data { container.update(data: object) }
        return 1
    }

    /// Lays out every node, twice.
    func layOut() -> Int {
        for size in Self.sizes { container.layout(in: size) }
        return Int(last.frame.origin.y)
    }

    /// Lists what to draw, wherever it is.
    func drawn() -> Int {
        container.displayList(culling: false).items.count
    }
}
