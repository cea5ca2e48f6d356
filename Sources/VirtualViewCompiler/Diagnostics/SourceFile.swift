import VirtualViewFormat

/// A source text with the path that diagnostics print.
///
/// Files are compared by identity, so that two readings of one path are different files.
public final class SourceFile: Sendable {
    /// The path as the user gave it.
    public let path: String
    /// The text as UTF-8, with its byte order mark if it has one.
    public let bytes: [UInt8]
    /// Whether it is in the assemble language: for a file, whether the path has its ending.
    package let isAssemble: Bool

    /// Creates a source from bytes.
    ///
    /// - Parameters:
    ///   - path: The path as the user gave it; it is printed, never opened.
    ///   - bytes: The text as UTF-8; what is not valid UTF-8 is for the readers to report.
    public convenience init(path: String, bytes: [UInt8]) {
        self.init(path: path, bytes: bytes, isAssemble: path.utf8.count > 4 && path.lowercased().hasSuffix(".asv"))
    }

    /// Creates a source whose path does not tell its language.
    package init(path: String, bytes: [UInt8], isAssemble: Bool) {
        self.path = path
        self.bytes = bytes
        self.isAssemble = isAssemble
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

extension SourceFile {
    /// The file's name without folders.
    var name: String {
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    }

    /// The file's name without folders and its last extension.
    var stem: String {
        let name = self.name
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
        return String(name[..<dot])
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

/// Turns byte offsets of one source into lines and columns.
///
/// Lines and columns are 1-based. A column counts Unicode scalars: a tab is one, a byte order mark none. LF, CR LF and a
/// lone CR each end one line. What is not UTF-8 counts as one scalar for each longest piece that begins like one.
///
/// - Complexity: Made in O(*n*) with one number for each line and for each kilobyte; a look-up is O(log *n*) and does
///   not depend on the length of the line.
public struct LineIndex: Sendable {
    /// A position in a source as people name it.
    public struct Position: Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The column in Unicode scalars, from 1.
        public let column: Int
    }

    private static let stride = 1024

    /// The source.
    package let file: SourceFile
    /// The start of each line.
    private let lineStarts: [Int]
    /// For each kilobyte the first character's offset at or after its start, and the number of scalars before it.
    private let marks: [(offset: Int, scalars: Int)]

    /// Indexes a source.
    ///
    /// - Parameter file: The source.
    package init(_ file: SourceFile) {
        self.file = file
        var starts = [0]
        var marks: [(offset: Int, scalars: Int)] = []
        file.bytes.withUnsafeBufferPointer { buffer in
            let bytes = SourceBytes(buffer)
            var offset = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
            starts[0] = offset
            var scalars = 0
            while offset < bytes.count {
                if offset >= marks.count * Self.stride { marks.append((offset, scalars)) }
                let byte = bytes[offset]
                offset += byte < 0x80 ? 1 : min(bytes.scalar(at: offset).length, bytes.count - offset)
                scalars += 1
                if byte == 0x0A || (byte == 0x0D && bytes[offset] != 0x0A) { starts.append(offset) }
            }
            marks.append((offset, scalars))
        }
        lineStarts = starts
        self.marks = marks
    }

    /// Finds the line and column of an offset.
    ///
    /// - Parameter offset: A byte offset; one inside a character means the character.
    /// - Returns: The position.
    package func position(of offset: Int) -> Position {
        let offset = min(max(offset, lineStarts[0]), file.bytes.count)
        let line = lineNumber(of: offset)
        let column = scalars(before: offset) - scalars(before: lineStarts[line - 1]) + 1
        return Position(line: line, column: column)
    }

    /// Returns the bytes of a line without its end.
    ///
    /// - Parameter line: A line, from 1.
    /// - Returns: Byte offsets.
    func contents(ofLine line: Int) -> Range<Int> {
        let start = lineStarts[line - 1]
        var end = line < lineStarts.count ? lineStarts[line] : file.bytes.count
        if line < lineStarts.count {
            end -= 1
            if end > start, file.bytes[end] == 0x0A, file.bytes[end - 1] == 0x0D { end -= 1 }
        }
        return start..<max(start, end)
    }

    private func lineNumber(of offset: Int) -> Int {
        max(1, lineStarts.partitioningIndex { $0 > offset })
    }

    /// Returns the number of scalars that begin before an offset and end at or before it.
    private func scalars(before offset: Int) -> Int {
        var index = min(offset / Self.stride, marks.count - 1)
        while index > 0, marks[index].offset > offset { index -= 1 }
        var (place, scalars) = marks[index]
        guard place < offset else { return scalars }
        return file.bytes.withUnsafeBufferPointer { buffer in
            let bytes = SourceBytes(buffer)
            while place < offset {
                place += bytes.scalar(at: place).length
                if place > offset { break }
                scalars += 1
            }
            return scalars
        }
    }
}
