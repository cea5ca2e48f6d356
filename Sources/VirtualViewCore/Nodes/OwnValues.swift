// The properties that an app's own components declare beyond the language.

extension Node {
    /// The names of the properties that the component declares beyond the language, in its own order.
    public final var ownPropertyNames: [String] {
        prototype.component.ownProperties.map { $0.schema.name }
    }

    /// Reads or sets a property of an app's own component.
    ///
    /// A value of another type than the property's reads as the type's zero, and setting a property that the node's
    /// component does not declare has no effect.
    ///
    /// - Parameter property: The property.
    /// - Complexity: O(*n*) in the number of the component's own properties.
    public final subscript<Value: OwnPropertyValue>(property: ComponentProperty<Value>) -> Value {
        get {
            guard let index = prototype.component.ownIndex(of: property.schema.key) else {
                return Value(ownValue: NodeValue(property.schema.defaultValue))
            }
            return Value(ownValue: ownValue(at: index))
        }
        set {
            guard let index = prototype.component.ownIndex(of: property.schema.key) else { return }
            if writeOwn(newValue.ownValue, at: index) == .changed {
                isModified = true
            }
        }
    }

    /// Returns the value of an own property, by its index in the component.
    final func ownValue(at index: Int) -> NodeValue {
        ownValues?[index] ?? .none
    }

    /// Stores an own property; a value that does not fit becomes the default.
    @discardableResult
    final func writeOwn(_ value: NodeValue, at index: Int) -> PropertyOutcome {
        let property = prototype.component.ownProperties[index]
        let new = property.fit(value) ?? property.defaultValue
        guard ownValue(at: index) != new else { return .unchanged }
        ownValues?[index] = new
        invalidate(property.schema.invalidation)
        ownPropertyDidChange(property.schema)
        return .changed
    }

    /// Stores a value at its place, and marks what that invalidates.
    @discardableResult
    final func write(_ value: NodeValue, to place: PropertyPlace) -> PropertyOutcome {
        switch place {
        case .slot(let slot):
            let outcome = write(value, to: slot)
            if outcome == .changed { didChange(slot) }
            return outcome
        case .own(let index):
            guard prototype.component.ownProperties[index].fit(value) != nil else { return .refused }
            return writeOwn(value, at: index)
        case .custom(let key, let name):
            setCustom(CustomProperty(name: name, key: key, value: value))
            return .changed
        case .items:
            return .refused
        }
    }

    /// Stores a property that the runtime does not know.
    final func setCustom(_ property: CustomProperty) {
        var values = kept.value ?? KeptValues()
        guard values.custom.first(where: { $0.key == property.key }) != property else { return }
        values.setCustom(property)
        kept.value = values
    }
}
