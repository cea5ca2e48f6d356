import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewRelease

/// What a store remembers: one small file, of which each change makes a new one (`Docs/Delivery.md`, "The store").
///
/// It holds no time of the clock, and no path.
struct StoreState: Hashable, Sendable {
    /// A release that was verified whole when it was installed.
    struct Installed: Hashable, Sendable {
        let reference: LatestFile.Reference
        /// The launches that ended with a template of it in flight; `nil` when it is no longer on trial.
        var strikes: Int?
    }

    /// A release that must not be used by a build of the app.
    struct Bad: Hashable, Sendable {
        let number: Int
        let sha256: String
        let build: String
        let why: String
    }

    /// A template that must not be shown.
    struct Quarantined: Hashable, Sendable {
        let type: String
        let sha256: String
        let why: String
    }

    /// 32 digits, made at random: they decide whether this store starts a candidate, and never leave it.
    var cohort: String
    /// The root files after the one of the app, the oldest first, each with its number.
    var roots: [Root] = []
    /// The newest `latest.json` that was verified.
    var latest: String?
    var floors: [ReleaseRole: ReleaseTrust.Floor] = [:]
    /// The releases that are kept, the one to use first.
    var installed: [Installed] = []
    /// The release that a process is installing: its files are not to be removed.
    var pending: LatestFile.Reference?
    /// The newest of each list come last.
    var bad: [Bad] = []
    var quarantined: [Quarantined] = []
    /// The launch whose end was counted last.
    var countedLaunch: String?

    struct Root: Hashable, Sendable {
        let version: Int
        let text: String
    }

    init(cohort: String) {
        self.cohort = cohort
    }

    /// The number of entries that the lists of what went wrong keep.
    static let maximumReports = 64

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

    /// The bytes of the file: the hash of the rest in a line of its own, and JSON.
    var encoded: [UInt8] {
        let text = Array((json.json + "\n").utf8)
        return Array("\(ContentHash.of(text))\n".utf8) + text
    }

    /// Reads a file that this version wrote.
    ///
    /// - Parameter bytes: The bytes; `nil` results if they are not exactly those of a state.
    init?(decoding bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let text = bytes[(end + 1)...]
        guard
            String(decoding: bytes[..<end], as: UTF8.self) == ContentHash.of(text),
            let value = try? JSONValue(json: Array(text))
        else { return nil }
        self.init(json: value)
    }

    private var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("cohort", .string(cohort)),
            ("roots", .array(roots.map { ["version": .int(Int64($0.version)), "text": .string($0.text)] })),
            ("floors", .object(BindingObject(floors.map { ($0.key.rawValue, Self.json($0.value)) }))),
            (
                "installed",
                .array(
                    installed.map { installed in
                        var members = Self.members(installed.reference)
                        if let strikes = installed.strikes { members.append(("strikes", .int(Int64(strikes)))) }
                        return .object(BindingObject(members))
                    }
                )
            ),
            (
                "bad",
                .array(
                    bad.map {
                        [
                            "number": .int(Int64($0.number)), "sha256": .string($0.sha256), "build": .string($0.build),
                            "why": .string($0.why),
                        ]
                    }
                )
            ),
            (
                "quarantined",
                .array(
                    quarantined.map {
                        ["type": .string($0.type), "sha256": .string($0.sha256), "why": .string($0.why)]
                    }
                )
            ),
        ]
        if let latest { members.append(("latest", .string(latest))) }
        if let pending { members.append(("pending", .object(BindingObject(Self.members(pending))))) }
        if let countedLaunch { members.append(("countedLaunch", .string(countedLaunch))) }
        return .object(BindingObject(members))
    }

    private init?(json: JSONValue) {
        guard let cohort = json.text("cohort") else { return nil }
        self.init(cohort: cohort)
        do {
            roots = try json.elements("roots").map { try Root(version: $0.needed("version"), text: $0.needed("text")) }
            for role in ReleaseRole.allCases {
                guard let floor = json["floors"]?[role.rawValue] else { continue }
                floors[role] = try ReleaseTrust.Floor(
                    number: floor.needed("number"),
                    sha256: floor.needed("sha256"),
                    authority: floor.needed("authority")
                )
            }
            installed = try json.elements("installed").map {
                try Installed(reference: Self.reference($0), strikes: $0.number("strikes"))
            }
            bad = try json.elements("bad").map {
                try Bad(
                    number: $0.needed("number"),
                    sha256: $0.needed("sha256"),
                    build: $0.needed("build"),
                    why: $0.needed("why")
                )
            }
            quarantined = try json.elements("quarantined").map {
                try Quarantined(type: $0.needed("type"), sha256: $0.needed("sha256"), why: $0.needed("why"))
            }
            pending = try json["pending"].map(Self.reference)
        } catch {
            return nil
        }
        latest = json.text("latest")
        countedLaunch = json.text("countedLaunch")
    }

    private static func json(_ floor: ReleaseTrust.Floor) -> JSONValue {
        [
            "number": .int(Int64(floor.number)), "sha256": .string(floor.sha256),
            "authority": .string(floor.authority),
        ]
    }

    private static func members(_ reference: LatestFile.Reference) -> [(String, JSONValue)] {
        [
            ("number", .int(Int64(reference.number))), ("size", .int(Int64(reference.size))),
            ("sha256", .string(reference.sha256)),
        ]
    }

    private static func reference(_ json: JSONValue) throws(MissingMember) -> LatestFile.Reference {
        // The hash becomes the name of a file.
        let sha256: String = try json.needed("sha256")
        guard ContentHash.isHash(sha256) else { throw MissingMember() }
        return try LatestFile.Reference(number: json.needed("number"), size: json.needed("size"), sha256: sha256)
    }
}

/// A file with the right hash lacks a member, so another version wrote it.
private struct MissingMember: Error {}

extension JSONValue {
    fileprivate func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }

    fileprivate func number(_ name: String) -> Int? {
        guard case .int(let number)? = self[name] else { return nil }
        return Int(exactly: number)
    }

    fileprivate func needed(_ name: String) throws(MissingMember) -> String {
        guard let text = text(name) else { throw MissingMember() }
        return text
    }

    fileprivate func needed(_ name: String) throws(MissingMember) -> Int {
        guard let number = number(name) else { throw MissingMember() }
        return number
    }

    fileprivate func elements(_ name: String) -> [JSONValue] {
        guard case .array(let elements)? = self[name] else { return [] }
        return Array(elements)
    }
}
