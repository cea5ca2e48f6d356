/// The ids of messages about lists of templates.
package enum ListMessageID: String, MessageID {
    case badType = "list.bad-type"
    case badVersion = "list.bad-version"
    case emptyName = "list.empty-name"
    case missingSource = "list.missing-source"
    case sameOutput = "list.same-output"
    case skippedLine = "list.skipped-line"
    case unknownPlatform = "list.unknown-platform"
    case versionRange = "list.version-range"

    package var severity: MessageSeverity {
        switch self {
        case .skippedLine, .unknownPlatform: .warning
        case .versionRange: .errorUnlessLenient
        default: .error
        }
    }
}

/// A message about a list of templates.
typealias ListMessage = Message<ListMessageID>

extension ListMessage {
    static func badType(_ type: String) -> Self {
        Self(.badType, "no file can be named after the type \(quoted(type)); expected no '/' and no control characters")
    }
    static func badVersion(_ found: String) -> Self {
        Self(.badVersion, "\(quoted(found)) is not a version; expected a whole number without blanks")
    }
    static var emptyName: Self {
        Self(.emptyName, "a name is missing; expected 'file=type,version' or 'file=type,version,platform'")
    }
    static func missingSource(_ file: String) -> Self {
        Self(
            .missingSource,
            "there is no source \(quoted(file)) in the folder 'template' beside the list, or beside the list"
        )
    }
    static func sameOutput(_ type: String, _ other: String) -> Self {
        Self(
            .sameOutput,
            type == other
                ? "the type \(quoted(type)) is listed twice; nothing is written for either"
                : "\(quoted(type)) and \(quoted(other)) have one output, because '-' becomes "
                    + "'_' in file names; nothing is written for either",
            note: "\(quoted(other)) is listed here"
        )
    }
    static func skippedLine(_ count: Int) -> Self {
        Self(
            .skippedLine,
            "the entry is skipped because it has \(count) field\(count == 1 ? "" : "s"); expected 'file=type,version' or "
                + "'file=type,version,platform'"
        )
    }
    static func unknownPlatform(_ found: String, suggestion: String?) -> Self {
        Self(
            .unknownPlatform,
            "unknown platform \(quoted(found)); expected 'android', 'iphone' or nothing"
                + question(suggestion)
        )
    }
    /// A version that cannot be stored, and what is stored instead.
    static func versionRange(_ found: String, stored: UInt16? = nil) -> Self {
        Self(.versionRange, isLenient: stored != nil, MessageText.versionRange(found, stored: stored))
    }
}
