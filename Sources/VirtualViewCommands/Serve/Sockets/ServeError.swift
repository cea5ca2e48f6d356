/// An error that says why the server cannot start.
package struct ServeError: Error, CustomStringConvertible {
    /// The problem.
    package let message: String
    /// The exit code for the shell.
    package let exitCode: ExitCode

    init(_ message: String, _ exitCode: ExitCode = .usage) {
        self.message = message
        self.exitCode = exitCode
    }

    /// The message.
    package var description: String { message }
}
