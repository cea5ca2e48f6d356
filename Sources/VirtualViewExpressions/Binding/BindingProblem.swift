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
