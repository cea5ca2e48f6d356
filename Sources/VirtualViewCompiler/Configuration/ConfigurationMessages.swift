import VirtualViewFormat

/// The ids of messages about configurations.
package enum ConfigurationMessageID: String, MessageID {
    case badID = "config.bad-id"
    case blankInName = "config.blank-in-name"
    case blanks = "config.blanks"
    case duplicateID = "config.duplicate-id"
    case duplicateWord = "config.duplicate-word"
    case emptyName = "config.empty-name"
    case emptyWord = "config.empty-word"
    case enumNumber = "config.enum-number"
    case enumWithoutWords = "config.enum-without-words"
    case extraText = "config.extra-text"
    case idOutOfRange = "config.id-out-of-range"
    case largeID = "config.large-id"
    case renumbered = "config.renumbered"
    case takenID = "config.taken-id"
    case unknownComponent = "config.unknown-component"
    case unknownKind = "config.unknown-kind"
    case unknownPrefix = "config.unknown-prefix"

    package var severity: MessageSeverity {
        switch self {
        case .blankInName, .duplicateWord, .emptyWord, .extraText, .largeID, .renumbered, .takenID, .unknownComponent:
            .warning
        default: .error
        }
    }
}

/// A message about a configuration.
typealias ConfigurationMessage = Message<ConfigurationMessageID>

extension ConfigurationMessage {
    static func badID(_ found: String) -> Self {
        Self(.badID, "\(quoted(found)) is not a component id; expected a number from 1 to 65535")
    }
    static func blankInName(_ found: String) -> Self {
        Self(.blankInName, "the blanks of \(quoted(found)) are part of the name")
    }
    static func blanks(_ meant: String) -> Self {
        Self(.blanks, "blanks cannot stand here; did you mean \(quoted(meant))?")
    }
    static func duplicateID(_ id: UInt16) -> Self {
        Self(.duplicateID, "two components have the id \(id)", note: "also the id of this component")
    }
    static func duplicateWord(_ word: String) -> Self {
        Self(.duplicateWord, "the word \(quoted(word)) is given again; the last number counts")
    }
    static var emptyName: Self { Self(.emptyName, "a name is missing in this key") }
    static var emptyWord: Self { Self(.emptyWord, "a word is missing before ':'") }
    static func enumNumber(_ found: String) -> Self {
        Self(.enumNumber, "\(quoted(found)) has no number; expected 'word:number' with a number of 32 bits")
    }
    static var enumWithoutWords: Self {
        Self(.enumWithoutWords, "an enumeration needs words; expected 'Enum<word:number,…>'")
    }
    static func extraText(_ found: String) -> Self {
        Self(.extraText, "the text after the number of \(quoted(found)) is ignored")
    }
    static func idOutOfRange(_ found: String) -> Self {
        Self(.idOutOfRange, "the id \(quoted(found)) cannot be stored; expected a number from 1 to 65535")
    }
    static func largeID(_ id: UInt16) -> Self {
        Self(.largeID, "some clients cannot read ids over 32767, such as \(id)")
    }
    /// A component whose id differs from the one it had.
    static func renumbered(_ name: String, _ id: UInt16, isBuiltIn: Bool) -> Self {
        Self(
            .renumbered,
            isBuiltIn
                ? "'\(name)' has the built-in id \(id); clients that know it will not find it under this one"
                : "the app declares '\(name)' with the id \(id); it will not find the component under this one"
        )
    }
    /// An id that another component had.
    static func takenID(_ id: UInt16, _ name: String, isBuiltIn: Bool) -> Self {
        let what = isBuiltIn ? "built-in id of" : "id that the app declares for"
        return Self(.takenID, "\(id) is the \(what) '\(name)', which is unknown in this configuration")
    }
    static func unknownComponent(_ name: String, suggestion: String?) -> Self {
        Self(.unknownComponent, "unknown component \(quoted(name))" + question(suggestion))
    }
    static func unknownKind(_ found: String, suggestion: String?) -> Self {
        let kinds = ValueKind.words.map { "'\($0.configurationName)'" }.joined(separator: ", ")
        return Self(
            .unknownKind,
            "unknown kind \(quoted(found))"
                + (suggestion == nil
                    ? "; expected one of \(kinds) or 'Enum<word:number,…>'" : question(suggestion))
        )
    }
    static func unknownPrefix(_ found: String, _ meant: String) -> Self {
        Self(.unknownPrefix, "unknown prefix \(quoted(found)); did you mean '\(meant)'?")
    }
}

extension Diagnostic {
    /// Creates a diagnostic from a message about a configuration.
    ///
    /// - Parameters:
    ///   - message: The problem.
    ///   - range: The place.
    ///   - second: The place of the message's note; no note without it.
    ///   - replaced: The place that the fix-it replaces; without it there is no fix-it.
    ///   - text: The text of the fix-it; no fix-it without it.
    init(
        _ message: ConfigurationMessage,
        at range: SourceRange,
        noteAt second: SourceRange? = nil,
        replacing replaced: SourceRange?,
        with text: String?
    ) {
        var fixIts: [FixIt] = []
        if let replaced, let text {
            let effect = text.isEmpty ? "remove the blanks" : "replace with \(MessageText.quoted(text))"
            fixIts.append(.init(effect, [.init(replaced, with: PropertiesFile.escaped(text))]))
        }
        self.init(message, at: range, noteAt: second, fixIts: fixIts)
    }
}

/// The ids of messages about the file of an app's own components.
package enum ComponentsMessageID: String, MessageID {
    case badName = "components.bad-name"
    case badNumber = "components.bad-number"
    case duplicateID = "components.duplicate-id"
    case duplicateName = "components.duplicate-name"
    case idOutOfRange = "components.id-out-of-range"
    case missingMember = "components.missing-member"
    case noWords = "components.no-words"
    case takenID = "components.taken-id"
    case takenName = "components.taken-name"
    case unknownMember = "components.unknown-member"
    case unknownVersion = "components.unknown-version"
    case unknownWord = "components.unknown-word"
    case wordsWithoutEnum = "components.words-without-enum"
    case wrongType = "components.wrong-type"

    package var severity: MessageSeverity { .error }
}

/// A message about the file of an app's own components.
typealias ComponentsMessage = Message<ComponentsMessageID>

extension ComponentsMessage {
    static func badName(_ found: String) -> Self { Self(.badName, "\(quoted(found)) cannot be a name in a template") }
    static func badNumber(_ name: String, isWhole: Bool) -> Self {
        let other = isWhole ? "" : " or a finite decimal number"
        return Self(.badNumber, "the number of '\(name)' is not a whole number of 32 bits\(other)")
    }
    static func duplicateID(_ id: UInt16) -> Self {
        Self(.duplicateID, "two components have the id \(id)", note: "also the id of this component")
    }
    static func duplicateName(_ name: String) -> Self {
        Self(.duplicateName, "the name \(quoted(name)) is given again", note: "first given here")
    }
    static func idOutOfRange(_ id: Int32) -> Self {
        Self(.idOutOfRange, "\(id) cannot be the id of an app's own component; expected a number from 1000 to 65535")
    }
    static func missingMember(_ name: String, _ noun: String) -> Self {
        Self(.missingMember, "\(noun) needs '\(name)'")
    }
    static func nameCollision(_ name: String, _ other: String, _ id: StringID) -> Self {
        Self(
            .badName,
            "\(quoted(name)) has the id \(id.rawValue) of \(quoted(other)), so no template can set it; rename it",
            note: "\(quoted(other)) is given here"
        )
    }
    static var noWords: Self { Self(.noWords, "an enumeration needs words, such as {\"round\": 0}") }
    static func takenID(_ id: UInt16, _ name: String) -> Self {
        Self(.takenID, "\(id) is the id of the component '\(name)' already")
    }
    static func takenName(_ name: String) -> Self {
        Self(.takenName, "\(quoted(name)) is the name of a component already")
    }
    static func unknownMember(_ name: String, _ noun: String, suggestion: String?) -> Self {
        Self(.unknownMember, "\(noun) has no \(quoted(name))" + question(suggestion))
    }
    static var unknownVersion: Self { Self(.unknownVersion, "this version of the format is not known; expected 1") }
    static func unknownWord(_ found: String, _ name: String, _ known: [String], suggestion: String?) -> Self {
        Self(.unknownWord, "\(quoted(found)) is unknown in '\(name)'" + advice(suggestion, alternatives(known)))
    }
    static var wordsWithoutEnum: Self { Self(.wordsWithoutEnum, "only the kind 'Enum' has words") }
    static func variableName(_ name: String) -> Self {
        Self(.badName, "\(quoted(name)) cannot be a property; an attribute that begins with 'var_' is a user variable")
    }
    static func wrongType(_ name: String, _ expected: String, _ found: String) -> Self {
        Self(.wrongType, "'\(name)' is \(found), expected \(expected)")
    }
}
