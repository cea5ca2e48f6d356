/// The language in one table: every component and every property that a template may use.
///
/// The compiler's built-in configuration, the typed storage of nodes, the coercion of bindings, the allow-list of event
/// programs, the invalidation of layout and the linter all read this table (`Docs/Language.md`). `adding(_:)` adds
/// an app's own components.
///
/// A property has the same ``ValueKind`` in all components. A component may *refine* everything else about a
/// property: both `Page` and `VHLayout` have `orientation`, which is vertical by default for one and horizontal for the
/// other.
public struct LanguageSchema: Sendable {
    /// The components in the order of their ids.
    public let components: [ComponentSchema]
    /// The properties, each name once, in the order of the table.
    ///
    /// This list does not have refinements; `properties(of:)` and `property(_:of:)` apply them.
    public let properties: [PropertySchema]

    /// The index in one object, so that a schema is cheap to copy and to search.
    let index: Index

    /// A key and the index of its property in `entries`.
    struct Slot: Sendable {
        let key: StringID
        let index: Int
    }

    final class Index: Sendable {
        /// The `properties`, followed by the refinements of the components.
        let entries: [PropertySchema]
        /// The indices in `entries`, ordered by key, of the properties that every component has.
        let common: [Slot]
        /// The same for the properties of each component, in the order of `components`.
        let members: [[Slot]]
        let componentByID: [UInt16: Int]
        let componentByName: [ExactText: Int]
        let propertyByKey: [StringID: Int]

        init(
            entries: [PropertySchema],
            common: [Slot],
            members: [[Slot]],
            componentByID: [UInt16: Int],
            componentByName: [ExactText: Int],
            propertyByKey: [StringID: Int]
        ) {
            self.entries = entries
            self.common = common
            self.members = members
            self.componentByID = componentByID
            self.componentByName = componentByName
            self.propertyByKey = propertyByKey
        }
    }

    /// Makes a schema of a table whose names, ids and keys are known to be unique.
    ///
    /// - Parameters:
    ///   - components: The components, in any order.
    ///   - properties: The properties, each name once.
    package init(components: [ComponentSchema], properties: [PropertySchema]) {
        let components = components.sorted { $0.id < $1.id }
        let byName = components.indices.reduce(into: [:]) { $0[ExactText(components[$1].name)] = $1 }
        var entries = properties
        var placed: [Int?: [Slot]] = [:]
        for (index, property) in properties.enumerated() {
            let slot = Slot(key: property.key, index: index)
            guard let owners = property.components else {
                placed[nil, default: []].append(slot)
                continue
            }
            for owner in owners {
                if let component = byName[ExactText(owner)] {
                    placed[component, default: []].append(slot)
                }
            }
        }
        let common = placed[nil, default: []]
        var members: [[Slot]] = []
        for (index, component) in components.enumerated() {
            var slots = common + placed[index, default: []]
            for property in component.properties {
                slots.removeAll { $0.key == property.key }
                slots.append(Slot(key: property.key, index: entries.count))
                entries.append(property)
            }
            members.append(slots.sorted { $0.key < $1.key })
        }
        self.components = components
        self.properties = properties
        index = Index(
            entries: entries,
            common: common.sorted { $0.key < $1.key },
            members: members,
            componentByID: components.indices.reduce(into: [:]) { $0[components[$1].id] = $1 },
            componentByName: byName,
            propertyByKey: properties.indices.reduce(into: [:]) { $0[properties[$1].key] = $1 }
        )
    }
}

// MARK: - Looking up

extension LanguageSchema {
    /// Finds a component by the number that files store.
    ///
    /// - Parameter id: The number.
    /// - Returns: The component, or `nil` if the schema does not have it.
    /// - Complexity: O(1).
    public func component(id: UInt16) -> ComponentSchema? {
        index.componentByID[id].map { components[$0] }
    }

    /// Finds a component by its element name.
    ///
    /// - Parameter name: The name; upper and lower case count.
    /// - Returns: The component, or `nil` if the schema does not have it.
    /// - Complexity: O(1).
    public func component(named name: String) -> ComponentSchema? {
        index.componentByName[ExactText(name)].map { components[$0] }
    }

    /// Finds a property by the key under which files store it.
    ///
    /// - Parameter key: The key.
    /// - Returns: The property without the refinement of any component, or `nil` if the schema does not have it.
    /// - Complexity: O(1).
    public func property(_ key: StringID) -> PropertySchema? {
        index.propertyByKey[key].map { properties[$0] }
    }

    /// Finds a property by its attribute name.
    ///
    /// - Parameter name: The name; upper and lower case count.
    /// - Returns: The property without the refinement of any component, or `nil` if the schema does not have it.
    /// - Complexity: O(*n*) in the length of `name`; no string is made.
    public func property(named name: some StringProtocol) -> PropertySchema? {
        guard let found = property(StringID(hashing: name)), found.name == name else { return nil }
        return found
    }

    /// Finds a property that a component has.
    ///
    /// - Parameters:
    ///   - key: The key under which files store the property.
    ///   - component: The component's number. An unknown component is treated like a plain node, which has
    ///     the properties that every component has.
    /// - Returns: The property as that component has it, or `nil` if it does not have it.
    /// - Complexity: O(log *n*) in the number of the component's properties.
    public func property(_ key: StringID, of component: UInt16) -> PropertySchema? {
        entryIndex(of: key, in: component).map { index.entries[$0] }
    }

    /// Finds the number of a property that a component has, without copying the property.
    ///
    /// The numbers stand for the properties and their refinements and begin with 0, so a runtime can keep values that it
    /// derives from a property in an array.
    ///
    /// - Parameters:
    ///   - key: The key under which files store the property.
    ///   - component: The component's number; see ``property(_:of:)`` for one that the schema does not have.
    /// - Returns: The number, or `nil` if the component does not have the property.
    /// - Complexity: O(log *n*) in the number of the component's properties.
    package func entryIndex(of key: StringID, in component: UInt16) -> Int? {
        guard let place = index.componentByID[component] else { return Self.find(key, in: index.common) }
        return Self.find(key, in: index.members[place])
    }

    /// Returns the property or refinement with a number that ``entryIndex(of:in:)`` returned.
    package func entry(at number: Int) -> PropertySchema {
        index.entries[number]
    }

    /// An attribute that is no property: screen readers say it where there is no `accessibilityLabel`.
    package static var labelAlias: String { "contentDescription" }

    private static func find(_ key: StringID, in slots: [Slot]) -> Int? {
        let place = slots.partitioningIndex { $0.key >= key }
        return place < slots.count && slots[place].key == key ? slots[place].index : nil
    }

    /// Lists the properties that a component has.
    ///
    /// - Parameter component: The component's number; see ``property(_:of:)`` for one that the schema does not have.
    /// - Returns: The properties as that component has them: in the order of the table, its own properties last.
    /// - Complexity: O(*n* log *n*) in the number of the component's properties.
    public func properties(of component: UInt16) -> [PropertySchema] {
        let slots = index.componentByID[component].map { index.members[$0] } ?? index.common
        return slots.map { $0.index }.sorted().map { index.entries[$0] }
    }
}
