extension ComponentSchema {
    /// Writes components as the file that `vvc compile --components` reads, so that an app and the compiler agree.
    ///
    /// The format is in `Docs/Language.md`, "Your own components". The file is a JSON object:
    ///
    ///     {
    ///       "version": 1,
    ///       "components": [
    ///         {
    ///           "id": 1001,
    ///           "name": "Badge",
    ///           "family": "leaf",
    ///           "properties": [
    ///             {"name": "tint", "kind": "Color", "default": -65536, "invalidates": "drawing"},
    ///             {"name": "shape", "kind": "Enum", "words": {"round": 0, "square": 1}}
    ///           ]
    ///         }
    ///       ]
    ///     }
    ///
    /// Of a component, `id` and `name` are required; `family` is `layout`, `leaf` (the default) or `container`;
    /// `children` is `any`, `none` or `fromData` and by default what follows from the family; `internedNames` is a list
    /// of strings; `targets` is a list of `swift`, `ios-1.2`, `android-1.4` and `tools-2021`, by default all of them;
    /// `slot` is `true` if the host puts a view of its own there.
    ///
    /// Of a property, `name` and `kind` are required. `kind` is the name of a ``ValueKind`` as in `config.properties`,
    /// and an `Enum` has its `words`. `default` is a whole number, a decimal number (one with a point or an exponent, or
    /// any number of kind `Float`) or a string; a decimal number that JSON cannot express is an object such as
    /// `{"float": "NaN"}`. `bindable` is `true` (the default) or `false`; `events` is `none` (the default), `read` or
    /// `readWrite`; `invalidates` is `nothing` (the default), `drawing`, `childLayout` or `ownSize`; `targets` is as for
    /// a component.
    ///
    /// - Parameter components: The components, written in this order.
    /// - Returns: The text of the file. Default values are omitted; the same components give the same text.
    /// - Complexity: O(*n*) in the size of the result.
    public static func json(_ components: [ComponentSchema]) -> String {
        let parts = components.map { "\n    " + object($0) }
        return "{\n  \"version\": 1,\n  \"components\": [\(parts.joined(separator: ","))\n  ]\n}\n"
    }

    private static func object(_ component: ComponentSchema) -> String {
        var members = [
            ("id", String(component.id)),
            ("name", JSONText.quoted(component.name)),
            ("family", JSONText.quoted(component.family.rawValue)),
            ("children", JSONText.quoted(component.children.rawValue)),
        ]
        if !component.internedNames.isEmpty { members.append(("internedNames", list(component.internedNames))) }
        if component.knownTo != .all { members.append(("targets", list(component.knownTo.names))) }
        if component.isSlot { members.append(("slot", "true")) }
        if !component.properties.isEmpty {
            let properties = component.properties.map { "\n        " + object($0) }
            members.append(("properties", "[\(properties.joined(separator: ","))\n      ]"))
        }
        return "{" + members.map { "\n      \(JSONText.quoted($0.0)): \($0.1)" }.joined(separator: ",") + "\n    }"
    }

    private static func object(_ property: PropertySchema) -> String {
        var members = [
            ("name", JSONText.quoted(property.name)), ("kind", JSONText.quoted(property.kind.configurationName)),
        ]
        if case .enumeration(let table) = property.kind {
            let words = table.words.map { "\(JSONText.quoted($0.name)): \($0.value)" }
            members.append(("words", "{\(words.joined(separator: ", "))}"))
        }
        if let value = value(property.defaultValue) { members.append(("default", value)) }
        if !property.isBindable { members.append(("bindable", "false")) }
        if property.eventAccess != .none { members.append(("events", JSONText.quoted(property.eventAccess.rawValue))) }
        if property.invalidation != .nothing {
            members.append(("invalidates", JSONText.quoted(property.invalidation.jsonName)))
        }
        if property.knownTo != .all { members.append(("targets", list(property.knownTo.names))) }
        return "{" + members.map { "\(JSONText.quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
    }

    private static func value(_ value: PropertySchema.DefaultValue) -> String? {
        switch value {
        case .none: nil
        case .int(let number): String(number)
        case .float(let number) where number.isNaN: #"{"float": "NaN"}"#
        case .float(let number) where number.isInfinite: #"{"float": "\#(number < 0 ? "-" : "")Infinity"}"#
        case .float(let number): number.description
        case .string(let text): JSONText.quoted(text)
        }
    }

    private static func list(_ texts: [String]) -> String {
        "[\(texts.map(JSONText.quoted).joined(separator: ", "))]"
    }
}

// MARK: - Names

extension PropertySchema.Invalidation {
    /// Every step, the least first.
    package static let all: [Self] = [.nothing, .drawing, .childLayout, .ownSize]

    /// The name in a components file.
    package var jsonName: String {
        switch self {
        case .nothing: "nothing"
        case .drawing: "drawing"
        case .childLayout: "childLayout"
        case .ownSize: "ownSize"
        }
    }
}
