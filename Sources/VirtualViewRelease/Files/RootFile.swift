import VirtualViewExpressions
import VirtualViewFormat

/// The content of `root/<n>.json`: the keys, what each may sign, and how many it takes (`Docs/Delivery.md`, "Root files").
///
/// An app brings one with it. A client goes from it to the newest one by one: each is signed by enough keys of the one
/// before, and by enough of its own.
public struct RootFile: Equatable, Sendable {
    /// The keys of a role, and how many of them must sign.
    package struct Authority: Equatable, Sendable {
        /// The keys by their ids.
        package let keys: [String: ReleaseKey]
        /// The number of different keys that must sign; at least 1.
        package let threshold: Int

        /// Makes the authority of a role.
        package init(_ keys: [ReleaseKey], threshold: Int) {
            self.keys = Dictionary(keys.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            self.threshold = threshold
        }
    }

    /// The name of the app, which stands in what keys sign.
    public let app: String
    /// The name of the channel, for example `production`, which stands in what keys sign.
    public let channel: String
    /// The number of the file, from 1; each is one more than the one before.
    public let version: Int
    /// The time at which it was made.
    public let issued: ReleaseTime
    /// The time until which it is valid.
    public let expires: ReleaseTime
    private let authorities: [ReleaseRole: Authority]

    /// Returns the path of a root file on the server.
    package static func path(_ version: Int) -> String { "root/\(version).json" }

    /// The largest size of a root file, in bytes.
    package static let maximumSize = 64 << 10
    /// The largest number that a file of a release may have: those up to it are exact in every JSON reader.
    package static let maximumNumber = 9_007_199_254_740_991
    private static let maximumKeys = 64

    /// Makes a root file.
    ///
    /// - Parameters:
    ///   - app: The name of the app.
    ///   - channel: The name of the channel.
    ///   - version: The number of the file.
    ///   - issued: The time at which it is made.
    ///   - expires: The time until which it is valid.
    ///   - authorities: The keys of each role.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/malformed`` if a role has no keys or a threshold
    ///   that they cannot meet, if the roles have too many keys together, or if a name has other characters than allowed.
    package init(
        app: String,
        channel: String,
        version: Int,
        issued: ReleaseTime,
        expires: ReleaseTime,
        authorities: [ReleaseRole: Authority]
    ) throws(DeliveryError) {
        guard ContentReader.isName(app), ContentReader.isName(channel) else {
            let rule = "of 1 to 64 letters, digits, points, hyphens and underscores"
            throw DeliveryError(.malformed, "the names of the app and the channel must be \(rule)")
        }
        for role in ReleaseRole.allCases {
            let (count, threshold) = (authorities[role]?.keys.count ?? 0, authorities[role]?.threshold ?? 0)
            guard count > 0, (1...count).contains(threshold) else {
                let message = "the threshold of '\(role.rawValue)' is \(threshold); the number of its keys is \(count)"
                throw DeliveryError(.malformed, message)
            }
        }
        let keys = Set(authorities.values.flatMap { $0.keys.keys })
        guard keys.count <= Self.maximumKeys else {
            let message = "the roles have \(keys.count) different keys; the limit is \(Self.maximumKeys)"
            throw DeliveryError(.malformed, message)
        }
        (self.app, self.channel, self.version) = (app, channel, version)
        (self.issued, self.expires, self.authorities) = (issued, expires, authorities)
    }

    /// The keys of a role.
    package func authority(of role: ReleaseRole) -> Authority {
        // Every role has one: the initializer sees to it.
        authorities[role] ?? Authority([], threshold: 1)
    }

    /// A name for who may sign what: another one means that the role has changed hands, or that the channel is another.
    func fingerprint(of role: ReleaseRole) -> String {
        let authority = authority(of: role)
        let words = [app, channel] + authority.keys.keys.sorted() + [String(authority.threshold)]
        return ContentHash.of(Array(words.joined(separator: " ").utf8))
    }
}

// MARK: - Content

extension RootFile {
    /// Reads a content.
    package init(content bytes: [UInt8]) throws(DeliveryError) {
        let content = try ContentReader(bytes, type: .root)
        var keys: [String: ReleaseKey] = [:]
        for element in try content.list("keys", maximumCount: Self.maximumKeys) {
            guard let bytes = HexText.bytes(try element.text()) else {
                throw element.problem("", "a key in hexadecimal digits")
            }
            let key = try ReleaseKey(bytes)
            keys[key.id] = key
        }
        let roles = try content.member("roles")
        var authorities: [ReleaseRole: Authority] = [:]
        for role in ReleaseRole.allCases {
            let member = try roles.member(role.rawValue)
            var listed: [ReleaseKey] = []
            for element in try member.list("keys", maximumCount: Self.maximumKeys) {
                guard let key = keys[try element.text()] else { throw element.problem("", "the id of a listed key") }
                listed.append(key)
            }
            let threshold = try member.number("threshold", in: 1...Self.maximumKeys)
            authorities[role] = Authority(listed, threshold: threshold)
        }
        try self.init(
            app: content.name("app"),
            channel: content.name("channel"),
            version: content.number("version", in: 1...Self.maximumNumber),
            issued: content.time("issued"),
            expires: content.time("expires"),
            authorities: authorities
        )
    }

    /// The content as `vvc release` writes it: compact, with members and keys in alphabetical order.
    package var content: [UInt8] {
        var keys: [String: ReleaseKey] = [:]
        for authority in authorities.values { keys.merge(authority.keys) { first, _ in first } }
        let roles = ReleaseRole.allCases.map { role -> (String, JSONValue) in
            let authority = authority(of: role)
            let ids = authority.keys.keys.sorted().map(JSONValue.string)
            return (role.rawValue, ["keys": .array(ids), "threshold": .int(Int64(authority.threshold))])
        }
        let value: JSONValue = [
            "type": .string(ReleaseRole.root.rawValue),
            "app": .string(app),
            "channel": .string(channel),
            "version": .int(Int64(version)),
            "issued": .string(issued.description),
            "expires": .string(expires.description),
            "keys": .array(keys.values.map { HexText.text($0.bytes) }.sorted().map(JSONValue.string)),
            "roles": .object(BindingObject(roles)),
        ]
        return Array(value.json.utf8)
    }
}
