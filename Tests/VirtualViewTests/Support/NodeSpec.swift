import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

/// A node of a template to be made by a test.
struct NodeSpec {
    enum Value {
        case int(Int32)
        case float(Float)
        case rp(Int32)
        case floatRP(Float)
        case text(String)
        /// A text that the file does not have.
        case missingText
        case program([UInt8])
        /// The source of an event program, without its braces.
        case handler(String)
    }

    let component: UInt16
    let properties: [(String, Value)]
    let variables: [(String, Value)]
    let children: [NodeSpec]

    init(
        _ name: String,
        _ properties: KeyValuePairs<String, Value> = [:],
        variables: KeyValuePairs<String, Value> = [:],
        _ children: [NodeSpec] = []
    ) {
        self.init(
            component: LanguageSchema.standard.component(named: name)?.id ?? 0,
            properties,
            variables: variables,
            children
        )
    }

    init(
        component: UInt16,
        _ properties: KeyValuePairs<String, Value> = [:],
        variables: KeyValuePairs<String, Value> = [:],
        _ children: [NodeSpec] = []
    ) {
        self.component = component
        self.properties = properties.map { ($0.key, $0.value) }
        self.variables = variables.map { ($0.key, $0.value) }
        self.children = children
    }
}

extension NodeSpec.Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    init(integerLiteral value: Int32) {
        self = .int(value)
    }

    init(floatLiteral value: Float) {
        self = .float(value)
    }

    init(stringLiteral value: String) {
        self = .text(value)
    }
}

extension TemplateBuilder {
    /// Adds a node and everything below it; for shallow trees.
    mutating func add(_ spec: NodeSpec) throws {
        try openNode(component: spec.component)
        for (name, value) in spec.properties {
            let key = try intern(name)
            switch value {
            case .int(let number): try set(.int(number, .none), for: key)
            case .float(let number): try set(.float(number, .none), for: key)
            case .rp(let number): try set(.int(number, .rp), for: key)
            case .floatRP(let number): try set(.float(number, .rp), for: key)
            case .text(let text): try set(.string(intern(text)), for: key)
            case .missingText: try set(.string(StringID(rawValue: 12_345_678)), for: key)
            case .program(let code):
                let id = StringID(hashing: "${\(code)}")
                try addExpression(code, id: id)
                try set(.expression(id), for: key)
            case .handler(let source):
                try set(.expression(addHandler(source)), for: key)
            }
        }
        for (name, value) in spec.variables {
            let key = try intern(name)
            switch value {
            case .int(let number): try add(UserVariable(name: key, value: .int(number)))
            case .float(let number): try add(UserVariable(name: key, value: .float(number)))
            case .text(let text): try add(UserVariable(name: key, value: .string(intern(text))))
            default: Issue.record("a variable has no such type")
            }
        }
        for child in spec.children { try add(child) }
        try closeNode()
    }
}

extension TemplateBuilder {
    /// Compiles an event program and adds it with its strings.
    mutating func addHandler(_ source: String) throws -> StringID {
        let text = "${\(source)}"
        let result = try #require(EventProgramCompiler.compile(text))
        let code = try #require(result.code, "\(source): \(result.problems.map(\.message.text))")
        for string in result.strings { _ = try intern(string.text) }
        let id = StringID(hashing: text)
        try addExpression(code, id: id)
        return id
    }
}

/// Makes a template of a tree of nodes.
func makeTemplate(_ root: NodeSpec, type: String = "Card", patch: UInt16 = 1) throws -> Template {
    var builder = TemplateBuilder(type: type, version: FormatVersion(patch: patch))
    try builder.add(root)
    return try Template(decoding: builder.encoded())
}

/// Makes the live tree of a template.
func makeTree(
    _ root: NodeSpec,
    registry: NodeRegistry = .standard,
    client: Client = .swift,
    environment: ScreenEnvironment = ScreenEnvironment(),
    source: (any TemplateSource)? = nil,
    limits: NodeTree.Limits = NodeTree.Limits()
) throws -> NodeTree {
    let prepared = try PreparedTemplate(makeTemplate(root), registry: registry, client: client)
    return prepared.makeTree(environment: environment, source: source, limits: limits)
}

/// A node chain of a depth, made without recursion.
func makeChain(depth: Int) throws -> Template {
    var builder = TemplateBuilder(type: "Deep")
    for _ in 0..<depth { try builder.openNode(component: 1) }
    for _ in 0..<depth { try builder.closeNode() }
    return try Template(decoding: builder.encoded())
}

extension PreparedTemplates {
    /// Templates by name, prepared beforehand.
    convenience init(
        _ specs: [String: NodeSpec],
        registry: NodeRegistry = .standard,
        client: Client = .swift
    ) throws {
        let templates = try specs.reduce(into: [String: PreparedTemplate]()) { result, entry in
            let template = try makeTemplate(entry.value, type: entry.key)
            result[entry.key] = try PreparedTemplate(template, registry: registry, client: client)
        }
        self.init(templates)
    }
}
