import Foundation
import VirtualViewFormat

/// The addresses from which a release may come.
package struct AllowedAddresses: Equatable, Sendable {
    private let hosts: Set<String>
    private let allowsLoopback: Bool

    /// Allows hosts.
    ///
    /// - Parameters:
    ///   - hosts: The exact names, such as `cdn.example.com`; upper and lower case are the same.
    ///   - allowsLoopback: Whether a host of the list that is this machine may be asked by plain HTTP, for tests.
    package init(hosts: some Sequence<String>, allowsLoopback: Bool = false) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.allowsLoopback = allowsLoopback
    }

    /// Checks an address.
    ///
    /// - Parameter url: The first address, or one that a server leads to.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/notAllowed`` if it is not HTTPS, has a name or
    ///   password, or if its host is not on the list.
    package func check(_ url: URL) throws(DeliveryError) {
        let host = url.host?.lowercased() ?? ""
        guard hosts.contains(host) else {
            throw DeliveryError(.notAllowed, "the host of \(VisibleText.quoted(url.absoluteString)) is not allowed")
        }
        guard url.scheme?.lowercased() == "https" || allowsLoopback && isPlainLoopback(url, host) else {
            throw DeliveryError(.notAllowed, "\(VisibleText.quoted(url.absoluteString)) is not an address of HTTPS")
        }
        guard url.user == nil, url.password == nil else {
            throw DeliveryError(.notAllowed, "an address with a user or password is not allowed")
        }
    }

    private func isPlainLoopback(_ url: URL, _ host: String) -> Bool {
        url.scheme?.lowercased() == "http" && ["127.0.0.1", "::1", "localhost"].contains(host)
    }
}
