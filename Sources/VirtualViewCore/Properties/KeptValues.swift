import VirtualViewFormat

extension Node {
    /// A user variable of a node: `var_int_count="3"` in a source.
    public struct Variable: Hashable, Sendable {
        /// The variable's name, without `var_` and the type; `#` and its key if the file does not contain the name.
        public let name: String
        /// The key of the name.
        public let key: StringID
        /// The value: an int, a float, a text or nothing; its type never changes.
        public internal(set) var value: NodeValue
    }
}

extension Node {
    /// A property that a template sets and that the runtime does not know.
    public struct CustomProperty: Hashable, Sendable {
        /// The property's name; `#` and its key if the file does not contain the name.
        public let name: String
        /// The key of the name.
        public let key: StringID
        /// The value in the file, with a colour or word as a number, or the result of a binding.
        public internal(set) var value: NodeValue
    }
}

/// The values that only a few nodes have, stored together outside the node.
struct KeptValues {
    /// A property that every node has and only a few nodes set, such as an action.
    private struct Detail {
        let name: PropertyName
        var value: NodeValue
    }

    /// Those that have been set to another value than the language's default.
    private var details: [Detail] = []
    var variables: [Node.Variable] = []
    var custom: [Node.CustomProperty] = []
    /// The places whose values a program set when data was shown: they follow from the data.
    var derived: [PropertyPlace] = []

    var isEmpty: Bool {
        variables.isEmpty && custom.isEmpty && details.isEmpty
    }

    /// Returns the value of a property; `nil` if it is none of those that only a few nodes set.
    func value(of name: PropertyName) -> NodeValue? {
        details.first { $0.name == name }?.value ?? name.detail?.defaultValue
    }

    /// Sets a property.
    mutating func write(_ value: NodeValue, to name: PropertyName) -> PropertyOutcome {
        guard let property = name.detail else { return .unknown }
        guard let new = property.fit(value) else { return .refused }
        guard self.value(of: name) != new else { return .unchanged }
        if let index = details.firstIndex(where: { $0.name == name }) {
            details[index].value = new
        } else {
            details.append(Detail(name: name, value: new))
        }
        return .changed
    }

    /// Notes that a value was set, and whether it follows from the data.
    mutating func note(_ place: PropertyPlace, isDerived: Bool) {
        derived.removeAll { $0 == place }
        if isDerived { derived.append(place) }
    }

    /// Sets a custom property; there is at most one for a key.
    mutating func setCustom(_ property: Node.CustomProperty) {
        if let index = custom.firstIndex(where: { $0.key == property.key }) {
            custom[index].value = property.value
        } else {
            custom.append(property)
        }
    }
}

extension SharedBox<KeptValues> {
    /// Returns the value of one of the details; `nil` if the property is none of them.
    func value(of name: PropertyName) -> NodeValue? {
        part { $0.value(of: name) } ?? name.detail?.defaultValue
    }

    /// Writes one of the details; the box is replaced if that changes the value.
    mutating func write(_ new: NodeValue, to name: PropertyName) -> PropertyOutcome {
        var values = value ?? KeptValues()
        let outcome = values.write(new, to: name)
        if outcome == .changed { value = values }
        return outcome
    }
}

extension Node {
    /// The user variables, in file order.
    public final var variables: [Node.Variable] {
        kept.part { $0.variables } ?? []
    }

    /// Whether the node has user variables.
    final var hasVariables: Bool {
        kept.part { !$0.variables.isEmpty } ?? false
    }

    /// The properties that the template sets and that the runtime does not know, in file order.
    public final var customProperties: [Node.CustomProperty] {
        kept.part { $0.custom } ?? []
    }

    /// Returns the value of a user variable; `nil` if the node does not declare one with that name.
    ///
    /// - Parameter name: The name without `var_` and the type.
    /// - Returns: The value.
    /// - Complexity: O(*n*) in the number of variables.
    public final func variable(named name: String) -> NodeValue? {
        variables.last { $0.name.hasSameBytes(as: name) }?.value
    }

    /// Sets a user variable.
    ///
    /// - Parameters:
    ///   - value: A value of the variable's type; a float accepts whole numbers too, and a text may be
    ///     ``NodeValue/none``.
    ///   - name: The name without `var_` and the type.
    /// - Returns: Whether there is such a variable and the value fits.
    @discardableResult
    public final func setVariable(_ value: NodeValue, named name: String) -> Bool {
        guard let index = variables.lastIndex(where: { $0.name.hasSameBytes(as: name) }) else { return false }
        return setVariable(value, at: index)
    }

    /// Returns the index of a user variable by the key of its name, which identifies the names of a file.
    final func variableIndex(_ key: StringID, _ name: String) -> Int? {
        variables.lastIndex { $0.key == key && $0.name.hasSameBytes(as: name) }
    }

    final func setVariable(_ value: NodeValue, at index: Int, isDerived: Bool = false) -> Bool {
        guard var values = kept.value, values.variables.indices.contains(index) else { return false }
        guard let fitting = Self.fit(value, to: values.variables[index].value) else { return false }
        values.variables[index].value = fitting
        values.note(.variable(values.variables[index]), isDerived: isDerived)
        kept.value = values
        isModified = true
        return true
    }

    /// Returns the value of a property that the runtime does not know; `nil` if the template does not set it.
    ///
    /// - Parameter name: The property's name.
    /// - Returns: The value.
    /// - Complexity: O(*n*) in the number of such properties.
    public final func customProperty(named name: String) -> NodeValue? {
        customProperties.first { $0.name.hasSameBytes(as: name) }?.value
    }

    private static func fit(_ value: NodeValue, to old: NodeValue) -> NodeValue? {
        switch (old, value) {
        case (.int, .int), (.float, .float), (.string, .string), (.string, .none), (.none, .string), (.none, .none):
            value
        case (.float, .int(let number)): .float(Float(number))
        default: nil
        }
    }
}

/// A value that many nodes share until one of them changes it.
///
/// Nothing is stored while the node has no such values, which is the common case.
struct SharedBox<Value: Sendable>: Sendable {
    private final class Storage: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage?

    /// The value, if there is one.
    var value: Value? {
        get { storage?.value }
        set { storage = newValue.map(Storage.init) }
    }

    /// Reads a part of the value, if there is a value, without copying the rest.
    @inline(__always)
    func part<Part>(_ read: (borrowing Value) -> Part) -> Part? {
        guard let storage else { return nil }
        return read(storage.value)
    }
}
