import VirtualViewFormat

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
    mutating func type(_ name: String?, _ kind: ValueKind) {
        let values = SchemaTypes.values(of: kind)
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
