/// The exit code of a command; with several inputs the largest wins.
public enum ExitCode: Int32, Comparable, Sendable {
    /// The command succeeded.
    case success = 0
    /// The input has errors, which were printed.
    case inputErrors = 1
    /// The command line is wrong.
    case usage = 64
    /// A file cannot be read.
    case cannotRead = 66
    /// A file cannot be written.
    case cannotWrite = 73

    /// Orders by the number.
    public static func < (lhs: ExitCode, rhs: ExitCode) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
