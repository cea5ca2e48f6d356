import Testing
import VirtualView
import VirtualViewFormat
import VirtualViewTestSupport

/// Whatever numbers a file holds, layout ends, and drawing and touching do.
@Suite struct ExtremeLayoutTests {
    private static let components = [
        "FrameLayout", "VHLayout", "VH2Layout", "RatioLayout", "GridLayout", "FlexLayout", "NFrameLayout",
        "NGridLayout",
        "NText", "NImage", "NLine", "VGraph", "Progress", "TotalContainer",
    ]
    private static let lengths = [
        "layoutWidth", "layoutHeight", "layoutMarginLeft", "layoutMarginTop", "layoutMarginRight", "layoutMarginBottom",
        "paddingLeft", "paddingTop", "paddingRight", "paddingBottom", "padding", "layoutMargin", "layoutRatio",
        "autoDimX",
        "autoDimY", "minWidth", "minHeight", "maxWidth", "maxHeight", "flexGrow", "flexShrink", "itemHeight",
        "itemWidth", "itemMargin",
        "itemHorizontalMargin", "itemVerticalMargin", "textSize", "lineHeight", "lineSpaceExtra", "ratio", "diameterX",
        "diameterY", "paintWidth", "borderWidth", "borderRadius", "alpha", "initValue", "span", "firstSpace",
        "lineSpace",
    ]
    private static let counts = [
        "colCount", "lines", "maxLines", "gravity", "layoutGravity", "orientation", "layoutDirection",
        "autoDimDirection",
        "visibility", "textStyle", "ellipsize", "scaleType", "flexDirection", "flexWrap", "justifyContent",
        "alignItems",
        "alignContent", "alignSelf", "order", "mode", "flag",
    ]
    private static let floats: [Float] = [
        .nan, .infinity, -.infinity, 1e38, -1e38, 3.4e38, .leastNonzeroMagnitude, -0.0, -1, -2, -3, 0, 1, 30,
        16_777_216,
    ]
    private static let numbers: [Int32] = [.max, .min, -1, -2, 0, 1, 2, 3, 31, 255, 65_536]

    /// An app may allow deeper trees than layout goes into.
    @Test func nodesBelowTheDeepestLevelAreLeftOut() throws {
        let prepared = try PreparedTemplate(makeChain(depth: 1_030), limits: NodeTree.Limits(maximumDepth: 2_000))
        let container = Container(prepared.makeTree())
        var told: [LayoutIssue] = []
        container.onLayoutIssue = { told.append($0) }
        for width in [100.0, 50] { container.layout(in: LayoutSize(width: width, height: 80)) }
        #expect(container.layoutIssues == told)
        #expect(told.map(\.code) == [.nestingTooDeep])
        #expect(told.first?.nodePath == "FrameLayout")
        #expect(told.first?.message == "nodes below a depth of 1024 are not laid out")
    }

    /// What was laid out in rooms without sense is laid out as ever in the next one, and each layout costs little.
    @Test func filesMayHoldAnyNumbers() throws {
        var worst = 0.0
        for seed in RandomTests.seeds(200) {
            var generator = SeededGenerator(seed: seed)
            let bytes = try Self.template(&generator)
            for client in [Client.swift, .iOS] {
                let template = try PreparedTemplate(Template(decoding: bytes), client: client)
                for metrics in [FixedTextMetrics(), BuiltInTextMetrics()] as [any TextMeasuring] {
                    let container = Container(template.makeTree(), textMeasuring: metrics)
                    for width in [100, 0, -5, .infinity, .nan, 1e300] {
                        _ = container.sizeThatFits(width: width)
                        container.layout(in: LayoutSize(width: width, height: 80))
                        _ = container.displayList()
                        _ = container.displayList(culling: false)
                        _ = container.hitTest(LayoutPoint(x: width, y: .nan))
                    }
                    container.layout(in: LayoutSize(width: 100, height: 80))
                    let fresh = Container(template.makeTree(), textMeasuring: metrics)
                    fresh.layout(in: LayoutSize(width: 100, height: 80))
                    #expect(Self.bits(container) == Self.bits(fresh), "seed \(seed)")
                    let count = fresh.tree.nodes.reduce(0) { sum, _ in sum + 1 }
                    worst = max(worst, Double(fresh.measureCount) / Double(count))
                }
            }
        }
        // Measurements of a node in one layout.
        #expect(worst <= 2)
    }

    /// The bits of all frames, because numbers that are none equal nothing.
    private static func bits(_ container: Container) -> [[UInt64]] {
        container.tree.nodes.map { node in
            let frame = container.frame(of: node)
            return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map(\.bitPattern)
        }
    }

    private static func template(_ generator: inout SeededGenerator) throws -> [UInt8] {
        var builder = TemplateBuilder(type: "Test")
        var count = 0
        try add(depth: 0, &count, &builder, &generator)
        return try builder.encoded()
    }

    private static func add(
        depth: Int,
        _ count: inout Int,
        _ builder: inout TemplateBuilder,
        _ generator: inout SeededGenerator
    ) throws {
        count += 1
        let name = components.randomElement(using: &generator) ?? ""
        try builder.openNode(component: LanguageSchema.standard.component(named: name)?.id ?? 1)
        for key in lengths where Int.random(in: 0..<6, using: &generator) == 0 {
            try builder.set(.float(floats.randomElement(using: &generator) ?? 0, .none), for: builder.intern(key))
        }
        for key in counts where Int.random(in: 0..<8, using: &generator) == 0 {
            try builder.set(.int(numbers.randomElement(using: &generator) ?? 0, .none), for: builder.intern(key))
        }
        if name == "NText" {
            try builder.set(.string(builder.intern("some text\nof two lines")), for: builder.intern("text"))
        }
        if depth < 4 {
            for _ in 0..<Int.random(in: 0...3, using: &generator) where count < 20 {
                try add(depth: depth + 1, &count, &builder, &generator)
            }
        }
        try builder.closeNode()
    }
}
