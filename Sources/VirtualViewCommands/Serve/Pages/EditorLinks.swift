import VirtualViewFormat

/// The addresses by which an editor opens a place in a source.
///
/// They contain paths of this machine, so a server that others reach has none.
struct EditorLinks: Sendable {
    private let pattern: String

    /// The pattern of an editor that many have, for messages.
    static let example = "vscode://file/{path}:{line}"

    /// Takes a pattern; fails if it is no address with a place for the path, or one that a browser would run.
    ///
    /// - Parameter pattern: The address, with `{path}` and perhaps `{line}`.
    init?(_ pattern: String) {
        guard let colon = pattern.firstIndex(of: ":"), pattern.contains("{path}"), pattern.utf8.count <= 1000 else {
            return nil
        }
        let scheme = pattern[..<colon].lowercased()
        guard scheme.first?.isLetter == true,
            scheme.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: byte.decimalDigit != nil
                }
            }),
            !["javascript", "data", "vbscript", "blob", "about"].contains(scheme),
            pattern.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F })
        else { return nil }
        self.pattern = pattern
    }

    /// Returns the address of a file, with `{line}` where a line is to be put in.
    ///
    /// - Parameter path: The file, as an absolute path.
    /// - Returns: The address.
    func address(of path: String) -> String {
        let place = PercentEncoding.encode(path: path)
        // A pattern may have the first slash already, as that of the example does.
        return pattern.replacing("/{path}", with: place).replacing("{path}", with: place)
    }
}
