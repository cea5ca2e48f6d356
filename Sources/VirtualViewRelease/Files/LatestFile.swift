import VirtualView
import VirtualViewExpressions
import VirtualViewFormat

/// The content of `latest.json`: which release is the newest, who gets the next one, and what is disabled
/// (`Docs/Delivery.md`, "latest.json").
public struct LatestFile: Equatable, Sendable {
    /// A release file, as `latest.json` names it.
    package struct Reference: Equatable, Sendable, Codable {
        /// The number of the release.
        package let number: Int
        /// The size of the release file, in bytes.
        package let size: Int
        /// The hash of the release file.
        package let sha256: String

        /// The path of the release file on the server.
        package var path: String { "releases/\(number)-\(sha256).json" }

        /// Makes a reference.
        package init(number: Int, size: Int, sha256: String) {
            (self.number, self.size, self.sha256) = (number, size, sha256)
        }
    }

    /// A release that a part of the devices starts to use.
    package struct Candidate: Equatable, Sendable {
        /// The release.
        package let release: Reference
        /// The part of the devices that may start to use it: 0 to 100.
        package let percent: Int

        /// Makes a candidate.
        package init(_ release: Reference, percent: Int) {
            (self.release, self.percent) = (release, percent)
        }
    }

    /// A template that must not be shown.
    public struct Disabled: Equatable, Sendable {
        /// The template's type.
        public let type: String
        /// The version that must not be shown; `nil` for every version.
        public let version: String?
        /// The reason, for a log.
        public let reason: String

        /// Makes an entry.
        package init(type: String, version: String?, reason: String) {
            (self.type, self.version, self.reason) = (type, version, reason)
        }

        /// Returns whether a template must not be shown.
        package func covers(_ entry: TemplateManifest.Entry) -> Bool {
            type == entry.type && (version == nil || version == entry.version.description)
        }

        /// Returns whether all that another entry names must not be shown because of this one.
        fileprivate func covers(_ other: Disabled) -> Bool {
            type == other.type && (version == nil || version == other.version)
        }
    }

    /// The number of the file; each newer one has a larger one.
    public let number: Int
    /// The version of the newest root file.
    public let root: Int
    /// The time at which it was signed.
    public let issued: ReleaseTime
    /// The time until which it is valid.
    public let expires: ReleaseTime
    /// The release that every device may use.
    package let stable: Reference
    /// The release that a part of the devices starts to use.
    package let candidate: Candidate?
    /// The templates that must not be shown, of whatever release.
    public let disabled: [Disabled]
    /// The largest number of a release that any such file has named: a candidate that was taken back keeps its number.
    package let newest: Int

    /// The path on the server.
    package static let path = "latest.json"
    /// The largest size, in bytes.
    package static let maximumSize = 4 << 10
    /// The largest number of disabled templates.
    package static let maximumDisabled = 256

    /// Makes the content.
    package init(
        number: Int,
        root: Int,
        issued: ReleaseTime,
        expires: ReleaseTime,
        stable: Reference,
        candidate: Candidate? = nil,
        disabled: [Disabled] = [],
        after newest: Int = 0
    ) {
        (self.number, self.root, self.issued, self.expires) = (number, root, issued, expires)
        (self.stable, self.candidate, self.disabled) = (stable, candidate, disabled)
        self.newest = max(newest, candidate?.release.number ?? stable.number)
    }
}

// MARK: - Content

extension LatestFile {
    /// Returns whether the file disables all that other entries disable.
    package func disables(all others: [Disabled]) -> Bool {
        others.allSatisfy { other in disabled.contains { $0.covers(other) } }
    }

    /// Returns other entries, and those of the file that disable more.
    package func disabling(besides others: [Disabled]) -> [Disabled] {
        others + disabled.filter { entry in !others.contains { $0.covers(entry) } }
    }

    /// Reads a content that was verified.
    package init(content bytes: [UInt8]) throws(DeliveryError) {
        let content = try ContentReader(bytes, type: .latest)
        stable = try Reference(content.member("stable"))
        if let member = content.optionalMember("candidate") {
            let release = try Reference(member)
            guard release.number > stable.number else {
                throw content.problem("candidate.number", "larger than 'stable.number'")
            }
            candidate = try Candidate(release, percent: member.number("percent", in: 0...100))
        } else {
            candidate = nil
        }
        var disabled: [Disabled] = []
        for element in try content.list("disabled", maximumCount: Self.maximumDisabled) {
            let version = element.has("version") ? try element.string("version") : nil
            disabled.append(
                try Disabled(type: element.string("type"), version: version, reason: element.string("reason"))
            )
        }
        self.disabled = disabled
        let named = candidate?.release.number ?? stable.number
        newest = content.has("newest") ? try content.number("newest", in: named...RootFile.maximumNumber) : named
        number = try content.number("number", in: 1...RootFile.maximumNumber)
        root = try content.number("root", in: 1...RootFile.maximumNumber)
        issued = try content.time("issued")
        expires = try content.time("expires")
    }

    /// The content as `vvc release` writes it.
    package var content: [UInt8] {
        var members: [(String, JSONValue)] = [
            ("type", .string(ReleaseRole.latest.rawValue)),
            ("number", .int(Int64(number))),
            ("root", .int(Int64(root))),
            ("issued", .string(issued.description)),
            ("expires", .string(expires.description)),
            ("stable", .object(BindingObject(stable.members))),
        ]
        if let candidate {
            let percent = ("percent", JSONValue.int(Int64(candidate.percent)))
            members.append(("candidate", .object(BindingObject(candidate.release.members + [percent]))))
        }
        if newest > candidate?.release.number ?? stable.number { members.append(("newest", .int(Int64(newest)))) }
        if !disabled.isEmpty { members.append(("disabled", .array(disabled.map(\.json)))) }
        return Array(JSONValue.object(BindingObject(members)).json.utf8)
    }
}

extension LatestFile.Reference {
    fileprivate init(_ content: ContentReader) throws(DeliveryError) {
        number = try content.number("number", in: 1...RootFile.maximumNumber)
        size = try content.number("size", in: 1...ReleaseFile.maximumSize)
        sha256 = try content.sha256("sha256")
    }

    fileprivate var members: [(String, JSONValue)] {
        [("number", .int(Int64(number))), ("size", .int(Int64(size))), ("sha256", .string(sha256))]
    }
}

extension LatestFile.Disabled {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [("type", .string(type)), ("reason", .string(reason))]
        if let version { members.append(("version", .string(version))) }
        return .object(BindingObject(members))
    }
}
