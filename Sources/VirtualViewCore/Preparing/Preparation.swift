/// Makes a ``PreparedTemplate`` in one walk over the template's nodes.
struct Preparation {
    let origin: TemplateOrigin
    let resolver: SetterResolver
    private let template: Template
    private let registry: NodeRegistry
    private let limits: NodeTree.Limits
    private(set) var prototypes: [NodePrototype] = []
    private(set) var issues: [NodeIssue] = []
    private(set) var depth = 0

    /// A node whose children are being read.
    private struct OpenNode {
        let draft: Int
        let templateEnd: Int
    }

    /// The key of an unknown property, which is reported once for a component, not for every node.
    private struct UnknownProperty: Hashable {
        let component: UInt16
        let key: StringID
    }

    /// A prototype under construction; a class, because a draft is large and would be copied often.
    private final class Entry {
        let draft: PrototypeDraft
        var childCount = 0
        var subtreeEnd = 0

        init(_ draft: consuming PrototypeDraft) {
            self.draft = draft
        }
    }

    private var texts = TemplateTexts()
    private var entries: [Entry] = []
    private var open: [OpenNode] = []
    private var records: [UInt16: ComponentRecord] = [:]
    private var reportedUnknown: Set<UnknownProperty> = []

    init(_ template: Template, registry: NodeRegistry, client: Client, limits: NodeTree.Limits) {
        self.template = template
        self.registry = registry
        self.limits = limits
        origin = TemplateOrigin(template)
        resolver = SetterResolver(schema: registry.schema, client: client)
    }

    mutating func run() throws(TemplateError) {
        let count = template.nodes.count
        guard count <= limits.maximumNodeCount else {
            throw TemplateError(
                .tooManyNodes,
                "the template has \(count) nodes, but the limit is \(limits.maximumNodeCount)"
            )
        }
        entries.reserveCapacity(count)
        var index = 0
        while index < count {
            close(upTo: index)
            let node = template.nodes[index]
            let record = try record(for: node)
            try add(node, record)
            index = leavesOutChildren(of: node, record) ? node.subtreeEnd : index + 1
        }
        close(upTo: count)
        prototypes = entries.enumerated().map { position, entry in
            NodePrototype(
                entry.draft,
                position: position,
                childCount: entry.childCount,
                subtreeEnd: entry.subtreeEnd
            )
        }
        entries = []
    }

    private mutating func close(upTo index: Int) {
        while let last = open.last, last.templateEnd <= index {
            entries[last.draft].subtreeEnd = entries.count
            open.removeLast()
        }
    }

    private mutating func record(for node: NodeCreater) throws(TemplateError) -> ComponentRecord {
        if let record = records[node.componentID] { return record }
        let record = try registry.record(for: node.componentID)
        if record.isPlaceholder {
            report(.unknownComponent, node, nil, "there is no component \(node.componentID); a plain node stands in")
        }
        records[node.componentID] = record
        return record
    }

    private mutating func add(_ node: NodeCreater, _ record: ComponentRecord) throws(TemplateError) {
        guard open.count < limits.maximumDepth else {
            throw TemplateError(.nestingTooDeep, "nodes are nested deeper than \(limits.maximumDepth)")
        }
        if let parent = open.last {
            entries[parent.draft].childCount += 1
        }
        var draft = PrototypeDraft(record, origin: origin, templateIndex: node.index)
        for setter in node.setters {
            apply(setter, of: node, to: &draft)
        }
        // As a closure, the method would take a copy of all of this along.
        for variable in node.variables { draft.kept.variables.append(self.variable(variable)) }
        open.append(OpenNode(draft: entries.count, templateEnd: node.subtreeEnd))
        entries.append(Entry(consume draft))
        depth = max(depth, open.count)
    }

    private mutating func apply(_ setter: PropertySetter, of node: NodeCreater, to draft: inout PrototypeDraft) {
        switch resolver.resolve(setter, for: draft.component, &texts) {
        case .write(let value, let place):
            draft.relativeSetters.removeAll { $0.place == place }
            reportUnknown(place, node, draft)
            if draft.write(value, to: place) == .refused {
                report(.unfitValue, node, texts.name(of: setter), "the value does not fit")
            }
        case .relative(let relative):
            reportUnknown(relative.place, node, draft)
            draft.relativeSetters.append(relative)
        case .bind(let binding):
            reportUnknown(binding.place, node, draft)
            if binding.expression.root.isMalformed {
                report(
                    .malformedBinding,
                    node,
                    texts.name(of: setter),
                    SetterResolver.malformed(binding.expression.text)
                )
            }
            draft.bind(binding)
        case .handler(let handler):
            draft.handlers.append(handler)
        case .ignored:
            break
        case .failed(let code, let message):
            report(code, node, texts.name(of: setter), message)
        }
    }

    private mutating func variable(_ variable: UserVariable) -> Node.Variable {
        let value: NodeValue =
            switch variable.value {
            case .int(let number): .int(number)
            case .float(let number): .float(number)
            case .string(let id): texts.text(id, template.string(for: id)).map(NodeValue.string) ?? .none
            }
        let name = texts.text(variable.name, template.string(for: variable.name)) ?? variable.name.description
        return Node.Variable(name: name, key: variable.name, value: value)
    }

    /// Returns whether a container that makes its children from data leaves out those of the template.
    ///
    /// It reports children that are left out, or that the client does not lay out.
    private mutating func leavesOutChildren(of node: NodeCreater, _ record: ComponentRecord) -> Bool {
        guard node.subtreeEnd > node.index + 1, record.schema.children != .any else { return false }
        let hasPlainUnknown = resolver.quirks.contains(.plainUnknownComponents)
        let isFromData = record.schema.children == .fromData
        // A client without a class for the component keeps the children, although it does not lay them out.
        let leavesOut = isFromData && (!hasPlainUnknown || record.schema.knownTo.contains(.iOS))
        let kind = hasPlainUnknown ? record.layoutKindOnIOS : record.layoutKind
        guard leavesOut || !kind.placesChildren else { return false }
        let what = isFromData ? "makes its children from data" : "takes no children"
        let which = isFromData ? "those in the template" : "those that it has"
        let fate = leavesOut ? "left out" : "not shown"
        report(.ignoredChildren, node, nil, "'\(record.schema.name)' \(what), so \(which) are \(fate)")
        return leavesOut
    }

    // MARK: - Reporting

    /// Reports a property that the runtime does not know, once for each component.
    @inline(never)
    private mutating func reportUnknown(_ place: PropertyPlace, _ node: NodeCreater, _ draft: borrowing PrototypeDraft)
    {
        guard case .custom(let key, let name) = place, name != LanguageSchema.labelAlias else { return }
        let component = draft.component.schema
        guard reportedUnknown.insert(UnknownProperty(component: component.id, key: key)).inserted else { return }
        report(.unknownProperty, node, name, "'\(component.name)' does not have the property")
    }

    private mutating func report(_ code: NodeIssue.Code, _ node: NodeCreater, _ property: String?, _ message: String) {
        issues.append(
            NodeIssue(
                code: code,
                templateType: origin.type,
                nodeIndex: node.index,
                property: property,
                message: message
            )
        )
    }
}
