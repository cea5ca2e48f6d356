import VirtualViewFormat

extension ReleaseFile.Blob {
    /// Returns whether bytes are the content.
    func isContent(_ bytes: [UInt8]) -> Bool {
        bytes.count == size && ContentHash.of(bytes) == sha256
    }

    /// Checks the name, which becomes a path, and the place in a pack.
    func check(packSize: Int?) throws(DeliveryError) {
        guard ContentHash.isHash(sha256), size >= 0 else {
            throw DeliveryError(.malformed, "a blob has no valid name or size")
        }
        guard let packSize else { return }
        guard offset >= 0, offset <= packSize, size <= packSize - offset else {
            throw DeliveryError(.malformed, "the blob is not inside the pack", at: path)
        }
    }
}
