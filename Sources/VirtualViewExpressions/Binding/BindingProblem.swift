/// A problem that the parser finds in a binding; this is the only table of ids and messages.
enum BindingProblem: String, CaseIterable {
    case argumentCount = "binding.argument-count"
    case badDefault = "binding.bad-default"
    case badEscape = "binding.bad-escape"
    case badIndex = "binding.bad-index"
    case badNumber = "binding.bad-number"
    case bareChoice = "binding.bare-choice"
    case chainedComparison = "binding.chained-comparison"
    case constantCondition = "binding.constant-condition"
    case emptyKey = "binding.empty-key"
    case emptyPath = "binding.empty-path"
    case expectedName = "binding.expected-name"
    case expectedOperator = "binding.expected-operator"
    case expectedValue = "binding.expected-value"
    case missingColon = "binding.missing-colon"
    case missingQuestion = "binding.missing-question"
    case operatorInPath = "binding.operator-in-path"
    case reservedCharacter = "binding.reserved-character"
    case splitURL = "binding.split-url"
    case ternaryInText = "binding.ternary-in-text"
    case textAfterIndex = "binding.text-after-index"
    case textAfterQuote = "binding.text-after-quote"
    case textAfterTernary = "binding.text-after-ternary"
    case tooDeep = "binding.too-deep"
    case unclosed = "binding.unclosed"
    case unclosedBracket = "binding.unclosed-bracket"
    case unclosedQuote = "binding.unclosed-quote"
    case unknownFunction = "binding.unknown-function"
    case unknownOperator = "binding.unknown-operator"

    /// What is wrong with an operator where none is read.
    static let operatorInText = "an operator is not read here, but is a part of the text"

    /// What is wrong with a choice inside another one without braces of its own.
    static let choiceInText = "a choice is not read here, but is a text"

    /// The message for people.
    var message: String {
        switch self {
        case .argumentCount: "the function takes another number of arguments"
        case .badDefault: "the default after '?:' must be a text in quotes, a plain text or '${…}'"
        case .badEscape: "after a backslash only ', \", \\, n and u{…} can follow"
        case .badIndex: "an index must be digits in '[…]'"
        case .badNumber: "a number is written as in JSON, such as 10, 0.5 or 1e3, and is at most 1.7e308"
        case .bareChoice: Self.choiceInText + "; write '@{…}' around it"
        case .chainedComparison: "comparisons cannot follow each other; join them with 'and'"
        case .constantCondition: "the condition is a plain text and does not read the data; write '${…}' around a path"
        case .emptyKey: "an empty name in a path"
        case .emptyPath: "the binding has no path"
        case .expectedName: "a name must follow the '.'"
        case .expectedOperator: "an operator or the end of the expression should stand here"
        case .expectedValue: "a value should stand here"
        case .missingColon: "the choice has no ':' after its '?'"
        case .missingQuestion: "the choice has no '?'"
        case .operatorInPath: Self.operatorInText + "; write '${= … }' to calculate"
        case .reservedCharacter: "a name in a path cannot hold '?', ':', '{', '}', '[' or ']'"
        case .splitURL: "the ':' of a URL ends the true part; put the URL in quotes"
        case .ternaryInText: "a '@{…}' inside a text is not evaluated"
        case .textAfterIndex: "after an index only '.', '[', '?:' or '}' can follow"
        case .textAfterQuote: "text follows a quoted part, so the quotes are kept"
        case .textAfterTernary: "text follows the closing '}' of the choice, so all of it is plain text"
        case .tooDeep: "bindings are nested deeper than \(BindingExpression.maximumDepth)"
        case .unclosed: "the binding has no closing '}'"
        case .unclosedBracket: "the bracket is not closed"
        case .unclosedQuote: "a quoted text has no closing quote"
        case .unknownFunction: "there is no such function"
        case .unknownOperator: "this is no operator"
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
    /// The change that corrects the problem, if that is certain.
    package private(set) var correction: Correction?

    /// The ids of all issues.
    package static let ids = BindingProblem.allCases.map { $0.rawValue } + Portability.allCases.map { $0.rawValue }

    /// A replacement of a part of the parsed text.
    package struct Correction: Hashable, Sendable {
        /// The replaced part, as UTF-8 byte offsets; empty for an insertion.
        package let range: Range<Int>
        /// The new text.
        package let text: String
    }
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
        /// A choice inside another, and the part it is.
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
        /// `${= …}`.
        case computed
        /// A path of several steps.
        case steps
    }

    /// The parts of a choice.
    enum Part: Hashable {
        case condition
        case whenTrue
        case whenFalse
    }

    let kind: Kind
    let range: Range<Int>
}
