import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat

/// A node of the scene on which the recorded programs ran.
final class RecordedNode: Node {
    /// What was called, kept by the node whose program runs.
    var calls: [String] = []
    /// The node that the module made.
    var made: Node?

    override class var eventFunctions: [EventFunction] {
        [
            EventFunction("ping") { call in note("\(call.target?.name ?? "").ping()", call) },
            EventFunction("plus", [.int], gives: .int) { call in
                note("\(call.target?.name ?? "").plus(int:\(call.int(at: 0)))", call)
                guard case .int(let size)? = call.target?.property(named: "textSize") else { return .int(0) }
                return .int(size &+ call.int(at: 0))
            },
        ]
    }

    fileprivate static func note(_ text: String, _ call: EventCall) {
        (call.node as? RecordedNode)?.calls.append(text)
    }
}

private struct UtilityModule: EventModule {
    let name = "util"

    var functions: [EventFunction] {
        [
            function("twice", [.int], gives: .int) { .int($0.int(at: 0) &* 2) },
            function("half", [.number], gives: .number) { .float(Float($0.number(at: 0) / 2)) },
            function("join", [.string, .string], gives: .string) { .string($0.string(at: 0) + $0.string(at: 1)) },
            function("sum", [.int, .int], gives: .int) { .int($0.int(at: 0) &+ $0.int(at: 1)) },
            function("one", [], gives: .int) { _ in .int(1) },
            function("zero", [], gives: .int) { _ in .int(0) },
            function("noop", [], gives: .nothing) { _ in .none },
            function("make", [], gives: .node) { call in
                let node = try RecordedScene.registry.makeNode(named: "Label")
                node.name = "made"
                (call.node as? RecordedNode)?.made = node
                return .node(node)
            },
            function("pick", [.any], gives: .any) { $0.arguments[0] },
            function("fail", [], gives: .nothing) { _ in throw TestFailure() },
        ]
    }

    /// Notes the call: one argument with its kind, several without.
    private func function(
        _ name: String,
        _ parameters: [EventValue.Kind],
        gives result: EventValue.Kind,
        body: @escaping @Sendable (EventCall) throws -> EventValue
    ) -> EventFunction {
        EventFunction(name, parameters, gives: result) { call in
            let texts = call.arguments.map(RecordedScene.text)
            let plain = texts.map { $0.drop { $0 != ":" }.dropFirst() }
            let list = texts.count == 1 ? texts[0] : plain.joined(separator: ",")
            RecordedNode.note("util.\(name)(\(list))", call)
            return try body(call)
        }
    }
}

/// screen > root > (title, pager, panel > (inner, other)), and header beside it; programs run on pager.
struct RecordedScene {
    private let tree: NodeTree
    private let pager: RecordedNode
    private let header: Node

    static let registry: NodeRegistry = {
        let label = [
            PropertySchema("text", .string, default: .string("hello"), eventAccess: .readWrite),
            // A whole number, as on the reference client.
            PropertySchema("textSize", .number, default: .int(12), eventAccess: .readWrite),
            PropertySchema("textColor", .color, default: .int(7), eventAccess: .readWrite),
        ]
        let pager = [
            PropertySchema("curPos", .int, default: .int(1), eventAccess: .readWrite),
            PropertySchema("total", .int, default: .int(3), eventAccess: .read),
            PropertySchema("loop", .bool, default: .int(1), eventAccess: .read),
            PropertySchema("scale", .number, default: .float(1.5), eventAccess: .read),
        ]
        var registry = NodeRegistry.standard
        do {
            try registry.register(
                RecordedNode.self,
                for: ComponentSchema(id: 1100, name: "Label", properties: label)
            )
            try registry.register(
                RecordedNode.self,
                for: ComponentSchema(id: 1101, name: "Pager", properties: label + pager)
            )
        } catch {
            Issue.record("\(error)")
        }
        registry.register(UtilityModule())
        return registry
    }()

    init(_ recorded: RecordedEvent) throws {
        func label(_ name: String) -> NodeSpec {
            NodeSpec(component: 1100, ["name": .text(name), "alpha": 0.5])
        }
        let spec = NodeSpec(
            "FrameLayout",
            ["name": "screen"],
            [
                NodeSpec(
                    "FrameLayout",
                    ["name": "root"],
                    [
                        label("title"),
                        NodeSpec(
                            component: 1101,
                            ["name": "pager", "alpha": 0.5, "onClick": .program(recorded.code)],
                            variables: ["count": 3, "nick": "bob", "rate": 1.5]
                        ),
                        NodeSpec(
                            "FrameLayout",
                            ["name": "panel", "background": 1],
                            [label("inner"), label("other")]
                        ),
                    ]
                )
            ]
        )
        var builder = TemplateBuilder(type: "Recorded")
        for text in recorded.strings { _ = try builder.intern(text) }
        try builder.add(spec)
        let template = try Template(decoding: builder.encoded())
        tree = try PreparedTemplate(template, registry: Self.registry).makeTree()
        pager = try #require(tree.nodes.first { $0.name == "pager" } as? RecordedNode)
        header = try Self.registry.makeNode(named: "Label")
        header.name = "header"
        header.alpha = 0.5
        tree.setEventNode(header, named: "header")
        tree.update(data: recorded.data)
    }

    func run() throws -> EventError? {
        let program = try #require(pager.eventProgram(for: "onClick"))
        do throws(EventError) {
            try EventInterpreter().execute(program, on: pager)
            return nil
        } catch {
            return error
        }
    }

    var calls: [String] { pager.calls }

    /// Every property that programs of the file touch, by node and name.
    var values: [String: String] {
        var values: [String: String] = [:]
        let names = ["text", "textColor", "textSize", "alpha", "visibility", "background", "curPos", "total"]
        if let color = pager.made?.property(named: "textColor") { values["made.textColor"] = Self.text(color) }
        for node in Array(tree.nodes) + [header] {
            for name in names {
                guard let value = node.property(named: name) else { continue }
                values["\(node.name ?? "").\(name)"] = Self.text(value)
            }
            for variable in node.variables { values["\(node.name ?? "").\(variable.name)"] = Self.text(variable.value) }
        }
        return values
    }

    private static func text(_ value: NodeValue) -> String {
        switch value {
        case .int(let number): "int:\(number)"
        case .float(let number): "float:\(number)"
        case .string(let text): "string:\(text)"
        default: "none:"
        }
    }

    static func text(_ value: EventValue) -> String {
        switch value {
        case .int(let number): "int:\(number)"
        case .float(let number): "float:\(number)"
        case .string(let text): "string:\(text)"
        default: "\(value.kind.rawValue):"
        }
    }
}
