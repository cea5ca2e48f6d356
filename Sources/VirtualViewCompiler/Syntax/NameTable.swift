import VirtualViewFormat

/// Gives each distinct name a small number.
///
/// Names are compared byte for byte: two spellings that Unicode calls equivalent are two names, as they have two string
/// ids. The hash is seeded from the process's random seed, so a source cannot be written to make names collide.
struct NameTable {
    /// A name: its first and last bytes, its hash and length, and where a long one stands in ``pool``.
    private struct Entry {
        let head: UInt64
        let tail: UInt64
        let hash: UInt64
        let count: UInt32
        let start: UInt32
    }

    private var entries: [Entry] = []
    /// The names in order of first use.
    private(set) var names: [String] = []
    /// The bytes of the names that are longer than sixteen bytes, as they came, one after another.
    private var pool: [UInt8] = []
    /// Open addressing, a power of two long; 0 is free, otherwise a name's number plus one.
    private var slots = [UInt32](repeating: 0, count: 128)
    private let seed = Self.processSeed
    private static let processSeed = UInt64(truncatingIfNeeded: Hasher().finalize())

    /// Makes an empty table.
    init() {
        entries.reserveCapacity(40)
        names.reserveCapacity(40)
    }

    /// The name with a number.
    func name(_ id: SyntaxTree.NameID) -> String { names[Int(id)] }

    /// Finds the built-in string with these bytes, which need not be made.
    ///
    /// A short string is not looked for; it costs nothing to make.
    private static func builtInText(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count > 15 else { return nil }
        var hash: Int32 = 0
        for byte in bytes { hash = hash &* 31 &+ Int32(byte) }
        guard var text = SystemStrings.string(for: StringID(rawValue: hash)) else { return nil }
        let isSame = text.withUTF8 { known in
            known.count == bytes.count && known.indices.allSatisfy { known[$0] == bytes[$0] }
        }
        return isSame ? text : nil
    }

    /// Finds or adds a name.
    ///
    /// - Parameter bytes: Valid UTF-8, or what should be shown as if repaired.
    /// - Returns: The name's number.
    mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> SyntaxTree.NameID {
        let (head, tail) = Self.ends(bytes)
        let hash = bytes.count <= 16 ? short(head, tail, bytes.count) : long(bytes)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let number = slots[slot] &- 1
            let entry = entries[Int(number)]
            if entry.head == head, entry.tail == tail, entry.count == UInt32(truncatingIfNeeded: bytes.count),
                bytes.count <= 16 || isEqual(entry, bytes)
            {
                return number
            }
            slot = (slot + 1) & mask
        }
        let number = UInt32(truncatingIfNeeded: entries.count)
        entries.append(
            Entry(
                head: head,
                tail: tail,
                hash: hash,
                count: UInt32(truncatingIfNeeded: bytes.count),
                start: UInt32(truncatingIfNeeded: pool.count)
            )
        )
        if bytes.count > 16 { pool.append(contentsOf: bytes) }
        names.append(Self.builtInText(bytes) ?? String(decoding: bytes, as: UTF8.self))
        slots[slot] = number + 1
        if entries.count * 2 > slots.count { grow() }
        return number
    }

    /// The first eight bytes and the last eight; together the whole name when it has at most sixteen.
    @inline(__always)
    private static func ends(_ bytes: UnsafeBufferPointer<UInt8>) -> (head: UInt64, tail: UInt64) {
        let raw = UnsafeRawBufferPointer(bytes)
        if bytes.count >= 8 {
            return (
                raw.loadUnaligned(as: UInt64.self),
                raw.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            )
        }
        if bytes.count >= 4 {
            let head = raw.loadUnaligned(as: UInt32.self)
            let tail = raw.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
            return (UInt64(head), UInt64(tail))
        }
        var head: UInt64 = 0
        for byte in bytes { head = head << 8 | UInt64(byte) }
        return (head, 0)
    }

    private func isEqual(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<bytes.count where pool[Int(entry.start) + index] != bytes[index] { return false }
        return true
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for (number, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: number + 1)
        }
    }
}

// MARK: - Hashing

extension NameTable {
    @inline(__always)
    private func short(_ head: UInt64, _ tail: UInt64, _ count: Int) -> UInt64 {
        Self.fold(head ^ seed, tail ^ UInt64(truncatingIfNeeded: count) ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// Multiplies eight bytes at a time into the state and folds each 128-bit product.
    private func long(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var state = seed ^ UInt64(truncatingIfNeeded: bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            state = Self.fold(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0x9E37_79B9_7F4A_7C15)
            offset += 8
        }
        let tail = raw.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        return Self.fold(state ^ tail, seed | 0xA076_1D64_78BD_642F)
    }

    @inline(__always)
    private static func fold(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
        let product = lhs.multipliedFullWidth(by: rhs)
        return product.high ^ product.low
    }
}
