import VirtualView
import VirtualViewExpressions

/// A component with a property of every type, and with functions, for tests of event programs.
class ProbeNode: Node {
    static let number = ComponentProperty<Int32>("n", default: 7, eventAccess: .readWrite)
    static let decimal = ComponentProperty<Float>("x", default: 0.5, eventAccess: .readWrite)
    static let word = ComponentProperty<String?>("s", default: "hello", eventAccess: .readWrite)
    static let empty = ComponentProperty<String?>("e", default: nil, eventAccess: .readWrite)
    static let flag = ComponentProperty<Bool>("b", default: true, eventAccess: .readWrite)
    static let fixed = ComponentProperty<Int32>("fixed", default: 3, eventAccess: .read)
    static let secret = ComponentProperty<Int32>("secret", default: 4)
    static let component = ComponentSchema(
        id: 1001,
        name: "Probe",
        properties: [
            number.schema, decimal.schema, word.schema, empty.schema, flag.schema, fixed.schema, secret.schema,
        ]
    )

    /// What programs gave to `put` of the module `test`.
    var received: [EventValue] = []

    override class var eventFunctions: [EventFunction] {
        [
            EventFunction("ping") { call in (call.target as? ProbeNode)?.received.append(.string("ping")) },
            EventFunction("plus", [.int], gives: .int) { call in
                .int(((call.target as? ProbeNode)?[number] ?? 0) &+ call.int(at: 0))
            },
        ]
    }

    static let registry: NodeRegistry = {
        var registry = NodeRegistry.standard
        try? registry.register(ProbeNode.self, for: component)
        registry.register(TestModule())
        return registry
    }()
}

/// A failure of a function, for tests.
struct TestFailure: Error, CustomStringConvertible {
    var description: String { "out of tea" }
}

struct TestModule: EventModule {
    let name = "test"

    var functions: [EventFunction] {
        [
            EventFunction("put", [.any]) { call in
                (call.node as? ProbeNode)?.received.append(call.arguments[0])
            },
            EventFunction("sum", [.int, .int], gives: .int) { .int($0.int(at: 0) &+ $0.int(at: 1)) },
            EventFunction("half", [.number], gives: .number) { .double($0.number(at: 0) / 2) },
            EventFunction("not", [.bool], gives: .bool) { .bool(!$0.bool(at: 0)) },
            EventFunction("join", [.string, .string], gives: .string) {
                .string($0.string(at: 0) + $0.string(at: 1))
            },
            EventFunction("mother", [.node], gives: .any) { $0.node(at: 0)?.parent.map(EventValue.node) ?? .none },
            EventFunction("list", gives: .list) { _ in .list([1, 2]) },
            EventFunction("same", [.object], gives: .object) { $0.arguments[0] },
            EventFunction("nothing") { _ in },
            EventFunction("fail") { _ in throw TestFailure() },
            EventFunction("lie", gives: .int) { _ in .string("x") },
        ]
    }
}

/// A tree `FrameLayout > Probe > NText`, whose probe runs a program.
struct ProbeScene {
    let tree: NodeTree
    let probe: ProbeNode

    /// Makes the scene with a program.
    init(_ program: NodeSpec.Value, data: JSONValue? = nil) throws {
        let spec = NodeSpec(
            "FrameLayout",
            ["name": "root"],
            [
                NodeSpec(
                    component: ProbeNode.component.id,
                    ["name": "probe", "onClick": program],
                    variables: ["count": 3, "nick": "bob", "rate": 1.5],
                    [NodeSpec("NText", ["name": "label", "text": "deep", "textSize": 12, "textColor": 5])]
                ),
                NodeSpec("NText", ["name": "title", "text": "up"]),
                NodeSpec(component: ProbeNode.component.id, ["name": "twin", "n": 9]),
            ]
        )
        tree = try makeTree(spec, registry: ProbeNode.registry)
        guard let probe = tree.root.children.first as? ProbeNode else { throw TestFailure() }
        self.probe = probe
        if let data { tree.update(data: data) }
    }

    /// Runs the program.
    func run(limits: EventInterpreter.Limits = EventInterpreter.Limits()) throws(EventError) {
        guard let program = probe.eventProgram(for: "onClick") else { preconditionFailure("there is no program") }
        try EventInterpreter(limits: limits).execute(program, on: probe)
    }

    func child(_ index: Int) -> Node { tree.root.children[index] }
}
