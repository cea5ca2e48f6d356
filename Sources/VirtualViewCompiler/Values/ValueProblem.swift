/// Something to report about a value, placed in the decoded text of the attribute.
///
/// A value is read without knowing where it came from; ``diagnostic(place:)`` puts the problem into a source.
package struct ValueProblem: Hashable, Sendable {
    /// A change of the value that mends the problem.
    package struct Replacement: Hashable, Sendable {
        /// What is replaced: UTF-8 byte offsets into the decoded value.
        package let range: Range<Int>
        /// The new text, decoded.
        package let text: String

        /// Replaces a part of the value.
        package init(_ range: Range<Int>, with text: String) {
            self.range = range
            self.text = text
        }
    }

    /// What is wrong.
    package let message: ValueMessage
    /// How bad it is.
    package let severity: Diagnostic.Severity
    /// Where: UTF-8 byte offsets into the decoded value.
    package let range: Range<Int>
    /// The mend, when it is certain.
    package let replacement: Replacement?

    /// Describes a problem.
    init(
        _ message: ValueMessage,
        at range: Range<Int>,
        severity: Diagnostic.Severity = .error,
        replacement: Replacement? = nil
    ) {
        self.message = message
        self.severity = severity
        self.range = range
        self.replacement = replacement
    }

    /// The stable id.
    package var id: String { message.id }

    /// The problem as a diagnostic of a source.
    ///
    /// - Parameter place: Finds the source of a part of the decoded value.
    /// - Returns: The diagnostic, with the mend as its fix-it.
    package func diagnostic(place: (Range<Int>) -> SourceRange) -> Diagnostic {
        let fixIts = replacement.map { replacement in
            [
                Diagnostic.FixIt(
                    replacement.text.isEmpty ? "remove it" : "replace with \(MessageText.quoted(replacement.text))",
                    [.init(place(replacement.range), with: replacement.text)]
                )
            ]
        }
        return Diagnostic(severity, id: id, message.text, at: place(range), fixIts: fixIts ?? [])
    }
}
