import VirtualViewFormat

/// The ids of the messages of lowering.
package enum TemplateMessageID: String, MessageID {
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

    package var severity: MessageSeverity {
        switch self {
        case .misspeltAttribute, .targetUnknownAttribute, .targetUnknownComponent: .warning
        case .clientLimit, .idCollisionBetweenTemplates: .warningOrError
        default: .error
        }
    }
}

/// A message about lowering a template.
typealias TemplateMessage = Message<TemplateMessageID>

extension TemplateMessage {
    static func unknownComponent(_ name: String, suggestion: String?) -> Self {
        Self(.unknownComponent, "unknown component \(quoted(name))" + question(suggestion))
    }
    static func misspeltAttribute(_ name: String, on element: String, suggestion: String) -> Self {
        Self(.misspeltAttribute, "unknown attribute \(quoted(name)) on \(quoted(element))" + question(suggestion))
    }
    static func targetUnknownComponent(_ name: String, _ client: Client) -> Self {
        Self(.targetUnknownComponent, "'\(client.name)' does not know the component '\(name)'")
    }
    static func targetUnknownAttribute(_ name: String, on element: String, _ client: Client) -> Self {
        Self(.targetUnknownAttribute, "'\(client.name)' ignores the attribute '\(name)' on \(quoted(element))")
    }
    static func variableForm(_ name: String) -> Self {
        Self(
            .variableForm,
            "\(quoted(name)) is not the name of a user variable; expected 'var_int_NAME', 'var_float_NAME' or "
                + "'var_string_NAME', with no further '_'"
        )
    }
    static func variableType(_ found: String, in name: String, suggestion: String?) -> Self {
        Self(
            .variableType,
            "unknown type \(quoted(found)) of user variable \(quoted(name)); expected 'int', 'float' or 'string'"
                + question(suggestion)
        )
    }
    static func idCollision(_ text: String, _ other: String, _ id: StringID) -> Self {
        Self(
            .idCollision,
            "\(quoted(text)) and \(quoted(other)) have the same id \(id.rawValue), and a file cannot "
                + "hold both; change one of them",
            note: "\(quoted(other)) is used here"
        )
    }
    static func attributeCollision(_ name: String, _ attribute: String, _ id: StringID) -> Self {
        Self(
            .attributeCollision,
            "\(quoted(name)) has the id \(id.rawValue) of the attribute \(quoted(attribute)), and "
                + "clients take it for that; change it"
        )
    }
    static func idCollisionBetweenTemplates(_ text: String, _ other: String, _ path: String, _ client: Client) -> Self {
        Self(
            .idCollisionBetweenTemplates,
            client == .android ? .error : .warning,
            "\(quoted(text)) has the id of \(quoted(other)) in '\(path)'; a client with one string "
                + "table for all templates shows the wrong one"
        )
    }
    static func systemStringCollision(_ text: String, _ system: String, _ id: StringID) -> Self {
        Self(
            .systemStringCollision,
            "\(quoted(text)) has the id \(id.rawValue) of the system string '\(system)' and cannot be stored; "
                + "change it"
        )
    }
    static func zeroID(_ text: String) -> Self {
        Self(.zeroID, "the id of \(quoted(text)) is 0, which cannot be stored; change the text")
    }
    static func stringTooLong(_ size: Int) -> Self {
        Self(.stringTooLong, "the text has \(size) bytes, but 65535 is the most")
    }
    static func tooManyProperties(on element: String, _ what: String) -> Self {
        Self(.tooManyProperties, "\(quoted(element)) has more than 255 \(what)")
    }
    static func tooLarge(_ size: Int) -> Self {
        Self(.tooLarge, "the node tree takes \(size) bytes, but 65535 is the most; split the template")
    }
    /// Returns a message about something else that the format cannot hold, with the text of the format's error.
    static func tooLarge(_ error: FormatError) -> Self { Self(.tooLarge, error.context) }
    static func nameTooLong(_ size: Int) -> Self {
        Self(.nameTooLong, "the template's name has \(size) bytes, but 65535 is the most")
    }
    /// A limit of clients, which is an error when one of them is the target.
    static func clientLimit(_ what: String, _ actual: Int, _ limit: Int, _ clients: [Client], isTarget: Bool) -> Self {
        let names = clients.map { "'\($0.name)'" }.joined(separator: " and ")
        let verb = clients.count == 1 ? "reads" : "read"
        return Self(
            .clientLimit,
            isTarget ? .error : .warning,
            "\(what) is \(actual), but \(names) \(verb) at most \(limit)"
        )
    }
}
