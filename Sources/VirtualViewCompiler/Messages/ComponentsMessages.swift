/// What there is to say about the file of an app's own components.
package enum ComponentsMessage {
    /// A text that cannot be a name in a source.
    case badName(String)
    /// A number that is not of the needed form or size.
    case badNumber(String)
    /// An id that two components have.
    case duplicateID(UInt16)
    /// A name that is given twice.
    case duplicateName(String)
    /// An id that an app cannot give.
    case idOutOfRange(Int32)
    /// A member that must be there.
    case missingMember(String, String)
    /// An enumeration of nothing.
    case noWords
    /// The id of a component that there is already.
    case takenID(UInt16, String)
    /// The name of a component that there is already.
    case takenName(String)
    /// A member that means nothing.
    case unknownMember(String, String, suggestion: String?)
    /// A version of the format that is not known.
    case unknownVersion
    /// A word that is not one of those that can stand there.
    case unknownWord(String, String, [String], suggestion: String?)
    /// Words of another kind than `Enum`.
    case wordsWithoutEnum
    /// A value of a wrong type.
    case wrongType(String, String, String)

    /// The stable id.
    var id: String {
        switch self {
        case .badName: "components.bad-name"
        case .badNumber: "components.bad-number"
        case .duplicateID: "components.duplicate-id"
        case .duplicateName: "components.duplicate-name"
        case .idOutOfRange: "components.id-out-of-range"
        case .missingMember: "components.missing-member"
        case .noWords: "components.no-words"
        case .takenID: "components.taken-id"
        case .takenName: "components.taken-name"
        case .unknownMember: "components.unknown-member"
        case .unknownVersion: "components.unknown-version"
        case .unknownWord: "components.unknown-word"
        case .wordsWithoutEnum: "components.words-without-enum"
        case .wrongType: "components.wrong-type"
        }
    }

    /// Every id, in alphabetical order; `Docs/Diagnostics.md` explains each.
    package static let allIDs = [
        "components.bad-name",
        "components.bad-number",
        "components.duplicate-id",
        "components.duplicate-name",
        "components.id-out-of-range",
        "components.missing-member",
        "components.no-words",
        "components.taken-id",
        "components.taken-name",
        "components.unknown-member",
        "components.unknown-version",
        "components.unknown-word",
        "components.words-without-enum",
        "components.wrong-type",
    ]

    private var text: String {
        switch self {
        case .badName(let found):
            "\(MessageText.quoted(found)) cannot be a name in a template"
        case .badNumber(let name):
            "the number of '\(name)' is not a whole number of 32 bits or a finite decimal number"
        case .duplicateID(let id):
            "two components have the id \(id)"
        case .duplicateName(let name):
            "the name \(MessageText.quoted(name)) is given again"
        case .idOutOfRange(let id):
            "\(id) cannot be the id of an app's own component; expected a number from 1000 to 65535"
        case .missingMember(let name, let noun):
            "\(noun) needs '\(name)'"
        case .noWords:
            "an enumeration needs words, such as {\"round\": 0}"
        case .takenID(let id, let name):
            "\(id) is the id of the component '\(name)' already"
        case .takenName(let name):
            "\(MessageText.quoted(name)) is the name of a component already"
        case .unknownMember(let name, let noun, let suggestion):
            "\(noun) has no \(MessageText.quoted(name))" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .unknownVersion:
            "this version of the format is not known; expected 1"
        case .unknownWord(let found, let name, let known, let suggestion):
            "\(MessageText.quoted(found)) is unknown in '\(name)'; "
                + (suggestion.map { "did you mean '\($0)'?" } ?? "expected \(MessageText.alternatives(known))")
        case .wordsWithoutEnum:
            "only the kind 'Enum' has words"
        case .wrongType(let name, let expected, let found):
            "'\(name)' is \(found), expected \(expected)"
        }
    }

    /// The message as an error; the mend replaces the text at its place.
    func diagnostic(at range: SourceRange, with text: String? = nil, notes: [Diagnostic.Note] = []) -> Diagnostic {
        let fixIts = text.map { [Diagnostic.FixIt("replace with '\($0)'", [.init(range, with: $0)])] }
        return Diagnostic(.error, id: id, self.text, at: range, notes: notes, fixIts: fixIts ?? [])
    }
}
