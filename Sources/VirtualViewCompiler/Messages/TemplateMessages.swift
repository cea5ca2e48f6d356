import VirtualViewFormat

/// The ids of everything that lowering reports, in alphabetical order.
///
/// An id never changes its meaning, and a retired one is not used again. `Docs/Diagnostics.md` explains each.
package enum TemplateDiagnosticID: String, CaseIterable, Sendable {
    case attributeCollision = "template.attribute-collision"
    case clientLimit = "template.client-limit"
    case idCollision = "template.id-collision"
    case idCollisionBetweenTemplates = "template.id-collision-between-templates"
    case misspeltAttribute = "template.misspelt-attribute"
    case nameTooLong = "template.name-too-long"
    case stringTooLong = "template.string-too-long"
    case systemStringCollision = "template.system-string-collision"
    case targetUnknownAttribute = "template.target-unknown-attribute"
    case targetUnknownComponent = "template.target-unknown-component"
    case tooLarge = "template.too-large"
    case tooManyProperties = "template.too-many-properties"
    case unknownComponent = "template.unknown-component"
    case variableForm = "template.variable-form"
    case variableType = "template.variable-type"
    case zeroID = "template.zero-id"
}

/// The ids of what is wrong with a `<?vvc …?>` instruction, in alphabetical order.
package enum InstructionDiagnosticID: String, CaseIterable, Sendable {
    case badValue = "instruction.bad-value"
    case duplicateItem = "instruction.duplicate-item"
    case emptyName = "instruction.empty-name"
    case malformed = "instruction.malformed"
    case missingItem = "instruction.missing-item"
    case unknownItem = "instruction.unknown-item"
    case versionRange = "instruction.version-range"
}

/// The wording of what lowering reports.
enum TemplateMessages {
    static func unknownComponent(_ name: String, suggestion: String?) -> String {
        "unknown component \(MessageText.quoted(name))" + question(suggestion)
    }

    static func misspeltAttribute(_ name: String, on element: String, suggestion: String) -> String {
        "unknown attribute \(MessageText.quoted(name)) on \(MessageText.quoted(element)); did you mean '\(suggestion)'?"
    }

    static func targetUnknownComponent(_ name: String, _ target: Client) -> String {
        "'\(target.name)' does not know the component '\(name)'"
    }

    static func targetUnknownAttribute(_ name: String, on element: String, _ target: Client) -> String {
        "'\(target.name)' ignores the attribute '\(name)' on \(MessageText.quoted(element))"
    }

    static func variableForm(_ name: String) -> String {
        "\(MessageText.quoted(name)) is not the name of a user variable; expected 'var_int_NAME', 'var_float_NAME' or "
            + "'var_string_NAME', with no further '_'"
    }

    static func variableType(_ found: String, in name: String, suggestion: String?) -> String {
        "unknown type \(MessageText.quoted(found)) of user variable \(MessageText.quoted(name)); expected 'int', 'float' or 'string'"
            + question(suggestion)
    }

    static func idCollision(_ text: String, _ other: String, _ id: StringID) -> String {
        "\(MessageText.quoted(text)) and \(MessageText.quoted(other)) have the same id \(id.rawValue), and a file cannot "
            + "hold both; change one of them"
    }

    static func attributeCollision(_ name: String, _ attribute: String, _ id: StringID) -> String {
        "\(MessageText.quoted(name)) has the id \(id.rawValue) of the attribute \(MessageText.quoted(attribute)), and "
            + "clients take it for that; change it"
    }

    static func idCollisionBetweenTemplates(_ text: String, _ other: String, _ path: String) -> String {
        "\(MessageText.quoted(text)) has the id of \(MessageText.quoted(other)) in '\(path)'; a client with one string "
            + "table for all templates shows the wrong one"
    }

    static func systemStringCollision(_ text: String, _ system: String, _ id: StringID) -> String {
        "\(MessageText.quoted(text)) has the id \(id.rawValue) of the system string '\(system)' and cannot be stored; "
            + "change it"
    }

    static func zeroID(_ text: String) -> String {
        "the id of \(MessageText.quoted(text)) is 0, which cannot be stored; change the text"
    }

    static func stringTooLong(_ size: Int) -> String {
        "the text has \(size) bytes, but 65535 is the most"
    }

    static func tooManyProperties(on element: String, _ what: String) -> String {
        "\(MessageText.quoted(element)) has more than 255 \(what)"
    }

    static func tooLarge(_ size: Int) -> String {
        "the node tree takes \(size) bytes, but 65535 is the most; split the template"
    }

    static func nameTooLong(_ size: Int) -> String {
        "the template's name has \(size) bytes, but 65535 is the most"
    }

    static func clientLimit(_ what: String, _ actual: Int, _ limit: Int, _ clients: [Client]) -> String {
        let names = clients.map { "'\($0.name)'" }.joined(separator: " and ")
        let verb = clients.count == 1 ? "reads" : "read"
        return "\(what) is \(actual), but \(names) \(verb) at most \(limit)"
    }

    private static func question(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean '\($0)'?" } ?? ""
    }
}

/// The wording of what is wrong with a `<?vvc …?>` instruction.
enum InstructionMessages {
    static func malformed(_ found: String) -> String {
        "\(MessageText.quoted(found)) is not an item of the instruction; expected 'name=\"value\"'"
    }

    static func badValue(_ found: String, of item: String, _ expected: String) -> String {
        "\(MessageText.quoted(found)) is not a value of \(MessageText.quoted(item)); expected \(expected)"
    }

    static let badTables = "these bytes are not the tables of a node"

    static func missingItem(_ item: String, _ expected: String) -> String {
        "an instruction that begins with \(MessageText.quoted(item)) needs \(expected) next"
    }

    static let emptyName = "the template's name is empty"

    static func unknownItem(_ name: String, _ expected: String, suggestion: String?) -> String {
        "unknown item \(MessageText.quoted(name)) in the instruction; expected \(expected)"
            + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    }

    static func duplicateItem(_ name: String) -> String {
        "\(MessageText.quoted(name)) is given twice in the instruction"
    }

    static func versionRange(_ text: String, stored: UInt16?) -> String {
        MessageText.versionRange(text, stored: stored)
    }
}
