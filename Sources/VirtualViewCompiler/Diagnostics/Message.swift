import VirtualViewFormat

/// The ids of the messages of one stage, as an enumeration beside that stage.
///
/// An id is public: it never changes its meaning, and a retired one is not used again. `Docs/Diagnostics.md` explains
/// each (those of event programs are in `Docs/Expressions.md`, those of assemble sources in `Docs/Assemble.md`); tests
/// compare the pages with these enumerations.
package protocol MessageID: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// The severity.
    var severity: MessageSeverity { get }
}

/// The severity of a problem, as the manual states it.
package enum MessageSeverity: Hashable, Sendable {
    /// An error.
    case error
    /// An error that `--lenient` makes a warning, if compiling can continue.
    case errorUnlessLenient
    /// A warning.
    case warning
    /// A warning or an error, depending on the message.
    case warningOrError
}

/// A message about a problem, without its place.
///
/// Beside each stage stand the enumeration of its ids and an extension that words a message for each of them. Fix-its
/// belong to the place, so the stage adds them.
package struct Message<ID: MessageID>: Hashable, Sendable {
    /// The stable id.
    package let id: ID
    /// The severity.
    package let severity: Diagnostic.Severity
    /// The text: lower case, one line, no full stop.
    package let text: String
    /// The explanation of a second place; `nil` if there is none.
    package let note: String?

    /// Creates a message with the severity of its id.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - isLenient: Whether `--lenient` makes it a warning, if the id allows that.
    ///   - text: The problem.
    ///   - note: The explanation of a second place.
    package init(_ id: ID, isLenient: Bool = false, _ text: String, note: String? = nil) {
        let isError = id.severity == .error || (id.severity == .errorUnlessLenient && !isLenient)
        self.init(id, isError ? .error : .warning, text, note: note)
    }

    /// Creates a message whose severity is not always that of its id.
    init(_ id: ID, _ severity: Diagnostic.Severity, _ text: String, note: String? = nil) {
        self.id = id
        self.severity = severity
        self.text = text
        self.note = note
    }
}

// The building blocks of messages, by short names.
extension Message {
    static func quoted(_ text: String) -> String { MessageText.quoted(text) }
    static func shortened(_ name: String) -> String { MessageText.shortened(name) }
    static func alternatives(_ words: [String]) -> String { MessageText.alternatives(words) }
    /// Returns the end of a message with a suggestion of the probable meaning.
    static func question(_ suggestion: String?) -> String { MessageText.question(suggestion) }
    /// Returns the end of a message with the probable meaning, or else what is expected.
    static func advice(_ suggestion: String?, _ expected: String) -> String { MessageText.advice(suggestion, expected) }
}

extension Diagnostic {
    /// Creates a diagnostic from a message.
    ///
    /// - Parameters:
    ///   - message: The problem.
    ///   - range: The place.
    ///   - second: The place of the message's note; no note without it.
    ///   - notes: Further places.
    ///   - fixIts: Fix-its, the best first.
    package init<ID>(
        _ message: Message<ID>,
        at range: SourceRange,
        noteAt second: SourceRange? = nil,
        notes: [Note] = [],
        fixIts: [FixIt] = []
    ) {
        var all = notes
        if let note = message.note, let second { all.insert(Note(note, at: second), at: 0) }
        self.init(message.severity, id: message.id.rawValue, message.text, at: range, notes: all, fixIts: fixIts)
    }
}

/// The ids of messages about any kind of source.
package enum CommonMessageID: String, MessageID {
    case limit = "diagnostics.limit"

    package var severity: MessageSeverity { .warningOrError }
}

extension Message<CommonMessageID> {
    static func limit(_ dropped: Int, hasError: Bool) -> Self {
        Self(.limit, hasError ? .error : .warning, "too many problems; \(dropped) more are not shown")
    }
}

/// Prepares texts from a source for messages.
package enum MessageText {
    /// Returns a text in quotes, on one line and not too long.
    ///
    /// - Parameter text: The text of a source, of any length.
    /// - Returns: The text in single quotes; control characters are escaped, and a long text ends in `…`.
    package static func quoted(_ text: String) -> String {
        "'\(VisibleText.short(text))'"
    }

    /// Returns the end of a message with a suggestion of the probable meaning; nothing without one.
    package static func question(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Returns the end of a message with a suggestion of the probable meaning, or else what is expected.
    package static func advice(_ suggestion: String?, _ expected: String) -> String {
        suggestion == nil ? "; expected \(expected)" : question(suggestion)
    }

    /// Words as a list: `'a', 'b' or 'c'`.
    ///
    /// - Parameter words: The words; at most 16 are listed.
    /// - Returns: The list.
    package static func alternatives(_ words: some Collection<String>) -> String {
        let shown = words.prefix(16).map { "'\($0)'" }
        if shown.count < words.count { return shown.joined(separator: ", ") + " …" }
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Returns the message about a version that a template cannot have.
    ///
    /// - Parameters:
    ///   - found: The text in the place of the version.
    ///   - stored: The version that is stored instead; `nil` if none is.
    /// - Returns: The message.
    static func versionRange(_ found: String, stored: UInt16?) -> String {
        "\(quoted(found)) is not a template version; expected a number from 0 to 65535"
            + (stored.map { "; its low 16 bits, \($0), are stored" } ?? "")
    }

    /// Returns a name as it is in a message: a very long one is cut.
    static func shortened(_ name: String) -> String {
        name.unicodeScalars.count <= 60 ? name : String(name.unicodeScalars.prefix(57)) + "…"
    }

    /// Returns a scalar as `U+0001`.
    static func scalarName(_ code: UInt32) -> String {
        "U+" + HexText.number(code, width: 4)
    }
}
