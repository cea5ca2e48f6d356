import Testing

@testable import VirtualView
@testable import VirtualViewCore

/// What apps set by typed properties.
///
/// Each test goes over what the schema gives a component, so that a property that is added to the language has to be added
/// to ``TypedProperty`` too.
@Suite struct TypedPropertyTests {
    static let components = LanguageSchema.standard.components.map(\.name)

    private func properties(of node: Node) -> [PropertySchema] {
        LanguageSchema.standard.properties(of: node.componentID).filter { $0.kind != .expression }
    }

    /// The properties that can be set, each with its schema.
    private func writable(of node: Node) throws -> [(schema: PropertySchema, typed: TypedProperty)] {
        let typed = TypedProperty.all(of: node)
        return properties(of: node).compactMap { schema in
            typed[schema.name]?.first { $0.write != nil }.map { (schema, $0) }
        }
    }

    /// The only child of a frame, with the properties of a template, and nothing to be done again.
    private func quietNode(_ name: String, _ properties: KeyValuePairs<String, NodeSpec.Value> = [:]) throws -> (
        tree: NodeTree, node: Node
    ) {
        let tree = try makeTree(NodeSpec("FrameLayout", [:], [NodeSpec(name, properties)]))
        #expect(tree.prepared.issues.isEmpty, "\(name)")
        tree.update(data: nil)
        for node in tree.nodes { node.needs = [] }
        return (tree, try #require(tree.root.children.first))
    }

    @Test(arguments: components)
    func everyPropertyOfTheSchemaHasOneTypedProperty(_ name: String) throws {
        let node = try NodeRegistry.standard.makeNode(named: name)
        guard type(of: node) != Node.self else { return }
        let typed = TypedProperty.all(of: node)
        for property in properties(of: node) {
            let expected = TypedProperty.withoutMeaning.contains(property.name) ? 0 : 1
            #expect(typed[property.name, default: []].count == expected, "\(name).\(property.name)")
        }
    }

    @Test func everyTypedPropertyBelongsToSomeComponent() throws {
        let nodes = try Self.components.map { try NodeRegistry.standard.makeNode(named: $0) }
        let used = nodes.reduce(into: 0) { count, node in
            count += TypedProperty.all(of: node).count
        }
        #expect(used > 40 * nodes.count)
        for property in TypedProperty.all {
            let owners = nodes.filter { TypedProperty.all(of: $0)[property.name] != nil }
            #expect(!owners.isEmpty, "\(property.name)")
        }
    }

    @Test(arguments: components)
    func startsAsTheSchemaSays(_ name: String) throws {
        let node = try NodeRegistry.standard.makeNode(named: name)
        for (property, typed) in TypedProperty.all(of: node) {
            #expect(typed.first?.read(node) == node.property(named: property), "\(name).\(property)")
        }
    }

    @Test(arguments: components)
    func aSetPropertyIsReadBack(_ name: String) throws {
        let node = try NodeRegistry.standard.makeNode(named: name)
        for (schema, typed) in try writable(of: node) {
            let old = try #require(typed.read(node))
            let new = try #require(schema.value(otherThan: old))
            #expect(typed.write?(node, new) == true, "\(name).\(schema.name)")
            #expect(typed.read(node) == new, "\(name).\(schema.name)")
            #expect(node.property(named: schema.name) == new, "\(name).\(schema.name)")
        }
    }

    @Test(arguments: components)
    func settingAPropertyChangesNoOther(_ name: String) throws {
        /// What stands in for other properties.
        let companions: [String: [String]] = [
            "layoutMargin": ["layoutMarginLeft", "layoutMarginTop", "layoutMarginRight", "layoutMarginBottom"],
            "padding": ["paddingLeft", "paddingTop", "paddingRight", "paddingBottom"],
            "maxLines": ["lines"],
        ]
        for (schema, typed) in try writable(of: NodeRegistry.standard.makeNode(named: name)) {
            let node = try NodeRegistry.standard.makeNode(named: name)
            let before = TypedProperty.all(of: node).compactMapValues { $0.first?.read(node) }
            _ = typed.write?(node, try #require(schema.value(otherThan: typed.read(node) ?? .none)))
            let after = TypedProperty.all(of: node).compactMapValues { $0.first?.read(node) }
            let changed = before.keys.filter { before[$0] != after[$0] }
            #expect(Set(changed) == Set([schema.name] + companions[schema.name, default: []]), "\(name).\(schema.name)")
        }
    }

    @Test(arguments: components)
    func aChangeMarksWhatTheSchemaSays(_ name: String) throws {
        let (tree, node) = try quietNode(name)
        for (schema, typed) in try writable(of: node) {
            let new = try #require(schema.value(otherThan: typed.read(node) ?? .none))
            tree.root.needs = []
            node.needs = []
            node.isModified = false
            _ = typed.write?(node, new)
            let (own, above): (NodeNeeds, NodeNeeds) =
                switch schema.invalidation {
                case .nothing: ([], [])
                case .drawing: (.drawing, .drawingBelow)
                case .childLayout: ([.placing, .drawing], [.layoutBelow, .drawingBelow])
                case .ownSize: ([.measuring, .placing, .drawing], [.layoutBelow, .drawingBelow])
                }
            #expect(node.needs == own, "\(name).\(schema.name)")
            #expect(tree.root.needs == above, "\(name).\(schema.name)")
            #expect(node.isModified, "\(name).\(schema.name)")
        }
    }

    @Test(arguments: components)
    func anEqualValueMarksNothing(_ name: String) throws {
        let (tree, node) = try quietNode(name)
        for (schema, typed) in try writable(of: node) {
            let value = try #require(typed.read(node))
            // `maxLines` frees `lines`, and a side no longer follows its shorthand, even with the value that they have.
            let isSide = schema.name.hasPrefix("padding") || schema.name.hasPrefix("layoutMargin")
            if isSide || schema.name == "maxLines" { _ = typed.write?(node, value) }
            (tree.root.needs, node.needs, node.isModified) = ([], [], false)
            _ = typed.write?(node, value)
            #expect(node.needs.isEmpty && tree.root.needs.isEmpty, "\(name).\(schema.name)")
            #expect(!node.isModified, "\(name).\(schema.name)")
        }
    }

    @Test(arguments: components)
    func reuseAndResetGiveTheValueOfTheTemplateBack(_ name: String) throws {
        for (schema, typed) in try writable(of: NodeRegistry.standard.makeNode(named: name)) {
            let standard = try #require(typed.read(NodeRegistry.standard.makeNode(named: name)))
            let value = try #require(schema.value(otherThan: standard))
            let (tree, node) = try quietNode(name, [schema.name: value.inTemplate])
            #expect(typed.read(node) == value, "\(name).\(schema.name)")
            let other = try #require(schema.value(otherThan: value))
            #expect(typed.write?(node, other) == true && typed.read(node) == other, "\(name).\(schema.name)")
            tree.reuse(for: nil)
            #expect(typed.read(node) == value, "\(name).\(schema.name) after reuse")
            #expect(node.needs.contains(.measuring) && !node.isModified, "\(name).\(schema.name)")
            _ = typed.write?(node, other)
            tree.reset()
            #expect(typed.read(node) == value, "\(name).\(schema.name) after reset")
        }
    }
}

extension NodeValue {
    /// The value as a template stores it.
    fileprivate var inTemplate: NodeSpec.Value {
        switch self {
        case .int(let number): .int(number)
        case .float(let number): .float(number)
        case .string(let text): .text(text)
        default: .missingText
        }
    }
}
