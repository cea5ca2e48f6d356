import VirtualViewFormat

/// The target of a request: a path and a query, decoded.
///
/// A target that exists is harmless: no segment is `.` or `..`, and none holds a slash, a NUL or another control
/// character, however it was written.
package struct RequestTarget: Hashable, Sendable {
    /// The parts of the path between its slashes; `/` is one empty part, and `/a/` is `a` and an empty part.
    package let segments: [String]
    /// The query in its order.
    package let query: [Parameter]
    /// The host and port of a target that is a whole URL, as proxies send it.
    package let authority: String?

    /// One parameter of a query.
    package struct Parameter: Hashable, Sendable {
        /// The part before the `=`.
        package let name: String
        /// The part after the `=`; empty without one.
        package let value: String
    }

    private static let maximumSegments = 16
    private static let maximumParameters = 32

    /// Reads the target of a request line.
    ///
    /// Fails if the text is not a target, or leads out of the tree that paths can reach.
    ///
    /// - Parameter bytes: The target, without the blanks around it.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else { return nil }
        var rest = bytes
        var authority: String?
        let scheme = Array("http://".utf8)
        if rest.count > scheme.count, zip(rest, scheme).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
            rest = rest.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            guard end > rest.startIndex else { return nil }
            authority = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[end...]
            if rest.first != UInt8(ascii: "/") { rest = [UInt8(ascii: "/")] + rest }
        }
        guard rest.first == UInt8(ascii: "/") else { return nil }
        let question = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        guard let segments = Self.segments(rest[..<question]),
            let query = Self.parameters(rest[question...].dropFirst())
        else { return nil }
        self.segments = segments
        self.query = query
        self.authority = authority
    }

    /// Returns whether a name can be a part of the paths of something that is served.
    ///
    /// - Parameter name: The name.
    /// - Returns: Whether a path with it is read back as it is, and is not one of the server's own, which begin with a
    ///   point.
    static func canName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.first != UInt8(ascii: ".") && name.utf8.count <= longestName
            && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }

    /// A path may have a name twice, with each byte as three, and a request line has room for it.
    private static let longestName = 1000

    /// The path `/`.
    static let root = RequestTarget(segments: [""])

    private init(segments: [String]) {
        self.segments = segments
        query = []
        authority = nil
    }

    /// The query with its question mark; empty if there is none.
    var queryText: String {
        let parts = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// Returns the value of a parameter of the query; that of the first, if there are several.
    ///
    /// - Parameter name: The parameter's name.
    /// - Returns: The value, or `nil` if the query does not have it.
    package func value(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    private static func segments(_ path: ArraySlice<UInt8>) -> [String]? {
        var segments: [String] = []
        let parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= maximumSegments else { return nil }
        for part in parts {
            guard let text = PercentEncoding.decode(part), text != ".", text != ".." else { return nil }
            guard !text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else {
                return nil
            }
            segments.append(text)
        }
        return segments
    }

    private static func parameters(_ query: ArraySlice<UInt8>) -> [Parameter]? {
        var parameters: [Parameter] = []
        for part in query.split(separator: UInt8(ascii: "&")) {
            guard parameters.count < maximumParameters else { return nil }
            let spaced = part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }[...]
            let equals = spaced.firstIndex(of: UInt8(ascii: "=")) ?? spaced.endIndex
            guard let name = PercentEncoding.decode(spaced[..<equals]),
                let value = PercentEncoding.decode(spaced[equals...].dropFirst())
            else { return nil }
            parameters.append(Parameter(name: name, value: value))
        }
        return parameters
    }
}

/// Percent-encoding of URLs (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Decodes a part of a URL.
    ///
    /// - Parameter bytes: The part.
    /// - Returns: `nil` for a `%` without two digits, for what is not UTF-8, and for control characters.
    package static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        guard decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        // Decoding replaces wrong bytes, so a difference means that the text was not UTF-8.
        let text = String(decoding: decoded, as: UTF8.self)
        return text.utf8.elementsEqual(decoded) ? text : nil
    }

    /// Encodes a text as one segment of a path.
    ///
    /// - Parameter text: The text.
    /// - Returns: The segment, with everything encoded that is not unreserved.
    package static func encode(_ text: String) -> String {
        encode(text, keeping: "-.~")
    }

    /// Encodes a path, whose slashes stay as they are.
    ///
    /// - Parameter path: The path.
    /// - Returns: The path, with everything encoded that is not unreserved.
    package static func encode(path: String) -> String {
        encode(path, keeping: "/-.~")
    }

    private static func encode(_ text: String, keeping kept: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if byte.isASCIIWord || kept.utf8.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + HexText.number(UInt32(byte), width: 2)
            }
        }
        return encoded
    }
}

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
