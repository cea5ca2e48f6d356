/// Functions that make a text from outside safe to show: it does not act on a terminal, and does not end its line.
///
/// A name, a text of a template, data, or the name of a file can have escape sequences, line ends, and marks that
/// change the direction of the following text. Shown unchanged, they could move the cursor, forge a line of ours, or
/// hide other text.
package enum VisibleText {
    /// Returns whether a scalar acts instead of being shown.
    ///
    /// These are control characters, separators of lines and paragraphs, and marks that change the direction of text.
    ///
    /// - Parameter scalar: The scalar.
    /// - Returns: Whether it must not be shown unchanged.
    package static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF,
            0xFFF9...0xFFFB:
            true
        default: false
        }
    }

    /// Returns a text for one line, in which a sign replaces each scalar that would act.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text with signs: `␛` for an escape, `␊` for a line end, and `�` if there is no own sign.
    package static func line(_ text: String) -> String {
        shown(text, keepsLines: false)
    }

    /// Returns a text of several lines, each as ``line(_:)`` returns it.
    ///
    /// - Parameter text: The text; only its line feeds end lines.
    /// - Returns: The text with signs.
    package static func lines(_ text: String) -> String {
        shown(text, keepsLines: true)
    }

    /// Returns a text for a message: on one line and not too long, whatever a source or a file contains.
    ///
    /// - Parameter text: The text, of any length.
    /// - Returns: The text; control characters are escaped, and a long text ends in `…`.
    package static func short(_ text: String) -> String {
        var short = ""
        for scalar in cut(text).unicodeScalars {
            switch scalar {
            case "\n": short += "\\n"
            case "\r": short += "\\r"
            case "\t": short += "\\t"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    short += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                default:
                    short.unicodeScalars.append(scalar)
                }
            }
        }
        return short
    }

    /// Returns a text that is not too long for a message.
    ///
    /// - Parameters:
    ///   - text: The text, of any length.
    ///   - longest: The number of scalars that stay.
    /// - Returns: The text; what follows these scalars is replaced by `…`.
    package static func cut(_ text: String, to longest: Int = 48) -> String {
        let head = text.unicodeScalars.prefix(longest)
        return head.endIndex == text.endIndex ? text : String(head) + "…"
    }

    /// Returns the text of a server in quotes, for a message: on one line and not too long.
    ///
    /// - Parameter text: The text, of any length.
    /// - Returns: The text with signs as ``line(_:)`` has them; what follows 200 scalars is replaced by `…`.
    package static func quoted(_ text: String) -> String {
        "'\(line(cut(text, to: 200)))'"
    }

    private static func shown(_ text: String, keepsLines: Bool) -> String {
        func hasSign(_ scalar: Unicode.Scalar) -> Bool { acts(scalar) && !(keepsLines && scalar == "\n") }
        guard text.unicodeScalars.contains(where: hasSign) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(hasSign(scalar) ? sign(for: scalar) : scalar) }
        return String(result)
    }

    private static func sign(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}

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
