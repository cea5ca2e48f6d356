/// Why the server cannot start.
package struct ServeError: Error, CustomStringConvertible {
    /// What went wrong.
    package let message: String
    /// What the shell is told.
    package let exitCode: ExitCode

    init(_ message: String, _ exitCode: ExitCode = .usage) {
        self.message = message
        self.exitCode = exitCode
    }

    /// The message.
    package var description: String { message }
}
