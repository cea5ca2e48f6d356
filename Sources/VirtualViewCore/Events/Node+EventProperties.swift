// The properties that event programs may use, as the schema allows.

/// The result of reading a property for an event program.
enum EventReading {
    case value(EventValue)
    /// Programs may not read the property.
    case hidden
    /// The node does not have the property.
    case unknown
}

/// The result of writing a property for an event program.
enum EventWriting {
    case written
    /// The property does not accept the value.
    case refused
    /// Programs may only read the property.
    case readOnly
    /// Programs may neither read nor change the property.
    case hidden
    /// The node does not have the property.
    case unknown
}

extension Node {
    /// Reads an allowed property, a user variable of the template, or another value that the node offers.
    final func eventValue(_ name: ProgramName) -> EventReading {
        if let property = prototype.component.entry(name) {
            guard property.access != .none else { return .hidden }
            return value(at: property.place).map { .value(EventValue($0)) } ?? .unknown
        }
        guard let text = name.text else { return .unknown }
        if let index = variableIndex(name.key, text) { return .value(EventValue(variables[index].value)) }
        return eventState(named: text).map { .value($0) } ?? .unknown
    }

    /// Writes an allowed property or a user variable of the template, and marks what the change invalidates.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the property or variable.
    ///   - isDerived: Whether the program runs because data is shown.
    /// - Returns: What became of the value.
    final func setEventValue(_ value: EventValue, _ name: ProgramName, isDerived: Bool) -> EventWriting {
        if let property = prototype.component.entry(name) {
            switch property.access {
            case .none: return .hidden
            case .read: return .readOnly
            case .readWrite: break
            }
            guard let new = value.nodeValue else { return .refused }
            switch assign(new, to: property.place, isDerived: isDerived) {
            case .changed, .unchanged: return .written
            case .refused: return .refused
            case .unknown: return .unknown
            }
        }
        guard let text = name.text else { return .unknown }
        guard let index = variableIndex(name.key, text) else {
            return eventState(named: text) == nil ? .unknown : .readOnly
        }
        guard let new = value.nodeValue, setVariable(new, at: index, isDerived: isDerived) else { return .refused }
        return .written
    }
}

extension ComponentRecord {
    /// Returns the property with a name, whether programs may use it or not; `nil` if the component does not have it.
    fileprivate func entry(_ name: ProgramName) -> Entry? {
        // Another name may have the same key.
        guard let entry = entry(name.key), entry.name == name.text else { return nil }
        return entry
    }
}
