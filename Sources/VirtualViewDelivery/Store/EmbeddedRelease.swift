import Foundation
import VirtualView
import VirtualViewRelease

/// The release in a folder that came with the app, as `vvc release` wrote it.
struct EmbeddedRelease: Sendable {
    let folder: URL
    let file: ReleaseFile
    /// What says which release it is, and what is disabled.
    let latest: LatestFile
    /// The root files that follow the one of the app.
    let roots: [StoreState.Root]
    /// The numbers of these files: nothing older is taken from a server.
    let floors: [ReleaseRole: ReleaseTrust.Floor]

    /// Reads and verifies the release, but not its blobs: they are hashed when they are loaded.
    ///
    /// Its time does not matter: it came with the app.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - pinned: The root file of the app.
    /// - Throws: ``DeliveryError`` if a file is missing or is not to be trusted.
    init(in folder: URL, pinned: [UInt8]) throws(DeliveryError) {
        let files = SystemFiles(in: folder)
        func read(_ path: String, _ maximumSize: Int) throws(DeliveryError) -> [UInt8] {
            guard let bytes = try files.read(path, maximumSize: maximumSize) else {
                throw DeliveryError(.missing, "the folder of the app's release lacks a file", at: path)
            }
            return bytes
        }
        var trust = try ReleaseTrust(pinned: pinned)
        var roots: [StoreState.Root] = []
        var place = ""
        do throws(DeliveryError) {
            try trust.acceptRoots { path throws(DeliveryError) in
                place = path
                return try files.read(path, maximumSize: RootFile.maximumSize)
            } report: { bytes, _, next in
                roots.append(StoreState.Root(version: next.version, bytes: bytes))
            }
            place = LatestFile.path
            latest = try trust.accept(latest: read(LatestFile.path, LatestFile.maximumSize))
            place = latest.stable.path
            let bytes = try read(latest.stable.path, ReleaseFile.maximumSize)
            file = try trust.accept(release: bytes, namedBy: latest.stable, isStable: true)
        } catch {
            throw error.at(place)
        }
        self.roots = roots
        floors = trust.floors
        self.folder = folder
    }

    /// The place of a blob, whether it is there or not.
    func url(ofBlob sha256: String) -> URL {
        folder.appendingPathComponent(ReleaseFile.Blob.path(sha256), isDirectory: false)
    }
}
