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
    static func badNumber(_ name: String) -> Self {
        Self(.badNumber, "the number of '\(name)' is not a whole number of 32 bits or a finite decimal number")
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
        Self(
            .unknownWord,
            "\(quoted(found)) is unknown in '\(name)'; "
                + (suggestion.map { "did you mean '\($0)'?" } ?? "expected \(alternatives(known))")
        )
    }
    static var wordsWithoutEnum: Self { Self(.wordsWithoutEnum, "only the kind 'Enum' has words") }
    static func wrongType(_ name: String, _ expected: String, _ found: String) -> Self {
        Self(.wrongType, "'\(name)' is \(found), expected \(expected)")
    }
}
