import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// Lists that are scrolled while a model changes inside and outside of their windows: they are what lists are that get the
/// whole data anew, also in what they keep in its place.
@Suite struct DataModelListTests {
    private static let size = LayoutSize(width: 200, height: 150)
    private static let lists = [
        #"<Scroller dataTag="${list}" layoutWidth="-1" layoutHeight="-1"/>"#,
        #"<Scroller dataTag="${list}" itemKey="k" layoutWidth="-1" layoutHeight="-1"/>"#,
        #"<Scroller dataTag="${list}" itemKey="id.k" anchor="end" layoutWidth="-1" layoutHeight="-1"/>"#,
        #"<Scroller dataTag="${list}" mode="staggeredGrid" itemKey="k" layoutWidth="-1" layoutHeight="-1"/>"#,
        #"<Slider dataTag="${list}" itemWidth="40" layoutWidth="-1" layoutHeight="60"/>"#,
    ]

    private static func items(_ version: Int) throws -> PreparedTemplates {
        let row = """
            <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-2">
              <NText text="\(version): ${t} ${= length(inner)}" layoutWidth="-1" layoutHeight="${h}"/>
              <Slider dataTag="${inner}" itemWidth="40" layoutWidth="-1" layoutHeight="20"/>
            </VHLayout>
            """
        let cell = #"<NText text="\#(version): ${t} of ${k}" layoutWidth="-1" layoutHeight="25"/>"#
        let screen = lists.map { "<FrameLayout layoutWidth=\"-1\" layoutHeight=\"-1\">\($0)</FrameLayout>" }
        var templates = ["row": try LayoutSource.prepare(row), "cell": try LayoutSource.prepare(cell)]
        for (number, xml) in screen.enumerated() { templates["screen\(number)"] = try LayoutSource.prepare(xml) }
        return PreparedTemplates(templates)
    }

    /// What was done, for the message of a failure.
    private var log: [String] = []
    private var generator = SeededGenerator(seed: RandomTests.seed)

    private mutating func pick(_ count: Int) -> Int { .random(in: 0..<count, using: &generator) }

    private mutating func entry(_ number: Int) -> JSONValue {
        let inner = (0..<pick(4)).map { index -> JSONValue in ["type": "cell", "t": .int(Int64(index)), "k": 0] }
        return [
            "type": pick(2) == 0 ? "row" : "cell", "t": .string("entry \(number)"), "h": .int(Int64(10 + pick(4) * 10)),
            "k": .int(Int64(number)), "id": ["k": .int(Int64(number))], "inner": .array(BindingArray(inner)),
        ]
    }

    private mutating func change(_ model: DataModel, _ number: inout Int) {
        guard case .array(let list)? = model["list"] else { return }
        let count = list.count
        func path(_ index: Int, _ steps: DataPath.Step...) -> DataPath {
            DataPath([.key("list"), .index(index)] + steps)
        }
        let index = count == 0 ? 0 : pick(count)
        number += 1
        let kind = pick(count == 0 ? 3 : 11)
        log.append("change \(kind) at \(index)")
        switch kind {
        case 0: model[path(count)] = entry(number)
        case 1:
            var entries = Array(list)
            entries.insert(entry(number), at: pick(count + 1))
            model["list"] = .array(BindingArray(entries))
        case 2: model["title"] = .int(Int64(number))
        case 3:
            var entries = Array(list)
            entries.remove(at: index)
            model["list"] = .array(BindingArray(entries))
        case 4: model[path(index)] = entry(number)
        case 5: model[path(index, .key("type"))] = pick(2) == 0 ? "row" : "cell"
        case 6: model[path(index, .key("h"))] = .int(Int64(10 + pick(4) * 10))
        case 7: model[path(index, .key("inner"), .index(pick(3)), .key("t"))] = .int(Int64(number))
        case 8: model[path(index, .key("inner"))] = entry(number)["inner"]
        case 9:
            let former = JSONValue.int(Int64(pick(count)))
            // Of entries with one key only the first stays the same in whole data, but all do in a model.
            let isFree = !list.contains { $0["k"] == former }
            model[path(index, .key("k"))] = isFree && pick(2) == 0 ? former : .int(Int64(number))
        default: model[path(index, .key("t"))] = .string("changed \(number)")
        }
    }

    /// What a user sees: texts and their places.
    ///
    /// How long the list is follows from lengths that are estimated, until an entry was seen.
    private static func look(_ container: Container) -> [String] {
        container.displayList().items.compactMap { item in
            item.accessibilityText.map { "\(item.frame) \($0) \(item.content)" }
        }
    }

    private static func moved(_ offset: LayoutPoint, _ distance: Double, _ isWide: Bool) -> LayoutPoint {
        isWide ? LayoutPoint(x: offset.x + distance, y: 0) : LayoutPoint(x: 0, y: offset.y + distance)
    }

    @Test(arguments: 0..<5)
    mutating func areWhatListsAreThatGetTheWholeData(_ list: Int) throws {
        let versions = [try Self.items(1), try Self.items(2)]
        for round in 0..<RandomTests.count(1) {
            var number = 100
            let model = DataModel(["list": .array(BindingArray((0..<pick(60)).map { entry($0) }))])
            let containers = try (0..<4).map { _ in
                let tree = try versions[0].preparedTemplate(for: "screen\(list)").makeTree(
                    as: "screen\(list)",
                    environment: ScreenEnvironment(),
                    source: versions[0],
                    limits: NodeTree.Limits()
                )
                return Container(tree, textMeasuring: FixedTextMetrics())
            }
            // Two of each kind, which are scrolled to other places.
            for container in containers.prefix(2) { container.model = model }
            var isMade = 0
            for step in 0..<60 {
                for _ in 0..<pick(4) { change(model, &number) }
                for container in containers.suffix(2) { container.update(data: model.data) }
                let pair = pick(2)
                let both = [containers[pair], containers[pair + 2]]
                // Where a list is after that depends on what it shows before.
                if pick(2) == 0 { model.flush() }
                for container in containers { container.layout(in: Self.size) }
                let kind = pick(12)
                log.append("\(kind) in pair \(pair)")
                switch kind {
                case 0...4:
                    let distance = Double(pick(220) - 100)
                    let nodes = try both.map { try #require($0.tree.root.children[0] as? ItemContainerNode) }
                    let isWide = nodes[0] is SliderNode
                    // How far a list scrolls follows from what it takes for its length, and at its ends it stays there.
                    let steps = nodes.map { node -> Double in
                        let old = node.scrollOffset
                        let new = node.limited(Self.moved(old, distance, isWide))
                        return isWide ? new.x - old.x : new.y - old.y
                    }
                    let nearest = abs(steps[0]) < abs(steps[1]) ? steps[0] : steps[1]
                    let shared = steps[0] == steps[1] ? nearest : nearest / 2
                    for (container, node) in zip(both, nodes) {
                        container.scroll(node, to: Self.moved(node.scrollOffset, shared, isWide))
                    }
                case 5:
                    for container in both {
                        container.layout(in: Self.size)
                        container.prepareItemsAhead(3)
                    }
                case 6:
                    // A cell that is used for something else meanwhile, and then again.
                    for container in both { container.reuse(for: ["list": [entry(number)]]) }
                    both[0].model = model
                    both[1].update(data: model.data)
                case 7:
                    isMade += 1
                    for container in containers { try container.follow(versions[isMade % 2]) }
                case 8:
                    // What the model does without the container is shown when it comes back.
                    both[0].model = nil
                    change(model, &number)
                    both[0].model = model
                    for container in containers.suffix(2) { container.update(data: model.data) }
                default: break
                }
                for container in containers { container.layout(in: Self.size) }
                for pair in 0..<2 {
                    let (shown, whole) = (containers[pair], containers[pair + 2])
                    let (own, wanted) = (Self.look(shown), Self.look(whole))
                    let place = own.indices.first { $0 >= wanted.count || own[$0] != wanted[$0] } ?? own.count
                    try #require(
                        own == wanted,
                        """
                        VV_SEED=\(RandomTests.seed), round \(round), step \(step), pair \(pair): \(log.suffix(8))
                        \(own.dropFirst(place).first ?? "-")
                        not \(wanted.dropFirst(place).first ?? "-")
                        """
                    )
                }
            }
        }
    }

    /// Nothing grows with the number of changes, observers and containers that come and go.
    @Test mutating func nothingGrows() throws {
        let versions = try Self.items(1)
        let prepared = try versions.preparedTemplate(for: "screen1")
        let model = DataModel(["list": [entry(1), entry(2)]])
        var sizes: [String] = []
        // Places of observers that are gone are cleared away now and then: after each 17 here.
        for cycle in 1...20_400 {
            let observation = model.observe(DataPath([.key("list"), .index(cycle)])) { _ in }
            model[DataPath([.key("other"), .key("name \(cycle)")])] = 1
            model[DataPath([.key("other"), .key("name \(cycle)")])] = nil
            if cycle % 100 == 0 {
                let container = Container(prepared.makeTree(source: versions), textMeasuring: FixedTextMetrics())
                container.model = model
                container.layout(in: Self.size)
            }
            observation.cancel()
            if cycle == 1_700 || cycle == 20_400 { sizes.append(model.sizes) }
        }
        #expect(sizes.count == 2 && sizes[0] == sizes[1], "\(sizes)")
    }

    @Test func tenThousandObserversAreToldOnceEach() {
        let model = DataModel(["list": .array(BindingArray((0..<10_000).map { .int($0) }))])
        var told = 0
        var observations = (0..<10_000).map { index in
            model.observe(DataPath([.key("list"), .index(index)])) { _ in told += 1 }
        }
        told = 0
        model["list[77]"] = "x"
        model.flush()
        #expect(told == 1)
        model["list"] = .array(BindingArray((0..<10_000).map { .int($0 + 1) }))
        model.flush()
        #expect(told == 10_001)
        while let observation = observations.popLast() { observation.cancel() }
        model["list"] = nil
        model.flush()
        #expect(told == 10_001)
    }

    @Test func aModelWithoutDataShowsNothingAndThenWhatComes() throws {
        let versions = try Self.items(1)
        let tree = try versions.preparedTemplate(for: "screen1").makeTree(source: versions)
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        func texts() -> [String] {
            container.layout(in: Self.size)
            return tree.nodes.compactMap { ($0 as? TextNode)?.text }
        }
        let model = DataModel(nil)
        container.model = model
        #expect(texts() == [])
        model["list[0]"] = ["type": "cell", "t": "a", "k": 1]
        #expect(texts() == ["1: a of 1"])
        model.data = nil
        #expect(texts() == [])
        model.data = ["list": [["type": "cell", "t": "b", "k": 2]]]
        #expect(texts() == ["1: b of 2"])
        model["list[0].t"] = nil
        #expect(texts() == ["1:  of 2"])
    }

    @Test func aChangeThatHidesTheEnvironmentShowsOtherEntries() throws {
        let source = try PreparedTemplates(#"<VHLayout><NText text="${a}"/><NText text="${b}"/></VHLayout>"#)
        let template = try LayoutSource.prepare(
            #"<VH dataTag="${env.rows}" layoutWidth="-1" layoutHeight="-1"/>"#
        )
        func container() -> Container {
            let container = Container(template.makeTree(source: source), textMeasuring: FixedTextMetrics())
            container.environment.values = ["rows": [["type": "Row", "a": "here", "b": "there"]]]
            return container
        }
        func texts(_ container: Container) -> [String?] {
            container.layout(in: Self.size)
            return container.tree.nodes.compactMap { $0 as? TextNode }.map { $0.text }
        }
        let (changed, fresh) = (container(), container())
        let model = DataModel([:])
        changed.model = model
        #expect(texts(changed) == ["here", "there"])
        model["env.rows[0].a"] = "elsewhere"
        fresh.update(data: model.data)
        #expect(texts(changed) == texts(fresh))
    }

    /// A list that has items for all entries reads from an entry itself how many columns its item takes.
    @Test func aChangeOfASpanIsOneOfTheList() throws {
        let source = PreparedTemplates([
            "cell": try LayoutSource.prepare(#"<NText text="${t}" layoutWidth="-1" layoutHeight="20"/>"#)
        ])
        let template = try LayoutSource.prepare(
            #"<Scroller dataTag="${list}" mode="staggeredGrid" layoutWidth="-1" layoutHeight="-2"/>"#
        )
        func frames(_ container: Container) -> [LayoutRect] {
            container.layout(in: Self.size)
            return container.tree.nodes.map { $0.frame }
        }
        let model = DataModel(["list": [["type": "cell", "t": "a", "span": 1], ["type": "cell", "t": "b"]]])
        let container = Container(template.makeTree(source: source), textMeasuring: FixedTextMetrics())
        container.model = model
        let before = frames(container)
        model["list[0].span"] = 2
        let fresh = Container(template.makeTree(source: source), textMeasuring: FixedTextMetrics())
        fresh.update(data: model.data)
        let expected = frames(fresh)
        #expect(before != expected)
        #expect(frames(container) == expected)
    }
}
