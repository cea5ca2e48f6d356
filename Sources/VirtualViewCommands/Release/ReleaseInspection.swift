import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewRelease

/// What a file server has, verified as a client does: from a pinned root file through every root file that follows it to
/// `latest.json`, the releases that it names, and every file of them.
package struct ReleaseInspection {
    /// Reads a file of the server: its path and the largest size that it may have; `nil` if there is none.
    package typealias Read = (_ path: String, _ maximumSize: Int) throws(DeliveryError) -> [UInt8]?

    /// What was found in a file.
    package struct Finding: Sendable {
        /// The path on the server.
        package let path: String
        /// What is wrong; `nil` if nothing is.
        package fileprivate(set) var error: DeliveryError?
        /// What the file says; `nil` if that is not known, and for blobs and packs.
        package var content: SignedFileDraft.Content?
        /// The keys that signed it: of its role, or for a root file of the one before it and of its own.
        package var shares: [SignedFileDraft.Share] = []
    }

    /// What was found, in the order in which a client reads: a file without problems has one finding, blobs and packs
    /// have some only if they have problems.
    package private(set) var findings: [Finding] = []
    private let clock: ReleaseTime
    /// The time for clients: what root files and `latest.json` say that it was counts too, for it cannot be earlier.
    private var now: ReleaseTime
    private let checksBlobs: Bool
    private let read: Read

    /// Stands for the path of the pinned root file in findings.
    package static let pinnedPath = "the pinned root file"

    /// Reads and verifies everything.
    ///
    /// - Parameters:
    ///   - pinned: The root file to begin with.
    ///   - now: The time that decides what has expired, unless a later one was signed.
    ///   - checksBlobs: Whether the blobs and packs of the releases are read, and their templates decoded.
    ///   - read: Reads a file.
    /// - Complexity: O(*n*) in the size of all files, two releases of which are in memory at most.
    package init(pinned: [UInt8], now: ReleaseTime, checksBlobs: Bool = true, read: @escaping Read) {
        (clock, self.now) = (now, now)
        self.checksBlobs = checksBlobs
        self.read = read
        guard let trust = inspectRoots(pinned) else { return }
        inspectReleases(trust)
    }

    private mutating func report(_ error: DeliveryError, _ path: String) {
        findings.append(Finding(path: path, error: error))
    }

    /// Adds a finding about a file that is to be trusted.
    private mutating func report(_ content: SignedFileDraft.Content, _ path: String, _ shares: [SignedFileDraft.Share])
    {
        findings.append(Finding(path: path, error: nil, content: content, shares: shares))
    }

    /// Reports that the file of the last finding has expired, if it has.
    private mutating func reportExpiry(_ expires: ReleaseTime) {
        guard expires < now else { return }
        let reason = expires < clock ? "" : "; for clients it is \(now) at least, which was signed"
        let error = DeliveryError(.expired, "the file expired on \(expires)\(reason)")
        findings[findings.count - 1].error = error
    }

    private func bytes(_ path: String, _ maximumSize: Int) throws(DeliveryError) -> [UInt8] {
        guard let bytes = try read(path, maximumSize) else { throw DeliveryError(.missing, "the file is missing") }
        guard bytes.count <= maximumSize else {
            throw DeliveryError(.tooLarge, "the file has \(bytes.count) bytes, but the limit is \(maximumSize)")
        }
        return bytes
    }
}

// MARK: - Root files

extension ReleaseInspection {
    /// Verifies the pinned root file and all that follow it.
    ///
    /// - Returns: What is trusted; `nil` if one of them is not.
    private mutating func inspectRoots(_ pinned: [UInt8]) -> ReleaseTrust? {
        var path = Self.pinnedPath
        do throws(DeliveryError) {
            var trust = try ReleaseTrust(pinned: pinned)
            path = RootFile.path(trust.root.version)
            if let served = try read(path, RootFile.maximumSize) {
                guard served == pinned else { throw DeliveryError(.mismatch, "the file is not the pinned one") }
            } else {
                path = Self.pinnedPath
            }
            now = max(now, trust.root.issued)
            report(.root(trust.root), path, [try Self.share(of: .root, in: trust.root, pinned)])
            try trust.acceptRoots { next throws(DeliveryError) in
                path = next
                return try read(next, RootFile.maximumSize)
            } report: { bytes, last, next throws(DeliveryError) in
                let shares = [try Self.share(of: .root, in: last, bytes), try Self.share(of: .root, in: next, bytes)]
                now = max(now, next.issued)
                report(.root(next), path, shares)
            }
            // Clients need the earlier ones for their keys alone.
            reportExpiry(trust.root.expires)
            return trust
        } catch {
            report(error, path)
            return nil
        }
    }

    /// Counts the keys of a role that signed a file.
    private static func share(
        of role: ReleaseRole,
        in root: RootFile,
        _ bytes: [UInt8]
    ) throws(DeliveryError) -> SignedFileDraft.Share {
        let valid = try SignedFile(bytes).signers(of: role, in: root).count
        let authority = root.authority(of: role)
        return SignedFileDraft.Share(valid: valid, keys: authority.keys.count, threshold: authority.threshold)
    }
}

// MARK: - Latest and releases

extension ReleaseInspection {
    private mutating func inspectReleases(_ trusted: ReleaseTrust) {
        var trust = trusted
        do throws(DeliveryError) {
            let file = try bytes(LatestFile.path, LatestFile.maximumSize)
            let latest = try trust.accept(latest: file)
            now = max(now, latest.issued)
            report(.latest(latest), LatestFile.path, [try Self.share(of: .latest, in: trust.root, file)])
            reportExpiry(latest.expires)
            inspect(latest.stable, isStable: true, &trust)
            if let candidate = latest.candidate { inspect(candidate.release, isStable: false, &trust) }
        } catch {
            report(error, LatestFile.path)
        }
    }

    private mutating func inspect(_ reference: LatestFile.Reference, isStable: Bool, _ trust: inout ReleaseTrust) {
        do throws(DeliveryError) {
            let file = try bytes(reference.path, ReleaseFile.maximumSize)
            let release = try trust.accept(release: file, namedBy: reference, isStable: isStable)
            report(.release(release), reference.path, [try Self.share(of: .release, in: trust.root, file)])
            reportExpiry(release.expires)
            if checksBlobs { inspectFiles(of: release) }
        } catch {
            report(error, reference.path)
        }
    }

    /// Verifies the blobs and the pack of a release.
    private mutating func inspectFiles(of release: ReleaseFile) {
        guard release.minimumFormat <= .current else {
            let message = "the templates have the format \(release.minimumFormat), which this program does not know"
            return report(DeliveryError(.unsupported, message), release.pack.path)
        }
        var pack: [UInt8]?
        do throws(DeliveryError) {
            pack = try contents(release.pack.path, release.pack.size, release.pack.sha256)
        } catch {
            report(error, release.pack.path)
        }
        let entries = Dictionary(grouping: release.manifest.entries, by: \.sha256)
        for blob in release.blobs {
            do throws(DeliveryError) {
                let file = try contents(ReleaseFile.Blob.path(blob.sha256), blob.size, blob.sha256)
                for entry in entries[blob.sha256] ?? [] { _ = try Self.decode(file, entry) }
                if let pack, !pack[blob.offset..<(blob.offset + blob.size)].elementsEqual(file) {
                    report(DeliveryError(.mismatch, "the blob \(blob.sha256) is not at its place"), release.pack.path)
                }
            } catch {
                report(error, ReleaseFile.Blob.path(blob.sha256))
            }
        }
    }

    private func contents(_ path: String, _ size: Int, _ sha256: String) throws(DeliveryError) -> [UInt8] {
        let bytes = try bytes(path, size)
        try Self.check(bytes, size, sha256)
        return bytes
    }

    private static func check(_ bytes: [UInt8], _ size: Int, _ sha256: String) throws(DeliveryError) {
        guard bytes.count == size else {
            throw DeliveryError(.mismatch, "the file has \(bytes.count) bytes, but the release says \(size)")
        }
        guard ContentHash.of(bytes) == sha256 else {
            throw DeliveryError(.mismatch, "the bytes of the file do not have the hash that the release says")
        }
    }

    /// Returns the template of a file that is the one which a release names.
    package static func template(
        _ bytes: [UInt8],
        _ entry: TemplateManifest.Entry
    ) throws(DeliveryError) -> Template {
        try check(bytes, entry.size, entry.sha256)
        return try decode(bytes, entry)
    }

    /// Returns the template of a file, which must be the one that a release says it is.
    private static func decode(_ bytes: [UInt8], _ entry: TemplateManifest.Entry) throws(DeliveryError) -> Template {
        let template: Template
        do {
            template = try Template(decoding: bytes)
        } catch {
            throw DeliveryError(.malformed, "the file is no template: \(error)", cause: error)
        }
        guard template.type == entry.type, template.version == entry.version else {
            let found = "'\(VisibleText.line(template.type))' \(template.version)"
            let expected = "'\(VisibleText.line(entry.type))' \(entry.version)"
            throw DeliveryError(.mismatch, "the template is \(found), but the release says \(expected)")
        }
        return template
    }
}
