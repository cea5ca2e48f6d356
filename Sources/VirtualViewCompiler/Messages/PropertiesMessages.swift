/// What there is to say about the format of a properties file.
package enum PropertiesMessage {
    /// `\u` without four hexadecimal digits.
    case badEscape
    /// A key for the second time.
    case duplicateKey(String)
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Half of a surrogate pair.
    case loneSurrogate
    /// A character beyond ASCII.
    case notASCII

    /// The stable id.
    var id: String {
        switch self {
        case .badEscape: "properties.bad-escape"
        case .duplicateKey: "properties.duplicate-key"
        case .invalidUTF8: "properties.invalid-utf8"
        case .loneSurrogate: "properties.lone-surrogate"
        case .notASCII: "properties.not-ascii"
        }
    }

    /// Every id, in alphabetical order; `Docs/Diagnostics.md` explains each.
    package static let allIDs = [
        "properties.bad-escape",
        "properties.duplicate-key",
        "properties.invalid-utf8",
        "properties.lone-surrogate",
        "properties.not-ascii",
    ]

    private var severity: Diagnostic.Severity {
        switch self {
        case .badEscape, .invalidUTF8, .loneSurrogate: .error
        case .duplicateKey, .notASCII: .warning
        }
    }

    private var text: String {
        switch self {
        case .badEscape: "'\\u' needs four hexadecimal digits"
        case .duplicateKey(let key): "key \(MessageText.quoted(key)) is given again; the last value counts"
        case .invalidUTF8: "this byte is not valid UTF-8"
        case .loneSurrogate: "this escape is half of a surrogate pair; the other half is missing"
        case .notASCII: "other readers of this file take these characters for ISO-8859-1; write them as '\\uXXXX'"
        }
    }

    /// The message as a diagnostic.
    func diagnostic(
        at range: SourceRange,
        notes: [Diagnostic.Note] = [],
        fixIts: [Diagnostic.FixIt] = []
    ) -> Diagnostic {
        Diagnostic(severity, id: id, text, at: range, notes: notes, fixIts: fixIts)
    }
}
