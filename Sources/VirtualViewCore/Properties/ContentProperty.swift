import VirtualViewFormat

/// A property that a component has in addition to those of every node, or one that only a few nodes set.
///
/// Its value is a `NodeValue`; the row of the schema says which values it takes. This is a class, so that reading one
/// from a list copies nothing.
final class ContentProperty: Sendable {
    /// The type in which a property is stored.
    private enum Storage {
        case int
        case float
        case string
    }

    let schema: PropertySchema
    /// Whether an app declared it: the language's class of the component does not have it.
    let isOwn: Bool
    let defaultValue: NodeValue
    let invalidation: PropertySchema.Invalidation
    private let storage: Storage
    private let range: PropertySchema.ValueRange
    private let words: WordTable?

    /// Makes a property.
    ///
    /// - Parameters:
    ///   - property: The row of the component.
    ///   - standard: The row of the language, whose type and range it keeps; `nil` for an app's own property.
    init(_ property: PropertySchema, like standard: PropertySchema?) {
        schema = property
        isOwn = standard == nil
        invalidation = property.invalidation
        let typed = standard ?? property
        storage =
            switch (typed.defaultValue, typed.kind) {
            case (.float, _): .float
            case (.int, _): .int
            case (.string, _): .string
            case (.none, .string): .string
            case (.none, .number), (.none, .float), (.none, .size): .float
            default: .int
            }
        range = typed.range
        words =
            switch (typed.range, typed.kind) {
            case (.words, .enumeration(let table)): table
            case (.words, .type): .variableTypes
            case (.words, .dataMode): .dataModes
            default: nil
            }
        let value = NodeValue(property.defaultValue)
        defaultValue =
            switch (value, storage) {
            case (.none, .int): .int(0)
            case (.none, .float): .float(0)
            case (.int(let number), .float): .float(Float(number))
            default: value
            }
    }

    /// Whether the property stores whole numbers.
    var isInteger: Bool { storage == .int }

    /// Returns the stored form of a value, or `nil` if it does not fit.
    func fit(_ value: NodeValue) -> NodeValue? {
        switch (storage, value) {
        case (.int, .int(let number)): fit(number)
        case (.float, .float(let number)): number.isFinite && isInRange(number) ? value : nil
        case (.float, .int(let number)): isInRange(Float(number)) ? .float(Float(number)) : nil
        case (.string, .string), (.string, .none): value
        default: nil
        }
    }

    private func fit(_ number: Int32) -> NodeValue? {
        if let words { return words.name(of: number) == nil ? nil : .int(number) }
        if range == .truth { return .int(number == 0 ? 0 : 1) }
        return isInRange(Float(number)) ? .int(number) : nil
    }

    private func isInRange(_ number: Float) -> Bool {
        switch range {
        case .positive: number > 0
        case .notNegative: number >= 0
        case .any, .words, .truth: true
        }
    }
}

/// The place in a node where the value of a property of the language is stored.
enum PropertyHome {
    /// A field that every node has: layout or drawing reads it.
    case everyNode
    /// A list that a node has only if one of its properties is set.
    case fewNodes
    /// The content of the components that have the property.
    case content
}

extension PropertyName {
    /// The place where nodes store the property.
    var home: PropertyHome { Self.homes[index] }

    /// The description of a property that only a few nodes set; `nil` for all others.
    var detail: ContentProperty? { Self.details[index] }

    /// The work that a change of a property of every node requires.
    var invalidation: PropertySchema.Invalidation { Self.invalidations[index] }

    private static let rows: [PropertySchema?] = allCases.map { LanguageSchema.standard.property(named: $0.rawValue) }

    private static let homes: [PropertyHome] = allCases.map { name in
        guard rows[name.index]?.components == nil else { return .content }
        return NodeProperties().value(of: name) == nil ? .fewNodes : .everyNode
    }

    private static let details: [ContentProperty?] = allCases.map { name in
        name.home == .fewNodes ? rows[name.index].map { ContentProperty($0, like: $0) } : nil
    }

    private static let invalidations: [PropertySchema.Invalidation] = allCases.map { name in
        rows[name.index]?.invalidation ?? .ownSize
    }
}
