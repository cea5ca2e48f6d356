/// An error that says why an app's components cannot be added to a schema.
public struct SchemaError: Error, Hashable, Sendable {
    /// The kind of problem; the raw value is its stable name.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The component's id is below 1000; those ids are the language's own.
        case reservedComponentID = "reserved-component-id"
        /// Two components have the same id.
        case duplicateComponentID = "duplicate-component-id"
        /// Two components have the same name.
        case duplicateComponentName = "duplicate-component-name"
        /// A name cannot be an element or attribute name, or a file cannot store it.
        case invalidName = "invalid-name"
        /// One component declares a property twice.
        case duplicateProperty = "duplicate-property"
        /// A property has two kinds; a name must have the same kind in the whole language.
        case kindConflict = "kind-conflict"
        /// Two different texts have the same key, so a file cannot distinguish them.
        case keyCollision = "key-collision"
    }

    /// The kind of problem.
    public let code: Code
    /// The component or property that could not be added, as the message names it.
    public let subject: String
    /// The name with which it collides, as the message gives it; `nil` if only `subject` is wrong.
    public let other: String?
    /// The message: one line that names both.
    public let message: String
}

extension SchemaError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

// MARK: - The messages

extension SchemaError {
    static func reservedComponentID(_ component: ComponentSchema) -> SchemaError {
        let message = "component '\(component.name)' has the id \(component.id); ids below 1000 are the language's own"
        return SchemaError(code: .reservedComponentID, subject: component.name, other: nil, message: message)
    }

    static func duplicateComponentID(_ component: ComponentSchema, _ other: ComponentSchema) -> SchemaError {
        let message = "component '\(component.name)' has the id \(component.id) of component '\(other.name)'"
        return SchemaError(code: .duplicateComponentID, subject: component.name, other: other.name, message: message)
    }

    static func duplicateComponentName(_ component: ComponentSchema, _ other: ComponentSchema) -> SchemaError {
        let message = "two components are named '\(component.name)', with the ids \(component.id) and \(other.id)"
        return SchemaError(code: .duplicateComponentName, subject: component.name, other: other.name, message: message)
    }

    static func invalidName(_ name: String, of component: ComponentSchema, _ reason: String) -> SchemaError {
        let message = "'\(name)' of component '\(component.name)' cannot be used: \(reason)"
        return SchemaError(code: .invalidName, subject: name, other: nil, message: message)
    }

    static func duplicateProperty(_ name: String, of component: ComponentSchema) -> SchemaError {
        let message = "component '\(component.name)' declares property '\(name)' twice"
        return SchemaError(code: .duplicateProperty, subject: name, other: name, message: message)
    }

    static func kindConflict(_ property: PropertySchema, of component: ComponentSchema, _ kind: ValueKind)
        -> SchemaError
    {
        let found = property.kind.configurationName
        let expected = kind.configurationName
        let difference = found == expected ? "\(found) with other words" : "\(found) instead of \(expected)"
        let message = "property '\(property.name)' of component '\(component.name)' is of kind \(difference)"
        return SchemaError(code: .kindConflict, subject: property.name, other: property.name, message: message)
    }

    static func keyCollision(_ name: String, of component: ComponentSchema, _ other: String) -> SchemaError {
        let message = "'\(name)' of component '\(component.name)' has the same key as '\(other)'; rename it"
        return SchemaError(code: .keyCollision, subject: name, other: other, message: message)
    }
}
