import VirtualViewFormat

/// A public key of Ed25519, as a root file lists it.
public struct ReleaseKey: Hashable, Sendable {
    /// The 32 bytes of the key.
    public let bytes: [UInt8]
    /// The key's name in signatures: the SHA-256 of its bytes, in 64 lower-case hexadecimal digits.
    public let id: String

    /// Makes a key.
    ///
    /// - Parameter bytes: The 32 bytes of the key.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/malformed`` if there are not 32.
    public init(_ bytes: [UInt8]) throws(DeliveryError) {
        guard bytes.count == Self.size else {
            throw DeliveryError(.malformed, "a public key has \(Self.size) bytes, not \(bytes.count)")
        }
        self.bytes = bytes
        id = ContentHash.of(bytes)
    }

    private static let size = 32
}
