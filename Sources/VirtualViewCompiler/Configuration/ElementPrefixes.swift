/// Finds the elements whose name and a dot begin a key: `NText` in `NText.size`.
///
/// Names of elements and attributes may have dots themselves, so a key may belong to several elements.
struct ElementPrefixes {
    private var names: [UInt64: [String]] = [:]

    init(_ names: [String]) {
        for name in names { self.names[Self.hash(name), default: []].append(name) }
    }

    /// Returns every way to split a key into an element's name and an attribute's name.
    ///
    /// - Complexity: O(*n*) in the length of the key.
    func find(in key: String) -> [(element: String, attribute: String)] {
        var found: [(element: String, attribute: String)] = []
        var hash = Self.seed
        var length = 0
        for byte in key.utf8 {
            if byte == UInt8(ascii: "."), let candidates = names[hash] {
                let prefix = key.utf8.prefix(length)
                for name in candidates where name.utf8.count == length && name.utf8.elementsEqual(prefix) {
                    found.append((name, String(Substring(key.utf8.dropFirst(length + 1)))))
                }
            }
            hash = Self.step(hash, byte)
            length += 1
        }
        return found
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    private static func hash(_ name: String) -> UInt64 {
        name.utf8.reduce(seed, step)
    }
}
