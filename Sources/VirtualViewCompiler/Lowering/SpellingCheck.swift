/// Finds the probable meaning of unknown names of a source; each name is looked up once.
struct SpellingCheck {
    /// An attribute's name on elements of one name: elements may have attributes of their own.
    private struct Place: Hashable {
        let element: SyntaxTree.NameID
        let attribute: SyntaxTree.NameID
    }

    private let configuration: Configuration
    private var components: [SyntaxTree.NameID: String?] = [:]
    private var attributes: [Place: String?] = [:]
    /// The attributes that elements of one name have.
    private var knownAttributes: [SyntaxTree.NameID: [String]] = [:]
    private lazy var knownComponents = configuration.elementNames
    /// The attributes of elements that have none of their own: of all that are unknown, and of most others.
    private lazy var commonAttributes = configuration.attributeNames(on: nil)

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Returns the component whose name is nearest to that of an unknown element.
    mutating func component(for element: SyntaxTree.Element) -> String? {
        if let known = components[element.nameID] { return known }
        let nearest = NearestWord.find(element.name, among: knownComponents)
        components[element.nameID] = .some(nearest)
        return nearest
    }

    /// Returns the attribute whose name is nearest to an unknown one.
    mutating func attribute(
        for attribute: SyntaxTree.Attribute,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element?
    ) -> String? {
        let place = Place(element: element.nameID, attribute: attribute.nameID)
        if let known = attributes[place] { return known }
        let nearest = NearestWord.find(attribute.name, among: candidates(element.nameID, component))
        attributes[place] = .some(nearest)
        return nearest
    }

    private mutating func candidates(_ element: SyntaxTree.NameID, _ component: Configuration.Element?) -> [String] {
        guard let component, !component.scopedKinds.isEmpty else { return commonAttributes }
        if let known = knownAttributes[element] { return known }
        let names = configuration.attributeNames(on: component)
        knownAttributes[element] = names
        return names
    }
}
