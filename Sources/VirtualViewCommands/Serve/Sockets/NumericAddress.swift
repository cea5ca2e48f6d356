#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
