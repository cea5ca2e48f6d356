import Foundation
import Testing
import VirtualViewDelivery

@Suite struct AllowedAddressesTests {
    private static let addresses = AllowedAddresses(hosts: ["CDN.example", "127.0.0.1", "localhost", "::1"])
    private static let forTests = AllowedAddresses(hosts: ["127.0.0.1", "cdn.example", "::1"], allowsLoopback: true)

    @Test(arguments: [
        "https://cdn.example/app", "https://CDN.EXAMPLE/app", "HTTPS://cdn.example:8443/app?x=1#y",
        "https://127.0.0.1/", "https://[::1]/",
    ])
    func allowsListedHosts(_ text: String) throws {
        try Self.addresses.check(address(text))
    }

    @Test(arguments: [
        "http://cdn.example/app", "http://127.0.0.1/", "http://localhost/", "https://example/",
        "https://a.cdn.example/",
        "https://cdn.example.org/", "https://cdn.example./", "https://cdn.example@evil.example/",
        "https://user@cdn.example/", "https://user:word@cdn.example/", "https://:word@cdn.example/",
        "ftp://cdn.example/",
        "file:///etc/passwd", "data:,x", "cdn.example", "//cdn.example/app", "https:", "https:///app",
        "https://evil.example\\@cdn.example/", "https://cdn.example%2eevil.example/",
    ])
    func refusesEverythingElse(_ text: String) async {
        let error = await failure { () throws(DeliveryError) in try Self.addresses.check(address(text)) }
        #expect(error?.code == .notAllowed)
    }

    @Test func allowsPlainLoopbackForTestsOnly() async throws {
        try Self.forTests.check(address("http://127.0.0.1:8080/"))
        try Self.forTests.check(address("http://[::1]:8080/"))
        for text in ["http://localhost/", "http://cdn.example/", "http://127.0.0.2/", "ftp://127.0.0.1/"] {
            let error = await failure { () throws(DeliveryError) in try Self.forTests.check(address(text)) }
            #expect(error?.code == .notAllowed, "\(text)")
        }
    }
}
