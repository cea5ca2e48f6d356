import VirtualViewFormat

/// The components that templates may use, and the classes of their nodes.
///
/// A registry is a value: add an app's own components to a copy of ``standard`` and give it to the manager.
///
/// ```swift
/// var registry = NodeRegistry.standard
/// try registry.register(BadgeNode.self, for: BadgeNode.component)
/// ```
public struct NodeRegistry: Sendable {
    /// The treatment of a component that the registry does not know.
    @nonexhaustive
    public enum UnknownComponentPolicy: Hashable, Sendable {
        /// The template cannot be instantiated.
        case error
        /// A plain node replaces the component, with its children.
        case placeholder
    }

    /// The language, with the components that were added.
    public private(set) var schema: LanguageSchema
    /// The treatment of a component that the registry does not know; an error by default.
    public var unknownComponents = UnknownComponentPolicy.error
    private var records: [UInt16: ComponentRecord]
    /// The functions of the modules that event programs may call, by their names.
    private(set) var eventModules: [ExactText: [ExactText: EventFunction]] = [:]

    /// The functions that computed bindings may call, by their names.
    private(set) var bindingFunctions: [ExactText: BindingFunction] = [:]

    /// The components of the language.
    public static let standard = NodeRegistry(.standard)

    /// Makes a registry of all components of a language.
    init(_ schema: LanguageSchema) {
        self.schema = schema
        records = schema.components.reduce(into: [:]) { records, component in
            records[component.id] = Self.record(for: component, in: schema)
        }
    }
}

extension NodeRegistry {
    /// Adds one of an app's own components.
    ///
    /// - Parameters:
    ///   - nodeClass: The class of its nodes: ``Node`` itself if they need no more.
    ///   - component: Its id, name and properties.
    /// - Throws: ``SchemaError`` if it collides with another component, or cannot be stored in files.
    public mutating func register<Class: Node>(
        _ nodeClass: Class.Type = Node.self,
        for component: ComponentSchema
    ) throws(SchemaError) {
        schema = try schema.adding([component])
        records[component.id] = ComponentRecord(component, class: nodeClass, in: schema, isOfApp: true)
    }

    /// Adds several of an app's own components, with plain nodes; ``use(_:forComponentNamed:)`` sets another class.
    ///
    /// This is for many: each call makes the schema again.
    ///
    /// - Parameter components: Their ids, names and properties.
    /// - Throws: ``SchemaError`` for the first that collides with another component, or cannot be stored in files; then
    ///   none is added.
    /// - Complexity: O(*n*) in the number of all components, as for one of them.
    public mutating func register(for components: [ComponentSchema]) throws(SchemaError) {
        schema = try schema.adding(components)
        for component in components {
            records[component.id] = ComponentRecord(component, class: Node.self, in: schema, isOfApp: true)
        }
    }

    /// Adds a module, whose functions event programs call; it replaces an earlier one of the same name.
    ///
    /// - Parameter module: The module.
    public mutating func register(_ module: some EventModule) {
        var functions: [ExactText: EventFunction] = [:]
        for function in module.functions { functions[ExactText(function.name)] = function }
        eventModules[ExactText(module.name)] = functions
    }

    /// Adds a function that computed bindings call; it replaces an earlier one of the same name.
    ///
    /// - Parameter function: The function.
    public mutating func register(_ function: BindingFunction) {
        bindingFunctions[ExactText(function.name)] = function
    }

    /// Sets the class of a known component.
    ///
    /// A class without the component's properties stores their values among those of its own properties.
    ///
    /// - Parameters:
    ///   - nodeClass: The class of its nodes from now on.
    ///   - name: The component's element name.
    /// - Returns: Whether the registry knows the component.
    @discardableResult
    public mutating func use<Class: Node>(_ nodeClass: Class.Type, forComponentNamed name: String) -> Bool {
        guard let component = schema.component(named: name), records[component.id] != nil else { return false }
        records[component.id] = ComponentRecord(component, class: nodeClass, in: schema, isOfApp: true)
        return true
    }

    /// Returns whether the registry knows a component.
    ///
    /// - Parameter name: The element name, with exact case.
    /// - Returns: Whether templates may use it.
    public func knowsComponent(named name: String) -> Bool {
        schema.component(named: name).map { records[$0.id] != nil } ?? false
    }

    /// Makes a node without a template, with every property at its default.
    ///
    /// - Parameter name: The component's element name.
    /// - Returns: The node.
    /// - Throws: ``TemplateError`` if the registry does not know the component.
    public func makeNode(named name: String) throws(TemplateError) -> sending Node {
        guard let component = schema.component(named: name), let record = records[component.id] else {
            throw TemplateError(.unknownComponent, "there is no component named '\(name)'")
        }
        let draft = PrototypeDraft(record, origin: TemplateOrigin(), templateIndex: 0)
        return NodePrototype(draft, position: -1, childCount: 0, subtreeEnd: 1).makeNode()
    }

    /// Returns the record of a component; that of a placeholder if the policy allows it.
    func record(for id: UInt16) throws(TemplateError) -> ComponentRecord {
        if let record = records[id] { return record }
        guard unknownComponents == .placeholder else {
            throw TemplateError(.unknownComponent, "the template uses the unknown component \(id)")
        }
        let component = ComponentSchema(id: id, name: "#\(id)", family: .layout)
        return ComponentRecord(component, class: Node.self, in: schema, isPlaceholder: true)
    }
}

// MARK: - The language's classes

extension NodeRegistry {
    private static func record(for component: ComponentSchema, in schema: LanguageSchema) -> ComponentRecord {
        let nodeClass: Node.Type =
            switch component.name {
            case "FrameLayout", "NFrameLayout": FrameLayoutNode.self
            case "VHLayout", "NVHLayout": VHLayoutNode.self
            case "VH2Layout", "NVH2Layout": VH2LayoutNode.self
            case "RatioLayout", "NRatioLayout": RatioLayoutNode.self
            case "GridLayout", "NGridLayout": GridLayoutNode.self
            case "FlexLayout": FlexLayoutNode.self
            case "NText", "VText": TextNode.self
            case "VirtualTime": TimeNode.self
            case "NImage", "VImage", "TMVirtualImage", "TMNImage": ImageNode.self
            case "NLine", "VLine": LineNode.self
            case "VGraph": GraphNode.self
            case "Progress": ProgressNode.self
            case "Var": VariableNode.self
            case "Page": PageNode.self
            case "Grid": GridNode.self
            case "Scroller": ScrollerNode.self
            case "Slider": SliderNode.self
            case "VH": VHNode.self
            case "VirtualContainer": VirtualContainerNode.self
            case "TotalContainer": TotalContainerNode.self
            default: Node.self
            }
        return ComponentRecord(component, class: nodeClass, in: schema)
    }
}
