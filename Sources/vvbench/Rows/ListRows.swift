import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

extension BenchmarkRow {
    /// Lists: frames while scrolling (V1), one change (V2), the first picture (V3).
    static let listRows: [BenchmarkRow] = [
        BenchmarkRow("V1/p99", "a scrolled frame of 100,000 entries, 99 of 100 are faster") { context in
            let feed = try Feed(100_000, context.inputs.compiler)
            let times = feed.scroll(frames: 4_000)
            let value = Stopwatch.percentile(0.99, of: times) / 1e6
            return BenchmarkResult(value: value, unit: "ms", goal: .atMost(1))
        },
        BenchmarkRow("V1/size", "a scrolled frame of 100,000 entries") { context in
            try Feed.compareSizes(context, with: 50, mode: "linear")
        },
        BenchmarkRow("V1/columns", "a scrolled frame of 100,000 entries in two columns") { context in
            try Feed.compareSizes(context, with: 100, mode: "staggeredGrid")
        },
        BenchmarkRow("V1/trees", "trees made while 1,000 entries pass, after as many") { context in
            let feed = try Feed(100_000, context.inputs.compiler)
            _ = feed.scroll(frames: 1_000)
            let before = feed.container.liveNodeCount
            _ = feed.scroll(frames: 1_000 * Feed.itemHeight / Feed.step)
            let made = (feed.container.liveNodeCount - before) / Feed.itemNodeCount
            return BenchmarkResult(value: Double(made), unit: "", goal: .atMost(0))
        },
        BenchmarkRow("V1/memory", "heap held after 10,000 scrolled frames, beyond that after 5,000") { context in
            let feed = try Feed(100_000, context.inputs.compiler)
            for _ in 0..<50 { _ = feed.scroll(frames: 100) }
            let early = try HeapUse.bytesInUse()
            for _ in 0..<100 { _ = feed.scroll(frames: 100) }
            return BenchmarkResult(
                value: Double(try HeapUse.bytesInUse() - early),
                unit: "bytes",
                goal: .atMost(4_096)
            )
        },
        BenchmarkRow("V2", "one change of 100,000 entries, and the layout after it, median") { context in
            let feed = try Feed(100_000, context.inputs.compiler)
            feed.container.scroll(feed.list, to: LayoutPoint(x: 0, y: 400_000))
            var times: [Double] = []
            for number in 0..<1_000 {
                var changes = ListChanges()
                switch number % 4 {
                case 0: changes.insert(Feed.entry(200_000 + number), at: (number * 7_919) % 100_000)
                case 1: changes.remove(at: (number * 104_729) % 100_000)
                case 2: changes.change(Feed.entry(300_000 + number), at: feed.list.liveRange.lowerBound)
                default: changes.move(from: (number * 31) % 100_000, to: (number * 7_919) % 100_000)
                }
                let start = Stopwatch.Clock.processor.now
                try feed.list.apply(changes)
                feed.container.layout(in: Feed.size)
                times.append(Stopwatch.Clock.processor.now - start)
            }
            return BenchmarkResult(value: Stopwatch.median(times) / 1e3, unit: "µs", goal: .atMost(100))
        },
        BenchmarkRow("V3", "the first picture of 5,000 entries") { context in
            let source = try FeedTemplates(context.inputs.compiler)
            let (many, few) = (Feed.data(5_000), Feed.data(50))
            return try context.stopwatch.compare(
                units: 1,
                in: .microseconds,
                { try source.firstPicture(many) },
                with: ("the same of 50 entries", { try source.firstPicture(few) }),
                goal: .withinBaseline(2)
            )
        },
    ]
}

/// A list of many entries in a container, as a phone shows it.
private final class Feed {
    static let size = LayoutSize(width: 390, height: 844)
    static let itemNodeCount = 16
    /// The distance of one frame: 40 points are a fast scroll at 60 frames a second.
    static let step = 40
    static let itemHeight = 31
    let container: Container
    let list: ItemContainerNode
    private var isForward = true

    init(_ count: Int, _ compiler: TemplateCompiler, mode: String = "linear") throws {
        container = try FeedTemplates(compiler, mode: mode).container()
        guard let list = container.tree.root as? ItemContainerNode else {
            throw BenchmarkError("the feed is no list")
        }
        self.list = list
        container.update(data: Self.data(count))
        container.layout(in: Self.size)
        guard !list.items.isEmpty, list.items.count < 100, list.items[0].prepared.nodeCount == Self.itemNodeCount else {
            throw BenchmarkError("the feed has other items than it should have")
        }
    }

    /// Compares frames of 100,000 entries with those of a few.
    static func compareSizes(_ context: BenchmarkContext, with count: Int, mode: String) throws -> BenchmarkResult {
        let many = try Feed(100_000, context.inputs.compiler, mode: mode)
        let few = try Feed(count, context.inputs.compiler, mode: mode)
        var rounds: [(Double, Double)] = []
        for _ in 0..<context.stopwatch.rounds {
            rounds.append((Stopwatch.median(many.scroll(frames: 200)), Stopwatch.median(few.scroll(frames: 200))))
        }
        return BenchmarkResult(
            value: Stopwatch.median(rounds.map(\.0)) / 1e3,
            unit: "µs",
            baseline: (Stopwatch.median(rounds.map(\.1)) / 1e3, "the same of \(count) entries"),
            ratio: Stopwatch.median(rounds.map { $0 / $1 }),
            goal: .withinBaseline(1.2)
        )
    }

    /// Scrolls on, and back at an end; gives the time of each frame in nanoseconds.
    func scroll(frames: Int) -> [Double] {
        var times: [Double] = []
        times.reserveCapacity(frames)
        for _ in 0..<frames {
            let start = Stopwatch.Clock.processor.now
            let old = list.scrollOffset
            let distance = Double(isForward ? Self.step : -Self.step)
            container.scroll(list, to: LayoutPoint(x: 0, y: old.y + distance))
            container.layout(in: Self.size)
            let drawn = container.displayList().items.count
            times.append(Stopwatch.Clock.processor.now - start)
            if list.scrollOffset == old || drawn == 0 { isForward.toggle() }
            container.turnDidEnd()
        }
        return times
    }

    static func entry(_ number: Int) -> JSONValue {
        [
            "type": "FeedItem", "title": .string("Entry number \(number)"),
            "text": .string("Some words about \(number)"),
            "count": .int(Int64(number)), "image": .string("https://example.com/\(number).png"),
        ]
    }

    static func data(_ count: Int) -> JSONValue {
        ["items": .array((0..<count).map(entry))]
    }
}

/// The templates of a feed, prepared.
private final class FeedTemplates: TemplateSource {
    private let list: PreparedTemplate
    private let item: PreparedTemplate

    init(_ compiler: TemplateCompiler, mode: String = "linear") throws {
        func prepare(_ name: String, _ source: String) throws -> PreparedTemplate {
            guard let bytes = compiler.compile(SourceFile(path: "\(name).xml", text: source)).bytes else {
                throw BenchmarkError("the feed does not compile")
            }
            return try PreparedTemplate(Template(decoding: bytes))
        }
        list = try prepare(
            "Feed",
            #"<Scroller dataTag="${items}" mode="\#(mode)" layoutWidth="match_parent" layoutHeight="match_parent" lineSpace="1"/>"#
        )
        let chips = (0..<4).map { number in
            """
            <FrameLayout layoutWidth="20" layoutHeight="8" background="#FFEECC" layoutMarginLeft="\(number)">
              <NLine layoutWidth="match_parent" layoutHeight="1" color="#CCCCCC"/>
            </FrameLayout>
            """
        }
        item = try prepare(
            "FeedItem",
            """
            <VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="30" background="#FFFFFF">
              <NImage layoutWidth="24" layoutHeight="24" src="${image}"/>
              <VHLayout orientation="V" layoutWidth="200" layoutHeight="wrap_content">
                <NText layoutWidth="match_parent" layoutHeight="wrap_content" textSize="11" text="${title}"/>
                <NText layoutWidth="match_parent" layoutHeight="wrap_content" textSize="8" text="${text}"/>
              </VHLayout>
              <VHLayout orientation="H" layoutWidth="wrap_content" layoutHeight="wrap_content">
              \(chips.joined())
              </VHLayout>
              <NText layoutWidth="wrap_content" layoutHeight="wrap_content" textSize="9" text="${count}"/>
              <NLine layoutWidth="match_parent" layoutHeight="1" color="#CCCCCC"/>
            </VHLayout>
            """
        )
    }

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        item
    }

    func container() -> Container {
        Container(list.makeTree(environment: ScreenEnvironment(width: 390), source: self))
    }

    /// Shows data in a new container; gives the number of things to draw.
    func firstPicture(_ data: JSONValue) throws -> Int {
        let container = container()
        container.update(data: data)
        container.layout(in: Feed.size)
        return container.displayList().items.count
    }
}
