/// What there is to say about a list of templates.
package enum ListMessage {
    /// A type that no file can be named after.
    case badType(String)
    /// A version that is no number.
    case badVersion(String)
    /// Neither a type nor a source.
    case emptyName
    /// A source that is not there.
    case missingSource(String)
    /// Two entries with one output.
    case sameOutput(String, String)
    /// A line with too few or too many fields.
    case skippedLine(Int)
    /// A platform that means nothing.
    case unknownPlatform(String, suggestion: String?)
    /// A version that cannot be stored, and what is stored instead.
    case versionRange(String, stored: UInt16? = nil)

    /// The stable id.
    var id: String {
        switch self {
        case .badType: "list.bad-type"
        case .badVersion: "list.bad-version"
        case .emptyName: "list.empty-name"
        case .missingSource: "list.missing-source"
        case .sameOutput: "list.same-output"
        case .skippedLine: "list.skipped-line"
        case .unknownPlatform: "list.unknown-platform"
        case .versionRange: "list.version-range"
        }
    }

    /// Every id, in alphabetical order; `Docs/Diagnostics.md` explains each.
    package static let allIDs = [
        "list.bad-type",
        "list.bad-version",
        "list.empty-name",
        "list.missing-source",
        "list.same-output",
        "list.skipped-line",
        "list.unknown-platform",
        "list.version-range",
    ]

    private var severity: Diagnostic.Severity {
        switch self {
        case .badType, .badVersion, .emptyName, .missingSource, .sameOutput, .versionRange: .error
        case .skippedLine, .unknownPlatform: .warning
        }
    }

    private var text: String {
        switch self {
        case .badType(let type):
            "no file can be named after the type \(MessageText.quoted(type)); expected no '/' and no control characters"
        case .badVersion(let found):
            "\(MessageText.quoted(found)) is not a version; expected a whole number without blanks"
        case .emptyName:
            "a name is missing; expected 'file=type,version' or 'file=type,version,platform'"
        case .missingSource(let file):
            "there is no source \(MessageText.quoted(file)) in the folder 'template' beside the list, or beside the list"
        case .sameOutput(let type, let other):
            type == other
                ? "the type \(MessageText.quoted(type)) is listed twice; nothing is written for either"
                : "\(MessageText.quoted(type)) and \(MessageText.quoted(other)) have one output, because '-' becomes "
                    + "'_' in file names; nothing is written for either"
        case .skippedLine(let count):
            "the entry is skipped because it has \(count) field\(count == 1 ? "" : "s"); expected 'file=type,version' or "
                + "'file=type,version,platform'"
        case .unknownPlatform(let found, let suggestion):
            "unknown platform \(MessageText.quoted(found)); expected 'android', 'iphone' or nothing"
                + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .versionRange(let found, let stored):
            MessageText.versionRange(found, stored: stored)
        }
    }

    /// The message as a diagnostic.
    func diagnostic(
        at range: SourceRange,
        isLenient: Bool = false,
        notes: [Diagnostic.Note] = [],
        fixIts: [Diagnostic.FixIt] = []
    ) -> Diagnostic {
        Diagnostic(isLenient ? .warning : severity, id: id, text, at: range, notes: notes, fixIts: fixIts)
    }
}
