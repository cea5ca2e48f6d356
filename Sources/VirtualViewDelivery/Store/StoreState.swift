import Foundation
import VirtualView
import VirtualViewFormat
import VirtualViewRelease

/// What a store remembers: one small file, of which each change makes a new one (`Docs/Delivery.md`, "The store on the device").
///
/// It holds no time of the clock, and no path.
struct StoreState: Equatable, Sendable, Codable {
    /// A release that was verified whole when it was installed.
    struct Installed: Equatable, Sendable, Codable {
        let reference: LatestFile.Reference
        /// The launches that ended with a template of it in flight; `nil` when it is no longer on trial.
        var strikes: Int?
        /// The build of the app that counted them.
        var build: String?
        /// The last launch of each process that showed it while it was on trial, with its build (``StoreState/launch(_:of:)``);
        /// `nil` if they were not noted yet when it was installed.
        var launches: [String]?

        /// Returns the launches that count for a build of the app; `nil` when it is no longer on trial.
        func strikes(in build: String) -> Int? {
            // Earlier versions wrote no build: what they counted is of this one, unless it had condemned the release.
            let isOfBuild = self.build.map { $0 == build } ?? ((strikes ?? 0) < StoreContent.strikes)
            return strikes.map { isOfBuild ? $0 : 0 }
        }

        /// Whether a launch that shows a release is to be noted here.
        func isToBeNoted(_ launch: String, _ sha256: String) -> Bool {
            reference.sha256 == sha256 && strikes != nil && launches?.contains(launch) == false
        }

        /// Whether a launch of a build of the app is known to have shown it, or may have.
        func wasShown(by launch: String, of build: String) -> Bool {
            guard let launches else { return true }
            // Earlier versions noted no builds.
            return launches.contains(StoreState.launch(launch, of: build)) || launches.contains(launch)
        }
    }

    /// A release that must not be used by a build of the app.
    struct Bad: Equatable, Sendable, Codable {
        let number: Int
        let sha256: String
        let build: String
        let why: String
    }

    /// A template that must not be shown.
    struct Quarantined: Equatable, Sendable, Codable {
        let type: String
        let sha256: String
        let why: String
        /// The build of the app by which it must not be shown; `nil` for every build.
        let build: String?

        /// Whether it must not be shown by a build of the app.
        func counts(for build: String) -> Bool { self.build == nil || self.build == build }
    }

    /// 32 digits, made at random: they decide whether this store starts a candidate, and never leave it.
    var cohort: String
    /// The root files after the one of the app, the oldest first, each with its number.
    var roots: [Root] = []
    /// The newest `latest.json` that was verified.
    var latest: String?
    /// What that file disables, which counts also when the keys that signed it are no longer known; or what was disabled and
    /// what a newer file disables, if that was no longer valid.
    private(set) var disabling: Disabling?
    private var latestFloor: ReleaseTrust.Floor?
    private var releaseFloor: ReleaseTrust.Floor?
    /// The releases that are kept, the one to use first.
    var installed: [Installed] = []
    /// The release whose install was begun last, as long as `latest.json` names it: its files are not to be removed.
    var pending: LatestFile.Reference?
    /// The newest of each list come last.
    var bad: [Bad] = []
    var quarantined: [Quarantined] = []
    /// The launch whose end was counted last.
    private(set) var countedLaunch: String?
    /// Those that were counted before it, the newest last: of other processes, for instance.
    private var countedBefore: [String]?

    struct Root: Equatable, Sendable, Codable {
        let version: Int
        let text: String

        init(version: Int, bytes: [UInt8]) {
            self.version = version
            text = String(decoding: bytes, as: UTF8.self)
        }

        /// Whether the same content was signed, whoever added signatures to it.
        func saysTheSame(as other: Root) -> Bool {
            if text.hasSameBytes(as: other.text) { return true }
            guard let content = try? SignedFile(Array(text.utf8)).pinnedContent else { return false }
            return (try? SignedFile(Array(other.text.utf8)).pinnedContent) == content
        }
    }

    /// What is disabled since a `latest.json` that was verified.
    struct Disabling: Equatable, Sendable, Codable {
        /// A template that must not be shown.
        struct Template: Equatable, Sendable, Codable {
            let type: String
            let version: String?
            let reason: String
        }

        let app: String
        let channel: String
        /// The numbers of the root file that it names, and of itself.
        let root: Int
        let number: Int
        let templates: [Template]

        init(_ disabled: [LatestFile.Disabled], by latest: LatestFile, of root: RootFile) {
            (app, channel) = (root.app, root.channel)
            (self.root, number) = (latest.root, latest.number)
            templates = disabled.map { Template(type: $0.type, version: $0.version, reason: $0.reason) }
        }

        /// Whether it is of the app and channel of a root file.
        func isOfChannel(of root: RootFile) -> Bool { app == root.app && channel == root.channel }

        /// The templates as a file has them.
        var disabled: [LatestFile.Disabled] {
            templates.map { LatestFile.Disabled(type: $0.type, version: $0.version, reason: $0.reason) }
        }
    }

    /// Remembers a root file that follows those before it; what it takes the place of has no use.
    mutating func remember(_ root: Root) {
        roots.removeAll { $0.version >= root.version }
        roots.append(root)
    }

    /// Adds a root file that the app brings with it, if there is none of its number; what follows it stays.
    mutating func add(_ root: Root) {
        guard !roots.contains(where: { $0.version == root.version }) else { return }
        roots.append(root)
        roots.sort { $0.version < $1.version }
    }

    /// Forgets the root file that has the number of one of the app and says something else, what follows it, and what was
    /// disabled under them: it was somebody else's.
    mutating func forget(contradicting root: Root) {
        guard roots.contains(where: { $0.version == root.version && !$0.saysTheSame(as: root) }) else { return }
        roots.removeAll { $0.version >= root.version }
        if let disabling, disabling.root >= root.version { self.disabling = nil }
    }

    /// Remembers a `latest.json` that was verified.
    mutating func remember(_ latest: LatestFile, _ bytes: [UInt8], of root: RootFile) {
        self.latest = String(decoding: bytes, as: UTF8.self)
        if pending != latest.stable && pending != latest.candidate?.release { pending = nil }
        remember(latest.disabled, until: latest, of: root)
    }

    /// Remembers what is disabled, unless a newer file is known to say so.
    ///
    /// - Parameters:
    ///   - disabled: What is disabled.
    ///   - latest: A `latest.json` that was verified; only one that is not older says otherwise.
    ///   - root: The root file that it was verified with.
    mutating func remember(_ disabled: [LatestFile.Disabled], until latest: LatestFile, of root: RootFile) {
        if let disabling, disabling.isOfChannel(of: root),
            (disabling.root, disabling.number) > (latest.root, latest.number)
        {
            return
        }
        disabling = Disabling(disabled, by: latest, of: root)
    }

    init(cohort: String) {
        self.cohort = cohort
    }

    /// The largest numbers that were seen, of the roles that have some.
    var floors: [ReleaseRole: ReleaseTrust.Floor] {
        get {
            var floors: [ReleaseRole: ReleaseTrust.Floor] = [:]
            (floors[.latest], floors[.release]) = (latestFloor, releaseFloor)
            return floors
        }
        set { (latestFloor, releaseFloor) = (newValue[.latest], newValue[.release]) }
    }

    /// Counts the end of a launch.
    ///
    /// - Returns: Whether it was not yet among the last ones that were counted; else nothing changes.
    mutating func count(_ launch: String) -> Bool {
        let counted = (countedBefore ?? []) + (countedLaunch.map { [$0] } ?? [])
        guard !counted.contains(launch) else { return false }
        (countedLaunch, countedBefore) = (launch, counted.isEmpty ? nil : counted.suffix(Self.maximumLaunches - 1))
        return true
    }

    /// Returns how a launch of a build of the app is noted: it tells nothing about another build.
    static func launch(_ launch: String, of build: String) -> String {
        "\(launch) \(build)"
    }

    /// Returns the build of the app that a launch was of, if it is noted with a release.
    func build(of launch: String) -> String? {
        let prefix = Self.launch(launch, of: "")
        let notes = installed.lazy.flatMap { $0.launches ?? [] }
        return notes.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// The number of entries that the lists of what went wrong keep.
    static let maximumReports = 64

    /// The number of launches that are remembered: as many processes may use a store at a time.
    static let maximumLaunches = 8

    /// Returns a reason as it is kept: not more than its first 1,000 characters.
    static func reason(_ why: String) -> String {
        String(String.UnicodeScalarView(why.unicodeScalars.prefix(1000)))
    }
}

// MARK: - Roll-out

extension StoreState {
    /// Whether this store belongs to the devices that start a candidate.
    ///
    /// - Complexity: O(1); the answer for a release never changes while the percentage does not fall.
    func starts(_ candidate: LatestFile.Candidate) -> Bool {
        let digest = SHA256.digest(of: Array("\(cohort)/\(candidate.release.number)".utf8))
        let number = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        return number % 100 < UInt64(candidate.percent)
    }
}

// MARK: - Bytes

extension StoreState {
    /// The largest size of the file, in bytes.
    static let maximumSize = 16 << 20

    /// Returns the bytes of the file: the hash of the rest in a line of its own, and JSON.
    ///
    /// - Returns: The bytes; the same state always gives the same.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/storeUnwritable``.
    func encoded() throws(DeliveryError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let text = try encoder.encode(self) + Array("\n".utf8)
            return Array("\(ContentHash.of(text))\n".utf8) + text
        } catch {
            throw DeliveryError(.storeUnwritable, "the state cannot be written as JSON", cause: error)
        }
    }

    /// Reads a file that this version wrote.
    ///
    /// - Parameter bytes: The bytes; `nil` results if they are not exactly those of a state.
    init?(decoding bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let text = bytes[(end + 1)...]
        guard
            String(decoding: bytes[..<end], as: UTF8.self) == ContentHash.of(text),
            // A file with the right hash that is no state was written by another version.
            let state = try? JSONDecoder().decode(StoreState.self, from: Data(text)),
            // The hashes become the names of files.
            state.installed.allSatisfy({ ContentHash.isHash($0.reference.sha256) }),
            state.pending.map({ ContentHash.isHash($0.sha256) }) ?? true
        else { return nil }
        self = state
    }
}
