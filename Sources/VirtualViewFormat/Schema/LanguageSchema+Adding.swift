extension LanguageSchema {
    /// The smallest id of an app's own component.
    public static let firstOwnComponentID: UInt16 = 1_000

    /// Makes a schema that also has an app's own components.
    ///
    /// A component may declare properties that the language already has, such as `text`: with the same kind they
    /// also become properties of that component, with its default. New names become properties of the components that
    /// declare them. The list of components in a declared property is ignored.
    ///
    /// - Parameter components: The components to add, with ids from ``firstOwnComponentID``.
    /// - Returns: The larger schema.
    /// - Throws: ``SchemaError`` for the first component that collides with another or that a file cannot store.
    public func adding(_ components: [ComponentSchema]) throws(SchemaError) -> LanguageSchema {
        var addition = Addition(to: self)
        for component in components {
            try addition.add(component)
        }
        return LanguageSchema(components: addition.components, properties: addition.properties)
    }
}

/// A schema while components are added to it.
private struct Addition {
    private(set) var components: [ComponentSchema]
    private(set) var properties: [PropertySchema]
    private var propertyByKey: [StringID: Int]
    private var componentByID: [UInt16: Int]
    private var componentByName: [ExactText: Int]

    init(to schema: LanguageSchema) {
        components = schema.components
        properties = schema.properties
        propertyByKey = schema.index.propertyByKey
        componentByID = schema.index.componentByID
        componentByName = schema.index.componentByName
    }

    mutating func add(_ component: ComponentSchema) throws(SchemaError) {
        guard component.id >= LanguageSchema.firstOwnComponentID else { throw .reservedComponentID(component) }
        if let other = componentByID[component.id] { throw .duplicateComponentID(component, components[other]) }
        if let other = componentByName[ExactText(component.name)] {
            throw .duplicateComponentName(component, components[other])
        }
        guard isMarkupName(component.name) else {
            throw .invalidName(component.name, of: component, "it is not an element name")
        }
        for name in component.internedNames {
            try checkKey(StringID(hashing: name), of: name, in: component)
        }
        var seen: Set<StringID> = []
        for property in component.properties {
            if !seen.insert(property.key).inserted,
                component.properties.count(where: { $0.name.hasSameBytes(as: property.name) }) > 1
            {
                throw .duplicateProperty(property.name, of: component)
            }
            try add(property, of: component)
        }
        componentByID[component.id] = components.count
        componentByName[ExactText(component.name)] = components.count
        components.append(component)
    }

    private mutating func add(_ property: PropertySchema, of component: ComponentSchema) throws(SchemaError) {
        guard isMarkupName(property.name) else {
            throw .invalidName(property.name, of: component, "it is not an attribute name")
        }
        if property.name.declaresVariable {
            throw .invalidName(property.name, of: component, "names that start with 'var_' declare variables")
        }
        try checkKey(property.key, of: property.name, in: component)
        guard let index = propertyByKey[property.key] else {
            propertyByKey[property.key] = properties.count
            properties.append(property.belonging(to: [component.name]))
            return
        }
        let known = properties[index]
        guard known.name.hasSameBytes(as: property.name) else {
            throw .keyCollision(property.name, of: component, known.name)
        }
        guard known.kind == property.kind else { throw .kindConflict(property, of: component, known.kind) }
        if let owners = known.components {
            properties[index] = known.belonging(to: owners + [component.name])
        }
    }

    private func checkKey(_ key: StringID, of name: String, in component: ComponentSchema) throws(SchemaError) {
        guard key.rawValue != 0 else { throw .invalidName(name, of: component, "its key is 0") }
        if let builtIn = SystemStrings.string(for: key), builtIn != name {
            throw .keyCollision(name, of: component, builtIn)
        }
    }

    /// Whether both front ends can read a name: it has no white space and no character that ends a name in markup.
    private func isMarkupName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !"-.0123456789".unicodeScalars.contains(first) else {
            return false
        }
        return name.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && scalar.value != 0x7F && !"<>&'\"=/{}()[],;#!?@$".unicodeScalars.contains(scalar)
        }
    }
}

extension String {
    /// Whether an attribute with this name declares a user variable (`Docs/Language.md`, "User variables").
    package var declaresVariable: Bool {
        // Most names begin with another letter.
        utf8.first == UInt8(ascii: "v") && utf8.starts(with: "var_".utf8)
    }
}
