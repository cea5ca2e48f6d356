/// The strings of a file, in file order.
public struct StringTable: Sequence, Sendable {
    let storage: TemplateStorage

    /// A string and the id it is stored under.
    public struct Entry: Hashable, Sendable {
        /// The id in the file; compilers write the hash of the text.
        public let id: StringID
        /// The text.
        public let text: String
    }

    /// Iterates over the table.
    public struct Iterator: IteratorProtocol {
        private let storage: TemplateStorage
        private var offset: Int
        private let end: Int

        init(storage: TemplateStorage) {
            let section = storage.header.sections.strings
            self.storage = storage
            self.offset = section.lowerBound + 4
            self.end = section.upperBound
        }

        /// Returns the next string, or `nil` after the last.
        public mutating func next() -> Entry? {
            guard offset < end else { return nil }
            let id = StringID(rawValue: storage.int32(at: offset))
            let content = storage.content(ofEntryAt: offset)
            offset = content.upperBound
            return Entry(id: id, text: storage.text(in: content))
        }
    }

    /// Makes an iterator that starts at the first string.
    public func makeIterator() -> Iterator {
        Iterator(storage: storage)
    }

    /// The number of entries.
    public var count: Int {
        storage.stringCount
    }

    /// The text stored under an id; the last one if the file has several.
    ///
    /// - Parameter id: A key of the template.
    /// - Returns: The text, or `nil` if the file does not have it.
    /// - Complexity: O(log *n*) in the number of strings, and O(*m*) in the length of the text.
    public subscript(id: StringID) -> String? {
        storage.stringOffset(id).map { storage.text(in: storage.content(ofEntryAt: $0)) }
    }
}

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
