import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Entries that take no room, because their item is gone or has no length: what stands between them and behind them is
/// shown, up to 2,000 of them.
extension ListWindowTests {
    /// Items of which some take no room.
    static let hiding = [
        "gone": #"<NText text="${t}" visibility="${v}" layoutWidth="-1" layoutHeight="20"/>"#,
        "without a length": """
        <FrameLayout layoutWidth="-1" layoutHeight="-2">
          <NText text="${t}" visibility="${v}" layoutWidth="-1" layoutHeight="20"/>
        </FrameLayout>
        """,
    ]

    static func hidingTemplates(_ kind: String) throws -> PreparedTemplates {
        PreparedTemplates(["item": try LayoutSource.prepare(try #require(hiding[kind]))])
    }

    static func hidden(_ number: Int) -> JSONValue {
        ["type": "item", "v": "gone", "t": .string("hidden \(number)"), "key": .int(Int64(number))]
    }

    static func shown(_ number: Int) -> JSONValue {
        ["type": "item", "v": "visible", "t": .string("shown \(number)"), "key": .int(Int64(number))]
    }

    /// The entries that are drawn, from the top.
    static func seen(_ screen: Screen) -> [String] {
        screen.container.displayList(culling: true).items.compactMap { item in
            guard case .text(let text) = item.content else { return nil }
            return text.lines.first?.text
        }
    }

    /// The entries between which others are hidden, next to each other or in runs.
    @Test(arguments: ["linear", "staggeredGrid"], ["gone", "without a length"])
    func whatIsHiddenBetweenEntriesLeavesNoHole(_ mode: String, _ kind: String) throws {
        for every in [2, 10, 20] {
            let entries = (0..<20_000).map { $0 % every == every - 1 ? Self.shown($0 / every) : Self.hidden($0) }
            let (count, columns) = (20_000 / every, mode == "linear" ? 1 : 2)
            let screen = try Screen("mode=\"\(mode)\"", entries, templates: Self.hidingTemplates(kind))
            let rows = (count + columns - 1) / columns
            // Nothing is prepared ahead, so each scroll makes what comes into view.
            for row in stride(from: 0, through: min(rows - 30, 400), by: 10) {
                screen.scroll(to: Double(row * 20))
                let numbers = row * columns..<min(count, (row + 30) * columns)
                #expect(Self.seen(screen) == numbers.map { "shown \($0)" }, "every \(every), from row \(row)")
            }
            #expect(screen.container.tree.issues.isEmpty)
        }
    }

    /// Behind an entry that is gone there may be nothing, and no room in which anything would be seen.
    @Test(arguments: ["gone", "without a length"])
    func theContentEndsWhereTheLastEntryEndsThatTakesRoom(_ kind: String) throws {
        let screen = try Screen("", [], templates: Self.hidingTemplates(kind))
        let size = LayoutSize(width: 300, height: 0)
        screen.container.update(data: ["items": .array([Self.shown(0), Self.shown(1), Self.shown(2)])])
        screen.container.layout(in: size)
        screen.container.scroll(screen.list, to: screen.list.scrollOffset(ofEntry: 2))
        screen.container.layout(in: size)
        var changes = ListChanges()
        changes.remove(at: 0)
        changes.remove(at: 0)
        changes.insert(Self.shown(3), at: 0)
        changes.change(Self.hidden(2), at: 1)
        try screen.list.apply(changes)
        screen.container.layout(in: size)
        #expect(screen.list.scrollOffset.y == 20)
        #expect(screen.list.contentSize.height == 20)
    }

    @Test(arguments: [10, 1_000], ["environment", "model", "apply", "update", "update with keys", "item"])
    func whatWasGoneComesBack(_ count: Int, _ change: String) throws {
        let item = """
            <NText text="${t}" layoutWidth="-1" layoutHeight="20"
                visibility="${= v == 'visible' || env.appearance == 'dark' ? 'visible' : 'gone'}"/>
            """
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let entries = (0..<count).map(Self.hidden) + [Self.shown(count)]
        let key = change == "update with keys" ? "itemKey=\"key\"" : ""
        let screen = try Screen(key, entries, templates: templates)
        #expect(Self.seen(screen) == ["shown \(count)"])
        let index = count / 2
        var shown = entries
        shown[index] = Self.shown(index)
        let model = DataModel(["items": .array(BindingArray(entries))])
        switch change {
        case "environment": screen.container.environment.appearance = .dark
        case "model":
            screen.container.model = model
            let (visibility, text) = (DataPath("items[\(index)].v"), DataPath("items[\(index)].t"))
            model[try #require(visibility)] = "visible"
            model[try #require(text)] = .string("shown \(index)")
        case "apply": try screen.change(shown[index], at: index)
        case "item":
            // It stays as an app sets it.
            let node = try #require(screen.list.item(forEntry: 3)?.root as? TextNode)
            node.visibility = .visible
            node.text = "shown \(index)"
        default: screen.container.update(data: ["items": .array(BindingArray(shown))])
        }
        screen.container.layout(in: Self.size)
        if change == "environment" {
            #expect(screen.list.items.count { $0.root.frame.size.height == 20 } >= min(count, 30))
        } else {
            #expect(Self.seen(screen) == ["shown \(index)", "shown \(count)"])
        }
    }

    @Test(arguments: ["linear", "staggeredGrid"])
    func programsForDataShowWhatIsGone(_ mode: String) throws {
        let item = """
            <NText text="${t}" visibility="gone" layoutWidth="-1" layoutHeight="20" onSetData="${this.visibility = 1}"/>
            """
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let screen = try Screen("mode=\"\(mode)\"", (0..<1_000).map(Self.shown), templates: templates)
        let count = mode == "linear" ? 30 : 60
        #expect(Self.seen(screen) == (0..<count).map { "shown \($0)" })
        screen.scroll(to: 1_000)
        #expect(Self.seen(screen).count == count)
    }

    /// The images of all are unknown at first, and fonts too.
    @Test(arguments: ["linear", "staggeredGrid"], ["image", "text"])
    func itemsGetALengthWhenWhatTheyShowArrives(_ mode: String, _ kind: String) throws {
        let item =
            kind == "image"
            ? #"<NImage src="${t}" layoutWidth="-2" layoutHeight="-2"/>"#
            : #"<NText text="${t}" layoutWidth="-1" layoutHeight="-2"/>"#
        let list = "<Scroller dataTag=\"${items}\" mode=\"\(mode)\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let source = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let sizes = LateSizes()
        let container = Container(
            try LayoutSource.prepare(list).makeTree(source: source),
            textMeasuring: sizes,
            imageMeasuring: sizes
        )
        let node = try #require(container.tree.root as? ScrollerNode)
        container.update(data: ["items": .array(BindingArray((0..<600).map(Self.shown)))])
        container.layout(in: Self.size)
        #expect(node.contentSize.height == 600)
        sizes.isKnown.withLock { $0 = true }
        if kind == "image" {
            for number in 0..<600 { container.imageDidArrive("shown \(number)") }
        } else {
            container.textMetricsDidChange()
        }
        container.layout(in: Self.size)
        var count = 0
        while node.scrollOffset.y + 600 < node.contentSize.height, count < 200 {
            container.scroll(node, to: LayoutPoint(x: 0, y: node.scrollOffset.y + 500))
            count += 1
        }
        #expect(node.contentSize.height == (mode == "linear" ? 600.0 : 300) * 50)
    }

    /// Sizes that are 0 until they are known.
    private final class LateSizes: AlmostFixedMetrics, ImageMeasuring {
        let isKnown = Locked(false)

        private var size: LayoutSize {
            isKnown.withLock { $0 } ? LayoutSize(width: 50, height: 50) : .zero
        }

        func size(ofImage source: String) -> LayoutSize? { size }
        func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize { size }
        func lineHeight(of font: TextFont) -> Double { size.height }
    }

    /// An entry just behind the start of a block has all of the block before it measured at once.
    @Test(arguments: [64, 65, 66, 127, 128, 129, 193], [1, 5, 50])
    func nothingIsLeftToPrepareWhenThatIsSaid(_ entry: Int, _ count: Int) throws {
        let entries = (0..<300).map { Self.entry($0, height: 30 + $0 * 37 % 50) }
        let screen = try Screen("mode=\"staggeredGrid\"", entries)
        screen.scroll(to: screen.list.scrollOffset(ofEntry: entry).y)
        while screen.container.prepareItemsAhead(count) {}
        let (range, length) = (screen.list.liveRange, screen.list.contentSize)
        #expect(!screen.container.prepareItemsAhead(1_000))
        #expect(screen.list.liveRange == range && screen.list.contentSize == length)
    }
}
