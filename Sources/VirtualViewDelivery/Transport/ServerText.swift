import VirtualViewFormat

/// The text of a server in a message: visible, and short.
enum ServerText {
    /// The number of characters that are shown.
    private static let length = 200

    /// Returns a text in quotes, in which nothing acts on a terminal.
    static func quoted(_ text: String) -> String {
        let line = VisibleText.line(String(text.unicodeScalars.prefix(length)))
        return text.unicodeScalars.count > length ? "'\(line)…'" : "'\(line)'"
    }
}
