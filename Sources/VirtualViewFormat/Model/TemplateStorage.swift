/// What every view of a template shares: the file's bytes and one index.
///
/// The index holds, as 64-bit pairs, first (byte offset, subtree end) of every node in pre-order, then (id, byte
/// offset) of every string sorted by id, then the same of every expression.
final class TemplateStorage: Sendable {
    let bytes: [UInt8]
    let index: [UInt64]
    let header: FileHeader
    let typeRange: Range<Int>
    let nodeCount: Int
    let stringCount: Int

    init(
        bytes: [UInt8],
        index: [UInt64],
        header: FileHeader,
        typeRange: Range<Int>,
        nodeCount: Int,
        stringCount: Int
    ) {
        self.bytes = bytes
        self.index = index
        self.header = header
        self.typeRange = typeRange
        self.nodeCount = nodeCount
        self.stringCount = stringCount
    }

    /// The offset of a node's component id.
    @inline(__always)
    func offset(ofNode node: Int) -> Int {
        Int(index[node] >> 32)
    }

    /// The pre-order number behind a node's last descendant.
    @inline(__always)
    func subtreeEnd(ofNode node: Int) -> Int {
        Int(index[node] & 0xFFFF_FFFF)
    }

    // The offsets below come from the index or from counts that were checked when the file was decoded.

    @inline(__always)
    func uint8(at offset: Int) -> UInt8 {
        bytes.uncheckedLoad(UInt8.self, at: offset)
    }

    @inline(__always)
    func uint16(at offset: Int) -> UInt16 {
        bytes.uncheckedLoad(UInt16.self, at: offset)
    }

    @inline(__always)
    func int32(at offset: Int) -> Int32 {
        bytes.uncheckedLoad(Int32.self, at: offset)
    }

    /// The text in a range that was checked to be UTF-8.
    func text(in range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The place of a table entry's content, behind its id and length.
    @inline(__always)
    func content(ofEntryAt offset: Int) -> Range<Int> {
        let start = offset &+ 6
        return start..<start &+ Int(uint16(at: offset &+ 4))
    }
}
