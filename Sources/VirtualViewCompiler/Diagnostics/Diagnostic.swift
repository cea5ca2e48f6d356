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
        /// An addition to another diagnostic.
        case note
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

/// A problem with a text, such as a value or an event program, placed in that text.
///
/// The text is read without knowing where it came from; ``diagnostic(place:spelled:)`` puts the problem into a source.
package struct TextProblem<ID: MessageID>: Hashable, Sendable {
    /// A replacement of a part of the text.
    package struct Edit: Hashable, Sendable {
        /// The replaced part: UTF-8 byte offsets into the text.
        package let range: Range<Int>
        /// The new text.
        package let text: String

        init(_ range: Range<Int>, with text: String) {
            self.range = range
            self.text = text
        }

        /// Creates an edit that inserts a text.
        init(inserting text: String, at offset: Int) {
            self.init(offset..<offset, with: text)
        }
    }

    /// The problem.
    package let message: Message<ID>
    /// The place: UTF-8 byte offsets into the text.
    package let range: Range<Int>
    /// The effect of the fix-it, as an imperative.
    package let fixIt: String
    /// The edits of the fix-it if the correction is certain; otherwise empty.
    package let edits: [Edit]
    /// The place of the message's note, if it has one.
    package let noteRange: Range<Int>?

    init(
        _ message: Message<ID>,
        at range: Range<Int>,
        noteAt noteRange: Range<Int>? = nil,
        fixIt: String = "",
        edits: [Edit] = []
    ) {
        self.message = message
        self.range = range
        self.fixIt = fixIt
        self.edits = edits
        self.noteRange = noteRange
    }

    /// Creates a problem with one replacement, if the correction is certain.
    init(_ message: Message<ID>, at range: Range<Int>, replacement: Edit?) {
        let fixIt = replacement.map { $0.text.isEmpty ? "remove it" : "replace with \(MessageText.quoted($0.text))" }
        self.init(message, at: range, fixIt: fixIt ?? "", edits: replacement.map { [$0] } ?? [])
    }

    /// Returns the problem as a diagnostic of a source.
    ///
    /// - Parameters:
    ///   - place: Finds the source of a part of the text.
    ///   - spelled: Writes a text as the source must spell it, for example with entities.
    /// - Returns: The diagnostic, with a fix-it if there are edits.
    package func diagnostic(
        place: (Range<Int>) -> SourceRange,
        spelled: (String) -> String = { $0 }
    ) -> Diagnostic {
        let correction = Diagnostic.FixIt(fixIt, edits.map { .init(place($0.range), with: spelled($0.text)) })
        return Diagnostic(
            message,
            at: place(range),
            noteAt: noteRange.map(place),
            fixIts: edits.isEmpty ? [] : [correction]
        )
    }
}

/// A problem with an event program.
package typealias EventProblem = TextProblem<EventMessageID>
/// A problem with the decoded value of an attribute.
package typealias ValueProblem = TextProblem<ValueMessageID>
