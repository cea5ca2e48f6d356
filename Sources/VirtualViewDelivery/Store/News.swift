import VirtualView
import VirtualViewRelease

/// Files of a server that were verified against what a store knows, and are still to be taken in.
struct News: Sendable {
    private(set) var roots: [StoreState.Root] = []
    private let latest: [UInt8]
    /// Why `latest.json` cannot be taken in.
    ///
    /// Root files may be taken in nevertheless, so that a device that has missed very
    /// many of them goes on from there.
    private(set) var refusal: DeliveryError?
    /// The content of `latest.json`, unless that cannot be taken in.
    private(set) var offered: LatestFile?

    /// Fetches `latest.json`, and the root files that it needs.
    ///
    /// Only if `latest.json` is not signed by the keys that are known, or says that there are newer ones, root files are
    /// asked for: one by one, each signed by the keys of the one before.
    init(from downloads: Downloads, for known: ReleaseTrust) async throws(DeliveryError) {
        latest = try await downloads.file(LatestFile.path, maximumSize: LatestFile.maximumSize)
        var trust = known
        while true {
            do {
                var trust = trust
                offered = try trust.accept(latest: latest)
                refusal = nil
            } catch {
                refusal = error.at(LatestFile.path)
            }
            guard let refusal, [.untrusted, .mismatch].contains(refusal.code) else { return }
            guard roots.count < ReleaseTrust.maximumSteps else { return }
            let path = RootFile.path(trust.root.version + 1)
            do {
                let bytes = try await downloads.file(path, maximumSize: RootFile.maximumSize)
                try trust.accept(root: bytes)
                roots.append(StoreState.Root(version: trust.root.version, bytes: bytes))
            } catch {
                if error.code != .missing { self.refusal = error.at(path) }
                return
            }
        }
    }

    /// Takes the files in, as far as they are newer than what is known.
    ///
    /// What is no longer valid disables more, for the clock of the device may be wrong, but shows nothing again: somebody may
    /// play back an old file, to have what is disabled shown.
    ///
    /// - Parameters:
    ///   - content: What is known.
    ///   - embedded: What came with the app.
    ///   - read: Reads a file of the store; `nil` for one that is not there.
    ///   - isExpired: Whether `latest.json` is no longer valid.
    /// - Throws: ``DeliveryError`` if somebody else has taken in newer files.
    func add(
        to content: inout StoreContent,
        besides embedded: LatestFile?,
        reading read: (LatestFile.Reference) -> [UInt8]?,
        isExpired: (LatestFile, ReleaseTrust) -> Bool
    ) throws(DeliveryError) {
        for root in roots where root.version > content.trust.root.version {
            do throws(DeliveryError) {
                try content.trust.accept(root: Array(root.text.utf8))
            } catch {
                throw error.at(RootFile.path(root.version))
            }
            content.state.remember(root)
        }
        // Who has the key of `latest.json` must not take a release back because of a rotation.
        let installed = content.state.installed.map(\.reference)
        content.trust.renewReleaseFloor { hash in installed.first { $0.sha256 == hash }.flatMap(read) }
        content.state.floors = content.trust.floors
        guard refusal == nil else { return }
        var trust = content.trust
        let file: LatestFile
        do throws(DeliveryError) {
            file = try trust.accept(latest: latest)
        } catch {
            throw error.at(LatestFile.path)
        }
        let known = content.disabled(besides: embedded)
        guard !isExpired(file, trust) || file.disables(all: known) else {
            return content.state.remember(file.disabling(besides: known), until: file, of: content.trust.root)
        }
        content.trust = trust
        content.latest = file
        content.state.remember(file, latest, of: content.trust.root)
        content.state.floors = content.trust.floors
    }
}
