import VirtualViewExpressions

/// Checks whether a request is meant for this server.
///
/// A page from elsewhere can make a browser connect to a server on this machine by giving its own name this machine's
/// address (DNS rebinding). The browser then sends that name, so names that are not this server's are refused.
/// Addresses are allowed, for no page can be at an address that is not its own.
struct HostCheck: Sendable {
    /// Names of this server, in lower case, in addition to `localhost`.
    let names: Set<String>

    init(names: some Sequence<String> = EmptyCollection()) {
        self.names = Set(names.map { $0.lowercased() })
    }

    /// Returns whether a `Host` header, with or without a port, means this server.
    func allows(_ host: String) -> Bool {
        guard let name = Self.name(in: host) else { return false }
        return name == "localhost" || name.hasSuffix(".localhost") || Self.isAddress(name) || names.contains(name)
    }

    /// Returns whether a request does not come from a page of another server.
    ///
    /// - Parameters:
    ///   - origin: The `Origin` header; browsers send it with what changes something.
    ///   - host: The `Host` header.
    /// - Returns: Whether both are one server.
    static func isSameOrigin(_ origin: String, host: String) -> Bool {
        origin.lowercased() == "http://\(host.lowercased())"
    }

    /// Returns the name without the port, in lower case; `nil` if the text is neither.
    private static func name(in host: String) -> String? {
        let host = host.lowercased()
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            let rest = host[host.index(after: end)...]
            return rest.isEmpty || isPort(rest) ? String(host[...end]) : nil
        }
        guard let colon = host.firstIndex(of: ":") else { return host.isEmpty ? nil : host }
        return isPort(host[colon...]) && colon > host.startIndex ? String(host[..<colon]) : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.utf8.count <= 6 && text.dropFirst().utf8.allSatisfy { $0.decimalDigit != nil }
    }

    /// Returns whether a name is `192.168.1.2` or `[fe80::1]`.
    private static func isAddress(_ name: String) -> Bool {
        if name.hasPrefix("[") {
            return name.dropFirst().dropLast().utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: ":"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.utf8.allSatisfy { $0.decimalDigit != nil } && UInt8(part) != nil
            }
    }
}
