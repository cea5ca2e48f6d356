/// What every writer for people shares: a text from outside never acts on a terminal, and never ends the line it is on.
///
/// A name, a text of a template, data, or the name of a file can hold escape sequences, line ends, and marks that turn
/// the direction of what follows. Shown as they are, they would move the cursor, pass for a line of ours, or hide what
/// really stands there.
package enum VisibleText {
    /// Whether a scalar acts instead of being shown: control characters, separators of lines and paragraphs, and what
    /// changes the direction of text.
    ///
    /// - Parameter scalar: The scalar.
    /// - Returns: Whether it must not be shown as it is.
    package static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF,
            0xFFF9...0xFFFB:
            true
        default: false
        }
    }

    /// A text as it is shown on one line: each scalar that would act has one sign in its place.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text with signs: `␛` for an escape, `␊` for a line end, and `�` for what has no sign of its own.
    package static func line(_ text: String) -> String {
        shown(text, keepsLines: false)
    }

    /// A text of several lines, each as ``line(_:)`` shows it.
    ///
    /// - Parameter text: The text; only its line feeds end lines.
    /// - Returns: The text with signs.
    package static func lines(_ text: String) -> String {
        shown(text, keepsLines: true)
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
