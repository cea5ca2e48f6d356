/// A report about a source for people, with its place and, when the correction is certain, a fix-it.
///
/// Diagnostics are data: ``DiagnosticFormatter`` is the only printer.
public struct Diagnostic: Hashable, Sendable {
    /// The severity.
    @nonexhaustive
    public enum Severity: String, Hashable, Sendable {
        /// An error: no output is written.
        case error
        /// Output is written, and may not be what was meant.
        case warning
    }

    /// A second place that explains the first one.
    public struct Note: Hashable, Sendable {
        /// The explanation: lower case, one line.
        public let message: String
        /// The place in the source.
        public let range: SourceRange

        /// Creates a note.
        public init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// A change of the source that corrects the problem.
    public struct FixIt: Hashable, Sendable {
        /// One replacement; an insertion has an empty range.
        public struct Edit: Hashable, Sendable {
            /// The text that is replaced.
            public let range: SourceRange
            /// The new text.
            public let text: String

            /// Creates an edit.
            public init(_ range: SourceRange, with text: String) {
                self.range = range
                self.text = text
            }
        }

        /// The change, as an imperative: "replace with 'layoutWidth'".
        public let message: String
        /// The replacements; they do not overlap.
        public let edits: [Edit]

        /// Creates a fix-it.
        public init(_ message: String, _ edits: [Edit]) {
            self.message = message
            self.edits = edits
        }
    }

    /// The stable id, for example `xml.unclosed-element`; listed in `Docs/Diagnostics.md`.
    public let id: String
    /// The severity.
    public let severity: Severity
    /// The text: lower case, one line, no full stop.
    public let message: String
    /// The place in the source.
    public let range: SourceRange
    /// Further places that explain the problem.
    public let notes: [Note]
    /// Fix-its, the best first.
    public let fixIts: [FixIt]

    /// Creates a diagnostic.
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

extension [Diagnostic.FixIt] {
    /// Returns the fix-it that replaces a range, if a text is certain.
    static func replacing(_ range: SourceRange, with text: String?) -> Self {
        text.map { [.init("replace with '\($0)'", [.init(range, with: $0)])] } ?? []
    }
}
