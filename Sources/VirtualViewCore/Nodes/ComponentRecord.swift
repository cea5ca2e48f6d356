/// The entry of a component in a registry: its class, and the values of a node before a template sets anything.
final class ComponentRecord: Sendable {
    let schema: ComponentSchema
    /// Whether it replaces a component that the registry does not know.
    let isPlaceholder: Bool
    let nodeClass: Node.Type
    let properties: NodeProperties
    let specific: SpecificProperties
    let details: NodeDetails
    private let language: LanguageSchema
    /// The properties that the component declares beyond the language, in the order of the schema.
    let ownProperties: [OwnProperty]
    let ownDefaults: [NodeValue]
    /// The names that event programs may use, ordered by key.
    let eventKeys: [(key: StringID, name: String)]
    /// The properties with these names, in the same order.
    let eventProperties: [EventProperty]
    /// The kind of layout of the component's nodes.
    let layoutKind: LayoutKind
    /// The kind of layout in the reference iOS runtime: a component that it does not know is a plain node.
    let layoutKindOnIOS: LayoutKind
    /// Whether an app added the component.
    let isOwn: Bool

    init(
        _ component: ComponentSchema,
        class nodeClass: Node.Type,
        in schema: LanguageSchema,
        isPlaceholder: Bool = false
    ) {
        var properties = NodeProperties()
        var specific = nodeClass.emptyProperties
        var details = NodeDetails()
        var own: [OwnProperty] = []
        var event: [(key: StringID, name: String, property: EventProperty)] = []
        for property in schema.properties(of: component.id) where property.kind != .expression {
            let value = NodeValue(property.defaultValue)
            var place = EventProperty.Place.own(own.count)
            defer {
                event.append(
                    (property.key, property.name, EventProperty(access: property.eventAccess, place: place))
                )
            }
            if let slot = PropertySlot(property),
                let present = specific.value(of: slot) ?? properties.value(of: slot) ?? details.value(of: slot)
            {
                place = .slot(slot)
                guard present != value else { continue }
                if specific.write(value, to: slot) == .unknown, properties.write(value, to: slot) == .unknown {
                    _ = details.write(value, to: slot)
                }
            } else {
                own.append(OwnProperty(property))
            }
        }
        self.schema = component
        language = schema
        self.isPlaceholder = isPlaceholder
        self.properties = properties
        self.specific = specific
        self.details = details
        ownProperties = own
        ownDefaults = own.map { $0.defaultValue }
        event.sort { $0.key < $1.key }
        eventKeys = event.map { ($0.key, $0.name) }
        eventProperties = event.map { $0.property }
        self.nodeClass = nodeClass
        isOwn =
            !isPlaceholder && component.id >= 1_000
            && !LanguageSchema.standard.components.contains { $0.id == component.id }
        let kind = LayoutKind(of: nodeClass)
        let isFrame = isOwn && kind == .plain && component.family == .layout && component.children != .none
        layoutKind = isFrame ? .frame : kind
        layoutKindOnIOS = component.knownTo.contains(.iOS) ? kind : .plain
    }

    /// Returns the slot of a property of the language that the component has, by its name.
    func slot(named name: String) -> PropertySlot? {
        guard let property = language.property(StringID(hashing: name), of: schema.id), property.name == name else {
            return nil
        }
        return PropertySlot(property)
    }

    /// Returns the index of an own property, or `nil`.
    func ownIndex(of key: StringID) -> Int? {
        ownProperties.firstIndex { $0.schema.key == key }
    }

    /// Converts a length for a place: to a whole number if the place accepts only these.
    func relativeValue(_ number: Float, at place: PropertyPlace) -> NodeValue {
        switch place {
        case .slot(let slot):
            let present = specific.value(of: slot) ?? properties.value(of: slot) ?? details.value(of: slot)
            guard case .int = present else { return .float(number) }
        case .own(let index):
            guard case .int = ownProperties[index].storage else { return .float(number) }
        case .custom, .items:
            return .float(number)
        }
        return Int32(exactly: number.rounded(.towardZero)).map(NodeValue.int) ?? .float(number)
    }
}

/// A property that an app's component declares beyond the language.
struct OwnProperty: Sendable {
    /// The type in which a property is stored.
    enum Storage: Sendable {
        case int
        case float
        case string
    }

    let schema: PropertySchema
    let storage: Storage
    let defaultValue: NodeValue

    init(_ property: PropertySchema) {
        schema = property
        storage =
            switch (property.defaultValue, property.kind) {
            case (.float, _): .float
            case (.int, _): .int
            case (.string, _): .string
            case (.none, .string): .string
            case (.none, .number), (.none, .float), (.none, .size): .float
            default: .int
            }
        defaultValue =
            switch (property.defaultValue, storage) {
            case (.none, .int): .int(0)
            case (.none, .float): .float(0)
            default: NodeValue(property.defaultValue)
            }
    }

    /// Returns the stored form of a value, or `nil` if it does not fit.
    func fit(_ value: NodeValue) -> NodeValue? {
        switch storage {
        case .int: Int32.stored(value)?.nodeValue
        case .float: Float.stored(value)?.nodeValue
        case .string: Optional<String>.stored(value)?.nodeValue
        }
    }
}
