/// An error that says why an app's components cannot be added to a schema.
public struct SchemaError: Error, Hashable, Sendable {
    /// The kind of problem.
    public struct Code: Hashable, Sendable {
        private enum Value: String, Hashable, Sendable, CaseIterable {
            case reservedComponentID = "reserved-component-id"
            case duplicateComponentID = "duplicate-component-id"
            case duplicateComponentName = "duplicate-component-name"
            case invalidName = "invalid-name"
            case duplicateProperty = "duplicate-property"
            case kindConflict = "kind-conflict"
            case keyCollision = "key-collision"
        }

        private let value: Value

        private init(_ value: Value) {
            self.value = value
        }

        /// The stable name of the code, such as `key-collision`.
        public var name: String { value.rawValue }

        /// Every code.
        public static let all: [Code] = Value.allCases.map(Code.init)

        /// The component's id is below 1000; those ids are the language's own.
        public static let reservedComponentID = Code(.reservedComponentID)
        /// Two components have the same id.
        public static let duplicateComponentID = Code(.duplicateComponentID)
        /// Two components have the same name.
        public static let duplicateComponentName = Code(.duplicateComponentName)
        /// A name cannot be an element or attribute name, or a file cannot store it.
        public static let invalidName = Code(.invalidName)
        /// One component declares a property twice.
        public static let duplicateProperty = Code(.duplicateProperty)
        /// A property has two kinds; a name must have the same kind in the whole language.
        public static let kindConflict = Code(.kindConflict)
        /// Two different texts have the same key, so a file cannot distinguish them.
        public static let keyCollision = Code(.keyCollision)
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

extension SchemaError.Code: CustomStringConvertible {
    /// The name.
    public var description: String { name }
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
