/// An error that says why the server cannot start.
package struct ServeError: Error, CustomStringConvertible {
    /// The problem.
    package let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The message.
    package var description: String { message }
}
