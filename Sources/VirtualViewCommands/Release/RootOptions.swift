import VirtualViewFormat
import VirtualViewRelease

/// The options of `vvc release` that make root files.
struct RootOptions {
    /// The options about one role.
    private struct Role {
        let role: ReleaseRole
        let files: [String]
        let threshold: Int?

        init(_ role: ReleaseRole, _ line: inout ArgumentReader) throws(UsageError) {
            self.role = role
            let what =
                switch role {
                case .root: "root files"
                case .release: "release files"
                case .latest: "latest.json"
                }
            files = line.texts(
                Option("--\(role.rawValue)-key", "FILE", help: "A public key for \(what), from 'openssl pkey -pubout'")
            )
            let option = Option(
                "--\(role.rawValue)-threshold",
                "K",
                help: "How many of them must sign (default: 1 for one key; --rotate keeps the number)"
            )
            threshold = try line.number(option, in: 1...64)
        }
    }

    /// Whether the first root file is made.
    let makesFirst: Bool
    /// Whether the next root file is made.
    let rotates: Bool
    private let app: String?
    private let channel: String?
    private let roles: [Role]

    static let first = Option("--init", help: "Makes the first root file: who may sign what")
    static let next = Option(
        "--rotate",
        help: "Makes the next root file, in which the given keys replace those of a role"
    )
    private static let app = Option("--app", "NAME", help: "The app's name, for --init")
    private static let channel = Option("--channel", "NAME", help: "The channel, for example 'production', for --init")

    /// The names of the options that describe a root file.
    static let names: Set<String> = Set(
        [app.name, channel.name]
            + ReleaseRole.allCases.flatMap { ["--\($0.rawValue)-key", "--\($0.rawValue)-threshold"] }
    )

    /// The files of the keys.
    var paths: [String] { roles.flatMap(\.files) }

    init(_ line: inout ArgumentReader) throws(UsageError) {
        makesFirst = line.flag(Self.first)
        rotates = line.flag(Self.next)
        app = line.text(Self.app)
        channel = line.text(Self.channel)
        var roles: [Role] = []
        for role in ReleaseRole.allCases { roles.append(try Role(role, &line)) }
        self.roles = roles
    }

    /// Refuses what does not go together.
    func check() throws(UsageError) {
        if makesFirst {
            if rotates { throw UsageError("'\(Self.first)' does not go with '\(Self.next)'") }
            guard app != nil, channel != nil else {
                throw UsageError("'\(Self.first)' needs '\(Self.app) NAME' and '\(Self.channel) NAME'")
            }
            for role in roles where role.files.isEmpty {
                throw UsageError("'\(Self.first)' needs '--\(role.role.rawValue)-key FILE'")
            }
        } else {
            if let option = [(Self.app, app), (Self.channel, channel)].first(where: { $0.1 != nil })?.0 {
                throw UsageError("'\(option)' goes with '\(Self.first)'; a root file that follows keeps the name")
            }
            for role in roles where !rotates && (!role.files.isEmpty || role.threshold != nil) {
                throw UsageError("the keys of '\(role.role.rawValue)' go with '\(Self.first)' or '\(Self.next)'")
            }
        }
        for role in roles where role.files.count > 1 && role.threshold == nil && makesFirst {
            let name = "--\(role.role.rawValue)-threshold"
            throw UsageError("there are \(role.files.count) keys of '\(role.role.rawValue)'; give '\(name) K' too")
        }
    }

    /// The number of signatures for which `latest.json` has room beside a release and a candidate, whatever their numbers.
    private static let maximumSignatures: Int = {
        let (largest, time) = (RootFile.maximumNumber, ReleaseTime(seconds: 0))
        let release = LatestFile.Reference(
            number: largest,
            size: ReleaseFile.maximumSize,
            sha256: ContentHash.of([])
        )
        let latest = LatestFile(
            number: largest,
            root: largest,
            issued: time,
            expires: time,
            stable: release,
            candidate: LatestFile.Candidate(release, percent: 100)
        )
        let counts = 1...SignedFile.maximumCount
        return counts.last { SignedFile.size(latest.content, signatureCount: $0) <= LatestFile.maximumSize } ?? 0
    }()

    /// Makes a root file.
    ///
    /// - Parameters:
    ///   - last: The root file before it; `nil` for the first.
    ///   - date: The time at which it is made.
    /// - Returns: The root file.
    /// - Throws: `FileError` for a key that cannot be read, `ReleaseProblem` or `DeliveryError` for what no root file
    ///   can have.
    func makeRoot(after last: RootFile?, date: ReleaseTime) throws -> RootFile {
        var authorities: [ReleaseRole: RootFile.Authority] = [:]
        for role in roles {
            let old = last?.authority(of: role.role)
            let keys = role.files.isEmpty ? old.map { Array($0.keys.values) } ?? [] : try Self.keys(role.files)
            let threshold = role.threshold ?? old?.threshold ?? 1
            guard threshold <= keys.count else {
                let name = role.role.rawValue
                let message = "the threshold of '\(name)' is \(threshold); the number of its keys is \(keys.count)"
                throw ReleaseProblem("\(message); give '--\(name)-threshold K'")
            }
            guard role.role != .latest || threshold <= Self.maximumSignatures else {
                let room = "\(LatestFile.path) has room for \(Self.maximumSignatures) signatures"
                throw ReleaseProblem("the threshold of 'latest' is \(threshold); \(room)")
            }
            authorities[role.role] = RootFile.Authority(keys, threshold: threshold)
        }
        return try RootFile(
            app: app ?? last?.app ?? "",
            channel: channel ?? last?.channel ?? "",
            version: (last?.version ?? 0) + 1,
            issued: date,
            expires: ReleaseSources.expiry(date),
            authorities: authorities
        )
    }

    private static func keys(_ files: [String]) throws -> [ReleaseKey] {
        var found: [String: String] = [:]
        return try files.map { path in
            let text = String(decoding: try FileSystem.read(path, limit: 64 << 10), as: UTF8.self)
            let key: ReleaseKey
            do throws(DeliveryError) {
                key = try ReleaseKey(pem: text)
            } catch {
                let hint =
                    text.contains("PRIVATE KEY")
                    ? "; this is a private key, which belongs nowhere but in its place" : ""
                throw ReleaseProblem("\(path): \(error.message)\(hint)")
            }
            if let other = found.updateValue(path, forKey: key.id) {
                throw ReleaseProblem("'\(other)' and '\(path)' are the same key")
            }
            return key
        }
    }
}
