import VirtualView
import VirtualViewExpressions
import VirtualViewPreview

/// Shows a template again and again with other data, and compares each time with a layout of everything.
///
/// Between the layouts the app and the user do things, and callbacks and programs do more while those are under way.
struct ScreenCheck {
    let prepared: PreparedTemplate
    let source: (any TemplateSource)?
    private var choices: RandomChoices
    private let paths: [[String]]
    private let metrics: any TextMeasuring

    init(_ prepared: PreparedTemplate, source: (any TemplateSource)?, choices: RandomChoices) {
        self.prepared = prepared
        self.source = source
        self.choices = choices
        metrics = self.choices.byte() & 1 == 0 ? FixedTextMetrics() : BuiltInTextMetrics()
        paths = boundPaths(in: prepared.template.strings.lazy.map(\.text))
    }

    private func makeContainer(_ environment: ScreenEnvironment = ScreenEnvironment()) -> Container {
        let tree = prepared.makeTree(environment: environment, source: source)
        tree.eventPrograms = EventInterpreter(limits: EventInterpreter.Limits(maximumSteps: 500, maximumNesting: 2))
        return Container(tree, textMeasuring: metrics)
    }

    mutating func run(rounds: Int) {
        let container = makeContainer()
        let full = makeContainer()
        full.laysOutEverything = true
        for round in 0..<rounds {
            let data = choices.object(for: paths)
            let size = LayoutSize(
                width: choices.pick([320, 0, 75.5, 1e7, 400]),
                height: choices.pick([480, 0, 1, 1e6])
            )
            let isOther = choices.byte() & 3 == 3
            let isSized = choices.byte() & 7 == 7
            let deeds = (0..<choices.byte() % 5).map { _ in ScreenDeed(&choices) }
            let reaction = choices.byte() & 3 == 3 ? ScreenDeed(&choices) : nil
            for container in [container, full] {
                if isOther { container.reuse(for: data) } else { container.update(data: data) }
                var reactions = 0
                container.onEvent = { [unowned container] _ in
                    reactions += 1
                    if reactions < 8 { reaction?.happen(in: container) }
                }
                for deed in deeds { deed.happen(in: container) }
                if isSized { _ = container.sizeThatFits(width: size.width) }
                container.layOut(in: size)
            }
            precondition(frames(container) == frames(full), "a layout of what changed is that of everything")
            precondition(places(container) == places(full), "both are scrolled to the same place")
            precondition(draw(container, round) == draw(full, round), "both are drawn in the same way")
            // The reference client keeps items when the data has none.
            if prepared.client == .swift, prepared.template.expressions.count == 0 {
                for container in [container, full] { compareWithNew(container, data, size) }
            }
        }
        container.tree.send(.click, to: container.tree.root)
        container.layout(in: container.size)
        _ = draw(container, rounds)
    }

    /// What is used again for data, whatever happened to it, is like what is made for them.
    private func compareWithNew(_ container: Container, _ data: JSONValue, _ size: LayoutSize) {
        // The reactions to what happens now are not those of a new one.
        container.onEvent = nil
        container.reuse(for: data)
        container.layout(in: size)
        let new = makeContainer(container.environment)
        new.update(data: data)
        new.layout(in: size)
        precondition(frames(container) == frames(new), "what is used again is like what is made anew")
    }

    private func draw(_ container: Container, _ round: Int) -> String {
        // What is out of sight may be drawn of one container alone, which has items there.
        if round & 1 == 1 { _ = draw(container.displayList(culling: false)) }
        let picture = draw(container.displayList())
        read(container)
        _ = container.hitTest(LayoutPoint(x: Double(choices.isEmpty ? 1 : 20), y: 10))
        return picture
    }

    private func draw(_ list: DisplayList) -> String {
        for item in list.items { precondition(item.nodeIndex >= 0, "an item belongs to a node") }
        let picture = SVGRenderer(title: "fuzz").render(list)
        precondition(picture.hasSuffix("</svg>\n"), "a picture is whole")
        return picture
    }

    /// What a screen reader presents has its parents before it, and can be used.
    private func read(_ container: Container) {
        let tree = container.accessibilityTree()
        precondition(tree.nodes.count == tree.elements.count, "an element has a node")
        for (index, element) in tree.elements.enumerated() {
            precondition((element.parent ?? -1) < index, "what contains an element is read before it")
            precondition(!container.isHidden(tree.nodes[index]), "what is hidden is not read")
        }
    }

    private func frames(_ container: Container) -> [UInt64] {
        nodes(container).flatMap { node in
            let frame = container.frame(of: node)
            return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map(\.bitPattern)
        }
    }

    private func places(_ container: Container) -> [UInt64] {
        nodes(container).flatMap { node -> [UInt64] in
            guard let list = node as? ItemContainerNode else { return [] }
            let page = (list as? PageNode)?.currentPage ?? 0
            return [list.scrollOffset.x, list.scrollOffset.y, list.contentSize.width, Double(page)].map(\.bitPattern)
        }
    }

    /// The nodes of a tree without those in items that are scrolled out of sight.
    ///
    /// How many of these a list with a window has is its own affair: it lets them go when it next places its items.
    private func nodes(_ container: Container) -> [Node] {
        func collect(_ node: Node, _ nodes: inout [Node]) {
            nodes.append(node)
            for child in node.children where !isOutOfSight(child) { collect(child, &nodes) }
        }
        var nodes: [Node] = []
        collect(container.tree.root, &nodes)
        return nodes
    }

    private func isOutOfSight(_ item: Node) -> Bool {
        guard let list = item.parent as? ItemContainerNode, list.scrollCount != nil else { return false }
        let isVertical = ((list as? ScrollerNode)?.orientation ?? (list as? SliderNode)?.orientation) == .vertical
        let (start, length, room) =
            isVertical
            ? (item.frame.origin.y + list.scrolledOrigin.y, item.frame.size.height, list.frame.size.height)
            : (item.frame.origin.x + list.scrolledOrigin.x, item.frame.size.width, list.frame.size.width)
        return start + length <= 0 || start >= room
    }
}

extension Container {
    /// Lays out as ``Container/layout(in:)`` does, but never more often in the container that lays out everything where a
    /// client turns its pages back in each layout.
    fileprivate func layOut(in size: LayoutSize) {
        if tree.prepared.client == .swift || needsLayout || size != self.size { layout(in: size) }
    }
}

/// Something that an app or a user does between two layouts.
enum ScreenDeed {
    case environment(Int)
    case scroll(Int, LayoutPoint)
    case turn(Int, Int)
    case touch(Int)
    case touchAt(LayoutPoint)
    case perform(Int, AccessibilityTree.Element.Action)
    case set(Int, String, NodeValue)
    case layout(LayoutSize)
    case show(JSONValue)
    case measureAgain
    case reset

    init(_ choices: inout RandomChoices) {
        let index = choices.byte()
        switch choices.byte() % 13 {
        case 0, 1: self = .environment(choices.byte())
        case 2, 3:
            self = .scroll(index, LayoutPoint(x: choices.pick([0, 10, 1e9, -5]), y: choices.pick([0, 33, 1e9, -5])))
        case 4: self = .turn(index, choices.pick([0, 1, 2, -1, 1_000, .max, .min]))
        case 5, 6: self = .touch(index)
        case 7: self = .touchAt(LayoutPoint(x: Double(choices.byte()), y: Double(index)))
        case 8:
            let name = choices.pick(["layoutWidth", "layoutHeight", "paddingLeft", "visibility", "text", "alpha"])
            let value: NodeValue = choices.pick([
                .float(20), .int(1), .string("other words"), .float(-2), .int(2), .none,
            ])
            self = .set(index, name, value)
        case 9: self = .layout(LayoutSize(width: choices.pick([100, 320]), height: Double(index)))
        case 11: self = .perform(index, choices.pick([.click, .longClick, .increment, .decrement]))
        case 10: self = choices.byte() & 3 == 0 ? .reset : .show(choices.object(for: [["k1"], ["k2"], ["k3"]]))
        default: self = .measureAgain
        }
    }

    func happen(in container: Container) {
        switch self {
        case .environment(let number): container.environment = Self.environment(number, container.environment)
        case .scroll(let index, let offset):
            if let list: ItemContainerNode = node(index, container) { container.scroll(list, to: offset) }
        case .turn(let index, let page):
            if let node: PageNode = node(index, container) { container.turn(node, to: page) }
        case .touch(let index):
            if let node: Node = node(index, container) { container.send(.click, to: node) }
        case .touchAt(let point): container.send(.longClick, at: point)
        case .perform(let index, let action):
            if let node: Node = node(index, container) { container.perform(action, on: node) }
        case .set(let index, let name, let value):
            if let node: Node = node(index, container) { node.setProperty(value, named: name) }
        case .layout(let size): container.layOut(in: size)
        case .show(let data): container.update(data: data)
        case .measureAgain: container.textMetricsDidChange()
        case .reset: container.tree.reset()
        }
    }

    private func node<Wanted: Node>(_ index: Int, _ container: Container) -> Wanted? {
        let nodes = container.tree.nodes.compactMap { $0 as? Wanted }
        return nodes.isEmpty ? nil : nodes[index % nodes.count]
    }

    static func environment(_ number: Int, _ old: ScreenEnvironment) -> ScreenEnvironment {
        var environment = old
        switch number % 6 {
        case 0: environment.width = number < 128 ? 320 : 750
        case 1: environment.scale = number < 128 ? 1 : 3
        case 2: environment.textScale = number < 128 ? 1 : 1.75
        case 3: environment.layoutDirection = number < 128 ? .leftToRight : .rightToLeft
        case 4: environment.appearance = number < 128 ? .light : .dark
        default: environment.width = number < 128 ? 0 : 1e6
        }
        return environment
    }
}

/// Lets programs do what an app does, in the middle of whatever made them run.
struct ScreenModule: EventModule {
    let name = "app"

    var functions: [EventFunction] {
        [
            EventFunction("click", [.int]) { call in
                guard let tree = call.node.tree else { return }
                let nodes = Array(tree.nodes)
                tree.send(.click, to: nodes[Int(call.int(at: 0).magnitude) % nodes.count])
            },
            EventFunction("show", [.any]) { $0.node.tree?.update(data: $0.arguments[0].data) },
            EventFunction("reuse", [.any]) { $0.node.tree?.reuse(for: $0.arguments[0].data) },
            EventFunction("environment", [.int]) { call in
                guard let tree = call.node.tree else { return }
                tree.environment = ScreenDeed.environment(Int(call.int(at: 0).magnitude), tree.environment)
            },
            EventFunction("scroll", [.number]) { call in
                (call.node as? ItemContainerNode)?.scrollOffset.y = call.number(at: 0)
            },
        ]
    }

    static let registry: NodeRegistry = {
        var registry = NodeRegistry.standard
        registry.unknownComponents = .placeholder
        registry.register(ScreenModule())
        return registry
    }()
}
