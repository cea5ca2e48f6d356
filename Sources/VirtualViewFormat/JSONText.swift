/// What every writer of JSON shares.
package enum JSONText {
    /// A text as a JSON string, in quotes.
    ///
    /// What a terminal or an editor would take for a command or a line end is escaped too: control characters beyond
    /// those of RFC 8259, and the separators U+2028 and U+2029. Everything else stands as it is.
    ///
    /// - Parameter text: The text.
    /// - Returns: The literal.
    package static func quoted(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
