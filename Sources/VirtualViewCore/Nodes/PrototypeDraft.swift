/// A prototype while a template's setters are applied to it.
struct PrototypeDraft {
    let component: ComponentRecord
    let origin: TemplateOrigin
    let templateIndex: Int
    var properties: NodeProperties
    var content: [NodeValue]
    var kept: KeptValues
    var relativeSetters: [RelativeSetter] = []
    var bindings: [PropertyBinding] = []
    var handlers: [NodeHandler] = []

    /// Starts with the component's defaults.
    init(_ component: ComponentRecord, origin: TemplateOrigin, templateIndex: Int) {
        self.component = component
        self.origin = origin
        self.templateIndex = templateIndex
        properties = component.properties
        content = component.contentDefaults
        kept = component.kept
    }

    /// Starts with the values of a prototype.
    init(_ prototype: NodePrototype) {
        component = prototype.component
        origin = prototype.origin
        templateIndex = prototype.templateIndex
        properties = prototype.properties
        content = prototype.content
        kept = prototype.kept.value ?? KeptValues()
        relativeSetters = prototype.relativeSetters
        bindings = prototype.bindings
        handlers = prototype.handlers
    }

    mutating func write(_ value: NodeValue, to place: PropertyPlace) -> PropertyOutcome {
        switch place {
        case .common(let name):
            let outcome = properties.write(value, to: name)
            return outcome == .unknown ? kept.write(value, to: name) : outcome
        case .content(let index):
            return component.write(value, at: index, in: &content)
        case .custom(let key, let name):
            kept.setCustom(CustomProperty(name: name, key: key, value: value))
            return .changed
        case .items:
            return .refused
        }
    }

    /// Replaces an earlier binding of the same property; the binding of the items comes last, because properties
    /// determine which entries are shown.
    mutating func bind(_ binding: PropertyBinding) {
        bindings.removeAll { $0.place == binding.place }
        let bindsItems = bindings.last?.place == .items
        bindings.insert(binding, at: bindsItems ? bindings.count - 1 : bindings.count)
    }

    /// Resolves lengths in `rp`.
    mutating func resolveRelativeSetters(pointsPerRP: Double) {
        for setter in relativeSetters {
            let length = setter.points(perRP: pointsPerRP)
            _ = write(component.relativeValue(length, at: setter.place), to: setter.place)
        }
        relativeSetters = []
    }
}
