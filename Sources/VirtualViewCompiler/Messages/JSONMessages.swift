/// What there is to say about JSON that is not well formed.
package enum JSONMessage {
    /// `\` before a character that it cannot stand before, or `\u` without four digits.
    case badEscape
    /// Digits that are no number.
    case badNumber
    /// A control character in a string.
    case controlCharacter
    /// A name that an object has twice.
    case duplicateName(String)
    /// Something else than what must stand there.
    case expected(String, found: String)
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Half of a surrogate pair.
    case loneSurrogate
    /// Values in values in values.
    case tooDeep(Int)
    /// A string without its end.
    case unterminatedString

    /// The stable id.
    var id: String {
        switch self {
        case .badEscape: "json.bad-escape"
        case .badNumber: "json.bad-number"
        case .controlCharacter: "json.control-character"
        case .duplicateName: "json.duplicate-name"
        case .expected: "json.unexpected"
        case .invalidUTF8: "json.invalid-utf8"
        case .loneSurrogate: "json.lone-surrogate"
        case .tooDeep: "json.too-deep"
        case .unterminatedString: "json.unterminated-string"
        }
    }

    /// Every id, in alphabetical order; `Docs/Diagnostics.md` explains each.
    package static let allIDs = [
        "json.bad-escape",
        "json.bad-number",
        "json.control-character",
        "json.duplicate-name",
        "json.invalid-utf8",
        "json.lone-surrogate",
        "json.too-deep",
        "json.unexpected",
        "json.unterminated-string",
    ]

    private var text: String {
        switch self {
        case .badEscape:
            "this is no escape; expected one of '\\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t' or '\\uXXXX'"
        case .badNumber: "this is not a number of JSON"
        case .controlCharacter: "a control character in a string must be written as an escape"
        case .duplicateName(let name): "the name \(MessageText.quoted(name)) is given again"
        case .expected(let expected, let found): "found \(found), expected \(expected)"
        case .invalidUTF8: "this byte is not valid UTF-8"
        case .loneSurrogate: "this escape is half of a surrogate pair; the other half is missing"
        case .tooDeep(let limit): "values nest more than \(limit) deep"
        case .unterminatedString: "this string has no end"
        }
    }

    /// The message as an error.
    func diagnostic(at range: SourceRange, notes: [Diagnostic.Note] = []) -> Diagnostic {
        Diagnostic(.error, id: id, text, at: range, notes: notes)
    }
}
