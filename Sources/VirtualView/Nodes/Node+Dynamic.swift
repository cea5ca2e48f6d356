// Properties by name, for tools and event programs.

extension Node {
    /// The value of a property, whatever its type.
    ///
    /// - Parameter name: The attribute's name, such as `textColor`.
    /// - Returns: The value; `nil` when the component does not have the property. Lengths are points, colours, words and
    ///   flags numbers.
    public final func property(named name: String) -> NodeValue? {
        let component = prototype.component
        if let slot = PropertySlot(rawValue: name), component.slots.contains(slot) { return value(of: slot) }
        return component.ownProperties.firstIndex { $0.schema.name == name }.map(ownValue)
    }

    /// Sets a property, whatever its type, and marks what that invalidates.
    ///
    /// - Parameters:
    ///   - value: A value of the property's type: a number for colours, words and flags.
    ///   - name: The attribute's name, such as `textColor`.
    /// - Returns: Whether the component has the property and the value fits.
    @discardableResult
    public final func setProperty(_ value: NodeValue, named name: String) -> Bool {
        let component = prototype.component
        if let slot = PropertySlot(rawValue: name), component.slots.contains(slot) {
            switch assign(value, to: slot) {
            case .changed, .unchanged: return true
            case .refused, .unknown: return false
            }
        }
        guard let index = component.ownProperties.firstIndex(where: { $0.schema.name == name }),
            component.ownProperties[index].fit(value) != nil
        else { return false }
        if writeOwn(value, at: index) == .changed { isModified = true }
        return true
    }
}
