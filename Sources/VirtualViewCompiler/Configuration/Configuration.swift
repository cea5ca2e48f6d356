import VirtualViewFormat

/// The components and attributes that the compiler knows.
///
/// It starts from a `LanguageSchema`, may be extended by an app's own components, and may be overridden by a
/// `config.properties` file (`Docs/Language.md`, "config.properties"). Anything that such a file does not list stays as
/// it was, with one exception: when it gives the id of a component to another name, the component that had it is
/// forgotten.
///
/// Names are compared byte for byte.
public struct Configuration: Sendable {
    /// The components by element name.
    private(set) var elements: [ExactText: Element] = [:]
    /// The kinds of attributes on any element.
    private(set) var kinds: [ExactText: ValueKind] = [:]
    /// The components of an app, as they were declared.
    package let ownComponents: [ComponentSchema]
    /// The places of their properties by the keys of these, in the order of the components.
    private let ownPlaces: [[StringID: Int]]
    /// The names of their properties by the keys.
    private let ownNames: [StringID: String]

    /// Creates a configuration from a schema.
    ///
    /// - Parameters:
    ///   - schema: The components and properties of the language.
    ///   - components: An app's own components; their properties are typed on them alone.
    public init(schema: LanguageSchema = .standard, components: [ComponentSchema] = []) {
        ownComponents = components
        ownPlaces = components.map { component in
            component.properties.enumerated().reduce(into: [:]) { places, property in
                if places[property.element.key] == nil { places[property.element.key] = property.offset }
            }
        }
        ownNames = components.flatMap { $0.properties }.reduce(into: [:]) { names, property in
            if names[property.key] == nil { names[property.key] = property.name }
        }
        for property in schema.properties { kinds[ExactText(property.name)] = property.kind }
        if !kinds.isEmpty { kinds[ExactText(LanguageSchema.labelAlias)] = .string }
        for component in schema.components { add(component) }
        for (place, component) in components.enumerated() { add(component, ownPlace: place) }
    }

    private mutating func add(_ component: ComponentSchema, ownPlace: Int? = nil) {
        var element = Element(name: component.name, id: component.id)
        element.ownPlace = ownPlace
        element.internedNames = component.internedNames
        element.children = component.children
        for property in component.properties {
            let name = ExactText(property.name)
            if kinds[name] != property.kind { element.scopedKinds[name] = property.kind }
        }
        elements[ExactText(component.name)] = element
    }

    /// Returns the configuration after the changes in a file.
    ///
    /// - Parameter file: A `config.properties` file.
    /// - Returns: The new configuration, and everything that is wrong with the file, in file order. If one of these is
    ///   an error, use the configuration for checking sources only, not for writing output.
    /// - Complexity: O(*n*) in the size of the file, plus the time for suggestions.
    public func applying(_ file: SourceFile) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
        var reader = ConfigurationReader(self)
        reader.read(file)
        return (reader.configuration, reader.diagnostics.inFileOrder())
    }
}

// MARK: - Looking up

extension Configuration {
    /// A component as the configuration knows it.
    package struct Element: Hashable, Sendable {
        /// The element's name in sources.
        package let name: String
        /// The number that files store; 0 only where the configuration has an error.
        package internal(set) var id: UInt16
        /// The names interned when such an element opens, in order.
        ///
        /// None is empty. System strings may be among them; interning one stores nothing.
        package internal(set) var internedNames: [String] = []
        /// The children that it accepts; `nil` if no rule is known.
        package internal(set) var children: ComponentSchema.ChildRule?
        /// The kinds of attributes on this element alone.
        var scopedKinds: [ExactText: ValueKind] = [:]
        /// Its place among the components of the app, if it is one of them.
        var ownPlace: Int?
    }

    /// Finds a component by its element name.
    ///
    /// - Parameter name: The name, compared byte for byte.
    /// - Returns: The component, or `nil` if the configuration does not have it.
    package func element(named name: String) -> Element? {
        elements[ExactText(name)]
    }

    /// Finds a component by the number that files store.
    ///
    /// - Parameter id: The number.
    /// - Returns: The component, or `nil` if the configuration does not have it.
    /// - Complexity: O(*n*) in the number of components.
    package func element(id: UInt16) -> Element? {
        elements.values.first { $0.id == id }
    }

    /// Returns the kind of an attribute.
    ///
    /// - Parameters:
    ///   - attribute: The attribute's name, compared byte for byte.
    ///   - element: The element that has it; `nil` if it is an unknown one.
    /// - Returns: The kind that the configuration gives it on this element, or else on any; a text if there is none.
    package func kind(of attribute: String, on element: Element?) -> ValueKind {
        knownKind(of: attribute, on: element) ?? .string
    }

    /// Returns the kind of an attribute that the configuration has.
    ///
    /// - Parameters:
    ///   - attribute: The attribute's name, compared byte for byte.
    ///   - element: The element that has it; `nil` if it is an unknown one.
    /// - Returns: The kind, or `nil` if the configuration does not have the attribute.
    package func knownKind(of attribute: String, on element: Element?) -> ValueKind? {
        let name = ExactText(attribute)
        if let element, !element.scopedKinds.isEmpty, let kind = element.scopedKinds[name] { return kind }
        return kinds[name]
    }

    /// Returns whether the configuration adds an attribute, which the language does not have, for the app's own code.
    ///
    /// - Parameters:
    ///   - attribute: The attribute's name.
    ///   - element: The element that has it; `nil` if it is an unknown one.
    /// - Returns: Whether it has the attribute, and no component of the language does.
    package func adds(_ attribute: String, on element: Element?) -> Bool {
        let schema = LanguageSchema.standard
        let isOfLanguage =
            schema.property(named: attribute) != nil
            || schema.components.contains { other in other.properties.contains { $0.name == attribute } }
        return !isOfLanguage && knownKind(of: attribute, on: element) != nil
    }

    /// Returns the name of the attribute that clients find under an id, independent of configuration files.
    ///
    /// - Parameter id: The id of a name.
    /// - Returns: A property of the language or of a component of the app; `nil` if there is none.
    func clientAttribute(_ id: StringID) -> String? {
        LanguageSchema.standard.property(id)?.name ?? ownNames[id]
    }

    /// Returns the declaration of an element that is a component of the app.
    func ownComponent(_ element: Element) -> ComponentSchema? {
        element.ownPlace.map { ownComponents[$0] }
    }

    /// Returns a property as the app declares it for a component of its own.
    func ownProperty(_ key: StringID, of element: Element) -> PropertySchema? {
        guard let component = element.ownPlace, let place = ownPlaces[component][key] else { return nil }
        return ownComponents[component].properties[place]
    }

    /// Returns a property of an element: as the app declares it for its own component, or else as the language has it.
    ///
    /// An unknown element, `nil`, has what every component has.
    func property(_ name: String, of element: Element?) -> PropertySchema? {
        let key = StringID(hashing: name)
        return element.flatMap { ownProperty(key, of: $0) }
            ?? LanguageSchema.standard.property(key, of: element?.id ?? 0)
    }

    /// The element names, sorted.
    package var elementNames: [String] {
        elements.keys.map { $0.text }.sorted(by: String.inByteOrder)
    }

    /// Returns the names of the attributes that the configuration has for an element, in no order.
    ///
    /// - Parameter element: The element; `nil` for an unknown one.
    /// - Returns: The names.
    package func attributeNames(on element: Element?) -> [String] {
        let scoped = element.map { $0.scopedKinds.keys.map { $0.text } } ?? []
        return kinds.keys.map { $0.text } + scoped.filter { kinds[ExactText($0)] == nil }
    }
}

// MARK: - Changing

extension Configuration {
    /// Gives an element an id, and makes it known; an element with another id is another component.
    mutating func setID(_ id: UInt16, of name: String) {
        var element = elements[ExactText(name)] ?? Element(name: name, id: id)
        if element.id != id {
            element.children = nil
            element.ownPlace = nil
        }
        element.id = id
        elements[ExactText(name)] = element
    }

    /// Removes an element.
    mutating func forget(_ name: String) {
        elements[ExactText(name)] = nil
    }

    /// Sets the names interned when an element opens; an unknown element is left alone.
    mutating func setInternedNames(_ names: [String], of name: String) {
        elements[ExactText(name)]?.internedNames = names
    }

    /// Sets the kind of an attribute on any element.
    mutating func setKind(_ kind: ValueKind, of attribute: String) {
        kinds[ExactText(attribute)] = kind
    }

    /// Sets the kind of an attribute on one element; an unknown element is left alone.
    mutating func setKind(_ kind: ValueKind, of attribute: String, on name: String) {
        elements[ExactText(name)]?.scopedKinds[ExactText(attribute)] = kind
    }
}

/// Finds the elements whose name and a dot begin a key: `NText` in `NText.size`.
///
/// Names of elements and attributes may have dots themselves, so a key may belong to several elements.
struct ElementPrefixes {
    private var names: [UInt64: [String]] = [:]

    init(_ names: [String]) {
        for name in names { self.names[Self.hash(name), default: []].append(name) }
    }

    /// Returns every way to split a key into an element's name and an attribute's name.
    ///
    /// - Complexity: O(*n*) in the length of the key.
    func find(in key: String) -> [(element: String, attribute: String)] {
        var found: [(element: String, attribute: String)] = []
        var hash = Self.seed
        var length = 0
        for byte in key.utf8 {
            if byte == UInt8(ascii: "."), let candidates = names[hash] {
                let prefix = key.utf8.prefix(length)
                for name in candidates where name.utf8.elementsEqual(prefix) {
                    found.append((name, String(Substring(key.utf8.dropFirst(length + 1)))))
                }
            }
            hash = Self.step(hash, byte)
            length += 1
        }
        return found
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    private static func hash(_ name: String) -> UInt64 {
        name.utf8.reduce(seed, step)
    }
}
