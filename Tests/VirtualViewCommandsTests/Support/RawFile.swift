import VirtualViewFormat

/// A template file put together by hand, so that each part of it can be wrong.
struct RawFile {
    /// A node without properties and children.
    static let leaf: [UInt8] = [0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1]

    var nodes = leaf
    var strings: [UInt8] = [0, 0, 0, 0]
    var expressions: [UInt8] = [0, 0, 0, 0]

    /// The file, for the template `T`.
    var bytes: [UInt8] {
        func number(_ value: Int, _ size: Int = 4) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let code = number(1) + number(1, 2) + [0x54] + number(nodes.count, 2) + nodes
        var file: [UInt8] = Array("ALIVV".utf8) + number(1, 2) + number(0, 2) + number(1, 2)
        var start = 47
        for (section, countSize) in [(code, 0), (strings, 4), (expressions, 4), ([], 0)] {
            file += number(start) + number(section.count - countSize)
            start += section.count
        }
        return file + number(1, 2) + number(0, 2) + code + strings + expressions
    }
}
