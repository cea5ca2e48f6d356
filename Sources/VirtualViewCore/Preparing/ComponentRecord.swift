import VirtualViewFormat

/// The entry of a component in a registry: its class, and the values of a node before a template sets anything.
final class ComponentRecord: Sendable {
    let schema: ComponentSchema
    /// Whether it replaces a component that the registry does not know.
    let isPlaceholder: Bool
    let nodeClass: Node.Type
    /// The values of the properties that every node has.
    let properties: NodeProperties
    /// The values of those that only a few nodes set.
    let kept: KeptValues
    /// The other properties: those of the class in the language, in the order of the schema, and those of an app.
    let content: [ContentProperty]
    /// Their defaults.
    let contentDefaults: ContentValues
    /// The properties that the component has, ordered by key.
    private let entries: [Entry]
    /// The place in the content for each name of the language.
    private let contentPlaces: [ContentPlace]
    /// The kind of layout of the component's nodes.
    let layoutKind: LayoutKind
    /// The kind of layout in the reference iOS runtime: a component that it does not know is a plain node.
    let layoutKindOnIOS: LayoutKind
    /// Whether an app added the component.
    let isOwn: Bool
    /// Whether an app chose the class of its nodes, which may draw.
    let isOfApp: Bool

    /// A property that the component has, and the place of its value.
    struct Entry: Sendable {
        let key: StringID
        let name: String
        let access: PropertySchema.EventAccess
        let place: PropertyPlace
    }

    init(
        _ component: ComponentSchema,
        class nodeClass: Node.Type,
        in language: LanguageSchema,
        isPlaceholder: Bool = false,
        isOfApp: Bool = false
    ) {
        var properties = NodeProperties()
        var kept = KeptValues()
        var content: [ContentProperty] = []
        var entries: [Entry] = []
        var defaults = ContentValues()
        var places = [ContentPlace](repeating: ContentPlace(), count: PropertyName.count)
        func add(_ property: PropertySchema, like standard: PropertySchema?) -> Int {
            let added = ContentProperty(property, like: standard, isShownByHost: component.isSlot, in: &defaults)
            if let name = property.builtInName {
                places[name.index] = ContentPlace(index: Int32(content.count), position: Int32(added.position))
            }
            content.append(added)
            return content.count - 1
        }
        var ofClass = Self.languageProperties(of: nodeClass)
        for property in language.properties(of: component.id) where property.kind != .expression {
            let place: PropertyPlace
            switch property.builtInName {
            case let name? where name.home == .everyNode:
                let value = NodeValue(property.defaultValue)
                // Setting a side, even to the same value, would detach it from its shorthand.
                if properties.value(of: name) != value { _ = properties.write(value, to: name) }
                place = .common(name)
            case let name? where name.home == .fewNodes:
                _ = kept.write(NodeValue(property.defaultValue), to: name)
                place = .common(name)
            default:
                let standard = ofClass.firstIndex { $0.key == property.key }.map { ofClass.remove(at: $0) }
                place = .content(add(property, like: standard))
            }
            entries.append(
                Entry(key: property.key, name: property.name, access: property.eventAccess, place: place)
            )
        }
        // A class may be used for a component that does not have all of its properties.
        for property in ofClass { _ = add(property, like: property) }
        self.schema = component
        self.isPlaceholder = isPlaceholder
        self.isOfApp = isOfApp
        self.nodeClass = nodeClass
        self.properties = properties
        self.kept = kept
        self.content = content
        contentDefaults = defaults
        contentPlaces = places
        self.entries = entries.sorted { $0.key < $1.key }
        isOwn =
            !isPlaceholder && component.id >= 1_000
            && !LanguageSchema.standard.components.contains { $0.id == component.id }
        let kind = LayoutKind(of: nodeClass)
        let isFrame = isOwn && kind == .plain && component.family == .layout && component.children != .none
        layoutKind = isFrame ? .frame : kind
        layoutKindOnIOS = component.knownTo.contains(.iOS) ? kind : .plain
    }
}

// MARK: - Finding properties

extension ComponentRecord {
    /// Returns the properties of a class in the language that not every node has.
    private static func languageProperties(of nodeClass: Node.Type) -> [PropertySchema] {
        let language = LanguageSchema.standard
        guard let name = nodeClass.languageComponent, let component = language.component(named: name) else { return [] }
        return language.properties(of: component.id).filter {
            $0.kind != .expression && $0.builtInName?.home == .content
        }
    }

    /// Returns the index in `content` of a property of the language, or `nil`.
    func contentIndex(of name: PropertyName) -> Int? {
        let index = Int(contentPlaces[name.index].index)
        return index < 0 ? nil : index
    }

    /// Returns the index of the property whose name has an index, among the numbers or the texts of a node's content, or
    /// `nil`.
    @inline(__always)
    func contentPosition(at index: Int) -> Int? {
        let position = Int(contentPlaces[index].position)
        return position < 0 ? nil : position
    }

    /// Returns the place of the property that becomes 0 when the one at a place is set, or `nil` if there is none.
    func place(resetBy place: PropertyPlace) -> PropertyPlace? {
        guard case .content(let index) = place, let other = content[index].resetProperty else { return nil }
        return contentIndex(of: other).map(PropertyPlace.content)
    }

    /// Returns the property with a key, or `nil` if the component does not have it.
    func entry(_ key: StringID) -> Entry? {
        let place = entries.partitioningIndex { $0.key >= key }
        return place < entries.count && entries[place].key == key ? entries[place] : nil
    }

    /// The properties that have a value of their own; one that resets another comes before all that do not.
    var assignablePlaces: [(name: String, place: PropertyPlace)] {
        var first: [(name: String, place: PropertyPlace)] = []
        var others = first
        for entry in entries {
            if case .content(let index) = entry.place, content[index].resetProperty != nil {
                first.append((entry.name, entry.place))
            } else {
                others.append((entry.name, entry.place))
            }
        }
        return first + others
    }

    /// Returns the place of the property with a name, or `nil` if the component does not have it.
    func place(named name: String) -> PropertyPlace? {
        // Another name may have the same key.
        guard let entry = entry(StringID(hashing: name)), entry.name == name else { return nil }
        return entry.place
    }

    /// Returns the default of a property of the component; `nil` for other places.
    func defaultValue(at place: PropertyPlace) -> NodeValue? {
        guard case .content(let index) = place else { return nil }
        return content[index].defaultValue
    }

    /// Converts a length for a place: to a whole number if the place accepts only these.
    func relativeValue(_ number: Float, at place: PropertyPlace) -> NodeValue {
        let isInteger: Bool
        switch place {
        case .common(let name):
            if case .int? = properties.value(of: name) ?? kept.value(of: name) {
                isInteger = true
            } else {
                isInteger = false
            }
        case .content(let index): isInteger = content[index].isInteger
        case .custom, .items: isInteger = false
        }
        guard isInteger else { return .float(number) }
        return Int32(exactly: number.rounded(.towardZero)).map(NodeValue.int) ?? .float(number)
    }
}

/// The place of a property in a component's content.
private struct ContentPlace {
    /// The index of the property in the component; negative if the component does not have it.
    var index: Int32 = -1
    /// The index of the value among the numbers or the texts.
    var position: Int32 = -1
}
