/// The storage that all views of a template share: the file's bytes and one index.
///
/// ### The index
///     +-------------+------------------+-------------------+----------------------+
///     | nodes start | a word each node | a word each string | a word each program |   words of 32 bits
///     +-------------+------------------+-------------------+----------------------+
///
/// - *nodes start* is the file offset of the root's tag.
/// - The word of a node, in pre-order, is the distance from *nodes start* to its component id (16 bits) and the pre-order
///   number after its last descendant (16 bits). Both fit because a node tree has at most 65,535 bytes.
/// - The word of a string or program is its entry's file offset, ordered by the rank of the entry's id; see ``KeyIndex``.
///
/// Views read everything else from the file's bytes, at offsets that were checked.
@usableFromInline
struct TemplateStorage: Sendable {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let index: [UInt32]
}

// MARK: - Nodes

extension TemplateStorage {
    /// The number of words before that of the first node.
    static let prefix = 1

    /// Makes the word of a node.
    @inline(__always)
    static func nodeWord(distance: Int, end: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: distance) << 16 | UInt32(truncatingIfNeeded: end) & 0xFFFF
    }

    /// The number of nodes.
    @inlinable
    @inline(__always)
    var nodeCount: Int {
        subtreeEnd(ofNode: 0)
    }

    /// Returns the offset of a node's component id.
    @inlinable
    @inline(__always)
    func offset(ofNode node: Int) -> Int {
        Int(index[0]) &+ Int(index[node &+ 1] >> 16)
    }

    /// Returns the pre-order number after a node's last descendant.
    @inlinable
    @inline(__always)
    func subtreeEnd(ofNode node: Int) -> Int {
        Int(index[node &+ 1] & 0xFFFF)
    }
}

// MARK: - Tables

extension TemplateStorage {
    /// The number of strings.
    var stringCount: Int {
        Int(int32(at: FileHeader.offset(of: .strings, in: bytes)))
    }

    /// Returns the file offset of the string with an id; the last one if there are several.
    func stringOffset(_ id: StringID) -> Int? {
        let first = Self.prefix &+ nodeCount
        return KeyIndex.find(id, in: index, first..<first &+ stringCount, bytes)
    }

    /// Returns the text of an id: a system string, or a string of the file.
    func string(for id: StringID) -> String? {
        if let text = SystemStrings.string(for: id) { return text }
        return stringOffset(id).map { text(in: content(ofEntryAt: $0)) }
    }

    /// The range of the words of the programs.
    var programIndices: Range<Int> {
        Self.prefix + nodeCount + stringCount..<index.count
    }
}

// MARK: - Bytes

extension TemplateStorage {
    // The offsets below come from the index or from counts that were checked when the file was decoded.

    @inlinable
    @inline(__always)
    func uint8(at offset: Int) -> UInt8 {
        bytes.uncheckedLoad(UInt8.self, at: offset)
    }

    @inlinable
    @inline(__always)
    func uint16(at offset: Int) -> UInt16 {
        bytes.uncheckedLoad(UInt16.self, at: offset)
    }

    @inlinable
    @inline(__always)
    func int32(at offset: Int) -> Int32 {
        bytes.uncheckedLoad(Int32.self, at: offset)
    }

    /// Returns the text in a range that was checked to be UTF-8.
    func text(in range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// Returns the range of a table entry's content, after its id and length.
    @inline(__always)
    func content(ofEntryAt offset: Int) -> Range<Int> {
        let start = offset &+ 6
        return start..<start &+ Int(uint16(at: offset &+ 4))
    }

    /// The header, which is read again because that costs less than keeping it.
    var header: FileHeader {
        FileHeader(rereading: bytes)
    }

    /// The range of the template's name.
    var typeRange: Range<Int> {
        let start = FileHeader.offset(of: .code, in: bytes) + 6
        return start..<start + Int(uint16(at: start - 2))
    }
}
