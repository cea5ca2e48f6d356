import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// A screen with a model looks like one that got the whole data anew, after any changes.
@Suite struct DataModelOracleTests {
    private static let size = LayoutSize(width: 300, height: 400)

    private static let screens = [
        """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1">
          <NText text="${a}" layoutWidth="-1" layoutHeight="20"/>
          <NText text="${a.b} and ${a.c[1] ?: 'none'}" layoutWidth="-1" layoutHeight="20"/>
          <NText text="${= a.b + length(list)}" layoutWidth="-1" layoutHeight="20"/>
          <NText text="@{flag ? ${a.b} : other}" visibility="${v}" layoutWidth="-1" layoutHeight="${h}"/>
          <NText text="${env.width} ${env.own}" layoutWidth="-1" layoutHeight="20"/>
          <NText text="${= list[at].t ?: 'nothing'}" layoutWidth="-1" layoutHeight="20"/>
          <Scroller dataTag="${list}" layoutWidth="-1" layoutHeight="150"/>
          <Grid dataTag="${a.list}" colCount="2" itemHeight="30" layoutWidth="-1" layoutHeight="-2"/>
        </VHLayout>
        """,
        """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1">
          <Scroller dataTag="${list}" itemKey="k" anchor="end" layoutWidth="-1" layoutHeight="200"/>
          <Page dataTag="${a.list}" layoutWidth="-1" layoutHeight="60"/>
          <VirtualContainer dataTag="${list}" order="1" layoutWidth="-1" layoutHeight="60"/>
        </VHLayout>
        """,
    ]
    private static let row = """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-2">
          <NText text="${t} ${= u * 2}" layoutWidth="-1" layoutHeight="${h}" background="${c}"/>
          <Slider dataTag="${list}" itemWidth="40" layoutWidth="-1" layoutHeight="30"/>
        </VHLayout>
        """
    private static let cell = #"<NText text="${t} of ${k}" layoutWidth="40" layoutHeight="20"/>"#

    private let source: PreparedTemplates
    private var generator: SeededGenerator

    init() throws {
        source = PreparedTemplates([
            "row": try LayoutSource.prepare(Self.row), "cell": try LayoutSource.prepare(Self.cell),
        ])
        generator = SeededGenerator(seed: RandomTests.seed)
    }

    private func container(_ screen: Int, _ client: Client) throws -> Container {
        let file = SourceFile(path: "Screen.xml", text: Self.screens[screen])
        let tree = try LayoutSource.prepare(file, client).makeTree(source: source)
        return Container(tree, textMeasuring: FixedTextMetrics())
    }

    // MARK: - Random data

    private mutating func pick(_ count: Int) -> Int { .random(in: 0..<count, using: &generator) }

    private mutating func value(_ depth: Int = 0) -> JSONValue? {
        switch pick(depth > 2 ? 6 : 9) {
        case 0: return nil
        case 1: return .int(Int64(pick(60)))
        case 2: return .string(["red", "visible", "gone", "text", "", "7"][pick(6)])
        case 3: return .bool(pick(2) == 0)
        case 4: return .double(Double(pick(8)) / 2)
        case 5: return .null
        case 6: return entry(depth)
        default: return .array((0..<pick(6)).map { _ in entry(depth) })
        }
    }

    private mutating func entry(_ depth: Int) -> JSONValue {
        var members: [(String, JSONValue)] = [("type", pick(8) == 0 ? "none" : pick(2) == 0 ? "row" : "cell")]
        for name in ["t", "u", "h", "c", "k", "b"] where pick(2) == 0 {
            if let value = value(depth + 1) { members.append((name, value)) }
        }
        if depth < 2, pick(4) > 0 { members.append(("list", list(depth))) }
        if depth == 0, pick(4) > 0 { members.append(("a", entry(1))) }
        return .object(BindingObject(members))
    }

    private mutating func list(_ depth: Int) -> JSONValue {
        .array((0..<pick(6)).map { _ in entry(depth + 1) })
    }

    /// Returns a value that mostly leaves something to show at a path.
    private mutating func value(at path: DataPath) -> JSONValue? {
        if pick(8) == 0 { return value() }
        switch path.steps.last {
        case nil: return entry(0)
        case .index: return pick(4) == 0 ? value(2) : entry(1)
        case .key(let key) where key == "list": return list(1)
        case .key(let key) where key == "a": return entry(1)
        case .key: return value(2)
        }
    }

    private mutating func path() -> DataPath {
        var steps: [DataPath.Step] = []
        // Mostly into what lists show.
        if pick(3) > 0 {
            if pick(2) == 0 { steps.append(.key("a")) }
            steps.append(.key("list"))
            if pick(5) > 0 { steps.append(.index(pick(5))) }
        }
        let names = [
            "a", "b", "c", "list", "list", "flag", "v", "h", "at", "t", "u", "k", "type", "span", "env", "own",
        ]
        let count = steps.isEmpty && pick(20) > 0 ? 1 + pick(4) : pick(3)
        for place in 0..<count {
            steps.append(place > 0 && pick(2) == 0 ? .index(pick(5)) : .key(names[pick(names.count)]))
        }
        return DataPath(steps)
    }

    // MARK: - The oracle

    @Test(arguments: [Client.swift, .iOS])
    mutating func looksLikeAScreenThatGotTheWholeData(_ client: Client) throws {
        var inItems = 0
        for round in 0..<RandomTests.count(16) {
            let screen = round % Self.screens.count
            let model = DataModel(entry(0))
            let shown = try container(screen, client)
            shown.model = model
            // That client keeps items for data without an array, so that what it shows depends on what was before.
            let follower = try container(screen, client)
            follower.update(data: model.data)
            var told: JSONValue?
            let observed = path()
            let observation = model.observe(observed) { told = $0 }
            for _ in 0..<25 {
                for _ in 0...pick(3) {
                    let path = path()
                    var expected = model.data
                    let isRefused = slowPut(value(at: path), at: path.steps[...], in: &expected)
                    let value = isRefused ? 1 : expected.flatMap { path.steps.isEmpty ? $0 : $0[path] }
                    model[path] = value
                    if !isRefused, path.steps.contains(.key("list")), path.steps.count > 2 { inItems += 1 }
                    if !isRefused { #expect(model.data == expected, "VV_SEED=\(RandomTests.seed) \(path)") }
                }
                if pick(4) == 0 { shown.environment.width = Double(300 + pick(3)) }
                let whole = client == .swift ? try container(screen, client) : follower
                whole.environment = shown.environment
                whole.update(data: model.data)
                for container in [shown, whole] {
                    container.layout(in: Self.size)
                    // A list that has shown an entry knows how long that is, and estimates others.
                    while container.prepareItemsAhead(100) { container.layout(in: Self.size) }
                    container.layout(in: Self.size)
                }
                try #require(
                    shown.displayList().items.map { "\($0)" } == whole.displayList().items.map { "\($0)" },
                    "VV_SEED=\(RandomTests.seed), round \(round)"
                )
                #expect(told == model[observed])
            }
            observation.cancel()
        }
        #expect(inItems > 100 * RandomTests.count(16) / 16, "changes of what is in entries: \(inItems)")
    }

    /// The rules of the model, on values that are copied.
    ///
    /// - Returns: Whether the change is refused.
    private func slowPut(
        _ value: JSONValue?,
        at steps: ArraySlice<DataPath.Step>,
        in data: inout JSONValue?
    ) -> Bool {
        guard let step = steps.first else {
            data = value
            return false
        }
        let isNothing = data == nil || data == .null
        var inner: JSONValue?
        switch step {
        case .key(let key):
            guard isNothing || data?.isObject == true else { return true }
            inner = data?[key]
            guard !slowPut(value, at: steps.dropFirst(), in: &inner) else { return true }
            guard inner != nil || data?[key] != nil else { return false }
            var members: [(String, JSONValue)] = []
            if case .object(let object)? = data {
                members = object.sortedKeys.filter { $0 != key }.compactMap { name in object[name].map { (name, $0) } }
            }
            if let inner { members.append((key, inner)) }
            data = .object(BindingObject(members))
        case .index(let index):
            var elements: [JSONValue] = []
            if case .array(let array)? = data { elements = Array(array) } else if !isNothing { return true }
            guard index <= elements.count else { return true }
            inner = index < elements.count ? elements[index] : nil
            guard !slowPut(value, at: steps.dropFirst(), in: &inner) else { return true }
            if index < elements.count {
                elements[index] = inner ?? .null
            } else {
                guard let inner else { return false }
                elements.append(inner)
            }
            data = .array(elements)
        }
        return false
    }
}

extension JSONValue {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
