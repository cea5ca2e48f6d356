import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

extension BenchmarkRow {
    /// Layout: what a pass costs (Y1), and a recycled card (U2).
    static let layoutRows: [BenchmarkRow] = [
        BenchmarkRow("Y1/time", "lay out all of 300 nodes, a node") { context in
            let subject = try LayoutSubject(LayoutTemplates.screen(texts: false, context.inputs.compiler))
            let times = try context.stopwatch.time([{ subject.layOutInTurns() }])
            let nodes = Double(subject.sizes.count * LayoutTemplates.screenNodeCount)
            return BenchmarkResult(value: times[0].median / nodes, unit: "ns", goal: .atMost(20))
        },
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
        BenchmarkRow("U2/time", "recycled 30-node card: new data, bound and laid out") { context in
            let card = try LayoutSubject(CardTemplate.bytes(context.inputs.compiler))
            let data = [CardTemplate.data(1), CardTemplate.data(22)]
            let times = try context.stopwatch.time([{ data.reduce(0) { $0 &+ card.recycle($1) } }])
            return BenchmarkResult(value: times[0].median / Double(data.count) / 1e3, unit: "µs", goal: .atMost(50))
        },
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
}

/// One template in a container.
final class LayoutSubject {
    /// Two sizes that are laid out in turn, so that frames change.
    let sizes = [LayoutSize(width: 375, height: 2_000), LayoutSize(width: 414, height: 2_000)]
    let container: Container
    private let last: Node

    init(_ bytes: [UInt8]) throws {
        let tree = try PreparedTemplate(Template(decoding: bytes)).makeTree(environment: ScreenEnvironment(width: 375))
        container = Container(tree)
        container.laysOutEverything = true
        last = tree.nodes.reduce(tree.root) { $1 }
    }

    /// Lays out everything at each size.
    func layOutInTurns() -> Int {
        for size in sizes { container.layout(in: size) }
        return Int(last.frame.origin.y)
    }

    /// Shows other data and lays out what that changes, as a list does with a cell.
    func recycle(_ data: JSONValue) -> Int {
        container.laysOutEverything = false
        container.reuse(for: data)
        let size = container.sizeThatFits(width: 375)
        container.layout(in: size)
        return Int(size.height) + Int(last.frame.origin.y)
    }
}

/// The templates that rows about layout measure on.
enum LayoutTemplates {
    static let screenNodeCount = 300

    /// A screen of 300 nodes, four levels deep: rows with a picture in a frame and a column of leaves.
    ///
    /// The leaves are texts, three in each row, or boxes of a fixed size.
    static func screen(texts: Bool, _ compiler: TemplateCompiler) throws -> [UInt8] {
        func leaf(_ text: String, _ width: Int) -> String {
            texts
                ? #"<NText layoutWidth="wrap_content" layoutHeight="wrap_content" textSize="14" text="\#(text)"/>"#
                : #"<NImage layoutWidth="\#(width)" layoutHeight="17" layoutMarginTop="2"/>"#
        }
        let row = """
            <VHLayout layoutWidth="match_parent" layoutHeight="wrap_content" paddingLeft="8" paddingTop="4">
            <FrameLayout layoutWidth="48" layoutHeight="48" layoutMarginRight="8" gravity="h_center|bottom">
            <NImage layoutWidth="match_parent" layoutHeight="match_parent"/>
            <NLine layoutWidth="match_parent" layoutHeight="1" layoutMarginLeft="3"/></FrameLayout>
            <VHLayout orientation="V" layoutWidth="wrap_content" layoutHeight="wrap_content" layoutGravity="v_center">
            \(leaf("A title of some length", 120))
            \(leaf("A subtitle that says more", 160))
            <FrameLayout layoutWidth="match_parent" layoutHeight="6" background="#EEEEEE"/></VHLayout>
            \(leaf("12:40", 40))
            <NImage layoutWidth="24" layoutHeight="24" layoutGravity="bottom"/></VHLayout>

            """
        let rows = String(repeating: row, count: 29)
        let lines = String(repeating: "<NLine layoutWidth=\"match_parent\" layoutHeight=\"1\"/>\n", count: 9)
        let source = "<VHLayout orientation=\"V\">\n\(rows)\(lines)</VHLayout>\n"
        let bytes = try compile(source, compiler)
        guard try Template(decoding: bytes).nodes.count == screenNodeCount else {
            throw BenchmarkError("the screen has not the nodes that it should have")
        }
        return bytes
    }

    /// A text in nested frames, which in turn wrap and match on either side.
    static func nested(levels: Int, _ compiler: TemplateCompiler) throws -> [UInt8] {
        let open = (0..<levels).map { level in
            level.isMultiple(of: 2)
                ? #"<FrameLayout layoutWidth="wrap_content" layoutHeight="match_parent">"#
                : #"<FrameLayout layoutWidth="match_parent" layoutHeight="wrap_content">"#
        }
        let text = #"<NText text="abc" layoutWidth="wrap_content" layoutHeight="wrap_content"/>"#
        return try compile(
            open.joined() + text + String(repeating: "</FrameLayout>", count: levels),
            compiler
        )
    }

    private static func compile(_ text: String, _ compiler: TemplateCompiler) throws -> [UInt8] {
        guard let bytes = compiler.compile(SourceFile(path: "Screen.xml", text: text)).bytes else {
            throw BenchmarkError("a template of the layout rows does not compile")
        }
        return bytes
    }
}
