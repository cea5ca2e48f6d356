import VirtualViewFormat

/// A file of a release with the signatures of what is in it (`Docs/Delivery.md`, "The envelope").
///
///     {"signed":CONTENT,"signatures":[{"key":"64 digits","signature":"128 digits"}]}
///
/// There is one way to write it, without spaces and with a line end after it, so that the exact bytes of the content are
/// found without reading them: the list of signatures is read from the end, and its order does not matter. The content can be
/// had only by a check.
package struct SignedFile {
    /// One entry of the list.
    package struct Signature: Sendable {
        /// The id of the key.
        package let key: String
        /// The 64 bytes.
        package let bytes: [UInt8]

        /// Makes an entry.
        package init(key: String, bytes: [UInt8]) {
            (self.key, self.bytes) = (key, bytes)
        }
    }

    /// The entries, in the order of the file.
    package let signatures: [Signature]
    private let content: [UInt8]

    private static let prefix = Array(#"{"signed":"#.utf8)
    private static let separator = Array(#","signatures":["#.utf8)
    private static let suffix = Array("]}\n".utf8)
    private static let entryPrefix = Array(#"{"key":""#.utf8)
    private static let entryMiddle = Array(#"","signature":""#.utf8)
    private static let entrySuffix = Array(#""}"#.utf8)
    private static let entrySize = entryPrefix.count + 64 + entryMiddle.count + 128 + entrySuffix.count
    /// The largest number of signatures.
    package static let maximumCount = 64

    /// Takes a file apart, without looking at what is signed.
    ///
    /// - Parameter bytes: The complete file.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/malformed``.
    /// - Complexity: O(*n*) in the size of the file.
    package init(_ bytes: [UInt8]) throws(DeliveryError) {
        guard bytes.starts(with: Self.prefix), bytes.suffix(Self.suffix.count).elementsEqual(Self.suffix) else {
            throw DeliveryError(.malformed, "the file is not of the form {\"signed\":…,\"signatures\":[…]}")
        }
        var end = bytes.count - Self.suffix.count
        var signatures: [Signature] = []
        var isWhole = true
        while let entry = Self.signature(in: bytes, endingAt: end) {
            signatures.append(entry)
            guard signatures.count <= Self.maximumCount else {
                throw DeliveryError(.malformed, "the file has more than \(Self.maximumCount) signatures")
            }
            end -= Self.entrySize
            isWhole = end == 0 || bytes[end - 1] != UInt8(ascii: ",")
            if isWhole { break }
            end -= 1
        }
        let start = end - Self.separator.count
        guard isWhole, start >= Self.prefix.count, bytes[start..<end].elementsEqual(Self.separator) else {
            throw DeliveryError(.malformed, "the list of signatures is not in the expected form")
        }
        self.signatures = signatures.reversed()
        content = Array(bytes[Self.prefix.count..<start])
    }

    private static func signature(in bytes: [UInt8], endingAt end: Int) -> Signature? {
        let start = end - entrySize
        guard start >= 0 else { return nil }
        var rest = bytes[start..<end]
        func take(_ text: [UInt8]) -> Bool {
            defer { rest = rest.dropFirst(text.count) }
            return rest.starts(with: text)
        }
        func takeDigits(_ count: Int) -> String? {
            let digits = rest.prefix(count)
            rest = rest.dropFirst(count)
            return digits.allSatisfy(\.isLowerCaseHexadecimalDigit) ? String(decoding: digits, as: UTF8.self) : nil
        }
        guard
            take(entryPrefix), let key = takeDigits(64),
            take(entryMiddle), let signature = takeDigits(128).flatMap(HexText.bytes),
            take(entrySuffix)
        else { return nil }
        return Signature(key: key, bytes: signature)
    }
}

// MARK: - Checking

extension SignedFile {
    /// Returns the content, if enough different keys of a role signed it.
    ///
    /// - Parameters:
    ///   - role: The role.
    ///   - root: The keys of the role and the number of them that it takes.
    /// - Returns: The exact bytes that were signed.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/untrusted`` or
    ///   ``DeliveryError/Code/noCryptography``.
    func content(signedBy role: ReleaseRole, of root: RootFile) throws(DeliveryError) -> [UInt8] {
        let authority = root.authority(of: role)
        let valid = try signers(of: role, in: root, upTo: authority.threshold)
        guard valid.count >= authority.threshold else {
            let needed = "\(authority.threshold) of the role '\(role.rawValue)' for '\(root.app)/\(root.channel)'"
            throw DeliveryError(.untrusted, "valid signatures: \(valid.count), needed: \(needed)")
        }
        return content
    }

    /// Returns the keys of a role that signed the content.
    ///
    /// - Parameters:
    ///   - role: The role.
    ///   - root: The keys of the role.
    ///   - limit: The number of keys after which no signature is looked at any more.
    /// - Returns: The ids of the keys.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/noCryptography``.
    package func signers(
        of role: ReleaseRole,
        in root: RootFile,
        upTo limit: Int = .max
    ) throws(DeliveryError) -> Set<String> {
        let authority = root.authority(of: role)
        let message = Self.message(content, role, app: root.app, channel: root.channel)
        var valid: Set<String> = []
        for signature in signatures where !valid.contains(signature.key) {
            guard valid.count < limit else { break }
            guard let key = authority.keys[signature.key] else { continue }
            if try SignatureCheck.isValid(signature.bytes, for: message, by: key) { valid.insert(key.id) }
        }
        return valid
    }

    /// The content before any check: for the file that an app brings with it, which is trusted, and for one that is
    /// still being signed.
    package var pinnedContent: [UInt8] { content }

    /// Returns the bytes that a key signs: what they are for, and the content.
    ///
    /// - Parameters:
    ///   - content: The exact bytes of the content.
    ///   - role: The role of the keys that sign.
    ///   - app: The name of the app.
    ///   - channel: The name of the channel.
    /// - Returns: The message.
    package static func message(_ content: [UInt8], _ role: ReleaseRole, app: String, channel: String) -> [UInt8] {
        Array("VirtualView/1/\(role.rawValue)/\(app)/\(channel)\0".utf8) + content
    }

    /// Returns a file with signatures, in the order of the keys' ids.
    ///
    /// - Parameters:
    ///   - content: The exact bytes that were signed.
    ///   - signatures: The signatures.
    /// - Returns: The bytes of the file.
    package static func encode(_ content: [UInt8], _ signatures: [Signature]) -> [UInt8] {
        let entries = signatures.sorted { $0.key < $1.key }.map { signature in
            entryPrefix + Array(signature.key.utf8) + entryMiddle + Array(HexText.text(signature.bytes).utf8)
                + entrySuffix
        }
        return prefix + content + separator + Array(entries.joined(separator: [UInt8(ascii: ",")])) + suffix
    }

    /// Returns the size of a file.
    ///
    /// - Parameters:
    ///   - content: The exact bytes that are signed.
    ///   - signatureCount: The number of signatures.
    /// - Returns: The size in bytes.
    package static func size(_ content: [UInt8], signatureCount: Int) -> Int {
        let entries = signatureCount * entrySize + max(0, signatureCount - 1)
        return prefix.count + content.count + separator.count + entries + suffix.count
    }
}
