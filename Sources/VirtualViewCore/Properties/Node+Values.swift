import VirtualViewFormat

// Reading and setting properties of any kind: by the names of the language, by an app's declarations, and by texts.

extension Node {
    /// The values of the component's properties as they are now, for reading several of them.
    @inline(__always)
    final var present: PresentContent {
        PresentContent(node: self)
    }

    /// Returns the index of a property of the language among the numbers or the texts of the content, or `nil`.
    @inline(__always)
    final func contentPosition(of name: PropertyName) -> Int? {
        // First, because the component would be retained for as long as that takes.
        let index = name.index
        return prototype.component.contentPosition(at: index)
    }

    /// Reads or sets a property of the language whose value is a number, a word or a colour.
    ///
    /// The typed accessors of nodes use this. A property that the node does not have reads as its type's zero, and
    /// setting it has no effect.
    final subscript<Value: NumberStorable>(name: PropertyName) -> Value {
        get {
            guard contentPosition(of: name) == nil else { return present[name] }
            return value(of: name).flatMap(Value.init(nodeValue:)) ?? .zero
        }
        set { assign(newValue.nodeValue, to: name) }
    }

    /// Reads or sets a property of the language whose value is a text.
    final subscript(name: PropertyName) -> String? {
        get {
            guard contentPosition(of: name) == nil else { return present[name] }
            guard case .string(let text)? = kept.value(of: name) else { return nil }
            return text
        }
        set { assign(newValue.nodeValue, to: name) }
    }

    /// Returns the value of a property of the language; `nil` if the node does not have it.
    final func value(of name: PropertyName) -> NodeValue? {
        if let index = prototype.component.contentIndex(of: name) { return value(at: .content(index)) }
        return properties.value(of: name) ?? kept.value(of: name)
    }

    /// Sets a property of the language, as an app does, and marks what that invalidates.
    @discardableResult
    final func assign(_ value: NodeValue, to name: PropertyName) -> PropertyOutcome {
        let index = prototype.component.contentIndex(of: name)
        return assign(value, to: index.map(PropertyPlace.content) ?? .common(name))
    }

    /// Sets a property, as an app or an event program does, and marks what that invalidates.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - place: The place of the property.
    ///   - isDerived: Whether the value follows from the data, as a program for data sets it.
    /// - Returns: What became of the value.
    @discardableResult
    final func assign(_ value: NodeValue, to place: PropertyPlace, isDerived: Bool = false) -> PropertyOutcome {
        let wasShorthand = followsShorthand(at: place)
        let outcome = write(value, to: place)
        guard outcome == .changed || outcome == .unchanged else { return outcome }
        // A side that is set to what it has does not follow the shorthand any more.
        if outcome == .changed || wasShorthand { isModified = true }
        note(place, isDerived: isDerived)
        // What became 0 with it has its value from the same.
        if let other = prototype.component.place(resetBy: place) { note(other, isDerived: isDerived) }
        return outcome
    }

    /// Whether the value at a place is a side's that was not set itself.
    final func followsShorthand(at place: PropertyPlace) -> Bool {
        if case .common(let name) = place { properties.layout.followsShorthand(name) } else { false }
    }

    /// Whether a program for data set the value at a place, and nothing else since.
    final func isDerived(at place: PropertyPlace) -> Bool { kept.part { $0.derived.contains(place) } ?? false }

    /// Notes that a value was set, and whether it follows from the data.
    final func note(_ place: PropertyPlace, isDerived: Bool) {
        guard isDerived != self.isDerived(at: place) else { return }
        var values = kept.value ?? KeptValues()
        values.note(place, isDerived: isDerived)
        kept.value = values
    }

    /// Returns the value at a place; `nil` if it is not a property's.
    final func value(at place: PropertyPlace) -> NodeValue? {
        switch place {
        case .common(let name): properties.value(of: name) ?? kept.value(of: name)
        case .content(let index): content.value(of: prototype.component.content[index])
        case .custom, .items: nil
        }
    }

    /// Stores a value at its place, and marks what that invalidates.
    @discardableResult
    final func write(_ value: NodeValue, to place: PropertyPlace) -> PropertyOutcome {
        switch place {
        case .common(let name):
            let outcome = writeCommon(value, to: name)
            guard outcome == .changed else { return outcome }
            invalidate(name.invalidation)
            if name == .order { orderDidChange() }
            return outcome
        case .content(let index):
            return writeContent(value, to: prototype.component.content[index])
        case .custom(let key, let name):
            setCustom(Node.CustomProperty(name: name, key: key, value: value))
            return .changed
        case .items:
            return .refused
        }
    }

    /// Stores a property that every node has; the caller marks what the change invalidates.
    final func writeCommon(_ value: NodeValue, to name: PropertyName) -> PropertyOutcome {
        let outcome = properties.write(value, to: name)
        return outcome == .unknown ? kept.write(value, to: name) : outcome
    }

    /// Stores a property of the component, and marks what that invalidates.
    @discardableResult
    final func writeContent(
        _ value: NodeValue,
        to property: ContentProperty,
        resetsOther: Bool = true
    ) -> PropertyOutcome {
        let outcome = content.write(value, to: property, of: prototype.component, resetsOther: resetsOther)
        guard outcome == .changed else { return outcome }
        invalidate(property.invalidation)
        if property.isOwn { ownPropertyDidChange(property.schema) }
        if case .src = property.schema.builtInName { (self as? ImageNode)?.imageDidChange() }
        return outcome
    }

    /// Takes other values of the component's properties, and tells of those of the app that are others.
    final func take(_ values: ContentValues) {
        let old = content
        content = values
        guard prototype.component.isOfApp else { return }
        for property in prototype.component.content
        where property.isOwn && old.value(of: property) != values.value(of: property) {
            ownPropertyDidChange(property.schema)
        }
    }

    /// Stores a property that the runtime does not know.
    final func setCustom(_ property: Node.CustomProperty) {
        var values = kept.value ?? KeptValues()
        let old = values.custom.first { $0.key == property.key }
        guard old?.value.isSame(as: property.value) != true else { return }
        values.setCustom(property)
        kept.value = values
        // Screen readers say some of them, and an app may draw others.
        invalidate(.drawing)
    }
}

// MARK: - An app's own properties

extension Node {
    /// The names of the properties that the component declares beyond the language, in its own order.
    public final var ownPropertyNames: [String] {
        prototype.component.content.filter { $0.isOwn }.map { $0.schema.name }
    }

    /// Reads or sets a property of an app's own component.
    ///
    /// A value of another type than the property's reads as the type's zero, and setting a property that the node's
    /// component does not declare has no effect.
    ///
    /// - Parameter property: The property.
    /// - Complexity: O(log *n*) in the number of the component's properties.
    public final subscript<Value: PropertyStorable>(property: ComponentProperty<Value>) -> Value {
        get {
            let entry = prototype.component.entry(property.schema.key)
            let stored = entry.flatMap { value(at: $0.place) } ?? NodeValue(property.schema.defaultValue)
            return Value(nodeValue: stored) ?? .zero
        }
        set {
            guard let entry = prototype.component.entry(property.schema.key) else { return }
            assign(newValue.nodeValue, to: entry.place)
        }
    }
}

// MARK: - By name

extension Node {
    /// Returns the value of a property of any type.
    ///
    /// - Parameter name: The attribute's name, such as `textColor`.
    /// - Returns: The value; `nil` if the component does not have the property. Lengths are in points; colours, words
    ///   and flags are numbers.
    public final func property(named name: String) -> NodeValue? {
        prototype.component.place(named: name).flatMap(value(at:))
    }

    /// Sets a property of any type, and marks what that invalidates.
    ///
    /// - Parameters:
    ///   - value: A value of the property's type: a number for colours, words and flags.
    ///   - name: The attribute's name, such as `textColor`.
    /// - Returns: Whether the component has the property and the value fits.
    @discardableResult
    public final func setProperty(_ value: NodeValue, named name: String) -> Bool {
        switch prototype.component.place(named: name).map({ assign(value, to: $0) }) {
        case .changed, .unchanged: true
        case .refused, .unknown, nil: false
        }
    }
}
