import Foundation
import Testing
import VirtualView

/// The code of `Docs/Embedding.md` on nodes: what stands between the markers is what the page shows.
@Suite struct NodeSnippets {
    private let templates: TemplateManager

    init() throws {
        templates = TemplateManager()
        let items = NodeSpec("Grid", ["dataTag": "${sections}"])
        let button = NodeSpec("NText", ["id": 42, "text": "Buy", "action": "buy", "flag": 32, "textColor": "red"])
        let title = NodeSpec("NText", ["id": 1, "text": "${title}"])
        let card = NodeSpec("VHLayout", ["fancy": 1], variables: ["count": 0], [title, button, items])
        try templates.load(makeTemplate(card, type: "ProductCard").bytes, as: "ProductCard")
    }

    @Test func create() throws {
        // snippet: create
        let tree = try templates.makeNodeTree(of: "ProductCard", environment: ScreenEnvironment(scale: 3, width: 390))
        // end
        #expect(tree.root is VHLayoutNode)
    }

    @Test func createAtOnce() throws {
        // snippet: readiness
        var configuration = TemplateManager.Configuration()
        configuration.queueReadiness = .resolved(width: 390)
        // end
        #expect(TemplateManager(configuration: configuration).configuration.queueReadiness == .resolved(width: 390))
        // snippet: freshness
        let tree = try templates.makeNodeTree(of: "ProductCard", freshness: .published)
        // end
        #expect(tree.root is VHLayoutNode)
    }

    @Test func createInTheBackground() async throws {
        // snippet: create-background
        @concurrent func makeCard(_ templates: TemplateManager) async throws -> sending NodeTree {
            let tree = try templates.makeNodeTree(of: "ProductCard")
            tree.update(data: ["title": "Tea"])
            return tree
        }
        // end
        let tree = try await makeCard(templates)
        #expect((tree.node(withID: 1) as? TextNode)?.text == "Tea")
    }

    @Test func properties() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        // snippet: properties
        if let button = tree.node(withID: 42) as? TextNode {
            button.text = "Sold out"
            button.textColor = ARGBColor(rawValue: 0xFF88_8888)
        }
        // end
        // snippet: variables
        tree.root.setVariable(.int(3), named: "count")
        let count = tree.root.variable(named: "count")
        // end
        #expect(count == .int(3))
        #expect((tree.node(withID: 42) as? TextNode)?.text == "Sold out")
    }

    @Test func data() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        let bytes = [UInt8](#"{"title":"Tea","price":4.5}"#.utf8)
        // snippet: data-sources
        let written: JSONValue = ["title": "Tea", "price": 4.5, "tags": ["hot", "green"]]
        let received = try JSONValue(json: bytes)
        let bridged = try JSONValue(jsonObject: JSONSerialization.jsonObject(with: Data(bytes)))
        let own = try JSONValue(encoding: Product(title: "Tea", price: 4.5))
        // end
        #expect(received == bridged && received == own && written["title"] == own["title"])
        // snippet: update
        tree.update(data: received)
        // end
        #expect((tree.node(withID: 1) as? TextNode)?.text == "Tea")
        let other: JSONValue = ["title": "Milk"]
        // snippet: reuse
        tree.reuse(for: other)
        // end
        #expect((tree.node(withID: 1) as? TextNode)?.text == "Milk")
    }

    private struct Product: Encodable {
        let title: String
        let price: Double
    }

    @Test func environment() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        // snippet: environment
        tree.environment.appearance = .dark
        // end
        #expect(tree.environment.appearance == .dark)
    }

    @Test func issues() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        // snippet: issues
        for issue in tree.prepared.issues { print(issue) }
        tree.onIssue = { issue in print(issue) }
        // end
        #expect(tree.prepared.issues.map(\.code) == [.unknownProperty])
    }

    @Test func bindingFunction() throws {
        // snippet: binding-function
        var registry = NodeRegistry.standard
        registry.register(
            BindingFunction("money") { arguments in
                guard case .int(let cents)? = arguments.first else { return nil }
                return .string("\(cents / 100).\(cents / 10 % 10)\(cents % 10) €")
            }
        )
        // end
        let template = try makeTemplate(NodeSpec("NText", ["text": "${= app.money(price)}"]))
        let tree = try PreparedTemplate(template, registry: registry).makeTree()
        tree.update(data: ["price": 1205])
        #expect((tree.root as? TextNode)?.text == "12.05 €")
    }

    @Test func events() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        tree.update(data: ["buy": ["sku": 17]])
        let node = try #require(tree.node(withID: 42))
        var opened: [(String, JSONValue?)] = []
        let router = Router { opened.append(($0, $1)) }
        // snippet: events
        if node.accepts(.click) {
            let event = tree.send(.click, to: node)
            if let action = event.action { router.open(action, event.actionValue) }
        }
        // end
        #expect(opened.count == 1)
        #expect(opened.first?.1 == ["sku": 17])
    }

    private struct Router {
        let open: (String, JSONValue?) -> Void
    }

    private struct Feed {
        let loadMore: (DataPath) -> Void

        func loadMore(after path: DataPath) { loadMore(path) }
    }

    @Test func containerEvents() throws {
        let button = NodeSpec("NText", ["flag": 32, "action": "buy", "layoutWidth": -1, "layoutHeight": 40])
        let spec = NodeSpec(
            "VHLayout",
            ["orientation": 0],
            [
                button, NodeSpec("Page", ["dataTag": "${rows}", "layoutWidth": -1, "layoutHeight": 100]),
                NodeSpec("Scroller", ["orientation": 0, "dataTag": "${rows}", "layoutWidth": -1, "layoutHeight": 100]),
            ]
        )
        let row = NodeSpec("FrameLayout", ["layoutWidth": -1, "layoutHeight": 90])
        let container = Container(try makeTree(spec, source: PreparedTemplates(["Row": row])))
        var log: [String] = []
        let router = Router { action, _ in log.append(action) }
        let feed = Feed { log.append("more of \($0)") }
        // snippet: container-events
        container.onEvent = { event in
            switch event.kind {
            case .click: router.open(event.action ?? "", event.actionValue)
            case .autoRefresh: feed.loadMore(after: event.dataPath)
            default: break
            }
        }
        // end
        container.update(data: ["rows": .array(Array(repeating: ["type": "Row"], count: 9))])
        container.layout(in: LayoutSize(width: 300, height: 240))
        let banner = try #require(container.tree.root.children[1] as? PageNode)
        let list = try #require(container.tree.root.children[2] as? ScrollerNode)
        // snippet: container-send
        container.send(.click, at: LayoutPoint(x: 20, y: 12))  // a tap
        container.scroll(list, to: LayoutPoint(x: 0, y: 300))  // a finger moved
        container.turn(banner, to: banner.currentPage + 1)  // an arrow was clicked
        // end
        #expect(log == ["buy", "more of "])
        #expect(list.scrollOffset.y == 300)
        #expect(banner.currentPage == 1)
    }

    @Test func ownComponents() throws {
        let spec = NodeSpec(component: 1_001, ["count": 7])
        // snippet: own-register
        var configuration = TemplateManager.Configuration()
        try configuration.registry.register(BadgeNode.self, for: BadgeNode.component)
        let templates = TemplateManager(configuration: configuration)
        // end
        try templates.load(makeTemplate(spec, type: "Badge").bytes, as: "Badge")
        let badge = try templates.makeNodeTree(of: "Badge").root
        // snippet: own-use
        let count = badge[BadgeNode.count]
        badge[BadgeNode.count] = count + 1
        // end
        #expect(badge[BadgeNode.count] == 8)
        #expect((badge as? BadgeNode)?.redraws == 1)
        configuration.registry.unknownComponents = .error
        // snippet: placeholder
        configuration.registry.unknownComponents = .placeholder
        // end
        #expect(configuration.registry.unknownComponents == .placeholder)
    }

    @Test func programs() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        // snippet: program-errors
        tree.onEventError = { error in print(error.code, error) }
        // end
        // snippet: program-limits
        tree.eventPrograms = EventInterpreter(limits: EventInterpreter.Limits(maximumSteps: 10_000, maximumNesting: 2))
        // end
        #expect((tree.eventPrograms as? EventInterpreter)?.limits.maximumNesting == 2)
        // snippet: programs-use
        tree.eventPrograms = PrintingRunner()
        // end
        #expect(tree.eventPrograms is PrintingRunner)
    }
}

extension NodeSnippets {
    @Test func modules() throws {
        let basket = Basket()
        // snippet: module-register
        var configuration = TemplateManager.Configuration()
        configuration.registry.register(BasketModule(basket: basket))
        let templates = TemplateManager(configuration: configuration)
        // end
        let program = NodeSpec.Value.handler("module.basket.add(data.sku, 1); this.x = module.basket.add('b', 2)")
        let spec = NodeSpec("NText", ["onClick": program], variables: ["x": 0])
        try templates.load(makeTemplate(spec, type: "Buy").bytes, as: "Buy")
        let tree = try templates.makeNodeTree(of: "Buy")
        tree.update(data: ["sku": "a"])
        tree.send(.click, to: tree.root)
        #expect(tree.issues.isEmpty)
        #expect(basket.content == ["a": 1, "b": 2])
        #expect(tree.root.variable(named: "x") == .int(3))
    }

    @Test func functionsOfNodes() throws {
        var registry = NodeRegistry.standard
        try registry.register(LampNode.self, for: ComponentSchema(id: 1_002, name: "Lamp"))
        let spec = NodeSpec(component: 1_002, ["onClick": .handler("this.flash(); header.tag = 'lit'")])
        let tree = try makeTree(spec, registry: registry)
        let header = Container(try makeTree(NodeSpec("NText")))
        // snippet: event-node
        tree.setEventNode(header.tree.root, named: "header")
        // end
        tree.send(.click, to: tree.root)
        #expect((tree.root as? LampNode)?.flashes == 1)
        #expect(header.tree.root.tag == "lit")
    }
}

/// What a shop's app keeps.
final class Basket: Sendable {
    private let counts = Locked<[String: Int32]>([:])

    var content: [String: Int32] { counts.withLock { $0 } }

    /// Adds something; gives how many things there are.
    func add(_ sku: String, count: Int32) throws -> Int32 {
        counts.withLock { counts in
            counts[sku, default: 0] += count
            return counts.values.reduce(0, +)
        }
    }

    func clear() {
        counts.withLock { $0 = [:] }
    }
}

// snippet: module
struct BasketModule: EventModule {
    let basket: Basket
    let name = "basket"

    var functions: [EventFunction] {
        [
            EventFunction("add", [.string, .int], gives: .int) { call in
                .int(try basket.add(call.string(at: 0), count: call.int(at: 1)))
            },
            EventFunction("clear") { _ in basket.clear() },
        ]
    }
}
// end

// snippet: node-functions
final class LampNode: Node {
    private(set) var flashes = 0

    override class var eventFunctions: [EventFunction] {
        [EventFunction("flash") { call in (call.target as? LampNode)?.flashes += 1 }]
    }
}
// end

// snippet: own-component
final class BadgeNode: Node {
    static let count = ComponentProperty<Int32>("count", default: 0, invalidates: .ownSize)
    static let tint = ComponentProperty<ARGBColor>("tint", default: .black)
    static let component = ComponentSchema(id: 1001, name: "Badge", properties: [count.schema, tint.schema])

    var redraws = 0

    override func ownPropertyDidChange(_ property: PropertySchema) {
        redraws += 1
    }
}
// end

// snippet: programs
final class PrintingRunner: EventProgramRunner {
    func run(_ program: EventProgram, on node: Node, for event: NodeEvent?) {
        print(program.handlerName, "of node", node.id, "has", program.code?.count ?? 0, "bytes")
    }
}
// end
