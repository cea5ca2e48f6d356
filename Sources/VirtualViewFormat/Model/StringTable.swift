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
