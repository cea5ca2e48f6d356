/// A file whose frame is right whatever its parts are: the magic, the offsets, the lengths and the counts of entries.
///
/// A fuzzer that has to guess these never gets far into the parts. It shares no code with the reader and the builder that
/// it is used to test.
struct FramedFile {
    /// A root of the component 7 without properties: a tag, the component, seven counts, a tag.
    var nodes: [UInt8] = [0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1]
    /// The string table with the count of its entries.
    var strings: [UInt8] = [0, 0, 0, 0]
    /// The program table with the count of its entries.
    var programs: [UInt8] = [0, 0, 0, 0]

    private static let magic = Array("ALIVV".utf8)
    private static let headerSize = 47
    /// The most bytes that a node tree can have.
    private static let longestTree = 65_535

    /// The complete file: its name is `T`, and it has no extra section.
    var bytes: [UInt8] {
        let tree = nodes.prefix(Self.longestTree)
        let code = [0, 0, 0, 1, 0, 1, 0x54] + Self.bigEndian(tree.count, size: 2) + tree
        var file = Self.magic + [0, 1, 0, 0, 0, 1]
        var start = Self.headerSize
        // The stored length of a table leaves out its count.
        for (length, countSize) in [(code.count, 0), (strings.count, 4), (programs.count, 4), (0, 0)] {
            file += Self.bigEndian(start, size: 4) + Self.bigEndian(length - countSize, size: 4)
            start += length
        }
        file += [0, 1, 0, 0]
        return file + code + strings + programs
    }
}

// MARK: - Files made of bytes that are none

extension FramedFile {
    /// The files that bytes may be taken for which are none.
    static func all(from bytes: [UInt8]) -> [FramedFile] {
        if bytes.starts(with: magic) { return mended(bytes) }
        return trees(bytes[...]).map { FramedFile(nodes: $0) } + [
            FramedFile(strings: bytes), FramedFile(strings: counted(bytes[...])),
            FramedFile(programs: bytes), FramedFile(programs: counted(bytes[...])),
        ]
    }

    /// The files that a damaged one may have been: its node tree has another length now, or its string table has.
    private static func mended(_ bytes: [UInt8]) -> [FramedFile] {
        guard bytes.count >= headerSize else { return [] }
        let code = bigEndian(bytes[11..<15])
        let nameSize = bytes.count >= code + 6 ? bigEndian(bytes[code + 4..<code + 6]) : 0
        let lengths = [15, 23, 31, 39].map { bigEndian(bytes[$0..<$0 + 4]) }
        let tree = min(code + 8 + nameSize, bytes.count)
        let end = bytes.count - lengths[3]
        let programs = end - lengths[2] - 4
        return [programs - lengths[1] - 4, code + lengths[0]].flatMap { strings in
            guard tree <= strings, strings + 4 <= programs, programs + 4 <= end else { return [FramedFile]() }
            return trees(bytes[tree..<strings]).map { nodes in
                FramedFile(
                    nodes: nodes,
                    strings: counted(bytes[strings + 4..<programs]),
                    programs: counted(bytes[programs + 4..<end])
                )
            }
        }
    }

    /// The trees that bytes may be taken for: as they are, with every node closed, and with none closed.
    private static func trees(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var closed: [UInt8] = []
        var open: [UInt8] = []
        var depth = 0
        var offset = bytes.startIndex
        while offset < bytes.endIndex {
            if bytes[offset] == 1, depth > 1 {
                closed.append(1)
                depth -= 1
                offset += 1
                continue
            }
            guard bytes[offset] == 0, let end = nodeEnd(bytes, from: offset) else { break }
            closed += bytes[offset..<end]
            open += bytes[offset..<end]
            depth += 1
            offset = end
        }
        return [Array(bytes), closed + Array(repeating: 1, count: depth), open]
    }

    /// Where what opens a node ends, its six tables and its variables included; `nil` when it is cut off.
    private static func nodeEnd(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var end = start + 3
        for entrySize in [8, 8, 8, 8, 8, 8, 9] {
            guard end < bytes.endIndex else { return nil }
            end += 1 + Int(bytes[end]) * entrySize
        }
        return end <= bytes.endIndex ? end : nil
    }

    /// Puts the count of its entries in front of a table; an entry that is cut off counts.
    private static func counted(_ entries: ArraySlice<UInt8>) -> [UInt8] {
        var count = 0
        var offset = entries.startIndex
        while offset < entries.endIndex {
            count += 1
            guard offset + 6 <= entries.endIndex else { break }
            offset += 6 + bigEndian(entries[offset + 4..<offset + 6])
        }
        return bigEndian(count, size: 4) + entries
    }

    /// The lowest bytes of a number, the most significant first.
    private static func bigEndian(_ value: Int, size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A number of up to 32 bits, the most significant byte first.
    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
