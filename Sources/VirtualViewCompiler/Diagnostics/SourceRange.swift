/// A range in a source file.
public struct SourceRange: Hashable, Sendable {
    /// The file.
    public let file: SourceFile
    /// UTF-8 byte offsets into ``SourceFile/bytes``; empty for a place between two characters.
    public let offsets: Range<Int>

    /// Creates the range of a part of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - offsets: UTF-8 byte offsets; clamped to the file.
    public init(_ file: SourceFile, _ offsets: Range<Int>) {
        self.file = file
        self.offsets = offsets.clamped(to: 0..<file.bytes.count)
    }
}
