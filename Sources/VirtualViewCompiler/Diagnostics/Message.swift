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
/// Each stage has a file `…Messages.swift` with the enumeration of its ids and an extension that words a message for
/// each of them. Fix-its belong to the place, so the stage adds them.
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
    static func question(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean '\($0)'?" } ?? ""
    }
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
