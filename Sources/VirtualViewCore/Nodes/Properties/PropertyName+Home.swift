import VirtualViewFormat

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
