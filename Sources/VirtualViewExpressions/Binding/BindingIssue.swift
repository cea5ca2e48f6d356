/// Something an author should know about the text of a binding.
///
/// A malformed binding never fails: it stands for its own text. The issue says why.
public struct BindingIssue: Hashable, Sendable {
    /// How bad it is.
    @nonexhaustive
    public enum Severity: String, Hashable, Sendable {
        /// The client that was asked about shows or does something that the author cannot have meant.
        case error
        /// The text may not do what its author meant.
        case warning
    }

    /// The stable id, for example `binding.unclosed`; listed in `Docs/Expressions.md`.
    public let id: String
    /// How bad it is.
    public let severity: Severity
    /// What is wrong: lower case, one line, no full stop.
    public let message: String
    /// Where: UTF-8 byte offsets into the text that was parsed.
    public let range: Range<Int>
}
