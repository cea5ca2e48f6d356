import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Which items a cache finds again.
@Suite struct RenderedItemCacheTests {
    private static let card = #"<NText text="${t}" layoutWidth="-1" layoutHeight="-2" textSize="10"/>"#

    private let metrics = CountingMetrics()
    private let shelf: Shelf
    private let renderer: ItemRenderer

    init() throws {
        shelf = Shelf(["Card": try LayoutSource.prepare(Self.card)])
        renderer = ItemRenderer(shelf, textMeasuring: metrics)
    }

    private func text(_ item: RenderedItem) -> String {
        for drawn in item.displayList.items {
            if case .text(let text) = drawn.content { return text.lines.map(\.text).joined(separator: " ") }
        }
        return ""
    }

    // MARK: - Keys

    @Test func findsAnItemAgain() throws {
        let cache = RenderedItemCache()
        #expect(cache.capacity == 512 && cache.count == 0)
        #expect(cache.cachedItem("Card", data: ["t": "a"], width: 60, from: renderer) == nil)
        let first = try cache.item("Card", data: ["t": "a"], width: 60, from: renderer)
        // The data is equal, but other storage.
        #expect(try cache.item("Card", data: ["t": "a"], width: 60, from: renderer) == first)
        #expect(cache.cachedItem("Card", data: ["t": "a"], width: 60, from: renderer) == first)
        #expect(metrics.brokenTexts == 1 && cache.count == 1)
        cache.removeAll()
        #expect(cache.count == 0)
        #expect(cache.cachedItem("Card", data: ["t": "a"], width: 60, from: renderer) == nil)
    }

    @Test func everythingThatAnItemDependsOnIsInTheKey() throws {
        let cache = RenderedItemCache()
        shelf["Other"] = try LayoutSource.prepare(Self.card)
        var dark = renderer
        dark.environment.appearance = .dark
        var small = renderer
        small.limits.maximumNodeCount = 10
        var (whole, decimal) = (renderer, renderer)
        whole.environment.values = ["x": 7]
        decimal.environment.values = ["x": 7.0]
        let others = ItemRenderer(shelf, textMeasuring: CountingMetrics())
        let cases: [(String, JSONValue?, Double, ItemRenderer)] = [
            ("Card", ["t": "a"], 60, renderer), ("Other", ["t": "a"], 60, renderer), ("Card", ["t": "b"], 60, renderer),
            ("Card", nil, 60, renderer), ("Card", ["t": "a"], 61, renderer), ("Card", ["t": "a"], 60, dark),
            ("Card", ["t": "a"], 60, whole), ("Card", ["t": "a"], 60, decimal), ("Card", ["t": "a"], 60, small),
            ("Card", ["t": "a"], 60, others), ("Card", .null, 60, renderer),
            ("Card", ["t": "a", "u": true], 60, renderer), ("Card", ["t": "a", "u": false], 60, renderer),
        ]
        for (index, one) in cases.enumerated() {
            #expect(cache.cachedItem(one.0, data: one.1, width: one.2, from: one.3) == nil, "\(index)")
            _ = try cache.item(one.0, data: one.1, width: one.2, from: one.3)
            #expect(cache.count == index + 1)
        }
        for one in cases { #expect(cache.cachedItem(one.0, data: one.1, width: one.2, from: one.3) != nil) }
    }

    /// A whole number and an equal decimal print the same, but programs divide them differently.
    @Test func equalNumbersOfDifferentTypesAreDifferent() throws {
        let program = #"<NText onSetData="${this.text = data.t / 2 + ''}" layoutWidth="-1" layoutHeight="-2"/>"#
        shelf["Half"] = try LayoutSource.prepare(program)
        let cache = RenderedItemCache()
        for (type, texts) in [("Card", ["1", "1"]), ("Half", ["0", "0.5"])] {
            let numbers: [JSONValue] = [.int(1), .double(1)]
            let cells = try numbers.map { try cache.item(type, data: ["t": $0], width: 60, from: renderer) }
            #expect(cells.map(text) == texts)
        }
    }

    @Test func textsThatDifferInTheMiddleAreDifferent() throws {
        let cache = RenderedItemCache()
        let ends = String(repeating: "x", count: 20)
        for middle in ["a", "b"] {
            let data: JSONValue = ["t": .string(ends + middle + ends)]
            let item = try cache.item("Card", data: data, width: 600, from: renderer)
            #expect(text(item) == ends + middle + ends)
        }
        #expect(cache.count == 2)
    }

    @Test func whatIsNoNumberIsNotKept() throws {
        let cache = RenderedItemCache(capacity: 2)
        for _ in 0..<5 { _ = try cache.item("Card", data: .double(.nan), width: 60, from: renderer) }
        #expect(cache.count == 0)
    }

    // MARK: - Templates

    @Test func aNewTemplateMakesANewItem() throws {
        let cache = RenderedItemCache()
        let old = try cache.item("Card", data: ["t": "a"], width: 60, from: renderer)
        shelf["Card"] = try LayoutSource.prepare(#"<NText text="new" layoutWidth="-1" layoutHeight="30"/>"#)
        #expect(cache.cachedItem("Card", data: ["t": "a"], width: 60, from: renderer) == nil)
        let new = try cache.item("Card", data: ["t": "a"], width: 60, from: renderer)
        #expect(new.size.height == 30 && new != old && cache.count == 1)
        #expect(cache.cachedItem("Card", data: ["t": "a"], width: 60, from: renderer) == new)
        shelf["Card"] = nil
        #expect(throws: TemplateError.self) { try cache.item("Card", data: ["t": "a"], width: 60, from: renderer) }
    }

    @Test func aNewTemplateOfAnItemInsideMakesANewItem() throws {
        let cache = RenderedItemCache()
        let list = #"<Scroller orientation="V" dataTag="${items}" layoutWidth="-1" layoutHeight="-2"/>"#
        shelf["List"] = try LayoutSource.prepare(list)
        let data: JSONValue = ["items": [["type": "Card", "t": "a"], ["type": "Later"]]]
        let without = try cache.item("List", data: data, width: 60, from: renderer)
        #expect(cache.cachedItem("List", data: data, width: 60, from: renderer) == without)
        shelf["Later"] = try LayoutSource.prepare(#"<NText text="b" layoutWidth="-1" layoutHeight="30"/>"#)
        let with = try cache.item("List", data: data, width: 60, from: renderer)
        #expect(with.size.height == without.size.height + 30)
        shelf["Card"] = try LayoutSource.prepare(#"<NText text="c" layoutWidth="-1" layoutHeight="7"/>"#)
        #expect(try cache.item("List", data: data, width: 60, from: renderer).size.height == 37)
        #expect(cache.count == 1)
    }

    // MARK: - Room

    @Test func theLeastRecentlyUsedItemGoes() throws {
        let cache = RenderedItemCache(capacity: 3)
        func use(_ text: String) throws {
            _ = try cache.item("Card", data: ["t": .string(text)], width: 60, from: renderer)
        }
        for name in ["a", "b", "c", "a", "d"] { try use(name) }
        #expect(cache.count == 3 && metrics.brokenTexts == 4)
        for name in ["c", "a", "d"] { try use(name) }
        #expect(metrics.brokenTexts == 4)
        try use("b")
        #expect(metrics.brokenTexts == 5)
        for name in ["a", "d", "b"] { try use(name) }
        #expect(metrics.brokenTexts == 5)
        try use("c")
        #expect(metrics.brokenTexts == 6 && cache.count == 3)
    }

    @Test(arguments: [-1, 0, 1]) func alwaysHasRoomForOne(_ capacity: Int) throws {
        let cache = RenderedItemCache(capacity: capacity)
        for name in ["a", "b", "b", "a"] {
            _ = try cache.item("Card", data: ["t": .string(name)], width: 60, from: renderer)
        }
        #expect(cache.capacity == 1 && cache.count == 1 && metrics.brokenTexts == 3)
    }

    @Test func keepsTheSameAsAListInOrder() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        let cache = RenderedItemCache(capacity: 8)
        var expected: [Int] = []
        for _ in 0..<2_000 {
            let number = Int.random(in: 0..<14, using: &random)
            let isThere = expected.contains(number)
            let before = metrics.brokenTexts
            let item = try cache.item("Card", data: ["t": .string("n\(number)")], width: 60, from: renderer)
            #expect(text(item) == "n\(number)")
            #expect((metrics.brokenTexts == before) == isThere, "seed \(RandomTests.seed)")
            expected.removeAll { $0 == number }
            expected.append(number)
            if expected.count > 8 { expected.removeFirst() }
        }
    }

    // MARK: - Threads

    @Test func makesWhatIsMissingInTheBackground() async throws {
        let cache = RenderedItemCache(capacity: 2_000)
        let entries = (0..<1_000).map { ItemRenderer.Entry("Card", data: ["t": .string("text \($0)")]) }
        let heights = await cache.items(entries, width: 40, from: renderer).map { (try? $0.get().size.height) ?? 0 }
        #expect(heights.count == 1_000 && heights.allSatisfy { $0 > 0 })
        #expect(metrics.brokenTexts == 1_000 && cache.count == 1_000)
        let again = await cache.items(entries, width: 40, from: renderer).map { (try? $0.get().size.height) ?? 0 }
        #expect(again == heights && metrics.brokenTexts == 1_000)
    }

    @Test func tenThreadsShareACache() {
        let cache = RenderedItemCache(capacity: 8)
        let renderer = renderer
        let threads = (0..<10).map { thread in
            SideThread {
                (0..<300).allSatisfy { round in
                    let name = "n\((round * (thread + 1)) % 13)"
                    if round == 150, thread == 3 { cache.removeAll() }
                    let item = try? cache.item("Card", data: ["t": .string(name)], width: 60, from: renderer)
                    return item?.displayList.items.contains {
                        if case .text(let text) = $0.content { text.lines[0].text == name } else { false }
                    } ?? false
                }
            }
        }
        for thread in threads { #expect(thread.join() == true) }
        #expect(cache.count <= 8)
    }
}
