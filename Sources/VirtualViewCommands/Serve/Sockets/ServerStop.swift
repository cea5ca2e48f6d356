import VirtualView

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends a server from another thread.
package final class ServerStop: Sendable {
    /// The end of a pipe that the server waits at.
    let waitingDescriptor: Int32
    /// The other end; `nil` once the server is gone.
    private let descriptor: Locked<Int32?>

    init() throws(ServeError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ServeError("cannot open a pipe: \(FileError.lastReason)") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        waitingDescriptor = ends[0]
        descriptor = Locked(ends[1])
    }

    /// Makes the server close its connections and end; does nothing when it has.
    package func stop() {
        descriptor.withLock { descriptor in
            // A full pipe says it already.
            if let descriptor { _ = FileDescriptor.write([1], to: descriptor) }
        }
    }

    /// Gives the pipe back.
    func end() {
        descriptor.withLock { descriptor in
            guard let writing = descriptor else { return }
            close(writing)
            close(waitingDescriptor)
            descriptor = nil
        }
    }
}
