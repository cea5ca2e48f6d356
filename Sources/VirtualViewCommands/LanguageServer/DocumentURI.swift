/// The addresses of documents as clients write them.
enum DocumentURI {
    private static let scheme = "file://"

    /// Returns the path of a file that an address names; `nil` for other addresses.
    static func path(of uri: String) -> String? {
        guard uri.lowercased().hasPrefix(scheme) else { return nil }
        var rest = uri.utf8.dropFirst(scheme.utf8.count)
        // The name of this machine may stand before the path.
        if rest.first != UInt8(ascii: "/") {
            let host = "localhost"
            guard rest.count > host.count, String(decoding: rest.prefix(host.count), as: UTF8.self) == host else {
                return nil
            }
            rest = rest.dropFirst(host.count)
        }
        if let end = rest.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            rest = rest[..<end]
        }
        guard rest.first == UInt8(ascii: "/"), let path = PercentEncoding.decode(Array(rest)[...]) else { return nil }
        return path
    }

    /// Returns the path of a folder, without slashes behind it, as paths of what is in it begin.
    static func folder(of uri: String) -> String? {
        guard var path = path(of: uri) else { return nil }
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.unicodeScalars.removeLast() }
        return path
    }

    /// Returns the address of a file.
    static func uri(of path: String) -> String {
        scheme + PercentEncoding.encode(path: path)
    }
}
