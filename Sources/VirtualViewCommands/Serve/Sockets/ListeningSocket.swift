/// A socket that accepts connections.
struct ListeningSocket {
    let descriptor: Int32
    /// The port, also when the system chose it.
    let port: Int

    /// The result of accepting a connection.
    enum Accepted {
        case connection(Socket)
        /// No connection waits.
        case none
        /// The system has no room for a connection now.
        case exhausted
    }

    /// Opens a port.
    ///
    /// - Parameters:
    ///   - host: An address or name of this machine.
    ///   - port: The port; 0 for any that is free.
    /// - Throws: ``ServeError``, in words for the user.
    init(host: String, port: Int) throws(ServeError) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let problem = getaddrinfo(host, String(port), &hints, &list)
        guard problem == 0, let list else {
            throw ServeError("'\(host)' is no address of this machine: \(String(cString: gai_strerror(problem)))")
        }
        defer { freeaddrinfo(list) }
        var reason = "no address"
        var code = EADDRNOTAVAIL
        var next: UnsafeMutablePointer<addrinfo>? = list
        while let address = next {
            if let descriptor = Self.open(address.pointee) {
                self.descriptor = descriptor
                self.port = Self.port(of: descriptor) ?? port
                return
            }
            code = errno
            reason = FileError.lastReason
            next = address.pointee.ai_next
        }
        throw Self.error(host, port, code, reason)
    }

    private static func error(_ host: String, _ port: Int, _ code: Int32, _ reason: String) -> ServeError {
        switch code {
        case EADDRINUSE:
            ServeError("port \(port) is in use by another program; choose another with '--port', or 0 for any")
        case EACCES: ServeError("port \(port) may not be used; choose one from 1024 on with '--port'")
        case EADDRNOTAVAIL: ServeError("'\(host)' is no address of this machine; '--host 0.0.0.0' stands for all")
        default: ServeError("cannot listen at '\(host)', port \(port): \(reason)")
        }
    }

    /// Opens one address; `nil` with the system's error when that does not work.
    private static func open(_ address: addrinfo) -> Int32? {
        // A program that another thread starts at this moment must not keep the port: where the system can, the socket is
        // closed to it from the beginning.
        #if canImport(Glibc)
            let type = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
        #elseif canImport(Musl)
            let type = address.ai_socktype | SOCK_CLOEXEC
        #else
            let type = address.ai_socktype
        #endif
        let descriptor = socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { return nil }
        var yes: Int32 = 1
        // A server that has just ended leaves connections behind, which would keep the port for a minute.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard Socket.prepare(descriptor), bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
            listen(descriptor, 128) == 0
        else {
            let code = errno
            close(descriptor)
            errno = code
            return nil
        }
        return descriptor
    }

    private static func port(of descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int? in
                guard getsockname(descriptor, address, &length) == 0 else { return nil }
                return NumericAddress(address, length)?.port
            }
        }
    }

    /// Accepts the next waiting connection.
    func accept() -> Accepted {
        while true {
            let connection = acceptNext(descriptor)
            if connection >= 0 {
                guard Socket.prepare(connection) else {
                    close(connection)
                    continue
                }
                return .connection(Socket(descriptor: connection))
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK: return .none
            default: return .exhausted
            }
        }
    }
}

// The system's call, whose name is taken inside the type.
private func acceptNext(_ descriptor: Int32) -> Int32 {
    accept(descriptor, nil, nil)
}

/// An address of a machine, as text.
struct NumericAddress: Hashable, Sendable {
    /// The address, such as `192.168.1.2` or `fe80::1`.
    let host: String
    /// The port; 0 if there is none.
    let port: Int

    init?(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) {
        var host = [CChar](repeating: 0, count: 1025)
        var service = [CChar](repeating: 0, count: 32)
        let flags = NI_NUMERICHOST | NI_NUMERICSERV
        guard
            getnameinfo(address, length, &host, socklen_t(host.count), &service, socklen_t(service.count), flags) == 0
        else { return nil }
        func text(_ characters: [CChar]) -> String {
            String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        self.host = text(host)
        port = Int(text(service)) ?? 0
    }

    /// Returns the addresses at which other machines reach this one: IPv4 first, without those of links.
    static func ofThisMachine() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0, let list else { return [] }
        defer { freeifaddrs(list) }
        var hosts: [String] = []
        var next: UnsafeMutablePointer<ifaddrs>? = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0,
                entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            let family = Int32(address.pointee.sa_family)
            let length: Int
            switch family {
            case AF_INET: length = MemoryLayout<sockaddr_in>.size
            case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
            default: continue
            }
            guard let host = NumericAddress(address, socklen_t(length))?.host, !host.contains("%") else { continue }
            if !hosts.contains(host) { hosts.append(host) }
        }
        return hosts.filter { !$0.contains(":") } + hosts.filter { $0.contains(":") }
    }
}
