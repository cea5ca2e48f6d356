import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// What a data model tells whom, and when.
@Suite struct DataModelTests {
    private func container(_ xml: String) throws -> Container {
        try LayoutSource.container(xml)
    }

    private func text(_ container: Container) -> String? {
        container.layout(in: LayoutSize(width: 100, height: 100))
        return (container.tree.root as? TextNode)?.text
    }

    // MARK: - Observers

    @Test func anObserverGetsTheValueAtOnceAndThenEachOther() {
        let model = DataModel(["cart": ["count": 2]])
        var told: [JSONValue?] = []
        let observation = model.observe("cart.count") { told.append($0) }
        model["cart.count"] = 2
        model["cart.total"] = 7
        model.flush()
        #expect(told == [2])
        model["cart.count"] = 3
        model["cart.count"] = 4
        #expect(told == [2])
        model.flush()
        model["cart"] = nil
        model.flush()
        #expect(told == [2, 4, nil])
        observation.cancel()
        model["cart.count"] = 5
        model.flush()
        #expect(told.count == 3)
    }

    @Test func aValueThatComesBackBeforeTheDeliveryIsNotTold() {
        let model = DataModel(["a": 1])
        var count = 0
        let observation = model.observe("a") { _ in count += 1 }
        model["a"] = 2
        model["a"] = 1
        model.flush()
        #expect(count == 1)
        withExtendedLifetime(observation) {}
    }

    /// Programs divide the two differently.
    @Test func aNumberOfAnotherKindIsAnotherValue() {
        let model = DataModel(["a": 1])
        var told: [Bool] = []
        let observation = model.observe("a") { value in
            if case .int? = value { told.append(true) } else { told.append(false) }
        }
        model["a"] = 1.0
        model.flush()
        #expect(told == [true, false])
        withExtendedLifetime(observation) {}
    }

    @Test func aCapThatChangesLeavesTheBoundNumberOfLines() throws {
        let card = try container(
            "<NText layoutWidth=\"100\" layoutHeight=\"-2\" text=\"a\" maxLines=\"${m}\" lines=\"${n}\"/>"
        )
        let model = DataModel(["m": 5, "n": 2])
        card.model = model
        let text = try #require(card.tree.root as? TextNode)
        #expect([text.lines, text.maxLines] == [2, 5])
        model["m"] = 6
        model.flush()
        #expect([text.lines, text.maxLines] == [2, 6])
        card.layout(in: LayoutSize(width: 100, height: 100))
        card.update(data: ["m": 6, "n": 2, "other": 1])
        #expect(!card.needsLayout)
    }

    @Test func aReleasedObservationEnds() {
        let model = DataModel(["a": 1])
        var count = 0
        _ = model.observe("a") { _ in count += 1 }
        model["a"] = 2
        model.flush()
        #expect(count == 1)
    }

    @Test func anObserverThatIsRemovedByAnotherIsNotTold() {
        let model = DataModel(["a": 1])
        var later: DataObservation?
        var told: [String] = []
        let first = model.observe("a") { value in
            told.append("first \(value?.json ?? "-")")
            if value == 2 { later?.cancel() }
        }
        later = model.observe("a") { told.append("later \($0?.json ?? "-")") }
        model["a"] = 2
        model.flush()
        #expect(told == ["first 1", "later 1", "first 2"])
        withExtendedLifetime(first) {}
    }

    @Test func whatADeliveryChangesIsDeliveredInTheNextRound() {
        let model = DataModel(["a": 1])
        var told: [String] = []
        let first = model.observe("a") { value in
            told.append("a \(value?.json ?? "-")")
            model["b"] = value
            model.flush()
            told.append("end")
        }
        let second = model.observe("b") { told.append("b \($0?.json ?? "-")") }
        told = []
        model["a"] = 2
        model.flush()
        #expect(told == ["a 2", "end", "b 2"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func changesWithoutEndAreReportedAndTheRestWaits() throws {
        let model = DataModel(["a": 0])
        var issues: [DataModelIssue] = []
        model.onIssue = { issues.append($0) }
        var count: Int64 = 0
        let observation = model.observe("a") { _ in
            count += 1
            model["a"] = .int(count)
        }
        model.flush()
        #expect(count == 33)
        #expect(issues.map { $0.description } == ["'a': changes of data lead to changes of data without end"])
        #expect(model.hasWaitingChanges)
        observation.cancel()
        model.flush()
        #expect(!model.hasWaitingChanges)
        #expect(model["a"] == 33)
    }

    @Test func observersAreToldInTheOrderInWhichTheyCame() {
        let model = DataModel()
        var told: [Int] = []
        var observations: [DataObservation] = []
        for number in 0..<60 {
            observations.append(model.observe(number % 2 == 0 ? "a" : "a.b") { _ in told.append(number) })
        }
        for number in stride(from: 0, to: 60, by: 3) { observations[number].cancel() }
        for number in stride(from: 1, to: 60, by: 3) { observations[number].cancel() }
        told = []
        model["a.b"] = 1
        model.flush()
        #expect(told == Array(stride(from: 2, to: 60, by: 3)))
    }

    // MARK: - Turns

    @Test func aScheduleIsAskedOnceForADelivery() {
        var deliveries: [() -> Void] = []
        let model = DataModel(["a": 1]) { deliveries.append($0) }
        var told: [JSONValue?] = []
        let observation = model.observe("a") { told.append($0) }
        model["a"] = 2
        model["a"] = 3
        #expect(deliveries.count == 1)
        deliveries[0]()
        model["a"] = 3
        #expect(deliveries.count == 1)
        model["a"] = 4
        #expect(deliveries.count == 2)
        #expect(told == [1, 3])
        withExtendedLifetime(observation) {}
    }

    @Test func changesThatBelongTogetherAreDeliveredTogether() {
        let model = DataModel(["a": 1, "b": 1]) { $0() }
        var told: [String] = []
        let observation = model.observe(DataPath()) { told.append($0?.json ?? "-") }
        model.change {
            model["a"] = 2
            model.change { model["b"] = 2 }
        }
        #expect(told == [#"{"a":1,"b":1}"#, #"{"a":2,"b":2}"#])
        withExtendedLifetime(observation) {}
    }

    @Test func aContainerAsksForAFrameAndItsLayoutDelivers() throws {
        let container = try container(#"<NText text="${t}" layoutWidth="50" layoutHeight="20"/>"#)
        let model = DataModel(["t": "Tea"])
        var frames = 0
        container.onModelChange = { frames += 1 }
        container.model = model
        #expect(frames == 1)
        #expect(text(container) == "Tea")
        #expect(frames == 1 && !container.needsLayout)
        model["t"] = "Cake"
        model["u"] = 1
        #expect(frames == 2 && container.needsDisplay)
        #expect(text(container) == "Cake")
        model["t"] = "Cake"
        #expect(frames == 2 && !container.needsLayout)
    }

    /// Whoever delivers: the schedule, a layout of another container, or the app.
    @Test(arguments: ["schedule", "layout", "flush"]) func aScheduledDeliveryAsksForFrames(_ way: String) throws {
        var deliveries: [() -> Void] = []
        let model = DataModel(["t": "Tea"]) { deliveries.append($0) }
        let source = #"<NText text="${t}" layoutWidth="50" layoutHeight="20"/>"#
        let containers = [try container(source), try container(source)]
        var frames = 0
        for container in containers {
            container.model = model
            #expect(text(container) == "Tea")
            _ = container.displayList()
        }
        containers[0].onModelChange = { frames += 1 }
        model["u"] = 1
        deliveries.removeFirst()()
        #expect(frames == 0, "nothing shows it")
        model["t"] = "Cake"
        #expect(frames == 0)
        switch way {
        case "schedule": deliveries[0]()
        case "layout": #expect(text(containers[1]) == "Cake")
        default: model.flush()
        }
        #expect(frames == 1 && containers[0].needsDisplay)
        #expect(text(containers[0]) == "Cake")
        deliveries[0]()
        #expect(frames == 1)
    }

    /// Whatever was changed together before, each later change asks for its delivery.
    @Test func changesAfterSeveralAtOnceAreDeliveredToo() {
        var deliveries: [() -> Void] = []
        let model = DataModel([:]) { deliveries.append($0) }
        for number in 1...3 {
            model.change {
                model.change { model["a"] = .int(Int64(number)) }
                #expect(deliveries.isEmpty)
                model["b"] = .int(Int64(number))
            }
            #expect(deliveries.count == 1)
            deliveries.removeFirst()()
            model["a"] = 0
            #expect(deliveries.count == 1)
            deliveries.removeFirst()()
        }
    }

    @Test func aModelThatOnlyChangesAColourAsksForAFrame() throws {
        let container = try container(#"<NText text="a" textColor="${c}" layoutWidth="50" layoutHeight="20"/>"#)
        container.update(data: ["c": "#FF0000"])
        container.layout(in: LayoutSize(width: 100, height: 100))
        _ = container.displayList()
        var frames = 0
        container.onModelChange = { frames += 1 }
        container.model = DataModel(["c": "#FF0000"])
        #expect(frames == 0)
        container.model = DataModel(["c": "#00FF00"])
        #expect(frames == 1 && container.needsDisplay && !container.needsLayout)
    }

    /// The layout of one shows what is changed so far in both, and the other's host has to draw.
    @Test func aLayoutWithinAChangeTellsTheOthers() throws {
        let model = DataModel(["t": "Tea"])
        let source = #"<NText text="${t}" layoutWidth="50" layoutHeight="20"/>"#
        let containers = [try container(source), try container(source)]
        var frames = [0, 0]
        for (index, container) in containers.enumerated() {
            container.model = model
            #expect(text(container) == "Tea")
            container.onModelChange = { frames[index] += 1 }
        }
        model.change {
            model["t"] = "Cake"
            #expect(frames == [0, 0])
            #expect(text(containers[0]) == "Cake")
            #expect(frames == [1, 1])
            #expect(text(containers[1]) == "Cake")
        }
        #expect(frames == [1, 1] && !model.hasWaitingChanges)
        model.change { model["t"] = "Pie" }
        #expect(frames == [2, 2])
    }

    // MARK: - Containers

    @Test(arguments: ["update", "reuse", "reset", "other", "none"])
    func otherDataLetsTheModelGo(_ way: String) throws {
        let container = try container(#"<NText text="${t}" layoutWidth="50" layoutHeight="20"/>"#)
        let model = DataModel(["t": "Tea"])
        container.model = model
        switch way {
        case "update": container.update(data: ["t": "Own"])
        case "reuse": container.reuse(for: ["t": "Own"])
        case "reset": container.tree.reset()
        case "other": container.model = DataModel(["t": "Own"])
        default: container.model = nil
        }
        #expect((container.model == nil) == (way != "other"))
        let before = text(container)
        #expect(before == (way == "reset" ? nil : way == "none" ? "Tea" : "Own"))
        model["t"] = "Cake"
        model.flush()
        #expect(text(container) == before)
        #expect(container.tree.data?["t"]?.json == before.map { "\"\($0)\"" })
    }

    @Test func aContainerThatIsGoneIsNotTold() throws {
        let model = DataModel(["t": "Tea"])
        var container: Container? = try container(#"<NText text="${t}"/>"#)
        container?.model = model
        let tree = container?.tree
        container = nil
        model["t"] = "Cake"
        model.flush()
        #expect((tree?.root as? TextNode)?.text == "Tea")
        #expect(tree?.data == ["t": "Tea"])
    }

    @Test func severalContainersShowOneModel() throws {
        let model = DataModel(["t": "Tea"])
        let both = try (0..<2).map { _ in try container(#"<NText text="${t}" layoutWidth="50" layoutHeight="20"/>"#) }
        for container in both { container.model = model }
        model["t"] = "Cake"
        #expect(both.map { text($0) } == ["Cake", "Cake"])
    }

    @Test(arguments: [
        ("t.u", "Cake" as JSONValue, "Tea", "Cake"), ("t", ["u": "Cake"] as JSONValue, "Tea", "Cake"),
        ("t.u.v", "Cake" as JSONValue, #"{"v":"Tea"}"#, #"{"v":"Cake"}"#),
    ])
    func aBindingThatAnAppAddedIsEvaluatedToo(
        _ path: String,
        _ value: JSONValue,
        _ before: String,
        _ after: String
    ) throws {
        let container = try container(#"<NText layoutWidth="50" layoutHeight="20"/>"#)
        let template = try makeTemplate(NodeSpec("NText", ["text": "${t.u}"]))
        for setter in template.root.setters { setter.apply(to: container.tree.root) }
        let model = DataModel(["t": ["u": path == "t.u.v" ? ["v": "Tea"] : "Tea"]])
        container.model = model
        #expect(text(container) == before)
        model[try #require(DataPath(path))] = value
        #expect(text(container) == after)
    }

    /// A node with a prototype of its own has the bindings of the template, and those that an app added.
    @Test(arguments: [false, true]) func aNodeWithAnAddedHandlerStillFollowsTheData(_ addsBinding: Bool) throws {
        let container = try container(#"<NText text="${t}" layoutWidth="50" layoutHeight="20"/>"#)
        var template = try makeTemplate(NodeSpec("NText", ["onClick": .program([3])]))
        for setter in template.root.setters { #expect(setter.apply(to: container.tree.root) == .applied) }
        if addsBinding {
            template = try makeTemplate(NodeSpec("NText", ["tag": "${u}"]))
            for setter in template.root.setters { #expect(setter.apply(to: container.tree.root) == .bound) }
        }
        let model = DataModel(["t": "Tea", "u": "a"])
        container.model = model
        #expect(text(container) == "Tea")
        model["t"] = "Cake"
        model["u"] = "b"
        #expect(text(container) == "Cake")
        #expect(container.tree.root.tag == (addsBinding ? "b" : nil))
    }

    // MARK: - What is evaluated

    @Test(arguments: [
        ("p7", 1), ("p", 0), ("deep.a", 2), ("deep.a.b", 2), ("deep.c", 1), ("deep", 3), ("", 105), ("list[3].t", 1),
        ("list[3].n", 1), ("list[3].x", 0), ("list[40].t", 0),
    ])
    func onlyWhatReadsAChangeIsEvaluated(_ path: String, _ expected: Int) throws {
        let evaluations = Locked(0)
        var registry = NodeRegistry.standard
        registry.register(
            BindingFunction("seen") { arguments in
                evaluations.withLock { $0 += 1 }
                return arguments.first
            }
        )
        func prepare(_ xml: String) throws -> PreparedTemplate {
            try PreparedTemplate(Template(decoding: LayoutSource.bytes(xml)), registry: registry)
        }
        let texts = (0..<100).map { #"<NText text="${= app.seen(p\#($0))}"/>"# }.joined()
        let xml = """
            <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1">\(texts)
            <NText text="${= app.seen(deep.a)}"/><NText text="${= app.seen(deep.a.b)}"/><NText text="${= app.seen(deep.c)}"/>
            <Scroller dataTag="${list}" layoutWidth="-1" layoutHeight="100"/></VHLayout>
            """
        let item = #"<NText text="${= app.seen(t)}" action="${= app.seen(n)}" layoutWidth="-1" layoutHeight="10"/>"#
        let tree = try prepare(xml).makeTree(source: PreparedTemplates(["item": try prepare(item)]))
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        let entries = (0..<50).map { number -> JSONValue in ["type": "item", "t": .int(Int64(number)), "n": 1] }
        let model = DataModel(["deep": ["a": ["b": 1], "c": 2], "list": .array(entries)])
        container.model = model
        container.layout(in: LayoutSize(width: 100, height: 100))
        let place = try #require(DataPath(path))
        // The whole data with another list: all of the screen's, and one binding of an item that shows another entry.
        var changed = model.data
        if path.isEmpty { _ = JSONValue.put("x", at: "list[0].t", in: &changed) }
        evaluations.withLock { $0 = 0 }
        model[place] = path.isEmpty ? changed : "x"
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(evaluations.withLock { $0 } == expected)
    }

    @Test func aTemplateTellsWhatItReads() throws {
        let prepared = try LayoutSource.prepare(
            """
            <VHLayout><NText text="${b} ${a.c[0] ?: ${d}}"/><NText text="@{b ? ${= e.f * g[h].i} : x}" action="${b}"/></VHLayout>
            """
        )
        #expect(prepared.readPaths.map { $0.description } == ["b", "a.c[0]", "d", "e.f", "g", "h"])
    }

    // MARK: - Places

    @Test(arguments: [
        ("a", "a"), ("a.b[2].c", "a.b[2].c"), ("[0].x", "[0].x"), (" a . b ", "a.b"), ("", ""), ("a_1", "a_1"),
        ("a b", "a b"), ("名前.b", "名前.b"),
    ])
    func aPathIsReadAsInABinding(_ text: String, _ description: String) {
        #expect(DataPath(text)?.description == description)
    }

    @Test(arguments: ["a.", ".a", "a..b", "a[", "a[b]", "a ?: 'b'", "= a", "a}", "a} ${b", "{", "a[-1]"])
    func whatIsNoPathIsRefused(_ text: String) {
        #expect(DataPath(text) == nil)
    }

    @Test(arguments: [
        ("text.a", DataModelIssue.Code.unreachable), ("list[3]", .unreachable), ("list.a", .unreachable),
        ("object[0]", .unreachable), ("none[1]", .unreachable), ("deep", .tooDeep),
    ])
    func aPlaceThatTheDataCannotHaveIsReported(_ path: String, _ code: DataModelIssue.Code) throws {
        let data: JSONValue = ["text": "a", "list": [1, 2], "object": [:]]
        let model = DataModel(data)
        var deep: JSONValue = 1
        for _ in 0..<JSONValue.maximumDepth { deep = [deep] }
        let place = try #require(DataPath(path))
        for _ in 0..<3 { model[place] = code == .tooDeep ? deep : 1 }
        #expect(model.issues == [DataModelIssue(code: code, path: place)])
        #expect(model.data == data && !model.hasWaitingChanges)
    }

    /// The path counts as much as the value.
    @Test(arguments: [(1, true), (2, true), (3, false)])
    func dataMayBeAsDeepAsTheLimit(_ steps: Int, _ isTaken: Bool) throws {
        let model = DataModel([:])
        var value: JSONValue = 1
        for _ in 0..<JSONValue.maximumDepth - 2 { value = [value] }
        model[try #require(DataPath(Array(repeating: "a", count: steps).joined(separator: ".")))] = value
        #expect(model.issues.isEmpty == isTaken)
        #expect(model.data?.depth == (isTaken ? JSONValue.maximumDepth - 2 + steps : 1))
    }

    @Test func keepsTheFirst64Issues() throws {
        let model = DataModel(["text": "a"])
        let places = try (0..<70).map { try #require(DataPath("text.a\($0)")) }
        for place in places { model[place] = 1 }
        #expect(model.issues.map(\.path) == Array(places.prefix(64)))
    }

    @Test func manyChangesOfAFewPlacesTakeLittleRoom() throws {
        let model = DataModel(["a": 0, "b": 0])
        for number in 1...10_000 {
            model["a"] = .int(Int64(number))
            model["b"] = .int(Int64(number))
        }
        #expect(try #require(Int(model.sizes.prefix { $0.isNumber })) <= 64)
    }

    @Test func anElementThatIsNullAlreadyIsNotTold() {
        let model = DataModel(["list": [1], "map": ["a": .null]])
        model["list[0]"] = nil
        #expect(model.data == ["list": [.null], "map": ["a": .null]])
        model.flush()
        model["list[0]"] = nil
        #expect(!model.hasWaitingChanges)
        // A name that is set to nothing is gone.
        model["map.a"] = nil
        #expect(model.data == ["list": [.null], "map": [:]])
        #expect(model.hasWaitingChanges)
    }
}
