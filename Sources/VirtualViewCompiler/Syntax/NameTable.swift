/// Gives each distinct name a small number and makes its string once.
///
/// Names are compared byte for byte: two spellings that Unicode calls equivalent are two names, as they have two string
/// ids. The hash is the standard library's seeded one, so a hostile source cannot make names collide.
struct NameTable {
    /// The names in order of first use.
    private(set) var names: [String] = []
    /// Open addressing, a power of two long; 0 is free, otherwise a name's number plus one.
    private var slots = [UInt32](repeating: 0, count: 64)
    /// The hash of each name, to grow without hashing again and to compare fewer bytes.
    private var hashes: [Int] = []

    /// Finds or adds a name.
    ///
    /// - Parameter bytes: Valid UTF-8.
    /// - Returns: The name's number.
    mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> SyntaxTree.NameID {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        let hash = hasher.finalize()
        let mask = slots.count - 1
        var slot = hash & mask
        while slots[slot] != 0 {
            let number = Int(slots[slot] - 1)
            if hashes[number] == hash, Self.isEqual(names[number], bytes) { return SyntaxTree.NameID(number) }
            slot = (slot + 1) & mask
        }
        let number = names.count
        names.append(String(decoding: bytes, as: UTF8.self))
        hashes.append(hash)
        slots[slot] = UInt32(truncatingIfNeeded: number + 1)
        if names.count * 2 > slots.count { grow() }
        return SyntaxTree.NameID(truncatingIfNeeded: number)
    }

    private static func isEqual(_ name: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var name = name
        return name.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for (number, hash) in hashes.enumerated() {
            var slot = hash & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: number + 1)
        }
    }
}
