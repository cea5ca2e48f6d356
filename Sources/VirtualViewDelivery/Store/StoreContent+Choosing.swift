import Foundation
import VirtualView
import VirtualViewRelease

// MARK: - The release to use

extension StoreContent {
    /// A release that may be used.
    struct Choice: Sendable {
        let file: ReleaseFile
        /// The entry of the state; `nil` for the release of the app.
        let installed: StoreState.Installed?
    }

    /// Returns the release to use: the newest that is neither known to be bad nor has a file in quarantine, if there is one.
    ///
    /// Of those that are older than the one that came with the app, none serves, unless that is known to be bad itself: then it
    /// comes last. If every release has a file in quarantine, the first one serves, without the types of those files.
    ///
    /// - Parameters:
    ///   - embedded: The release that came with the app.
    ///   - build: The build of the app.
    /// - Returns: The release; `nil` if none may be used.
    func choice(embedded: EmbeddedRelease?, build: String) -> Choice? {
        let newest = state.installed.first?.reference.number ?? 0
        let stored = state.installed.compactMap { installed -> Choice? in
            let reference = installed.reference
            // Earlier versions kept candidates that were taken back.
            guard let file = releases[reference.sha256], !isBad(reference, build), reference.number <= newest else {
                return nil
            }
            return Choice(file: file, installed: installed)
        }
        var choices = stored
        if let embedded {
            let isBad = isBad(embedded.latest.stable, build)
            choices = stored.prefix { isBad || $0.file.number >= embedded.file.number }
            choices.append(Choice(file: embedded.file, installed: nil))
        }
        return choices.first { quarantine(in: $0.file, build: build).isEmpty } ?? choices.first
    }

    /// Returns whether a release must not be used by a build of the app.
    func isBad(_ reference: LatestFile.Reference, _ build: String) -> Bool {
        state.bad.contains { $0.sha256 == reference.sha256 && $0.build == build }
    }

    /// Returns the types of a release whose files are in quarantine for a build of the app, with the reasons.
    ///
    /// The hash alone decides, because a journal cuts long names.
    private func quarantine(in release: ReleaseFile, build: String) -> [String: String] {
        let quarantined = state.quarantined.filter { $0.counts(for: build) }
        guard !quarantined.isEmpty else { return [:] }
        let reasons = Dictionary(quarantined.map { ($0.sha256, $0.why) }, uniquingKeysWith: { $1 })
        return release.manifest.entries.reduce(into: [:]) { $0[$1.type] = reasons[$1.sha256] }
    }

    /// Returns the types of a release that must not be shown, with the reasons.
    ///
    /// - Parameters:
    ///   - release: The release.
    ///   - embedded: What came with the app; it says what is disabled if it is newer than what was fetched.
    ///   - build: The build of the app.
    /// - Returns: The reasons by the types.
    func withheld(in release: ReleaseFile, embedded: LatestFile?, build: String) -> [String: String] {
        var reasons = quarantine(in: release, build: build)
        for disabled in disabled(besides: embedded) {
            if let entry = release.manifest[disabled.type], disabled.covers(entry) {
                reasons[disabled.type] = disabled.reason
            }
        }
        return reasons
    }

    /// Returns what the newest of the files that say so disables.
    ///
    /// - Parameter embedded: What came with the app.
    /// - Returns: The entries of that file.
    func disabled(besides embedded: LatestFile?) -> [LatestFile.Disabled] {
        // New keys may begin again with small numbers, but belong to a newer root file.
        let files = [latest, embedded].compactMap(\.self).map { ($0.root, $0.number, $0.disabled) }
        return (files + kept).max { ($0.0, $0.1) < ($1.0, $1.1) }?.2 ?? []
    }
}

extension StoreContent {
    /// What was disabled when the stored `latest.json` was verified, whose keys may no longer be known, or by a later one that
    /// was no longer valid.
    ///
    /// An update of the app may bring a newer root file. Another channel disables templates of its own.
    private var kept: [(root: Int, number: Int, disabled: [LatestFile.Disabled])] {
        guard let kept = state.disabling, kept.isOfChannel(of: trust.root) else { return [] }
        return [(kept.root, kept.number, kept.disabled)]
    }
}

// MARK: - Changes

extension StoreContent {
    /// Ends the use of a release by a build of the app.
    mutating func condemn(_ reference: LatestFile.Reference, build: String, why: String) {
        guard !isBad(reference, build) else { return }
        let bad = StoreState.Bad(
            number: reference.number,
            sha256: reference.sha256,
            build: build,
            why: StoreState.reason(why)
        )
        state.bad = (state.bad + [bad]).suffix(StoreState.maximumReports)
    }

    /// Ends the use of a file by a build of the app, or by all of them.
    mutating func quarantine(_ type: String, _ sha256: String, build: String? = nil, why: String) {
        let isKnown = state.quarantined.contains { entry in
            entry.type == type && entry.sha256 == sha256 && (entry.build == nil || entry.build == build)
        }
        guard !isKnown else { return }
        let entry = StoreState.Quarantined(type: type, sha256: sha256, why: StoreState.reason(why), build: build)
        state.quarantined = (state.quarantined + [entry]).suffix(StoreState.maximumReports)
    }

    /// Ends the trial of a release.
    mutating func endTrial(of sha256: String) {
        for index in state.installed.indices where state.installed[index].reference.sha256 == sha256 {
            state.installed[index].strikes = nil
            state.installed[index].launches = nil
        }
    }

    /// Notes that a launch shows a release on trial, without which its end does not count against the release.
    ///
    /// - Parameters:
    ///   - launch: The launch.
    ///   - before: The launch before of the same process, which has been counted: it would push out those of other processes.
    ///   - sha256: The hash of the release file.
    mutating func note(_ launch: String, after before: String?, for sha256: String) {
        for index in state.installed.indices where state.installed[index].isToBeNoted(launch, sha256) {
            let others = (state.installed[index].launches ?? []).filter { $0 != before }
            state.installed[index].launches = (others + [launch]).suffix(StoreState.maximumLaunches)
        }
    }

    /// Returns whether a release is newer than the one for everybody and is not the candidate: it was one that was taken
    /// back, or has keys that count no more.
    private func isWithdrawn(_ reference: LatestFile.Reference) -> Bool {
        guard let latest else { return false }
        return reference.number > latest.stable.number && reference != latest.candidate?.release
    }

    /// Whether a release that was taken back is still kept.
    var hasWithdrawn: Bool { state.installed.contains { isWithdrawn($0.reference) } }

    /// Ends the use of releases that were taken back.
    mutating func forgetWithdrawn() {
        keep(state.installed.filter { !isWithdrawn($0.reference) })
    }

    /// Keeps these releases and no others.
    private mutating func keep(_ installed: [StoreState.Installed]) {
        state.installed = installed
        let kept = Set(installed.map(\.reference.sha256))
        releases = releases.filter { kept.contains($0.key) }
    }

    /// Puts a release first, on trial if it is new; of those before it, the first that can be used is kept, if possible one
    /// without a file in quarantine, and the last that is not on trial: it is the one to go back to if all others end badly.
    ///
    /// One with a larger number was a candidate that was taken back, or has keys that count no more.
    mutating func install(_ reference: LatestFile.Reference, _ file: ReleaseFile, build: String) {
        let old = state.installed.first { $0.reference == reference }
        let new = old ?? StoreState.Installed(reference: reference, strikes: 0, launches: [])
        releases[reference.sha256] = file
        let others = state.installed.filter { installed in
            // A release that is bad for this build is of use to no one: the next build gets another.
            installed.reference.number < reference.number && releases[installed.reference.sha256] != nil
                && !isBad(installed.reference, build) && !isWithdrawn(installed.reference)
        }
        state.pending = nil
        let before = others.first { installed in
            releases[installed.reference.sha256].map { quarantine(in: $0, build: build).isEmpty } ?? false
        }
        let kept = [before ?? others.first, others.first { $0.strikes == nil }].compactMap(\.self)
        keep([new] + others.filter(kept.contains))
    }
}

// MARK: - Trials

extension StoreContent {
    /// Ends the use of a file that was at work in several launches that died, by the build of the app that the last one was of.
    ///
    /// A journal names the file until `markHealthy()`, to later builds too: what it was at work in with another one says nothing
    /// about this one, unless the last launch died of it again.
    mutating func quarantine(_ suspect: TemplateJournal.Suspect, after launch: LaunchRecord, build: String) {
        let last = launch.launchID.flatMap { state.build(of: $0.uuidString) } ?? build
        let isBlamed = launch.blamedFiles.contains { $0.sha256 == suspect.sha256 }
        guard isBlamed || !state.quarantined.contains(where: { $0.sha256 == suspect.sha256 }) else { return }
        let why = "\(suspect.deaths) launches ended with '\(suspect.type)' at work"
        quarantine(suspect.type, suspect.sha256, build: last, why: why)
    }

    /// The number of launches that end a trial.
    static let strikes = 2

    /// Counts the end of a launch, once, against the release on trial, if the launch was of this build and showed it, and one
    /// of its templates was at work.
    mutating func count(_ launch: LaunchRecord, embedded: EmbeddedRelease?, build: String) {
        guard let id = launch.launchID?.uuidString, !launch.blamedFiles.isEmpty, state.count(id) else { return }
        guard
            let choice = choice(embedded: embedded, build: build), let installed = choice.installed,
            let strikes = installed.strikes(in: build), installed.wasShown(by: id, of: build),
            let index = state.installed.firstIndex(of: installed)
        else { return }
        let hashes = Set(choice.file.manifest.entries.map(\.sha256))
        guard let blamed = launch.blamedFiles.first(where: { hashes.contains($0.sha256) }) else { return }
        (state.installed[index].strikes, state.installed[index].build) = (strikes + 1, build)
        guard strikes + 1 >= Self.strikes else { return }
        let why = "\(strikes + 1) launches on trial ended with a template at work, the last with '\(blamed.type)'"
        condemn(installed.reference, build: build, why: why)
    }
}
