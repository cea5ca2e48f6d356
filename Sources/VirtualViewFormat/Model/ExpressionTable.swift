/// The event programs of a file, in file order.
///
/// The table only knows where a program begins and ends. Programs are verified when their handler first runs.
public struct ExpressionTable: Sequence, Sendable {
    let storage: TemplateStorage

    /// An event program and the id it is stored under.
    public struct Entry: Hashable, Sendable {
        /// The id: the hash of the attribute's whole text, `${` and `}` included.
        public let id: StringID
        /// The program's bytecode (`Docs/Format.md §7`).
        public let code: [UInt8]
    }

    /// Iterates over the table.
    public struct Iterator: IteratorProtocol {
        private let storage: TemplateStorage
        private var offset: Int
        private let end: Int

        init(storage: TemplateStorage) {
            let section = storage.header.sections.expressions
            self.storage = storage
            self.offset = section.lowerBound + 4
            self.end = section.upperBound
        }

        /// Returns the next program, or `nil` after the last.
        public mutating func next() -> Entry? {
            guard offset < end else { return nil }
            let id = StringID(rawValue: storage.int32(at: offset))
            let content = storage.content(ofEntryAt: offset)
            offset = content.upperBound
            return Entry(id: id, code: Array(storage.bytes[content]))
        }
    }

    /// Makes an iterator that starts at the first program.
    public func makeIterator() -> Iterator {
        Iterator(storage: storage)
    }

    /// The number of entries.
    public var count: Int {
        storage.programIndices.count
    }

    /// The bytecode stored under an id; the last one if the file has several.
    ///
    /// - Parameter id: The id that a setter names.
    /// - Returns: The bytecode, or `nil` if the file does not have it.
    /// - Complexity: O(log *n*) in the number of programs, and O(*m*) in the length of the bytecode.
    public subscript(id: StringID) -> [UInt8]? {
        let range = storage.programIndices
        guard let offset = KeyIndex.find(id, in: storage.index, range, storage.bytes) else { return nil }
        return Array(storage.bytes[storage.content(ofEntryAt: offset)])
    }
}
