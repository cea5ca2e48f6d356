public import Foundation
import VirtualView
import VirtualViewCore
import VirtualViewFormat
public import VirtualViewRelease

extension TemplateStore {
    /// The result of an update.
    @nonexhaustive
    public enum Update: Hashable, Sendable {
        /// The release that the server offers is installed already.
        case upToDate
        /// A release was installed, takes the place of a candidate that was taken back, or has files again that were damaged:
        /// ``TemplateStore/activate(in:)`` shows it, or the next start of the app.
        case installed(Int)
        /// What the server offers is not for this device: others start the candidate, this device cannot take it, or the release
        /// is known to be bad.
        case notChosen
        /// What the server offers is signed, but no longer valid since then: somebody may hold back newer files.
        case frozen(since: Date)
    }

    /// Installs what a server offers.
    ///
    /// Every file is verified before anything of it is used, and the release serves only when all of it is on the device.
    /// Files that the device has are not fetched again; what was fetched before an update failed is not fetched twice.
    /// What newer signed files disable counts also when nothing is installed, so call ``activate(in:)`` afterwards.
    ///
    /// - Parameters:
    ///   - server: The address of the folder with `latest.json`.
    ///   - transport: Moves the bytes; keep one ``URLSessionTransport`` as long as the app runs.
    /// - Returns: What became of it.
    /// - Throws: ``DeliveryError``; the release that serves is the one before, and what was verified is remembered.
    @discardableResult
    public func update(
        from server: URL,
        transport: any TemplateTransport
    ) async throws(DeliveryError) -> Update {
        let hosts = configuration.hosts.isEmpty ? Set([server.host ?? ""]) : configuration.hosts
        let downloads = Downloads(
            from: server,
            through: transport,
            allowing: AllowedAddresses(hosts: hosts, allowsLoopback: configuration.allowsLoopback),
            partials: PartialFiles(files: folder.files),
            fetches: fetches
        )
        let news = try await News(from: downloads, for: content.withLock { $0.trust })
        // It is stored together with an install, or else at the end.
        try take(in: news)
        defer { collect(content.withLock { $0 }, capacity: configuration.capacity) }
        let update: Update
        do throws(DeliveryError) {
            if let refusal = news.refusal { throw refusal }
            update = try await follow(news.offered, downloads)
        } catch {
            try? change(.ofState) { _ in }
            throw error
        }
        try change(.ofState) { _ in }
        return update
    }

    /// Takes signed files in; what they say counts even if it cannot be written down.
    private func take(in news: News) throws(DeliveryError) {
        do throws(DeliveryError) {
            try changeInAnyCase(.none) { content throws(DeliveryError) in
                try news.add(
                    to: &content,
                    besides: self.embedded?.latest,
                    reading: { self.folder.blob($0.sha256, size: $0.size) }
                ) { self.expiry($0, $1) != nil }
            }
        } catch  where error.code == .storeFull {
            // They come before the parts of a release that is not installed yet.
            makeRoom(of: Self.roomForState, keeping: nil)
            try change(.none) { _ in }
        }
    }

    /// The size of the files that make room for a state, in bytes.
    private static var roomForState: Int { 1 << 20 }

    /// Follows what is known of a server, which offered a file that was taken in unless it is no longer valid.
    private func follow(_ offered: LatestFile?, _ downloads: Downloads) async throws(DeliveryError) -> Update {
        let known = content.withLock { $0 }
        for file in [offered, known.latest].compactMap({ $0 }) {
            if let end = expiry(file, known.trust) { return .frozen(since: end.date) }
        }
        guard let latest = known.latest else { return .upToDate }
        let outcome = try await outcome(latest, known, downloads)
        // An install ends the use of what was taken back; where nothing is to be installed, something else has to.
        if let update = try forgetWithdrawn() { return update }
        return try outcome.get()
    }

    /// Makes what is wanted the release that serves.
    ///
    /// - Returns: What became of it, or why this device cannot use the release for everybody.
    private func outcome(
        _ latest: LatestFile,
        _ known: StoreContent,
        _ downloads: Downloads
    ) async throws(DeliveryError) -> Result<Update, DeliveryError> {
        remember(latest.stable, known)
        guard let wanted = target(latest, known) else { return .success(.notChosen) }
        let taken = try await take(wanted, latest, known, downloads)
        guard case .failure = taken, wanted != latest.stable else { return taken }
        // A candidate that is not for this device does not keep it from the release for everybody.
        guard !known.isBad(latest.stable, configuration.build) else { return .success(.notChosen) }
        return try await take(latest.stable, latest, known, downloads)
    }

    /// Ends the use of candidates that were taken back.
    ///
    /// - Returns: What an update tells if the release of the app is the one for everybody, and serves again.
    private func forgetWithdrawn() throws(DeliveryError) -> Update? {
        // Without a number that counts, whoever has the key of `latest.json` alone could take everything back.
        guard content.withLock({ $0.hasWithdrawn && $0.trust.countsReleases }) else { return nil }
        try changeInAnyCase { content throws(DeliveryError) in content.forgetWithdrawn() }
        let (latest, current) = content.withLock { ($0.latest, release($0)) }
        guard let latest, let current, current.isEmbedded, current.number >= latest.stable.number else { return nil }
        return .installed(current.number)
    }

    /// Makes a release the one that serves, and installs it if it is not there.
    ///
    /// - Returns: What became of it, or why this device cannot use it.
    private func take(
        _ wanted: LatestFile.Reference,
        _ latest: LatestFile,
        _ known: StoreContent,
        _ downloads: Downloads
    ) async throws(DeliveryError) -> Result<Update, DeliveryError> {
        // Under another number it is not what a release file says it is, and refused like any other such file.
        if let file = known.releases[wanted.sha256], file.number == wanted.number, !isDamaged(file) {
            return .success(try follow(wanted, latest, known))
        }
        if let embedded, embedded.file.number >= wanted.number { return .success(unchanged(wanted, latest)) }
        do throws(DeliveryError) {
            let refusal = try await install(wanted, isStable: wanted == latest.stable, downloads)
            return refusal.map { .failure($0) } ?? .success(.installed(wanted.number))
        } catch {
            // The next update goes on with that room.
            if error.code == .storeFull { makeRoom(of: .max, keeping: wanted) }
            throw error
        }
    }

    private func collect(_ content: StoreContent, capacity: Int = .max, room: Int = 0) {
        try? folder.collect(
            content,
            capacity: capacity,
            room: room,
            now: configuration.now(),
            keeping: activeFiles
        )
    }

    /// Removes what is neither used nor wanted from a device that is full.
    private func makeRoom(of size: Int, keeping wanted: LatestFile.Reference?) {
        var content = content.withLock { $0 }
        // It may be another one as long as there is no room to write down which.
        content.state.pending = wanted
        collect(content, room: size)
    }
}

// MARK: - What to install

extension TemplateStore {
    /// Returns when the newest signed files ceased to be valid, if they did.
    private func expiry(_ latest: LatestFile, _ trust: ReleaseTrust) -> ReleaseTime? {
        let now = now(latest, trust)
        return [latest.expires, trust.root.expires].filter { $0 < now }.min()
    }

    /// The time, which cannot be earlier than what somebody signed.
    func now(_ latest: LatestFile?, _ trust: ReleaseTrust) -> ReleaseTime {
        let clock = ReleaseTime(seconds: configuration.now())
        return max(clock, latest?.issued ?? clock, trust.newestRootTime)
    }

    /// Returns the release that this device follows: the candidate if it started it before or starts it now, and else the
    /// one for everybody; `nil` if that is known to be bad.
    private func target(_ latest: LatestFile, _ content: StoreContent) -> LatestFile.Reference? {
        if let candidate = latest.candidate, !content.isBad(candidate.release, configuration.build) {
            let hasStarted = content.state.installed.contains { $0.reference == candidate.release }
            if hasStarted || content.state.starts(candidate) { return candidate.release }
        }
        return content.isBad(latest.stable, configuration.build) ? nil : latest.stable
    }

    /// Makes an installed release the first one again.
    private func follow(
        _ wanted: LatestFile.Reference,
        _ latest: LatestFile,
        _ known: StoreContent
    ) throws(DeliveryError) -> Update {
        guard known.state.installed.first?.reference != wanted else { return unchanged(wanted, latest) }
        // Keys that count no more may have signed it alone, and who has that of `latest.json` wants it back.
        if let bytes = folder.blob(wanted.sha256, size: wanted.size) {
            var trust = known.trust
            do throws(DeliveryError) {
                _ = try trust.accept(release: bytes, namedBy: wanted, isStable: wanted == latest.stable)
            } catch {
                throw error.at(wanted.path)
            }
        }
        let build = configuration.build
        try change { content throws(DeliveryError) in
            guard let file = content.releases[wanted.sha256] else { return }
            content.install(wanted, file, build: build)
        }
        return .installed(wanted.number)
    }

    /// Returns what an update tells that finds the wanted release there: whether there is a candidate that this device does not
    /// get.
    private func unchanged(_ wanted: LatestFile.Reference, _ latest: LatestFile) -> Update {
        latest.candidate.map { $0.release != wanted } ?? false ? .notChosen : .upToDate
    }

    /// Remembers the number of an installed release that is the one for everybody now: of one that was a candidate, or that
    /// keys of the past signed together with some that count now.
    private func remember(_ stable: LatestFile.Reference, _ known: StoreContent) {
        guard known.releases[stable.sha256] != nil, !known.trust.remembers(release: stable),
            let bytes = folder.blob(stable.sha256, size: stable.size)
        else { return }
        // One that only keys of the past signed stays installed, but its number counts no more.
        try? change(.none) { content throws(DeliveryError) in
            _ = try content.trust.accept(release: bytes, namedBy: stable, isStable: true)
            content.state.floors = content.trust.floors
        }
    }
}

extension ReleaseTime {
    var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}
