import Foundation
import VirtualViewFormat

@testable import VirtualView
@testable import VirtualViewRelease

/// Makes the files of a server as an operator does, with keys that it holds itself.
struct Workshop: Sendable {
    var app = "shop"
    var channel = "production"
    /// The keys of each role, and how many must sign.
    var keys: [ReleaseRole: (keys: [SigningKey], threshold: Int)] = [
        .root: ([SigningKey("root 1"), SigningKey("root 2"), SigningKey("root 3")], 2),
        .release: ([SigningKey("release 1"), SigningKey("release 2")], 2),
        .latest: ([SigningKey("latest 1")], 1),
    ]
    var rootVersion = 1
    var number = 0
    var time = ReleaseTime(seconds: 1_800_000_000)
    /// How long `latest.json` is valid, in seconds.
    var validity: Int64 = 7 * 86400
    /// The files by their paths.
    var files: [String: [UInt8]] = [:]
    var stable: LatestFile.Reference?
    var candidate: LatestFile.Candidate?
    var disabled: [LatestFile.Disabled] = []
    /// The releases that were made, by the hashes of their files.
    var releases: [String: ReleaseFile] = [:]

    init() {
        files[RootFile.path(1)] = signed(.root, root.content)
    }

    /// The root file that an app brings with it.
    var pinned: [UInt8] { files[RootFile.path(1)] ?? [] }

    var root: RootFile {
        let authorities = keys.mapValues { RootFile.Authority($0.keys.map(\.key), threshold: $0.threshold) }
        return made {
            try RootFile(
                app: app,
                channel: channel,
                version: rootVersion,
                issued: time,
                expires: later(3650 * 86400),
                authorities: authorities
            )
        }
    }

    func later(_ seconds: Int64) -> ReleaseTime { ReleaseTime(seconds: time.seconds + seconds) }

    /// Returns a file that keys of a role signed; all that are needed unless told otherwise.
    func signed(_ role: ReleaseRole, _ content: [UInt8], by signers: [SigningKey]? = nil) -> [UInt8] {
        let signers = signers ?? Array((keys[role]?.keys ?? []).prefix(keys[role]?.threshold ?? 0))
        let message = SignedFile.message(content, role, app: app, channel: channel)
        return SignedFile.encode(content, signers.map { SignedFile.Signature(key: $0.id, bytes: $0.sign(message)) })
    }
}

// MARK: - What an operator does

extension Workshop {
    /// Makes a release of templates, with entries of its manifest that say what they are unless told otherwise.
    @discardableResult
    mutating func makeRelease(
        _ number: Int,
        _ templates: [Template],
        _ entries: [TemplateManifest.Entry]? = nil,
        format: FormatRevision = .current
    ) -> LatestFile.Reference {
        let entries = entries ?? templates.map { TemplateManifest.Entry(describing: $0) }
        var pack: [UInt8] = []
        var seen: Set<String> = []
        for (template, entry) in zip(templates, entries) {
            files[ReleaseFile.Blob.path(entry.sha256)] = template.bytes
            if seen.insert(entry.sha256).inserted { pack += template.bytes }
        }
        let release = ReleaseFile(
            number: number,
            issued: time,
            expires: later(3650 * 86400),
            minimumFormat: format,
            sources: ContentHash.of(Array("sources".utf8)),
            manifest: made { try TemplateManifest(entries) },
            pack: ReleaseFile.Pack(sha256: ContentHash.of(pack), size: pack.count)
        )
        files[release.pack.path] = pack
        let bytes = signed(.release, release.content)
        let reference = LatestFile.Reference(number: number, size: bytes.count, sha256: ContentHash.of(bytes))
        files[reference.path] = bytes
        releases[reference.sha256] = release
        return reference
    }

    /// Writes `latest.json` anew.
    mutating func writeLatest() {
        guard let stable else { return }
        number += 1
        let latest = LatestFile(
            number: number,
            root: rootVersion,
            issued: time,
            expires: later(validity),
            stable: stable,
            candidate: candidate,
            disabled: disabled
        )
        files[LatestFile.path] = signed(.latest, latest.content)
    }

    /// Makes a release and offers it to everybody.
    @discardableResult
    mutating func publish(_ number: Int, _ templates: [Template]) -> LatestFile.Reference {
        let reference = makeRelease(number, templates)
        stable = reference
        candidate = nil
        writeLatest()
        return reference
    }

    /// Makes a release and offers it to a part of the devices.
    @discardableResult
    mutating func offer(_ number: Int, _ templates: [Template], percent: Int) -> LatestFile.Reference {
        let reference = makeRelease(number, templates)
        candidate = LatestFile.Candidate(reference, percent: percent)
        writeLatest()
        return reference
    }

    /// Gives a role other keys.
    mutating func rotate(_ role: ReleaseRole, to names: [String], threshold: Int) {
        let old = Array((keys[.root]?.keys ?? []).prefix(keys[.root]?.threshold ?? 0))
        keys[role] = (names.map(SigningKey.init), threshold)
        rootVersion += 1
        let new = Array((keys[.root]?.keys ?? []).prefix(keys[.root]?.threshold ?? 0))
        files[RootFile.path(rootVersion)] = signed(.root, root.content, by: Array(Set(old + new)))
    }
}
