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
