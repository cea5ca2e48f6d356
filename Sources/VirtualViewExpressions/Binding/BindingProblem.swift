/// A problem that the parser finds in a binding; this is the only table of ids and messages.
enum BindingProblem: String, CaseIterable {
    case badDefault = "binding.bad-default"
    case badIndex = "binding.bad-index"
    case constantCondition = "binding.constant-condition"
    case emptyKey = "binding.empty-key"
    case emptyPath = "binding.empty-path"
    case missingColon = "binding.missing-colon"
    case missingQuestion = "binding.missing-question"
    case reservedCharacter = "binding.reserved-character"
    case splitURL = "binding.split-url"
    case ternaryInText = "binding.ternary-in-text"
    case textAfterIndex = "binding.text-after-index"
    case textAfterQuote = "binding.text-after-quote"
    case textAfterTernary = "binding.text-after-ternary"
    case tooDeep = "binding.too-deep"
    case unclosed = "binding.unclosed"
    case unclosedQuote = "binding.unclosed-quote"

    /// The message for people.
    var message: String {
        switch self {
        case .badDefault: "the default after '?:' must be a text in quotes, a plain text or '${…}'"
        case .badIndex: "an index must be digits in '[…]'"
        case .constantCondition: "the condition is a plain text and does not read the data; write '${…}' around a path"
        case .emptyKey: "an empty name in a path"
        case .emptyPath: "the binding has no path"
        case .missingColon: "the ternary has no ':' after its '?'"
        case .missingQuestion: "the ternary has no '?'"
        case .reservedCharacter: "a name in a path cannot hold '?', ':', '{', '}', '[' or ']'"
        case .splitURL: "the ':' of a URL ends the true part; put the URL in quotes"
        case .ternaryInText: "a '@{…}' inside a text is not evaluated"
        case .textAfterIndex: "after an index only '.', '[', '?:' or '}' can follow"
        case .textAfterQuote: "text follows a quoted part, so the quotes are kept"
        case .textAfterTernary: "text follows the closing '}' of the ternary, so all of it is plain text"
        case .tooDeep: "bindings are nested deeper than \(BindingExpression.maximumDepth)"
        case .unclosed: "the binding has no closing '}'"
        case .unclosedQuote: "a quoted text has no closing quote"
        }
    }
}

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

/// A construct in a binding that clients may read differently; the parser can collect them.
struct BindingConstruct: Hashable {
    enum Kind: Hashable {
        /// A binding inside a longer text.
        case interpolation
        /// `\${`.
        case escape
        /// `?: …`.
        case fallback
        /// A part in quotes.
        case quote
        /// A ternary inside another, and the part it is.
        case nested(Part)
        /// A `?` or `:` inside a part.
        case separator(UInt8, Part)
        /// A part without text.
        case emptyPart(Part)
        /// A condition that does not read the data, with its text.
        case constantCondition(String)
        /// A condition that reads the data.
        case condition
        /// Blanks around the whole binding.
        case outerBlanks
        /// Line ends that we trim.
        case lineEnd
        /// Blanks directly inside `${ }`.
        case blanksAtPathEnds
        /// Blanks around a name inside a path, or after an index.
        case blanksInPath
        /// Blanks inside `[ ]`.
        case blanksInIndex
        /// An index directly after another.
        case secondIndex
        /// A name made of digits only.
        case numericKey
        /// The name `this`.
        case thisKey
        /// A path of several steps.
        case steps
    }

    /// The parts of a ternary.
    enum Part: Hashable {
        case condition
        case whenTrue
        case whenFalse
    }

    let kind: Kind
    let range: Range<Int>
}
