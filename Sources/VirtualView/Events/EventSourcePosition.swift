/// A place in a source file that a program was compiled from.
public struct EventSourcePosition: Hashable, Sendable {
    /// The file, as the compiler was given it.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    /// Names a place.
    ///
    /// - Parameters:
    ///   - file: The file, as the compiler was given it.
    ///   - line: The line, from 1.
    ///   - column: The column in Unicode scalars, from 1.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension EventSourcePosition: CustomStringConvertible {
    /// The place as compilers print it.
    public var description: String {
        "\(file):\(line):\(column)"
    }
}
