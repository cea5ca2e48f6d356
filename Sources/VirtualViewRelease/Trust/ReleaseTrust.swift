import VirtualViewFormat

/// What a client believes: the newest root file, and the largest numbers that it has seen.
///
/// It starts from the root file that the app brings with it, and takes in files of a server one by one. Nothing is
/// decoded before enough keys have signed it, and a file that is refused changes nothing. It is a value without a clock
/// and without files, so the rules can be tested by themselves (`Docs/Delivery.md`, "What a client checks").
public struct ReleaseTrust: Equatable, Sendable {
    /// The largest number of a role that was seen.
    package struct Floor: Equatable, Sendable, Codable {
        /// The number.
        package let number: Int
        /// The hash of what had it: of the file of a release, and of what was signed of `latest.json`.
        package let sha256: String
        /// The app, the channel and the keys of the role when it was seen: when they change, the number counts no more.
        package let authority: String

        /// Makes a floor.
        package init(number: Int, sha256: String, authority: String) {
            (self.number, self.sha256, self.authority) = (number, sha256, authority)
        }
    }

    /// The root files from the one of the app to the newest.
    private(set) var roots: [RootFile]
    /// The largest numbers of the roles `latest` and `release`.
    package private(set) var floors: [ReleaseRole: Floor]

    /// The newest root file.
    public var root: RootFile { roots[roots.count - 1] }

    /// The number of root files that a client takes in at once.
    package static let maximumSteps = 32

    /// Begins with the root file that an app brings with it.
    ///
    /// - Parameters:
    ///   - pinned: The complete file.
    ///   - floors: The largest numbers that were seen before.
    /// - Throws: ``DeliveryError``: ``DeliveryError/Code/malformed``, or ``DeliveryError/Code/untrusted`` if it is not
    ///   signed by enough of its own keys.
    package init(pinned: [UInt8], floors: [ReleaseRole: Floor]) throws(DeliveryError) {
        let file = try Self.open(pinned, RootFile.maximumSize)
        let root = try RootFile(content: file.pinnedContent)
        _ = try file.content(signedBy: .root, of: root)
        roots = [root]
        self.floors = floors
    }

    /// Begins with the root file that an app brings with it.
    ///
    /// - Parameter pinned: The complete file.
    /// - Throws: ``DeliveryError``: ``DeliveryError/Code/malformed``, or ``DeliveryError/Code/untrusted`` if it is not
    ///   signed by enough of its own keys.
    public init(pinned: [UInt8]) throws(DeliveryError) {
        try self.init(pinned: pinned, floors: [:])
    }

    private static func open(_ bytes: [UInt8], _ maximumSize: Int) throws(DeliveryError) -> SignedFile {
        guard bytes.count <= maximumSize else {
            throw DeliveryError(.tooLarge, "the file has \(bytes.count) bytes, but the limit is \(maximumSize)")
        }
        return try SignedFile(bytes)
    }
}

// MARK: - Root files

extension ReleaseTrust {
    /// Takes in the root file that follows the newest.
    ///
    /// - Parameter bytes: The complete file.
    /// - Throws: ``DeliveryError``: ``DeliveryError/Code/untrusted`` unless it is signed by enough keys of the newest root
    ///   file and by enough of its own; ``DeliveryError/Code/rolledBack`` if its number is not the next;
    ///   ``DeliveryError/Code/mismatch`` if it is for another app or channel; ``DeliveryError/Code/malformed``.
    public mutating func accept(root bytes: [UInt8]) throws(DeliveryError) {
        let file = try Self.open(bytes, RootFile.maximumSize)
        let next = try RootFile(content: file.content(signedBy: .root, of: root))
        guard next.app == root.app, next.channel == root.channel else {
            throw DeliveryError(.mismatch, "the root file is for '\(next.app)/\(next.channel)'")
        }
        guard next.version == root.version + 1 else {
            let message = "the root file has the number \(next.version), expected \(root.version + 1)"
            throw DeliveryError(.rolledBack, message)
        }
        _ = try file.content(signedBy: .root, of: next)
        roots.append(next)
    }

    /// Takes in all root files that follow the newest, one by one.
    ///
    /// - Parameters:
    ///   - read: Reads the file of a path on the server; `nil` if there is none, which ends the walk.
    ///   - report: Gets each file that was taken in, with the root file before it and its own content.
    /// - Throws: ``DeliveryError`` of a closure, or of the first file that is refused; those before it stay taken in.
    package mutating func acceptRoots(
        _ read: (_ path: String) throws(DeliveryError) -> [UInt8]?,
        report: (_ bytes: [UInt8], _ last: RootFile, _ next: RootFile) throws(DeliveryError) -> Void = { _, _, _ in }
    ) throws(DeliveryError) {
        while let bytes = try read(RootFile.path(root.version + 1)) {
            let last = root
            try accept(root: bytes)
            try report(bytes, last, root)
        }
    }
}

// MARK: - Latest and releases

extension ReleaseTrust {
    /// Verifies `latest.json`, and remembers its number.
    ///
    /// - Parameter bytes: The complete file.
    /// - Returns: The content.
    /// - Throws: ``DeliveryError``: ``DeliveryError/Code/untrusted``, ``DeliveryError/Code/malformed``,
    ///   ``DeliveryError/Code/mismatch`` if it belongs to a root file that is not known yet, or
    ///   ``DeliveryError/Code/rolledBack`` if a number in it is smaller than one that was seen, or it belongs to a root file
    ///   before the one that gave the role its keys.
    public mutating func accept(latest bytes: [UInt8]) throws(DeliveryError) -> LatestFile {
        let content = try latestContent(bytes, by: root)
        let latest = try LatestFile(content: content)
        guard latest.root <= root.version else {
            let message = "the file needs root file \(latest.root), but the newest that is known is \(root.version)"
            throw DeliveryError(.mismatch, message)
        }
        // The numbers begin again with other keys, some of which may have signed files before.
        let first = firstRoot(withKeysOf: .latest)
        guard latest.root >= first else {
            let message = "the file belongs to root file \(latest.root); the keys have signed since root file \(first)"
            throw DeliveryError(.rolledBack, message)
        }
        // Anybody can put signatures of strangers into the file: it stays the same file.
        let floor = try raised(.latest, latest.number, ContentHash.of(content))
        // What a stolen key of this role says about releases is not remembered: that is for those who sign releases.
        _ = try raised(.release, latest.stable.number, latest.stable.sha256)
        floors[.latest] = floor
        return latest
    }

    /// Verifies a release file that `latest.json` names, and remembers its number if it is the stable one.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - reference: What `latest.json` says about it.
    ///   - isStable: Whether it is the release for every device; a candidate may be taken back.
    /// - Returns: The content.
    /// - Throws: ``DeliveryError``: ``DeliveryError/Code/mismatch`` if it is another file than the named one,
    ///   ``DeliveryError/Code/untrusted`` or ``DeliveryError/Code/malformed``.
    package mutating func accept(
        release bytes: [UInt8],
        namedBy reference: LatestFile.Reference,
        isStable: Bool
    ) throws(DeliveryError) -> ReleaseFile {
        try Self.check(bytes, reference)
        let release = try Self.release(bytes, reference, by: root)
        let floor = try raised(.release, reference.number, reference.sha256)
        if isStable { floors[.release] = floor }
        return release
    }

    /// Verifies a release file that was installed earlier, perhaps under an older root file.
    ///
    /// What was verified when it was installed does not stop a screen when keys change.
    package func installedRelease(
        _ bytes: [UInt8],
        namedBy reference: LatestFile.Reference
    ) throws(DeliveryError) -> ReleaseFile {
        try Self.check(bytes, reference)
        return try underSomeRoot { root throws(DeliveryError) in try Self.release(bytes, reference, by: root) }
    }

    /// Remembers the largest number of a release under the keys that count now too, if they have signed that release.
    ///
    /// - Parameter read: Reads a file by its hash; `nil` for one that is not there.
    package mutating func renewReleaseFloor(_ read: (_ sha256: String) -> [UInt8]?) {
        guard let floor = floors[.release], floor.authority != root.fingerprint(of: .release),
            let bytes = read(floor.sha256)
        else { return }
        let reference = LatestFile.Reference(number: floor.number, size: bytes.count, sha256: floor.sha256)
        _ = try? accept(release: bytes, namedBy: reference, isStable: true)
    }

    /// Whether the largest number of a release that was seen, if there is one, counts under the keys that sign now.
    package var countsReleases: Bool {
        floors[.release].map { $0.authority == root.fingerprint(of: .release) } ?? true
    }

    /// Returns whether the largest number that was seen is that of a release, under the keys that count now.
    package func remembers(release reference: LatestFile.Reference) -> Bool {
        let authority = root.fingerprint(of: .release)
        return floors[.release] == Floor(number: reference.number, sha256: reference.sha256, authority: authority)
    }

    /// Verifies a `latest.json` that was taken in earlier, perhaps under an older root file: what it disables stays so
    /// until a newer one says otherwise.
    package func storedLatest(_ bytes: [UInt8]) throws(DeliveryError) -> LatestFile {
        try LatestFile(
            content: underSomeRoot { root throws(DeliveryError) in try latestContent(bytes, by: root) }
        )
    }

    private func underSomeRoot<Content>(
        _ body: (RootFile) throws(DeliveryError) -> Content
    ) throws(DeliveryError) -> Content {
        for root in roots.dropFirst().reversed() {
            do { return try body(root) } catch  where error.code == .untrusted { continue }
        }
        return try body(roots[0])
    }

    private func latestContent(_ bytes: [UInt8], by root: RootFile) throws(DeliveryError) -> [UInt8] {
        try Self.open(bytes, LatestFile.maximumSize).content(signedBy: .latest, of: root)
    }

    /// Checks that bytes are the release file that a `latest.json` names.
    package static func check(_ bytes: [UInt8], _ reference: LatestFile.Reference) throws(DeliveryError) {
        guard bytes.count == reference.size, ContentHash.of(bytes) == reference.sha256 else {
            throw DeliveryError(.mismatch, "the bytes of release \(reference.number) are not those that are named")
        }
    }

    private static func release(
        _ bytes: [UInt8],
        _ reference: LatestFile.Reference,
        by root: RootFile
    ) throws(DeliveryError) -> ReleaseFile {
        let file = try open(bytes, ReleaseFile.maximumSize)
        let release = try ReleaseFile(content: file.content(signedBy: .release, of: root))
        guard release.number == reference.number else {
            let message = "the file is release \(release.number), but it is named as release \(reference.number)"
            throw DeliveryError(.mismatch, message)
        }
        return release
    }

    /// Takes over numbers that were seen elsewhere, if they are larger and of the keys that count now.
    package mutating func raise(to seen: [ReleaseRole: Floor]) {
        for (role, floor) in seen where floor.authority == root.fingerprint(of: role) {
            if let own = floors[role], own.authority == floor.authority, own.number >= floor.number { continue }
            floors[role] = floor
        }
    }

    /// Compares a number with the largest one of its role.
    private func raised(_ role: ReleaseRole, _ number: Int, _ sha256: String) throws(DeliveryError) -> Floor {
        let authority = root.fingerprint(of: role)
        if let floor = floors[role], floor.authority == authority {
            guard number >= floor.number else {
                let message =
                    "the number \(number) of '\(role.rawValue)' is smaller than \(floor.number), which was seen"
                throw DeliveryError(.rolledBack, message)
            }
            guard number > floor.number || sha256 == floor.sha256 else {
                throw DeliveryError(.rolledBack, "another file of '\(role.rawValue)' had the number \(number)")
            }
        }
        return Floor(number: number, sha256: sha256, authority: authority)
    }

    /// Returns the number of the first root file since which a role has had the keys that it has now; 0 if it has had them in
    /// all that are known, before which it may have had them too.
    private func firstRoot(withKeysOf role: ReleaseRole) -> Int {
        let authority = root.fingerprint(of: role)
        let other = roots.last { $0.fingerprint(of: role) != authority }
        return other.map { $0.version + 1 } ?? 0
    }

    /// Returns whether a role had the keys that another root file gives it in one that is known; if not, its numbers begin
    /// again with the other one.
    package func hadKeys(of role: ReleaseRole, in root: RootFile) -> Bool {
        roots.contains { $0.fingerprint(of: role) == root.fingerprint(of: role) }
    }

    /// The latest of the times that enough keys have signed; the real time cannot be earlier.
    package var newestRootTime: ReleaseTime {
        roots.map(\.issued).max() ?? root.issued
    }
}
