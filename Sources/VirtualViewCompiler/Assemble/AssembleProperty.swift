/// An attribute whose value has its type.
struct AssembleProperty {
    /// A typed value.
    enum Value {
        /// A text, a word or words.
        case text(String)
        case number(AssembleNumber)
        case index(Int32)
        case boolean(Bool)
        case edge(AssembleEdge)
        /// A `${…}` or `@{…}` that data fill in.
        case bound
        /// No value; only `button` has a meaning without one.
        case none
    }

    let kind: AssembleAttributeKind
    /// The name as it was written.
    let name: String
    let nameSpan: SourceSpan
    let value: Value
    /// The value as a template writes it.
    let template: String
    /// The position of the value, without quotes.
    let valueSpan: SourceSpan
    /// The position of the value, with quotes.
    let wholeSpan: SourceSpan
    /// The map from ``template`` back to the source.
    let map: PositionMap

    /// Whether data fill in the value.
    var isBound: Bool {
        if case .bound = value { true } else { false }
    }

    /// The value as a number known at compile time.
    var number: AssembleNumber? {
        if case .number(let number) = value { number } else { nil }
    }

    /// Whether the value is the number 0, written out.
    var isZero: Bool { number?.isZero ?? false }

    var edge: AssembleEdge? {
        if case .edge(let edge) = value { edge } else { nil }
    }

    var isTrue: Bool {
        if case .boolean(true) = value { true } else { false }
    }
}

/// The typed attributes of one assemble or part, at most one of each kind.
struct AssembleProperties {
    private(set) var all: [AssembleProperty] = []

    subscript(kind: AssembleAttributeKind) -> AssembleProperty? {
        all.first { $0.kind == kind }
    }

    /// Adds a property in place of one of its kind.
    mutating func set(_ property: AssembleProperty) {
        if let index = all.firstIndex(where: { $0.kind == property.kind }) {
            all[index] = property
        } else {
            all.append(property)
        }
    }

    /// Adds properties that win over those that are there; an image wins over any image.
    mutating func override(with other: AssembleProperties) {
        if other.image != nil { all.removeAll { $0.kind.isImage } }
        for property in other.all { set(property) }
    }

    /// The property that names the image, if there is one: a place on the network before an image, before a name.
    var image: AssembleProperty? { self[.imageUrl] ?? self[.image] ?? self[.imageName] }
}
