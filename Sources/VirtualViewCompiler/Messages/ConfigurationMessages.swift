import VirtualViewFormat

/// What there is to say about a configuration.
package enum ConfigurationMessage {
    /// An id that is no number.
    case badID(String)
    /// A name with a blank at an end, where blanks are part of it.
    case blankInName(String)
    /// Blanks around a value that must stand alone.
    case blanks(String)
    /// An id that two components have.
    case duplicateID(UInt16)
    /// A word that an enumeration has twice.
    case duplicateWord(String)
    /// No name where one is needed.
    case emptyName
    /// A number without a word.
    case emptyWord
    /// A word of an enumeration without a good number.
    case enumNumber(String)
    /// An enumeration of nothing.
    case enumWithoutWords
    /// Text after a word and its number.
    case extraText(String)
    /// An id that cannot be stored.
    case idOutOfRange(String)
    /// An id that not every client can read.
    case largeID(UInt16)
    /// A component whose id differs from the one it had.
    case renumbered(String, UInt16, isBuiltIn: Bool)
    /// An id that another component had.
    case takenID(UInt16, String, isBuiltIn: Bool)
    /// A name that is no component.
    case unknownComponent(String, suggestion: String?)
    /// A word that is no kind.
    case unknownKind(String, suggestion: String?)
    /// A key that begins almost like those of ids or names.
    case unknownPrefix(String, String)

    /// The stable id.
    var id: String {
        switch self {
        case .badID: "config.bad-id"
        case .blankInName: "config.blank-in-name"
        case .blanks: "config.blanks"
        case .duplicateID: "config.duplicate-id"
        case .duplicateWord: "config.duplicate-word"
        case .emptyName: "config.empty-name"
        case .emptyWord: "config.empty-word"
        case .enumNumber: "config.enum-number"
        case .enumWithoutWords: "config.enum-without-words"
        case .extraText: "config.extra-text"
        case .idOutOfRange: "config.id-out-of-range"
        case .largeID: "config.large-id"
        case .renumbered: "config.renumbered"
        case .takenID: "config.taken-id"
        case .unknownComponent: "config.unknown-component"
        case .unknownKind: "config.unknown-kind"
        case .unknownPrefix: "config.unknown-prefix"
        }
    }

    /// Every id, in alphabetical order; `Docs/Diagnostics.md` explains each.
    package static let allIDs = [
        "config.bad-id",
        "config.blank-in-name",
        "config.blanks",
        "config.duplicate-id",
        "config.duplicate-word",
        "config.empty-name",
        "config.empty-word",
        "config.enum-number",
        "config.enum-without-words",
        "config.extra-text",
        "config.id-out-of-range",
        "config.large-id",
        "config.renumbered",
        "config.taken-id",
        "config.unknown-component",
        "config.unknown-kind",
        "config.unknown-prefix",
    ]

    private var severity: Diagnostic.Severity {
        switch self {
        case .badID, .blanks, .duplicateID, .emptyName, .enumNumber, .enumWithoutWords, .idOutOfRange, .unknownKind,
            .unknownPrefix:
            .error
        case .blankInName, .duplicateWord, .emptyWord, .extraText, .largeID, .renumbered, .takenID, .unknownComponent:
            .warning
        }
    }

    private var text: String {
        switch self {
        case .badID(let found):
            "\(MessageText.quoted(found)) is not a component id; expected a number from 1 to 65535"
        case .blankInName(let found):
            "the blanks of \(MessageText.quoted(found)) are part of the name"
        case .blanks(let meant):
            "blanks cannot stand here; did you mean \(MessageText.quoted(meant))?"
        case .duplicateID(let id):
            "two components have the id \(id)"
        case .duplicateWord(let word):
            "the word \(MessageText.quoted(word)) is given again; the last number counts"
        case .emptyName:
            "a name is missing in this key"
        case .emptyWord:
            "a word is missing before ':'"
        case .enumNumber(let found):
            "\(MessageText.quoted(found)) has no number; expected 'word:number' with a number of 32 bits"
        case .enumWithoutWords:
            "an enumeration needs words; expected 'Enum<word:number,…>'"
        case .extraText(let found):
            "the text after the number of \(MessageText.quoted(found)) is ignored"
        case .idOutOfRange(let found):
            "the id \(MessageText.quoted(found)) cannot be stored; expected a number from 1 to 65535"
        case .largeID(let id):
            "some clients cannot read ids over 32767, such as \(id)"
        case .renumbered(let name, let id, false):
            "the app declares '\(name)' with the id \(id); it will not find the component under this one"
        case .renumbered(let name, let id, true):
            "'\(name)' has the built-in id \(id); clients that know it will not find it under this one"
        case .takenID(let id, let name, false):
            "\(id) is the id that the app declares for '\(name)', which is unknown in this configuration"
        case .takenID(let id, let name, true):
            "\(id) is the built-in id of '\(name)', which is unknown in this configuration"
        case .unknownComponent(let name, let suggestion):
            "unknown component \(MessageText.quoted(name))" + Self.question(suggestion)
        case .unknownKind(let found, let suggestion):
            "unknown kind \(MessageText.quoted(found))"
                + (suggestion == nil ? "; expected one of \(Self.kinds)" : Self.question(suggestion))
        case .unknownPrefix(let found, let meant):
            "unknown prefix \(MessageText.quoted(found)); did you mean '\(meant)'?"
        }
    }

    private static let kinds =
        KindParser.words.map { "'\($0.configurationName)'" }.joined(separator: ", ") + " or 'Enum<word:number,…>'"

    private static func question(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The message as a diagnostic.
    ///
    /// - Parameters:
    ///   - range: Where.
    ///   - replaced: What the mend replaces; no mend without it.
    ///   - text: The text of the mend; no mend without it.
    ///   - notes: Second places.
    /// - Returns: The diagnostic.
    func diagnostic(
        at range: SourceRange,
        replacing replaced: SourceRange? = nil,
        with text: String? = nil,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        var fixIts: [Diagnostic.FixIt] = []
        if let replaced, let text {
            let message = text.isEmpty ? "remove the blanks" : "replace with \(MessageText.quoted(text))"
            fixIts.append(.init(message, [.init(replaced, with: PropertiesFile.escaped(text))]))
        }
        return Diagnostic(severity, id: id, self.text, at: range, notes: notes, fixIts: fixIts)
    }
}
