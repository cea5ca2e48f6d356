import VirtualViewFormat

/// An XML schema (XSD 1.0) of the template language, for editors (`Docs/Editors.md`).
///
/// It accepts whatever the compiler accepts without a warning, except for names that no schema can list: those of user
/// variables, and attributes that the configuration does not have. As in the compiler, every attribute is allowed on
/// every element, and every element may contain every other. The same configuration produces the same text.
package struct SchemaDocument {
    private let configuration: Configuration

    /// Describes a configuration: its components and attributes, with the notes of the standard schema.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// The document.
    package var text: String {
        var writer = SchemaWriter()
        writer.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
        writer.line("<!-- Made by vvc schema. -->")
        let names = configuration.elementNames
        let attributes = attributeNames(on: nil)
        let left = (names + attributes).filter { !$0.isPlainName }
        if !left.isEmpty {
            writer.line(
                "<!-- Not described, for a schema cannot name them: \(left.map(Self.commented).joined(separator: " ")) -->"
            )
        }
        writer.open("xs:schema", #"xmlns:xs="http://www.w3.org/2001/XMLSchema""#)
        let components = names.filter { $0.isPlainName }
        for name in components { element(name, &writer) }
        writer.open("xs:group", #"name="components""#)
        writer.open("xs:choice")
        for name in components { writer.leaf("xs:element", #"ref="\#(name)""#) }
        if components.isEmpty { writer.leaf("xs:sequence") }
        writer.close("xs:choice")
        writer.close("xs:group")
        writer.open("xs:attributeGroup", #"name="attributes""#)
        for name in attributes where name.isPlainName { attribute(name, on: nil, &writer) }
        writer.close("xs:attributeGroup")
        // The words of an enumeration are written at the place of use.
        for kind in ValueKind.words { writer.type(kind.configurationName, kind) }
        writer.close("xs:schema")
        return writer.text
    }

    private static func commented(_ name: String) -> String {
        // Two hyphens would end the comment.
        name.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\u{2010}")
    }

    // MARK: Elements

    private func attributeNames(on element: Configuration.Element?) -> [String] {
        configuration.attributeNames(on: element).sorted(by: String.inByteOrder)
    }

    private func element(_ name: String, _ writer: inout SchemaWriter) {
        guard let element = configuration.element(named: name) else { return }
        writer.open("xs:element", #"name="\#(name)""#)
        writer.documentation(note(on: element))
        writer.open("xs:complexType")
        writer.leaf("xs:group", #"ref="components" minOccurs="0" maxOccurs="unbounded""#)
        let all = attributeNames(on: element).filter { $0.isPlainName }
        let common = Set(configuration.attributeNames(on: nil).map(ExactText.init))
        let own = all.filter { name in
            !common.contains(ExactText(name))
                || configuration.kind(of: name, on: element) != configuration.kind(of: name, on: nil)
        }
        if own.contains(where: { common.contains(ExactText($0)) }) {
            // A group cannot be overridden, so that this element lists everything itself.
            for name in all { attribute(name, on: element, &writer) }
        } else {
            for name in own { attribute(name, on: element, &writer) }
            writer.leaf("xs:attributeGroup", #"ref="attributes""#)
        }
        writer.close("xs:complexType")
        writer.close("xs:element")
    }

    /// Returns what there is to say about a component.
    func note(on element: Configuration.Element) -> String {
        guard let component = LanguageSchema.standard.component(named: element.name), component.id == element.id else {
            return "Component \(element.id) of the app."
        }
        let role =
            switch component.family {
            case .layout: "places its children"
            case .leaf: "has no children"
            case .container: "makes its children from data"
            @unknown default: "is a component"
            }
        return "Component \(element.id): \(role)."
    }

    // MARK: Attributes

    private func attribute(_ name: String, on element: Configuration.Element?, _ writer: inout SchemaWriter) {
        let stored = configuration.kind(of: name, on: element)
        // The compiler checks what a text means, on components that have the property; every text may have a binding.
        let property = LanguageSchema.standard.property(named: name)
        let meaning = stored == .string && property?.components == nil ? property?.meaning : nil
        let kind = meaning ?? stored
        let takesBinding = meaning.map { !$0.acceptsBinding } ?? false
        let note = note(on: name, kind, element)
        if ValueKind.words.contains(kind), !takesBinding {
            writer.open("xs:attribute", #"name="\#(name)" type="\#(kind.configurationName)""#)
            writer.documentation(note)
        } else {
            writer.open("xs:attribute", #"name="\#(name)""#)
            writer.documentation(note)
            writer.type(nil, kind, takesBinding: takesBinding)
        }
        writer.close("xs:attribute")
    }

    /// Returns what there is to say about the values of an attribute.
    func note(on name: String, _ kind: ValueKind, _ element: Configuration.Element?) -> String {
        var sentences = [SchemaTypes.note(on: kind)]
        let schema = LanguageSchema.standard
        let property =
            element.flatMap { schema.property(StringID(hashing: name), of: $0.id) } ?? schema.property(named: name)
        guard let property, property.kind == kind || property.meaning == kind else { return sentences[0] }
        if let meaning = property.meaning, !meaning.acceptsBinding { sentences.append("Or a binding.") }
        if property.meaning == nil, let value = SchemaTypes.text(of: property) {
            sentences.append("Default: \(value).")
        }
        if let components = property.components {
            sentences.append("For \(components.joined(separator: ", ")).")
        }
        let owners = LanguageSchema.standard.components.filter { component in
            component.properties.contains { $0.name == name }
        }
        if property.components == nil, !owners.isEmpty, element == nil {
            sentences.append("Differs on \(owners.map { $0.name }.joined(separator: ", ")).")
        }
        return sentences.joined(separator: " ")
    }
}

extension String {
    /// Whether a schema can declare the name: an XML name without a colon.
    fileprivate var isPlainName: Bool {
        guard let first = unicodeScalars.first, XMLCharacters.isNameStart(first.value), self != "xmlns" else {
            return false
        }
        return unicodeScalars.allSatisfy { $0 != ":" && XMLCharacters.isNamePart($0.value) }
    }
}

/// Writes the elements of a schema, indented.
struct SchemaWriter {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String) {
        text += String(repeating: "  ", count: depth) + line + "\n"
    }

    mutating func open(_ name: String, _ attributes: String = "") {
        line("<\(name)\(attributes.isEmpty ? "" : " ")\(attributes)>")
        depth += 1
    }

    mutating func close(_ name: String) {
        depth -= 1
        line("</\(name)>")
    }

    mutating func leaf(_ name: String, _ attributes: String = "") {
        line("<\(name)\(attributes.isEmpty ? "" : " ")\(attributes)/>")
    }

    /// Writes the text that editors show beside a name.
    mutating func documentation(_ text: String) {
        line("<xs:annotation><xs:documentation>\(Self.escaped(text))</xs:documentation></xs:annotation>")
    }

    /// Describes the values of a kind: words, which editors offer, and patterns for the rest.
    ///
    /// - Parameters:
    ///   - name: The name of the type; `nil` for an anonymous type at its place of use.
    ///   - kind: The kind.
    ///   - takesBinding: Whether a binding may stand where the kind itself has none.
    mutating func type(_ name: String?, _ kind: ValueKind, takesBinding: Bool = false) {
        var values = SchemaTypes.values(of: kind)
        if takesBinding { values.patterns.append(SchemaTypes.binding) }
        open("xs:simpleType", name.map { #"name="\#($0)""# } ?? "")
        if values.words.isEmpty || values.patterns.isEmpty {
            restriction(values)
        } else {
            open("xs:union")
            for part in [SchemaTypes.Values(words: values.words), SchemaTypes.Values(patterns: values.patterns)] {
                open("xs:simpleType")
                restriction(part)
                close("xs:simpleType")
            }
            close("xs:union")
        }
        close("xs:simpleType")
    }

    /// A value is one of the words, matches one of the patterns, or has to be there at all.
    private mutating func restriction(_ values: SchemaTypes.Values) {
        open("xs:restriction", #"base="xs:string""#)
        for word in values.words { leaf("xs:enumeration", #"value="\#(Self.escaped(word))""#) }
        for pattern in values.patterns { leaf("xs:pattern", #"value="\#(Self.escaped(pattern))""#) }
        if values.words.isEmpty, values.patterns.isEmpty { leaf("xs:minLength", #"value="1""#) }
        close("xs:restriction")
    }

    private static func escaped(_ text: String) -> String {
        MarkupText.escaped(text) { scalar in
            switch scalar {
            // In a word they are significant, and a reader would turn them into blanks.
            case "\t", "\n", "\r": "&#\(scalar.value);"
            // XML cannot have the others at all.
            case "\u{00}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            case _ where VisibleText.acts(scalar): "&#\(scalar.value);"
            default: nil
            }
        }
    }
}
