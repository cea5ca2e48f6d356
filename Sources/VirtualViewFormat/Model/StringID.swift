/// The 32-bit key by which a template refers to a string: the Java `String.hashCode()` of its text.
///
/// Attribute names, string values, user-variable names and event programs are all stored under such a key. The hash
/// runs over UTF-16 code units, `h = 31 * h + unit`, wrapping (`Docs/Format.md §1`).
public struct StringID: RawRepresentable, Hashable, Sendable {
    /// The hash value as the file stores it.
    public let rawValue: Int32

    /// Wraps a stored hash value.
    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Computes the key of a text.
    ///
    /// - Parameter text: The text to hash.
    /// - Complexity: O(*n*) in the length of `text`.
    public init(hashing text: some StringProtocol) {
        if let hash = text.utf8.withContiguousStorageIfAvailable(Self.hashOfASCII), let hash {
            rawValue = hash
            return
        }
        var hash: Int32 = 0
        for unit in text.utf16 {
            hash = hash &* 31 &+ Int32(unit)
        }
        rawValue = hash
    }

    /// The hash of a text whose bytes are also its UTF-16 code units; `nil` for another text.
    private static func hashOfASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32? {
        var hash: Int32 = 0
        for byte in bytes {
            guard byte < 0x80 else { return nil }
            hash = hash &* 31 &+ Int32(byte)
        }
        return hash
    }
}

extension StringID: Comparable {
    /// Orders keys by their signed value.
    @inlinable
    public static func < (lhs: StringID, rhs: StringID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension StringID: CustomStringConvertible {
    /// The key as `#` and its signed decimal value, which replaces an unknown name.
    public var description: String {
        "#\(rawValue)"
    }
}
