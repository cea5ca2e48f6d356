import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewRelease

/// A file of a release that is being signed: the content, and the signatures that were collected so far.
///
/// It is written in the form of a signed file, so that it can be passed from one holder of keys to the next. Each
/// signature is verified when it is added.
package struct SignedFileDraft: Sendable {
    /// What the file says.
    package enum Content: Equatable, Sendable {
        /// A root file.
        case root(RootFile)
        /// A release file.
        case release(ReleaseFile)
        /// `latest.json`.
        case latest(LatestFile)
    }

    /// What became of a signature.
    package enum Outcome: Hashable, Sendable {
        /// It is valid, and its key had not signed yet.
        case added
        /// Its key had signed already.
        case repeated
        /// It is not a signature of this content by a key that may sign it.
        case foreign
    }

    /// The keys of which some must sign, and how many have.
    package struct Share: Hashable, Sendable {
        /// The number of keys that signed.
        package let valid: Int
        /// The number of keys that may sign.
        package let keys: Int
        /// The number of keys that must sign.
        package let threshold: Int
    }

    /// What the file says.
    package let content: Content
    /// The role whose keys sign.
    package let role: ReleaseRole
    /// The number of the file among those of its kind.
    package let number: Int
    /// The name of the app.
    package let app: String
    /// The name of the channel.
    package let channel: String
    /// The bytes that each key signs.
    package let message: [UInt8]
    private let bytesOfContent: [UInt8]
    /// Each of them must be met: one, or for a root file the ones before and after it.
    private let authorities: [RootFile.Authority]
    private var signatures: [String: SignedFile.Signature] = [:]
    /// The number of signatures that were left out when the draft was read.
    private(set) var foreignCount = 0

    /// Makes a draft without signatures.
    ///
    /// - Parameters:
    ///   - content: What the file says.
    ///   - root: The newest root file; for a root file the one before it, `nil` for the first.
    /// - Throws: ``DeliveryError``: ``DeliveryError/Code/mismatch`` if a root file does not follow `root`, or there is
    ///   none where one is needed.
    package init(_ content: Content, under root: RootFile?) throws(DeliveryError) {
        try self.init(content, content.bytes, under: root)
    }

    private init(_ content: Content, _ bytes: [UInt8], under root: RootFile?) throws(DeliveryError) {
        self.content = content
        bytesOfContent = bytes
        (role, number) = (content.role, content.number)
        if case .root(let file) = content {
            guard file.version == (root?.version ?? 0) + 1 else {
                if let root, file.version == root.version, file != root {
                    let what = "there is root file \(root.version) already, and it is another one"
                    throw DeliveryError(.mismatch, "\(what); make the draft again")
                }
                let place = root.map { "root file \($0.version)" } ?? "no root file"
                throw DeliveryError(.mismatch, "root file \(file.version) does not follow \(place)")
            }
            guard root.map({ $0.app == file.app && $0.channel == file.channel }) != false else {
                throw DeliveryError(.mismatch, "the root file is for '\(file.app)/\(file.channel)'")
            }
            (app, channel) = (file.app, file.channel)
            authorities = [root, file].compactMap { $0?.authority(of: .root) }
        } else {
            guard let root else { throw DeliveryError(.mismatch, "there is no root file that says who may sign this") }
            (app, channel) = (root.app, root.channel)
            authorities = [root.authority(of: role)]
        }
        message = SignedFile.message(bytes, role, app: app, channel: channel)
    }

    /// Reads a draft with the signatures that are valid; others are left out.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - root: The newest root file; for a root file the one before it, `nil` for the first.
    /// - Throws: ``DeliveryError``: ``DeliveryError/Code/malformed``, ``DeliveryError/Code/mismatch`` or
    ///   ``DeliveryError/Code/noCryptography``.
    package init(reading bytes: [UInt8], under root: RootFile?) throws(DeliveryError) {
        guard bytes.count <= ReleaseFile.maximumSize else {
            throw DeliveryError(.tooLarge, "the file has \(bytes.count) bytes, more than any file of a release")
        }
        let file = try SignedFile(bytes)
        try self.init(Content(file.pinnedContent), file.pinnedContent, under: root)
        for signature in file.signatures where try add(signature.bytes) == .foreign { foreignCount += 1 }
    }

    /// The role whose keys sign a file; `nil` if it is no file of a release.
    package static func role(of bytes: [UInt8]) -> ReleaseRole? {
        (try? SignedFile(bytes)).flatMap { Content.role(of: $0.pinnedContent) }
    }
}

// MARK: - Signing

extension SignedFileDraft {
    /// Adds a signature of whichever key it is.
    ///
    /// - Parameter signature: The 64 bytes.
    /// - Returns: What became of it.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/noCryptography``.
    package mutating func add(_ signature: [UInt8]) throws(DeliveryError) -> Outcome {
        guard signature.count == 64 else { return .foreign }
        for authority in authorities {
            for key in authority.keys.values where try SignatureCheck.isValid(signature, for: message, by: key) {
                let entry = SignedFile.Signature(key: key.id, bytes: signature)
                return signatures.updateValue(entry, forKey: key.id) == nil ? .added : .repeated
            }
        }
        return .foreign
    }

    /// Adds the signatures of the same content that another draft has, until enough keys have signed.
    package mutating func add(signaturesOf other: SignedFileDraft) {
        guard other.message == message else { return }
        for (id, signature) in other.signatures.sorted(by: { $0.key < $1.key }) where signatures[id] == nil {
            guard !isComplete else { return }
            signatures[id] = signature
        }
    }

    /// Adds the signatures of a file that the draft replaces, until enough keys have signed.
    ///
    /// - Parameter file: The complete file; one without signatures may be anything.
    /// - Returns: Whether no signature is lost.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/noCryptography``.
    mutating func add(signaturesOf file: [UInt8]) throws(DeliveryError) -> Bool {
        guard let old = try? SignedFile(file), !old.signatures.isEmpty else { return true }
        guard old.pinnedContent == bytesOfContent else { return false }
        for signature in old.signatures where !isComplete {
            if try add(signature.bytes) == .foreign { return false }
        }
        return true
    }

    /// How many keys have signed: of its role, or for a root file of the one before it and of its own.
    package var shares: [Share] {
        authorities.map { authority in
            let valid = authority.keys.keys.count { signatures[$0] != nil }
            return Share(valid: valid, keys: authority.keys.count, threshold: authority.threshold)
        }
    }

    /// Whether enough keys have signed.
    package var isComplete: Bool { shares.allSatisfy { $0.valid >= $0.threshold } }

    /// The file with the signatures so far, in the order of the keys' ids.
    package var bytes: [UInt8] { SignedFile.encode(bytesOfContent, Array(signatures.values)) }

    /// The number of signatures when enough keys have signed.
    var completeCount: Int {
        let lacking = shares.map { max(0, $0.threshold - $0.valid) }
        // Of a root file and the one before it, a key of both counts for both.
        let common = authorities.dropFirst().reduce(0) { count, authority in
            count + authority.keys.keys.count { authorities[0].keys[$0] != nil && signatures[$0] == nil }
        }
        return signatures.count + max(lacking.max() ?? 0, lacking.reduce(0, +) - common)
    }

    /// The size of the file when enough keys have signed.
    var completeSize: Int { SignedFile.size(bytesOfContent, signatureCount: completeCount) }

    /// The path on the server.
    ///
    /// That of a release file depends on its signatures.
    package var path: String {
        switch content {
        case .root(let file): RootFile.path(file.version)
        case .release(let file): Self.reference(file.number, bytes).path
        case .latest: LatestFile.path
        }
    }

    /// What `latest.json` says about the file, if it is a release file with all its signatures.
    package var reference: LatestFile.Reference { Self.reference(number, bytes) }

    private static func reference(_ number: Int, _ bytes: [UInt8]) -> LatestFile.Reference {
        LatestFile.Reference(number: number, size: bytes.count, sha256: ContentHash.of(bytes))
    }
}

extension SignedFileDraft.Content {
    /// Reads a content by the type that it names.
    fileprivate init(_ bytes: [UInt8]) throws(DeliveryError) {
        switch Self.role(of: bytes) {
        case .root: self = .root(try RootFile(content: bytes))
        case .release: self = .release(try ReleaseFile(content: bytes))
        case .latest: self = .latest(try LatestFile(content: bytes))
        case nil: throw DeliveryError(.malformed, "the content is not that of a root, release or latest file")
        }
    }

    fileprivate static func role(of bytes: [UInt8]) -> ReleaseRole? {
        guard case .string(let type)? = (try? JSONValue(json: bytes, maximumDepth: 8))?["type"] else { return nil }
        return ReleaseRole(rawValue: type)
    }

    fileprivate var role: ReleaseRole {
        switch self {
        case .root: .root
        case .release: .release
        case .latest: .latest
        }
    }

    fileprivate var number: Int {
        switch self {
        case .root(let file): file.version
        case .release(let file): file.number
        case .latest(let file): file.number
        }
    }

    fileprivate var bytes: [UInt8] {
        switch self {
        case .root(let file): file.content
        case .release(let file): file.content
        case .latest(let file): file.content
        }
    }

    /// The time until which the file is valid.
    var expires: ReleaseTime {
        switch self {
        case .root(let file): file.expires
        case .release(let file): file.expires
        case .latest(let file): file.expires
        }
    }

    /// The largest size of such a file, in bytes.
    package var maximumSize: Int {
        switch self {
        case .root: RootFile.maximumSize
        case .release: ReleaseFile.maximumSize
        case .latest: LatestFile.maximumSize
        }
    }
}
