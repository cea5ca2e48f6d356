public import VirtualView
import VirtualViewExpressions
import VirtualViewFormat

/// The content of `releases/<n>-<sha256>.json`: the templates of a release (`Docs/Delivery.md`, "Release files").
public struct ReleaseFile: Equatable, Sendable {
    /// The file with the blobs of a release one after the other.
    package struct Pack: Equatable, Sendable {
        /// The hash of the file.
        package let sha256: String
        /// The size of the file, in bytes.
        package let size: Int

        /// The path on the server.
        package var path: String { "pack-\(sha256)" }

        /// Makes a description of a pack.
        package init(sha256: String, size: Int) {
            (self.sha256, self.size) = (sha256, size)
        }
    }

    /// The number of the release; each newer one has a larger one.
    public let number: Int
    /// The time at which it was signed.
    public let issued: ReleaseTime
    /// The time until which it may be installed; what is installed stays.
    public let expires: ReleaseTime
    /// The format that the runtime must know, for example `1.0`.
    package let minimumFormat: FormatRevision
    /// The hash of the sources, which tells an operator what a release was made of.
    package let sources: String
    /// The templates.
    public let manifest: TemplateManifest
    /// The file with all blobs.
    package let pack: Pack

    /// The largest size, in bytes.
    package static let maximumSize = 1 << 20

    /// Makes the content.
    package init(
        number: Int,
        issued: ReleaseTime,
        expires: ReleaseTime,
        minimumFormat: FormatRevision,
        sources: String,
        manifest: TemplateManifest,
        pack: Pack
    ) {
        (self.number, self.issued, self.expires, self.minimumFormat) = (number, issued, expires, minimumFormat)
        (self.sources, self.manifest, self.pack) = (sources, manifest, pack)
    }
}

/// The two numbers of a file format.
package struct FormatRevision: Comparable, Sendable, CustomStringConvertible {
    /// The major number: files of another one cannot be read.
    package let major: Int
    /// The minor number: what a larger one adds is passed over.
    package let minor: Int

    /// The newest format that this runtime knows.
    package static let current = FormatRevision(major: 1, minor: 0)

    /// Makes a revision.
    package init(major: Int, minor: Int) {
        (self.major, self.minor) = (major, minor)
    }

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt16($0) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        self.init(major: Int(major), minor: Int(minor))
        guard description == text else { return nil }
    }

    /// The numbers with a point between them.
    package var description: String { "\(major).\(minor)" }

    /// Compares the major numbers first.
    package static func < (lhs: FormatRevision, rhs: FormatRevision) -> Bool {
        (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
    }
}

// MARK: - Blobs

extension ReleaseFile {
    /// A file of the release and its place in the pack.
    package struct Blob: Equatable, Sendable {
        /// The hash of the file, which is its name.
        package let sha256: String
        /// The size of the file, in bytes.
        package let size: Int
        /// The place of its first byte in the pack.
        package let offset: Int

        /// Describes a file, which may be anything until it is checked.
        package init(sha256: String, size: Int, offset: Int) {
            (self.sha256, self.size, self.offset) = (sha256, size, offset)
        }

        /// The path of the file, on the server and in a store.
        package var path: String { Self.path(sha256) }

        /// Returns the path of a blob, on the server and in a store.
        package static func path(_ sha256: String) -> String { "blobs/\(sha256)" }
    }

    /// The different files of the release, in the order of the pack, which is that of the manifest.
    package var blobs: [Blob] {
        var seen: Set<String> = []
        var offset = 0
        return manifest.entries.compactMap { entry in
            guard seen.insert(entry.sha256).inserted else { return nil }
            defer { offset += entry.size }
            return Blob(sha256: entry.sha256, size: entry.size, offset: offset)
        }
    }
}

// MARK: - Content

extension ReleaseFile {
    /// Reads a content that was verified.
    package init(content bytes: [UInt8]) throws(DeliveryError) {
        let content = try ContentReader(bytes, type: .release)
        number = try content.number("number", in: 1...RootFile.maximumNumber)
        issued = try content.time("issued")
        expires = try content.time("expires")
        guard let format = FormatRevision(try content.string("format")) else {
            throw content.problem("format", "two numbers like '1.0'")
        }
        minimumFormat = format
        sources = try content.sha256("sources")
        let member = try content.member("pack")
        pack = try Pack(sha256: member.sha256("sha256"), size: member.number("size", in: 0...Self.maximumPackSize))
        guard let templates = content.json["templates"] else { throw content.problem("templates", "a list") }
        do {
            manifest = try TemplateManifest(templates)
        } catch {
            throw DeliveryError(.malformed, "the member 'templates': \(error)", cause: error)
        }
        try checkSizes()
    }

    /// One hash has one size, and all of them together are the pack, so that no place in it can overflow.
    private func checkSizes() throws(DeliveryError) {
        var sizes: [String: Int] = [:]
        var total = 0
        for entry in manifest.entries {
            guard (0...Self.maximumPackSize).contains(entry.size) else {
                throw DeliveryError(.malformed, "the size of '\(VisibleText.short(entry.type))' is out of range")
            }
            guard let size = sizes.updateValue(entry.size, forKey: entry.sha256) else {
                total += entry.size
                continue
            }
            guard size == entry.size else {
                throw DeliveryError(.malformed, "two templates have the hash \(entry.sha256), but different sizes")
            }
        }
        guard total == pack.size else {
            throw DeliveryError(.malformed, "the templates have \(total) bytes together, but the pack has \(pack.size)")
        }
    }

    /// The largest size of a pack, in bytes.
    package static let maximumPackSize = 1 << 30

    /// The content as `vvc release` writes it.
    package var content: [UInt8] {
        let templates = manifest.entries.map { entry -> JSONValue in
            [
                "type": .string(entry.type), "version": .string(entry.version.description),
                "size": .int(Int64(entry.size)), "sha256": .string(entry.sha256),
            ]
        }
        let value: JSONValue = [
            "type": .string(ReleaseRole.release.rawValue),
            "number": .int(Int64(number)),
            "issued": .string(issued.description),
            "expires": .string(expires.description),
            "format": .string(minimumFormat.description),
            "sources": .string(sources),
            "templates": .array(templates),
            "pack": ["sha256": .string(pack.sha256), "size": .int(Int64(pack.size))],
        ]
        return Array(value.json.utf8)
    }
}
