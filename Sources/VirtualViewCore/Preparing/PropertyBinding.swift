import VirtualViewExpressions
import VirtualViewFormat

/// A binding of a property: the parsed expression, and the place for its value.
///
/// This is a class, because an update walks over many bindings and should not copy them.
final class PropertyBinding: Sendable {
    let place: PropertyPlace
    /// The property of the component at that place; `nil` if it is another kind of place.
    let property: ContentProperty?
    let name: String
    let expression: BindingExpression
    /// The kind of value that the property takes; `nil` for any data.
    let kind: ValueKind?
    /// The property's default, for values that cannot be used.
    let standard: CoercedValue
    /// The same default in the form that a node stores.
    let fallback: NodeValue
    let invalidation: PropertySchema.Invalidation
    /// Whether a path in the binding starts with `env`.
    let readsEnvironment: Bool
    /// Whether it calls functions of the app.
    let callsApp: Bool

    /// Whether the data may have a length in `rp` for it.
    var mayBeLength: Bool {
        switch kind {
        case .int, .number, .float, .size: true
        default: false
        }
    }

    init(
        _ expression: BindingExpression,
        to place: PropertyPlace,
        of component: ComponentRecord? = nil,
        name: String,
        kind: ValueKind?,
        fallback: NodeValue = .none,
        invalidation: PropertySchema.Invalidation
    ) {
        self.expression = expression
        self.place = place
        property = if case .content(let index) = place { component?.content[index] } else { nil }
        self.name = name
        self.kind = kind
        self.fallback = fallback
        self.invalidation = invalidation
        standard = CoercedValue(fallback, for: kind)
        callsApp = expression.root.callsApp
        readsEnvironment = !expression.client.quirks.contains(.bindingGrammar) && expression.root.reads("env")
    }
}

extension PropertySchema {
    /// The kind of value that the property takes from data: nodes store values in the form of the default, however a
    /// source is read.
    var dataKind: ValueKind? {
        if let meaning { return meaning }
        return switch (kind, defaultValue) {
        case (.expression, _): nil
        case (.number, .float), (.int, .float), (.number, .none): .float
        case (.string, .int), (.number, .int), (.int, .int), (.int, .none): .int
        case (.string, _), (.number, .string), (.int, .string): .string
        default: kind
        }
    }
}

extension CoercedValue {
    /// Converts a default to the form that the coercion of a kind takes.
    init(_ value: NodeValue, for kind: ValueKind?) {
        switch (kind, value) {
        case (.float, .int(let number)), (.size, .int(let number)): self = .float(Float(number), .none)
        case (_, .int(let number)): self = .int(number, .none)
        case (_, .float(let number)): self = .float(number, .none)
        case (_, .string(let text)): self = .string(text)
        default: self = .string(nil)
        }
    }

    /// Returns the value in the form that a node stores, or `nil` if the property keeps its value.
    ///
    /// - Parameters:
    ///   - pointsPerRP: The points in one `rp`.
    ///   - fallback: The value to use for an unreadable colour.
    /// - Returns: The value to store.
    func nodeValue(pointsPerRP: Double, fallback: NodeValue) -> NodeValue? {
        switch self {
        case .int(let number, .none): .int(number)
        case .int(let number, .rp): .int(Int32(clamping: Int64(saturating: Double(number) * pointsPerRP)))
        case .float(let number, .none): .float(number)
        case .float(let number, .rp): .float(Float(Double(number) * pointsPerRP))
        case .string(let text): text.map(NodeValue.string) ?? NodeValue.none
        case .noColor: fallback
        case .data: nil
        }
    }
}

extension BindingNode {
    /// Returns whether a path starts with a name.
    func reads(_ name: String) -> Bool {
        contains { (node: BindingNode) -> Bool in
            switch node {
            case .path(let path), .fallback(let path, _): path.starts(with: name)
            case .computed(let node): node.readsPath { $0.starts(with: name) }
            case .missing, .text, .malformed, .ternary, .interpolation: false
            }
        }
    }
}

extension BindingPath {
    fileprivate func starts(with name: String) -> Bool {
        guard case .key(let key)? = steps.first else { return false }
        return key.text == name
    }
}
