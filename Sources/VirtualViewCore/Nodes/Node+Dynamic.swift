// Properties by name, for tools and event programs.

extension Node {
    /// Returns the value of a property of any type.
    ///
    /// - Parameter name: The attribute's name, such as `textColor`.
    /// - Returns: The value; `nil` if the component does not have the property. Lengths are in points; colours, words
    ///   and flags are numbers.
    public final func property(named name: String) -> NodeValue? {
        let component = prototype.component
        if let own = component.ownProperties.firstIndex(where: { $0.schema.name == name }) { return ownValue(at: own) }
        return component.slot(named: name).flatMap(value(of:))
    }

    /// Sets a property of any type, and marks what that invalidates.
    ///
    /// - Parameters:
    ///   - value: A value of the property's type: a number for colours, words and flags.
    ///   - name: The attribute's name, such as `textColor`.
    /// - Returns: Whether the component has the property and the value fits.
    @discardableResult
    public final func setProperty(_ value: NodeValue, named name: String) -> Bool {
        let component = prototype.component
        if let own = component.ownProperties.firstIndex(where: { $0.schema.name == name }) {
            guard component.ownProperties[own].fit(value) != nil else { return false }
            if writeOwn(value, at: own) == .changed { isModified = true }
            return true
        }
        switch component.slot(named: name).map({ assign(value, to: $0) }) {
        case .changed, .unchanged: return true
        case .refused, .unknown, nil: return false
        }
    }
}
