/// The ids of messages about the format of properties files.
package enum PropertiesMessageID: String, MessageID {
    case badEscape = "properties.bad-escape"
    case duplicateKey = "properties.duplicate-key"
    case invalidUTF8 = "properties.invalid-utf8"
    case loneSurrogate = "properties.lone-surrogate"
    case notASCII = "properties.not-ascii"

    package var severity: MessageSeverity {
        switch self {
        case .duplicateKey, .notASCII: .warning
        default: .error
        }
    }
}

/// A message about the format of a properties file.
typealias PropertiesMessage = Message<PropertiesMessageID>

extension PropertiesMessage {
    static var badEscape: Self { Self(.badEscape, "'\\u' needs four hexadecimal digits") }
    static func duplicateKey(_ key: String) -> Self {
        Self(.duplicateKey, "key \(quoted(key)) is given again; the last value counts", note: "first given here")
    }
    static var invalidUTF8: Self { Self(.invalidUTF8, "this byte is not valid UTF-8") }
    static var loneSurrogate: Self {
        Self(.loneSurrogate, "this escape is half of a surrogate pair; the other half is missing")
    }
    static var notASCII: Self {
        Self(.notASCII, "other readers of this file take these characters for ISO-8859-1; write them as '\\uXXXX'")
    }
}
