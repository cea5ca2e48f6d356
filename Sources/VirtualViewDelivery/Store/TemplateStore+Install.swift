import VirtualView
import VirtualViewCore
import VirtualViewFormat
import VirtualViewRelease

extension TemplateStore {
    /// Installs a release.
    ///
    /// - Returns: Why this device cannot use it; `nil` if it is installed.
    func install(
        _ wanted: LatestFile.Reference,
        isStable: Bool,
        _ downloads: Downloads
    ) async throws(DeliveryError) -> DeliveryError? {
        let bytes = try await releaseFile(wanted, downloads)
        var trust = content.withLock { $0.trust }
        let file: ReleaseFile
        do throws(DeliveryError) {
            file = try trust.accept(release: bytes, namedBy: wanted, isStable: isStable)
        } catch {
            throw error.at(wanted.path)
        }
        // One that is installed, and has damaged files, was taken already.
        let known = content.withLock { $0 }
        if known.releases[wanted.sha256] == nil, let refusal = refusal(of: file, now: now(known.latest, trust)) {
            return refusal.at(wanted.path)
        }
        // From here on, no process removes what this release needs. It need not outlast a loss of power.
        try change(.none) { content throws(DeliveryError) in content.state.pending = wanted }
        try folder.add(bytes, wanted.sha256)
        try await fetchBlobs(of: file, downloads)
        damaged.withLock { $0.subtract(file.blobs.map(\.sha256)) }
        let build = configuration.build
        try change { content throws(DeliveryError) in
            guard content.state.pending == wanted || content.releases[wanted.sha256] != nil else {
                throw DeliveryError(.storeBusy, "another process has found that another release is wanted")
            }
            try self.checkFiles(of: file)
            // Another process may have seen newer numbers meanwhile.
            _ = try content.trust.accept(release: bytes, namedBy: wanted, isStable: isStable)
            content.state.floors = content.trust.floors
            content.install(wanted, file, build: build)
        }
        do {
            // Who makes room on a device that is full may not have known of this install.
            try checkFiles(of: file)
        } catch {
            try? change(.none) { _ in }
            // They have their names again if the other process saw the install.
            guard content.withLock({ $0.releases[wanted.sha256] == nil }) else { return nil }
            throw error
        }
        return nil
    }

    func isDamaged(_ file: ReleaseFile) -> Bool {
        let damaged = damaged.withLock { $0 }
        return file.manifest.entries.contains { damaged.contains($0.sha256) }
    }

    private func checkFiles(of file: ReleaseFile) throws(DeliveryError) {
        let names = try folder.blobNames()
        guard file.manifest.entries.allSatisfy({ names.contains($0.sha256) }) else {
            throw DeliveryError(.storeBusy, "files of the release were removed while it was installed")
        }
    }

    private func releaseFile(_ wanted: LatestFile.Reference, _ downloads: Downloads) async throws(DeliveryError)
        -> [UInt8]
    {
        if let bytes = folder.blob(wanted.sha256, size: wanted.size) { return bytes }
        return try await downloads.file(wanted.path, maximumSize: wanted.size)
    }

    /// Returns why this runtime or this device cannot use a release, today or later.
    private func refusal(of file: ReleaseFile, now: ReleaseTime) -> DeliveryError? {
        guard file.minimumFormat <= .current, file.minimumFormat.major == FormatRevision.current.major else {
            let message =
                "release \(file.number) needs format \(file.minimumFormat); this app knows \(FormatRevision.current)"
            return DeliveryError(.unsupported, message)
        }
        guard file.expires >= now else {
            return DeliveryError(.expired, "release \(file.number) was to be installed until \(file.expires)")
        }
        guard file.pack.size <= configuration.capacity else {
            let message =
                "release \(file.number) has \(file.pack.size) bytes; the store may have \(configuration.capacity)"
            return DeliveryError(.tooLarge, message)
        }
        return nil
    }

    /// Fetches the blobs that are not there, or not whole; those that came with the app are copied.
    private func fetchBlobs(of file: ReleaseFile, _ downloads: Downloads) async throws(DeliveryError) {
        let own = embedded.map { StoreFolder(files: SystemFiles(in: $0.folder), pinned: []) }
        var wanted: [ReleaseFile.Blob] = []
        for blob in file.blobs {
            if folder.blob(blob.sha256, size: blob.size) != nil { continue }
            if let bytes = own?.blob(blob.sha256, size: blob.size) {
                try folder.add(bytes, blob.sha256)
            } else {
                wanted.append(blob)
            }
        }
        guard !wanted.isEmpty else { return }
        try await downloads.blobs(wanted, pack: file.pack) { sha256, bytes throws(DeliveryError) in
            try folder.add(bytes, sha256)
        }
    }
}
