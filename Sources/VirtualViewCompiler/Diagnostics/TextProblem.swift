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

    /// Creates a problem whose place, or another one, gets a text instead, if there is one that is certain.
    init(_ message: Message<ID>, at range: Range<Int>, replacing place: Range<Int>? = nil, with text: String?) {
        let fixIt = text.map { $0.isEmpty ? "remove it" : "replace with \(MessageText.quoted($0))" }
        self.init(message, at: range, fixIt: fixIt ?? "", edits: text.map { [Edit(place ?? range, with: $0)] } ?? [])
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
