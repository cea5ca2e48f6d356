/// The ids of messages about JSON that is not well formed.
package enum JSONMessageID: String, MessageID {
    case badEscape = "json.bad-escape"
    case badNumber = "json.bad-number"
    case controlCharacter = "json.control-character"
    case duplicateName = "json.duplicate-name"
    case invalidUTF8 = "json.invalid-utf8"
    case loneSurrogate = "json.lone-surrogate"
    case tooDeep = "json.too-deep"
    case unexpected = "json.unexpected"
    case unterminatedString = "json.unterminated-string"

    package var severity: MessageSeverity { .error }
}

/// A message about JSON that is not well formed.
typealias JSONMessage = Message<JSONMessageID>

extension JSONMessage {
    static var badEscape: Self {
        Self(
            .badEscape,
            "this is no escape; expected one of '\\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t' or '\\uXXXX'"
        )
    }
    static var badNumber: Self { Self(.badNumber, "this is not a number of JSON") }
    static var controlCharacter: Self {
        Self(.controlCharacter, "a control character in a string must be written as an escape")
    }
    static func duplicateName(_ name: String) -> Self {
        Self(.duplicateName, "the name \(quoted(name)) is given again", note: "first given here")
    }
    static func expected(_ expected: String, found: String) -> Self {
        Self(.unexpected, "found \(found), expected \(expected)")
    }
    static var invalidUTF8: Self { Self(.invalidUTF8, "this byte is not valid UTF-8") }
    static var loneSurrogate: Self {
        Self(.loneSurrogate, "this escape is half of a surrogate pair; the other half is missing")
    }
    static func tooDeep(_ limit: Int) -> Self { Self(.tooDeep, "values nest more than \(limit) deep") }
    static var unterminatedString: Self { Self(.unterminatedString, "this string has no end") }
}
