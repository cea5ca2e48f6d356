/// What every writer of XML and HTML shares.
package enum MarkupText {
    /// A text as an element's content, or as an attribute's value in quotes of either kind.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - replacement: What stands for a character that is no markup; `nil` leaves it. Which characters may stand, and
    ///     whether line ends do, is for the writer to say.
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
