import Foundation
import VirtualViewRelease

extension ReleaseKey {
    /// What stands before the bytes of a key in the form of `openssl pkey -pubout`: RFC 8410, section 4.
    private static let prefix: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// Reads a key as `openssl pkey -pubout` writes it: a PEM block named `PUBLIC KEY`.
    ///
    /// - Parameter pem: The text.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/malformed`` if it is not a public key of Ed25519, or
    ///   not the only key of the text.
    package init(pem: String) throws(DeliveryError) {
        let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard lines.count(where: { $0.hasPrefix("-----BEGIN ") && $0.hasSuffix(" KEY-----") }) <= 1 else {
            throw DeliveryError(.malformed, "the text has several keys; give each in a file of its own")
        }
        guard
            let start = lines.firstIndex(of: "-----BEGIN PUBLIC KEY-----"),
            let end = lines[start...].firstIndex(of: "-----END PUBLIC KEY-----"),
            let bytes = Data(base64Encoded: lines[(start + 1)..<end].joined()),
            bytes.starts(with: Self.prefix)
        else {
            throw DeliveryError(.malformed, "the text is not a public key of Ed25519 in PEM")
        }
        try self.init(Array(bytes.dropFirst(Self.prefix.count)))
    }
}
