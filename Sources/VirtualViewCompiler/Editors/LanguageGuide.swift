import VirtualViewExpressions
import VirtualViewFormat

/// What editors offer and explain while somebody writes a source: components, attributes and words, with what the
/// manual and the schema say about them.
package struct LanguageGuide: Sendable {
    /// A component.
    package struct Component: Sendable {
        /// The element's name.
        package let name: String
        /// What it is, as sentences.
        package let note: String
        /// The names of the clients that know it; empty if all do.
        package let clients: [String]
    }

    /// An attribute of a component, or of the assemble language.
    package struct Attribute: Sendable {
        /// The name.
        package let name: String
        /// The kind of its values, in a word or two.
        package let kind: String
        /// What it is, as sentences.
        package let note: String
        /// The words that it takes.
        package let words: [String]
        /// What several words may be joined by, one of these characters of ASCII; empty if a value is one word.
        package let separators: String
        /// Whether its values are colours.
        package let isColor: Bool
        /// Whether its value is an event program or the name of one.
        package let isProgram: Bool
        /// Whether it may have a data binding.
        package let takesBinding: Bool
        /// The names of the clients that know it; empty if all do.
        package let clients: [String]
    }

    private let configuration: Configuration
    private let document: SchemaDocument

    /// Describes the language of a configuration.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        document = SchemaDocument(configuration)
    }
}

// MARK: - Components

extension LanguageGuide {
    /// All components, by name.
    package var components: [Component] { configuration.elementNames.compactMap { component(named: $0) } }

    /// Finds a component by its element's name.
    package func component(named name: String) -> Component? {
        guard let element = configuration.element(named: name) else { return nil }
        let schema = schema(of: element)
        let isOwn = LanguageSchema.standard.component(named: name)?.id != element.id
        let manual = isOwn ? nil : LanguageNotes.ofComponents[name]
        return Component(
            name: name,
            note: Self.sentences(manual, document.note(on: element)),
            clients: Self.clients(schema?.knownTo)
        )
    }

    private func schema(of element: Configuration.Element) -> ComponentSchema? {
        configuration.ownComponents.first { $0.name == element.name && $0.id == element.id }
            ?? LanguageSchema.standard.component(id: element.id)
    }
}

// MARK: - Attributes

extension LanguageGuide {
    /// Returns the attributes that a component has, by name.
    ///
    /// - Parameter component: The element's name; an unknown one has those that all components have.
    /// - Returns: The attributes.
    package func attributes(of component: String) -> [Attribute] {
        let element = configuration.element(named: component)
        var names = Set(LanguageSchema.standard.properties(of: element?.id ?? 0).map { $0.name })
        names.formUnion(element.flatMap { schema(of: $0) }?.properties.map { $0.name } ?? [])
        // What only a configuration has, any component may have.
        for name in configuration.attributeNames(on: element) {
            if LanguageSchema.standard.property(named: name) == nil { names.insert(name) }
        }
        return names.sorted(by: String.inByteOrder).compactMap { attribute($0, of: component) }
    }

    /// Finds an attribute by its name.
    ///
    /// - Parameters:
    ///   - name: The attribute's name.
    ///   - component: The name of the element that it is on.
    /// - Returns: The attribute, also if the component does nothing with it; `nil` for an unknown name.
    package func attribute(_ name: String, of component: String) -> Attribute? {
        let element = configuration.element(named: component)
        guard let stored = configuration.knownKind(of: name, on: element) else { return nil }
        let own = element.flatMap { schema(of: $0) }?.properties.first { $0.name == name }
        let standard = element.flatMap { LanguageSchema.standard.property(StringID(hashing: name), of: $0.id) }
        let property = own ?? standard ?? LanguageSchema.standard.property(named: name)
        let kind = stored == .string ? property?.meaning ?? stored : stored
        let listed = property?.listedWords?.words.map { $0.name }
        // A configuration may give the attribute another kind, with other values.
        let form = stored == .string ? property?.textForm : nil
        return Attribute(
            name: name,
            kind: kind.configurationName,
            note: Self.sentences(LanguageNotes.ofProperties[name], document.note(on: name, kind, element)),
            words: listed ?? form?.words ?? (kind == .expression ? [] : SchemaTypes.values(of: kind).words),
            separators: form?.separators
                ?? (listed != nil || kind == .flags || kind == .gravity || kind == .textStyle ? "|" : ""),
            isColor: kind == .color,
            isProgram: kind == .expression,
            takesBinding: stored.acceptsBinding && property?.isBindable != false,
            clients: Self.clients(property?.knownTo)
        )
    }

    private static func clients(_ set: ClientSet?) -> [String] {
        guard let set, set != .all else { return [] }
        return set.names
    }

    /// Joins what the manual says and what the schema says.
    private static func sentences(_ manual: String?, _ schema: String) -> String {
        guard let manual, let first = manual.first else { return schema }
        let end = manual.hasSuffix(".") ? "" : "."
        return "\(first.uppercased())\(manual.dropFirst())\(end) \(schema)"
    }
}

extension PropertySchema.TextForm {
    /// The words of which a text of the form may be made.
    fileprivate var words: [String] {
        switch self {
        case .word(let table), .styleWord(let table), .styleWords(let table): table.words.map { $0.name }
        case .basis: ["auto"]
        case .dashes, .path: []
        }
    }

    /// What such words may be joined by.
    fileprivate var separators: String {
        if case .styleWords = self { Self.styleSeparators } else { "" }
    }
}

// MARK: - The assemble language

extension LanguageGuide {
    /// The attributes of an assemble or of a part, by name.
    ///
    /// - Parameter isOfBlock: Whether it is an assemble.
    /// - Returns: The attributes.
    package static func assembleAttributes(isOfBlock: Bool) -> [Attribute] {
        let rules = isOfBlock ? AssembleAttributes.ofBlock : AssembleAttributes.ofPart
        return rules.keys.sorted().compactMap { assembleAttribute($0, isOfBlock: isOfBlock) }
    }

    /// Finds an attribute of an assemble or of a part.
    package static func assembleAttribute(_ name: String, isOfBlock: Bool) -> Attribute? {
        guard let rule = (isOfBlock ? AssembleAttributes.ofBlock : AssembleAttributes.ofPart)[name] else { return nil }
        var words: [String] = []
        var separators = ""
        var isColor = false
        let kind: String
        switch rule.type {
        case .text: kind = "text"
        case .number: kind = "number"
        case .factor: kind = "number above 0"
        case .count, .index: kind = "whole number"
        case .boolean:
            kind = "boolean"
            words = ["1", "0"]
        case .color:
            kind = "color"
            isColor = true
            words = ColorNames.all
        case .word(let choices):
            kind = "word"
            words = choices
        case .words(let choices):
            kind = "words"
            words = choices
            separators = "|"
        }
        let notes = isOfBlock ? LanguageNotes.ofBlocks : LanguageNotes.ofParts
        return Attribute(
            name: name,
            kind: kind,
            note: sentences(notes[name], rule.isBindable ? "It may be bound." : "It cannot be bound."),
            words: words,
            separators: separators,
            isColor: isColor,
            isProgram: false,
            takesBinding: rule.isBindable,
            clients: []
        )
    }

    /// The words that begin an assemble, and what they mean.
    package static let assembleHeads: [(word: String, note: String)] = [
        (word: "hc", note: "A row, centred."),
        (word: "ht", note: "A row, at the top."),
        (word: "hb", note: "A row, at the bottom."),
        (word: "vc", note: "A column, centred."),
        (word: "vl", note: "A column, at the left."),
        (word: "vr", note: "A column, at the right."),
    ]
}

// MARK: - Places

extension SyntaxTree {
    /// Returns the meaning of an attribute's value as a colour: alpha, red, green and blue.
    ///
    /// - Parameters:
    ///   - attribute: An attribute of this tree.
    ///   - element: The element that it is on.
    ///   - configuration: Knows the kind of the attribute.
    /// - Returns: The colour; `nil` if the attribute is no colour, or has a binding.
    package func color(
        _ attribute: Attribute,
        of element: Element,
        _ configuration: Configuration
    ) -> UInt32? {
        let kind = configuration.kind(of: attribute.name, on: configuration.element(named: element.name))
        let meaning = LanguageSchema.standard.property(named: attribute.name)?.meaning
        guard kind == .color || kind == .string && meaning == .color else { return nil }
        return ColorText.argb(attribute.value.utf8)
    }
}
