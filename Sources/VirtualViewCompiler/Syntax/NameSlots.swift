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
