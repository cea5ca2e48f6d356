/// The description of one component of the language.
public struct ComponentSchema: Hashable, Sendable {
    /// The way in which a component treats children; the raw value is the word in a components file.
    @nonexhaustive
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// Places the children that the template gives it.
        case layout
        /// Has no children.
        case leaf
        /// Makes its children from data.
        case container
    }

    /// Which children a component takes; the raw value is the word in a components file.
    @nonexhaustive
    public enum ChildRule: String, Hashable, Sendable, CaseIterable {
        /// Any component.
        case any
        /// None.
        case none
        /// The children that its data names; those in the template are ignored.
        case fromData
    }

    /// The number that files store; an app's own components start at 1000.
    public let id: UInt16
    /// The element's name in sources.
    public let name: String
    /// The way in which it treats children.
    public let family: Family
    /// Which children it takes.
    public let children: ChildRule
    /// The properties that only this component has.
    public let properties: [PropertySchema]
    /// The names interned when such an element opens (`DEFAULT_PROPERTY_<Tag>` of the configuration).
    public let internedNames: [String]
    /// The targets that know it.
    public let knownTo: ClientSet
    /// Whether the host puts a view of its own in the place of each node, such as a text field or a map.
    public let isSlot: Bool

    /// Declares a component; by default, `children` follows from `family`.
    public init(
        id: UInt16,
        name: String,
        family: Family = .leaf,
        children: ChildRule? = nil,
        properties: [PropertySchema] = [],
        internedNames: [String] = [],
        knownTo: ClientSet = .all,
        isSlot: Bool = false
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
        self.isSlot = isSlot
    }
}
