import VirtualViewFormat

/// The entries of a JSON object, stored for fast look-up.
///
/// Names are compared byte by byte, as in JSON: two encodings of one accented letter are two names. Names are unique;
/// of several entries with the same name the last counts. The original order of the entries has no meaning.
///
/// ### Storage
/// The storage is one array of (name, hash, value). Up to 16 entries are searched linearly; more are kept in the order
/// (hash, bytes) and searched by halves, so that deliberate collisions have no extra cost.
public struct BindingObject: Sendable {
    /// One name and its value.
    struct Entry: Sendable {
        let key: BindingKey
        var value: JSONValue
    }

    /// The largest number of entries that is searched linearly.
    static let linearLimit = 16

    /// The entries with unique names; in the order of ``BindingKey/precedes(_:_:)`` if there are more than
    /// ``linearLimit``.
    var entries: [Entry]
    /// The depth of nested arrays and objects, including this one.
    var depth: UInt16

    /// Makes an object.
    ///
    /// - Precondition: No value is as deep as ``JSONValue/maximumDepth``.
    /// - Parameter pairs: The names and values; of two with the same name the last counts.
    /// - Complexity: O(*n* log *n*).
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        let all = pairs.map { Entry(key: BindingKey($0.0), value: $0.1) }
        self.init(entries: all[...])
    }

    /// Makes an object of entries with names that may repeat.
    init(entries given: ArraySlice<Entry>) {
        entries = given.count <= Self.linearLimit ? Self.uniqueInRow(given) : Self.sorted(given)
        depth = JSONValue.depth(around: entries.lazy.map { $0.value.depth }.max())
    }

    private static func uniqueInRow(_ given: ArraySlice<Entry>) -> [Entry] {
        var mayRepeat = false
        for (count, entry) in given.enumerated() {
            for earlier in given.prefix(count) where earlier.key.code == entry.key.code {
                mayRepeat = true
            }
        }
        guard mayRepeat else { return Array(given) }
        var unique: [Entry] = []
        unique.reserveCapacity(given.count)
        for entry in given {
            if let place = unique.firstIndex(where: { $0.key == entry.key }) {
                unique[place] = entry
            } else {
                unique.append(entry)
            }
        }
        return unique
    }

    private static func sorted(_ given: ArraySlice<Entry>) -> [Entry] {
        let order = given.indices.sorted { first, second in
            let one = given[first].key
            let other = given[second].key
            return one == other ? first < second : BindingKey.precedes(one, other)
        }
        var unique: [Entry] = []
        unique.reserveCapacity(given.count)
        for index in order {
            if let last = unique.last, last.key == given[index].key {
                unique[unique.count - 1] = given[index]
            } else {
                unique.append(given[index])
            }
        }
        // A list that shrank to the linear limit may stay sorted: a search in a row does not mind.
        return unique
    }
}

extension BindingObject: ExpressibleByDictionaryLiteral {
    /// Makes an object; of two entries with the same name the last counts.
    ///
    /// - Parameter elements: The entries.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}

// MARK: - Reading

extension BindingObject {
    /// The number of entries.
    public var count: Int {
        entries.count
    }

    /// Whether there are no entries.
    public var isEmpty: Bool {
        entries.isEmpty
    }

    /// The names, sorted by their bytes.
    ///
    /// - Complexity: O(*n* log *n*).
    public var sortedKeys: [String] {
        sortedEntries.map { $0.key.text }
    }

    /// Returns the value with a name, or `nil`.
    ///
    /// - Parameter key: The name, compared byte by byte.
    /// - Complexity: O(log *n*) in the number of entries.
    public subscript(key: String) -> JSONValue? {
        self[BindingKey(key)]
    }

    /// Returns the value with a prepared name, or `nil`, without allocating.
    package subscript(key: BindingKey) -> JSONValue? {
        guard let place = place(of: key) else { return nil }
        return entries[place].value
    }

    /// The entries in the order of printing: by the bytes of their names.
    var sortedEntries: [Entry] {
        entries.sorted { String.inByteOrder($0.key.text, $1.key.text) }
    }

    /// Returns whether both are the same data (``JSONValue/isSame(as:)``).
    package func isSame(as other: BindingObject) -> Bool {
        guard count == other.count else { return false }
        return entries.sharesStorage(with: other.entries) || entries.allSatisfy { other[$0.key].isSame(as: $0.value) }
    }

    /// Returns the place of the entry with a name.
    func place(of key: BindingKey) -> Int? {
        entries.count <= Self.linearLimit ? placeInRow(of: key) : placeByHalves(of: key)
    }

    private func placeInRow(of key: BindingKey) -> Int? {
        for index in entries.indices where entries[index].key.code == key.code {
            if entries[index].key == key { return index }
        }
        return nil
    }

    private func placeByHalves(of key: BindingKey) -> Int? {
        let place = placeInOrder(of: key)
        return place < entries.count && entries[place].key == key ? place : nil
    }

    /// Returns the place that a key has, or would have, among sorted entries.
    func placeInOrder(of key: BindingKey) -> Int {
        entries.partitioningIndex { !BindingKey.precedes($0.key, key) }
    }
}

// MARK: - Equality

extension BindingObject: Hashable {
    /// Returns whether two objects have the same entries, in any order.
    public static func == (lhs: BindingObject, rhs: BindingObject) -> Bool {
        guard lhs.count == rhs.count else { return false }
        if lhs.entries.sharesStorage(with: rhs.entries) { return true }
        return lhs.entries.allSatisfy { rhs[$0.key] == $0.value }
    }

    /// Hashes the entries independently of their order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for entry in entries {
            var single = Hasher()
            single.combine(entry.key)
            single.combine(entry.value)
            sum &+= single.finalize()
        }
        hasher.combine(sum)
    }
}

/// A name in data with its hash, so that a look-up need not hash it again.
package struct BindingKey: Hashable, Sendable {
    /// The name.
    package let text: String
    /// The FNV-1a hash of the name's UTF-8 bytes, in 32 bits.
    ///
    /// Hostile data can make names collide; ``BindingObject`` therefore orders by (code, bytes) and never relies on
    /// different codes.
    let code: UInt32
    /// Whether the name is of ASCII characters only, of which no two spellings exist.
    private let isASCII: Bool

    /// Prepares a name for look-ups.
    ///
    /// - Complexity: O(*n*) in the name's bytes.
    package init(_ text: String) {
        self.text = text
        var code: UInt32 = 0x811C_9DC5
        var all: UInt8 = 0
        for byte in text.utf8 {
            code = (code ^ UInt32(byte)) &* 0x0100_0193
            all |= byte
        }
        self.code = code
        isASCII = all < 0x80
    }

    /// Returns whether a name comes first in the order of the entries of large objects.
    static func precedes(_ lhs: BindingKey, _ rhs: BindingKey) -> Bool {
        lhs.code != rhs.code ? lhs.code < rhs.code : String.inByteOrder(lhs.text, rhs.text)
    }

    /// Returns whether two names have the same bytes.
    package static func == (lhs: BindingKey, rhs: BindingKey) -> Bool {
        // For most names, `==` on strings is a comparison of two words.
        lhs.code == rhs.code && lhs.text == rhs.text
            && (lhs.isASCII && rhs.isASCII || lhs.text.hasSameBytes(as: rhs.text))
    }
}

extension BindingKey: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(value)
    }
}

/// The elements of a JSON array.
///
/// It is read like an `Array`, but it knows its depth, so that nobody can make data that is too deep for a small stack.
public struct BindingArray: Sendable {
    var elements: [JSONValue]
    /// The depth of nested arrays and objects, including this one.
    var depth: UInt16

    /// Makes an array.
    ///
    /// - Precondition: No element is as deep as ``JSONValue/maximumDepth``.
    /// - Parameter elements: The elements in order.
    /// - Complexity: O(*n*) in the number of elements.
    public init(_ elements: [JSONValue]) {
        self.elements = elements
        depth = JSONValue.depth(around: elements.lazy.map { $0.depth }.max())
    }

    /// Returns whether both are the same data (``JSONValue/isSame(as:)``).
    package func isSame(as other: BindingArray) -> Bool {
        guard count == other.count else { return false }
        return elements.sharesStorage(with: other.elements)
            || elements.indices.allSatisfy { elements[$0].isSame(as: other.elements[$0]) }
    }
}

extension Array {
    /// Returns whether both share the same storage.
    fileprivate func sharesStorage(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.count == $0.count && own.baseAddress == $0.baseAddress }
        }
    }
}

extension BindingArray: RandomAccessCollection {
    /// The position of the first element: 0.
    public var startIndex: Int { 0 }

    /// The position after the last element: the number of elements.
    public var endIndex: Int { elements.count }

    /// The element at a position.
    ///
    /// - Parameter position: The position, from 0 and less than `count`.
    public subscript(position: Int) -> JSONValue { elements[position] }
}

extension BindingArray: Hashable {}

extension BindingArray: ExpressibleByArrayLiteral {
    /// Makes an array.
    ///
    /// - Parameter elements: The elements in order.
    public init(arrayLiteral elements: JSONValue...) {
        self.init(elements)
    }
}
