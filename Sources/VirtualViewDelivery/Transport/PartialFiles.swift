import VirtualViewRelease

/// The beginnings of blobs whose fetch was interrupted, among the files of a store.
///
/// Losing them costs time and nothing else, so that no function throws; what comes back is not trusted. The functions are
/// called from any thread, those for one blob one after the other.
package struct PartialFiles: Sendable {
    let files: any StoreFiles

    package init(files: any StoreFiles) {
        self.files = files
    }

    private func path(_ sha256: String) -> String { "\(StoreFolder.partialFolder)/\(sha256)" }

    /// Returns the first bytes of a blob, or none.
    package func partial(of sha256: String) -> [UInt8] {
        (try? files.read(path(sha256), maximumSize: ReleaseFile.maximumPackSize)) ?? []
    }

    /// Keeps the first bytes of a blob, instead of those that were kept before.
    package func keep(_ bytes: [UInt8], of sha256: String) {
        // Without space it is fetched again.
        try? files.write(bytes, to: path(sha256))
    }

    /// Removes the first bytes of a blob if there are any.
    package func remove(_ sha256: String) {
        files.remove(path(sha256))
    }
}
