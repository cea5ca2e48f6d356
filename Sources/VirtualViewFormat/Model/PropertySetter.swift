/// One property that a template sets on a node.
public struct PropertySetter: Sendable {
    @usableFromInline let storage: TemplateStorage
    /// The key of the property's name.
    public let key: StringID
    /// The value of the property.
    public let value: PropertyValue

    @inlinable
    @inline(__always)
    init(storage: TemplateStorage, key: StringID, value: PropertyValue) {
        self.storage = storage
        self.key = key
        self.value = value
    }
}

extension PropertySetter {
    /// The property's name; `nil` if neither the system strings nor the file have it.
    ///
    /// - Complexity: O(log *n*) in the number of strings.
    public var name: String? {
        storage.string(for: key)
    }

    /// The text of a string value; `nil` for other values and for a text that the file does not have.
    ///
    /// - Complexity: O(log *n*) in the number of strings, and O(*m*) in the length of the text.
    public var text: String? {
        guard case .string(let id) = value else { return nil }
        return storage.string(for: id)
    }
}
