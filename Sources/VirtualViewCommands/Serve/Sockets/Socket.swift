#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
                let count = SystemSocket.send(descriptor, buffer)
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

/// The system's calls whose names are taken inside types.
private enum SystemSocket {
    static func send(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        #elseif canImport(Musl)
            Musl.send(descriptor, buffer.baseAddress, buffer.count, MSG_NOSIGNAL)
        #else
            Darwin.send(descriptor, buffer.baseAddress, buffer.count, 0)
        #endif
    }
}
