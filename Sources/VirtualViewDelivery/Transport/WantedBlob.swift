import VirtualViewFormat

/// A file of a release that is to be fetched, named by its content.
package struct WantedBlob: Hashable, Sendable {
    /// The SHA-256 of the content, in 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The size in bytes.
    package let size: Int
    /// The position of the first byte in the pack; it does not matter if there is no pack.
    package let offset: Int

    /// Makes a description, which is checked when the blob is fetched.
    package init(sha256: String, size: Int, offset: Int) {
        self.sha256 = sha256
        self.size = size
        self.offset = offset
    }

    /// The path of the file on the server.
    package var path: String { "blobs/\(sha256)" }

    /// Returns whether bytes are the content.
    func isContent(_ bytes: [UInt8]) -> Bool {
        bytes.count == size && HexText.text(SHA256.digest(of: bytes)) == sha256
    }

    /// Checks the name, which becomes a path, and the place in a pack.
    func check(packSize: Int?) throws(DeliveryError) {
        let isName = sha256.utf8.count == 64 && HexText.bytes(sha256).map(HexText.text) == sha256
        guard isName, size >= 0 else { throw DeliveryError(.malformed, "a blob has no valid name or size") }
        guard let packSize else { return }
        guard offset >= 0, offset <= packSize, size <= packSize - offset else {
            throw DeliveryError(.malformed, "the blob is not inside the pack", at: path)
        }
    }
}

/// The beginnings of blobs whose fetch was interrupted.
///
/// The store keeps them. Losing them costs time and nothing else, so that no function throws; what comes back is not
/// trusted. The functions are called from any thread, those for one blob one after the other.
package protocol PartialBlobs: Sendable {
    /// Returns the first bytes of a blob, or none.
    func partial(of sha256: String) -> [UInt8]
    /// Keeps the first bytes of a blob, instead of those that were kept before.
    func keep(_ bytes: [UInt8], of sha256: String)
    /// Removes the first bytes of a blob if there are any.
    func remove(_ sha256: String)
}
