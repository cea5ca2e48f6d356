/// Ends a server from another thread.
package final class ServerStop: Sendable {
    private let pipe: WakePipe

    init() throws(ServeError) {
        pipe = try WakePipe()
    }

    /// The descriptor that the server waits at.
    var waitingDescriptor: Int32 { pipe.waitingDescriptor }

    /// Makes the server close its connections and end; does nothing if it has ended.
    package func stop() {
        pipe.wake()
    }

    /// Closes the pipe.
    func end() {
        pipe.end()
    }
}
