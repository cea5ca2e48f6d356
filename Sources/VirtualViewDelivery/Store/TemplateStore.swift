public import Foundation
public import VirtualView
import VirtualViewCore
import VirtualViewFormat
public import VirtualViewRelease

/// The releases on a device: installs what a server offers, and says which release to use.
///
/// A store works offline at once: with what it installed before, or with the release that came with the app. An install
/// is all or nothing; until it is done the release before serves. A release is *on trial* until ``markHealthy()``: two
/// launches that end with one of its templates in flight end it, and the release before serves again.
///
/// ```swift
/// let store = try TemplateStore(at: folder, root: pinnedRoot, embedded: bundledRelease)
/// try store.activate(in: templates)
/// try await store.update(from: server, transport: transport)
/// try store.activate(in: templates)
/// ```
///
/// ### Threads
/// Every member may be used from any thread. Several processes may have a store in the same folder: none waits for
/// another, and what one installs the others use from their next start or update on.
///
/// `Docs/Delivery.md` describes the files of a server, what is checked, and what an operator does.
public final class TemplateStore: Sendable {
    /// The settings of the store.
    public let configuration: Configuration

    let folder: StoreFolder
    let location: URL
    let embedded: EmbeddedRelease?
    let content: Locked<StoreContent>
    let activations = Locked<[Activation]>([])
    /// The release of the store that this process shows: the one that was activated last, and before that the one at the start.
    let shown = Locked<LatestFile.Reference?>(nil)
    let fetches = SharedFetches()
    /// The hashes of files that were found to have other bytes.
    ///
    /// They stay where they are until an update has fetched them again: without one of its files a release would not serve at all.
    let damaged = Locked<Set<String>>([])

    /// Opens a store; nothing is written unless the launch before has to be counted.
    ///
    /// - Parameters:
    ///   - location: The folder of the store, which need not exist; only this store may write in it.
    ///   - root: A root file of the app's channel, which the app brings with it and trusts.
    ///   - embedded: The folder of the release that the app brings with it, as `vvc release` writes it.
    ///   - configuration: The settings.
    /// - Throws: ``DeliveryError`` if the root file or the embedded release is not to be trusted, or if the folder cannot
    ///   be read.
    /// - Complexity: O(*n*) in the number of kept files, whose names are listed.
    public init(
        at location: URL,
        root: [UInt8],
        embedded: URL? = nil,
        configuration: Configuration = Configuration()
    ) throws(DeliveryError) {
        self.configuration = configuration
        self.location = location
        if let embedded {
            self.embedded = try EmbeddedRelease(in: embedded, pinned: root)
        } else {
            self.embedded = nil
        }
        folder = StoreFolder(
            files: configuration.files ?? SystemFiles(in: location),
            pinned: root,
            roots: self.embedded?.roots ?? [],
            floors: self.embedded?.floors ?? [:]
        )
        content = Locked(try folder.open(cohort: configuration.randomDigits))
        if let journal = configuration.journal { count(journal.lastLaunch, suspects: journal.suspects()) }
        let first = content.withLock { choice($0)?.installed?.reference }
        shown.withLock { $0 = first }
    }
}

// MARK: - Settings

extension TemplateStore {
    /// The settings of a store.
    public struct Configuration: Sendable {
        /// The build of the app: what was bad with one build may be good with the next.
        public var build: String
        /// The size of all files that are kept, in bytes; what a kept release needs is kept beyond it.
        public var capacity = 64 << 20
        /// The hosts that releases may come from, at every redirect; if empty, that of the server alone.
        public var hosts: Set<String> = []
        /// The journal that tells how the launch before ended; without one no release is rolled back by itself.
        public var journal: TemplateJournal?
        /// The ID of this launch in place of the journal's; for tests.
        package var launchID: UUID?
        /// Whether a server on this machine may be asked without encryption; for tests.
        package var allowsLoopback = false
        /// The files of the store; for tests.
        package var files: (any StoreFiles)?
        /// The time, in seconds since 1970; for tests.
        package var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
        /// Makes 32 hexadecimal digits; for tests.
        package var randomDigits: @Sendable () -> String = {
            HexText.text((0..<16).map { _ in UInt8.random(in: 0 ... .max) })
        }

        /// Makes the default settings.
        ///
        /// - Parameters:
        ///   - build: The build of the app.
        ///   - journal: The journal that tells how the launch before ended.
        public init(
            build: String = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String ?? "",
            journal: TemplateJournal? = nil
        ) {
            self.build = build
            self.journal = journal
        }
    }
}

// MARK: - The release to use

extension TemplateStore {
    /// The release to use; `nil` if there is none yet, or none that may be used.
    public var current: TemplateRelease? {
        content.withLock { release($0) }
    }

    /// What went wrong: the releases that are not used again, and the templates in quarantine, the oldest first.
    public var setbacks: [Setback] {
        content.withLock { content in
            content.state.bad.map { Setback(release: $0.number, type: nil, sha256: $0.sha256, why: $0.why) }
                + content.state.quarantined.map { Setback(release: nil, type: $0.type, sha256: $0.sha256, why: $0.why) }
        }
    }

    /// A release or a template that is not used again.
    public struct Setback: Hashable, Sendable {
        /// The number of the release, if it is one.
        public let release: Int?
        /// The type of the template, if it is one.
        public let type: String?
        /// The hash of the release file or of the template's file.
        public let sha256: String
        /// The reason.
        public let why: String
    }

    func release(_ content: StoreContent) -> TemplateRelease? {
        choice(content).map { choice in
            TemplateRelease(
                number: choice.file.number,
                manifest: choice.file.manifest,
                isEmbedded: choice.installed == nil,
                isOnTrial: choice.installed?.strikes != nil,
                withheld: withheld(in: choice.file, content)
            )
        }
    }

    func withheld(in file: ReleaseFile, _ content: StoreContent) -> [String: String] {
        content.withheld(in: file, embedded: embedded?.latest, build: configuration.build)
    }

    func choice(_ content: StoreContent) -> StoreContent.Choice? {
        content.choice(embedded: embedded, build: configuration.build)
    }
}

// MARK: - Judging a release

extension TemplateStore {
    /// Ends the use of the release that this process shows by this build of the app; the one before serves again.
    ///
    /// That is the release that ``activate(in:)`` made managers load last, and before the first call the one with which the store
    /// was opened: not one that was only installed since, here or by another process. The release that came with the app
    /// cannot be rolled back.
    ///
    /// - Parameter why: The reason, for ``setbacks``.
    /// - Returns: The release to use now.
    /// - Throws: ``DeliveryError`` if it cannot be written down; then it does not count, but what other
    ///   processes wrote meanwhile does.
    @discardableResult
    public func rollBack(_ why: String) throws(DeliveryError) -> TemplateRelease? {
        if let release = shown.withLock({ $0 }) {
            try change { content throws(DeliveryError) in
                content.condemn(release, build: self.configuration.build, why: why)
            }
        }
        return current
    }

    /// Ends the use of one file, by later builds of the app too: the newest release without it serves, or, if there is none,
    /// one without its type.
    ///
    /// No release serves for it that is older than the one that came with the app.
    ///
    /// - Parameters:
    ///   - type: The template's type.
    ///   - sha256: The hash of the template's file.
    ///   - why: The reason, for ``setbacks``.
    /// - Throws: ``DeliveryError`` if it cannot be written down; then it does not count, but what other
    ///   processes wrote meanwhile does.
    public func quarantine(_ type: String, sha256: String, why: String) throws(DeliveryError) {
        try change { content throws(DeliveryError) in content.quarantine(type, sha256, why: why) }
    }

    /// Ends the trial of the release that this process shows, and forgets the deaths that the journal counted.
    ///
    /// As with ``rollBack(_:)``, that is not one that was only installed.
    /// Call it when the app has been used for a while, and not right after its start.
    public func markHealthy() {
        configuration.journal?.markHealthy()
        guard let release = shown.withLock({ $0 }) else { return }
        // If it cannot be written down, the release stays on trial, which costs nothing but another call.
        try? change { content throws(DeliveryError) in
            // One that was rolled back is on trial with the next build of the app.
            guard !content.isBad(release, self.configuration.build) else { return }
            content.endTrial(of: release.sha256)
        }
    }

    /// Counts how the launch before ended, once: against the release on trial, and against each template that was at work in
    /// several launches that died.
    ///
    /// In a store that cannot be written to, it counts for this launch, and is written with the next change.
    func count(_ launch: LaunchRecord, suspects: [TemplateJournal.Suspect] = []) {
        // Most launches blame nobody: then the store is not read once more.
        guard !launch.blamedFiles.isEmpty || !suspects.isEmpty else { return }
        let (own, build) = (embedded, configuration.build)
        try? changeInAnyCase { content throws(DeliveryError) in
            content.count(launch, embedded: own, build: build)
            for suspect in suspects { content.quarantine(suspect, after: launch, build: build) }
        }
    }
}
