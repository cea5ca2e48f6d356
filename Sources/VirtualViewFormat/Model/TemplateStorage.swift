/// What every view of a template shares: the file's bytes and one index.
///
/// ### The index
///     +-------------+------------------+-------------------+----------------------+
///     | nodes start | a word each node | a word each string | a word each program |   words of 32 bits
///     +-------------+------------------+-------------------+----------------------+
///
/// - *nodes start* is the file offset of the root's tag.
/// - The word of a node, in pre-order, is the distance from *nodes start* to its component id (16 bits) and the pre-order
///   number behind its last descendant (16 bits). Both fit because a node tree has at most 65,535 bytes.
/// - The word of a string or program is its entry's file offset, ordered by the entry's id; see ``KeyIndex``.
///
/// What else a view needs stands in the file's bytes at places that were checked, so it is read there.
@usableFromInline
struct TemplateStorage: Sendable {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let index: [UInt32]
}

// MARK: - Nodes

extension TemplateStorage {
    /// The words in front of the first node's.
    static let prefix = 1

    /// Puts the word of a node together.
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

    /// The offset of a node's component id.
    @inlinable
    @inline(__always)
    func offset(ofNode node: Int) -> Int {
        Int(index[0]) &+ Int(index[node &+ 1] >> 16)
    }

    /// The pre-order number behind a node's last descendant.
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

    /// The file offset of the string with an id; the last one when there are several.
    func stringOffset(_ id: StringID) -> Int? {
        let first = Self.prefix &+ nodeCount
        return KeyIndex.find(id, in: index, first..<first &+ stringCount, bytes)
    }

    /// The text of an id: a system string, or one of the file's own.
    func string(for id: StringID) -> String? {
        if let text = SystemStrings.string(for: id) { return text }
        return stringOffset(id).map { text(in: content(ofEntryAt: $0)) }
    }

    /// The words of the programs.
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

    /// The text in a range that was checked to be UTF-8.
    func text(in range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// The place of a table entry's content, behind its id and length.
    @inline(__always)
    func content(ofEntryAt offset: Int) -> Range<Int> {
        let start = offset &+ 6
        return start..<start &+ Int(uint16(at: offset &+ 4))
    }

    /// The header; reading it again costs less than keeping it.
    var header: FileHeader {
        FileHeader(rereading: bytes)
    }

    /// The place of the template's name.
    var typeRange: Range<Int> {
        let start = FileHeader.offset(of: .code, in: bytes) + 6
        return start..<start + Int(uint16(at: start - 2))
    }
}
