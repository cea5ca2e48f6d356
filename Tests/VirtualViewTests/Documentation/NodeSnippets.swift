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
        let tree = try templates.makeNodeTree(of: "ProductCard", environment: Environment(scale: 3, width: 390))
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
        let written: BindingValue = ["title": "Tea", "price": 4.5, "tags": ["hot", "green"]]
        let received = try BindingValue(json: bytes)
        let bridged = try BindingValue(jsonObject: JSONSerialization.jsonObject(with: Data(bytes)))
        let own = try BindingValue(encoding: Product(title: "Tea", price: 4.5))
        // end
        #expect(received == bridged && received == own && written["title"] == own["title"])
        // snippet: update
        tree.update(data: received)
        // end
        #expect((tree.node(withID: 1) as? TextNode)?.text == "Tea")
        let other: BindingValue = ["title": "Milk"]
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

    @Test func events() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        tree.update(data: ["buy": ["sku": 17]])
        let node = try #require(tree.node(withID: 42))
        var opened: [(String, BindingValue?)] = []
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
        let open: (String, BindingValue?) -> Void
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
        // snippet: programs-use
        tree.eventPrograms = PrintingRunner()
        // end
        #expect(tree.eventPrograms is PrintingRunner)
    }
}

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
struct PrintingRunner: EventProgramRunner {
    func run(_ program: EventProgram, on node: Node, for event: NodeEvent?) {
        print(program.handlerName, "of node", node.id, "has", program.code?.count ?? 0, "bytes")
    }
}
// end
