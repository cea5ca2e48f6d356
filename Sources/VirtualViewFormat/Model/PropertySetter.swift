/// One property that a template sets on a node.
public struct PropertySetter: Sendable {
    @usableFromInline let storage: TemplateStorage
    /// The key of the property's name.
    public let key: StringID
    /// The value of the property.
    public let value: PropertyValue

    @inlinable
    @inline(__always)
    init(storage: TemplateStorage, key: StringID, value: PropertyValue) {
        self.storage = storage
        self.key = key
        self.value = value
    }
}

extension PropertySetter {
    /// The property's name; `nil` if neither the system strings nor the file have it.
    ///
    /// - Complexity: O(log *n*) in the number of strings.
    public var name: String? {
        storage.string(for: key)
    }

    /// The text of a string value; `nil` for other values and for a text that the file does not have.
    ///
    /// - Complexity: O(log *n*) in the number of strings, and O(*m*) in the length of the text.
    public var text: String? {
        guard case .string(let id) = value else { return nil }
        return storage.string(for: id)
    }
}

/// The value of a setter in a file.
///
/// A file does not distinguish colours, words and flags from numbers: the meaning of a number follows from the
/// property's ``PropertySchema``.
public enum PropertyValue: Hashable, Sendable {
    /// A whole number, which may also be a colour (ARGB), a word or flags.
    case int(Int32, LengthUnit)
    /// A decimal number.
    case float(Float, LengthUnit)
    /// The key of a text; see `Template.string(for:)`.
    case string(StringID)
    /// The key of an event program; see `ExpressionTable`.
    case expression(StringID)
}

/// The unit of a number in a template.
public enum LengthUnit: UInt8, Hashable, Sendable {
    /// Points, or no unit at all.
    case none
    /// 1/750 of the screen's width.
    case rp
}

/// The setters of a node, in file order.
public struct PropertySetterList: Sequence, Sendable {
    @usableFromInline let storage: TemplateStorage
    @usableFromInline let node: Int

    @inlinable
    init(storage: TemplateStorage, node: Int) {
        self.storage = storage
        self.node = node
    }

    /// Iterates over the six tables of a node.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let storage: TemplateStorage
        @usableFromInline var offset: Int
        @usableFromInline var table = -1
        @usableFromInline var entriesLeft = 0

        @inlinable
        init(storage: TemplateStorage, node: Int) {
            self.storage = storage
            self.offset = storage.offset(ofNode: node) &+ 2
        }

        /// Returns the next setter, or `nil` after the last.
        @inlinable
        public mutating func next() -> PropertySetter? {
            while entriesLeft == 0 {
                table &+= 1
                guard table < NodeTables.count else {
                    table = NodeTables.count
                    return nil
                }
                entriesLeft = Int(storage.uint8(at: offset))
                offset &+= 1
            }
            entriesLeft &-= 1
            defer { offset &+= NodeTables.entrySize }
            return PropertySetter(
                storage: storage,
                key: StringID(rawValue: storage.int32(at: offset)),
                value: PropertyValue(table: table, bits: storage.int32(at: offset &+ 4))
            )
        }
    }

    /// Makes an iterator that starts at the first setter.
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(storage: storage, node: node)
    }

    /// The number of setters.
    ///
    /// - Complexity: O(1); it adds six counts.
    public var count: Int {
        var cursor = storage.offset(ofNode: node) + 2
        var total = 0
        for _ in 0..<NodeTables.count {
            let entries = Int(storage.uint8(at: cursor))
            total += entries
            cursor += 1 + entries * NodeTables.entrySize
        }
        return total
    }

    /// The first setter with a key.
    ///
    /// - Parameter key: The key of a property's name.
    /// - Returns: The setter, or `nil`.
    /// - Complexity: O(*n*) in the number of setters.
    public subscript(key: StringID) -> PropertySetter? {
        first { $0.key == key }
    }
}

extension PropertyValue {
    /// Reads the value of an entry of one of the six tables.
    @inlinable
    @inline(__always)
    init(table: Int, bits: Int32) {
        switch table {
        case 0: self = .int(bits, .none)
        case 1: self = .int(bits, .rp)
        case 2: self = .float(Float(bitPattern: UInt32(bitPattern: bits)), .none)
        case 3: self = .float(Float(bitPattern: UInt32(bitPattern: bits)), .rp)
        case 4: self = .string(StringID(rawValue: bits))
        default: self = .expression(StringID(rawValue: bits))
        }
    }
}
