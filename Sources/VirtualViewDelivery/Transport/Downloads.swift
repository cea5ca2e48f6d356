import Foundation
import VirtualViewCore
import VirtualViewFormat

/// The files of one server: what a store asks for.
///
/// Nothing is tried again but what ``blobs(_:pack:receive:)`` names: an app decides when to update again. Every error
/// names the file.
package struct Downloads: Sendable {
    private let base: URL
    private let files: CheckedTransport
    private let partials: PartialFiles
    private let fetches: SharedFetches

    /// Makes the files of a server.
    ///
    /// - Parameters:
    ///   - base: The address of the folder that has `latest.json`.
    ///   - transport: The client.
    ///   - addresses: The addresses that may be asked; that of `base` must be one of them.
    ///   - partials: The beginnings of interrupted blobs.
    ///   - fetches: What is being fetched now; all who fetch for one store share it.
    ///   - clock: Gives the seconds by which a server's speed is measured.
    package init(
        from base: URL,
        through transport: any TemplateTransport,
        allowing addresses: AllowedAddresses,
        partials: PartialFiles,
        fetches: SharedFetches,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        files = CheckedTransport(transport: transport, addresses: addresses, clock: clock)
        self.partials = partials
        self.fetches = fetches
    }

    private func url(_ path: String) -> URL {
        base.appendingPathComponent(path)
    }

    /// Fetches a whole small file.
    ///
    /// - Parameters:
    ///   - path: The path on the server, such as `latest.json`.
    ///   - maximumSize: The largest size in bytes.
    /// - Returns: The bytes, of which nothing is known but their number.
    /// - Throws: ``DeliveryError``; its code is ``DeliveryError/Code/missing`` if the server has no such file.
    package func file(_ path: String, maximumSize: Int) async throws(DeliveryError) -> [UInt8] {
        let item = SharedFetches.Item.file(url(path), maximumSize: maximumSize)
        var file: [UInt8] = []
        do {
            try await fetches.wait(for: [item]) { _, report in
                let bytes = Locked<[UInt8]>([])
                let request = FileRequest(size: .atMost(maximumSize), range: nil)
                do throws(DeliveryError) {
                    try await files.fetch(request, from: url(path)) { piece in bytes.withLock { $0 += piece.bytes } }
                    report(item, .success(bytes.withLock { $0 }))
                } catch {
                    report(item, .failure(error))
                }
            } receive: { _, bytes in
                file = bytes
            }
        } catch {
            throw error.at(path)
        }
        return file
    }

    /// Fetches blobs: neighbours together from the pack, the others by their names.
    ///
    /// A blob whose SHA-256 is wrong is fetched once more, by its name, if it came from the pack or if its beginning was
    /// there before. A body that ends early leaves the beginning of its blob with ``PartialFiles``. A pack that is
    /// missing is done without, and one of which the server sends no parts is asked for once.
    ///
    /// - Parameters:
    ///   - wanted: The blobs.
    ///   - pack: The pack of the release, if there is one.
    ///   - receive: Takes each blob when it is complete and right, while others are still fetched, in the caller's task.
    /// - Throws: ``DeliveryError`` of the first blob that could not be fetched or received. Those before it were handed
    ///   over. When the task is cancelled, nothing of it goes on but what others wait for.
    package func blobs(
        _ wanted: [ReleaseFile.Blob],
        pack: ReleaseFile.Pack?,
        receive: (_ sha256: String, _ bytes: [UInt8]) throws(DeliveryError) -> Void
    ) async throws(DeliveryError) {
        var blobs: [SharedFetches.Item: ReleaseFile.Blob] = [:]
        for blob in wanted {
            try blob.check(packSize: pack?.size)
            blobs[.blob(sha256: blob.sha256)] = blob
        }
        let wanted = blobs
        try await fetches.wait(for: Set(wanted.keys)) { items, report in
            let fetch = BlobFetch(files: files, partials: partials, url: url) { blob, result in
                report(.blob(sha256: blob.sha256), result)
            }
            await fetch.run(items.compactMap { wanted[$0] }, pack: pack)
        } receive: { item, bytes throws(DeliveryError) in
            if let blob = wanted[item] { try receive(blob.sha256, bytes) }
        }
    }
}
