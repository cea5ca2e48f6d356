import VirtualView

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Wakes a thread that waits for descriptors, from any other thread.
final class WakePipe: Sendable {
    /// The end of a pipe that is waited at.
    let waitingDescriptor: Int32
    /// The other end; `nil` once no thread waits.
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

    /// Wakes the waiting thread; does nothing if there is none.
    func wake() {
        descriptor.withLock { descriptor in
            // A full pipe wakes the thread already.
            if let descriptor { _ = FileDescriptor.write([1], to: descriptor) }
        }
    }

    /// Removes the wake-up calls from the pipe, so that the next one wakes again.
    func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(waitingDescriptor, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    }

    /// Closes the pipe.
    func end() {
        descriptor.withLock { descriptor in
            guard let writing = descriptor else { return }
            close(writing)
            close(waitingDescriptor)
            descriptor = nil
        }
    }
}
