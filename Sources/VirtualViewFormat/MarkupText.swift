/// Functions that all writers of XML and HTML share.
package enum MarkupText {
    /// Escapes a text for an element's content, or for an attribute's value in quotes of either kind.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - replacement: Gives the replacement of a character that is not markup; `nil` keeps it. The writer decides
    ///     which characters and line ends are allowed.
    /// - Returns: The text, with entities for the characters that are markup.
    package static func escaped(
        _ text: String,
        replacing replacement: (Unicode.Scalar) -> String? = { _ in nil }
    ) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default:
                if let replacement = replacement(scalar) {
                    escaped += replacement
                } else {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }
}
