/// Something a person should know about a source, with the place and, where it is certain, the mend.
///
/// Diagnostics are data: ``DiagnosticFormatter`` is the only printer.
public struct Diagnostic: Hashable, Sendable {
    /// How bad it is.
    @nonexhaustive
    public enum Severity: String, Hashable, Sendable {
        /// No output is written.
        case error
        /// Output is written, and may not be what was meant.
        case warning
        /// An addition to another diagnostic.
        case note
    }

    /// A second place that explains the first.
    public struct Note: Hashable, Sendable {
        /// What it explains: lower case, one line.
        public let message: String
        /// Where.
        public let range: SourceRange

        /// Makes a note.
        ///
        /// - Parameters:
        ///   - message: What it explains: lower case, one line.
        ///   - range: Where.
        public init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// A change of the source that mends the problem.
    public struct FixIt: Hashable, Sendable {
        /// One replacement; an insertion has an empty range.
        public struct Edit: Hashable, Sendable {
            /// What is replaced.
            public let range: SourceRange
            /// The new text.
            public let text: String

            /// Makes an edit.
            ///
            /// - Parameters:
            ///   - range: What is replaced.
            ///   - text: The new text.
            public init(_ range: SourceRange, with text: String) {
                self.range = range
                self.text = text
            }
        }

        /// What the change does, as an imperative: "replace with 'layoutWidth'".
        public let message: String
        /// The replacements; they do not overlap.
        public let edits: [Edit]

        /// Makes a fix-it.
        ///
        /// - Parameters:
        ///   - message: What the change does, as an imperative.
        ///   - edits: The replacements; they must not overlap.
        public init(_ message: String, _ edits: [Edit]) {
            self.message = message
            self.edits = edits
        }
    }

    /// The stable id, for example `xml.unclosed-element`; listed in `Docs/Diagnostics.md`.
    public let id: String
    /// How bad it is.
    public let severity: Severity
    /// What is wrong: lower case, one line, no full stop.
    public let message: String
    /// Where.
    public let range: SourceRange
    /// Second places.
    public let notes: [Note]
    /// Mends, the best first.
    public let fixIts: [FixIt]

    /// Makes a diagnostic.
    ///
    /// - Parameters:
    ///   - severity: How bad it is.
    ///   - id: The stable id.
    ///   - message: What is wrong: lower case, one line, no full stop.
    ///   - range: Where.
    ///   - notes: Second places.
    ///   - fixIts: Mends, the best first.
    public init(
        _ severity: Severity,
        id: String,
        _ message: String,
        at range: SourceRange,
        notes: [Note] = [],
        fixIts: [FixIt] = []
    ) {
        self.id = id
        self.severity = severity
        self.message = message
        self.range = range
        self.notes = notes
        self.fixIts = fixIts
    }
}
