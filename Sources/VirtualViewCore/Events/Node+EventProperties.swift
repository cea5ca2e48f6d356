// The properties that event programs may use, as the schema allows.

/// A property of a component in the form that event programs use.
struct EventProperty: Sendable {
    /// The place where the value is stored.
    enum Place: Sendable {
        /// A typed property of the language.
        case slot(PropertySlot)
        /// One of an app's own properties, by its index in the component.
        case own(Int)
    }

    let access: PropertySchema.EventAccess
    let place: Place
}

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
        if let property = prototype.component.eventProperty(name) {
            guard property.access != .none else { return .hidden }
            switch property.place {
            case .own(let index): return .value(EventValue(ownValue(at: index)))
            case .slot(let slot): return value(of: slot).map { .value(EventValue($0)) } ?? .unknown
            }
        }
        guard let text = name.text else { return .unknown }
        if let index = variableIndex(name.key, text) { return .value(EventValue(variables[index].value)) }
        return eventState(named: text).map { .value($0) } ?? .unknown
    }

    /// Writes an allowed property or a user variable of the template, and marks what the change invalidates.
    final func setEventValue(_ value: EventValue, _ name: ProgramName) -> EventWriting {
        if let property = prototype.component.eventProperty(name) {
            switch property.access {
            case .none: return .hidden
            case .read: return .readOnly
            case .readWrite: break
            }
            guard let new = value.nodeValue else { return .refused }
            return write(new, to: property)
        }
        guard let text = name.text else { return .unknown }
        guard let index = variableIndex(name.key, text) else {
            return eventState(named: text) == nil ? .unknown : .readOnly
        }
        guard let new = value.nodeValue, setVariable(new, at: index) else { return .refused }
        return .written
    }

    private final func write(_ value: NodeValue, to property: EventProperty) -> EventWriting {
        switch property.place {
        case .own(let index):
            guard prototype.component.ownProperties[index].fit(value) != nil else { return .refused }
            if writeOwn(value, at: index) == .changed { isModified = true }
            return .written
        case .slot(let slot):
            switch assign(value, to: slot) {
            case .changed, .unchanged: return .written
            case .refused: return .refused
            case .unknown: return .unknown
            }
        }
    }
}

extension ComponentRecord {
    /// Returns the property with a name, whether programs may use it or not; `nil` if the component does not have it.
    func eventProperty(_ name: ProgramName) -> EventProperty? {
        var low = 0
        var high = eventKeys.count
        while low < high {
            let middle = (low + high) / 2
            if eventKeys[middle].key < name.key { low = middle + 1 } else { high = middle }
        }
        // Another name may have the same key.
        guard low < eventKeys.count, eventKeys[low].key == name.key, eventKeys[low].name == name.text else {
            return nil
        }
        return eventProperties[low]
    }
}
