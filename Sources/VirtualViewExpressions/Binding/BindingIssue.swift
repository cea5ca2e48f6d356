/// A problem in the text of a binding that its author should know.
///
/// A malformed binding never fails: it stands for its own text. The issue says why.
public struct BindingIssue: Hashable, Sendable {
    /// The severity of an issue.
    @nonexhaustive
    public enum Severity: String, Hashable, Sendable {
        /// The client shows or does something that the author cannot have intended.
        case error
        /// The text may not do what its author intended.
        case warning
    }

    /// The stable id, for example `binding.unclosed`; listed in `Docs/Expressions.md`.
    public let id: String
    /// The severity.
    public let severity: Severity
    /// The message: lower case, one line, no full stop.
    public let message: String
    /// The range as UTF-8 byte offsets in the parsed text.
    public let range: Range<Int>
}
