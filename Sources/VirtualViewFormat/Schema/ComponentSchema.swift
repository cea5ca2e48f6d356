/// What the language says about one component.
public struct ComponentSchema: Hashable, Sendable {
    /// What a component does with children.
    @nonexhaustive
    public enum Family: Hashable, Sendable {
        /// Places the children that the template gives it.
        case layout
        /// Has no children.
        case leaf
        /// Makes its children from data.
        case container
    }

    /// Which children a component takes.
    @nonexhaustive
    public enum ChildRule: Hashable, Sendable {
        /// Any component.
        case any
        /// None.
        case none
        /// Those that its data names; children in the template are ignored.
        case fromData
    }

    /// The number that files store.
    public let id: UInt16
    /// The element's name in sources.
    public let name: String
    /// What it does with children.
    public let family: Family
    /// Which children it takes.
    public let children: ChildRule
    /// The properties that only this component has.
    public let properties: [PropertySchema]
    /// The names interned when such an element opens (`DEFAULT_PROPERTY_<Tag>` of the configuration).
    public let internedNames: [String]
    /// The targets that know it.
    public let knownTo: ClientSet

    /// Declares a component.
    ///
    /// - Parameters:
    ///   - id: The number that files store; an app's own components start at 1000.
    ///   - name: The element's name in sources.
    ///   - family: What it does with children.
    ///   - children: Which children it takes; by default what follows from `family`.
    ///   - properties: The properties that only this component has.
    ///   - internedNames: The names interned when such an element opens.
    ///   - knownTo: The targets that know it.
    public init(
        id: UInt16,
        name: String,
        family: Family = .leaf,
        children: ChildRule? = nil,
        properties: [PropertySchema] = [],
        internedNames: [String] = [],
        knownTo: ClientSet = .all
    ) {
        self.id = id
        self.name = name
        self.family = family
        self.children =
            children
            ?? {
                switch family {
                case .layout: .any
                case .leaf: .none
                case .container: .fromData
                }
            }()
        self.properties = properties
        self.internedNames = internedNames
        self.knownTo = knownTo
    }
}
