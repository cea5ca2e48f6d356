/// What acts on a terminal, ends a line, or turns the direction of text: written down once more, so that tests do not ask
/// the code that they test.
package enum ActingScalars {
    /// All of them.
    package static let all: [Unicode.Scalar] =
        [
            0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF...0xFEFF,
            0xFFF9...0xFFFB,
        ].flatMap { $0.compactMap { Unicode.Scalar(UInt32($0)) } }

    /// Returns those in a text, but for the line feeds.
    package static func inLines(of text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0 != "\n" && set.contains($0) }
    }

    private static let set = Set(all)
}
