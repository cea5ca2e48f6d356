import VirtualViewExpressions
import VirtualViewFormat

/// The resolved form of a template's setter for one component.
enum ResolvedSetter {
    /// A value for a place.
    case write(NodeValue, PropertyPlace)
    /// A length in `rp` for a place.
    case relative(RelativeSetter)
    /// A value that data gives.
    case bind(PropertyBinding)
    /// An event program.
    case handler(NodeHandler)
    /// No effect; the client does not have the property, and does not report it.
    case ignored
    /// No effect, because of a problem.
    case failed(NodeIssue.Code, String)
}

/// Resolves the setters of templates: keys to places, texts to bindings and values.
struct SetterResolver {
    let schema: LanguageSchema
    let client: Client
    let quirks: Quirks
    let coercion: BindingCoercion

    init(schema: LanguageSchema, client: Client) {
        self.schema = schema
        self.client = client
        quirks = client.quirks
        coercion = BindingCoercion(client)
    }

    func resolve(
        _ setter: PropertySetter,
        for component: ComponentRecord,
        _ texts: inout TemplateTexts
    ) -> ResolvedSetter {
        // Only texts need the property, which is large, itself.
        guard let property = schema.entryIndex(of: setter.key, in: component.schema.id),
            let place = component.entry(setter.key)?.place
        else {
            if case .expression(let program) = setter.value {
                return .handler(NodeHandler(name: texts.name(of: setter) ?? setter.key.description, program: program))
            }
            return resolveUnknown(setter, &texts)
        }
        if quirks.contains(.shorthandsIgnored), place == .common(.padding) || place == .common(.layoutMargin) {
            return .ignored
        }
        switch setter.value {
        case .int(let number, .none): return .write(.int(number), place)
        case .int(let number, .rp): return .relative(RelativeSetter(place: place, value: Float(number)))
        case .float(let number, .none): return .write(.float(number), place)
        case .float(let number, .rp): return .relative(RelativeSetter(place: place, value: number))
        case .string: return resolveText(setter, schema.entry(at: property), place, in: component, &texts)
        case .expression: return .failed(.unfitValue, "an event program stands where a value is expected")
        }
    }
}

// MARK: - Texts

extension SetterResolver {
    /// The message about a text with a malformed computed binding, for which the compiler makes no file.
    static func malformed(_ text: String) -> String {
        "the computed binding in '\(VisibleText.short(text))' is malformed; 'vvc eval' shows why"
    }

    private func resolveText(
        _ setter: PropertySetter,
        _ property: PropertySchema,
        _ place: PropertyPlace,
        in component: ComponentRecord,
        _ texts: inout TemplateTexts
    ) -> ResolvedSetter {
        guard let expression = texts.expression(of: setter, client: client) else {
            return .failed(.missingString, "the file does not have the text \(setter.value)")
        }
        if expression.readsData {
            return binding(expression, property, place, in: component)
        }
        if expression.root.isMalformed { return .failed(.malformedBinding, Self.malformed(expression.text)) }
        return constant(expression.constantText ?? expression.text, property, place)
    }

    private func binding(
        _ expression: BindingExpression,
        _ property: PropertySchema,
        _ place: PropertyPlace,
        in component: ComponentRecord
    ) -> ResolvedSetter {
        let feedsItems = property.builtInName == .dataTag
        let kind: ValueKind?
        if feedsItems {
            kind = nil
        } else if quirks.contains(.coercion) {
            kind = BindingCoercion.kindOnIOS(ofProperty: property.name)
            // That client passes other properties to a setter that only containers have, and on texts and lines it
            // binds only the component's own colours, not those of the box.
            if kind == nil || isColorLost(property, on: component) { return .ignored }
        } else {
            kind = property.dataKind
        }
        return .bind(
            PropertyBinding(
                expression,
                to: feedsItems ? .items : place,
                of: component,
                name: property.name,
                kind: kind,
                fallback: component.defaultValue(at: place) ?? NodeValue(property.defaultValue),
                invalidation: property.invalidation
            )
        )
    }

    private func isColorLost(_ property: PropertySchema, on component: ComponentRecord) -> Bool {
        guard property.name == "background" || property.name == "borderColor" else { return false }
        return component.nodeClass is TextNode.Type || component.nodeClass is LineNode.Type
    }

    /// Resolves a text that does not depend on data: unchanged, or read like a value of data if the property is not a
    /// text.
    private func constant(_ text: String, _ property: PropertySchema, _ place: PropertyPlace) -> ResolvedSetter {
        let kind = property.dataKind
        guard kind != .string else { return .write(.string(text), place) }
        var issues: [BindingCoercion.Issue] = []
        let fallback = NodeValue(property.defaultValue)
        let plain = BindingCoercion()
        let value = plain.coerce(
            .string(text),
            to: kind,
            // A text without the meaning that it should have gives nothing, so that it is reported.
            default: property.meaning == nil ? CoercedValue(fallback, for: kind) : .string(nil),
            issues: &issues
        )
        switch value {
        case .string(nil) where property.meaning != nil: return .failed(.unfitValue, Self.unfit(text))
        case .int(let number, .rp): return .relative(RelativeSetter(place: place, value: Float(number)))
        case .float(let number, .rp): return .relative(RelativeSetter(place: place, value: number))
        default: break
        }
        // What is no word of a visibility hides a node here too.
        guard issues.isEmpty || kind == .visibility, let stored = value.nodeValue(pointsPerRP: 0, fallback: fallback)
        else {
            return .failed(.unfitValue, Self.unfit(text))
        }
        return .write(stored, place)
    }

    private static func unfit(_ text: String) -> String {
        "'\(VisibleText.short(text))' is no value of the property"
    }

    // MARK: - Unknown properties

    private func resolveUnknown(_ setter: PropertySetter, _ texts: inout TemplateTexts) -> ResolvedSetter {
        let name = texts.name(of: setter) ?? setter.key.description
        let place = PropertyPlace.custom(setter.key, name: name)
        switch setter.value {
        case .int(let number, .none): return .write(.int(number), place)
        case .int(let number, .rp): return .relative(RelativeSetter(place: place, value: Float(number)))
        case .float(let number, .none): return .write(.float(number), place)
        case .float(let number, .rp): return .relative(RelativeSetter(place: place, value: number))
        case .expression(let id): return .handler(NodeHandler(name: name, program: id))
        case .string:
            guard let expression = texts.expression(of: setter, client: client) else {
                return .failed(.missingString, "the file does not have the text \(setter.value)")
            }
            if expression.root.isMalformed, !expression.readsData {
                return .failed(.malformedBinding, Self.malformed(expression.text))
            }
            guard expression.readsData else {
                return .write(.string(expression.constantText ?? expression.text), place)
            }
            return .bind(PropertyBinding(expression, to: place, name: name, kind: nil, invalidation: .nothing))
        }
    }
}

extension PropertySetter {
    /// The result of applying a setter to a node.
    @nonexhaustive
    public enum Application: Hashable, Sendable {
        /// The node has the value.
        case applied
        /// Data will set the value; the binding belongs to the node from now on.
        case bound
        /// The node does not know the property; its value is kept separately.
        case kept
        /// The client does not use the property.
        case ignored
        /// The value does not fit, or the file does not contain it.
        case refused
    }

    /// Sets the property on a live node.
    ///
    /// Instantiation does not call this for every node and setter: it resolves them once for a template. Use it to
    /// apply a setter of one template node to another live node.
    ///
    /// - Parameters:
    ///   - node: The node; it need not come from the setter's template.
    ///   - environment: The screen for `rp`; by default that of the node's tree.
    ///   - schema: The language, with an app's own components.
    ///   - client: The client whose behaviour the node follows.
    /// - Returns: The result.
    @discardableResult
    public func apply(
        to node: Node,
        environment: ScreenEnvironment? = nil,
        schema: LanguageSchema = .standard,
        client: Client = .swift
    ) -> Application {
        let resolver = SetterResolver(schema: schema, client: client)
        var texts = TemplateTexts()
        switch resolver.resolve(self, for: node.prototype.component, &texts) {
        case .write(let value, let place):
            return write(value, to: place, of: node)
        case .relative(let setter):
            let screen = environment ?? node.tree?.environment ?? ScreenEnvironment()
            let length = setter.points(perRP: screen.pointsPerRP)
            return write(node.prototype.component.relativeValue(length, at: setter.place), to: setter.place, of: node)
        case .bind(let binding):
            node.add(binding)
            return .bound
        case .handler(let handler):
            var draft = PrototypeDraft(node.prototype)
            draft.handlers.append(handler)
            node.replacePrototype(with: draft)
            return .applied
        case .ignored:
            return .ignored
        case .failed:
            return .refused
        }
    }

    private func write(_ value: NodeValue, to place: PropertyPlace, of node: Node) -> Application {
        let outcome = node.write(value, to: place)
        node.isModified = true
        switch (outcome, place) {
        case (.refused, _), (.unknown, _): return .refused
        case (_, .custom): return .kept
        default: return .applied
        }
    }
}

extension Node {
    /// Adds a binding to a live node, and shows its value with the tree's data.
    fileprivate func add(_ binding: PropertyBinding) {
        var draft = PrototypeDraft(prototype)
        draft.bind(binding)
        replacePrototype(with: draft)
        guard let tree else { return }
        tree.addBound(self)
        guard tree.hasData else { return }
        let update = { BindingUpdate(tree).apply(binding, to: self) }
        // Entries wait for a change that is being made, as all others do.
        if binding.place == .items { tree.change(.items(update)) } else { update() }
    }

    /// Gives the node a prototype of its own.
    fileprivate func replacePrototype(with draft: PrototypeDraft) {
        prototype = NodePrototype(
            draft,
            position: prototype.position,
            childCount: prototype.childCount,
            subtreeEnd: prototype.subtreeEnd,
            isOwn: true
        )
    }
}
