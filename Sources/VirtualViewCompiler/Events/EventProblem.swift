/// Something to report about an event program, placed in the text that holds it.
///
/// A program is read without knowing where it came from; ``diagnostic(place:spelled:)`` puts the problem into a source.
package struct EventProblem: Hashable, Sendable {
    /// A replacement of a part of the program.
    package struct Edit: Hashable, Sendable {
        /// What is replaced: UTF-8 byte offsets into the text.
        package let range: Range<Int>
        /// The new text.
        package let text: String

        init(_ range: Range<Int>, with text: String) {
            self.range = range
            self.text = text
        }

        /// Inserts a text.
        init(inserting text: String, at offset: Int) {
            self.init(offset..<offset, with: text)
        }
    }

    /// What is wrong.
    package let id: EventDiagnosticID
    /// How bad it is.
    package let severity: Diagnostic.Severity
    /// What is wrong, in words.
    package let text: String
    /// Where: UTF-8 byte offsets into the text.
    package let range: Range<Int>
    /// What the mend does, as an imperative.
    package let mend: String
    /// The mend, when it is certain; else empty.
    package let edits: [Edit]
    /// A second place that explains the first.
    package let note: Note?

    /// A second place.
    package struct Note: Hashable, Sendable {
        /// What it explains.
        package let text: String
        /// Where.
        package let range: Range<Int>
    }

    init(
        _ id: EventDiagnosticID,
        _ text: String,
        at range: Range<Int>,
        severity: Diagnostic.Severity = .error,
        mend: String = "",
        edits: [Edit] = [],
        note: Note? = nil
    ) {
        self.id = id
        self.severity = severity
        self.text = text
        self.range = range
        self.mend = mend
        self.edits = edits
        self.note = note
    }

    /// The problem as a diagnostic of a source.
    ///
    /// - Parameters:
    ///   - place: Finds the source of a part of the text.
    ///   - spelled: Writes a text as the source must spell it, for example with entities.
    /// - Returns: The diagnostic, with the mend as its fix-it.
    package func diagnostic(
        place: (Range<Int>) -> SourceRange,
        spelled: (String) -> String = { $0 }
    ) -> Diagnostic {
        let fixIt = Diagnostic.FixIt(mend, edits.map { .init(place($0.range), with: spelled($0.text)) })
        return Diagnostic(
            severity,
            id: id.rawValue,
            text,
            at: place(range),
            notes: note.map { [.init($0.text, at: place($0.range))] } ?? [],
            fixIts: edits.isEmpty ? [] : [fixIt]
        )
    }
}
