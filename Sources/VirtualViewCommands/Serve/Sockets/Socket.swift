import VirtualView

/// A socket that never makes its caller wait.
///
/// The owner closes it once.
struct Socket {
    let descriptor: Int32

    /// The result of a transfer.
    enum Transfer {
        /// The number of bytes that were moved.
        case moved(Int)
        /// No bytes can be moved now.
        case wouldBlock
        /// The other side is done, or gone.
        case ended
    }

    /// Reads what is there, up to the size of a buffer.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
        }
    }

    /// Sends a part of some bytes.
    func send(_ bytes: ArraySlice<UInt8>) -> Transfer {
        bytes.withUnsafeBytes { buffer in
            while true {
                let count = sendBytes(descriptor, buffer)
                if count >= 0 { return .moved(count) }
                if errno == EINTR { continue }
                return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
            }
        }
    }

    /// Ends the sending side of the connection; receiving is still possible.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes the socket.
    func end() {
        close(descriptor)
    }

    /// Configures a descriptor so that it never blocks, no child process inherits it, and writing sends no signal.
    static func prepare(_ descriptor: Int32) -> Bool {
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            return false
        }
        var yes: Int32 = 1
        // An answer is sent in two parts; the second must not wait until the first has arrived.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return true
    }
}

// The system's call, whose name is taken inside the type.
private func sendBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        send(descriptor, buffer.baseAddress, buffer.count, 0)
    #else
        send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
    #endif
}

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
