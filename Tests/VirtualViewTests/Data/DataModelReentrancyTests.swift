import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// What callbacks of a delivery may do: end it for others, choose other data, and change the model.
@Suite struct DataModelReentrancyTests {
    private static let size = LayoutSize(width: 100, height: 100)

    private func container() throws -> Container {
        try LayoutSource.container(
            #"<NText text="${t}" textColor="${c}" layoutWidth="50" layoutHeight="20"/>"#
        )
    }

    private func text(_ container: Container) -> String? {
        container.layout(in: Self.size)
        return (container.tree.root as? TextNode)?.text
    }

    /// Owns an observation, as a view of an app does.
    private final class Owner {
        var observation: DataObservation?
    }

    @Test func anObserverMayHoldOthers() {
        let model = DataModel(["a": 1])
        var told = 0
        var last: Owner?
        for _ in 0..<5 {
            let owner = Owner()
            let inner = last
            owner.observation = model.observe("a") { _ in
                told += 1
                withExtendedLifetime(inner) {}
            }
            last = owner
        }
        last = nil
        told = 0
        model["a"] = 2
        model.flush()
        #expect(told == 0)
    }

    @Test func observersThatEndEachOtherAreToldAtMostOnce() {
        let model = DataModel(["a": 1])
        var observations: [DataObservation] = []
        var told: [Int] = []
        for number in 0..<4 {
            observations.append(
                model.observe("a") { value in
                    guard value == 2 else { return }
                    told.append(number)
                    for observation in observations { observation.cancel() }
                }
            )
        }
        model["a"] = 2
        model.flush()
        #expect(told == [0])
    }

    // MARK: - Another model

    /// What waits for its delivery when the model goes.
    @Test(arguments: 0..<4) func whatWaitsForAModelThatGoesIsShown(_ way: Int) throws {
        let container = try container()
        let model = DataModel(["t": "A", "c": "red"])
        container.model = model
        #expect(text(container) == "A")
        model["t"] = "B"
        switch way {
        case 0: container.update(data: model.data)
        case 1: container.model = DataModel(["t": "B", "c": "red"])
        case 2: container.reuse(for: model.data)
        default: container.model = nil
        }
        #expect(text(container) == "B")
        #expect(container.tree.data == model.data)
        container.environment.appearance = .dark
        #expect(text(container) == "B")
    }

    // MARK: - Containers

    /// The first container's binding meets a colour that is none, which the app hears of while data is being shown.
    @Test func aContainerThatGoesInADeliveryIsNotTouched() throws {
        let model = DataModel(["t": "Tea", "c": "red"])
        let first = try container()
        var others: [Container] = []
        first.model = model
        for _ in 0..<3 {
            let other = try container()
            other.model = model
            others.append(other)
        }
        let kept = others[2]
        first.tree.onIssue = { _ in others.removeAll() }
        model.change {
            model["t"] = "Cake"
            model["c"] = "no colour"
        }
        model.flush()
        #expect(others.isEmpty)
        #expect(text(first) == "Cake" && text(kept) == "Cake")
    }

    @Test func aContainerThatGoesWhileOneAsksForAFrameIsNotTouched() throws {
        let model = DataModel(["t": "Tea"])
        let first = try container()
        first.model = model
        var others: [Container] = [try container(), try container()]
        var asked = 0
        for other in others {
            other.model = model
            other.onModelChange = { asked += 1 }
        }
        let kept = others[1]
        first.onModelChange = { others.removeAll() }
        model["t"] = "Cake"
        #expect(asked == 1)
        #expect(text(kept) == "Cake")
    }

    @Test(arguments: ["model", "update", "none"])
    func aCallbackMayChooseOtherData(_ way: String) throws {
        let container = try container()
        let model = DataModel(["t": "Tea", "c": "red"])
        let other = DataModel(["t": "Other", "c": "red"])
        container.model = model
        var count = 0
        container.tree.onIssue = { _ in
            count += 1
            switch way {
            case "model": container.model = other
            case "update": container.update(data: ["t": "Own"])
            default: container.model = nil
            }
        }
        model.change {
            model["t"] = "Cake"
            model["c"] = "no colour"
        }
        model.flush()
        #expect(count == 1)
        let shown = way == "model" ? "Other" : way == "update" ? "Own" : "Cake"
        #expect(text(container) == shown)
        model["t"] = "Bread"
        model.flush()
        #expect(text(container) == shown)
        other["t"] = "Milk"
        #expect(text(container) == (way == "model" ? "Milk" : shown))
    }

    /// What the model had is not shown once more before that.
    @Test(arguments: ["update", "reuse", "reset"])
    func whatIsShownInsteadOfAModelIsShownAlone(_ way: String) throws {
        let container = try container()
        let model = DataModel(["t": "Tea", "c": "red"])
        container.model = model
        var shown: [String?] = []
        container.tree.onIssue = { _ in shown.append((container.tree.root as? TextNode)?.text) }
        model["t"] = "Cake"
        model["c"] = "no colour"
        switch way {
        case "update": container.update(data: ["t": "Own", "c": "red"])
        case "reuse": container.reuse(for: ["t": "Own", "c": "red"])
        default: container.tree.reset()
        }
        #expect(shown == [])
        #expect(text(container) == (way == "reset" ? nil : "Own"))
    }

    /// The same while a model's data is shown for the first time.
    @Test(arguments: ["model", "update", "none"])
    func aCallbackOfTheFirstDataMayChooseOtherData(_ way: String) throws {
        let container = try container()
        let model = DataModel(["t": "Tea", "c": "no colour"])
        let other = DataModel(["t": "Other", "c": "red"])
        container.tree.onIssue = { _ in
            switch way {
            case "model": container.model = other
            case "update": container.update(data: ["t": "Own"])
            default: container.model = nil
            }
        }
        container.model = model
        let shown = way == "model" ? "Other" : way == "update" ? "Own" : "Tea"
        #expect(text(container) == shown)
        #expect(container.model === (way == "model" ? other : nil))
        model["t"] = "Bread"
        model.flush()
        #expect(text(container) == shown)
        other["t"] = "Milk"
        #expect(text(container) == (way == "model" ? "Milk" : shown))
    }

    @Test func aChangeWhileDataIsShownIsShownInTheSameDelivery() throws {
        let container = try container()
        let model = DataModel(["t": "Tea", "c": "red"])
        container.model = model
        container.tree.onIssue = { _ in
            model["t"] = "Cake"
            model.flush()
        }
        model["c"] = "no colour"
        #expect(text(container) == "Cake")
        #expect(!model.hasWaitingChanges)
    }

    /// Deliveries that come while something else is shown wait for that, and the last one does not take the others' place.
    @Test func allDeliveriesThatWaitAreShown() throws {
        let container = try LayoutSource.container(
            """
            <FrameLayout><NText id="1" text="${a}"/><NText id="2" text="${b}"/>
            <NText textColor="${= env.width > 500 ? 'none' : 'red'}"/></FrameLayout>
            """
        )
        func texts() -> [String?] { [1, 2].map { (container.tree.node(withID: $0) as? TextNode)?.text } }
        let model = DataModel(["a": "Tea", "b": "Tea"])
        container.model = model
        var seen: [String?] = []
        container.tree.onIssue = { _ in
            for place in ["a", "b"] as [DataPath] {
                model[place] = "Cake"
                model.flush()
            }
            seen = texts()
        }
        container.environment.width = 750
        #expect(seen == ["Tea", "Tea"])
        #expect(texts() == ["Cake", "Cake"] && !model.hasWaitingChanges)
    }

    @Test func aModelThatIsSetAsksForAFrame() throws {
        let container = try container()
        container.layout(in: Self.size)
        _ = container.displayList()
        var frames = 0
        container.onModelChange = { frames += 1 }
        let model = DataModel()
        model["t"] = "Tea"
        container.model = model
        #expect(frames == 1)
        #expect(text(container) == "Tea")
        _ = container.displayList()
        model["t"] = "Cake"
        #expect(frames == 2)
    }

    // MARK: - Values that are equal at the delivery

    /// Who comes while changes wait has seen them, so that it must hear of what becomes of them.
    @Test func whatCameBackIsToldToThoseWhoSawIt() throws {
        let model = DataModel(["t": "Tea", "c": "red"])
        let (before, after) = (try container(), try container())
        before.model = model
        #expect(text(before) == "Tea")
        _ = before.displayList()
        var told: [JSONValue?] = []
        let first = model.observe("t") { told.append($0) }
        model["t"] = "Cake"
        let second = model.observe("t") { told.append($0) }
        after.model = model
        model["t"] = "Tea"
        #expect(text(after) == "Tea")
        #expect(told == ["Tea", "Cake", "Tea"])
        #expect(text(before) == "Tea" && !before.needsDisplay)
        withExtendedLifetime((first, second)) {}
    }

    // MARK: - Places

    @Test(arguments: [-1, .min, .max, 3])
    func anIndexOutsideOfAnArrayIsReported(_ index: Int) {
        let data: JSONValue = ["list": [1, 2]]
        let model = DataModel(data)
        let path = DataPath([.key("list"), .index(index)])
        #expect(model[path] == nil)
        model[path] = 7
        model[DataPath([.key("list"), .index(index), .key("a")])] = 7
        model[path] = nil
        #expect(model.issues.map { $0.code } == [.unreachable, .unreachable])
        #expect(model.data == data && !model.hasWaitingChanges)
        var told: [JSONValue?] = []
        let observation = model.observe(path) { told.append($0) }
        model["list"] = nil
        model.flush()
        #expect(told == [nil])
        withExtendedLifetime(observation) {}
    }

    /// The first container's binding meets a colour that is none; the second one's turn comes after that.
    @Test(arguments: 0..<4) func aContainerThatLeavesBeforeItsTurnShowsTheNewestData(_ way: Int) throws {
        let model = DataModel(["t": "Tea", "c": "red"])
        let (first, second) = (try container(), try container())
        first.model = model
        second.model = model
        #expect(text(second) == "Tea")
        var calls = 0
        first.tree.onIssue = { _ in
            calls += 1
            switch way {
            case 0: second.update(data: model.data)
            case 1: second.model = DataModel(model.data)
            case 2: second.reuse(for: model.data)
            default: second.model = nil
            }
        }
        model.change {
            model["t"] = "Cake"
            model["c"] = "no colour"
        }
        model.flush()
        #expect(calls == 1)
        #expect(second.tree.data == model.data)
        #expect(text(second) == "Cake")
    }
}
