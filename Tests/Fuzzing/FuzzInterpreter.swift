import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Any program runs to its end or to an error, and twice the same: bytes as they are, or compiled from a source.
///
/// The first byte says which; the second one the budget. Layout and drawing take whatever the program leaves.
func fuzzInterpreter(_ bytes: [UInt8]) {
    guard bytes.count > 2, bytes.count < 1 << 16 else { return }
    let code: [UInt8]
    var strings: [String] = []
    if bytes[0] & 1 == 0 {
        code = Array(bytes[2...])
    } else {
        let text = "${" + String(decoding: bytes[2...], as: UTF8.self) + "}"
        guard let result = EventProgramCompiler.compile(text), let compiled = result.code else { return }
        code = compiled
        strings = result.strings.map(\.text)
    }
    guard let prepared = try? FuzzScene.prepare(code, strings) else { return }
    let limits = EventInterpreter.Limits(maximumSteps: 16 + 32 * Int(bytes[1]), maximumNesting: 3)
    let first = FuzzScene.run(prepared, limits)
    precondition(first == FuzzScene.run(prepared, limits), "a program does the same each time")
}

private enum FuzzScene {
    struct Outcome: Equatable {
        var error: EventError?
        /// As texts, because what is not a number equals nothing, not even itself.
        var values: [String] = []
        var frames: [LayoutRect] = []
    }

    struct Module: EventModule {
        let name = "util"

        var functions: [EventFunction] {
            [
                EventFunction("sum", [.int, .number], gives: .number) { .double($0.number(at: 0) + $0.number(at: 1)) },
                EventFunction("same", [.any], gives: .any) { $0.arguments[0] },
                EventFunction("click", [.node]) { call in
                    guard let node = call.node(at: 0) else { return }
                    node.tree?.send(.click, to: node)
                },
                EventFunction("show", [.any]) { call in call.node.tree?.update(data: call.arguments[0].data) },
            ]
        }
    }

    private static let registry: NodeRegistry = {
        var registry = NodeRegistry.standard
        registry.register(Module())
        return registry
    }()

    static let data: JSONValue = [
        "n": 7, "f": 1.5, "t": true, "s": "tea", "list": [1, [2, 3], ["x": 4]], "obj": ["a": ["b": 5]],
        "big": 9_007_199_254_740_993, "rows": [["type": "Row", "n": 1], ["type": "Row", "n": 2]],
    ]

    /// A tree of a few nodes, one of which has the program.
    static func prepare(_ code: [UInt8], _ strings: [String]) throws -> PreparedTemplate {
        var builder = TemplateBuilder(type: "Fuzz")
        let words = [
            "n", "f", "t", "s", "x", "a", "b", "list", "obj", "big", "util", "sum", "same", "click", "show", "title",
        ]
        for text in strings + words { _ = try builder.intern(text) }
        try open("VHLayout", name: "root", in: &builder)
        try open("NText", name: "title", in: &builder)
        try builder.closeNode()
        try open("FrameLayout", name: "a", in: &builder)
        let id = StringID(hashing: "${fuzz}")
        try builder.addExpression(code, id: id)
        try builder.set(.expression(id), for: StringID(hashing: "onClick"))
        try builder.add(UserVariable(name: builder.intern("x"), value: .int(3)))
        try builder.add(UserVariable(name: builder.intern("f"), value: .float(0.5)))
        try open("NText", name: "b", in: &builder)
        try builder.set(.string(builder.intern("${s}")), for: builder.intern("text"))
        try builder.closeNode()
        try builder.closeNode()
        try builder.closeNode()
        return try PreparedTemplate(Template(decoding: builder.encoded()), registry: registry)
    }

    private static func open(_ component: String, name: String, in builder: inout TemplateBuilder) throws {
        try builder.openNode(component: LanguageSchema.standard.component(named: component)?.id ?? 1)
        try builder.set(.string(builder.intern(name)), for: builder.intern("name"))
        for key in ["layoutWidth", "layoutHeight"] { try builder.set(.int(-2, .none), for: builder.intern(key)) }
    }

    static func run(_ prepared: PreparedTemplate, _ limits: EventInterpreter.Limits) -> Outcome {
        let tree = prepared.makeTree()
        tree.eventPrograms = EventInterpreter(limits: limits)
        tree.setEventNode(tree.root, named: "header")
        tree.update(data: data)
        let container = Container(tree)
        let size = LayoutSize(width: 300, height: 300)
        container.layout(in: size)
        var outcome = Outcome()
        tree.onEventError = { outcome.error = $0 }
        tree.send(.click, to: tree.root.children[1])
        container.layout(in: size)
        outcome.frames = tree.nodes.map { container.frame(of: $0) }
        for node in tree.nodes {
            outcome.values += ["text", "textColor", "alpha", "layoutWidth", "visibility"].map {
                String(describing: node.property(named: $0))
            }
            outcome.values += node.variables.map { "\($0.value)" }
        }
        if let error = outcome.error {
            precondition(error.byteOffset >= 0 && !error.message.isEmpty, "an error says where and what")
        }
        return outcome
    }
}
