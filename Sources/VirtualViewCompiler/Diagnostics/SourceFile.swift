/// A source text with the path that diagnostics print.
///
/// Files are compared by identity, so that two readings of one path are different files.
public final class SourceFile: Sendable {
    /// The path as the user gave it.
    public let path: String
    /// The text as UTF-8, with its byte order mark if it has one.
    public let bytes: [UInt8]

    /// Creates a source from bytes.
    ///
    /// - Parameters:
    ///   - path: The path as the user gave it; it is printed, never opened.
    ///   - bytes: The text as UTF-8; what is not valid UTF-8 is for the readers to report.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Creates a source from a string.
    ///
    /// - Parameters:
    ///   - path: The path that diagnostics print.
    ///   - text: The text.
    public convenience init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }
}

extension SourceFile: Hashable {
    /// Returns whether two values are the very same file.
    public static func == (lhs: SourceFile, rhs: SourceFile) -> Bool {
        lhs === rhs
    }

    /// Hashes the file's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
