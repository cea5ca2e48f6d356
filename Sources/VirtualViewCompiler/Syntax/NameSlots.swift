/// A hash table from the bytes of names to their numbers.
///
/// Open addressing, a power of two long. The hash is seeded from the process's random seed, so a source cannot be
/// written to make names collide.
struct NameSlots: Sendable {
    /// A name's number plus one, 0 for a free slot, and the data that distinguishes the name from others.
    private struct Slot {
        var hash: UInt64 = 0
        /// The first bytes of a short name.
        var head: UInt64 = 0
        /// The last bytes of a short name; where a long one starts in the pool.
        var tail: UInt64 = 0
        var count: UInt32 = 0
        var mark: UInt32 = 0
    }

    private var slots: [Slot] = []
    /// The bytes of the long names, one name after another.
    private var pool: [UInt8] = []
    /// The number of names.
    private(set) var count = 0

    /// Creates an empty table, which allocates nothing.
    init() {}

    /// Finds a name.
    ///
    /// - Parameter key: The name.
    /// - Returns: Its number, or `nil` if it is not here.
    @inline(__always)
    func number(of key: NameKey) -> UInt32? {
        guard key.isShort else { return numberOfLong(key.bytes, hash: key.hash) }
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: key.hash) & mask
        while UInt(bitPattern: place) < UInt(bitPattern: slots.count) {
            let slot = slots[place]
            if slot.head == key.head, slot.tail == key.tail, slot.count == key.count, slot.mark != 0 {
                return slot.mark &- 1
            }
            guard slot.mark != 0 else { return nil }
            place = (place &+ 1) & mask
        }
        return nil
    }

    @inline(never)
    private func numberOfLong(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt64) -> UInt32? {
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while UInt(bitPattern: place) < UInt(bitPattern: slots.count), slots[place].mark != 0 {
            let slot = slots[place]
            if slot.hash == hash, Int(slot.count) == bytes.count, isPooled(bytes, at: Int(slot.tail)) {
                return slot.mark &- 1
            }
            place = (place &+ 1) & mask
        }
        return nil
    }

    private func isPooled(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        pool.withUnsafeBufferPointer { pool in
            for index in 0..<bytes.count where pool[start + index] != bytes[index] { return false }
            return true
        }
    }

    /// Adds a name that is not here; it gets the next number.
    ///
    /// - Parameter key: The name.
    mutating func add(_ key: NameKey) {
        if (count + 1) * 2 > slots.count { grow() }
        let mark = UInt32(truncatingIfNeeded: count + 1)
        if key.isShort {
            put(Slot(hash: key.hash, head: key.head, tail: key.tail, count: key.count, mark: mark))
        } else {
            put(Slot(hash: key.hash, tail: UInt64(pool.count), count: key.count, mark: mark))
            pool.append(contentsOf: key.bytes)
        }
        count += 1
    }

    private mutating func put(_ slot: Slot) {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: slot.hash) & mask
        while slots[place].mark != 0 { place = (place + 1) & mask }
        slots[place] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: max(16, old.count * 2))
        for slot in old where slot.mark != 0 { put(slot) }
    }
}

/// The bytes of a name, ready to be looked up.
///
/// Names are compared byte for byte: two spellings that Unicode calls equivalent are two names, as they have two string
/// ids. The bytes must outlive the value.
struct NameKey {
    /// The maximum length of a short name: its first and its last eight bytes cover all of it.
    static let shortest: UInt32 = 16
    /// The initial value of the hashes of this process.
    static let processSeed = UInt64(truncatingIfNeeded: Hasher().finalize())

    let bytes: UnsafeBufferPointer<UInt8>
    /// The first bytes and the last ones; together with ``count`` the whole of a short name.
    let head: UInt64
    let tail: UInt64
    /// The number of bytes.
    let count: UInt32
    let hash: UInt64

    /// Whether ``head`` and ``tail`` are the whole name.
    @inline(__always)
    var isShort: Bool { count <= Self.shortest }

    /// Creates the key of a name.
    ///
    /// - Parameters:
    ///   - bytes: The name.
    ///   - seed: ``processSeed``, which a caller with many names has at hand.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) {
        self.bytes = bytes
        count = UInt32(truncatingIfNeeded: bytes.count)
        (head, tail) = Self.ends(bytes)
        hash = bytes.count <= 16 ? Self.hash(head, tail, count, seed) : Self.hash(bytes, seed)
    }

    /// Returns the first eight bytes and the last eight, which overlap in a name of less than sixteen.
    @inline(__always)
    private static func ends(_ bytes: UnsafeBufferPointer<UInt8>) -> (head: UInt64, tail: UInt64) {
        let raw = UnsafeRawBufferPointer(bytes)
        if bytes.count >= 8 {
            return (
                raw.loadUnaligned(as: UInt64.self),
                raw.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
            )
        }
        if bytes.count >= 4 {
            let head = raw.loadUnaligned(as: UInt32.self)
            let tail = raw.loadUnaligned(fromByteOffset: bytes.count &- 4, as: UInt32.self)
            return (UInt64(head), UInt64(tail))
        }
        var head: UInt64 = 0
        for byte in bytes { head = head << 8 | UInt64(byte) }
        return (head, 0)
    }
}

// MARK: - Hashing

extension NameKey {
    /// Returns the hash of a short name.
    @inline(__always)
    private static func hash(_ head: UInt64, _ tail: UInt64, _ count: UInt32, _ seed: UInt64) -> UInt64 {
        fold(head ^ seed, tail ^ UInt64(count) ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// Multiplies eight bytes of a long name at a time into the state and folds each 128-bit product.
    @inline(never)
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ seed: UInt64) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var state = seed ^ UInt64(truncatingIfNeeded: bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            state = fold(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0x9E37_79B9_7F4A_7C15)
            offset += 8
        }
        let tail = raw.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        return fold(state ^ tail, seed | 0xA076_1D64_78BD_642F)
    }

    @inline(__always)
    private static func fold(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
        let product = lhs.multipliedFullWidth(by: rhs)
        return product.high ^ product.low
    }
}
