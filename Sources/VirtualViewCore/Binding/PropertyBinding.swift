import VirtualViewExpressions

/// A property that data feeds: the parsed binding, and where its value goes.
///
/// A class, because an update walks over many and should copy none.
final class PropertyBinding: Sendable {
    let place: PropertyPlace
    let name: String
    let expression: BindingExpression
    let kind: CoercionKind
    /// The property's default, for values that say nothing.
    let standard: CoercedValue
    /// The same, as a node stores it.
    let fallback: NodeValue
    let invalidation: PropertySchema.Invalidation
    /// Whether a path in the binding starts with `env`.
    let readsEnvironment: Bool

    init(
        _ expression: BindingExpression,
        to place: PropertyPlace,
        name: String,
        kind: CoercionKind,
        fallback: NodeValue = .none,
        invalidation: PropertySchema.Invalidation
    ) {
        self.expression = expression
        self.place = place
        self.name = name
        self.kind = kind
        self.fallback = fallback
        self.invalidation = invalidation
        standard = CoercedValue(fallback, for: kind)
        readsEnvironment = expression.dialect == .swift && expression.root.reads("env")
    }
}

extension CoercionKind {
    /// What a property of the schema takes from data.
    init(_ property: PropertySchema) {
        switch property.kind {
        case .string, .number, .int: self = Self.untyped(property)
        case .float: self = .float
        case .bool: self = .bool
        case .color: self = .color
        case .flags: self = .words(CoercionWords(.flags, combines: true))
        case .gravity: self = .gravity
        case .textStyle: self = .textStyle
        case .type: self = .words(CoercionWords(.variableTypes, combines: false))
        case .size: self = .size
        case .visibility: self = .visibility
        case .dataMode: self = .words(CoercionWords(.dataModes, combines: false))
        case .enumeration(let words): self = .words(CoercionWords(words, combines: false))
        case .expression: self = .object
        }
    }

    /// What nodes hold follows from the default, not from how a source is read.
    private static func untyped(_ property: PropertySchema) -> CoercionKind {
        switch property.defaultValue {
        case .float: .float
        case .int: .int
        case .string: .string
        case .none:
            switch property.kind {
            case .number: .float
            case .int: .int
            default: .string
            }
        }
    }
}

extension CoercionWords {
    fileprivate init(_ table: WordTable, combines: Bool) {
        self.init(table.words.map { Word($0.name, $0.value) }, combines: combines, ignoresCase: !combines)
    }
}

extension CoercedValue {
    /// A default, as the coercion of a kind takes it.
    init(_ value: NodeValue, for kind: CoercionKind) {
        switch (kind, value) {
        case (.words, .int(let number)): self = .words(number)
        case (.int, .int(let number)): self = .int(number, .plain)
        case (_, .float(let number)): self = .float(number, .plain)
        case (_, .int(let number)): self = .float(Float(number), .plain)
        case (_, .string(let text)): self = .string(text)
        default: self = .string(nil)
        }
    }

    /// The value as a node stores it, or `nil` when the property is left alone.
    ///
    /// - Parameters:
    ///   - pointsPerRP: The points in one `rp`.
    ///   - fallback: What an unreadable colour becomes.
    /// - Returns: The value to store.
    func nodeValue(pointsPerRP: Double, fallback: NodeValue) -> NodeValue? {
        switch self {
        case .int(let number, .plain), .words(let number): .int(number)
        case .int(let number, .rp): .int(Int32(clamping: Int64((Double(number) * pointsPerRP).clamped)))
        case .float(let number, .plain): .float(number)
        case .float(let number, .rp): .float(Float(Double(number) * pointsPerRP))
        case .matchParent: .float(LayoutParameters.matchParent)
        case .wrapContent: .float(LayoutParameters.wrapContent)
        case .string(let text): text.map(NodeValue.string) ?? NodeValue.none
        case .bool(let flag): .int(flag ? 1 : 0)
        case .visibility(let visibility): .int(visibility.rawValue)
        case .color(let argb): .int(Int32(bitPattern: argb))
        case .noColor: fallback
        case .object: nil
        }
    }
}

extension Double {
    /// The number, brought into a range in which it converts to a whole number; 0 when it is none.
    fileprivate var clamped: Double {
        isNaN ? 0 : min(max(self, -4e9), 4e9)
    }
}

extension BindingNode {
    /// Whether a path starts with a name.
    func reads(_ name: String) -> Bool {
        switch self {
        case .missing, .text: false
        case .path(let path): path.starts(with: name)
        case .fallback(let path, let fallback): path.starts(with: name) || fallback.reads(name)
        case .ternary(let condition, let whenTrue, let whenFalse):
            condition.reads(name) || whenTrue.reads(name) || whenFalse.reads(name)
        case .interpolation(let parts): parts.contains { $0.reads(name) }
        }
    }
}

extension BindingPath {
    fileprivate func starts(with name: String) -> Bool {
        guard case .key(let key)? = steps.first else { return false }
        return key.text == name
    }
}
