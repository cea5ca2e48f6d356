import Testing
import VirtualView
import VirtualViewExpressions

/// `onBeforeDataLoad`, `onSetData` and `onAfterDataLoad`.
@Suite struct DataHandlerTests {
    private static let handlers = """
        onSetData="${this.tag='s'}" onBeforeDataLoad="${this.tag='b'}" onAfterDataLoad="${this.tag='a'}"
        """
    private static let item = #"<NText id="3" text="${name}" \#(handlers)/>"#
    private static let screen = """
        <FrameLayout id="1" \(handlers)><NText id="2" text="${title}" \(handlers)/>
        <Grid dataTag="${rows}"/></FrameLayout>
        """

    private let runner = RecordingRunner()
    private let tree: NodeTree

    init() throws {
        tree = try LayoutSource.prepare(Self.screen).makeTree(source: PreparedTemplates(Self.item))
        tree.eventPrograms = runner
    }

    private static func data(_ title: String, _ names: [String] = []) -> JSONValue {
        [
            "title": .string(title),
            "rows": .array(names.map { ["type": "Row", "name": .string($0)] }),
        ]
    }

    private func text(_ id: Int32) -> String? {
        (tree.node(withID: id) as? TextNode)?.text
    }

    @Test func theyRunAroundAChangeOfData() {
        var texts: [String?] = []
        runner.body = { _, _ in texts.append(self.text(2)) }
        tree.update(data: Self.data("new"))
        let order = ["onBeforeDataLoad", "onSetData", "onAfterDataLoad"]
        #expect(runner.log == order.flatMap { ["\($0) 1", "\($0) 2"] })
        #expect(texts == [nil, nil, "new", "new", "new", "new"])
        #expect(runner.runs.prefix(2).allSatisfy { $0.data == nil })
        #expect(runner.runs.dropFirst(2).allSatisfy { $0.data == Self.data("new") })
        #expect(runner.runs.allSatisfy { $0.event == nil })
        runner.clear()
        tree.update(data: Self.data("newer"))
        #expect(runner.runs.first?.data == Self.data("new"))
        #expect(runner.runs.last?.data == Self.data("newer"))
    }

    @Test func dataThatIsShownAlreadyRunsNothing() {
        tree.update(data: Self.data("same"))
        runner.clear()
        tree.update(data: Self.data("same"))
        tree.reuse(for: Self.data("same"))
        tree.environment.width = 200
        #expect(runner.log == [])
    }

    @Test func itemsHaveTheirEntryAndComeAfterTheirContainer() {
        tree.update(data: Self.data("t", ["a", "b"]))
        let set = runner.runs.filter { $0.handler == "onSetData" }
        #expect(set.map(\.nodeID) == [1, 2, 3, 3])
        #expect(set.suffix(2).map { $0.data?["name"] } == ["a", "b"])
        #expect(
            runner.log.firstIndex(of: "onAfterDataLoad 1") == runner.log.lastIndex(of: "onSetData 3").map { $0 + 1 }
        )
        runner.clear()
        tree.update(data: Self.data("t", ["a", "c"]))
        // The first item's entry is the one that it shows already.
        let items = runner.runs.filter { $0.nodeID == 3 }
        #expect(items.map(\.handler) == ["onBeforeDataLoad", "onSetData", "onAfterDataLoad"])
        #expect(items.map { $0.data?["name"] } == ["b", "c", "c"])
    }

    @Test func theDataOfAnotherEntryIsNotSeen() {
        tree.update(data: Self.data("a"))
        runner.clear()
        tree.reuse(for: Self.data("b"))
        #expect(runner.log.count == 6)
        #expect(runner.runs.prefix(2).allSatisfy { $0.data == nil })
        #expect(runner.runs.dropFirst(2).allSatisfy { $0.data == Self.data("b") })
    }

    /// An item of each type gets the entry of the other place.
    @Test(arguments: ["Scroller", "Slider", "Grid", "Page"])
    func anItemDoesNotSeeTheDataOfAnotherEntry(_ component: String) throws {
        let item = "<NText layoutWidth=\"40\" layoutHeight=\"40\" text=\"${name}\" \(Self.handlers)/>"
        let xml = "<\(component) dataTag=\"${rows}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let tree = try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(item))
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        tree.eventPrograms = runner
        container.update(data: ["rows": [["type": "A", "name": "a"], ["type": "B", "name": "b"]]])
        container.layout(in: LayoutSize(width: 300, height: 600))
        let items = Set(tree.root.children.map(ObjectIdentifier.init))
        runner.clear()
        container.update(data: ["rows": [["type": "B", "name": "c"], ["type": "A", "name": "d"]]])
        container.layout(in: LayoutSize(width: 300, height: 600))
        #expect(Set(tree.root.children.map(ObjectIdentifier.init)) == items)
        let before = runner.runs.filter { $0.handler == "onBeforeDataLoad" }
        #expect(before.count == items.count && before.allSatisfy { $0.data == nil })
        let names = runner.runs.filter { $0.handler == "onSetData" }.map { $0.data?["name"] }
        #expect(Set(names) == ["c", "d"])
    }

    /// What a list only measures is not shown; what it shows is told, and once.
    @Test(arguments: [1, 2, 200], ["linear", "staggeredGrid", "wrapped"])
    func anItemOfAListIsToldOnceThatItShowsAnotherEntry(_ count: Int, _ list: String) throws {
        let item = "<NText layoutWidth=\"-1\" layoutHeight=\"40\" text=\"${name}\" \(Self.handlers)/>"
        let mode = list == "staggeredGrid" ? "mode=\"\(list)\"" : ""
        let scroller = "<Scroller id=\"9\" \(mode) dataTag=\"${rows}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        // One that wraps its children measures a list that fills it.
        let xml =
            list == "wrapped"
            ? "<FlexLayout flexDirection=\"column\" layoutHeight=\"-2\">\(scroller)</FlexLayout>" : scroller
        let tree = try LayoutSource.prepare(xml).makeTree(source: PreparedTemplates(item))
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        let node = try #require(tree.node(withID: 9) as? ScrollerNode)
        var told: [String: [ObjectIdentifier: JSONValue]] = [:]
        var counts: [String: Int] = [:]
        runner.body = { program, node in
            let name = node.tree?.data?["name"]
            told[program.handlerName, default: [:]][ObjectIdentifier(node)] = name
            counts["\(program.handlerName) \(name?.json ?? "")", default: 0] += 1
        }
        tree.eventPrograms = runner
        container.update(data: Self.data("t", (0..<count).map { "\($0)" }))
        for (offset, isMeasured) in [(0.0, true), (1_200, false), (5_000, true), (0, false), (300, false)] {
            counts = [:]
            if isMeasured { _ = container.sizeThatFits(width: 300) }
            container.scroll(node, to: LayoutPoint(x: 0, y: offset))
            container.layout(in: LayoutSize(width: 300, height: 600))
            for handler in ["onSetData", "onAfterDataLoad"] {
                #expect(!counts.contains { $0.key.hasPrefix(handler) && $0.value > 1 }, "\(handler) at \(offset)")
                for item in node.items {
                    #expect(
                        told[handler]?[ObjectIdentifier(item.root)] == item.data?["name"],
                        "\(handler) at \(offset)"
                    )
                }
            }
        }
        #expect(!node.items.isEmpty)
    }

    @Test func whatTheySetIsKeptAndMarked() {
        runner.body = { program, node in
            if program.handlerName == "onSetData", node.id == 2 { (node as? TextNode)?.text = "mine" }
        }
        tree.update(data: Self.data("theirs"))
        #expect(text(2) == "mine")
    }

    @Test func anUpdateInsideOneOfThemWaitsWhileBindingsAreApplied() {
        runner.body = { program, node in
            guard program.handlerName == "onBeforeDataLoad", node.id == 3, self.tree.data?["title"] == "first" else {
                return
            }
            self.tree.update(data: Self.data("second", ["z"]))
            #expect(self.tree.data?["title"] == "first")
        }
        tree.update(data: Self.data("first", ["a", "b"]))
        #expect(tree.data == Self.data("second", ["z"]))
        #expect(text(2) == "second")
        #expect(text(3) == "z")
        #expect(tree.nodes.count { $0.id == 3 } == 1)
        #expect(tree.issues == [])
    }

    @Test func anUpdateAfterBindingHappensAtOnce() {
        runner.body = { program, node in
            guard program.handlerName == "onSetData", node.id == 1, self.text(2) == "first" else { return }
            self.tree.update(data: Self.data("second", ["z"]))
            #expect(self.text(2) == "second")
        }
        tree.update(data: Self.data("first", ["a", "b"]))
        #expect(self.text(3) == "z")
        // The items that the second data has no entries for are gone before their turn comes.
        #expect(runner.log.filter { $0 == "onSetData 3" }.count == 2)
    }

    /// Changes that wait come in 32 rounds after the first, with three nodes each.
    ///
    /// Those that happen at once are inside each other, and 10,000 of them are the most.
    @Test(arguments: [
        ("onBeforeDataLoad", 33 * 3...33 * 3), ("onSetData", 9_900...10_002), ("onAfterDataLoad", 9_900...10_002),
    ])
    func updatesWithoutEndAreCutOff(_ handler: String, _ runs: ClosedRange<Int>) throws {
        var number = 0
        runner.body = { program, _ in
            guard program.handlerName == handler else { return }
            number += 1
            self.tree.update(data: Self.data("\(number)", ["a\(number)"]))
        }
        tree.update(data: Self.data("0", ["a"]))
        #expect(Set(tree.issues.map(\.code)) == [.eventLoop])
        #expect(runs.contains(number), "\(number)")
        let title = try #require(text(2))
        #expect(tree.data?["title"] == .string(title))
        runner.body = nil
        tree.update(data: Self.data("calm", ["c"]))
        #expect(text(2) == "calm")
        #expect(text(3) == "c")
    }

    /// Setting it again would change nothing, so it must not be lost with what else waits.
    @Test func theEnvironmentOfALoopIsApplied() throws {
        let tree = try LayoutSource.prepare(
            #"<NText text="${env.night}" onBeforeDataLoad="${this.tag = 'b'}" layoutWidth="-1" layoutHeight="-1"/>"#
        ).makeTree(source: nil)
        var number = 0
        runner.body = { program, _ in
            number += 1
            tree.environment = ScreenEnvironment(values: ["night": .int(Int64(number))])
            tree.update(data: ["n": .int(Int64(number))])
        }
        tree.eventPrograms = runner
        tree.update(data: [:])
        #expect(tree.issues.map(\.code).contains(.eventLoop))
        #expect((tree.root as? TextNode)?.text == "\(number)")
    }

    @Test(arguments: [("onBeforeDataLoad", 33), ("onSetData", 16), ("onAfterDataLoad", 16)])
    func anOrderThatNeverSettlesIsCutOff(_ handler: String, _ runs: Int) throws {
        let screen = #"<FrameLayout><VirtualContainer dataTag="${rows}" order="0"/></FrameLayout>"#
        let tree = try LayoutSource.prepare(screen).makeTree(source: PreparedTemplates(Self.item))
        let container = try #require(tree.root.children.first as? VirtualContainerNode)
        var number = 0
        runner.body = { program, _ in
            guard program.handlerName == handler else { return }
            number += 1
            container.order = 1 - container.order
        }
        tree.eventPrograms = runner
        tree.update(data: Self.data("", ["first", "second"]))
        #expect(Set(tree.issues.map(\.code)) == [.eventLoop])
        #expect(number == runs)
        runner.body = nil
        container.order = 2
        container.order = 1
        #expect((container.children.first as? TextNode)?.text == "second")
    }

    @Test func resetAndEnvironmentInsideThemAreSafe() {
        runner.body = { program, node in
            guard node.id == 3 else { return }
            if program.handlerName == "onBeforeDataLoad" { self.tree.environment.width += 1 }
            if program.handlerName == "onSetData" { self.tree.reset() }
        }
        tree.update(data: Self.data("t", ["a", "b", "c"]))
        #expect(tree.data == nil)
        #expect(text(2) == nil)
        #expect(tree.node(withID: 3) == nil)
    }

    @Test func withoutARunnerNothingRuns() {
        tree.eventPrograms = nil
        tree.update(data: Self.data("t", ["a"]))
        #expect(runner.log == [])
        #expect(text(3) == "a")
    }
}
