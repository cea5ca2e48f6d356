/// Gives each distinct name a small number and makes its string once.
///
/// Names are compared byte for byte: two spellings that Unicode calls equivalent are two names, as they have two string
/// ids. The hash is seeded from the process's random seed, so a source cannot be written to make names collide.
struct NameTable {
    /// The names in order of first use.
    private(set) var names: [String] = []
    /// Open addressing, a power of two long; 0 is free, otherwise a name's number plus one.
    private var slots = [UInt32](repeating: 0, count: 64)
    /// Each name's hash and place in `pool`.
    private var entries: [Entry] = []
    /// The bytes of all names, one after another.
    private var pool: [UInt8] = []
    private let seed = UInt64(truncatingIfNeeded: Hasher().finalize())

    private struct Entry {
        let hash: UInt64
        let start: Int
        let end: Int
    }

    /// Finds or adds a name.
    ///
    /// - Parameter bytes: Valid UTF-8, or what should be shown as if repaired.
    /// - Returns: The name's number.
    mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> SyntaxTree.NameID {
        let hash = Self.hash(bytes, seed: seed)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            let entry = entries[Int(number)]
            if entry.hash == hash, isEqual(entry, bytes) { return number }
            slot = (slot + 1) & mask
        }
        let number = UInt32(truncatingIfNeeded: names.count)
        names.append(String(decoding: bytes, as: UTF8.self))
        entries.append(Entry(hash: hash, start: pool.count, end: pool.count + bytes.count))
        pool.append(contentsOf: bytes)
        slots[slot] = number + 1
        if names.count * 2 > slots.count { grow() }
        return number
    }

    private func isEqual(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard entry.end - entry.start == bytes.count else { return false }
        for index in 0..<bytes.count where pool[entry.start + index] != bytes[index] { return false }
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

    /// Multiplies eight bytes at a time into the state and folds the 128-bit product.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var state = seed ^ UInt64(truncatingIfNeeded: bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            state = fold(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0x9E37_79B9_7F4A_7C15)
            offset += 8
        }
        var tail: UInt64 = 0
        while offset < bytes.count {
            tail = tail << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return fold(state ^ tail, seed | 0xA076_1D64_78BD_642F)
    }

    private static func fold(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
        let product = lhs.multipliedFullWidth(by: rhs)
        return product.high ^ product.low
    }
}
